"""One round: fetch, read, resolve what is due, send.  And the same for ever.

Every step is its own transaction; a poll that dies anywhere is simply done again.  Nothing here grows with the number of idle
games: what has nothing new and is not due is not looked at.
"""

import gc
import logging
import time
from collections.abc import Collection, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime
from typing import NamedTuple

from sqlalchemy import select
from sqlalchemy.exc import IntegrityError

from pbem.mail.points import point
from pbem.store.database import DatabaseTrouble, transaction

from . import acts, approval, archive, chores, clockwatch, pollwatch
from .errors import ServiceError, Told
from .fetching import fetch
from .intake import Intake, due
from .mailing import tell_moderator
from .record import SEAT, load_id
from .resolving import now_utc, resolve
from .sending import send, waiting
from .site import Site
from .timing import is_due, may_resolve
from .undelivered import stopped

log = logging.getLogger("pbem")

_READY = select(SEAT.c.game).where(SEAT.c.ready > "")  # no DISTINCT: it would cost the index


class PollResult(NamedTuple):
    """What one round did.  `problems`: one clear sentence each; `waits`: why mails that are due were not sent, "" if they were."""

    letters: int
    receipts: int
    resolved: list[str]
    sent: int
    waiting: int
    problems: list[str]
    waits: str = ""


def poll(site: Site, now: datetime | None = None) -> PollResult:
    """One round.  With `now`, letters count as received then (decision D34) and mails are dated so.

    Raises ServiceError if another poll is at work.
    """
    simulated, now = now is not None, now or now_utc()
    done = _Round([], [])
    with _no_collector():
        try:
            with site.lock(), pollwatch.watched(site, now), acts.polled(now):
                _round(site, now, simulated, done)
        except DatabaseTrouble as error:
            done.problems.append(f"{error} What is left is done by the next poll.")
    return PollResult(
        done.letters, done.receipts, done.resolved, done.sent, done.waiting, done.problems, done.waits
    )


@dataclass
class _Round:
    """What was done so far: if the database is lost in the middle, it is still told."""

    resolved: list[str]
    problems: list[str]
    letters: int = 0
    receipts: int = 0
    sent: int = 0
    waiting: int = 0
    waits: str = ""


def _round(site: Site, now: datetime, simulated: bool, done: _Round) -> None:
    done.letters, read = fetch(site, now, simulated, done.problems)
    steady = clockwatch.look(site, now, simulated, read, done.problems)
    if not steady:
        acts.resolves_nothing()
    intake = Intake(site, now, done.problems)
    done.receipts, late = intake.work(set())
    last = chores.do(site, now, done.problems)
    if steady:
        for name in resolve_due(site, now, done.problems, intake.behind):
            done.resolved.append(name)
    if late:
        done.receipts += intake.work(late)[0]
    chores.finish(site, now, done.problems, last)
    done.problems += stopped(site, now)
    pollwatch.tell(site, now, done.problems)
    away = clockwatch.outbox_away(site)
    done.sent, done.waits = send(site, now, done.problems)
    if done.sent and clockwatch.late_reports(site, now, away, done.problems):
        done.sent += send(site, now, done.problems).sent
    archive.go_on(site, now, done.problems)
    done.waiting = waiting(site)


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


# --- resolving ---


def resolve_due(
    site: Site, now: datetime, problems: list[str], behind: Collection[int] = ()
) -> Iterator[str]:
    """Games whose deadline has passed or whose players are all READY, each in its own transaction; not those that are `behind` with
    their letters.
    """
    for number in _candidates(site, now):
        if number in behind:
            continue
        try:
            with transaction(site.engine) as connection:
                record = load_id(connection, number)
                if not is_due(record, now):
                    continue
                if not may_resolve(record, site.config, now) or approval.waits(record, site.config, now):
                    record.flush()
                    continue
                name: str = record.row.name
                point("resolving")
                resolve(record, site.config, now)
                point("resolved")
            point("queued")
            yield name
        except IntegrityError:
            problems.append("A game was changed by somebody else meanwhile; the next poll looks again.")
        except DatabaseTrouble:
            raise  # no fault of the game's
        except Exception as error:
            problems.append(Told(_hold(site, number, error, now)))


def _candidates(site: Site, now: datetime) -> list[int]:
    """Due by time, or just made READY; both by index, never by walking through all games."""
    with transaction(site.engine) as connection:
        return sorted({*due(connection, now), *connection.execute(_READY).scalars()})


def _hold(site: Site, number: int, error: Exception, now: datetime) -> str:
    """An error of ours: the game is held as it was, and the moderator is told.  Its own words may name secrets: they stand in the log alone."""
    log.exception("resolving game %s", number)
    with transaction(site.engine) as connection:
        record = load_id(connection, number)
        words = f"Resolving failed ({type(error).__name__}); pbem.log says more. Nothing was changed; the game is on hold."
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
        try:
            result = poll(site)
        except ServiceError as error:  # another poll is at work, or the folder cannot be written: it may pass
            result = PollResult(0, 0, [], 0, 0, [str(error)])
        if result.letters or result.resolved or result.sent or result.problems:
            yield result
        time.sleep(PAUSE_MAILDIR if local else PAUSE_SERVER)
