"""Where `pbem undo` goes back to: an event, the beginning of a phase, or before the last resolution.

The game can stand between two phases, or at a question of a phase.  An event in between is followed by facts that nobody is asked
about: those belong to it.
"""

import re
from collections.abc import Sequence
from typing import NamedTuple

from pbem.engine import board, run, view
from pbem.engine.events import (
    Conceded,
    Event,
    InfluenceRecorded,
    PhaseClosed,
    PhaseOpened,
    Player,
    SaltsPublished,
)
from pbem.engine.journal import in_force
from pbem.engine.state import State, fold
from pbem.tempo import session as session_of

from .errors import ServiceError, UsageError
from .record import Record

LAST, CONCESSION = "last", "concession"
HOW = "--to is the number of an event, a phase like 1954/purge, last, or concession"
_SETUP = "setup"


class Point(NamedTuple):
    """A place in the story.

    `to`: the number of the last event that stays; `turn`, `phase`: the phase that begins there, or stands open; `opened`: the number of
    its opening if it does, else 0; `session`: it and the phases that one deadline resolves with it; `resolved`: up to which event the
    session that is undone was resolved, in the journal as it is.
    """

    to: int
    turn: int
    phase: str
    opened: int
    session: tuple[str, ...]
    resolved: int


def find(record: Record, wanted: str) -> Point:
    """What the moderator means.  Raises UsageError for what cannot be read, ServiceError where the game cannot go."""
    journal = record.events()
    word = wanted.strip().casefold() or LAST
    if word == LAST:
        to = before_last(journal)
    elif word == CONCESSION:
        to = _before_concession(journal)
    elif word.isdecimal():
        to = int(word)
        if not 0 < to <= len(journal):
            raise UsageError(f"There is no event {to} in {record.row.name}: its journal has {len(journal)}.")
    else:
        to = _before_phase(journal, *_phase(word))
    return at(record, journal, to)


def at(record: Record, journal: Sequence[Event], to: int) -> Point:
    """The place after event `to`, and after what follows from it by itself.  Raises ServiceError."""
    to = max(_out_of_sheets(journal, to), _dealt(journal))
    numbers = in_force(journal[:to])
    opened = _open(journal, numbers)
    if opened:
        to, question = _by_itself(record, journal, numbers, opened)
        numbers = in_force(journal[:to])
        opened = opened if question else 0
    if not in_force_after(journal, to):
        raise ServiceError(f"Nothing has happened in {record.row.name} since then: there is nothing to undo.")
    state = fold(journal[number - 1] for number in numbers)
    if opened:
        return Point(
            to, state.turn, state.phase, opened, _session(record, journal, numbers), _resolved(journal, to)
        )
    coming = PhaseOpened(1, _SETUP) if state.phase == _SETUP and not _begun(journal, numbers) else None
    coming = coming or run.following(state)
    if coming is None:
        raise ServiceError("There the game was over; go back to an earlier event.")
    session = session_of(record.row.tempo, coming.phase)
    return Point(to, coming.turn, coming.phase, 0, session, _resolved(journal, to))


def in_force_after(journal: Sequence[Event], to: int) -> list[int]:
    """The numbers of what stands now and would no longer."""
    return [number for number in in_force(journal) if number > to]


def before_last(journal: Sequence[Event]) -> int:
    """The number of the last event before the session that was resolved last, or is being resolved.  Raises ServiceError."""
    numbers = in_force(journal)
    for place in reversed(range(len(numbers))):
        event = journal[numbers[place] - 1]
        if isinstance(event, PhaseOpened) and event.deadline:
            return numbers[place - 1]
    raise ServiceError("Nothing has been resolved yet: there is nothing to undo.")


def _before_concession(journal: Sequence[Event]) -> int:
    """The number of the last event before the last CONCEDE.  Raises ServiceError."""
    numbers = in_force(journal)
    for place in reversed(range(len(numbers))):
        if isinstance(journal[numbers[place] - 1], Conceded):
            return numbers[place - 1]
    raise ServiceError("Nobody has conceded, or it is undone already.")


def _before_phase(journal: Sequence[Event], turn: int, phase: str) -> int:
    numbers = in_force(journal)
    for place in reversed(range(len(numbers))):
        event = journal[numbers[place] - 1]
        if isinstance(event, PhaseOpened) and (
            event.phase == phase == _SETUP or (event.turn, event.phase) == (turn, phase)
        ):
            return numbers[place - 1]
    raise ServiceError(f"{board.year(turn)}/{phase} has not been played, or is undone already.")


def _phase(word: str) -> tuple[int, str]:
    """`1954/purge`, `4/purge` or `setup`.  Raises UsageError."""
    if word == _SETUP:
        return 1, _SETUP
    found = re.fullmatch(r"(\d+)\s*/\s*(\w+)", word)
    if found is None:
        raise UsageError(f"{word!r} is no place in a game; {HOW}.")
    number, phase = int(found[1]), found[2]
    if phase not in board.PHASES:
        raise UsageError(f"There is no phase {phase!r}; the phases are {', '.join(board.PHASES)}.")
    turn = number - board.year(0) if number > board.LAST_TURN else number
    if not 0 < turn <= board.LAST_TURN:
        first, last = board.year(1), board.year(board.LAST_TURN)
        raise UsageError(
            f"{word!r}: the years of a game are {first} to {last}, its turns 1 to {board.LAST_TURN}."
        )
    return turn, phase


def _out_of_sheets(journal: Sequence[Event], to: int) -> int:
    """All sheets are recorded at once, with the opening of the set-up phase: back into set-up means before that."""
    while to and isinstance(journal[to - 1], InfluenceRecorded | SaltsPublished):
        to -= 1
    return to


def _dealt(journal: Sequence[Event]) -> int:
    """The deal is the beginning of a game; nothing goes back before it."""
    for number, event in enumerate(journal):
        if isinstance(event, InfluenceRecorded | PhaseOpened):
            return min(number, _first_of_desk(journal))
    return _first_of_desk(journal)


def _first_of_desk(journal: Sequence[Event]) -> int:
    """How many events the deal has: what a desk or a player does comes later."""
    from pbem.engine.events import Decreed, Rewound, Ruled

    for number, event in enumerate(journal):
        if isinstance(event, Conceded | Decreed | Rewound | Ruled):
            return number
    return len(journal)


def _open(journal: Sequence[Event], numbers: Sequence[int]) -> int:
    """The number of the opening of the phase that stands open there; 0 between phases."""
    for number in reversed(numbers):
        event = journal[number - 1]
        if isinstance(event, PhaseClosed):
            return 0
        if isinstance(event, PhaseOpened):
            return number
    return 0


def _begun(journal: Sequence[Event], numbers: Sequence[int]) -> bool:
    """Have the sheets been recorded?"""
    return any(isinstance(journal[number - 1], PhaseOpened) for number in numbers)


def _session(record: Record, journal: Sequence[Event], numbers: Sequence[int]) -> tuple[str, ...]:
    """The open phase, and those that the deadline of its session resolves after it."""
    opened = [e for n in numbers if isinstance(e := journal[n - 1], PhaseOpened)]
    now = opened[-1].phase
    first = next((event.phase for event in reversed(opened) if event.deadline), now)
    phases = session_of(record.row.tempo, first)
    return phases[phases.index(now) :] if now in phases else (now,)


def _resolved(journal: Sequence[Event], to: int) -> int:
    """The end of the resolution that goes on after `to`: where the next session is resolved, or the journal ends."""
    begins = [n for n, e in enumerate(journal, 1) if n > to and isinstance(e, PhaseOpened) and e.deadline]
    middle = bool(_open(journal, in_force(journal[:to])))
    later = begins if middle else begins[1:]
    end = later[0] if later else len(journal) + 1
    closed = [n for n, e in enumerate(journal, 1) if to < n < end and isinstance(e, PhaseClosed)]
    standing_open = not later and bool(_open(journal, in_force(journal)))
    return closed[-1] if closed and not standing_open else len(journal) + 1


def _by_itself(
    record: Record, journal: Sequence[Event], numbers: Sequence[int], opened: int
) -> tuple[int, bool]:
    """The last event that follows by itself, and whether a question waits there.  Raises ServiceError."""
    before = [journal[number - 1] for number in numbers if number <= opened]
    written = [journal[number - 1] for number in numbers if number > opened]
    base = fold(before)
    try:
        result = run.advance(base, _bases(base, before), written, record.rules, run.Nobody(), record.dice())
    except run.Diverged as error:
        raise ServiceError(
            f"The program has changed and tells this phase otherwise ({error}); go back to the beginning of a phase."
        ) from error
    to = numbers[-1]
    if result.events != list(journal[to : to + len(result.events)]):
        raise ServiceError(
            "The program has changed and tells this phase otherwise; go back to the beginning of a phase."
        )
    return to + len(result.events), result.question is not None


def _bases(base: State, before: Sequence[Event]) -> dict[Player, State]:
    return {player: fold(view.see(player, before)) for player in base.seats}
