"""WATCH (E27): people who do not play read a game's public reports, where its settings allow it.

Whoever asks by a letter whose address nothing proves gets a mail with a code, and watches once he has answered it from there.  What watchers
are sent is written from what lies on the table, and passes the gate as players' mails do: in the other world of the table everybody's
secrets are different.  Players read how many watch, never who.
"""

import hmac
from datetime import datetime
from typing import Any, NamedTuple

from sqlalchemy import Connection, delete, func, insert, select, update

from pbem import gamesettings
from pbem.config import Config
from pbem.engine import dice
from pbem.engine.events import Player
from pbem.mail.addresses import fold as folded
from pbem.mail.tokens import make_token
from pbem.orders.lines import Line
from pbem.report import watched
from pbem.report.brief import Rendered
from pbem.store.database import table
from pbem.store.tables import OVER, WatcherRow

from .deskverbs import Served
from .mailing import naive
from .record import GAME, SEAT, Record, load_id
from .sitemail import queue_site

WATCHER = table(WatcherRow)

#: States of a watcher: asked whether he wrote it himself; he watches; he does not any more.
ASKED, ON, OFF = "asked", "on", "off"
#: So many people watch one game.
MOST = 50
KIND = "watch"
_NO_GAME = "There is no game “{name}” here that may be watched; whoever runs a game says in its house sheet whether it may."
_FULL = f"This game is watched by {MOST} people already, and no more may."
_PLAYS = "You play in this game, and your own reports tell more than its public ones."
_NOT_WATCHED = "You do not watch a game “{name}”."


class Done(NamedTuple):
    """What became of a wish to watch: `game`: the one that is watched now, or not any more; `error`: why nothing was done."""

    game: str = ""
    error: str = ""


# --- who watches ---


def begin(connection: Connection, config: Config, name: str, address: str, now: datetime) -> Done:
    """This address, which is proved to be somebody's, watches from now on; a mail says how things stand."""
    from . import watchreports

    found, error = _game(connection, name, address)
    if error:
        return Done(error=error)
    record = load_id(connection, found.id)
    row = _row(connection, record.id, address)
    if row is not None and row.state == ON:
        return Done(record.row.name)
    if counted(connection, record.id) >= MOST:
        return Done(error=_FULL)
    if row is None:
        row = _enter(record, address, now)
    start = update(WATCHER).where(*mine_of(row)).values(state=ON, seen=_reported(record), since=naive(now))
    connection.execute(start)
    watchreports.welcome(record, config, row, now)
    return Done(record.row.name)


def end(connection: Connection, config: Config, name: str, address: str, now: datetime) -> Done:
    """He does not watch any more."""
    game = connection.execute(select(GAME.c.id).where(func.lower(GAME.c.name) == name.casefold())).scalar()
    row = None if game is None else _row(connection, game, address)
    if row is None or row.state == OFF:
        return Done(error=_NOT_WATCHED.format(name=name[:40]))
    return _ended(connection, config, row, now)


def ask(
    connection: Connection, config: Config, name: str, address: str, now: datetime
) -> tuple[Rendered, str]:
    """Somebody has asked from an address that nothing proves: the mail that asks back, and its code ("": there is nothing to watch)."""
    found, error = _game(connection, name, "")
    if error or counted(connection, found.id) >= MOST:
        return watched.refused(error or _FULL), ""
    record = load_id(connection, found.id)
    row = _row(connection, record.id, address) or _enter(record, address, now)
    return watched.confirm(record.row.name), str(row.nonce)


def _game(connection: Connection, name: str, address: str) -> tuple[Any, str]:
    """The game's row, or why it cannot be watched: the same words for one that there is not."""
    query = select(GAME.c.id, GAME.c.status, GAME.c.settings, GAME.c.practice)
    row = connection.execute(
        query.where(func.lower(GAME.c.name) == name.casefold()).order_by(GAME.c.id)
    ).first()
    if row is None or row.status == OVER or row.practice or not gamesettings.stored(row.settings).watch:
        return None, _NO_GAME.format(name=name[:40])
    mine = select(SEAT.c.colour).where(SEAT.c.game == row.id, func.lower(SEAT.c.address) == folded(address))
    if address and connection.execute(mine).first() is not None:
        return None, _PLAYS
    return row, ""


def _row(connection: Connection, game: int, address: str) -> Any:
    mine = WATCHER.c.game == game, WATCHER.c.address == folded(address)
    return connection.execute(select(WATCHER).where(*mine)).first()


def mine_of(row: Any) -> tuple[Any, ...]:
    """The condition that finds this row."""
    return WATCHER.c.game == row.game, WATCHER.c.address == row.address


def _enter(record: Record, address: str, now: datetime) -> Any:
    key = dice.derive(record.master, "watch")
    nonce = make_token(hmac.digest(key, folded(address).encode(), "sha256"))
    values = {"game": record.id, "address": folded(address), "nonce": nonce, "state": ASKED, "number": 0}
    record.connection.execute(insert(WATCHER).values(**values, seen=0, since=naive(now)))
    return _row(record.connection, record.id, address)


def _ended(connection: Connection, config: Config, row: Any, now: datetime) -> Done:
    connection.execute(update(WATCHER).where(*mine_of(row)).values(state=OFF))
    name = game_name(connection, row.game)
    queue_site(connection, config, row.address, KIND, watched.ended(name), now, token=row.nonce)
    return Done(name)


def game_name(connection: Connection, game: int) -> str:
    """The name of the game with this number."""
    return str(connection.execute(select(GAME.c.name).where(GAME.c.id == game)).scalar_one())


def counted(connection: Connection, game: int) -> int:
    """How many watch."""
    query = select(func.count()).select_from(WATCHER).where(WATCHER.c.game == game, WATCHER.c.state == ON)
    return int(connection.execute(query).scalar_one())


def _reported(record: Record) -> int:
    """How many events the last reports told of."""
    return min((seat.seen for seat in record.seat_rows.values()), default=0)


# --- words ---


def watch(record: Record, config: Config, player: Player, line: Line, now: datetime) -> Served:
    """WATCH in a player's letter: another game's public reports come to the address of his seat."""
    done = begin(record.connection, config, line.words, record.seat_rows[player].address, now)
    return (
        Served(f"you watch “{done.game}”: its public reports come to your address")
        if done.game
        else Served(error=done.error)
    )


def unwatch(record: Record, config: Config, player: Player, line: Line, now: datetime) -> Served:
    """UNWATCH in a player's letter."""
    done = end(record.connection, config, line.words, record.seat_rows[player].address, now)
    return Served(f"you do not watch “{done.game}” any more") if done.game else Served(error=done.error)


def suppose(record: Record, number: int) -> None:
    """(`pbem verify`.)  So many watched then; nobody is mailed."""
    mine = WATCHER.c.game == record.id
    record.connection.execute(delete(WATCHER).where(mine))
    for place in range(number):
        values = {"game": record.id, "address": f"{place}@nobody.invalid", "nonce": "", "state": ON}
        record.connection.execute(
            insert(WATCHER).values(**values, number=0, seen=0, since=record.row.created)
        )
