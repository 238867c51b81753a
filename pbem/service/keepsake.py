"""The last report carries the page to watch the game again (E17)."""

import hashlib
from datetime import datetime

from pbem.config import Config
from pbem.report.brief import TEXT
from pbem.store.tables import OVER

from .record import Record

#: A larger file stays on the site: mailboxes refuse it.
MOST = 1_500_000


def goes_along(record: Record, style: str) -> bool:
    """Does it come to a reader whose mails are of this style?  Only of a game that is over and opened to all (E19)."""
    from .archiving.writing import is_open  # heavy, and needed once a game

    return record.row.status == OVER and style != TEXT and is_open(record)


def page(record: Record, config: Config, now: datetime, style: str) -> tuple[str, str]:
    """The sha256 of the page, which is kept with the mails, and the name of its file; empty where none goes along."""
    if not goes_along(record, style):
        return "", ""
    if record.keepsake is None:
        from .archiving.writing import Writing

        record.keepsake = Writing(record, config, now).page().encode("utf-8")
    if len(record.keepsake) > MOST:
        return "", ""
    name = hashlib.sha256(record.keepsake).hexdigest()
    record.pictures[name] = record.keepsake
    return name, file_name(record.row.name)


def file_name(game: str) -> str:
    """What the file is called; a game's name is letters, digits, - and _."""
    return f"kremlin-{game}.html"
