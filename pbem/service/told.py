"""What is told or counted once: a grace of a year, a missed deadline, a reminder."""

from datetime import datetime

from sqlalchemy import Connection, insert, select, update

from pbem.store.database import table
from pbem.store.tables import ToldRow

from .mailing import naive

TOLD = table(ToldRow)


def once(connection: Connection, game: int, player: str, what: str, key: str, now: datetime) -> bool:
    """Is it the first time?  True notes it down.  `player` "": not about one of them."""
    if at(connection, game, player, what, key) is not None:
        return False
    values = {"game": game, "player": player, "what": what, "key": key, "at": naive(now)}
    connection.execute(insert(TOLD).values(**values))
    return True


def at(connection: Connection, game: int, player: str, what: str, key: str) -> datetime | None:
    """When it was, UTC without a zone; None if it never was."""
    mine = {"game": game, "player": player, "what": what, "key": key}
    query = select(TOLD.c.at).where(*(TOLD.c[name] == value for name, value in mine.items()))
    return connection.execute(query).scalar()


def again(connection: Connection, game: int, player: str, what: str, key: str, now: datetime) -> None:
    """It was told once more, now."""
    if not once(connection, game, player, what, key, now):
        mine = {"game": game, "player": player, "what": what, "key": key}
        changed = update(TOLD).where(*(TOLD.c[name] == value for name, value in mine.items()))
        connection.execute(changed.values(at=naive(now)))
