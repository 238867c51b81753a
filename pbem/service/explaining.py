"""`pbem explain` and WHY: an event, by which rule, who was asked and answered from which letter, the dice, and what came later (E22)."""

import json
import re
from collections.abc import Iterator, Sequence
from datetime import datetime
from typing import Any, NamedTuple

from pbem.engine import board, codec, events, view
from pbem.engine.events import MODERATOR, Event, Player
from pbem.engine.journal import effective, in_force
from pbem.engine.state import evolve, fold
from pbem.report import told_alone
from pbem.report.explained import Case, Question, text
from pbem.report.naming import names_of, one_line
from pbem.store.database import transaction
from pbem.store.tables import OVER

from . import numbering, revealing
from .cases import case_of
from .errors import ServiceError, UsageError
from .evidence import Story
from .record import Record
from .showing import seat_of
from .site import Site
from .start import record_of

_RANGE = re.compile(r"(\d{4})\s*/\s*([a-z]+)", re.IGNORECASE)
_NUMBER = re.compile(r"(#|t)?(\d{1,9})", re.IGNORECASE)
HIDDEN = "{what} is secret from {whom}."


class Explained(NamedTuple):
    """`text`: for the eye; `data`: for programs."""

    text: str
    data: dict[str, Any]


class Listed(NamedTuple):
    """One event of a phase.  `event`: its number in the journal (None for a player); `players`: how players number it (None: secret)."""

    event: int | None
    players: int | None
    what: str


# --- the moderator's command ---


def explain(
    site: Site, game: str, event: str, now: datetime, player: str | None = None, reveal: bool = False
) -> Explained:
    """One event.  `event`: a number of the journal, or "#217" as players number it; `player`: what he may see of it.

    Raises UsageError, ServiceError.
    """
    with transaction(site.engine) as connection:
        record = record_of(connection, game)
        viewer = _reader(record, site, player, now, reveal)
        number = _number(record, event, viewer)
        story = _story(record, viewer, number)
        case = case_of(story)
        lines = text(case)
        if viewer == view.TABLE:
            lines += ["", revealing.hidden(record, "the orders behind it")]
        record.flush()
        return Explained("\n".join(lines), _data(story, case))


def phase(
    site: Site, game: str, which: str, now: datetime, player: str | None = None, reveal: bool = False
) -> list[Listed]:
    """The events of a phase ("1954/purge"), every one that was written, undone ones too.  Raises UsageError, ServiceError."""
    with transaction(site.engine) as connection:
        record = record_of(connection, game)
        viewer = _reader(record, site, player, now, reveal)
        turn, name = _phase(which)
        journal = record.events()
        counted, forced = numbering.numbers(record, journal), set(in_force(journal))
        record.flush()
        found = list(_listed(record, viewer, journal, counted, forced, turn, name))
    if not found:
        raise ServiceError(f"{which} has not been played in {game}.")
    return found


def is_phase(event: str) -> bool:
    """Does it name a phase rather than an event?"""
    return "/" in event


def _reader(record: Record, site: Site, player: str | None, now: datetime, reveal: bool) -> Player:
    """Who reads: the moderator, a player, or in a blind game the table."""
    if player is not None:
        who = seat_of(record, player)
        revealing.must(
            record, site.config, f"what {one_line(record.seat_rows[who].name)} may know", now, reveal, who
        )
        return who
    return (
        MODERATOR if revealing.ask(record, site.config, "how events came about", now, reveal) else view.TABLE
    )


def _number(record: Record, event: str, viewer: Player) -> int:
    """The number in the journal.  Raises UsageError."""
    found = _NUMBER.fullmatch(event.strip().strip("[]"))
    if found is None:
        raise UsageError(
            f"{event!r} is no event: write its number in the journal, like 640, or “#217” as players number it, or a phase like 1954/purge."
        )
    number = int(found[2])
    if found[1] or viewer in record.seat_rows:
        told = numbering.event_of(record, number)
        if told is None:
            raise UsageError(
                f"Players know no event {number} in {record.row.name}; so far they have seen {record.row.shown}."
            )
        return told
    if not 1 <= number <= record.row.events:
        raise UsageError(
            f"There is no event {number} in {record.row.name}; its journal holds {record.row.events}."
        )
    return number


def _phase(which: str) -> tuple[int, str]:
    """Raises UsageError."""
    found = _RANGE.fullmatch(which.strip())
    known = ("setup", *board.PHASES)
    if found is None or found[2].lower() not in known or int(found[1]) < board.FIRST_YEAR - 1:
        raise UsageError(f"{which!r} is no phase: write it like 1954/purge; phases are {', '.join(known)}.")
    return int(found[1]) - board.FIRST_YEAR + 1, found[2].lower()


def _story(record: Record, viewer: Player, number: int) -> Story:
    story = Story(record, viewer, number)
    if story.face(number) is None:
        whom = "the table" if viewer == view.TABLE else f"{record.seat_rows[viewer].name}"
        raise ServiceError(HIDDEN.format(what=f"Event {number} of {record.row.name}", whom=whom))
    return story


# --- lists and data ---


def _listed(
    record: Record,
    viewer: Player,
    journal: Sequence[Event],
    counted: Sequence[int],
    forced: set[int],
    turn: int,
    name: str,
) -> Iterator[Listed]:
    """Each event of that phase in words, with the position in force before it."""
    names = names_of(record.rules, record.seats)
    me = viewer if viewer in record.seat_rows else None
    state = fold(())
    for number, event in enumerate(journal, 1):
        face = event.seen_by(viewer)
        if isinstance(event, events.Rewound):
            state = fold(view.see(viewer, effective(journal[:number])))
        here = (
            (event.turn, event.phase) if isinstance(event, events.PhaseOpened) else (state.turn, state.phase)
        )
        if face is None:
            continue
        if here == (turn, name):
            words = told_alone.alone(names, state, face, me)
            gone = "" if number in forced else " (undone)"
            own = number if viewer == MODERATOR else None
            yield Listed(own, counted[number - 1] or None, f"{words}{gone}")
        if not isinstance(event, events.Rewound):
            state = evolve(state, face)


def _data(story: Story, case: Case) -> dict[str, Any]:
    """For programs."""
    return {
        "game": story.record.row.name,
        "event": story.number if story.full else None,
        "players_number": story.shown(story.number) or None,
        "kind": type(story.event).__name__,
        "fact": json.loads(codec.encode(_shown(story))) if story.full else None,
        "words": case.words,
        "in_force": story.is_in_force,
        "rules": [number for number, _, _ in case.rules],
        "before": list(case.standing),
        "questions": [_asked(one) for one in case.questions],
        "follows": case.follows,
        "around": [one._asdict() for one in case.around],
        "dice": list(case.dice),
        "house": list(case.house),
        "later": [one._asdict() for one in case.later],
    }


def _shown(story: Story) -> Event:
    """Diaries are sealed until the game is over."""
    return story.event if story.record.row.status == OVER else told_alone.covered(story.event)


def _asked(one: Question) -> dict[str, Any]:
    source = one.source
    return {
        "asked": one.asked,
        "options": list(one.options),
        "answer": one.answer,
        "order": source.order if source else None,
        "by": source.by if source else "",
        "letter": source.letter if source else "",
        "received": source.received.isoformat() if source and source.received else None,
        "line": source.row if source else 0,
        "typed": source.typed if source else "",
        "barred": list(one.barred),
    }
