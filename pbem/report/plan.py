"""The plan in words: what each of my standing orders would do as things stand in my view (E9, E11)."""

from collections.abc import Callable, Iterable, Mapping
from typing import NamedTuple

from pbem.engine import board
from pbem.engine.phases import purge, rehabilitation, replacement, spy
from pbem.orders import canonical as words
from pbem.orders.lines import Line, Not, Who
from pbem.orders.standing import Standing, alive

from .naming import place, year
from .prose import count, listed
from .scene import Scene


class Step(NamedTuple):
    """An order in words.  `number`: in my list."""

    number: int
    order: str
    meaning: str


def plan(scene: Scene, standing: Iterable[Standing]) -> list[Step]:
    """Each order in the list's order."""
    return [
        Step(one.number, words.canonical(one.line, scene.names.lexicon), meaning(scene, one))
        for one in standing
    ]


def meaning(scene: Scene, one: Standing) -> str:
    """What it would do, for whom, and what it costs; with its conditions."""
    line = one.line
    told = _TOLD[line.verb](scene, line) if line.verb in _TOLD else "It waits for its time"
    if not alive(one, scene.turn):
        told = f"Not before {year(max(line.turn or 0, one.asleep + 1))}: {told}"
    return f"{told}{_conditions(scene, line)}."


def _conditions(scene: Scene, line: Line) -> str:
    """The WHEN, IF and WHILE parts as they stand, for they are exact and short."""
    lexicon = scene.names.lexicon
    parts = [f"once it comes to “{words.trigger(line.when, lexicon)}”"] if line.when else []
    if line.condition is not None:
        negated = isinstance(line.condition, Not)
        inner = line.condition.part if isinstance(line.condition, Not) else line.condition
        parts.append(f"{'unless' if negated else 'if'} “{words.condition(inner, lexicon)}”")
    if line.during is not None:
        parts.append(f"as long as “{words.condition(line.during, lexicon)}”")
    return f", {', '.join(parts)}" if parts else ""


def _actor(scene: Scene, line: Line, deed: str, cost: int = 0) -> str:
    """`Strychnin purges`; without anybody foreseen: who it would be, and that nobody is."""
    actors = scene.actors(line)
    if not actors:
        named = f"{scene.said(line.actor)}, if that falls to you," if line.actor else "whoever may,"
        return f"As things stand none of yours may do this; {named} {deed}"
    return f"{listed([scene.names.of(actor) for actor in actors], 'or')} {deed}"


def bill(scene: Scene, line: Line, most: int, words_of_it: str) -> str:
    """Who pays and how old he becomes (E9)."""
    if not most:
        return ""
    ages = [
        f"{scene.names.of(a)}, now {scene.age(a)}, could become {scene.age(a) + most}"
        for a in scene.actors(line)
    ]
    return f" ({words_of_it}{': ' + '; '.join(ages) if ages else ''})"


# --- purge and spy ---


def _purge(scene: Scene, line: Line) -> str:
    """`Strychnin tries Palavrian (needs 14), then Satin (10), and stops at the first failure`."""
    tries = []
    for who in line.who:
        named = scene.whom(who)
        target = scene.view.people[named[0]] if named else None
        if target is None:
            tries.append(scene.said(who))
        elif target.place not in board.PURGE_NUMBER:
            tries.append(f"{scene.said(who)} (passed over: {place(target.place)})")
        else:
            help_ = sum(of(scene.view, target) for of in scene.rules.purge_modifiers)
            number = board.PURGE_NUMBER[target.place]
            needs = f"{'' if tries else 'needs '}{number - help_}"
            tries.append(f"{scene.said(who)} ({needs})")
    cost = f"{count(purge.SUCCESS_SP, 'year')} a success, {purge.FAILURE_SP} a failure"
    paid = bill(scene, line, worst(line), cost)
    return f"{_actor(scene, line, 'tries')} {', then '.join(tries)}, and stops at the first failure{paid}"


def worst(line: Line) -> int:
    """The most years an order can cost whoever carries it out."""
    match line.verb:
        case "purge":
            return (len(line.who) - 1) * purge.SUCCESS_SP + purge.FAILURE_SP
        case "try":
            return spy.ACQUITTAL_SP
        case "condemn":
            return spy.CONDEMNATION_SP
        case "investigate" | "close":
            return len(line.who) * spy.INVESTIGATION_SP
        case "promote" | "demote" | "move":
            return replacement.STEP_SP
        case "release":
            return len(line.who) * rehabilitation.RELEASE_SP
        case _:
            return 0


def _trial(scene: Scene, line: Line) -> str:
    named = scene.whom(line.who[0])
    suspect = not named or scene.rules.accusable(scene.view.people[named[0]])
    doubt = "" if suspect else ", who is not under suspicion yet"
    paid = bill(scene, line, worst(line), f"nothing if found guilty, {spy.ACQUITTAL_SP} years if acquitted")
    return f"{_actor(scene, line, 'puts')} {scene.said(line.who[0])} on trial{doubt}{paid}"


def _condemn(scene: Scene, line: Line) -> str:
    paid = bill(scene, line, worst(line), count(spy.CONDEMNATION_SP, "year"))
    return f"{_actor(scene, line, 'sends')} {scene.said(line.who[0])} to Siberia without a trial{paid}"


def _investigate(scene: Scene, line: Line) -> str:
    whom = ", then ".join(map(scene.said, line.who))
    return f"{_actor(scene, line, 'puts')} a “?” on {whom}{bill(scene, line, worst(line), '1 year each')}"


def _close(scene: Scene, line: Line) -> str:
    whom = ", then ".join(map(scene.said, line.who))
    return f"{_actor(scene, line, 'takes')} a “?” off {whom}{bill(scene, line, worst(line), 'at most 1 year each')}"


def _vote(scene: Scene, line: Line) -> str:
    voters = scene.said(line.actor) if line.actor else "Every Politician of yours who votes"
    matter = "trial" if line.vote in ("guilty", "innocent") else "nomination"
    on = (
        f"on {listed([scene.said(who) for who in line.who])}"
        if line.who
        else f"in every {matter} of the phase"
    )
    return f"{voters} says {line.vote} {on}"


# --- funeral, replacement, rehabilitation, cure ---


def _nominate(scene: Scene, line: Line) -> str:
    return f"{_actor(scene, line, 'nominates')} {', else '.join(map(scene.said, line.who))} for Party Chief"


def _cure(scene: Scene, line: Line) -> str:
    named = scene.whom(line.who[0])
    member = scene.view.people[named[0]] if named else None
    him = scene.said(line.who[0])
    doubt = ""
    if member is not None and not member.crosses:
        doubt = " (healthy now, so nothing would happen)"
    elif member is not None and member.place not in board.POLITBURO:
        doubt = " (not in the Politburo now, so nothing would happen)"
    if line.verb == "cure":
        return f"{him} {'stays at' if member and member.cure else 'goes to'} the Sanatorium{doubt}"
    return f"{him} {'comes back to' if member and member.cure else 'stays at'} work{doubt}"


def _swap(scene: Scene, line: Line) -> str:
    return f"{_actor(scene, line, 'exchanges')} {scene.said(line.who[0])} and {scene.said(line.who[1])}, at no cost"


def _move(scene: Scene, line: Line) -> str:
    deed = {"promote": "promotes", "demote": "demotes", "shift": "shifts", "move": "moves"}[line.verb]
    to = (
        f" {line.to}"
        if line.to in ("up", "down")
        else f" to {place(line.to)}"
        if line.to
        else " to the first free slot"
    )
    paid = (
        ""
        if line.verb == "shift"
        else bill(scene, line, worst(line), "1 year" if line.verb != "move" else "1 year, a shift is free")
    )
    return f"{_actor(scene, line, deed)} {scene.said(line.who[0])}{to}{paid}"


def _release(scene: Scene, line: Line) -> str:
    paid = bill(scene, line, worst(line), f"{rehabilitation.RELEASE_SP} years each")
    return f"{_actor(scene, line, 'releases')} {', then '.join(map(scene.said, line.who))} from Siberia{paid}"


# --- influence ---


def _standing_on(scene: Scene, who: Who) -> str:
    """How matters stand on him: ` (now Ben has 5; you show 2 of 8)`."""
    named = scene.whom(who)
    if not named:
        return ""
    name, view = named[0], scene.view
    holder = view.controller(name)
    now = (
        "yours already"
        if holder == scene.me
        else "nobody’s"
        if holder is None
        else f"{scene.names.who(holder)} shows {view.shown(holder, name)}"
    )
    written = view.written(scene.me, name)
    mine = f"you show {view.shown(scene.me, name)} of {written}" if written else "you recorded nothing there"
    return f" (now {now}; {mine})"


def _declare(scene: Scene, line: Line) -> str:
    who = line.who[0]
    total = "all that you recorded" if line.number is None else str(line.number)
    return f"Your total on {scene.said(who)} goes up to {total}{_standing_on(scene, who)}"


def _limit(line: Line) -> str:
    return "whatever you recorded is enough" if line.number is None else f"at most {line.number} is enough"


def _hold(scene: Scene, line: Line) -> str:
    who = line.who[0]
    return f"Whenever {scene.said(who)} is not yours and {_limit(line)}, you show the least that takes control{_standing_on(scene, who)}"


def _take(scene: Scene, line: Line) -> str:
    who = line.who[0]
    return f"Once, if {_limit(line)}, you show the least that gives you {scene.said(who)}{_standing_on(scene, who)}"


def _protect(scene: Scene, line: Line) -> str:
    limit = "" if line.number is None else f" with at most {line.number}"
    whom = listed([scene.said(who) for who in line.who])
    return (
        f"Whoever announces a purge, trial, condemnation, investigation or demotion of {whom} is taken over{limit} "
        f"and declines it; you vote innocent there"
    )


def _pass(scene: Scene, line: Line) -> str:
    return "Your Politicians decline everything in this session; influence and votes go on as ordered"


_TOLD: Mapping[str, Callable[[Scene, Line], str]] = {
    "purge": _purge,
    "try": _trial,
    "condemn": _condemn,
    "investigate": _investigate,
    "close": _close,
    "vote": _vote,
    "nominate": _nominate,
    "cure": _cure,
    "work": _cure,
    "swap": _swap,
    **dict.fromkeys(("shift", "promote", "demote", "move"), _move),
    "release": _release,
    "declare": _declare,
    "hold": _hold,
    "take": _take,
    "protect": _protect,
    "pass": _pass,
}
