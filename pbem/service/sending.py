"""The outbox: what is queued goes out, at least once, always with the same bytes and the same Message-ID.

A mail is `ready`, then `sending` (committed), then handed over, then `sent`.  One that is found `sending` was on its way when a
poll died: nobody knows, so it goes again; but for a secret that counts once, which becomes `unknown`.
"""

import hashlib
from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any, NamedTuple

from sqlalchemy import Connection, bindparam, func, select, update

from pbem.mail.compose import filled
from pbem.mail.errors import MailError
from pbem.mail.outbox import Outbox, Outcome, Outgoing
from pbem.mail.points import point
from pbem.store.database import transaction

from . import album, undelivered
from .mailing import naive
from .record import MAIL
from .site import Site

BACK_OFF_MINUTES = (1, 5, 30, 120, 360)
#: A mail with which so many polls died is not tried at once again.
DEATHS = 3
LOST = "a poll died while it was handed over, so nobody knows whether it went out"
COLUMNS = ("state", "sent", "attempts", "due", "reason")
#: Made once: building a statement costs as much as running it.
_DUE = (
    select(MAIL.c.id).where(MAIL.c.state == "ready", MAIL.c.due <= bindparam("moment_")).order_by(MAIL.c.id)
)
_LOST = select(MAIL).where(MAIL.c.state == "sending").order_by(MAIL.c.id)
_WAITING = select(func.count()).select_from(MAIL).where(MAIL.c.state.in_(("ready", "sending")))
_TRIED = (
    update(MAIL).where(MAIL.c.id == bindparam("mail_id")).values({name: bindparam(name) for name in COLUMNS})
)


class Sending(NamedTuple):
    """What became of the outbox in this round.  `waits`: why mails that are due were left, "" if none were."""

    sent: int
    waits: str = ""


def send(site: Site, now: datetime, problems: list[str]) -> Sending:
    """Drain the outbox, oldest first, within the limits of [outbox]."""
    moment = naive(now)
    with transaction(site.engine) as connection:
        _recover(connection, site, now)
        problems += undelivered.expire(connection, site.config, now)
        due = _due(connection, moment)
        allowed, limit = _allowed(connection, site, moment)
    if not due:
        return Sending(0)
    waits = f"{limit} is used up" if allowed < len(due) else ""
    if not allowed:
        return Sending(0, waits)
    try:
        with site.outbox() as outbox:
            round_ = _Round(site, outbox, now, problems)
            round_.drain(due[:allowed])
    except MailError as error:
        return Sending(0, _away(site, str(error), now, problems))
    if round_.stopped:
        return Sending(round_.sent, _away(site, round_.stopped, now, problems))
    undelivered.back(site)
    return Sending(round_.sent, waits)


def _due(connection: Connection, moment: datetime) -> list[int]:
    """Mails that are to go now, in the order in which they were written."""
    return list(connection.execute(_DUE, {"moment_": moment}).scalars())


def _recover(connection: Connection, site: Site, now: datetime) -> None:
    """Mails that were on their way when a poll died."""
    moment = naive(now)
    for row in connection.execute(_LOST).all():
        after = {"attempts": row.attempts + 1, "reason": LOST, "state": "ready"}
        if row.kind in undelivered.ONCE:
            after["state"] = "unknown"
            undelivered.tell(connection, site.config, [(row, LOST)], "may not have arrived", now)
        elif row.attempts + 1 >= DEATHS:
            after["due"] = moment + _pause(row.attempts)
        connection.execute(update(MAIL).where(MAIL.c.id == row.id).values(**after))


def _allowed(connection: Connection, site: Site, moment: datetime) -> tuple[int, str]:
    """How many mails may go now, and by which limit."""
    settings, most, why = site.config.outbox, 1 << 30, ""
    for key, length in (("per_minute", timedelta(minutes=1)), ("per_day", timedelta(days=1))):
        limit = getattr(settings, key)
        if limit:
            query = select(func.count()).select_from(MAIL).where(MAIL.c.sent > moment - length)
            left = max(0, limit - int(connection.execute(query).scalar_one()))
            if left < most:
                most, why = left, f"[outbox] {key} = {limit}"
    return most, why


class _Round:
    """One connection's worth of mails."""

    def __init__(self, site: Site, outbox: Outbox, now: datetime, problems: list[str]) -> None:
        self.site, self.outbox, self.now, self.problems = site, outbox, now, problems
        self.sent = 0
        self.stopped = ""  # why no more is tried now
        self.pictures: dict[str, bytes] = {}

    def drain(self, ids: Sequence[int]) -> None:
        """In groups that may be on their way together; what became of one is written down in the commit that begins the next."""
        groups = [
            ids[start : start + self.outbox.at_once] for start in range(0, len(ids), self.outbox.at_once)
        ]
        done: list[tuple[Any, Outcome]] = []
        for group in groups:
            with transaction(self.site.engine) as connection:
                self._settle(connection, done)
                rows = [] if self.stopped else _mark(connection, group)
                self._look_up(connection, rows)
            if done:
                point("sent")
            done = self._hand_over(rows)
            if self.stopped and not rows:
                return
        with transaction(self.site.engine) as connection:
            self._settle(connection, done)
        point("sent")

    def _look_up(self, connection: Connection, rows: Sequence[Any]) -> None:
        """The pictures that these mails show, the pages that go along; many have the same."""
        wanted = {name for row in rows for name in (row.picture, row.page) if name}
        if wanted - self.pictures.keys():
            self.pictures = album.pngs(connection, wanted)

    def _bytes(self, row: Any) -> bytes:
        """What goes over the wire: always the same, for a picture is known by its hash.  Without one that is lost, its words are shown."""
        raw: bytes = row.raw
        for name in (row.picture, row.page):
            if name in self.pictures:
                raw = filled(raw, self.pictures[name])
        return raw

    def _hand_over(self, rows: Sequence[Any]) -> list[tuple[Any, Outcome]]:
        if not rows:
            return []
        point("sending")
        by_id = {_file_name(row): row for row in rows}
        judge = self.site.config.judge.address
        mails = [
            Outgoing(name, row.envelope or judge, row.recipient, self._bytes(row))
            for name, row in by_id.items()
        ]
        outcomes = list(self.outbox.send_all(mails))
        point("handed")
        return [(by_id[name], outcome) for name, outcome in outcomes]

    def _settle(self, connection: Connection, done: Sequence[tuple[Any, Outcome]]) -> None:
        if not done:
            return
        moment = naive(self.now)
        rows = [{"mail_id": row.id, **_after(row, outcome, moment)} for row, outcome in done]
        connection.execute(_TRIED, rows)
        self.sent += sum(outcome.state == "sent" for _, outcome in done)
        self.stopped = next((outcome.reason for _, outcome in done if outcome.stop), self.stopped)
        self.problems += undelivered.report(connection, self.site.config, done, self.now)


def _mark(connection: Connection, ids: Sequence[int]) -> Sequence[Any]:
    """These mails as on their way; but for those that were changed by somebody else since they were listed."""
    query = select(MAIL).where(MAIL.c.id.in_(ids), MAIL.c.state == "ready").order_by(MAIL.c.id)
    rows = connection.execute(query).all()
    connection.execute(update(MAIL).where(MAIL.c.id.in_([row.id for row in rows])).values(state="sending"))
    return rows


def _file_name(row: Any) -> str:
    """The outbox's name for a mail: always the same, and no reply code in it."""
    return f"{row.id:08d}.{hashlib.sha256(row.message_id.encode()).hexdigest()[:16]}"


def _pause(attempts: int) -> timedelta:
    return timedelta(minutes=BACK_OFF_MINUTES[min(attempts, len(BACK_OFF_MINUTES) - 1)])


def _after(row: Any, outcome: Outcome, moment: datetime) -> dict[str, Any]:
    """What a mail's row says after an attempt; what was not sent is tried again later, and later (mail.md, 5)."""
    after = {
        "state": outcome.state,
        "sent": moment if outcome.state == "sent" else None,
        "attempts": row.attempts + outcome.tried,
        "due": row.due,
        "reason": outcome.reason,
    }
    if not outcome.tried:
        return {**after, "state": "ready"}
    if outcome.state == "retry" or (outcome.state == "unknown" and row.kind not in undelivered.ONCE):
        after |= {"state": "ready", "due": moment + _pause(row.attempts)}
    return after


def _away(site: Site, why: str, now: datetime, problems: list[str]) -> str:
    """No more can be sent now: said by this poll, and to the moderator once it has lasted."""
    problems.append(why)
    undelivered.away(site, why, now)
    return why


def waiting(site: Site) -> int:
    """How many mails are still to be sent."""
    with transaction(site.engine) as connection:
        return int(connection.execute(_WAITING).scalar_one())
