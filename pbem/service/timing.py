"""When a game resolves: its deadline, READY, E4's `earliest`, E6's reading time, grace and silence."""

from datetime import datetime

from pbem.config import Config

from .record import Record


def may_resolve(record: Record, config: Config, now: datetime) -> bool:
    """A game that is due: does it resolve now, or wait (grace, too many silent players)?  May change the record and queue mails."""
    return True
