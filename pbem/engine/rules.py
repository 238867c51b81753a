"""A game's rules as one value.  A variant is a function from Rules to Rules that wraps or replaces policies."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

import msgspec

from .events import Announced, Card, Event, Name, Player
from .questions import Heard, Step
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


class IntrigueCard(msgspec.Struct, frozen=True, omit_defaults=True):
    """R15.4a: what is printed on an Intrigue card; `data/intrigue.toml` explains `when`, `on` and `lasting`.

    `kind`: "blackmail", "first" (R15.4) or "".  `code`: the card of ours whose effect it has; 0: the moderator applies its text.
    """

    number: int
    name: str
    text: str
    when: str
    on: str = ""
    kind: str = ""
    lasting: bool = False
    known: bool = False
    printed: bool = False
    code: int = 0


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
    deal: "Callable[[Rules, bytes], dict[Name, Card]]"  # R1.2, R1.4: from the sealed seed
    sheet_faults: "Callable[[Rules, State, Mapping[Name, int]], list[str]]"  # R1.3, R1.5
    max_suspicion: int  # HR-10, R18.3: how many "?" one may bear by investigations
    deck: Mapping[int, IntrigueCard]  # R15.1, by number; empty without Intrigue
    deck_name: str  # R15.4a: reports name it
    hand_size: int  # R15.1: dealt to each, and the most that one may hold
    switches: frozenset[str]  # what is on: "ties", "revolution=mixed" …
    ten_plus: bool  # R15.6
    settle_late: "Callable[[Table], Step[bool]] | None" = (
        None  # R13: when a window is quiet; True: control moved
    )
    opening: "Callable[[Table], Step[None]] | None" = None  # HR-30, R15.7: before the start window
    intrigue: "Callable[[Table, Announced, Heard], Step[bool]] | None" = (
        None  # R15.2: one round; True: something was played
    )
    acquitting: Callable[[State], int] = lambda state: 2  # R5.2: innocent votes needed
    defeating: Callable[[State], int] = lambda state: 3  # R7.2: noes needed
    voteless: Callable[[State, Name], bool] = lambda state, name: False  # R2.8: has he lost his vote?
    sanatorium_open: Callable[[State], bool] = lambda state: True  # R3.1: may anybody go there?
    health_modifiers: tuple[Callable[[State, Politician], int], ...] = ()  # R6.1: added to the die
    first_purge: Callable[[State], str | None] = lambda state: None  # R15.4: the slot to be attempted first
    after_parade: "Callable[[Table], Step[None]] | None" = None  # R15.6
