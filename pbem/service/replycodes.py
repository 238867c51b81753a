"""The reply codes of one game within one transaction: which player answers which session."""

import hmac
from typing import TYPE_CHECKING, Any

from sqlalchemy import Connection, bindparam, insert, select

from pbem.engine import dice
from pbem.engine.events import Player
from pbem.mail.tokens import make_token
from pbem.store.database import table
from pbem.store.tables import TokenRow

TOKEN = table(TokenRow)

_TOKENS = select(TOKEN.c.token).where(
    TOKEN.c.game == bindparam("game_"),
    TOKEN.c.turn == bindparam("turn_"),
    TOKEN.c.session == bindparam("session_"),
)


class ReplyCodes:
    """The part of a `Record` that gives reply codes."""

    if TYPE_CHECKING:
        id: int
        row: Any
        connection: Connection

        @property
        def master(self) -> bytes: ...

    def __init__(self) -> None:
        super().__init__()
        self._known_tokens: set[str] = set()
        self._tokens_of: tuple[int, str] | None = None
        self._new_tokens: list[dict[str, Any]] = []

    def token(self, player: Player) -> str:
        """His token for the session now open; stored, so that a reply can be tied to it."""
        key = dice.derive(self.master, "token")
        text = f"{player}/{self.row.turn}/{self.row.code or self.row.session or 'over'}"
        token = make_token(hmac.digest(key, text.encode(), "sha256"))
        if token not in self._tokens():
            self._known_tokens.add(token)
            values = {"game": self.id, "player": player, "turn": self.row.turn, "session": self.row.code}
            self._new_tokens.append({"token": token, **values})
        return token

    def _tokens(self) -> set[str]:
        """The tokens of the session now open that are stored already."""
        key = self.row.turn, self.row.code
        if self._tokens_of != key:
            where = {"game_": self.id, "turn_": key[0], "session_": key[1]}
            self._known_tokens = set(self.connection.execute(_TOKENS, where).scalars())
            self._known_tokens |= {row["token"] for row in self._new_tokens}
            self._tokens_of = key
        return self._known_tokens

    def flush_tokens(self) -> None:
        """Store new ones."""
        if self._new_tokens:
            self.connection.execute(insert(TOKEN), self._new_tokens)
        self._new_tokens = []
