"""The public story year by year: what pictures, figures and awards are made from.

`annals` folds the story once; everything else looks at the positions and facts that it has kept.
"""

from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from typing import NamedTuple, TypeVar

from pbem.engine import board, codec
from pbem.engine.events import Event, Name, PhaseClosed, PhaseOpened, Player
from pbem.engine.state import State, evolve

E = TypeVar("E", bound=Event)


class Step(NamedTuple):
    """A fact with the position before it, and where it stands in the story."""

    at: int
    before: State
    event: Event


class Reign(NamedTuple):
    """Who sat in an office from one moment on, and who controlled him; `since`: as `Phase.place`."""

    letter: str
    player: Player | None
    since: float


class Phase(NamedTuple):
    """A phase that was played.  `place`: where it lies in the game, in years from its beginning (1.125: Purge Phase of 1952)."""

    turn: int
    phase: str
    closed: State

    @property
    def place(self) -> float:
        return place_of(self.turn, self.phase)


def place_of(turn: int, phase: str) -> float:
    """In years from the beginning: where this phase begins."""
    number = board.PHASES.index(phase) if phase in board.PHASES else 0
    return turn - 1 + number / len(board.PHASES)


class Year(NamedTuple):
    """A year as far as it was played.  `opened`, `closed`: the position at its beginning and end."""

    turn: int
    opened: State
    closed: State
    steps: tuple[Step, ...]

    def of(self, *kinds: type[E]) -> Iterator[tuple[State, E]]:
        """Its facts of these kinds, each with the position before it."""
        for step in self.steps:
            if isinstance(step.event, kinds):
                yield step.before, step.event

    @property
    def members(self) -> list[str]:
        """The letters of those who sit in the Politburo at its end, in rank."""
        return [p.letter for p in self.closed.politburo()]


class Annals:
    """The story by years.  `upto`: the last year that is told; 0: all."""

    def __init__(self, story: Sequence[Event], upto: int = 0) -> None:
        self.years: list[Year] = []
        self.phases: list[Phase] = []
        self._gather(story, upto)

    def _gather(self, story: Sequence[Event], upto: int) -> None:
        state, steps, turn = State(), list[Step](), 0
        begun = state
        for at, event in enumerate(story):
            if isinstance(event, PhaseOpened) and (event.turn != turn or event.phase == board.PHASES[0]):
                if turn and event.turn != turn:
                    self.years.append(Year(turn, begun, state, tuple(steps)))
                if upto and event.turn > upto:
                    return
                if event.turn != turn:
                    steps = []
                turn, begun = event.turn, state if event.phase != "setup" else begun
            steps.append(Step(at, state, event))
            state = evolve(state, event)
            if isinstance(event, PhaseOpened) and event.phase == "setup":
                begun = state
            if isinstance(event, PhaseClosed) and event.phase != "setup":
                self.phases.append(Phase(event.turn, event.phase, state))
        if turn:
            self.years.append(Year(turn, begun, state, tuple(steps)))
            last = self.phases[-1] if self.phases else None
            if last is None or (last.turn, last.phase) != (state.turn, state.phase):  # it ended in the middle
                self.phases.append(Phase(turn, state.phase, state))

    @property
    def first(self) -> State:
        """The position when the first year began."""
        return self.years[0].opened

    @property
    def last(self) -> State:
        return self.years[-1].closed

    @property
    def span(self) -> int:
        """How many years there are."""
        return self.years[-1].turn

    @cached_property
    def end(self) -> float:
        """Where the story ends, in years from its beginning."""
        if not self.phases:
            return float(self.span)
        return self.phases[-1].place + 1 / len(board.PHASES)

    @cached_property
    def most_shown(self) -> dict[tuple[Player, Name], int]:
        """The highest total that each player ever showed on each Politician."""
        found: dict[tuple[Player, Name], int] = {}
        known: object = None
        for state in (*(step.before for one in self.years for step in one.steps), self.last):
            if state.declared is known:
                continue
            known = state.declared
            for letter, stakes in state.declared.items():
                for player, stake in stakes.items():
                    found[player, letter] = max(stake.points, found.get((player, letter), 0))
        return found

    def reigns(self, slot: str) -> list[Reign]:
        """Who held this office phase by phase, as it was when each phase closed; a vacancy has no letter."""
        found = [_reign(self.first, slot, 0.0)]
        for phase in self.phases:
            here = _reign(phase.closed, slot, phase.place)
            if here[:2] != found[-1][:2]:
                found.append(here)
        return [one for n, one in enumerate(found) if n + 1 == len(found) or found[n + 1].since > one.since]


def _reign(state: State, slot: str, since: float) -> Reign:
    who = state.holder(slot)
    return Reign("", None, since) if who is None else Reign(who.letter, state.controller(who.letter), since)


_MOST = 8
_kept: dict[tuple[int, tuple[bytes, ...]], Annals] = {}


def annals_of(story: Sequence[Event], upto: int = 0) -> Annals:
    """The same, folded once for all who read of it."""
    key = upto, tuple(map(codec.encode, story))
    if key not in _kept:
        if len(_kept) >= _MOST:
            _kept.clear()
        _kept[key] = Annals(story, upto)
    return _kept[key]


def parades(story: Iterable[Event]) -> list[int]:
    """The years whose parade is over in this story."""
    return [e.turn for e in story if isinstance(e, PhaseClosed) and e.phase == board.PHASES[-1]]
