"""A game's journal in the database: read it as far as needed, write it once.

The position is kept as one snapshot per viewer, folded from what `see` lets him read, so that a poll never folds a whole game.
"""

import hmac
import json
from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from functools import cached_property
from typing import Any

import msgspec
from sqlalchemy import Connection, bindparam, func, insert, select, update

from pbem.archive.history import chained, leaf
from pbem.engine import codec, dice, view
from pbem.engine.events import MODERATOR, Event, PhaseOpened, Player
from pbem.engine.rules import Rules
from pbem.engine.state import State, evolve, replace
from pbem.engine.variants import rules_for
from pbem.mail.tokens import make_token
from pbem.orders.canonical import canonical
from pbem.orders.lines import Line
from pbem.orders.names import Lexicon
from pbem.orders.standing import Standing
from pbem.report.brief import Seat, Unused
from pbem.store.database import table
from pbem.store.tables import EventRow, GameRow, LineRow, MailRow, SeatRow, SnapshotRow, TokenRow

GAME, SEAT, EVENT = table(GameRow), table(SeatRow), table(EventRow)
SNAPSHOT, LINE, TOKEN, MAIL = table(SnapshotRow), table(LineRow), table(TokenRow), table(MailRow)

_states = msgspec.msgpack.Decoder(State)
_states_out = msgspec.msgpack.Encoder()
_lines = msgspec.json.Decoder(Line)
_lines_out = msgspec.json.Encoder()
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
        self._tokens: set[str] = set()
        self.unused: dict[Player, list[Unused]] = {}
        self._views: dict[Player, State] | None = None
        self._lists: dict[Player, list[Standing]] | None = None
        self._rows: list[dict[str, Any]] = []
        self._ended: list[dict[str, Any]] = []
        #: where this transaction began
        self.base_events: int = row.events
        self.base_views: dict[Player, State] = {}
        self._head: tuple[int, str] = (row.events, row.head)

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
            self.base_views = dict(self._views)
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
        """Append to the journal, chain the hashes, and bring every view up to date; `flush` stores it."""
        (number, head), nonce_key = self._head, dice.derive(self.master, "nonce")
        turn, phase = self.state.turn, self.state.phase
        views = self.views()
        for event in events:
            number += 1
            if isinstance(event, PhaseOpened):
                turn, phase = event.turn, event.phase
            data = codec.encode(event)
            head = chained(head, leaf(event, data, nonce(nonce_key, number)))
            self._rows.append(
                {
                    "game": self.id,
                    "number": number,
                    "turn": turn,
                    "phase": phase,
                    "data": data.decode(),
                    "digest": head,
                }
            )
            for viewer, state in views.items():
                face = event.seen_by(viewer)
                if face is not None:
                    views[viewer] = evolve(state, face)
        self._head = number, head

    def flush(self) -> None:
        """Store what was written: events, views, and what became of order lines.

        Raises IntegrityError if somebody else has written meanwhile.
        """
        if self._rows:
            self.connection.execute(insert(EVENT), self._rows)
            number, head = self._head
            self.change(events=number, head=head)
            self.connection.execute(SNAPSHOT.delete().where(SNAPSHOT.c.game == self.id))
            views = [
                {"game": self.id, "viewer": viewer, "number": number, "state": _states_out.encode(state)}
                for viewer, state in self.views().items()
            ]
            self.connection.execute(insert(SNAPSHOT), views)
        if self._ended:
            where = (LINE.c.game == self.id) & (LINE.c.player == bindparam("player_"))
            where &= LINE.c.number == bindparam("line_")
            values: dict[str, Any] = {
                name: bindparam(f"new_{name}") for name in ("state", "why", "asleep", "overdue")
            }
            self.connection.execute(update(LINE).where(where).values(**values), self._ended)
        self._rows, self._ended = [], []

    def change(self, **values: Any) -> None:
        """Change the game's row."""
        self.connection.execute(update(GAME).where(GAME.c.id == self.id).values(**values))
        self.row = self.connection.execute(select(GAME).where(GAME.c.id == self.id)).one()

    def change_seat(self, player: Player, **values: Any) -> None:
        where = (SEAT.c.game == self.id) & (SEAT.c.colour == player)
        self.connection.execute(update(SEAT).where(where).values(**values))
        self.seat_rows[player] = self.connection.execute(select(SEAT).where(where)).one()

    # --- order lines ---

    def lists(self) -> dict[Player, list[Standing]]:
        """Everybody's standing lines in their order."""
        if self._lists is None:
            query = (
                select(LINE).where(LINE.c.game == self.id, LINE.c.state == "standing").order_by(LINE.c.number)
            )
            self._lists = {colour: [] for colour in self.seat_rows}
            for row in self.connection.execute(query):
                one = Standing(row.number, _lines.decode(row.data), row.asleep, row.overdue)
                self._lists[row.player].append(one)
        return self._lists

    def add_lines(
        self, player: Player, lines: Sequence[Line], letter: int | None, given: datetime
    ) -> list[Standing]:
        """New standing lines at the end of his list, numbered for CANCEL (each player counts his own)."""
        own = self.lists()[player]
        number = self.seat_rows[player].lines
        added = [Standing(number + place, line) for place, line in enumerate(lines, 1)]
        rows = [
            {"game": self.id, "player": player, "number": one.number, "letter": letter, "given": given}
            | {"data": _lines_out.encode(one.line).decode()}
            | {"asleep": 0, "overdue": False, "state": "standing", "why": ""}
            for one in added
        ]
        if rows:
            self.connection.execute(insert(LINE), rows)
            self.change_seat(player, lines=number + len(rows))
        own += added
        return added

    def end_lines(self, player: Player, numbers: Iterable[int], state: str, why: str = "") -> None:
        """Lines that no longer stand: replaced or cancelled."""
        gone = set(numbers)
        self._end(player, {one: (state, why) for one in self.lists()[player] if one.number in gone})

    def bury(self, player: Player, kept: list[Standing], dead: Mapping[Standing, str]) -> None:
        """After a phase: who lives on (perhaps asleep), and who died, with what became of him ("" : it served)."""
        before = {one.number: one for one in self.lists()[player]}
        for one in kept:
            if one != before[one.number]:
                self._change_line(player, one, "standing", "")
        for one, why in dead.items():
            self._change_line(player, one, "dead" if why else "used", why)
            if why:
                self.unused.setdefault(player, []).append(Unused(self.words(one), why))
        self.lists()[player] = kept

    def _end(self, player: Player, ended: Mapping[Standing, tuple[str, str]]) -> None:
        for one, (state, why) in ended.items():
            self._change_line(player, one, state, why)
        self.lists()[player] = [one for one in self.lists()[player] if one not in ended]

    def sleep(self, player: Player, numbers: Iterable[int], turn: int) -> None:
        """EACH TURN lines that a newer order outranks for one turn (E7)."""
        tired = set(numbers)
        changed = [replace(one, asleep=turn) if one.number in tired else one for one in self.lists()[player]]
        for one in changed:
            if one.number in tired:
                self._change_line(player, one, "standing", "")
        self.lists()[player] = changed

    def _change_line(self, player: Player, one: Standing, state: str, why: str) -> None:
        self._ended.append(
            {"player_": player, "line_": one.number, "new_state": state, "new_why": why}
            | {"new_asleep": one.asleep, "new_overdue": one.overdue}
        )

    def words(self, one: Standing) -> str:
        """A line as the receipt lists it."""
        return canonical(one.line, self.lexicon)

    def say(self, line: Line) -> str:
        """A line in full words."""
        return canonical(line, self.lexicon)

    def count(self, kind: str) -> int:
        """How many mails of a kind this game has sent."""
        query = select(func.count()).select_from(MAIL).where(MAIL.c.game == self.id, MAIL.c.kind == kind)
        return int(self.connection.execute(query).scalar_one())

    # --- set-up ---

    def draft(self, player: Player) -> dict[str, int]:
        """His sheet so far."""
        sheet: dict[str, int] = json.loads(self.seat_rows[player].draft)
        return sheet

    def change_draft(self, player: Player, sheet: Mapping[str, int]) -> None:
        self.change_seat(player, draft=json.dumps(sheet))

    def change_salts(self, salts: Mapping[Player, str]) -> None:
        self.change(salts=json.dumps(salts))

    # --- tokens ---

    def token(self, player: Player) -> str:
        """His token for the session now open; stored, so that a reply can be tied to it."""
        key = dice.derive(self.master, "token")
        text = f"{player}/{self.row.turn}/{self.row.session or 'over'}"
        token = make_token(hmac.digest(key, text.encode(), "sha256"))
        if token in self._tokens:
            return token
        self._tokens.add(token)
        if self.connection.execute(select(TOKEN.c.token).where(TOKEN.c.token == token)).first() is None:
            values = {"game": self.id, "player": player, "turn": self.row.turn, "session": self.row.session}
            self.connection.execute(insert(TOKEN).values(token=token, **values))
        return token


def nonce(key: bytes, number: int) -> bytes:
    """Decision D25: hides a secret event in the chain, so that nobody can guess it from its hash."""
    return hmac.digest(key, str(number).encode(), "sha256")


def load(connection: Connection, name: str) -> Record | None:
    """The game of this name."""
    row = connection.execute(select(GAME).where(GAME.c.name == name)).first()
    return Record(connection, row) if row is not None else None


def load_id(connection: Connection, number: int) -> Record:
    """The game with this id, which must exist."""
    return Record(connection, connection.execute(select(GAME).where(GAME.c.id == number)).one())
