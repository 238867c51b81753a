"""One round: fetch, read, resolve what is due, send.  And the same for ever.

Every step is its own transaction; a poll that dies anywhere is simply done again.  Nothing here grows with the number of idle
games: what has nothing new and is not due is not looked at.
"""

import gc
import logging
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import datetime
from typing import Any, NamedTuple

from sqlalchemy import Connection, insert, select, update
from sqlalchemy.exc import IntegrityError

from pbem.mail.errors import MailError
from pbem.mail.inbox import Delivery
from pbem.store.database import transaction
from pbem.store.tables import RUNNING, SETUP

from . import owners, reading
from .mailing import naive, tell_moderator
from .owners import LETTER
from .record import GAME, SEAT, load_id
from .resolving import is_due, now_utc, resolve
from .sending import send, waiting
from .site import Site

log = logging.getLogger("pbem")

BATCH = 50
GAMES_AT_ONCE = 10
TRIES = 3


class PollResult(NamedTuple):
    """What one round did.  `problems`: one clear sentence each."""

    letters: int
    receipts: int
    resolved: list[str]
    sent: int
    waiting: int
    problems: list[str]


def poll(site: Site, now: datetime | None = None) -> PollResult:
    """One round.  With `now`, letters count as received then (decision D34) and mails are dated so.

    Raises ServiceError if another poll is at work.
    """
    simulated, now = now is not None, now or now_utc()
    problems: list[str] = []
    with site.lock(), _no_collector():
        letters = _fetch(site, now, simulated, problems)
        receipts, late = _read(site, now, set(), problems)
        resolved = list(resolve_due(site, now, problems))
        if late:
            receipts += _read(site, now, late, problems)[0]
        sent = send(site, now, problems)
        left = waiting(site)
    return PollResult(letters, receipts, resolved, sent, left, problems)


@contextmanager
def _no_collector() -> Iterator[None]:
    """A round makes many small values and hardly a cycle: looking for cycles meanwhile costs a tenth of its time."""
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()


# --- fetching ---


def _fetch(site: Site, now: datetime, simulated: bool, problems: list[str]) -> int:
    """Raw messages into the database, committed before anything looks into them; only then marked as read."""
    count = 0
    try:
        with site.inbox() as inbox:
            for batch in _batches(inbox.fetch(_Known(site))):
                _store(site, batch, now, simulated)
                inbox.done([delivery.key for delivery in batch])
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


# --- reading ---


def _read(site: Site, now: datetime, late: set[int], problems: list[str]) -> tuple[int, set[int]]:
    """All new letters, one transaction for each player of a game: receipts queued, and ids of those that came too late.

    `late`: what an earlier pass found too late and put off until its game was resolved.
    """
    with transaction(site.engine) as connection:
        rows = _new_letters(connection)
    if not rows:
        return 0, set()
    with transaction(site.engine) as connection:
        ours, others = owners.sort(connection, rows, late)
        owners.settle_others(connection, site.config, others, now)
        put_off = set() if late else _too_late(connection, ours, now)
    groups = reading.by_game([one for one in ours if one.row.id not in put_off])
    chunks = [groups[start : start + GAMES_AT_ONCE] for start in range(0, len(groups), GAMES_AT_ONCE)]
    return sum(_apply(site, chunk, now, problems) for chunk in chunks), put_off


def _apply(site: Site, groups: Sequence[Sequence[owners.Sorted]], now: datetime, problems: list[str]) -> int:
    """The letters of some games in one transaction, which is a commit saved; all of their effects, or none.

    If that fails, each game is tried by itself, then each letter, so that one broken letter stops no other.
    """
    try:
        with transaction(site.engine) as connection:
            return sum(reading.apply(connection, site.config, group, now) for group in groups)
    except Exception:
        smaller = [[group] for group in groups] if len(groups) > 1 else [[[one]] for one in groups[0]]
        if len(smaller) > 1:
            return sum(_apply(site, part, now, problems) for part in smaller)
        log.exception("letter %s", groups[0][0].row.id)
        problems.append(_failed(site, groups[0][0], now))
        return 0


def _failed(site: Site, one: owners.Sorted, now: datetime) -> str:
    """A letter that cannot be worked on is tried again by the next polls; then it is put aside, and the moderator is told."""
    with transaction(site.engine) as connection:
        tries = (
            connection.execute(select(LETTER.c.attempts).where(LETTER.c.id == one.row.id)).scalar_one() + 1
        )
        state = {"state": "poison", "reason": f"working on it failed {TRIES} times"} if tries >= TRIES else {}
        connection.execute(update(LETTER).where(LETTER.c.id == one.row.id).values(attempts=tries, **state))
        if not state:
            return f"Letter {one.row.id} could not be worked on; the next poll tries again."
        record = load_id(connection, one.game)
        words = f"A letter of {one.player} (number {one.row.id}) made the program fail {TRIES} times and was put aside."
        tell_moderator(record, site.config, "a letter was put aside", words, now)
        record.flush()
        return words


def _new_letters(connection: Connection) -> Sequence[Any]:
    """In the order received."""
    new = LETTER.c.state == "new"
    return connection.execute(select(LETTER).where(new).order_by(LETTER.c.received, LETTER.c.id)).all()


def _too_late(connection: Connection, ours: Sequence[owners.Sorted], now: datetime) -> set[int]:
    """Letters that came after their own game's deadline, which is due and not resolved yet."""
    over = {
        row.id: row.deadline
        for row in connection.execute(select(GAME.c.id, GAME.c.deadline).where(*_due(now)))
    }
    return {one.row.id for one in ours if one.game in over and one.row.received > over[one.game]}


def _due(now: datetime) -> tuple[Any, ...]:
    """Games whose deadline has passed, by index."""
    return GAME.c.status.in_((SETUP, RUNNING)), GAME.c.held == "", GAME.c.deadline <= naive(now)


# --- resolving ---


def resolve_due(site: Site, now: datetime, problems: list[str]) -> Iterator[str]:
    """Games whose deadline has passed or whose players are all READY, each in its own transaction."""
    for number in _candidates(site, now):
        try:
            with transaction(site.engine) as connection:
                record = load_id(connection, number)
                if not is_due(record, now):
                    continue
                name: str = record.row.name
                resolve(record, site.config, now)
            yield name
        except IntegrityError:
            problems.append("A game was changed by somebody else meanwhile; the next poll looks again.")
        except Exception as error:
            problems.append(_hold(site, number, error, now))


def _candidates(site: Site, now: datetime) -> list[int]:
    """Due by time, or just made READY; both by index, never by walking through all games."""
    with transaction(site.engine) as connection:
        due = select(GAME.c.id).where(*_due(now))
        some = select(SEAT.c.game).where(SEAT.c.ready > "")  # no DISTINCT: it would cost the index
        found = set(connection.execute(due).scalars()) | set(connection.execute(some).scalars())
        return sorted(found)


def _hold(site: Site, number: int, error: Exception, now: datetime) -> str:
    """An error of ours: the game is held as it was, and the moderator is told."""
    log.exception("resolving game %s", number)
    with transaction(site.engine) as connection:
        record = load_id(connection, number)
        words = (
            f"Resolving failed ({type(error).__name__}: {error}). Nothing was changed; the game is on hold."
        )
        record.change(held="something went wrong while resolving; the moderator looks into it")
        tell_moderator(record, site.config, "on hold: resolving failed", words, now)
        record.flush()
        return f"{record.row.name}: {words}"


# --- for ever ---

PAUSE_MAILDIR, PAUSE_SERVER = 1.0, 60.0


def run(site: Site) -> Iterator[PollResult]:
    """Poll for ever, each time with a fresh connection (decision D37); yields every round that did something."""
    local = site.config.inbox.url.startswith("maildir:")
    while True:
        result = poll(site)
        if result.letters or result.resolved or result.sent or result.problems:
            yield result
        time.sleep(PAUSE_MAILDIR if local else PAUSE_SERVER)
