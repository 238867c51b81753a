"""A game's rules as one value.  A variant is a function from Rules to Rules that wraps or replaces policies."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

import msgspec

from .events import Event, Name, Player
from .questions import Step
from .state import Politician, State

if TYPE_CHECKING:
    from .table import Table


class PoliticianCard(msgspec.Struct, frozen=True):
    """What is printed on a card; `strength` and `weakness` are office codes."""

    letter: Name
    name: str
    age: int
    strength: str
    weakness: str

    @property
    def surname(self) -> str:
        return self.name.rpartition(" ")[2]


class HealthRow(msgspec.Struct, frozen=True):
    """For one age, the highest roll that still has this result (`data/health.toml`)."""

    dead: int
    two: int
    one: int
    keep: int


class HealthChart(msgspec.Struct, frozen=True):
    """R6.1: rows by age, for members at work and at the Sanatorium."""

    name: str
    at_work: dict[int, HealthRow]
    sanatorium: dict[int, HealthRow]


Reasons = tuple[tuple[str, int], ...]


class Closing(NamedTuple):
    """What it costs, in SP, to remove a "?" from somebody, and the house ruling that says so, if one does."""

    cost: int
    ruling: str | None = None


@dataclass(frozen=True)
class Rules:
    """Policies by what they decide; each field cites the clause that it is for."""

    name: str
    cards: Mapping[Name, PoliticianCard]  # R1.2
    first_chief: Name  # R1.2: starts as Party Chief, Sick
    chart: HealthChart  # R6.1
    sheet: tuple[int, ...]  # R1.3: the numbers each player records, each once
    may_hold: Callable[[State, Name], bool]  # R1.3: may influence be recorded on him?
    phases: Mapping[str, "Callable[[Table], Step[None]]"]
    break_tie: "Callable[[Table, Name, tuple[Player, ...]], Step[Player]]"  # R2.2, R17.7
    aging: Callable[[State, Politician], Reasons]  # R3.3, R14.2
    aging_cap: int | None  # R16.2, R17.1
    purge_modifiers: tuple[Callable[[State, Politician], int], ...]  # R4.2, R14.3
    exile: Callable[[State, Name], Iterable[Event]]  # R4.8: what goes with him
    accusable: Callable[[Politician], bool]  # R5.1
    trial_bars_condemnation: bool  # R5.1, HR-31
    closing: Callable[[Politician], Closing]  # R5.5, R17.2
    after_spy: Callable[[State], Iterable[Event]]  # R17.2
    funeral_succession: tuple[str, ...]  # R0.3
    nominee_votes: bool  # R7.2, R17.3
    sponsor_levels: Mapping[int, tuple[int, ...]]  # R8.4, R8.6: level of the sponsor -> levels he fills
    wave_needs: Mapping[int, int]  # R9.2: Red Crosses -> needed on d20
    after_wave: Callable[[State], Iterable[Event]]  # R11.1
    after_funeral: Callable[[State], Iterable[Event]]  # R11.2
    after_replacement: Callable[[State], Iterable[Event]]  # R17.6
    after_retirement: Callable[[State, int], Iterable[Event]]  # R8.10; how many have just retired


Variant = Callable[[Rules], Rules]
