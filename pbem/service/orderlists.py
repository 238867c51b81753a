"""Everybody's standing order lines within one transaction: looked up once, changed in memory, stored by `flush_lines`."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import datetime
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

import msgspec
from sqlalchemy import Connection, Integer, bindparam, insert, select, update

from pbem.engine.events import Player
from pbem.engine.state import replace
from pbem.orders.canonical import canonical
from pbem.orders.lines import Line
from pbem.orders.names import Lexicon
from pbem.orders.standing import Standing
from pbem.report.brief import Told, Unused
from pbem.store.database import table
from pbem.store.tables import LineChangeRow, LineRow

LINE, CHANGE = table(LineRow), table(LineChangeRow)

_lines = msgspec.json.Decoder(Line)
_lines_out = msgspec.json.Encoder()


_STANDING = (
    select(LINE)
    .where(LINE.c.game == bindparam("game_"), LINE.c.state == bindparam("state_", "standing"))
    .order_by(LINE.c.number)
)
_FATE = (
    update(LINE)
    .where(
        LINE.c.game == bindparam("game_"),
        LINE.c.player == bindparam("player_"),
        LINE.c.number == bindparam("line_"),
    )
    .values({name: bindparam(f"new_{name}") for name in ("state", "why", "asleep", "overdue")})
)
#: What the line was before: an undo gives it back.
_BEFORE = insert(CHANGE).from_select(
    ["game", "player", "number", "event", "state", "why", "asleep", "overdue", "by"],
    select(
        LINE.c.game,
        LINE.c.player,
        LINE.c.number,
        bindparam("event_", type_=Integer),
        LINE.c.state,
        LINE.c.why,
        LINE.c.asleep,
        LINE.c.overdue,
        LINE.c.by,
    ).where(
        LINE.c.game == bindparam("game_"),
        LINE.c.player == bindparam("player_"),
        LINE.c.number == bindparam("line_"),
    ),
)


def read_line(data: str) -> Line:
    """A line as it is stored."""
    return _lines.decode(data)


def decoded(data: str) -> Line:
    """A line as it is stored."""
    return _lines.decode(data)


class OrderLists:
    """The part of a `Record` that keeps order lines."""

    if TYPE_CHECKING:
        id: int
        connection: Connection

        @property
        def last(self) -> int: ...
        @property
        def lexicon(self) -> Lexicon: ...
        @property
        def seat_rows(self) -> dict[Player, SimpleNamespace]: ...

        def change_seat(self, player: Player, **values: Any) -> None: ...

    def __init__(self) -> None:
        super().__init__()
        #: lines that have died without effect in this transaction, and why
        self.unused: dict[Player, list[Unused]] = {}
        #: what has become so far of lines that stand: "used", or why they were not
        self._fates: dict[tuple[Player, int], str] = {}
        self._lists: dict[Player, list[Standing]] | None = None
        #: what an undo did with his orders, in words for his next report
        self.retaken: dict[Player, Sequence[Told]] = {}
        self._by = ""
        self._aside: dict[Player, list[Standing]] = {}
        self._again: list[tuple[Player, int, str, str]] = []
        self._new: list[dict[str, Any]] = []
        self._ended: list[dict[str, Any]] = []

    def lists(self) -> dict[Player, list[Standing]]:
        """Everybody's standing lines in their order."""
        if self._lists is None:
            self._lists = {colour: [] for colour in self.seat_rows}
            for row in self.connection.execute(_STANDING, {"game_": self.id}):
                one = Standing(row.number, _lines.decode(row.data), row.asleep, row.overdue)
                self._lists[row.player].append(one)
                if row.why:
                    self._fates[row.player, row.number] = row.why
        return self._lists

    def fate(self, player: Player, number: int) -> str:
        """What has become so far of a line that stands, in earlier phases: "used", why it was not, or ""."""
        self.lists()
        return self._fates.get((player, number), "")

    def add_lines(
        self, player: Player, lines: Sequence[Line], letter: int | None, given: datetime, by: str = ""
    ) -> list[Standing]:
        """New standing lines at the end of his list, numbered for CANCEL (each player counts his own).  `by` as in `LineRow`."""
        own = self.lists()[player]
        number, by = self.seat_rows[player].lines, by or self._by
        added = [Standing(number + place, line) for place, line in enumerate(lines, 1)]
        rows = [
            {"game": self.id, "player": player, "number": one.number, "letter": letter, "given": given}
            | {"data": _lines_out.encode(one.line).decode()}
            | {"asleep": 0, "overdue": False, "state": "standing", "why": "", "born": self.last, "by": by}
            for one in added
        ]
        if rows:
            self._new += rows
            self.change_seat(player, lines=number + len(rows))
        own += added
        return added

    @contextmanager
    def given_by(self, whom: str) -> Iterator[None]:
        """Lines that are added inside were given by somebody else than their player: moderator, autopilot, form."""
        self._by = whom
        try:
            yield
        finally:
            self._by = ""

    def end_lines(self, player: Player, numbers: Iterable[int], state: str, why: str = "") -> None:
        """Lines that no longer stand: replaced or cancelled."""
        gone = set(numbers)
        self._end(player, {one: (state, why) for one in self.lists()[player] if one.number in gone})

    def bury(
        self,
        player: Player,
        kept: list[Standing],
        dead: Mapping[Standing, str],
        fates: Mapping[int, str],
    ) -> None:
        """After a phase: who lives on (perhaps asleep), and who died, with what became of him ("" : it served).

        `fates`: what has become so far of those that live on, by number.
        """
        before = {one.number: one for one in self.lists()[player]}
        for one in kept:
            known = fates.get(one.number, "")
            if one != before[one.number] or known != self.fate(player, one.number):
                self._fates[player, one.number] = known
                self._change_line(player, one, "standing", known)
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
                self._change_line(player, one, "standing", self.fate(player, one.number))
        self.lists()[player] = changed

    def _change_line(self, player: Player, one: Standing, state: str, why: str) -> None:
        self._ended.append(
            {"player_": player, "line_": one.number, "new_state": state, "new_why": why}
            | {"new_asleep": one.asleep, "new_overdue": one.overdue, "event_": self.last}
        )

    def wake(self, player: Player, lines: Iterable[Standing]) -> None:
        """Lines that slept stand again, in their place by number."""
        woken = list(lines)
        for one in woken:
            self._change_line(player, one, "standing", "")
        own = self.lists()[player]
        own[:] = sorted([*own, *woken], key=lambda one: one.number)

    # --- undo ---

    def restate(self, player: Player, number: int, was: Any, state: str, why: str) -> None:
        """A line stands in another state than before; `was`: a row with its `asleep` and `overdue`.  `lists` is looked up anew after `flush_lines`."""
        self._ended.append(
            {"player_": player, "line_": number, "new_state": state, "new_why": why}
            | {"new_asleep": was.asleep, "new_overdue": was.overdue, "event_": self.last}
        )

    def look_anew(self) -> None:
        """The lists as they are stored now."""
        self._lists, self._fates = None, {}

    def lay_aside(
        self, later: Mapping[Player, Iterable[int]], again: Sequence[tuple[Player, int, str, str]]
    ) -> None:
        """For a re-run with the orders of then: these lines, given since, wait until `take_up`.

        `again`: lines that stand for the re-run alone: player, number, what they are afterwards, and why.
        """
        for player, numbers in later.items():
            gone, own = set(numbers), self.lists()[player]
            self._aside[player] = [one for one in own if one.number in gone]
            self.lists()[player] = [one for one in own if one.number not in gone]
        self._again = list(again)

    def take_up(self) -> None:
        """The re-run is over."""
        for player, aside in self._aside.items():
            own = self.lists()
            own[player] = sorted([*own[player], *aside], key=lambda one: one.number)
        for player, number, state, why in self._again:
            self.end_lines(player, [number], state, why)
        self._aside, self._again = {}, []

    def words(self, one: Standing) -> str:
        """A line as the receipt lists it."""
        return canonical(one.line, self.lexicon)

    def say(self, line: Line) -> str:
        """A line in full words."""
        return canonical(line, self.lexicon)

    @property
    def lines_changed(self) -> bool:
        """Is there anything for `flush_lines`?"""
        return bool(self._new or self._ended)

    def flush_lines(self) -> None:
        """Store new lines, then what became of old ones."""
        if self._new:
            self.connection.execute(insert(LINE), self._new)
        if self._ended:
            self.connection.execute(_BEFORE, [{"game_": self.id, **fate} for fate in self._ended])
            self.connection.execute(_FATE, [{"game_": self.id, **fate} for fate in self._ended])
        self._new, self._ended = [], []
