"""A letter that was delivered twice: it has had its effect, and its writer is told so, once a day for each letter."""

from collections.abc import Iterable
from datetime import datetime

from pbem.config import Config
from pbem.report.notices_mail import came_twice
from pbem.report.pages import moment

from .mailing import aware, queue
from .owners import Sorted
from .record import Record
from .strangers import first_today


def tell(record: Record, config: Config, doubled: Iterable[tuple[Sorted, str]], now: datetime) -> None:
    """`doubled`: second copies, each with the digest of what it says."""
    for one, digest in doubled:
        seat = record.seat_rows[one.player]
        key = f"twice {record.id} {one.player} {digest[:32]} {one.letter.message_id[:100]}"
        if first_today(record.connection, seat.address.lower(), key, now):
            when = moment(aware(one.row.received) or now, seat.zone)
            said = came_twice(record.row.name, when)
            queue(record, config, one.player, "receipt", said, now, answers=one.letter.message_id)
