"""The plan of orders that answer a phase's questions: purge, spy, funeral, cure, replacement, rehabilitation."""

from collections.abc import Callable

from pbem.engine import board
from pbem.engine.age import oldest
from pbem.engine.events import Name
from pbem.engine.phases import purge, rehabilitation, spy
from pbem.orders import barred
from pbem.orders.lines import Group, Line, Who

from .forecast import opening
from .naming import place
from .odds import purge_odds
from .planned import Told, bill, doer, obstacle, possible, where, worst
from .prose import count, listed
from .scene import Scene

Why = Callable[[Scene, Name], str]


def _named(scene: Scene, line: Line, why: Why, note: str = "passed over") -> list[str]:
    """Everybody on its list; whoever cannot be meant now with the reason."""
    able = possible(scene, line)
    told = []
    for entry, who in enumerate(line.who):
        letter = scene.one(who)
        if entry in able or isinstance(who, Group) or letter is None or len(line.who) == 1 or not able:
            told.append(scene.said(who))
        else:
            told.append(f"{scene.said(who)} ({note}: {why(scene, letter)})")
    return told


def _illegal(scene: Scene, line: Line, why: Why) -> str:
    """Why nobody on its list can be meant now."""
    reasons = []
    for who in line.who:
        letter = scene.one(who)
        if letter is not None:
            reasons.append(f"{scene.names.of(letter)} {why(scene, letter)}")
        elif isinstance(who, Group):
            reasons.append("nobody such is there now")
        else:
            reasons.append(f"{scene.said(who)} is nobody")
    return ", ".join(dict.fromkeys(reasons))


# --- purge and spy ---


def purge_(scene: Scene, line: Line) -> Told:
    """`Strychnin tries Palavrian (needs 14), then Satin (10), and stops at the first failure`."""
    tries: list[str] = []
    for who in line.who:
        letter = scene.one(who)
        target = scene.view.people[letter] if letter else None
        if target is None:
            tries.append(scene.said(who))
        elif target.place not in board.PURGE_NUMBER:
            tries.append(f"{scene.said(who)} (passed over: {place(target.place)})")
        else:
            needs = "" if tries else "needs "
            tries.append(f"{scene.said(who)} ({needs}{purge_odds(scene.names, scene.view, target)})")
    cost = f"{count(purge.SUCCESS_SP, 'year')} a success, {purge.FAILURE_SP} a failure"
    text = f"{doer(scene, line, 'tries')} {', then '.join(tries)}, and stops at the first failure{bill(scene, line, worst(line), cost)}"
    return Told(text, obstacle(scene, line, _illegal(scene, line, _not_purged)))


def _not_purged(scene: Scene, letter: Name) -> str:
    return _forbidden(scene, "purge", letter) or f"is {where(scene, letter)} and cannot be purged"


def trial(scene: Scene, line: Line) -> Told:
    """R5.1: who is put on trial."""
    paid = bill(scene, line, worst(line), f"nothing if found guilty, {spy.ACQUITTAL_SP} years if acquitted")
    text = f"{doer(scene, line, 'puts')} {scene.said(line.who[0])} on trial{paid}"
    return Told(text, obstacle(scene, line, _illegal(scene, line, not_tried)))


def not_tried(scene: Scene, letter: Name) -> str:
    """R5.1: why there is no trial of this Politician now."""
    who = opening(scene.view, "spy", scene.turn_of("spy")).people[letter]
    if who.place not in board.POLITBURO:
        return f"is {where(scene, letter)}, and only members of the Politburo are tried"
    if not who.suspicion:
        return "bears no “?”, and nobody is tried without one"
    return "bears no “?” of an earlier year, and nobody is tried without one"


def condemn(scene: Scene, line: Line) -> Told:
    """R5.3."""
    paid = bill(scene, line, worst(line), count(spy.CONDEMNATION_SP, "year"))
    text = f"{doer(scene, line, 'sends')} {scene.said(line.who[0])} to Siberia without a trial{paid}"
    return Told(text, obstacle(scene, line, _illegal(scene, line, _not_condemned)))


def _not_condemned(scene: Scene, letter: Name) -> str:
    return f"is {where(scene, letter)}, and only Candidates are condemned"


def investigate(scene: Scene, line: Line) -> Told:
    """R5.4: on whom a “?” is put."""
    whom = ", then ".join(_named(scene, line, _not_investigated))
    text = f"{doer(scene, line, 'puts')} a “?” on {whom}{bill(scene, line, worst(line), '1 year each')}"
    return Told(text, obstacle(scene, line, _illegal(scene, line, _not_investigated)))


def _not_investigated(scene: Scene, letter: Name) -> str:
    who = scene.view.people[letter]
    if who.place not in board.POLITBURO:
        return f"is {where(scene, letter)}, and only members of the Politburo are investigated"
    return _forbidden(scene, "investigation", letter) or barred.of_him("HR-10", "investigation")


def _forbidden(scene: Scene, action: str, letter: Name) -> str:
    """What a house ruling has to do with it; "" for nothing."""
    found = (one for d in scene.decisions("purge" if action == "purge" else "spy") for one in d.barred)
    rulings = {ruling for choice, ruling in found if (choice.action, choice.target) == (action, letter)}
    return barred.of_him(min(rulings), action) if rulings else ""


def close(scene: Scene, line: Line) -> Told:
    """R5.5: from whom a “?” is taken."""
    whom = ", then ".join(_named(scene, line, _not_closed))
    text = f"{doer(scene, line, 'takes')} a “?” off {whom}{bill(scene, line, worst(line), 'at most 1 year each')}"
    return Told(text, obstacle(scene, line, _illegal(scene, line, _not_closed)))


def _not_closed(scene: Scene, letter: Name) -> str:
    return _forbidden(scene, "closing", letter) or "bears no “?”"


# --- funeral, cure ---


def nominate(scene: Scene, line: Line) -> Told:
    """R7.1: who may be named at all, and who would be instead."""
    whom = ", else ".join(_named(scene, line, lambda scene, letter: "may not be", "not now"))
    text = f"{doer(scene, line, 'nominates')} {whom} for Party Chief"
    if scene.view.holder("PC") is not None:
        text = f"If there is no Party Chief then, {text}"
    return Told(text, obstacle(scene, line, _not_nominated(scene, line)))


def _not_nominated(scene: Scene, line: Line) -> str:
    able = [scene.view.people[option.target] for d in scene.powers(line) for option in d.options]
    named = listed([scene.said(who) for who in line.who], "or")
    if not able:
        return f"{named} may not be named, nor may anybody else"
    names = listed([scene.names.of(p.letter) for p in able], "or")
    instead = (
        f"; the oldest of them, {scene.names.of(oldest(able).letter)}, would be named instead"
        if len(able) > 1
        else ""
    )
    return f"{named} may not be named, only {names}{instead}"


def cure(scene: Scene, line: Line) -> Told:
    """R3.1: his controller decides for him, if he is a member in poor health."""
    who = line.who[0]
    letter, him = scene.one(who), scene.said(who)
    member = scene.view.people[letter] if letter else None
    goes = line.verb == "cure"
    there = member is not None and member.cure
    verb = ("stays at" if there else "goes to") if goes else ("comes back to" if there else "stays at")
    text = f"{him} {verb} {'the Sanatorium' if goes else 'work'}"
    if letter is None or member is None:
        return Told(text, "" if isinstance(who, Group) else f"{him} is nobody")
    faults = []
    if member.place not in board.POLITBURO:
        faults.append(f"{him} is {where(scene, letter)}, and only members of the Politburo are asked")
    elif not member.crosses:
        faults.append(f"{him} is healthy and will not be asked")
    if not scene.mine(letter):
        holder = scene.later.controller(letter)
        whose = f"{scene.names.who(holder)}’s" if holder else "nobody’s"
        faults.append(f"{him} is {whose}, and {scene.need(letter)}")
    return Told(text + scene.by_order(letter), "; ".join(faults))


# --- replacement, rehabilitation ---


def move(scene: Scene, line: Line) -> Told:
    """SHIFT, SWAP, PROMOTE, DEMOTE and MOVE."""
    him = scene.said(line.who[0])
    if line.verb == "swap":
        text = f"{doer(scene, line, 'exchanges')} {him} and {scene.said(line.who[1])}, at no cost"
        return Told(text, obstacle(scene, line, _not_moved(scene, line)))
    deed = {"promote": "promotes", "demote": "demotes", "shift": "shifts", "move": "moves"}[line.verb]
    to = f" to {place(line.to)}" if line.to else " to the first free slot"
    if line.to in ("up", "down"):
        to = f" {line.to}"
    cost = "1 year" if line.verb != "move" else "1 year, a shift is free"
    paid = "" if line.verb == "shift" else bill(scene, line, worst(line), cost)
    return Told(f"{doer(scene, line, deed)} {him}{to}{paid}", obstacle(scene, line, _not_moved(scene, line)))


def _not_moved(scene: Scene, line: Line) -> str:
    """R8.1, R8.2, R8.4: vacancies and levels."""
    if possible(scene, line):
        return ""
    who: Who = line.who[0]
    letter = scene.one(who)
    if letter is None:
        return "nobody such is there now" if isinstance(who, Group) else f"{scene.said(who)} is nobody"
    him, here = scene.names.of(letter), scene.view.people[letter].place
    if board.RANK[here] > board.RANK[board.PEOPLE]:
        return f"{him} is {where(scene, letter)}"
    if line.verb == "swap":
        return "only two of one level are exchanged: KGB, FM and DM, or IDE, IND, ECO and SPO"
    if line.to in board.SLOTS and scene.view.holder(line.to) is not None:
        return f"{place(line.to)} is not vacant"
    if line.to in board.SLOTS:
        return f"{him}, {where(scene, letter)}, cannot go to {place(line.to)} by one such step"
    steps = {"promote": "one level up from", "demote": "one level down from"}.get(
        line.verb, "within reach of"
    )
    return f"no chair {steps} {him} ({where(scene, letter)}) is vacant"


def release(scene: Scene, line: Line) -> Told:
    """R9.1."""
    whom = ", then ".join(_named(scene, line, _not_released))
    paid = bill(scene, line, worst(line), f"{rehabilitation.RELEASE_SP} years each")
    text = f"{doer(scene, line, 'releases')} {whom} from Siberia{paid}"
    return Told(text, obstacle(scene, line, _illegal(scene, line, _not_released)))


def _not_released(scene: Scene, letter: Name) -> str:
    return f"is {where(scene, letter)}, not in Siberia"
