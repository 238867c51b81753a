"""Reminders before the deadline (E20): to whom nothing has been heard of since the session was opened, each once."""

from datetime import datetime, timedelta
from functools import partial

from pbem.config import Config
from pbem.deadlines import parse_length
from pbem.engine.events import Player
from pbem.report.brief import Rendered
from pbem.report.notices_time import reminder_notice

from . import told
from .mailing import Briefs, aware, naive, queue
from .misses import plays_himself, unheard
from .record import Record
from .timing import REMINDER, due_to


def remind(record: Record, config: Config, now: datetime, key: str) -> None:
    """The reminder so long (`key`) before the deadline; of several that are due at once only the last."""
    deadline, row = aware(record.row.deadline), record.row
    if deadline is None or deadline <= now or row.held or row.waits:
        return
    length = parse_length(key)
    briefs = Briefs(record, config, now)
    asked = {ask.player for ask in briefs.asks}
    for player in record.seat_rows:
        wanted = row.session == "setup" or player in asked
        if (
            wanted
            and _now(record, player, length, deadline, now)
            and unheard(record, player)
            and plays_himself(record, player, deadline)
        ):
            if _new(record, player, length, deadline, now):
                write = partial(_written, player=player, config=config, now=now)
                queue(record, config, player, "reminder", write, now)


def _now(record: Record, player: Player, length: timedelta, deadline: datetime, now: datetime) -> bool:
    """Is it one of his, and none that is nearer to the deadline is due as well?"""
    own = due_to(record, player, deadline, now)
    return length in own and not any(deadline - other <= now for other in own if other < length)


def _new(record: Record, player: Player, length: timedelta, deadline: datetime, now: datetime) -> bool:
    """Once for a session; again only where the deadline has moved so far that this is after the one he was reminded of."""
    what, key = f"{REMINDER} {length}", f"{record.row.turn}/{record.row.code}"
    before = told.at(record.connection, record.id, player, what, key)
    if before is not None and naive(deadline) - length < before + length:
        return False
    told.again(record.connection, record.id, player, what, key, now)
    return True


def _written(record: Record, player: Player, config: Config, now: datetime) -> Rendered:
    return reminder_notice(Briefs(record, config, now).of(player))
