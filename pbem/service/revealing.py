"""Blind moderating (`blind=on`): the moderator plays, or wants to be surprised, and sees no secrets unless he says `--reveal`.

Whoever shows something secret asks here first.  To reveal is an event: the players see it in their next report, and are mailed at once
what kind of thing was looked at, never what stood there.  In a game that is not blind, or is over, everything is shown as ever.
"""

from datetime import datetime
from functools import partial

from sqlalchemy import Connection, select

from pbem import gamesettings
from pbem.config import Config
from pbem.engine.events import Decreed, Player
from pbem.mail.addresses import same_mailbox
from pbem.report.brief import Rendered
from pbem.report.naming import names_of, one_line
from pbem.report.prose import harmless, wrap
from pbem.store.database import transaction
from pbem.store.tables import OVER

from .errors import ServiceError
from .mailing import queue
from .record import GAME, Record
from .site import Site
from .start import record_of

HOW = "{game} is moderated blind, so {what} are not shown. With --reveal they are, and all players are told that you have looked."


def blind(record: Record) -> bool:
    """Are its secrets kept from the moderator?  Once it is over everything is told anyway."""
    return record.settings.blind and record.row.status != OVER


def hidden(record: Record, what: str) -> str:
    """Why this is not shown, and how it would be: one sentence.  `what`: a plural, like "orders"."""
    return HOW.format(game=record.row.name, what=what)


def own(record: Record, config: Config, whose: Player | None) -> bool:
    """Is that the moderator's own seat, whose secrets he knows?"""
    return whose is not None and plays(config, [record.seat_rows[whose].address])


def ask(
    record: Record, config: Config, what: str, now: datetime, reveal: bool, whose: Player | None = None
) -> bool:
    """May the moderator see `what` ("orders of Anna") of this game now?  To say yes in a blind game writes the event and the mails.

    `whose`: of this player alone.  To be asked once for each command; the caller flushes.
    """
    if not blind(record) or own(record, config, whose):
        return True
    if not reveal:
        return False
    record.write([Decreed("reveal", f"The moderator has looked at {what}.")])
    for seat in record.seats:
        queue(record, config, seat.colour, "notice", partial(_notice, what=what), now)
    return True


def must(
    record: Record, config: Config, what: str, now: datetime, reveal: bool, whose: Player | None = None
) -> None:
    """The same for a command that shows nothing else.  Raises ServiceError."""
    if not ask(record, config, what, now, reveal, whose):
        raise ServiceError(hidden(record, what))


def look(site: Site, game: str, what: str, now: datetime, reveal: bool) -> bool:
    """The same in a transaction of its own, before the command looks.  Raises UsageError."""
    with transaction(site.engine) as connection:
        record = record_of(connection, game)
        may = ask(record, site.config, what, now, reveal)
        record.flush()
        return may


def require(site: Site, game: str, what: str, now: datetime, reveal: bool) -> None:
    """The same; raises ServiceError where it may not be shown."""
    with transaction(site.engine) as connection:
        record = record_of(connection, game)
        must(record, site.config, what, now, reveal)
        record.flush()


def blind_games(connection: Connection) -> list[str]:
    """The names of all games that are moderated blind now."""
    rows = connection.execute(select(GAME).where(GAME.c.status != OVER).order_by(GAME.c.id)).all()
    return [row.name for row in rows if gamesettings.stored(row.settings).blind]


def plays(config: Config, addresses: list[str]) -> bool:
    """Is the moderator one of these players?  Then his game is blind unless he says otherwise."""
    moderator = config.judge.moderator
    return bool(moderator) and any(same_mailbox(one, moderator) for one in addresses)


def _notice(record: Record, what: str) -> Rendered:
    names = names_of(record.rules, record.seats)
    lines = wrap(
        f"This game is moderated blind. Now the moderator has looked at {one_line(what)}, which the program does not show otherwise; it stands "
        "in the journal of the game. If you want to know why, ask: MODERATOR: and your words reach him."
    )
    return Rendered(
        f"[{record.row.name}] the moderator has looked", "\n".join(harmless(lines, names.lexicon))
    )
