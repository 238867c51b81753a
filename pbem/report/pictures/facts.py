"""What the board's picture shows, as words and numbers: public facts of a position, and nothing else.

The picture is drawn from these alone, so that nothing secret can reach it, and kept by them, so that it is drawn once for all.
"""

from typing import NamedTuple

from pbem.engine import board
from pbem.engine.events import Player
from pbem.engine.state import Politician, State

from ..naming import Names, year

#: What of a seat can have changed since the last report.
WHO, AGE, MARKS, HOLDER = "who", "age", "marks", "holder"


class Sitting(NamedTuple):
    """A slot of the board.  `letter` "": vacant; `holder`: whose he is, `shown` with how much; `fresh`: what has changed."""

    slot: str
    letter: str = ""
    name: str = ""
    age: int = 0
    stress: int = 0
    crosses: int = 0
    suspicion: int = 0
    cure: bool = False
    holder: Player | None = None
    player: str = ""
    shown: int = 0
    locked: bool = False
    fresh: frozenset[str] = frozenset()
    older: int = 0


class Waving(NamedTuple):
    """A year of the Tally Track.  `politician` "": nobody waved."""

    year: int
    politician: str
    holder: Player | None
    player: str


class BoardFacts(NamedTuple):
    """The whole board.  `areas`: title, and whoever is there."""

    when: str
    seats: tuple[Sitting, ...]
    areas: tuple[tuple[str, tuple[str, ...]], ...]
    waves: tuple[Waving, ...]
    marked: bool  # there is something to compare with


def board_facts(names: Names, state: State, before: State | None = None) -> BoardFacts:
    """`before`: the position at the last report; without it nothing is marked as changed."""
    known = before if before is not None and before.people else None
    return BoardFacts(
        when_of(state),
        tuple(_sitting(names, state, known, slot) for slot in board.SLOTS),
        tuple(_areas(names, state)),
        tuple(
            Waving(
                board.year(w.turn),
                names.of(w.politician) if w.politician else "",
                w.player,
                names.who(w.player) if w.player else "",
            )
            for w in state.waves
        ),
        known is not None,
    )


def when_of(state: State) -> str:
    """`1953, Purge Phase`."""
    if not state.turn or state.phase == "setup":
        return "before the game"
    if state.over:
        return f"{year(state.turn)}, the end"
    return f"{year(state.turn)}, {board.PHASE_NAMES[state.phase]}"


def _sitting(names: Names, state: State, before: State | None, slot: str) -> Sitting:
    who = state.holder(slot)
    if who is None:
        gone = before is not None and before.holder(slot) is not None
        return Sitting(slot, fresh=frozenset((WHO,)) if gone else frozenset())
    holder = state.controller(who.letter)
    fresh = _fresh(state, before, who) if before is not None else frozenset()
    old = before.people.get(who.letter, who) if before is not None else who
    return Sitting(
        slot,
        who.letter,
        names.of(who.letter),
        who.age,
        who.stress,
        min(3, who.crosses),
        who.suspicion,
        who.cure,
        holder,
        names.who(holder) if holder else "",
        state.shown(holder, who.letter) if holder else 0,
        who.letter in state.locked,
        fresh,
        who.age - old.age,
    )


def _fresh(state: State, before: State, who: Politician) -> frozenset[str]:
    """What has changed about him."""
    old = before.people.get(who.letter)
    if old is None:
        return frozenset((WHO,))
    changed = {
        WHO: old.place != who.place,
        AGE: old.age != who.age,
        MARKS: (old.crosses, old.suspicion, old.cure) != (who.crosses, who.suspicion, who.cure),
        HOLDER: _held(before, who.letter) != _held(state, who.letter),
    }
    return frozenset(part for part, is_so in changed.items() if is_so)


def _held(state: State, letter: str) -> tuple[Player | None, int]:
    holder = state.controller(letter)
    return holder, state.shown(holder, letter) if holder else 0


def _areas(names: Names, state: State) -> list[tuple[str, tuple[str, ...]]]:
    """The People of whom somebody shows influence; all in Siberia, in the Wall and retired."""
    people = sorted(state.at(board.PEOPLE), key=lambda p: (-p.age, p.letter))
    held = [p for p in people if state.controller(p.letter)]
    told = []
    for p in held:
        holder, shown = _held(state, p.letter)
        told.append(f"{names.of(p.letter)} {p.age} ({names.who(holder)} {shown})")
    rest = len(people) - len(held)
    if rest:
        told.append(f"{rest} more of no faction" if held else f"{rest} of no faction")
    found = [("The People", tuple(told))]
    for area, title in ((board.SIBERIA, "Siberia"), (board.WALL, "Kremlin Wall"), (board.RETIRED, "Retired")):
        found.append((title, tuple(f"{names.of(p.letter)} {p.age}" for p in state.at(area))))
    return [(title, whom) for title, whom in found if whom]


def in_words(facts: BoardFacts) -> str:
    """The picture's alt text: who sits where, and who is new or has changed; the rest stands beside it in the mail."""
    seats = ", ".join(f"{one.slot} {one.name if one.letter else 'vacant'}" for one in facts.seats)
    fresh = [one.name or f"{one.slot} vacant" for one in facts.seats if one.fresh]
    said = f"The Politburo, {facts.when}: {seats}."
    return said + (f" Changed since the last report: {', '.join(fresh)}." if fresh else "")


__all__ = [
    "AGE",
    "HOLDER",
    "MARKS",
    "WHO",
    "BoardFacts",
    "Sitting",
    "Waving",
    "board_facts",
    "in_words",
    "when_of",
]
