"""The outbox: what is queued goes out, at least once, always with the same bytes and the same Message-ID."""

import hashlib
from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any

from sqlalchemy import bindparam, func, select, update

from pbem.mail.errors import MailError
from pbem.mail.outbox import Outbox, Outcome, Outgoing
from pbem.mail.points import point
from pbem.store.database import transaction

from .mailing import naive
from .record import MAIL
from .site import Site

BATCH = 50
BACK_OFF_MINUTES = (1, 5, 30, 120, 360)


def send(site: Site, now: datetime, problems: list[str]) -> int:
    """Drain the outbox: ready → sending, committed; handed over; sent, committed.  At least once, with one Message-ID."""
    moment = naive(now)
    sent = 0
    with transaction(site.engine) as connection:
        # a poll that died while sending: nobody knows, so the same bytes go again
        connection.execute(
            update(MAIL).where(MAIL.c.state == "sending").values(state="ready", reason="unknown outcome")
        )
        query = select(MAIL).where(MAIL.c.state == "ready", MAIL.c.due <= moment).order_by(MAIL.c.id)
        rows = connection.execute(query).all()
    if not rows:
        return 0
    try:
        with site.outbox() as outbox:
            for start in range(0, len(rows), BATCH):
                sent += _send_batch(site, outbox, rows[start : start + BATCH], moment)
    except MailError as error:
        problems.append(str(error))
    return sent


def _send_batch(site: Site, outbox: Outbox, rows: Sequence[Any], moment: datetime) -> int:
    with transaction(site.engine) as connection:
        connection.execute(
            update(MAIL).where(MAIL.c.id.in_([row.id for row in rows])).values(state="sending")
        )
    point("sending")
    by_id = {_file_name(row): row for row in rows}
    judge = site.config.judge.address
    mails = [Outgoing(name, judge, row.recipient, row.raw) for name, row in by_id.items()]
    outcomes = list(outbox.send_all(mails))
    point("handed")
    with transaction(site.engine) as connection:
        rows_now = [
            {"mail_id": by_id[name].id, **_after(by_id[name], outcome, moment)} for name, outcome in outcomes
        ]
        columns: dict[str, Any] = {
            name: bindparam(name) for name in ("state", "sent", "attempts", "due", "reason")
        }
        if rows_now:
            connection.execute(
                update(MAIL).where(MAIL.c.id == bindparam("mail_id")).values(**columns), rows_now
            )
    point("sent")
    return sum(outcome.state == "sent" for _, outcome in outcomes)


def _file_name(row: Any) -> str:
    """The outbox's name for a mail: always the same, and no reply code in it."""
    return f"{row.id:08d}.{hashlib.sha256(row.message_id.encode()).hexdigest()[:16]}"


def _after(row: Any, outcome: Outcome, moment: datetime) -> dict[str, Any]:
    """What a mail's row says after an attempt; what was not sent is tried again later, and later (mail.md, 5)."""
    after = {
        "state": outcome.state,
        "sent": None,
        "attempts": row.attempts + 1,
        "due": row.due,
        "reason": outcome.reason,
    }
    if outcome.state == "sent":
        after["sent"] = moment
    elif outcome.state != "failed":
        pause = BACK_OFF_MINUTES[min(row.attempts, len(BACK_OFF_MINUTES) - 1)]
        after |= {"state": "ready", "due": moment + timedelta(minutes=pause)}
    return after


def waiting(site: Site) -> int:
    """How many mails are still to be sent."""
    with transaction(site.engine) as connection:
        query = select(func.count()).select_from(MAIL).where(MAIL.c.state.in_(("ready", "sending")))
        return int(connection.execute(query).scalar_one())
