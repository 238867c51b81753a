"""Which words between players an archive holds (E25): what was said to everybody, and what all who were concerned agreed to."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from functools import cached_property
from typing import Any

from sqlalchemy import select

from pbem.engine.events import Player

from .. import press
from ..press import PRESS
from ..record import Record

#: Instead of a line that went to people word for word; the reader never takes such a line (decision D3).
WORDS = "| (private words)"


class Talk:
    """The messages of one game, and which of them are open."""

    def __init__(self, record: Record) -> None:
        self.record = record

    @cached_property
    def rows(self) -> Sequence[Any]:
        query = select(PRESS).where(PRESS.c.game == self.record.id).order_by(PRESS.c.id)
        return self.record.connection.execute(query).all()

    def is_open(self, row: Any) -> bool:
        """May its words stand in an archive?"""
        seats, to = self.record.seat_rows, row.receivers.split()
        if len(to) == len(seats) - 1:
            return True
        return all(seats[who].open_press for who in (row.author, *to) if who in seats)

    @cached_property
    def _of_letters(self) -> Mapping[tuple[Player, datetime], list[Any]]:
        found: dict[tuple[Player, datetime], list[Any]] = {}
        for row in self.rows:
            found.setdefault((row.author, row.sent), []).append(row)
        return found

    def hides(self, player: Player, received: datetime) -> bool:
        """Must the messages in his letter be left out?  So must what went to nobody, and who wrote an unnamed one."""
        sent = self._of_letters.get((player, received), [])
        return not sent or any(row.anonymous or not self.is_open(row) for row in sent)

    @cached_property
    def _to(self) -> Mapping[Player, list[Any]]:
        """The messages that a player was sent, in their order, and so his mails of that kind."""
        found: dict[Player, list[Any]] = {}
        for row in self.rows:
            for who in row.receivers.split():
                found.setdefault(who, []).append(row)
        return found

    def keeps(self, player: Player, kind: str, covers: str, place: int) -> bool:
        """May this mail stand in an archive?  `place`: which of his mails of that kind it is, from 0.

        A receipt that tells of his messages only where he has agreed, and all of them are open.
        """
        if kind == "press":
            mine = self._to.get(player, [])
            return place < len(mine) and self.is_open(mine[place])
        if covers == press.HELD:
            return False
        if covers != press.MARK:
            return True
        own = [row for row in self.rows if row.author == player]
        agreed: bool = self.record.seat_rows[player].open_press
        return agreed and all(self.is_open(row) and not row.anonymous for row in own)
