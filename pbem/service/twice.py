"""A letter that was delivered twice: it has had its effect, and its writer is told so, once a day for each letter."""

from collections.abc import Iterable
from datetime import datetime

from pbem.config import Config
from pbem.report.notices_mail import came_twice
from pbem.report.pages import moment

from .daily import first_today
from .mailing import aware, queue
from .owners import Sorted
from .record import Record


def tell(
    record: Record, config: Config, doubled: Iterable[tuple[Sorted, str, datetime]], now: datetime
) -> None:
    """`doubled`: second copies, each with the digest of what it says, and when the first one came (UTC)."""
    for one, digest, first in doubled:
        seat = record.seat_rows[one.player]
        key = f"twice {record.id} {one.player} {digest[:32]} {one.letter.message_id[:100]}"
        if first_today(record.connection, seat.address.lower(), key, now):
            times = [moment(aware(when) or now, seat.zone) for when in (first, one.row.received)]
            said = came_twice(record.row.name, *times)
            queue(record, config, one.player, "receipt", said, now, answers=one.letter.message_id)
