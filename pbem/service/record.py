"""A game's journal in the database: read it as far as needed, write it once.

The position is kept as one snapshot per viewer, folded from what `see` lets him read, so that a poll never folds a whole game.
"""

import hashlib
import hmac
import json
from collections.abc import Iterable, Sequence
from functools import cached_property
from typing import Any

import msgspec
from sqlalchemy import Connection, insert, select, update

from pbem.engine import codec, dice, view
from pbem.engine.events import MODERATOR, Event, PhaseOpened, Player
from pbem.engine.rules import Rules
from pbem.engine.state import State, evolve
from pbem.engine.variants import rules_for
from pbem.mail.tokens import make_token
from pbem.orders.lines import Line
from pbem.orders.names import Lexicon
from pbem.orders.standing import Standing
from pbem.report.brief import Seat
from pbem.store.database import table
from pbem.store.tables import EventRow, GameRow, LineRow, SeatRow, SnapshotRow, TokenRow

GAME, SEAT, EVENT = table(GameRow), table(SeatRow), table(EventRow)
SNAPSHOT, LINE, TOKEN = table(SnapshotRow), table(LineRow), table(TokenRow)

_states = msgspec.msgpack.Decoder(State)
_lines = msgspec.json.Decoder(Line)
#: Options are text on the command line and in the database.
_TRUTH = {"true": True, "yes": True, "on": True, "false": False, "no": False, "off": False}


def options_from(text: dict[str, str]) -> dict[str, object]:
    """Switches as the rules take them: "true" and "false" become truth values."""
    return {name: _TRUTH.get(value.lower(), value) for name, value in text.items()}


class Record:
    """One game within one transaction: its row, its seats, its position, and what is written to it."""

    def __init__(self, connection: Connection, row: Any) -> None:
        self.connection = connection
        self.row = row
        self.id: int = row.id
        self._views: dict[Player, State] | None = None
        self._written: list[Event] = []

    # --- what it is ---

    @cached_property
    def rules(self) -> Rules:
        return rules_for(self.row.rules, options_from(json.loads(self.row.options)))

    @cached_property
    def seat_rows(self) -> dict[Player, Any]:
        found = self.connection.execute(select(SEAT).where(SEAT.c.game == self.id).order_by(SEAT.c.place))
        return {row.colour: row for row in found}

    @cached_property
    def seats(self) -> tuple[Seat, ...]:
        from pbem.engine.packs import factions

        named = factions()
        return tuple(
            Seat(row.colour, named[row.colour].name, row.name, row.zone) for row in self.seat_rows.values()
        )

    @cached_property
    def lexicon(self) -> Lexicon:
        names = {letter: card.name for letter, card in self.rules.cards.items()}
        return Lexicon(names, {seat.colour: (seat.faction, seat.name) for seat in self.seats})

    @property
    def master(self) -> bytes:
        return bytes.fromhex(self.row.master)

    @cached_property
    def seed(self) -> bytes:
        """The dice seed: its hash is published first, itself when the game is over."""
        return dice.derive(self.master, "dice")

    def dice(self) -> dice.Dice:
        return dice.sealed(dice.salted(self.seed, json.loads(self.row.salts)))

    # --- the position ---

    def views(self) -> dict[Player, State]:
        """The position as each player, the table and (under MODERATOR) the engine sees it."""
        if self._views is None:
            found = self.connection.execute(select(SNAPSHOT).where(SNAPSHOT.c.game == self.id))
            self._views = {row.viewer: _states.decode(row.state) for row in found}
            if not self._views:
                viewers = [*self.seat_rows, view.TABLE, MODERATOR]
                self._views = dict.fromkeys(viewers, State())
        return self._views

    @property
    def state(self) -> State:
        return self.views()[MODERATOR]

    def events(self, after: int = 0, until: int | None = None) -> list[Event]:
        """The journal from event `after` + 1 on."""
        query = select(EVENT.c.data).where(EVENT.c.game == self.id, EVENT.c.number > after)
        if until is not None:
            query = query.where(EVENT.c.number <= until)
        stored = [codec.decode(row.data) for row in self.connection.execute(query.order_by(EVENT.c.number))]
        return stored

    # --- writing ---

    def write(self, events: Sequence[Event]) -> None:
        """Append to the journal, chain the hashes, and bring every view up to date.

        Raises IntegrityError if somebody else has written meanwhile.
        """
        number, head, nonce_key = self.row.events, self.row.head, dice.derive(self.master, "nonce")
        turn, phase = self.state.turn, self.state.phase
        rows, views = [], self.views()
        for event in events:
            number += 1
            if isinstance(event, PhaseOpened):
                turn, phase = event.turn, event.phase
            data = codec.encode(event)
            head = chained(head, leaf(event, data, nonce(nonce_key, number)))
            rows.append(
                {"game": self.id, "number": number, "turn": turn, "phase": phase, "data": data.decode(), "digest": head}
            )
            for viewer, state in views.items():
                face = event.seen_by(viewer)
                if face is not None:
                    views[viewer] = evolve(state, face)
        if rows:
            self.connection.execute(insert(EVENT), rows)
            self.change(events=number, head=head)
            self._save_views(number)

    def _save_views(self, number: int) -> None:
        self.connection.execute(SNAPSHOT.delete().where(SNAPSHOT.c.game == self.id))
        rows = [
            {"game": self.id, "viewer": viewer, "number": number, "state": msgspec.msgpack.encode(state)}
            for viewer, state in self.views().items()
        ]
        self.connection.execute(insert(SNAPSHOT), rows)

    def change(self, **values: Any) -> None:
        """Change the game's row."""
        self.connection.execute(update(GAME).where(GAME.c.id == self.id).values(**values))
        self.row = self.connection.execute(select(GAME).where(GAME.c.id == self.id)).one()

    def change_seat(self, player: Player, **values: Any) -> None:
        where = (SEAT.c.game == self.id) & (SEAT.c.colour == player)
        self.connection.execute(update(SEAT).where(where).values(**values))
        self.seat_rows[player] = self.connection.execute(select(SEAT).where(where)).one()

    # --- order lines ---

    def standing(self, player: Player | None = None) -> dict[Player, list[Standing]]:
        """Everybody's standing lines in their order, or one player's."""
        query = select(LINE).where(LINE.c.game == self.id, LINE.c.state == "standing").order_by(LINE.c.number)
        if player is not None:
            query = query.where(LINE.c.player == player)
        lists: dict[Player, list[Standing]] = {colour: [] for colour in self.seat_rows}
        for row in self.connection.execute(query):
            one = Standing(row.number, _lines.decode(row.data), row.asleep, row.overdue)
            lists[row.player].append(one)
        return lists

    def end_lines(self, numbers: Iterable[int], state: str, why: str = "") -> None:
        """Lines that are no longer standing: used, dead, replaced or cancelled."""
        where = (LINE.c.game == self.id) & LINE.c.number.in_(list(numbers))
        self.connection.execute(update(LINE).where(where).values(state=state, why=why))

    # --- tokens ---

    def token(self, player: Player) -> str:
        """His token for the session now open; stored, so that a reply can be tied to it."""
        key = dice.derive(self.master, "token")
        text = f"{player}/{self.row.turn}/{self.row.session}/{self.row.events if not self.row.session else 0}"
        token = make_token(hmac.digest(key, text.encode(), "sha256"))
        if self.connection.execute(select(TOKEN.c.token).where(TOKEN.c.token == token)).first() is None:
            values = {"game": self.id, "player": player, "turn": self.row.turn, "session": self.row.session}
            self.connection.execute(insert(TOKEN).values(token=token, **values))
        return token


def nonce(key: bytes, number: int) -> bytes:
    """Decision D25: hides a secret event in the chain, so that nobody can guess it from its hash."""
    return hmac.digest(key, str(number).encode(), "sha256")


def leaf(event: Event, data: bytes, salt: bytes) -> bytes:
    """What of an event goes into the chain: a public one as it is, a secret one hidden by its nonce."""
    public = event.seen_by(view.TABLE) == event
    return data if public else hashlib.sha256(salt + data).hexdigest().encode()


def chained(head: str, leaf_bytes: bytes) -> str:
    """The chain's next hash: sha256 of the one before and the leaf."""
    return hashlib.sha256(head.encode() + b"\n" + leaf_bytes).hexdigest()


def load(connection: Connection, name: str) -> Record | None:
    """The game of this name."""
    row = connection.execute(select(GAME).where(GAME.c.name == name)).first()
    return Record(connection, row) if row is not None else None


def load_id(connection: Connection, number: int) -> Record:
    """The game with this id, which must exist."""
    return Record(connection, connection.execute(select(GAME).where(GAME.c.id == number)).one())
