"""Taking a game back within a transaction: the undo itself, the order lists as they were, and the session that is open again."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any, NamedTuple

import msgspec
from sqlalchemy import select

from pbem.engine import reseen
from pbem.engine.events import Event, Player, Rewound, Ruled
from pbem.engine.journal import in_force
from pbem.orders.lines import Line
from pbem.report.naming import one_line
from pbem.report.taken_back import orders, where
from pbem.store.tables import OVER, RUNNING, SETUP, UNDONE

from . import misses, questions, rescue
from .mailing import naive
from .orderlists import CHANGE, LINE
from .record import EVENT, QUESTION, OpenPhase, Record
from .timing import deadline_after, schedule
from .undopoint import Point

#: Dice: those that were seen are new unless the same order asks for them (decision D27), all come as they came, all that were seen are new.
ASKED, SAME, NEW = "asked", "same", "new"
_BY_BOT = "autopilot"
_DROPPED = "the moderator took the game back to before it was given"
_lines = msgspec.json.Decoder(Line)


class Retaken(NamedTuple):
    """What became of one player's orders, in words: which stand again, which given since do no longer, which of those stay."""

    again: list[str]
    dropped: list[str]
    kept: list[str]


class Since(NamedTuple):
    """Orders that were given after the session that is played again: for a re-run they wait.

    `ended`: lines of then that had been replaced or cancelled since: player, number, state, why.
    """

    later: dict[Player, list[int]]
    ended: list[tuple[Player, int, str, str]]


def take_back(
    record: Record,
    point: Point,
    words: str,
    private: str,
    dice: str = ASKED,
    drop: bool = False,
    rerun: bool = False,
    renew: str = "",
) -> dict[Player, Retaken]:
    """Write the undo and give the orders back.  `rerun`: the same orders will be resolved at once, without those given since.

    `renew`: this die alone is rolled anew.  `record.retaken` holds the words for the reports.
    """
    journal = record.events()
    kept, seen = reseen.kept(journal, point.to), reseen.seen(journal, point.to, dice == NEW)
    shown = select(EVENT.c.shown).where(EVENT.c.game == record.id, EVENT.c.number == point.to)
    event = Rewound(
        point.to,
        point.turn,
        point.phase,
        words,
        private,
        reseen.renewed(kept, seen, renew) if dice == SAME else seen,
        int(record.connection.execute(shown).scalar_one()),
    )
    record.write([event])
    told, since = _orders(record, point, drop, rerun)
    record.flush_lines()
    record.look_anew()
    if rerun:
        record.lay_aside(since.later, since.ended)
    for player, one in told.items():
        record.retaken[player] = tuple(orders(one.again, one.dropped, one.kept, rerun))
    if not rerun:
        misses.take_back(record, point.turn, point.phase)
    _clear(record)
    return told


def _clear(record: Record) -> None:
    """What belonged to the session that is no longer open."""
    record.connection.execute(QUESTION.delete().where(QUESTION.c.game == record.id))
    for player, seat in record.seat_rows.items():
        if seat.ready:
            record.change_seat(player, ready="")
        if seat.autopilot == "conceded" and player not in record.state.conceded:  # he plays again
            record.change_seat(player, autopilot="")
    record.change(held="", waits="", pause="", paused="")


def reopen(record: Record, point: Point, now: datetime, held: str = "") -> None:
    """The session is open again, with new reply codes and a new deadline; in the middle of a phase it waits for `pbem resume`."""
    status = SETUP if point.phase == "setup" else RUNNING
    if status == SETUP:
        record.change_salts({})
    record.change(status=status, reminders=0, opened=naive(now))
    record.open_session(point.turn, point.session, naive(deadline_after(record, now, point.session)))
    if point.opened:
        questions.keep(record, OpenPhase(point.opened, point.session[1:], UNDONE))
        record.change(held=held or f"taken back to {where(point.turn, point.phase, True)}")
    rescue.expire(record)
    schedule(record, now)


def in_one_go(record: Record) -> None:
    """For a re-run: it does not stop for ballots, as their orders are in."""
    record.change(paused=" ".join(record.settings.pauses))


def _orders(record: Record, point: Point, drop: bool, rerun: bool) -> tuple[dict[Player, Retaken], Since]:
    """Every line as it was; what was given since is kept or dropped."""
    told = {player: Retaken([], [], []) for player in record.seat_rows}
    since = Since({}, [])
    first = _changes(record, point.to)
    query = select(LINE).where(LINE.c.game == record.id).order_by(LINE.c.player, LINE.c.number)
    for row in record.connection.execute(query).all():
        was = first.get((row.player, row.number), row)
        work = _Line(record, row, was, told[row.player])
        if row.by == _BY_BOT and row.born >= point.to:
            work.becomes("dropped", _DROPPED)
        elif row.born <= point.to:
            work.of_then(drop or rerun, since)
        elif drop and not (rerun and row.born < point.resolved):
            work.given_since(drop=True)
        elif row.born < point.resolved:
            work.of_then(drop or rerun, since)
        else:
            work.given_since(drop=False)
            if row.state == "standing":
                since.later.setdefault(row.player, []).append(row.number)
    return told, since


def _changes(record: Record, to: int) -> Mapping[tuple[Player, int], Any]:
    """The earliest change of each line after event `to`: what it was until then."""
    query = select(CHANGE).where(CHANGE.c.game == record.id, CHANGE.c.event > to).order_by(CHANGE.c.id)
    found: dict[tuple[Player, int], Any] = {}
    for row in record.connection.execute(query):
        found.setdefault((row.player, row.number), row)
    return found


class _Line(NamedTuple):
    """One order line on its way back.  `now`: its row; `was`: as it stood."""

    record: Record
    now: Any
    was: Any
    told: Retaken

    def of_then(self, strictly: bool, since: Since) -> None:
        """It stands as it stood; what its player has replaced or taken back since stays so, unless `strictly` the orders of then count."""
        now, was = self.now, self.was
        if now is was or (now.state, now.asleep, now.overdue, now.why) == (
            was.state,
            was.asleep,
            was.overdue,
            was.why,
        ):
            return
        by_word = now.state in ("replaced", "cancelled") and was.state == "standing"
        if by_word and not strictly:
            return
        if by_word:
            since.ended.append((now.player, now.number, now.state, now.why))
        if was.state == "standing" and now.state != "standing":
            self.told.again.append(self._words())
        self.becomes(was.state, was.why)

    def given_since(self, drop: bool) -> None:
        if self.now.state == "standing":
            (self.told.dropped if drop else self.told.kept).append(self._words())
            if drop:
                self.becomes("dropped", _DROPPED)

    def becomes(self, state: str, why: str) -> None:
        if self.now.state != state or self.now is not self.was:
            self.record.restate(self.now.player, self.now.number, self.was, state, why)

    def _words(self) -> str:
        return self.record.say(_lines.decode(self.now.data))


def secrets_told(record: Record, point: Point) -> list[str]:
    """What an undo cannot take back: it is with the players already."""
    said = []
    if record.row.status == OVER:
        said.append(
            "The game was over: the players have everybody's sheets and the seed of the dice, from which all dice to come can be worked out."
        )
    if point.phase == "setup" and record.row.salts != "{}":
        said.append(
            "The players' salts were published when play began, and may be changed now that it is known what they led to."
        )
    return said


def rulings_lost(record: Record, point: Point) -> list[str]:
    """The moderator's own rulings that an undo takes back with all the rest."""
    journal = record.events()
    lost = [n for n in in_force(journal) if n > point.to and isinstance(journal[n - 1], Ruled)]
    return [
        f"The ruling of event {n}{_quoted(journal[n - 1])} is undone with it; give it again if it is to stand."
        for n in lost
    ]


def _quoted(event: Event) -> str:
    words = (event.words or event.private) if isinstance(event, Ruled) else ""
    return f" (“{one_line(words, 60)}”)" if words else ""


__all__ = [
    "ASKED",
    "NEW",
    "SAME",
    "Retaken",
    "in_one_go",
    "reopen",
    "rulings_lost",
    "secrets_told",
    "take_back",
]
