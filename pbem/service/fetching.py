"""Raw messages into the database, committed before anything looks into them; only then are they marked as read."""

from collections.abc import Iterator, Sequence
from datetime import datetime
from hashlib import sha256
from typing import Any, NamedTuple

from sqlalchemy import Connection, insert, select

from pbem.mail.errors import MailError
from pbem.mail.inbox import Delivery
from pbem.mail.points import point
from pbem.store.database import transaction

from . import notes, spam
from .mailing import naive
from .owners import LETTER
from .site import Site

BATCH = 50
#: So many keys are looked up at once.
LOOK_UP = 500


class Fetched(NamedTuple):
    """`letters`: how many new messages; `complete`: the mailbox was read to its end, so that nothing of before now is missing."""

    letters: int
    complete: bool


def fetch(site: Site, now: datetime, simulated: bool, problems: list[str]) -> Fetched:
    """All new messages.  A mailbox that cannot be read is a problem, and what was stored before stays."""
    count, complete = 0, False
    where = f"inbox {site.config.inbox.url}"
    with transaction(site.engine) as connection:
        mark = notes.read(connection, where)
    try:
        with site.inbox() as inbox:
            point("connected")
            for batch in _batches(inbox.fetch(_Stored(site), mark=mark)):
                point("fetched")
                _store(site, batch, now, simulated)
                point("stored")
                inbox.done([delivery.key for delivery in batch])
                point("marked")
                count += len(batch)
            complete = True
            if inbox.mark != mark:
                with transaction(site.engine) as connection:
                    notes.write(connection, where, inbox.mark)
            spam.look(site, inbox, now, problems)
    except MailError as error:
        problems.append(str(error))
    return Fetched(count, complete)


def _batches(deliveries: Iterator[Delivery]) -> Iterator[list[Delivery]]:
    batch: list[Delivery] = []
    for delivery in deliveries:
        batch.append(delivery)
        if len(batch) == BATCH:
            yield batch
            batch = []
    if batch:
        yield batch


class _Stored:
    """Which messages were stored before; only those that the mailbox lists are looked up."""

    def __init__(self, site: Site) -> None:
        self._site = site

    def among(self, keys: Sequence[str]) -> set[str]:
        """Those of the keys that are in the database."""
        found: set[str] = set()
        with transaction(self._site.engine) as connection:
            for start in range(0, len(keys), LOOK_UP):
                query = select(LETTER.c.key).where(LETTER.c.key.in_(keys[start : start + LOOK_UP]))
                found.update(connection.execute(query).scalars())
        return found


def _store(site: Site, batch: Sequence[Delivery], now: datetime, simulated: bool) -> None:
    with transaction(site.engine) as connection:
        keys = [delivery.key for delivery in batch]
        known = set(connection.execute(select(LETTER.c.key).where(LETTER.c.key.in_(keys))).scalars())
        rows = [_row(delivery, now, simulated) for delivery in batch if delivery.key not in known]
        if rows:
            _settle_refetched(connection, rows)
            connection.execute(insert(LETTER), rows)


def _row(delivery: Delivery, now: datetime, simulated: bool) -> dict[str, Any]:
    return {
        "key": delivery.key,
        "received": naive(now if simulated else min(delivery.received, now)),
        "size": delivery.size,
        "sha256": "",
        "raw_sha256": sha256(delivery.raw).hexdigest(),
        "raw": delivery.raw,
        "state": "new",
        "attempts": 0,
        **dict.fromkeys(("sender", "subject", "message_id", "player", "verdict", "reason"), ""),
        "number": 0,
    }


def _settle_refetched(connection: Connection, rows: Sequence[dict[str, Any]]) -> None:
    """A mailbox that was made anew, moved or changed for another shows its messages once more under other keys (mail.md, 5).

    The same bytes, trace fields and all, are the same delivery: nothing is read a second time, and nobody is answered.
    """
    digests = [row["raw_sha256"] for row in rows]
    query = select(LETTER.c.id, LETTER.c.key, LETTER.c.raw_sha256).where(LETTER.c.raw_sha256.in_(digests))
    stored = connection.execute(query.order_by(LETTER.c.id)).all()
    for row in rows if stored else ():
        for old in stored:
            if old.raw_sha256 == row["raw_sha256"] and _place(old.key) != _place(row["key"]):
                row |= {"state": "doubled", "reason": f"fetched again; it is number {old.id}"}
                break


def _place(key: str) -> str:
    """The mailbox of a key: for IMAP account, folder and UIDVALIDITY."""
    return "maildir" if key.startswith("maildir:") else key.rpartition(":")[0]
