"""What the plan's sentences share: who would act, what stands in the way, what it costs."""

from typing import NamedTuple

from pbem.engine import board
from pbem.engine.events import Name
from pbem.engine.phases import purge, rehabilitation, replacement, spy
from pbem.orders.lines import Line
from pbem.orders.standing import phase_of
from pbem.orders.wishes import VERBS_FOR

from .forecast import Decision
from .prose import listed
from .scene import Scene

#: Powers that one member alone holds in a phase.
ALONE = frozenset(("purge", "case", "inquiry", "nomination", "shift", "step"))
_MAY = {
    "purge": "may purge",
    "case": "may try and condemn",
    "inquiry": "may investigate",
    "nomination": "would nominate",
    "shift": "may shift",
    "step": "may promote and demote",
    "promotion": "may promote",
    "release": "may release",
}
_SHOWN = 3


class Told(NamedTuple):
    """What an order does when it can; `obstacle`: why it cannot now, as a clause, or ""."""

    text: str
    obstacle: str = ""


def doer(scene: Scene, line: Line, deed: str) -> str:
    """`Strychnin (yours by order 3) tries`; without anybody foreseen: whoever of mine it falls to."""
    actors = scene.actors(line)
    if actors:
        return f"{listed([scene.names.of(a) + scene.by_order(a) for a in actors], 'or')} {deed}"
    named = f"{scene.said(line.actor)}, once yours," if line.actor else "whoever of yours may,"
    return f"{named} {deed}"


def bill(scene: Scene, line: Line, most: int, words_of_it: str) -> str:
    """Who pays and how old he becomes (E9)."""
    if not most:
        return ""
    ages = [
        f"{scene.names.of(a)}, now {scene.age(a)}, could become {scene.age(a) + most}"
        for a in scene.actors(line)
    ]
    return f" ({words_of_it}{': ' + '; '.join(ages) if ages else ''})"


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


def possible(scene: Scene, line: Line) -> set[int]:
    """The entries of its list that are legal now, whoever may be needed to carry it out."""
    found = [n for d in scene.powers(line) for n, _ in scene.legal(line, d)]
    return set(found)


def obstacle(scene: Scene, line: Line, illegal: str = "") -> str:
    """Why it cannot act now: the power is not his, or the rules do not allow it (`illegal`, where no entry is legal)."""
    faults = [_power(scene, line)]
    too_old = [a for a in scene.actors(line) if scene.age(a) >= board.RETIREMENT_AGE]
    if too_old and worst(line):
        faults.append(
            f"{scene.names.of(too_old[0])} is {scene.age(too_old[0])} and may begin nothing that ages"
        )
    elif illegal and not possible(scene, line):
        faults.append(illegal)
    return "; ".join(filter(None, faults))


def _power(scene: Scene, line: Line) -> str:
    """ "" if the power is his; else who holds it, who controls him, and what it would take."""
    powers = scene.powers(line)
    if any(d.player == scene.me for d in powers):
        return ""
    if powers:
        return _others(scene, powers)
    phase = phase_of(line)
    holders = [d for d in (scene.decisions(phase) if phase else ()) if line.verb in VERBS_FOR[d.action]]
    if line.actor is not None and holders:
        return f"{scene.said(line.actor)} does not hold that power; {_others(scene, holders)}"
    return "no member at work could do it"


def _others(scene: Scene, powers: list[Decision]) -> str:
    """`only KGB Head Strychnin (Ben’s) may purge, and 6 of your 10 would do`."""
    first = powers[0]
    names = list(dict.fromkeys(d.actor for d in powers))
    may = _MAY[first.action]
    if len(names) == 1:
        return f"only {scene.held(names[0])} {may}, and {scene.need(names[0])}"
    reachable = [n for n in names if scene.later.written(scene.me, n)][:_SHOWN]
    best = ", ".join(f"{scene.held(n)}: {scene.need(n)}" for n in reachable)
    return f"nobody who {may} is yours{' (' + best + ')' if best else ''}"


def where(scene: Scene, letter: Name) -> str:
    """`one of the People`, `in Siberia`, `Sport Minister`."""
    place = scene.view.people[letter].place
    if place in board.CANDIDATES:
        return f"a Candidate ({place})"
    named = {
        board.PEOPLE: "one of the People",
        board.SIBERIA: "in Siberia",
        board.WALL: "dead",
        board.RETIRED: "retired",
    }
    return named.get(place) or board.OFFICES[place]
