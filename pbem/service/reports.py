"""Everybody's report of what happened since his last one."""

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from functools import cached_property, partial

from sqlalchemy import select

from pbem.config import Config
from pbem.engine import view
from pbem.engine.events import Event, OfferClosed, Offered, PhaseOpened, Player, Rewound
from pbem.engine.journal import effective
from pbem.engine.state import State, fold
from pbem.report.annals import parades
from pbem.report.brief import Once, Rendered, Rerun, Told
from pbem.report.report import render_report
from pbem.store.tables import OVER

from . import numbering, papers, unveiling, watchreports
from .mailing import Briefs, offer_mark, queue
from .record import MAIL, Record
from .voices import Voices


def report_all(record: Record, config: Config, now: datetime, first: bool = False) -> None:
    """A report to each player.  `first`: the game begins."""
    watchreports.announce(record)
    if papers.publish(record):
        record.flush()
    record.take_up()
    if record.row.status == OVER:
        record.flush()  # the page that goes along is made from what is stored
    told = _Told(record, config, now, dict(record.retaken))
    for player in list(record.seat_rows):
        write = partial(_written, told=told, player=player, first=first)
        queue(record, config, player, "report", write, now, covers=told.covers(player))
        record.change_seat(player, seen=record.row.events, filled="[]")
    record.retaken.clear()
    watchreports.report(record, config, now)


def _written(record: Record, told: "_Told", player: Player, first: bool) -> Rendered:
    """His report; from another record than the one it was made for, all is looked up anew."""
    here = told
    if told.record is not record:
        here = _Told(record, told.config, told.now, told.retaken)
        here.voices = told.voices
    return here.report(player, first)


class _Told:
    """What reports are written from; what they share is looked up once."""

    def __init__(
        self, record: Record, config: Config, now: datetime, retaken: Mapping[Player, Sequence[Told]]
    ) -> None:
        self.record, self.config, self.now, self.retaken = record, config, now, retaken
        self.briefs = Briefs(record, config, now)
        self.oldest = min(seat.seen for seat in record.seat_rows.values())
        self.events = record.events(after=self.oldest)
        self.numbers = numbering.numbers(record, self.events, self.oldest)
        self.never = _never_mailed(record, self.events)
        self.voices = Voices()
        self._used: dict[int, Mapping[str, int]] = {}
        self._past: Sequence[Event] | None = None

    def _fresh(self, player: Player) -> Sequence[Event]:
        """What he has not been told; after an undo only what came of it, with itself as the first."""
        fresh = self.events[self.record.seat_rows[player].seen - self.oldest :]
        undone = max((at for at, event in enumerate(fresh) if isinstance(event, Rewound)), default=0)
        return fresh[undone:]

    def covers(self, player: Player) -> str:
        """The phases that his report tells of."""
        return _covers(self._fresh(player))

    def report(self, player: Player, first: bool) -> Rendered:
        fresh, record = self._fresh(player), self.record
        counted = self.numbers[len(self.numbers) - len(fresh) :]
        kept = [pair for pair in zip(fresh, counted, strict=True) if pair[0] not in self.never]
        story = numbering.seen(player, kept)
        told = self.events[: len(self.events) - len(fresh)]
        before = self._before(player, told)
        brief = self.briefs.of(player, story.events, record.unused.get(player, ()), first)
        begins = self.oldest + len(told) + bool(fresh and isinstance(fresh[0], Rewound))
        if begins not in self._used:  # most begin at the same place
            self._used[begins] = self.voices.used(record, begins)
        brief = brief._replace(before=before, numbers=story.numbers, used=self._used[begins])
        if parades(story.events) or brief.view.over:
            brief = brief._replace(past=self.public)
        if brief.view.over and record.row.status == OVER:
            brief = brief._replace(opened=self.in_force, lines=self.lines)
        if fresh and isinstance(fresh[0], Rewound):
            after = fold(view.see(player, effective([*self.past(), *told, fresh[0]])))
            brief = brief._replace(rerun=Rerun(after, self.retaken.get(player, ())))
        return render_report(brief)

    @cached_property
    def lines(self) -> Sequence[Once]:
        """Every order that anybody ever had."""
        return unveiling.all_lines(self.record)

    @cached_property
    def in_force(self) -> Sequence[Event]:
        """The whole story, undone parts left out."""
        return effective([*self.past(), *self.events])

    @cached_property
    def public(self) -> Sequence[Event]:
        """The same as it lies on the table: from the Record at hand, so that the gate writes it from the other one."""
        return list(view.see(view.TABLE, self.in_force))

    def past(self) -> Sequence[Event]:
        """The journal up to where the oldest of these stories begins."""
        if self._past is None:
            self._past = self.record.events(until=self.oldest)
        return self._past

    def _before(self, player: Player, told: Sequence[Event]) -> State:
        """His position at his last report: where this transaction began, unless offers or a ruling were written since."""
        if not told and self.oldest == self.record.base_events:
            return self.record.base_views[player]
        return fold(view.see(player, effective([*self.past(), *told])))


def _never_mailed(record: Record, events: Sequence[Event]) -> list[Event]:
    """Offers that were taken back before their receiver had a mail about them: that they were made is not told as well."""
    gone = {(e.giver, e.own) for e in events if isinstance(e, OfferClosed) and e.why == "withdrawn"}
    made = [e for e in events if isinstance(e, Offered) and (e.giver, e.own) in gone]
    if not made:
        return []
    query = select(MAIL.c.player, MAIL.c.covers).where(MAIL.c.game == record.id, MAIL.c.kind == "notice")
    mailed = {(row.player, mark) for row in record.connection.execute(query) for mark in row.covers.split()}
    return [event for event in made if (event.receiver, offer_mark(event)) not in mailed]


def _covers(events: Iterable[Event]) -> str:
    return " ".join(f"{event.turn}/{event.phase}" for event in events if isinstance(event, PhaseOpened))
