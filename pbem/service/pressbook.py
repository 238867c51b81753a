"""What players have written to each other, to look at: by the moderator who asks for it, and in the archive of a finished game."""

from collections.abc import Iterator
from datetime import datetime
from typing import Any, NamedTuple

from sqlalchemy import select

from pbem.deadlines import the_zone
from pbem.engine.board import year
from pbem.report import press_told
from pbem.report.prose import count
from pbem.store.database import transaction

from . import revealing
from .mailing import aware
from .press import PRESS
from .record import Record
from .resolving import now_utc
from .site import Site
from .start import record_of

#: What a blind moderator looks at with --press --reveal.
PRIVATE = "what players have written to each other"


class Said(NamedTuple):
    """A message.  `author`: a colour, or "anonymous"; `to`: colours joined by spaces, or "all"."""

    sent: datetime
    year: int
    author: str
    to: str
    text: str


class Book(NamedTuple):
    """All messages of a game: `text` as a person reads them, `data` for scripts."""

    text: str
    data: list[Said]


def book(site: Site, game: str, reveal: bool, now: datetime | None = None) -> Book:
    """What was said to everybody; `reveal`: every message of a game, with the authors of anonymous ones.  Raises UsageError."""
    with transaction(site.engine) as connection:
        record = record_of(connection, game)
        if reveal:
            revealing.ask(record, site.config, PRIVATE, now or now_utc(), True)
            record.flush()
        rows = _rows(record)
        shown = [row for row in rows if reveal or _to_all(record, row)]
        said = [_said(record, row, reveal) for row in shown]
        parts = [_told(record, row, reveal, site.config.judge.timezone) for row in shown]
        if hidden := len(rows) - len(shown):
            one = hidden == 1
            parts.append(
                f"{count(hidden, 'private message')} {'is' if one else 'are'} not shown; --reveal shows {'it' if one else 'them'}."
            )
    return Book("\n\n".join(parts) or "There are no messages in this game.", said)


def public(record: Record) -> Iterator[str]:
    """What was said to everybody, for anybody's eyes: who is not named to the players is not named here either."""
    for row in _rows(record):
        if _to_all(record, row):
            yield _told(record, row, reveal=False)


def _rows(record: Record) -> list[Any]:
    return list(
        record.connection.execute(select(PRESS).where(PRESS.c.game == record.id).order_by(PRESS.c.id))
    )


def _said(record: Record, row: Any, reveal: bool) -> Said:
    author = "anonymous" if row.anonymous and not reveal else row.author
    sent = aware(row.sent)
    assert sent is not None
    shown = _shown(record, row, reveal)
    to = shown if shown == row.receivers.split() else [*shown, "anonymous"]
    return Said(sent, year(row.turn), author, " ".join(["all"] if _to_all(record, row) else to), row.text)


def _told(record: Record, row: Any, reveal: bool, zone: str = "UTC") -> str:
    """`1953, Fri 4 Dec 2026 20:00 Europe/Zurich: Anna (red, …) to everybody`, and the words."""
    seat = next(seat for seat in record.seats if seat.colour == row.author)
    named = press_told.seat_named(seat)
    author = press_told.NOBODY if row.anonymous and not reveal else named
    author += ", unnamed" if row.anonymous and reveal else ""
    to = _to_in_words(record, row, reveal)
    sent = (aware(row.sent) or row.sent).astimezone(the_zone(zone))
    when = f"{year(row.turn)}, {sent.day} {sent:%b %Y %H:%M} {zone}"
    return "\n".join([f"{when}: {author} to {to}", *press_told.quoted(row.text)])


def _to_all(record: Record, row: Any) -> bool:
    return len(row.receivers.split()) == len(record.seat_rows) - 1


def _to_in_words(record: Record, row: Any, reveal: bool) -> str:
    """Who is missing from a list of all but one would be named by it."""
    shown = _shown(record, row, reveal)
    seats = None if _to_all(record, row) else [seat for seat in record.seats if seat.colour in shown]
    return press_told.receivers(seats, len(shown) < len(row.receivers.split()))


def _shown(record: Record, row: Any, reveal: bool) -> list[str]:
    """The receivers, without the writer of an unnamed message that is answered."""
    to: list[str] = row.receivers.split()
    if reveal or row.answers is None:
        return to
    first = next(one for one in _rows(record) if one.id == row.answers)
    return [one for one in to if not (first.anonymous and one == first.author)]
