"""Who else got a letter (mail.md, 1.6): copies to other players or to outsiders make it a letter of which no word is used."""

from collections.abc import Sequence
from typing import Any

from msgspec.structs import replace
from sqlalchemy import Connection, bindparam, select

from pbem.engine.events import Player
from pbem.mail.addresses import fold, untagged
from pbem.mail.letter import Letter
from pbem.store.database import table
from pbem.store.tables import AddressRow

from .record import SEAT, Record

ADDRESS = table(AddressRow)

#: States of an address from which its player may write.
ALLOWED = ("confirmed", "former")

_SEAT = select(SEAT.c.address).where(SEAT.c.game == bindparam("game_"), SEAT.c.colour == bindparam("player_"))
_FURTHER = select(ADDRESS.c.address).where(
    ADDRESS.c.game == bindparam("game_"),
    ADDRESS.c.player == bindparam("player_"),
    ADDRESS.c.state.in_(ALLOWED),
)

_WORDS = ("lines", "below", "under_header", "quoted", "other_lines", "odd", "typed", "defects")

#: Not a word on whose address that is: a guess must tell nothing.
COPIED = (
    "It went to other people, too; please write to the judge alone. Nothing in it was read. Whoever got it has seen your reply code; "
    "if that worries you, tell the moderator."
)


def addresses_of(record: Record, player: Player) -> Sequence[Any]:
    """Every further address that he ever named, in the order of the rows."""
    mine = (ADDRESS.c.game == record.id) & (ADDRESS.c.player == player)
    return record.connection.execute(select(ADDRESS).where(mine).order_by(ADDRESS.c.id)).all()


def silenced(letter: Letter) -> Letter:
    """Without a word of its writer's, on no way: whoever gets the answer reads none of it."""
    nothing: dict[str, Any] = dict.fromkeys(_WORDS, ())
    return replace(letter, subject="", **nothing)


class Copies:
    """Looks at To and Cc of letters; what the letters of a player share is looked up once."""

    def __init__(self, connection: Connection, judge: str, moderator: str) -> None:
        self._connection, self._judge, self._moderator = connection, judge, moderator
        self._own: dict[tuple[int, Player], set[str]] = {}

    def problem(self, game: int, player: Player, letter: Letter) -> str:
        """Why no word of this letter may be used; "" if it went to the judge and the moderator alone, or to its writer as well.

        By a lone address it came to us, whatever name we have there.  Where mail servers say that they delivered it is no copy.
        Addresses of other players are not looked up: then nothing that we say can depend on them.
        """
        if len(letter.addressees) < 2:
            return ""
        ours = {untagged(one) for one in (self._judge, self._moderator, *letter.delivered)}
        his = {fold(letter.sender or ""), *self._addresses_of(game, player)}
        others = [one for one in letter.addressees if untagged(one) not in ours and fold(one) not in his]
        return COPIED if others else ""

    def _addresses_of(self, game: int, player: Player) -> set[str]:
        if (game, player) not in self._own:
            where = {"game_": game, "player_": player}
            rows = [
                *self._connection.execute(_FURTHER, where).scalars(),
                *self._connection.execute(_SEAT, where).scalars(),
            ]
            self._own[game, player] = {fold(address) for address in rows}
        return self._own[game, player]
