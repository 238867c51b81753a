"""YES rescues (E10): lines of a letter that could not be applied are kept as read, and one YES gives them."""

from collections.abc import Sequence

import msgspec
from sqlalchemy import insert, select, update

from pbem.engine.events import Player
from pbem.orders.lines import Line
from pbem.orders.reader import Reading
from pbem.report.brief import Answer
from pbem.store.database import table
from pbem.store.tables import RescueRow

from .record import Record

RESCUE = table(RescueRow)
#: Never held: what counts for the moment of writing only, and what is served at once.
NOT_HELD = frozenset(
    (
        "ready",
        "not ready",
        "wait",
        "yes",
        "no",
        "orders",
        "status",
        "history",
        "rules",
        "help",
        "form",
        "moderator",
    )
)
_lines = msgspec.json.Decoder(tuple[Line, ...])


def hold(
    record: Record, player: Player, letter: int, readings: Sequence[Reading], problem: str
) -> tuple[Answer, ...]:
    """Keep a letter's order lines for a YES to the receipt, and list how each would be read now."""
    from . import lines as reading_lines

    kept = [line for reading in readings for line in reading.lines if line.verb not in NOT_HELD]
    if kept:
        open_ones = (RESCUE.c.game == record.id) & (RESCUE.c.player == player) & (RESCUE.c.state == "open")
        record.connection.execute(update(RESCUE).where(open_ones).values(state="forgotten"))
        values = {"game": record.id, "player": player, "letter": letter, "token": record.token(player)}
        stored = msgspec.json.encode(kept).decode()
        record.connection.execute(insert(RESCUE).values(lines=stored, state="open", **values))
    held = tuple(Answer("held", record.say(line)) for line in kept)
    return (*held, *reading_lines.echoed(readings))


def take(record: Record, player: Player, yes: bool) -> tuple[Line, ...] | None:
    """The held lines of the session now open, used up by YES or forgotten by NO; None if nothing is held."""
    where = (RESCUE.c.game == record.id) & (RESCUE.c.player == player) & (RESCUE.c.state == "open")
    row = record.connection.execute(
        select(RESCUE).where(where, RESCUE.c.token == record.token(player))
    ).first()
    if row is None:
        return None
    state = "used" if yes else "forgotten"
    record.connection.execute(update(RESCUE).where(RESCUE.c.id == row.id).values(state=state))
    return _lines.decode(row.lines)
