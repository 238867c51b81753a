"""The position, and the one function that changes it: the position is `fold(journal)`.

A player's view is the same State, folded from what `see` lets through: the sheets of the others are None in it.
"""

from collections.abc import Callable, Iterable
from functools import reduce
from typing import Any, TypeVar

import msgspec

from . import board, events
from .events import Event, Name, Player

replace = msgspec.structs.replace


class Politician(msgspec.Struct, frozen=True):
    """One card.  `fresh`: how many of his "?" were placed this year; `stress`: SP; `crosses`: Red Crosses (3 = dead)."""

    letter: Name
    printed: int
    place: str
    stress: int = 0
    crosses: int = 0
    suspicion: int = 0
    fresh: int = 0
    cure: bool = False

    @property
    def age(self) -> int:
        """R0.4: printed age and stress points."""
        return self.printed + self.stress


class Stake(msgspec.Struct, frozen=True):
    """Declared IP.  `round` and `rank` say who was first: the lower pair (R2.2, HR-3)."""

    points: int
    round: int
    rank: int = 0


class Ballot(msgspec.Struct, frozen=True):
    """A vote that is going on; `votes` by voter, None: does not vote."""

    matter: str
    politician: Name
    votes: dict[Name, str | None]

    def count(self, vote: str) -> int:
        return sum(cast == vote for cast in self.votes.values())


class Wave(msgspec.Struct, frozen=True):
    """One entry of the Tally Track; without a Politician nobody waved."""

    turn: int
    politician: Name | None
    player: Player | None


class State(msgspec.Struct, frozen=True):
    """Everything the table shows, and the sheets.  The fields from `dice` on serve the open phase and start empty in each."""

    seats: tuple[Player, ...] = ()
    turn: int = 0
    phase: str = "setup"
    people: dict[Name, Politician] = {}
    slots: dict[str, Name] = {}
    declared: dict[Name, dict[Player, Stake]] = {}
    recorded: dict[Player, dict[Name, int] | None] = {}
    round: int = 0
    waves: tuple[Wave, ...] = ()
    over: bool = False
    winners: tuple[Player, ...] = ()
    ended_by: str = ""
    # the open phase
    dice: dict[str, int] = {}
    acting: Name | None = None
    tried: tuple[str, ...] = ()
    acquitted: frozenset[Name] = frozenset()
    closed: frozenset[Name] = frozenset()
    ballot: Ballot | None = None
    defeats: tuple[tuple[Name, tuple[Name, ...]], ...] = ()
    steps: frozenset[tuple[Name, Name]] = frozenset()
    finished: frozenset[Name] = frozenset()

    def holder(self, slot: str) -> Politician | None:
        """Who sits in this slot, at the Sanatorium or not."""
        letter = self.slots.get(slot)
        return None if letter is None else self.people[letter]

    def active(self, slot: str) -> Politician | None:
        """R0.5: who sits in this Politburo slot and is not at the Sanatorium."""
        holder = self.holder(slot)
        return holder if holder is not None and not holder.cure else None

    def politburo(self) -> list[Politician]:
        """The members in voting order."""
        return [self.people[self.slots[slot]] for slot in board.POLITBURO if slot in self.slots]

    def at(self, area: str) -> list[Politician]:
        """Everyone in an area (people, siberia, wall, retired), by card letter."""
        return [p for p in self.people.values() if p.place == area]

    def vacant(self, slots: Iterable[str]) -> list[str]:
        return [slot for slot in slots if slot not in self.slots]

    def controller(self, name: Name) -> Player | None:
        """R2.2: most declared IP; a tie goes to whoever reached his total first."""
        stakes = self.declared.get(name)
        if not stakes:
            return None
        return min(stakes, key=lambda player: (-(s := stakes[player]).points, s.round, s.rank))

    def shown(self, player: Player, name: Name) -> int:
        """His declared total on this Politician."""
        stake = self.declared.get(name, {}).get(player)
        return stake.points if stake else 0

    def written(self, player: Player, name: Name) -> int:
        """His recorded total there; 0 where the sheet is unknown."""
        return (self.recorded.get(player) or {}).get(name, 0)

    def credited(self, player: Player) -> int:
        """Waves that count for this faction."""
        return sum(wave.player == player for wave in self.waves)


E = TypeVar("E", bound=Event)
_CHANGES: dict[type[Event], Callable[[State, Any], State]] = {}


def _on(kind: type[E]) -> Callable[[Callable[[State, E], State]], Callable[[State, E], State]]:
    def register(change: Callable[[State, E], State]) -> Callable[[State, E], State]:
        _CHANGES[kind] = change
        return change

    return register


def evolve(state: State, event: Event) -> State:
    """The position after one more event.  Events that change nothing on the table leave it as it is."""
    change = _CHANGES.get(type(event))
    return state if change is None else change(state, event)


def fold(journal: Iterable[Event], start: State | None = None) -> State:
    """The position that a journal leads to."""
    return reduce(evolve, journal, start or State())


def _put(state: State, politician: Politician) -> State:
    return replace(state, people={**state.people, politician.letter: politician})


def _place(state: State, politician: Politician, to: str) -> State:
    """Move him, keeping the index of slots right."""
    slots = {slot: name for slot, name in state.slots.items() if name != politician.letter}
    if to in board.RANK and to not in board.AREAS:
        slots[to] = politician.letter
    people = {**state.people, politician.letter: replace(politician, place=to)}
    return replace(state, people=people, slots=slots)


def _without(declared: dict[Name, dict[Player, Stake]], name: Name) -> dict[Name, dict[Player, Stake]]:
    return {who: stakes for who, stakes in declared.items() if who != name}


@_on(events.GameStarted)
def _started(state: State, event: events.GameStarted) -> State:
    return replace(state, seats=event.seats, recorded=dict.fromkeys(event.seats))


@_on(events.Dealt)
def _dealt(state: State, event: events.Dealt) -> State:
    people = {
        name: Politician(name, c.printed, c.place, crosses=c.crosses) for name, c in event.cards.items()
    }
    slots = {c.place: name for name, c in event.cards.items() if c.place not in board.AREAS}
    return replace(state, people=people, slots=slots)


@_on(events.InfluenceRecorded)
def _recorded(state: State, event: events.InfluenceRecorded) -> State:
    return replace(state, recorded={**state.recorded, event.player: event.sheet})


@_on(events.PhaseOpened)
def _opened(state: State, event: events.PhaseOpened) -> State:
    people = state.people
    if event.turn != state.turn:  # a "?" of this year becomes one of an earlier year (R17.2)
        people = {n: replace(p, fresh=0) if p.fresh else p for n, p in people.items()}
    return replace(
        state,
        turn=event.turn,
        phase=event.phase,
        people=people,
        dice={},
        acting=None,
        tried=(),
        acquitted=frozenset(),
        closed=frozenset(),
        ballot=None,
        defeats=(),
        steps=frozenset(),
        finished=frozenset(),
    )


@_on(events.Acting)
def _acting(state: State, event: events.Acting) -> State:
    return replace(state, acting=event.politician)


@_on(events.Finished)
def _finished(state: State, event: events.Finished) -> State:
    return replace(state, finished=state.finished | {event.actor})


@_on(events.Rolled)
def _rolled(state: State, event: events.Rolled) -> State:
    purpose = event.label.rpartition(" #")[0]
    return replace(state, dice={**state.dice, purpose: state.dice.get(purpose, 0) + 1})


@_on(events.InfluenceDeclared)
def _declared(state: State, event: events.InfluenceDeclared) -> State:
    stakes = {**state.declared.get(event.politician, {}), event.player: Stake(event.points, event.round)}
    return replace(
        state, declared={**state.declared, event.politician: stakes}, round=max(event.round, state.round)
    )


@_on(events.TieBroken)
def _tie_broken(state: State, event: events.TieBroken) -> State:
    stakes = dict(state.declared[event.politician])
    stakes[event.first] = replace(stakes[event.first], rank=0)
    for other in event.others:
        stakes[other] = replace(stakes[other], rank=1)
    return replace(state, declared={**state.declared, event.politician: stakes})


@_on(events.InfluenceLost)
def _lost(state: State, event: events.InfluenceLost) -> State:
    stakes = dict(state.declared.get(event.politician, {}))
    stakes.pop(event.player, None)
    declared = _without(state.declared, event.politician) | ({event.politician: stakes} if stakes else {})
    sheet = state.recorded.get(event.player)
    if sheet is None:
        return replace(state, declared=declared)
    left = {**sheet, event.politician: sheet.get(event.politician, 0) - event.points}
    return replace(state, declared=declared, recorded={**state.recorded, event.player: left})


@_on(events.WentToSanatorium)
def _went(state: State, event: events.WentToSanatorium) -> State:
    return _put(state, replace(state.people[event.politician], cure=True))


@_on(events.CameBack)
def _came_back(state: State, event: events.CameBack) -> State:
    return _put(state, replace(state.people[event.politician], cure=False))


@_on(events.Aged)
def _aged(state: State, event: events.Aged) -> State:
    politician = state.people[event.politician]
    return _put(state, replace(politician, stress=politician.stress + event.years))


@_on(events.SentToSiberia)
def _exiled(state: State, event: events.SentToSiberia) -> State:
    cleared = replace(state.people[event.politician], suspicion=0, fresh=0, cure=False)
    tried = (*state.tried, event.how) if event.how != "purge" else state.tried
    return _place(replace(state, tried=tried), cleared, board.SIBERIA)


@_on(events.BallotOpened)
def _ballot(state: State, event: events.BallotOpened) -> State:
    return replace(state, ballot=Ballot(event.matter, event.politician, {}))


@_on(events.VoteFixed)
def _voted(state: State, event: events.VoteFixed) -> State:
    ballot = state.ballot or Ballot("", "", {})
    return replace(state, ballot=replace(ballot, votes={**ballot.votes, event.voter: event.vote}))


@_on(events.Acquitted)
def _acquitted(state: State, event: events.Acquitted) -> State:
    name = event.politician
    freed = replace(state.people[name], suspicion=0, fresh=0)
    state = replace(state, ballot=None, acquitted=state.acquitted | {name}, tried=(*state.tried, "trial"))
    return _put(state, freed)


@_on(events.Convicted)
def _convicted(state: State, event: events.Convicted) -> State:
    return replace(state, ballot=None)


@_on(events.Suspected)
def _suspected(state: State, event: events.Suspected) -> State:
    suspect = state.people[event.politician]
    return _put(state, replace(suspect, suspicion=suspect.suspicion + 1, fresh=suspect.fresh + 1))


@_on(events.Cleared)
def _cleared(state: State, event: events.Cleared) -> State:
    """The oldest "?" goes first."""
    suspect = state.people[event.politician]
    left = suspect.suspicion - 1
    state = replace(state, closed=state.closed | {event.politician})
    return _put(state, replace(suspect, suspicion=left, fresh=min(suspect.fresh, left)))


@_on(events.HealthRolled)
def _health(state: State, event: events.HealthRolled) -> State:
    patient = state.people[event.politician]
    crosses = 3 if event.dead else min(3, max(0, patient.crosses + event.change))
    return _put(state, replace(patient, crosses=crosses))


@_on(events.Died)
def _died(state: State, event: events.Died) -> State:
    """R6.1: all markers go; what is recorded on him stays on the sheets (R2.3)."""
    buried = replace(state.people[event.politician], suspicion=0, fresh=0, cure=False)
    state = _place(state, buried, board.WALL)
    return replace(state, declared=_without(state.declared, event.politician))


@_on(events.NominationDefeated)
def _defeated(state: State, event: events.NominationDefeated) -> State:
    return replace(state, ballot=None, defeats=(*state.defeats, (event.nominee, event.noes)))


@_on(events.Moved)
def _moved(state: State, event: events.Moved) -> State:
    mover = state.people[event.politician]
    if board.level(event.to) > 2:  # HR-6: who leaves the Politburo loses his Cure marker
        mover = replace(mover, cure=False)
    if event.how in ("promotion", "demotion") and event.sponsor is not None:
        state = replace(state, steps=state.steps | {(event.sponsor, event.politician)})
    if event.how == "election":
        state = replace(state, ballot=None)
    return _place(state, mover, event.to)


@_on(events.Swapped)
def _swapped(state: State, event: events.Swapped) -> State:
    one, two = state.people[event.politician], state.people[event.other]
    people = {
        **state.people,
        one.letter: replace(one, place=two.place),
        two.letter: replace(two, place=one.place),
    }
    return replace(state, people=people, slots={**state.slots, one.place: two.letter, two.place: one.letter})


@_on(events.Waved)
def _waved(state: State, event: events.Waved) -> State:
    return replace(state, waves=(*state.waves, Wave(event.turn, event.politician, event.player)))


@_on(events.NobodyWaved)
def _nobody(state: State, event: events.NobodyWaved) -> State:
    return replace(state, waves=(*state.waves, Wave(event.turn, None, None)))


@_on(events.Retired)
def _retired(state: State, event: events.Retired) -> State:
    """R10.1: markers and IP go, recorded ones too."""
    name = event.politician
    gone = replace(state.people[name], suspicion=0, fresh=0, cure=False)
    state = _place(state, gone, board.RETIRED)
    sheets = {
        player: sheet if sheet is None else {who: n for who, n in sheet.items() if who != name}
        for player, sheet in state.recorded.items()
    }
    return replace(state, declared=_without(state.declared, name), recorded=sheets)


@_on(events.GameEnded)
def _ended(state: State, event: events.GameEnded) -> State:
    return replace(state, over=True, winners=event.winners, ended_by=event.clause)


@_on(events.Ruled)
def _ruled(state: State, event: events.Ruled) -> State:
    """Who left the Politburo is not voted on any longer; nor is a Party Chief elected where there is one."""
    state = fold(event.facts, state)
    ballot = state.ballot
    if ballot is None:
        return state
    gone = state.people[ballot.politician].place not in board.POLITBURO
    elected = ballot.matter == "nomination" and "PC" in state.slots
    return replace(state, ballot=None) if gone or elected else state
