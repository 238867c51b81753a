"""Letters go as they came in, some time after the end of their game: what was read in them stays (E25, `keep_raw_days`)."""

from datetime import UTC, datetime, timedelta

from sqlalchemy import bindparam, select, update

from pbem.config import Config
from pbem.store.tables import OVER

from .. import agenda
from ..owners import LETTER
from ..record import Record

CHORE = "raw letters"
_KEPT = (
    select(LETTER.c.id, LETTER.c.raw, LETTER.c.read, LETTER.c.state, LETTER.c.reason)
    .where(LETTER.c.game == bindparam("game_"), LETTER.c.raw != b"", LETTER.c.state != "new")
    .order_by(LETTER.c.id)
)


def ended(record: Record, now: datetime) -> None:
    """The game is over: from now on its days are counted."""
    agenda.put(record.connection, record.id, CHORE, now, now.astimezone(UTC).isoformat())


def forget(record: Record, config: Config, now: datetime, key: str) -> None:
    """Empty them once they were kept long enough.  `key`: when the game ended."""
    days = config.archive.keep_raw_days
    if record.row.status != OVER or not days:
        return
    until = datetime.fromisoformat(key) + timedelta(days=days)
    if now < until:
        agenda.put(record.connection, record.id, CHORE, until, key)
        return
    from . import as_read  # it reads, and what reads comes to know that a game is over

    for row in record.connection.execute(_KEPT, {"game_": record.id}).all():
        values = {"raw": b"", "read": as_read.noted_late(record, row)}
        if row.state == "poison":  # nobody can read it again
            values |= {"state": "ignored", "reason": f"{row.reason}; it is kept no more"}
        record.connection.execute(update(LETTER).where(LETTER.c.id == row.id).values(**values))
