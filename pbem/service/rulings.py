"""`pbem rule`: the moderator's word as an event.  It answers a card without code (HR-39), or mends the position between phases."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from functools import partial
from typing import Any, NamedTuple

from sqlalchemy import Connection

from pbem.engine.codec import encode
from pbem.engine.events import Fact, Player, Ruled
from pbem.engine.state import State
from pbem.report.brief import Rendered
from pbem.report.differences import differences
from pbem.report.naming import names_of, one_line
from pbem.report.prose import HELD, wrap
from pbem.store.database import transaction
from pbem.store.tables import OVER

from . import corrections
from .errors import ServiceError, UsageError
from .mailing import aware, queue
from .record import Record
from .resolving import carry_on
from .showing import iso
from .site import Site
from .start import record_of

LONGEST = 600


class Ruling(NamedTuple):
    """What a ruling changed, or would change."""

    text: str
    data: dict[str, Any]


def rule(
    site: Site, game: str, texts: Sequence[str], because: str, now: datetime, dry_run: bool = False
) -> Ruling:
    """Impose what the texts say (E21), or nothing at all where only a question is to be settled; the players are told.

    An open phase goes on from the question.  Raises UsageError, ServiceError.
    """
    with transaction(site.engine) as connection:
        record, words = _ruled_game(connection, game), _words(because)
        facts = corrections.facts_of(record.rules, record.state, record.lexicon, texts)
        asked = record.open_phase() is not None
        if not facts and not asked:
            raise ServiceError(
                f"Nothing would change in {game}, and no card waits for a ruling: nothing is ruled."
            )
        before, seen = record.state, dict(record.views())
        after = corrections.applied(before, facts)
        names = names_of(record.rules, record.seats)
        changes = [change.replace(HELD, " ") for change in differences(names, before, after)]
        if not dry_run:
            record.write([Ruled(words, facts)])
            if asked:
                carry_on(record, site.config, now)
            else:
                _tell(record, site, words, seen, now)
                record.flush()
        remarks = corrections.remarks(record.rules, record.lexicon, before, after)
        return _result(record, changes, facts, asked, dry_run, remarks)


def _ruled_game(connection: Connection, game: str) -> Record:
    record = record_of(connection, game)
    if record.row.status == OVER:
        raise ServiceError(f"{game} is over; nothing can be ruled any more.")
    if record.row.session == "setup" and record.open_phase() is None:
        raise ServiceError(f"{game} has not begun; there is nothing to rule on yet.")
    return record


def _words(because: str) -> str:
    words = one_line(because, LONGEST)
    if not words:
        raise UsageError("--because needs your words: they stand in everybody's report.")
    return words


def _tell(record: Record, site: Site, words: str, seen: Mapping[Player, State], now: datetime) -> None:
    """Between phases everybody learns of it at once; in an open phase the report tells it."""
    for seat in record.seats:
        write = partial(_told, words=words, me=seat.colour, before=seen[seat.colour])
        queue(record, site.config, seat.colour, "notice", write, now)


def _told(record: Record, words: str, me: Player, before: State) -> Rendered:
    """To one player: the moderator's words, and what they change for him."""
    changes = differences(names_of(record.rules, record.seats), before, record.views()[me])
    lines = [*wrap(f"The moderator rules: “{words}”."), ""]
    lines += [line for change in changes for line in wrap(f"{change}.", "  ", "    ")]
    lines += ["", *wrap("Your orders stand as they are; look at them again if this touches them.")]
    return Rendered(f"[{record.row.name}] a ruling", "\n".join(lines))


def _result(
    record: Record,
    changes: Sequence[str],
    facts: Sequence[Fact],
    asked: bool,
    dry_run: bool,
    remarks: Sequence[str],
) -> Ruling:
    row = record.row
    text = [f"{change}." for change in changes] or ["Nothing changes on the table."]
    text += [f"Remark: {remark}" for remark in remarks]
    if asked and dry_run:
        text.append(f"Then the phase that stands open in {row.name} goes on, and the report is sent.")
    elif asked:
        text.append(_where(record))
    data = {
        "game": row.name,
        "changes": list(changes),
        "remarks": list(remarks),
        "facts": [encode(fact).decode() for fact in facts],
        "dry_run": dry_run,
        "session": row.session,
        "deadline": iso(row.deadline),
        "held": row.held,
        "over": record.state.over,
    }
    return Ruling("\n".join(text), data)


def _where(record: Record) -> str:
    """How far the game has come."""
    row = record.row
    if row.held:
        return f"The game is on hold again: {row.held}."
    deadline = aware(row.deadline)
    if deadline is None:
        return "The game is over."
    return f"The game has gone on; the next deadline is {deadline:%Y-%m-%d %H:%M} UTC."
