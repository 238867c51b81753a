"""Resolutions that wait for the moderator (`approval=on`).

A game that is due is not resolved: its orders are closed, nothing of what would come is written anywhere, and so no player's view, receipt
or STATUS can tell of it (decision D33).  `releasing` shows what would come, and lets it come.
"""

from datetime import datetime
from typing import Any

from pbem.config import Config
from pbem.deadlines import in_zone
from pbem.engine.events import Player
from pbem.report.prose import listed, wrap

from . import misses, timing, told
from .codes import phases_in_words
from .deskcodes import APPROVAL
from .mailing import aware, naive, tell_moderator
from .record import Record

CLOSED = (
    "The deadline has passed, so nothing of it counts any more; the moderator looks at the resolution, and the report comes when he has "
    "released it."
)


def waits(record: Record, config: Config, now: datetime) -> bool:
    """Is this game, which is due, to wait for `pbem approve`?  The moderator is told, once."""
    row = record.row
    if not wanted(record):
        if row.waits == APPROVAL:
            record.change(waits="")
        return False
    if row.deadline is None or row.deadline > naive(
        now
    ):  # all are READY: their orders are closed from now on
        record.change(deadline=naive(now))
        timing.schedule(record, now)
    if row.waits != APPROVAL:
        record.change(waits=APPROVAL)
    _tell(record, config, now)
    return True


def wanted(record: Record) -> bool:
    """Does the resolution of the session now open need his word?  A reminder that sheets are missing does not (HR-29)."""
    if not record.settings.approval:
        return False
    return not (record.row.session == "setup" and timing.missing_sheets(record))


def closed(row: Any, received: datetime) -> bool:
    """Did a letter come after the orders of a resolution that waits were closed?  `received`: UTC without a zone."""
    return row.waits == APPROVAL and row.deadline is not None and received > row.deadline


def reopen(record: Record) -> bool:
    """The deadline of a resolution that waits is about to be moved: its orders open again, and READY is to be said anew.  Did it wait?"""
    if record.row.waits != APPROVAL:
        return False
    for player, seat in record.seat_rows.items():
        if seat.ready:
            record.change_seat(player, ready="")
    record.change(waits="")
    return True


def unheard(record: Record) -> list[Player]:
    """Of whom no letter has come since the reports of this session."""
    return [player for player in record.seat_rows if misses.unheard(record, player)]


def _tell(record: Record, config: Config, now: datetime) -> None:
    """Once for each deadline: if it is moved, and passes again, this is another matter."""
    row, name = record.row, record.row.name
    key = f"{row.turn}/{row.code}/{row.deadline.isoformat()}"
    if not told.once(record.connection, record.id, "moderator", APPROVAL, key, now):
        return
    closed_at = aware(row.deadline)
    assert closed_at is not None
    at = in_zone(closed_at, config.judge.timezone)
    silent = [record.seat_rows[player].name for player in unheard(record)]
    heard = f"Since the last reports nothing has been heard of {listed(silent)}." if silent else ""
    text = [
        *wrap(f"The resolution of {phases_in_words(row.session, row.turn)} waits for you. Its orders are closed since {at}."),
        *(["", *wrap(heard)] if heard else []),
        "",
        *wrap("Nothing of it is written or sent yet; if they ask, the players read that the resolution is being looked at."),
        "",
        *wrap("To look at what would come, and release it:"),
        f"    pbem approve {name}",
        *wrap("To open the orders again instead:"),
        f"    pbem deadline {name} +24h",
    ]  # fmt: skip
    tell_moderator(record, config, "a resolution waits for you", "\n".join(text), now)
