"""Who else got a letter (mail.md, 1.6): copies to other players or to outsiders make it a letter of which no word is used."""

from sqlalchemy import Connection, select

from pbem.engine.events import Player
from pbem.mail.addresses import fold, untagged
from pbem.mail.letters import Letter
from pbem.store.database import table
from pbem.store.tables import AddressRow

from .record import SEAT

ADDRESS = table(AddressRow)

#: States of an address from which its player may write.
ALLOWED = ("confirmed", "former")

_SEEN = "Nothing in it was read. Whoever got it has seen your reply code; if that worries you, tell the moderator."
SHARED = f"It went to other players, too; please write to the judge alone. {_SEEN}"
OUTSIDE = f"It went to somebody outside the game, too; please write to the judge alone. {_SEEN}"


class Copies:
    """Looks at To and Cc of letters; what the letters to a game share is looked up once."""

    def __init__(self, connection: Connection, judge: str) -> None:
        self._connection, self._judge = connection, judge
        self._players: dict[int, dict[str, Player]] = {}

    def problem(self, game: int, player: Player, letter: Letter) -> str:
        """Why no word of this letter may be used; "" if it went to us alone.

        By a lone address it came to us, whatever name we have there.  Where mail servers say that they delivered it is no copy.
        """
        if game not in self._players:
            self._players[game] = self._players_of(game)
        whose = self._players[game]
        if any(whose.get(fold(one), player) != player for one in letter.addressees):
            return SHARED
        ours = {untagged(one) for one in (self._judge, *letter.delivered)}
        his = {fold(letter.sender or ""), *whose}
        unknown = [one for one in letter.addressees if untagged(one) not in ours and fold(one) not in his]
        return OUTSIDE if unknown and len(letter.addressees) > 1 else ""

    def _players_of(self, game: int) -> dict[str, Player]:
        """All addresses of a game."""
        seats = select(SEAT.c.colour, SEAT.c.address).where(SEAT.c.game == game)
        further = select(ADDRESS.c.player, ADDRESS.c.address)
        further = further.where(ADDRESS.c.game == game, ADDRESS.c.state.in_(ALLOWED))
        rows = [*self._connection.execute(further), *self._connection.execute(seats)]
        return {fold(address): player for player, address in rows}
