"""E9: warn before self-harm, and of orders that cannot do what they were meant for."""

from collections.abc import Iterator, Sequence

from pbem.engine import board
from pbem.engine.events import Name
from pbem.orders import canonical as words
from pbem.orders.lines import Group, Line, Who
from pbem.orders.standing import Standing
from pbem.orders.wishes import HARMFUL

from . import cautions_cards
from .planned import worst
from .prose import listed
from .scene import Scene

_HARM = {
    "purge": "purges",
    "try": "puts on trial",
    "condemn": "condemns",
    "investigate": "puts under suspicion",
    "demote": "demotes",
}


def cautions(scene: Scene, standing: Sequence[Standing]) -> list[str]:
    """One sentence for each danger, the gravest first."""
    return [
        *_too_old(scene, standing),
        *(said for one in standing for said in _own_goal(scene, one)),
        *_bare_guilty(scene, standing),
        *_shadowed(scene, standing),
        *(said for one in standing for said in _no_shelter(scene, one)),
        *(cautions_cards.cautions(scene, standing) if scene.rules.switches else ()),
    ]


def _too_old(scene: Scene, standing: Sequence[Standing]) -> Iterator[str]:
    """All that he may pay in this session, taken together, could bring him to 96 (R10)."""
    costs: dict[Name, list[tuple[int, int]]] = {}
    for one in standing:
        years = worst(one.line)
        if years and one.line.turn in (None, scene.turn):
            for actor in scene.actors(one.line):
                costs.setdefault(actor, []).append((one.number, years))
    for actor, bills in costs.items():
        age = scene.age(actor)
        total = age + sum(years for _, years in bills)
        if total >= board.RETIREMENT_AGE:
            which = listed([f"order {number} (up to {years})" for number, years in bills])
            yield (
                f"{scene.names.of(actor)} is {age} and could reach {total} by {which}: "
                f"at {board.RETIREMENT_AGE} a Politician retires for good."
            )


def _own_goal(scene: Scene, one: Standing) -> Iterator[str]:
    """It tries, purges, condemns, investigates or demotes one of mine."""
    line = one.line
    deed = _HARM.get(line.verb)
    if deed is None:
        return
    for who in line.who:
        if isinstance(who, Group) and who.word in ("mine", "anyone"):
            yield f"Order {one.number} {deed} {'your own Politicians' if who.word == 'mine' else 'anybody, yours included'}."
        for letter in scene.whom(who):
            if scene.mine(letter):
                yield f"Order {one.number} {deed} {scene.names.titled(scene.view, letter)}, who is yours."


def _bare_guilty(scene: Scene, standing: Sequence[Standing]) -> Iterator[str]:
    """A VOTE GUILTY without ON is used for my own accused, too, unless an earlier line says innocent."""
    safe: set[Name] = set()
    for one in standing:
        line = one.line
        if line.verb == "protect" or (line.verb == "vote" and line.vote == "innocent"):
            safe |= _covered(scene, line)
        elif line.verb == "vote" and line.vote == "guilty" and not line.who:
            accused = [
                p.letter for p in scene.view.politburo() if scene.mine(p.letter) and p.letter not in safe
            ]
            grave = [letter for letter in accused if scene.rules.accusable(scene.view.people[letter])]
            if grave:
                yield (
                    f"Order {one.number}, guilty without ON, falls on your own {listed([scene.names.of(g) for g in grave])} "
                    "if it comes to a trial; VOTE INNOCENT ON MINE in front of it would except yours."
                )


def _covered(scene: Scene, line: Line) -> set[Name]:
    """Of mine, those for whom this line votes innocent."""
    mine = {p.letter for p in scene.view.politburo() if scene.mine(p.letter)}
    if not line.who:
        return mine
    found: set[Name] = set()
    for who in line.who:
        found |= mine if isinstance(who, Group) else set(scene.whom(who))
    return found & mine


def _shadowed(scene: Scene, standing: Sequence[Standing]) -> Iterator[str]:
    """D15: the first line in the list that fits serves a vote; a later one that says otherwise is never used."""
    lines = [one for one in standing if one.line.verb == "vote" and one.line.turn in (None, scene.turn)]
    for at, later in enumerate(lines):
        for first in lines[:at]:
            if first.line.vote != later.line.vote and _serves_all(scene, first.line, later.line):
                whose = (
                    f" {scene.said(later.line.actor)}’s vote, too" if later.line.actor else " every such vote"
                )
                yield (
                    f"Order {first.number} stands before order {later.number} and serves{whose}, so {later.number} is "
                    f"never used; to change that, withdraw {first.number} and send it again."
                )
                break


def _serves_all(scene: Scene, first: Line, later: Line) -> bool:
    """Does the first line serve every vote that the later one is for?"""
    trials = [line.vote in ("guilty", "innocent") for line in (first, later)]
    if trials[0] != trials[1] or first.condition or first.when or first.each_turn != later.each_turn:
        return False
    if first.actor is not None and (later.actor is None or not _same(scene, first.actor, later.actor)):
        return False
    return not first.who or all(any(_same(scene, a, b) for a in first.who) for b in later.who or (None,))


def _same(scene: Scene, one: Who, other: Who | None) -> bool:
    """Do both mean the same Politician now?"""
    if other is None:
        return False
    if isinstance(one, Group):
        whom = scene.whom(other)
        return one == other or (one.word == "mine" and bool(whom) and all(map(scene.mine, whom)))
    return one == other or (bool(scene.whom(one)) and scene.whom(one) == scene.whom(other))


def _no_shelter(scene: Scene, one: Standing) -> Iterator[str]:
    """`HOLD Manjak WHEN PURGE OF Manjak`: to own the victim stops nothing (E9)."""
    line = one.line
    if line.verb not in ("hold", "take", "declare") or line.when is None or line.when.kind not in HARMFUL:
        return
    if line.when.of is not None and line.when.of == line.who[0]:
        him = words.who(line.who[0], scene.names.lexicon)
        yield (
            f"Order {one.number} cannot save {him}: whoever holds the victim does not stop the {line.when.kind}. "
            f"Was PROTECT {him} meant? That takes over whoever announces it."
        )
