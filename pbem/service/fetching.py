"""Raw messages into the database, committed before anything looks into them; only then are they marked as read."""

from collections.abc import Iterator, Sequence
from datetime import datetime

from sqlalchemy import insert, select

from pbem.mail.errors import MailError
from pbem.mail.inbox import Delivery
from pbem.mail.points import point
from pbem.store.database import transaction

from .mailing import naive
from .owners import LETTER
from .site import Site

BATCH = 50


def fetch(site: Site, now: datetime, simulated: bool, problems: list[str]) -> int:
    """All new messages; how many.  A mailbox that cannot be read is a problem, and what was stored before stays."""
    count = 0
    try:
        with site.inbox() as inbox:
            point("connected")
            for batch in _batches(inbox.fetch(_Known(site))):
                point("fetched")
                _store(site, batch, now, simulated)
                point("stored")
                inbox.done([delivery.key for delivery in batch])
                point("marked")
                count += len(batch)
    except MailError as error:
        problems.append(str(error))
    return count


def _batches(deliveries: Iterator[Delivery]) -> Iterator[list[Delivery]]:
    batch: list[Delivery] = []
    for delivery in deliveries:
        batch.append(delivery)
        if len(batch) == BATCH:
            yield batch
            batch = []
    if batch:
        yield batch


class _Known:
    """Which messages were stored before; looked up once, when the mailbox lists what it has."""

    def __init__(self, site: Site) -> None:
        self._site = site
        self._keys: set[str] | None = None

    def __call__(self, key: str) -> bool:
        if self._keys is None:
            with transaction(self._site.engine) as connection:
                self._keys = set(connection.execute(select(LETTER.c.key)).scalars())
        return key in self._keys


def _store(site: Site, batch: Sequence[Delivery], now: datetime, simulated: bool) -> None:
    rows = [
        {
            "key": delivery.key,
            "received": naive(now if simulated else min(delivery.received, now)),
            "size": delivery.size,
            "sha256": "",
            "raw": delivery.raw,
            "state": "new",
            "attempts": 0,
            **dict.fromkeys(("sender", "subject", "message_id", "player", "verdict", "reason"), ""),
            "number": 0,
        }
        for delivery in batch
    ]
    with transaction(site.engine) as connection:
        known = set(
            connection.execute(
                select(LETTER.c.key).where(LETTER.c.key.in_([row["key"] for row in rows]))
            ).scalars()
        )
        fresh = [row for row in rows if row["key"] not in known]
        if fresh:
            connection.execute(insert(LETTER), fresh)
