"""What awards are counted from; the merits themselves are in `merits_people.py` and `merits_players.py`, a function an award."""

from collections.abc import Hashable, Iterator, Mapping, Sequence
from typing import NamedTuple, TypeVar

from pbem.engine.events import Event, Name, Player
from pbem.engine.state import State

from .annals import Annals
from .brief import Once
from .naming import Names

E = TypeVar("E", bound=Event)
K = TypeVar("K", bound=Hashable)


class Award(NamedTuple):
    """Who gets it, by name, and for what."""

    winners: Sequence[str]
    fact: str


class Record(NamedTuple):
    """What merits are counted from: the opened story, everybody's orders, the sheets of the beginning."""

    names: Names
    annals: Annals
    lines: Sequence[Once]
    sheets: Mapping[Player, Mapping[Name, int]]

    def of(self, *kinds: type[E]) -> Iterator[tuple[int, State, E]]:
        """Each fact of these kinds with its turn and the position before it."""
        for one in self.annals.years:
            for before, event in one.of(*kinds):
                yield one.turn, before, event

    def people(self, letters: Sequence[Name]) -> list[str]:
        """By name, in the order of their letters."""
        return [self.names.of(letter) for letter in sorted(letters)]

    def players(self, players: Sequence[Player]) -> list[str]:
        """By name, in the order of the seats."""
        return [self.names.who(p) for p in self.annals.last.seats if p in players]


def most(counted: Mapping[K, int], least: int = 1) -> tuple[list[K], int]:
    """Who has the most, at least so many; ties share."""
    top = max(counted.values(), default=0)
    return ([], 0) if top < least else ([one for one, number in counted.items() if number == top], top)


def times(number: int) -> str:
    """`once`, `twice`, `3 times`."""
    return {1: "once", 2: "twice"}.get(number, f"{number} times")


def states(r: Record) -> Iterator[State]:
    """Every position in which influence is different from the one before."""
    known: tuple[object, ...] = ()
    for one in r.annals.years:
        for state in (*(step.before for step in one.steps), one.closed):
            parts = (state.declared, state.contested, state.victors)
            if not known or any(a is not b for a, b in zip(known, parts, strict=True)):
                known = parts
                yield state
