"""YES rescues (E10): lines of a letter that could not be applied are kept as read, and one YES gives them."""

from collections.abc import Sequence

import msgspec
from sqlalchemy import bindparam, insert, select, update

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


_OPEN = select(RESCUE.c.player, RESCUE.c.token, RESCUE.c.lines).where(
    RESCUE.c.game == bindparam("game_"), RESCUE.c.state == bindparam("state_", "open")
)


def hold(
    record: Record, player: Player, letter: int, readings: Sequence[Reading], signed: bool
) -> tuple[Answer, ...]:
    """Keep a letter's order lines for a YES to its receipt, and list how each would be read now.

    `signed`: the letter carried his reply code.
    """
    kept = [line for reading in readings for line in reading.lines if line.verb not in NOT_HELD]
    if kept:
        values = {"game": record.id, "player": player, "letter": letter, "token": record.token(player)}
        stored = msgspec.json.encode(kept).decode()
        more = {"state": "open", "receipt": "", "signed": signed}
        record.connection.execute(insert(RESCUE).values(lines=stored, **values, **more))
    return tuple(Answer("held", record.say(line)) for line in kept)


def bind(record: Record, letters: Sequence[int], receipt: str) -> None:
    """YES counts for the receipt that offered it: tie what was held to its Message-ID (without brackets)."""
    held = (RESCUE.c.game == record.id) & RESCUE.c.letter.in_(letters)
    record.connection.execute(update(RESCUE).where(held).values(receipt=receipt))


def waiting(record: Record) -> dict[Player, tuple[str, ...]]:
    """Everybody's lines that are held and can still be given, in full words."""
    rows = record.connection.execute(_OPEN, {"game_": record.id})
    return {
        row.player: tuple(record.say(line) for line in _lines.decode(row.lines))
        for row in rows
        if row.token == record.token(row.player)
    }


def take(record: Record, player: Player, yes: bool, replied: Sequence[str]) -> tuple[Line, ...] | None:
    """What was held in the session now open, used up by YES or forgotten by NO; None if nothing is held.

    `replied`: the Message-IDs that his letter answers, the nearest first.  A mail program that names none of ours gets the last
    receipt's, but never what came in a letter without a reply code: that may have been anybody's.
    """
    where = (RESCUE.c.game == record.id) & (RESCUE.c.player == player) & (RESCUE.c.state == "open")
    found = select(RESCUE).where(where, RESCUE.c.token == record.token(player)).order_by(RESCUE.c.id)
    rows = record.connection.execute(found).all()
    signed = [row.receipt for row in rows if row.signed]
    named = next(
        (name for name in replied if any(row.receipt == name for row in rows)), signed[-1] if signed else None
    )
    chosen = [row for row in rows if row.receipt == named]
    if not chosen:
        return None
    used = RESCUE.c.id.in_([row.id for row in chosen])
    record.connection.execute(update(RESCUE).where(used).values(state="used" if yes else "forgotten"))
    return tuple(line for row in chosen for line in _lines.decode(row.lines))
