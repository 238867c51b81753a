"""`pbem end`: the moderator ends a game for good, without a winner; everybody gets his last report, and the dice are opened.

It is a ruling like another (E21): looked at first, told to all with his words, and taken back by `pbem undo`.
"""

from datetime import datetime
from typing import Any, NamedTuple

from pbem.engine import victory
from pbem.engine.events import GameEnded, Ruled
from pbem.store.database import explained
from pbem.store.tables import OVER

from . import leaving, previews, revealing
from .errors import ServiceError
from .site import Site
from .start import record_of
from .undoing import book, said


class Ended(NamedTuple):
    """What ending the game did, or would do."""

    text: str
    data: dict[str, Any]


def end(
    site: Site, game: str, because: str, now: datetime, dry_run: bool = False, private: bool = False
) -> Ended:
    """The game is over, and nobody has won.  `dry_run`: all is done to be looked at, and undone.  Raises UsageError, ServiceError."""
    with explained(), site.engine.connect() as connection, connection.begin() as work:
        record, words = record_of(connection, game), said(because)
        if record.row.status == OVER:
            raise ServiceError(f"{game} is over already; `pbem archive {game}` writes it into a folder.")
        first, blind, before = previews.last_mail(record), revealing.blind(record), record.row.events
        public, own = book(words, private)
        facts = (GameEnded((), victory.BY_MODERATOR),)
        leaving.end(record, site.config, Ruled(public, facts, own), now)
        record.flush()
        mails = previews.since(record, first)
        mails = previews.covered(mails) if blind and dry_run else mails
        text = [_said(game, before, dry_run), *previews.told(mails)]
        if blind and dry_run:
            text += ["", "The game is moderated blind: what the mails say is not shown."]
        told = [mail._asdict() for mail in mails]
        data = {"game": game, "dry_run": dry_run, "mails": told, **previews.standing(record)}
        if dry_run:
            work.rollback()
        return Ended("\n".join(text), data)


def _said(game: str, before: int, dry_run: bool) -> str:
    if dry_run:
        return f"{game} would be over, and nobody would have won; sheets, orders and dice would be opened."
    return (
        f"{game} is over, and nobody has won. `pbem archive {game}` writes it into a folder; `pbem undo {game} --to {before} "
        "--because TEXT` takes the end back."
    )
