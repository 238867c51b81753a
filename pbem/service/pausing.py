"""Pauses (E3): a session stops where a ballot has been announced, so that nobody votes before he knows on whom.

The phase stands open at the announcement.  Everybody has what has happened so far and a deadline of its own; letters work as usual, and
whatever stands in the lists then is what the phase goes on with.  Whether a session stops depends on public facts alone: the
announcement, the game's settings, and what it has stopped for already.
"""

from bisect import bisect_right
from collections.abc import Iterable, Mapping
from datetime import datetime

from sqlalchemy import select

from pbem.config import Config
from pbem.engine.events import Announced, Event
from pbem.engine.journal import in_force
from pbem.engine.questions import Window
from pbem.engine.state import State, replace
from pbem.orders.answers import OrderBook
from pbem.orders.standing import Key, phase_of

from . import rescue, timing
from .fates import Fates
from .mailing import naive
from .orderlists import LINE
from .record import Record
from .reports import report_all


def stops(question: Window, kinds: Iterable[str]) -> bool:
    """Does the session stop here, before anybody has answered the announcement?"""
    return question.round == 1 and question.announced.action in kinds


def begin(record: Record, config: Config, now: datetime) -> None:
    """The phase stands open at its announcement: everybody is told, and has time of his own for it."""
    open_phase = record.open_phase()
    assert open_phase is not None
    kind = next(e for e in reversed(record.since_phase()) if isinstance(e, Announced)).action
    deadline = naive(timing.ballot_deadline(record, now))
    rescue.expire(record)
    record.open_session(record.state.turn, (record.state.phase, *open_phase.rest), deadline, pause=kind)
    record.change(opened=naive(now), paused=" ".join((*record.row.paused.split(), kind)))
    timing.schedule(record, now)
    record.flush()
    report_all(record, config, now)


def born(record: Record, opened: int) -> dict[Key, int]:
    """Of standing lines that were given after event `opened`: how many events in force its phase had told by then."""
    given = select(LINE.c.player, LINE.c.number, LINE.c.born).where(
        LINE.c.game == record.id, LINE.c.state == "standing", LINE.c.born > opened
    )
    found = {(row.player, row.number): row.born for row in record.connection.execute(given)}
    if not found:
        return {}
    told = [number for number in in_force(record.events()) if number > opened]
    return {key: bisect_right(told, at) for key, at in found.items()}


def put_away(record: Record, book: OrderBook, base: State, story: Iterable[Event]) -> None:
    """Lines of windows that have done their work, or had the window that was theirs, no longer stand while the phase is open.

    What is left of the list is what the phase goes on with: those would not have acted in it again.  A line for the phase itself stays to
    its end: of PURGE K, S the second half is still to come when the first is announced.
    """
    told = Fates(record, book, base, list(story))
    for player, own in record.lists().items():
        spent = book.spent(player) - {one.number for one in own if phase_of(one.line) is not None}
        dead = {
            one: told.at_death(player, one) for one in own if one.number in spent and not one.line.each_turn
        }
        kept = [
            replace(one, asleep=base.turn) if one.number in spent else one for one in own if one not in dead
        ]
        fates: Mapping[int, str] = {one.number: record.fate(player, one.number) for one in kept}
        record.bury(player, kept, dead, fates)
