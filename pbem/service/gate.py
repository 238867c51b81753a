"""The gate before every mail: it is written a second time in a world in which everybody else's secrets are different.

The two must be the same to the byte, ids and headers included; if they are not, something that the player may not see has found its
way into his mail, and it is not sent.  The second one is composed by the very same code from the stored rows (decision D31): the
tables are changed within a savepoint (`otherrows`), journal and positions on their way out of the database (`engine.otherwise`).

What became of a player's own lines in a phase is decided while it is played; the gate takes it as it stands.  Receipts are read anew
from the letters, unless an offer was dealt in the same round.
"""

import json
import logging
from collections.abc import Callable, Mapping, Sequence
from copy import copy
from datetime import datetime
from types import SimpleNamespace
from typing import Any, NamedTuple

from pbem.engine import dice
from pbem.engine.events import MODERATOR, Event, Player
from pbem.engine.otherwise import OtherWorld
from pbem.engine.phases.setup import sheet_faults
from pbem.engine.state import State
from pbem.mail.tokens import make_token
from pbem.store.database import TROUBLE

from .otherrows import Other, changed
from .record import Record

log = logging.getLogger("pbem")

#: In that world so many more facts lie before all others: no count of the journal may reach a player.
BEFORE = 1000
#: What of a mail has to be the same.
ALIKE = (
    "recipient",
    "envelope",
    "kind",
    "number",
    "turn",
    "session",
    "covers",
    "subject",
    "message_id",
    "picture",
    "raw",
)


class Written(NamedTuple):
    """A mail that waits to be stored, and all that is needed to write it again.

    `write`: puts it into the outbox of the record that it is given; `mail`: what it put there the first time.  The rest is how things
    stood then: the game's row, the seats, lines of his that had died, and where the transaction began.
    """

    player: Player
    write: Callable[[Record], object]
    mail: Mapping[str, Any]
    row: SimpleNamespace
    seats: Mapping[Player, SimpleNamespace]
    unused: Sequence[Any]
    base_events: int
    base_view: State | None


class Alarm(NamedTuple):
    """A mail that differs.  `where`: its parts that do, in words without any of their text."""

    mail: Mapping[str, Any]
    where: str


def remember(record: Record, player: Player, write: Callable[[Record], object]) -> Written:
    """Let `write` put a mail to `player` into the record's outbox, and keep what is needed to do it again."""
    row, seats = copy(record.row), {colour: copy(seat) for colour, seat in record.seat_rows.items()}
    unused = tuple(record.unused.get(player, ()))
    base_view = record.base_views.get(player)
    write(record)
    return Written(player, write, record.outgoing[-1], row, seats, unused, record.base_events, base_view)


def check(record: Record, mails: Sequence[Written], now: datetime) -> list[Alarm]:
    """Write each of these mails, which are stored, again in its reader's other world.  `now`: UTC without a zone."""
    alarms: list[Alarm] = []
    bribes = record.row.turn if "bribes" in record.rules.switches else None
    full = [colour for colour, seat in record.seat_rows.items() if is_full(record, seat)]
    for player in dict.fromkeys(one.player for one in mails):
        world = OtherWorld(player, list(record.rules.deck))
        with changed(record.connection, Other(record.id, player, record.seat_rows, now, bribes, full)):
            for one in mails:
                if one.player == player and (where := _differs(record, world, one)):
                    alarms.append(Alarm(one.mail, where))
    return alarms


def is_full(record: Record, seat: SimpleNamespace) -> bool:
    """Is this seat's sheet so far complete?  The table may know that, as long as the game has not begun."""
    if record.row.session != "setup":
        return False
    return not sheet_faults(record.rules, record.state, json.loads(seat.draft))


def _differs(record: Record, world: OtherWorld, one: Written) -> str:
    """Where the mail of the other world is another one; "" if it is the same."""
    other = OtherRecord(record, world, one)
    try:
        one.write(other)
    except TROUBLE:
        raise  # the database is gone, which says nothing of the mail
    except Exception:
        log.exception("gate: mail %s of game %s", one.mail["number"], record.id)
        return "it cannot be written there"
    mine = [mail for mail in other.outgoing if mail["player"] == one.player]
    if len(mine) != 1:
        return f"{len(mine)} mails are written there"
    parts = [name for name in ALIKE if mine[0][name] != one.mail[name]]
    if parts[-1:] == ["raw"] and set(parts) <= {"picture", "raw"}:
        return _line(one.mail["raw"], mine[0]["raw"])
    return f"its {', '.join(parts)}" if parts else ""


def _line(here: bytes, there: bytes) -> str:
    """The first line of the text that is another one: its number only."""
    pairs = zip(here.split(b"\n"), there.split(b"\n"), strict=False)
    number = next((at for at, (mine, other) in enumerate(pairs, 1) if mine != other), 0)
    return f"line {number} of the message" if number else "its length"


class OtherRecord(Record):
    """A game as it is in the other world of one player, for writing one mail there.  Nothing of it is ever stored."""

    def __init__(self, record: Record, world: OtherWorld, one: Written) -> None:
        self._world = world
        super().__init__(record.connection, _Row(one.row), record.packs)
        self.__dict__["rules"], self.__dict__["lexicon"] = record.rules, record.lexicon
        self.__dict__["commitment"] = record.commitment
        self.row.events += BEFORE
        self.base_events = one.base_events + BEFORE
        self._head = self.row.events, self.row.head
        for colour, seat in one.seats.items():
            there = self.seat_rows[colour]
            if colour == one.player:
                there.__dict__.update(seat.__dict__)
            there.ready, there.seen = seat.ready, seat.seen + BEFORE
        if one.unused:
            self.unused[one.player] = list(one.unused)
        self.views()
        if one.base_view is not None:
            self.base_views[one.player] = one.base_view

    @property
    def seed(self) -> bytes:
        """Another one; only its hash is public."""
        return dice.derive(self.master, "another seed")

    def token(self, player: Player) -> str:
        """The others have other reply codes."""
        if player == self._world.me:
            return super().token(player)
        return make_token(dice.derive(self.master, f"another code of {player}"))

    def events(self, after: int = 0, until: int | None = None) -> list[Event]:
        return super().events(max(0, after - BEFORE), None if until is None else until - BEFORE)

    def shown_at(self, number: int) -> int:
        return super().shown_at(max(0, number - BEFORE))

    def again(self, before: State, event: Event) -> tuple[State, Event]:
        return self._world.state(MODERATOR, before), self._world.event(event)

    def _view(self, viewer: Player, stored: bytes) -> State:
        return self._world.state(viewer, super()._view(viewer, stored))

    def _event(self, stored: str) -> Event:
        return self._world.event(super()._event(stored))

    def flush(self) -> None:
        raise AssertionError("nothing of the other world is stored")


class _Row:
    """A row of the database in the form in which `Record` takes it."""

    def __init__(self, row: SimpleNamespace) -> None:
        self._mapping = row.__dict__
        self.__dict__.update(row.__dict__)
