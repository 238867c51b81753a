"""From a letter whose owner is known to what it does: what becomes of each line, and the receipt.

Nothing here sends anything: receipts are queued in the same transaction as the orders they confirm.
"""

import hashlib
from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any

from sqlalchemy import Connection, bindparam, select, update

from pbem.config import Config
from pbem.engine.events import Player
from pbem.mail.letter import Letter

from . import dealing, misses, offers_told, subjects, twice
from .archiving import as_read
from .mailing import Briefs
from .owners import LETTER, Sorted, facts
from .receipts import Receipt
from .record import Record, load_id

#: What `_settled` says of a letter.
_FACTS = (
    "sha256",
    "verdict",
    "sender",
    "subject",
    "message_id",
    "state",
    "reason",
    "game",
    "player",
    "number",
    "rejected",
    "read",
)
_SETTLE = (
    update(LETTER)
    .where(LETTER.c.id == bindparam("new_id"))
    .values({name: bindparam(f"new_{name}") for name in _FACTS})
)
_SAME_ID = select(
    LETTER.c.player, LETTER.c.message_id, LETTER.c.sha256, LETTER.c.verdict, LETTER.c.received
).where(LETTER.c.game == bindparam("game_"), LETTER.c.message_id.in_(bindparam("ids_", expanding=True)))


def apply(connection: Connection, config: Config, letters: Sequence[Sorted], now: datetime) -> int:
    """All letters to one game, in the order received: lines, then one receipt a player.  Returns receipts queued."""
    record = load_id(connection, letters[0].game)
    before = _contents(connection, letters)
    settled: list[dict[str, Any]] = []
    doubled: list[tuple[Sorted, str, datetime]] = []
    readers: dict[tuple[Player, bool], Receipt] = {}
    repeats = _Repeats(record)
    for one in (subjects.looked_at(record, one) for one in letters):
        # what may be anybody's never shares a receipt, nor its YES, with what is surely his
        reader = readers.setdefault((one.player, one.signed), Receipt(record, config, one.player, now))
        key = one.player, one.letter.message_id[:200], content(one.letter), _signed(one)
        if key in before:
            state, reason = "doubled", "the same letter came before"
            doubled.append((one, key[2], before[key]))
        else:
            before[key] = one.row.received
            misses.heard(record, config, one.player, one.row.received, one.signed, now)
            reason = reader.read(one, repeats.seen(one, key[2]))
            state = "answered" if reason else "applied"
            if not reason:
                repeats.add(one, key[2])
        refused = "" if state == "doubled" else reader.refused()
        settled.append(_settled(record, one, state, reason, key[2]) | {"rejected": refused})
    connection.execute(_SETTLE, _prefixed(settled))
    offers_told.tell(record, config, now)
    briefs = Briefs(record, config, now)
    receipts = sum(reader.answer(briefs) for reader in readers.values())
    twice.tell(record, config, doubled, now)
    record.flush()
    return receipts


class _Repeats:
    """Decision D2: the same words in another letter of his within ten minutes are the same offer."""

    def __init__(self, record: Record) -> None:
        self.record, self.on = record, "bribes" in record.rules.switches
        self.applied: list[tuple[Player, str, datetime]] = []

    def add(self, one: Sorted, digest: str) -> None:
        """This letter was applied."""
        self.applied.append((one.player, digest, one.row.received))

    def seen(self, one: Sorted, digest: str) -> bool:
        """Was one with the same words applied a moment before?"""
        if not self.on:
            return False
        since, until = one.row.received - timedelta(minutes=dealing.ONE_OFFER), one.row.received
        if any(
            player == one.player and same == digest and since <= received <= until
            for player, same, received in self.applied
        ):
            return True
        query = select(LETTER.c.id).where(
            LETTER.c.game == one.game,
            LETTER.c.player == one.player,
            LETTER.c.sha256 == digest,
            LETTER.c.state == "applied",
            LETTER.c.received.between(since, until),
        )
        return self.record.connection.execute(query).first() is not None


def _prefixed(rows: Sequence[dict[str, Any]]) -> list[dict[str, Any]]:
    return [{f"new_{name}": value for name, value in row.items()} for row in rows]


def _contents(
    connection: Connection, letters: Sequence[Sorted]
) -> dict[tuple[Player, str, str, str], datetime]:
    """Decision D2: player, Message-ID and content of earlier letters that have one of these Message-IDs, and when the first came.

    What came without a code, perhaps from somebody else, never makes a signed letter a second copy.
    """
    where = {"game_": letters[0].game, "ids_": list({one.letter.message_id[:200] for one in letters})}
    found = sorted(connection.execute(_SAME_ID, where), key=lambda row: row.received, reverse=True)
    return {(row.player, row.message_id, row.sha256, row.verdict): row.received for row in found}


def _signed(one: Sorted) -> str:
    return "signed" if one.signed else "unsigned"


def _settled(record: Record, one: Sorted, state: str, reason: str, digest: str) -> dict[str, Any]:
    """What became of a letter; it is his next one in this game."""
    number = record.seat_rows[one.player].letters + 1
    record.change_seat(one.player, letters=number)
    values = {"state": state, "reason": reason, "game": one.game, "player": one.player, "number": number}
    read = {"read": as_read.noted(record, one)}
    return {
        "id": one.row.id,
        "sha256": digest,
        "verdict": _signed(one),
        **facts(one.letter),
        **values,
        **read,
    }


def content(letter: Letter) -> str:
    """What makes two letters with one Message-ID the same; without a Message-ID the Date field joins in."""
    parts = (*letter.lines, letter.cut, "" if letter.message_id else letter.date)
    return hashlib.sha256("\n".join(parts).encode("utf-8", "replace")).hexdigest()


def by_game(letters: Sequence[Sorted]) -> list[list[Sorted]]:
    """Letters to each game, in the order received."""
    groups: dict[int, list[Sorted]] = {}
    for one in letters:
        groups.setdefault(one.game, []).append(one)
    return list(groups.values())
