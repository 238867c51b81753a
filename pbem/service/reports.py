"""Everybody's report of what happened since his last one."""

from collections.abc import Iterable, Sequence
from datetime import datetime
from functools import partial

from sqlalchemy import select

from pbem.config import Config
from pbem.engine import view
from pbem.engine.events import Event, OfferClosed, Offered, PhaseOpened, Player
from pbem.engine.state import State, fold
from pbem.report.brief import Rendered
from pbem.report.report import render_report

from .mailing import Briefs, offer_mark, queue
from .record import MAIL, Record


def report_all(record: Record, config: Config, now: datetime, first: bool = False) -> None:
    """A report to each player.  `first`: the game begins."""
    told = _Told(record, config, now)
    for player in list(record.seat_rows):
        write = partial(_written, told=told, player=player, first=first)
        queue(record, config, player, "report", write, now, covers=told.covers(player))
        record.change_seat(player, seen=record.row.events)


def _written(record: Record, told: "_Told", player: Player, first: bool) -> Rendered:
    """His report; from another record than the one it was made for, all is looked up anew."""
    here = told if told.record is record else _Told(record, told.config, told.now)
    return here.report(player, first)


class _Told:
    """What reports are written from; what they share is looked up once."""

    def __init__(self, record: Record, config: Config, now: datetime) -> None:
        self.record, self.config, self.now = record, config, now
        self.briefs = Briefs(record, config, now)
        self.oldest = min(seat.seen for seat in record.seat_rows.values())
        self.events = record.events(after=self.oldest)
        self.never = _never_mailed(record, self.events)
        self.past = None if self.oldest == record.base_events else record.events(until=self.oldest)

    def _fresh(self, player: Player) -> Sequence[Event]:
        return self.events[self.record.seat_rows[player].seen - self.oldest :]

    def covers(self, player: Player) -> str:
        """The phases that his report tells of."""
        return _covers(self._fresh(player))

    def report(self, player: Player, first: bool) -> Rendered:
        fresh, record = self._fresh(player), self.record
        story = list(view.see(player, [event for event in fresh if event not in self.never]))
        before = _before(record, player, self.past, self.events[: len(self.events) - len(fresh)])
        brief = self.briefs.of(player, story, record.unused.get(player, ()), first)._replace(before=before)
        return render_report(brief)


def _never_mailed(record: Record, events: Sequence[Event]) -> list[Event]:
    """Offers that were taken back before their receiver had a mail about them: that they were made is not told as well."""
    gone = {(e.giver, e.own) for e in events if isinstance(e, OfferClosed) and e.why == "withdrawn"}
    made = [e for e in events if isinstance(e, Offered) and (e.giver, e.own) in gone]
    if not made:
        return []
    query = select(MAIL.c.player, MAIL.c.covers).where(MAIL.c.game == record.id, MAIL.c.kind == "notice")
    mailed = {(row.player, mark) for row in record.connection.execute(query) for mark in row.covers.split()}
    return [event for event in made if (event.receiver, offer_mark(event)) not in mailed]


def _before(record: Record, player: Player, past: Sequence[Event] | None, told: Sequence[Event]) -> State:
    """His position at his last report: where this transaction began, unless offers or a ruling were written since (`past`)."""
    if past is None:
        return record.base_views[player]
    return fold(view.see(player, [*past, *told]))


def _covers(events: Iterable[Event]) -> str:
    return " ".join(f"{event.turn}/{event.phase}" for event in events if isinstance(event, PhaseOpened))
