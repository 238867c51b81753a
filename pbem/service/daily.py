"""What is said or passed on so often a day, by UTC, and no more."""

from datetime import datetime
from typing import Any

from sqlalchemy import Connection, func, insert, select

from pbem.store.database import table
from pbem.store.tables import AnsweredRow

from .mailing import naive

ANSWERED = table(AnsweredRow)

#: No index holds more than a few KB; as long as an address may be (RFC 5321, 4.5.3.1.3).
LONGEST = 254


def first_today(connection: Connection, sender: str, reason: str, now: datetime, most: int = 1) -> bool:
    """Is he to be told this now?  Once a day for each reason, or `most` times; True counts as told."""
    sender = sender[:LONGEST]
    for number in range(most):
        key = {"sender": sender, "reason": (f"{number} {reason}" if number else reason)[:LONGEST]}
        values = {**key, "day": _day(now)}
        where: list[Any] = [ANSWERED.c[name] == value for name, value in values.items()]
        if connection.execute(select(ANSWERED.c.day).where(*where)).first() is None:
            connection.execute(insert(ANSWERED).values(**values))
            return True
    return False


def told_today(connection: Connection, reason: str, now: datetime, sender: str | None = None) -> int:
    """How many were told this today; with `sender`: was he?"""
    where = [ANSWERED.c.reason == reason, ANSWERED.c.day == _day(now)]
    if sender is not None:
        where.append(ANSWERED.c.sender == sender[:LONGEST])
    return int(connection.execute(select(func.count()).select_from(ANSWERED).where(*where)).scalar_one())


def _day(now: datetime) -> str:
    return naive(now).date().isoformat()
