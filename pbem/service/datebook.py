"""The deadline as a calendar file, for whoever asked for it (SET CALENDAR ON): with each report, and with the first mail after it has moved.

A file has one name for good (UID), so the entry in his calendar moves; it goes when the game is over or on hold, or he wants no more.
"""

import hmac
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

from pbem.config import Config
from pbem.engine import dice
from pbem.engine.events import Player
from pbem.store.tables import OVER

if TYPE_CHECKING:
    from .record import Record

#: What others write, and what asks for nothing.
_NEVER_IN = frozenset(("press",))


def entry(record: "Record", config: Config, player: Player, kind: str, now: datetime) -> str:
    """The file that goes with a mail of this kind, or ""; from then on it is what he was told."""
    seat: Any = record.seat_rows[player]
    if (not seat.calendar and seat.entered is None) or kind in _NEVER_IN:
        return ""
    wanted = _wanted(record, seat)
    if wanted == seat.entered and (kind != "report" or wanted is None):
        return ""
    moment = now.astimezone(UTC).replace(tzinfo=None)
    if None in (wanted, seat.entered) and (wanted or seat.entered) <= moment:
        return ""  # an entry of the past does no harm, and none is made
    when: datetime = wanted or seat.entered
    record.change_seat(player, entered=wanted)
    from pbem.report.calendar_file import Entry, calendar_file  # for those few who asked

    known = Entry(record.row.name, _uid(record, config, player), seat.mails, when.replace(tzinfo=UTC), now)
    return calendar_file(known, config.judge.name, config.judge.address, gone=wanted is None)


def _wanted(record: "Record", seat: Any) -> datetime | None:
    """The deadline that should stand in his calendar now (UTC without a zone)."""
    row = record.row
    if not seat.calendar or row.held or row.status == OVER:
        return None
    deadline: datetime | None = row.deadline
    return deadline


def _uid(record: "Record", config: Config, player: Player) -> str:
    """Always the same for one person in one game, and nothing can be read from it."""
    generation = record.seat_rows[player].generation
    key = dice.derive(record.master, "calendar")
    secret = hmac.digest(key, f"{player}/{generation}".encode(), "sha256").hex()[:32]
    return f"{secret}@{config.judge.address.rpartition('@')[2]}"
