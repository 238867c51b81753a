"""The reply codes of one game within one transaction: which player answers which session."""

import hmac
from collections.abc import Sequence
from datetime import datetime
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

from sqlalchemy import Connection, bindparam, delete, insert, select

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
        @property
        def seat_rows(self) -> dict[Player, SimpleNamespace]: ...

        def change(self, **values: Any) -> None: ...

    def __init__(self) -> None:
        super().__init__()
        self._known_tokens: set[str] = set()
        self._tokens_of: tuple[int, str] | None = None
        self._new_tokens: list[dict[str, Any]] = []

    def token(self, player: Player) -> str:
        """His token for the session now open; stored, so that a reply can be tied to it."""
        key = dice.derive(self.master, "token")
        hands = self.seat_rows[player].generation  # who had the seat before cannot work out the codes of now
        whose = f"{player} {hands}" if hands else player
        text = f"{whose}/{self.row.turn}/{self.row.code or self.row.session or 'over'}"
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

    def forget_tokens(self, player: Player) -> None:
        """The seat changes hands: all codes that it ever had are nobody's."""
        self._new_tokens = [row for row in self._new_tokens if row["player"] != player]
        self.connection.execute(delete(TOKEN).where(TOKEN.c.game == self.id, TOKEN.c.player == player))
        self._tokens_of = None

    def flush_tokens(self) -> None:
        """Store new ones."""
        if self._new_tokens:
            self.connection.execute(insert(TOKEN), self._new_tokens)
        self._new_tokens = []

    # --- the session ---

    def open_session(
        self, turn: int, phases: Sequence[str], deadline: datetime | None, pause: str = ""
    ) -> None:
        """These phases wait for `deadline`; reply codes are new.  `pause`: the first of them stands open for this ballot."""
        session = " ".join(phases)
        code = f"{session} +{pause}" if pause else session
        self.change(
            turn=turn, session=session, pause=pause, code=self._fresh_code(turn, code), deadline=deadline
        )

    def _fresh_code(self, turn: int, code: str) -> str:
        """After an undo a session comes again, and answers to its old reports are not answers to the new one."""
        told = select(TOKEN.c.session).where(TOKEN.c.game == self.id, TOKEN.c.turn == turn)
        known = {*self.connection.execute(told.distinct()).scalars(), self.row.code}
        fresh, again = code, 1
        while fresh in known:
            again += 1
            fresh = f"{code} ({again})"
        return fresh
