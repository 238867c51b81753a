"""What has to be done at a certain time, for one game: found by index, so that idle games cost a poll nothing.

An entry is (game, what, key) with the moment when it is due.  `chores` says what is done then; an entry is taken from the list in the
transaction in which it is done, so that it happens once, and again only if that transaction did not come about.
"""

from collections.abc import Sequence
from datetime import datetime
from typing import NamedTuple

from sqlalchemy import Connection, delete, insert, select

from pbem.store.database import table
from pbem.store.tables import AgendaRow

from .mailing import naive

AGENDA = table(AgendaRow)


class Entry(NamedTuple):
    """One thing to do.  `game` 0: of the site."""

    game: int
    what: str
    key: str
    due: datetime


def put(connection: Connection, game: int, what: str, due: datetime, key: str = "") -> None:
    """Do this at that time; an entry of the same name is moved."""
    drop(connection, game, what, key)
    values = {"game": game, "what": what, "key": key, "due": naive(due)}
    connection.execute(insert(AGENDA).values(**values))


def drop(connection: Connection, game: int, what: str, key: str | None = None) -> None:
    """Do not do this after all; without a key, all entries of that name."""
    gone = delete(AGENDA).where(AGENDA.c.game == game, AGENDA.c.what == what)
    connection.execute(gone if key is None else gone.where(AGENDA.c.key == key))


def due(connection: Connection, now: datetime) -> Sequence[Entry]:
    """What is due now, the oldest first."""
    query = select(AGENDA).where(AGENDA.c.due <= naive(now)).order_by(AGENDA.c.due, AGENDA.c.game)
    return [Entry(row.game, row.what, row.key, row.due) for row in connection.execute(query)]
