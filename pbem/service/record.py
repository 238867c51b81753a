"""A game's journal in the database: read it as far as needed, write it once.

The position is kept as one snapshot per viewer, folded from what `see` lets him read, so that a poll never folds a whole game.
"""

import hmac
from collections.abc import Callable, Sequence
from functools import lru_cache
from itertools import chain
from types import SimpleNamespace
from typing import Any, NamedTuple

import msgspec
from sqlalchemy import Connection, Update, bindparam, func, insert, select, update

from pbem.archive.history import chained, leaf, public_head
from pbem.engine import codec, dice, view
from pbem.engine.events import MODERATOR, Event, PhaseClosed, PhaseOpened, Player, Rewound
from pbem.engine.journal import effective
from pbem.engine.packs import Packs
from pbem.engine.state import State, evolve, fold
from pbem.store.database import table
from pbem.store.tables import CARD, EventRow, GameRow, MailRow, QuestionRow, SnapshotRow

from . import acts, album
from .numbering import count_old
from .orderlists import OrderLists
from .packs import kept
from .replycodes import TOKEN as TOKEN
from .replycodes import ReplyCodes
from .whatitis import SEAT as SEAT
from .whatitis import WhatItIs

GAME, EVENT, QUESTION = table(GameRow), table(EventRow), table(QuestionRow)
SNAPSHOT, MAIL = table(SnapshotRow), table(MailRow)

_states = msgspec.msgpack.Decoder(State)
_states_out = msgspec.msgpack.Encoder()


#: Made once: building a statement costs as much as running it.
_BY_ID = select(GAME).where(GAME.c.id == bindparam("game_"))
_VIEWS = select(SNAPSHOT).where(SNAPSHOT.c.game == bindparam("game_"))
_EVENTS = (
    select(EVENT.c.data)
    .where(EVENT.c.game == bindparam("game_"), EVENT.c.number > bindparam("after_"))
    .order_by(EVENT.c.number)
)
_EVENTS_UNTIL = _EVENTS.where(EVENT.c.number <= bindparam("until_"))
_SHOWN = select(EVENT.c.shown).where(
    EVENT.c.game == bindparam("game_"), EVENT.c.number == bindparam("number_")
)
_OPEN_PHASE = select(QUESTION).where(QUESTION.c.game == bindparam("game_"))


@lru_cache(maxsize=64)
def _changed_seat(columns: tuple[str, ...]) -> Update:
    """The statement that changes these columns of a seat."""
    where = (SEAT.c.game == bindparam("game_")) & (SEAT.c.colour == bindparam("seat_"))
    changed: dict[str, Any] = {name: bindparam(f"new_{name}") for name in columns}
    return update(SEAT).where(where).values(**changed)


def _nothing() -> None:
    """Nobody looks."""


class OpenPhase(NamedTuple):
    """A phase that stands open: the number of its opening in the journal, the phases of the session after it, and why (`QuestionRow`)."""

    opened: int
    rest: tuple[str, ...]
    why: str = CARD


class Record(OrderLists, ReplyCodes, WhatItIs):
    """One game within one transaction: its row, its seats, its position, and what is written to it."""

    def __init__(self, connection: Connection, row: Any, packs: Packs | None = None) -> None:
        super().__init__()
        self.connection = connection
        self.row = SimpleNamespace(**row._mapping)
        self.id: int = row.id
        self.packs = kept(connection, row.id) if packs is None else packs
        #: mails to be put into the outbox by `flush`
        self.outgoing: list[dict[str, Any]] = []
        #: mails of ours that letters answer, by player and the Message-IDs that a letter names (`ourlines`)
        self.answered: dict[tuple[Player, tuple[str, ...]], Sequence[Any]] = {}
        #: what they show, by sha256
        self.pictures: dict[str, bytes] = {}
        #: the place of the round that is worked now among the game's acts, once it is asked for
        self.act: int | None = None
        #: the page to watch it again, once its last report is written
        self.keepsake: bytes | None = None
        #: how each of them was written, and who looks at that once they are stored (`gate`)
        self.written: list[Any] = []
        self.on_flush: Callable[[], None] = _nothing
        self._views: dict[Player, State] | None = None
        self._rows: list[dict[str, Any]] = []
        self._changed: dict[str, Any] = {}
        self._changed_seats: dict[Player, dict[str, Any]] = {}
        #: what became of offers, each with the position before it, until its mails are queued (`offers_told`)
        self.dealt: list[tuple[State, Event]] = []
        #: where this transaction began
        self.base_events: int = row.events
        self.base_views: dict[Player, State] = {}
        self._head: tuple[int, str] = (row.events, row.head)

    # --- the position ---

    def views(self) -> dict[Player, State]:
        """The position as each player, the table and (under MODERATOR) the engine sees it."""
        if self._views is None:
            found = self.connection.execute(_VIEWS, {"game_": self.id})
            self._views = {row.viewer: self._view(row.viewer, row.state) for row in found}
            if not self._views:
                viewers = [*self.seat_rows, view.TABLE, MODERATOR]
                self._views = dict.fromkeys(viewers, State())
            self.base_views = dict(self._views)
        return self._views

    @property
    def state(self) -> State:
        return self.views()[MODERATOR]

    def story(self, until: int | None = None) -> list[Event]:
        """The events in force up to number `until`, undone ones left out: what a position is folded from."""
        return effective(self.events(until=until))

    def events(self, after: int = 0, until: int | None = None) -> list[Event]:
        """The journal from event `after` + 1 on, undone events and all."""
        query, where = _EVENTS, {"game_": self.id, "after_": after}
        if until is not None:
            query, where = _EVENTS_UNTIL, where | {"until_": until}
        return [self._event(data) for data in self.connection.execute(query, where).scalars()]

    def shown_at(self, number: int) -> int:
        """How many events the table had seen when event `number` was written; 0 in a game that does not count yet."""
        found = self.connection.execute(_SHOWN, {"game_": self.id, "number_": number})
        return int(found.scalar() or 0)

    def again(self, before: State, event: Event) -> tuple[State, Event]:
        """A fact of this transaction and the position before it, for whoever writes about it.  (The gate has others.)"""
        return before, event

    def _view(self, viewer: Player, stored: bytes) -> State:
        """A stored position.  (The same.)"""
        return _states.decode(stored)

    def _event(self, stored: str) -> Event:
        """A stored fact.  (The same.)"""
        return codec.decode(stored)

    def since_phase(self) -> list[Event]:
        """What was written since a phase closed last, stored or not: offers and rulings; a few rows, whatever the journal holds."""
        found: list[Event] = []
        query = select(EVENT.c.data).where(EVENT.c.game == self.id).order_by(EVENT.c.number.desc())
        written = (row["data"] for row in reversed(self._rows))
        with self.connection.execute(query) as stored:
            for data in chain(written, stored.scalars()):
                event = self._event(data)
                if isinstance(event, Rewound):
                    return self._since_phase()
                if isinstance(event, PhaseClosed):
                    break
                found.append(event)
        return found[::-1]

    def _since_phase(self) -> list[Event]:
        """The same where some of it was undone."""
        story = effective([*self.events(), *(self._event(row["data"]) for row in self._rows)])
        closed = max((at for at, event in enumerate(story, 1) if isinstance(event, PhaseClosed)), default=0)
        return story[closed:]

    def open_phase(self) -> OpenPhase | None:
        """The phase that stands open in the middle, if one does."""
        row = self.connection.execute(_OPEN_PHASE, {"game_": self.id}).first()
        return None if row is None else OpenPhase(row.opened, tuple(row.rest.split()), row.why)

    # --- writing ---

    @property
    def last(self) -> int:
        """The number of the last event written, stored or not."""
        return self._head[0]

    def write(self, events: Sequence[Event]) -> None:
        """Append to the journal, chain the hashes, and bring every view up to date; `flush` stores it."""
        (number, head), nonce_key = self._head, dice.derive(self.master, "nonce")
        turn, phase = self.state.turn, self.state.phase
        if number and not self.row.shown:
            self.change(shown=count_old(self.connection, self.id))
        views, shown, public = self.views(), self.row.shown, self.table_head()
        for event in events:
            number += 1
            told = event.seen_by(view.TABLE)
            shown += told is not None
            if isinstance(event, PhaseOpened):
                turn, phase = event.turn, event.phase
            data = codec.encode(event)
            head = chained(head, leaf(event, data, nonce(nonce_key, number)))
            if told is not None:
                public = chained(public, data if told is event else codec.encode(told))
            self._rows.append(
                {
                    "game": self.id,
                    "number": number,
                    "turn": turn,
                    "phase": phase,
                    "data": data.decode(),
                    "digest": head,
                    "shown": shown,
                }
            )
            if isinstance(event, Rewound):
                self._rewind(event)
                turn, phase = self.state.turn, self.state.phase
                continue
            for viewer, state in views.items():
                face = event.seen_by(viewer)
                if face is not None:
                    views[viewer] = evolve(state, face)
        self._head = number, head
        if shown != self.row.shown:
            self.change(shown=shown, chain=public)

    def table_head(self) -> str:
        """The head of the chain of what the table has seen (decision D29); of a game that did not keep it yet it is found once."""
        head: str = self.row.chain
        return head if head or not self.row.events else public_head(self.events())

    def _rewind(self, event: Rewound) -> None:
        """Every view is folded anew from what is in force."""
        stored = self.events(until=event.to)
        pending = [self._event(row["data"]) for row in self._rows if len(stored) < row["number"] <= event.to]
        story = [*effective([*stored, *pending]), event]
        views = self.views()
        for viewer in views:
            views[viewer] = fold(view.see(viewer, story))

    def flush(self) -> None:
        """Store what was changed: events, views, order lines, the rows of game and seats.

        Raises IntegrityError if somebody else has written meanwhile.
        """
        if self._rows or self.outgoing or self._changed or self._changed_seats or self.lines_changed:
            acts.note(self)
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
        self.flush_lines()
        self.flush_tokens()
        if self.outgoing:
            album.keep(self.connection, self.id, self.pictures)
            self.connection.execute(insert(MAIL), self.outgoing)
        self._flush_seats()
        if self._changed:
            self.connection.execute(update(GAME).where(GAME.c.id == self.id).values(**self._changed))
        self._rows, self.outgoing, self.pictures = [], [], {}
        self._changed, self._changed_seats = {}, {}
        self.on_flush()

    def _flush_seats(self) -> None:
        """Seats in which the same columns changed go together."""
        alike: dict[tuple[str, ...], list[dict[str, Any]]] = {}
        for player, values in self._changed_seats.items():
            row = {f"new_{name}": value for name, value in values.items()}
            where = {"game_": self.id, "seat_": player}
            alike.setdefault(tuple(sorted(values)), []).append({**where, **row})
        for columns, rows in alike.items():
            self.connection.execute(_changed_seat(columns), rows)

    def change(self, **values: Any) -> None:
        """Change the game's row; `flush` stores it."""
        self.row.__dict__.update(values)
        self._changed.update(values)

    def change_seat(self, player: Player, **values: Any) -> None:
        """Change a seat's row; `flush` stores it."""
        self.seat_rows[player].__dict__.update(values)
        self._changed_seats.setdefault(player, {}).update(values)

    def count(self, kind: str) -> int:
        """How many mails of a kind this game has sent."""
        query = select(func.count()).select_from(MAIL).where(MAIL.c.game == self.id, MAIL.c.kind == kind)
        waiting = len([mail for mail in self.outgoing if mail["kind"] == kind])
        return int(self.connection.execute(query).scalar_one()) + waiting


def nonce(key: bytes, number: int) -> bytes:
    """Decision D25: hides a secret event in the chain, so that nobody can guess it from its hash."""
    return hmac.digest(key, str(number).encode(), "sha256")


def load(connection: Connection, name: str) -> Record | None:
    """The game of this name."""
    row = connection.execute(select(GAME).where(GAME.c.name == name)).first()
    return Record(connection, row) if row is not None else None


def load_id(connection: Connection, number: int) -> Record:
    """The game with this id, which must exist."""
    return Record(connection, connection.execute(_BY_ID, {"game_": number}).one())
