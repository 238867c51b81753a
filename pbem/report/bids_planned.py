"""The plan of votes and of orders that show influence."""

from pbem.engine import board
from pbem.engine.events import Name
from pbem.engine.influence import takes_influence
from pbem.orders.lines import Group, Line, Who

from .deeds_planned import not_tried
from .forecast import top
from .planned import Told, where
from .prose import listed
from .scene import Scene

# --- votes ---


def vote(scene: Scene, line: Line) -> Told:
    """Who of mine votes; in a nomination nominator and nominee are not asked (R7.2)."""
    trial = line.vote in ("guilty", "innocent")
    on = (
        f"on {listed([scene.said(who) for who in line.who])}"
        if line.who
        else f"in every {'trial' if trial else 'nomination'}"
    )
    voters = scene.voters(line)
    nominator = None if trial else _nominator(scene)
    free = [v for v in voters if v != nominator]
    said = [scene.names.of(v) + scene.by_order(v) for v in free]
    if line.actor is not None and not isinstance(line.actor, Group):
        who = scene.said(line.actor)
    else:
        who = f"Every Politician of yours who votes{' (now ' + listed(said) + ')' if said else ''}"
    text = f"{who} says {line.vote} {on}{'' if trial else _not_asked(scene, voters, nominator)}"
    return Told(text, _no_vote(scene, line, trial, free))


def _nominator(scene: Scene) -> Name | None:
    """Who would nominate, if the Party Chief's place were vacant."""
    return next((d.actor for d in scene.decisions("funeral")), None)


def _not_asked(scene: Scene, voters: list[Name], nominator: Name | None) -> str:
    """R7.2, R17.3."""
    nominee = "the nominee counts as yes" if scene.rules.nominee_votes else "the nominee has no vote"
    if nominator in voters and nominator is not None:
        return (
            f"; but {scene.names.of(nominator)}, who would nominate, counts as yes in any case, and {nominee}"
        )
    return f"; the nominator counts as yes, and {nominee}"


def _no_vote(scene: Scene, line: Line, trial: bool, free: list[Name]) -> str:
    faults = []
    if not free:
        actor = scene.one(line.actor) if line.actor is not None else None
        if actor is None:
            faults.append("no member at work is yours to vote")
        elif scene.later.people[actor].place not in board.POLITBURO or scene.later.people[actor].cure:
            faults.append(f"{scene.names.of(actor)} is not at work in the Politburo")
        elif not scene.mine(actor):
            faults.append(f"{scene.held(actor)} is not yours, and {scene.need(actor)}")
        else:
            faults.append(f"{scene.names.of(actor)} would nominate, and counts as yes")
    named = [scene.one(who) for who in line.who]
    if trial and named and all(named):
        accused = [n for n in named if n and not scene.rules.accusable(scene.view.people[n])]
        if len(accused) == len(named):
            faults.append(f"{scene.names.of(accused[0])} {not_tried(scene, accused[0])}")
    if not trial and named and all(named):
        able = {o.target for d in scene.decisions("funeral") for o in d.options}
        if not able.intersection(n for n in named if n):
            faults.append(f"{listed([scene.said(who) for who in line.who], 'or')} cannot be nominated now")
    return "; ".join(faults)


# --- influence ---


def declare(scene: Scene, line: Line) -> Told:
    """What the new total does as things stand."""
    who = line.who[0]
    name = scene.one(who)
    if name is None:
        total = "all that you recorded" if line.number is None else str(line.number)
        fault = "" if isinstance(who, Group) else f"{scene.said(who)} is nobody"
        return Told(f"Your total on {scene.said(who)} goes up to {total}", fault)
    view, him = scene.view, scene.said(who)
    written, mine = view.written(scene.me, name), view.shown(scene.me, name)
    points = written if line.number is None else line.number
    text = f"Your total on {him} goes up to {points} ({_mine(mine, written)}){_outcome(scene, name, points)}"
    if not takes_influence(view, name):
        return Told(text, f"{him} is {where(scene, name)}, where no influence is shown")
    if not written:
        return Told(text, f"you recorded nothing on {him}")
    if name in view.locked:
        return Told(text, f"{him} is {scene.names.who(view.locked[name])}’s for good (10+)")
    if written < points <= written + scene.growing(name):
        return Told(
            text, f"you recorded {written} on {him}, and it waits until your influence there has grown"
        )
    if points > written:
        return Told(text, f"you recorded only {written} on {him}")
    return Told(text, f"you show {mine} there already" if points <= mine else "")


def _mine(shown: int, written: int) -> str:
    return f"you show {shown} of {written}" if written else "you recorded nothing there"


def _outcome(scene: Scene, name: Name, points: int) -> str:
    view = scene.view
    holder, most = view.controller(name), top(view, name)
    if holder == scene.me:
        return " and makes your control surer"
    if holder is None:
        return ", which takes control from nobody"
    other = scene.names.who(holder)
    if points > most:
        return f", which takes control from {other} ({most})"
    return f", but {other} keeps control with {most}"


def _limit(line: Line) -> str:
    return "whatever you recorded is enough" if line.number is None else f"at most {line.number} is enough"


def _standing_on(scene: Scene, who: Who) -> str:
    """How matters stand on him: ` (now Ben shows 5; you show 2 of 8)`."""
    name = scene.one(who)
    if name is None:
        return ""
    view = scene.view
    holder = view.controller(name)
    shows = f"{scene.names.who(holder)} shows {view.shown(holder, name)}" if holder else "nobody’s"
    now = "yours already" if holder == scene.me else shows
    return f" (now {now}; {_mine(view.shown(scene.me, name), view.written(scene.me, name))})"


def _bid_fault(scene: Scene, line: Line) -> str:
    """Why HOLD and TAKE could not bid now."""
    name = scene.one(line.who[0])
    if name is None:
        return "" if isinstance(line.who[0], Group) else f"{scene.said(line.who[0])} is nobody"
    written, most, him = scene.view.written(scene.me, name), top(scene.view, name), scene.names.of(name)
    if not takes_influence(scene.view, name):
        return f"{him} is {where(scene, name)}, where no influence is shown"
    if not written:
        return f"you recorded nothing on {him}"
    if name in scene.view.locked and scene.view.locked[name] != scene.me:
        return f"{him} is {scene.names.who(scene.view.locked[name])}’s for good (10+)"
    limit = written if line.number is None else min(written, line.number)
    holder = scene.view.controller(name)
    if holder in (None, scene.me) or limit > most:
        return ""
    why = f"your limit is {limit}" if limit < written else f"you recorded {written}"
    return f"{scene.names.who(holder)} shows {most} on {him}, and {why}"


def hold(scene: Scene, line: Line) -> Told:
    """HOLD: whenever he is not mine."""
    who = line.who[0]
    text = (
        f"Whenever {scene.said(who)} is not yours and {_limit(line)}, you show the least that takes control"
        f"{_standing_on(scene, who)}"
    )
    return Told(text, _bid_fault(scene, line))


def take(scene: Scene, line: Line) -> Told:
    """TAKE: once."""
    who = line.who[0]
    text = f"Once, if {_limit(line)}, you show the least that gives you {scene.said(who)}{_standing_on(scene, who)}"
    return Told(text, _bid_fault(scene, line))


def protect(scene: Scene, line: Line) -> Told:
    """E8: whom it would take over, and for what."""
    limit = "" if line.number is None else f" with at most {line.number}"
    whom = listed([scene.said(who) for who in line.who])
    return Told(
        f"Whoever announces a purge, trial, condemnation, investigation or demotion of {whom} is taken over{limit}, if you "
        f"recorded enough there, and declines it; you vote innocent there{_threats(scene)}"
    )


def _threats(scene: Scene) -> str:
    """Who could announce such a thing in this session, and what it would take: ` (as things stand …)`."""
    actors = [d.actor for phase in scene.session if phase in ("purge", "spy") for d in scene.decisions(phase)]
    others = [n for n in dict.fromkeys(actors) if not scene.mine(n)]
    told = "; ".join(f"{scene.held(n)}: {scene.need(n)}" for n in others)
    return f" (as things stand {told})" if told else ""


def passing(scene: Scene, line: Line) -> Told:
    """PASS."""
    return Told("Your Politicians decline everything in this session; influence and votes go on as ordered")
