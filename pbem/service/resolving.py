"""Resolving: phases are played with the standing lines, and the game goes on to where it waits again."""

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from functools import partial

from pbem.config import Config
from pbem.engine import run, view
from pbem.engine.events import MODERATOR, Event, PhaseOpened, Player
from pbem.engine.outlook import waits
from pbem.engine.phases import setup
from pbem.engine.questions import Window
from pbem.engine.state import State, fold
from pbem.orders.standing import after_phase
from pbem.report.brief import Rendered
from pbem.report.notices import setup_notice
from pbem.store.tables import CARD, OVER, PAUSE, RUNNING
from pbem.tempo import session as session_of

from . import autopilot, ballots, pausing, questions, rescue, standbys, timing
from .archiving import forgetting
from .errors import ServiceError
from .fates import Fates
from .mailing import aware, naive, queue, tell_moderator
from .openbook import OpenBook
from .record import OpenPhase, Record
from .reports import report_all
from .timing import deadline_after, missing_sheets

SETUP_REMINDERS = 2


def resolve(record: Record, config: Config, now: datetime) -> None:
    """Play the session that is open, then go on to where the game waits again, and report to everybody.

    An announced ballot stops it (E3), and so does a card without code (then the moderator is asked); `carry_on` plays the rest.
    """
    if record.row.pause:
        carry_on(record, config, now)
    elif record.row.session != "setup":
        autopilot.fill(record, config, now)
        _session(record, config, record.row.session.split(), now, deadline=True)
    elif not (missing := missing_sheets(record)):
        _close_sheets(record)
        _end(record, config, now, _play(record, PhaseOpened(1, "setup", True), ()))
    else:
        _remind(record, config, missing, now)
        record.flush()


def carry_on(record: Record, config: Config, now: datetime) -> None:
    """After a pause or a ruling: the phase that stood open goes on with what is written of it as its tape, then the session does.

    Raises ServiceError if the program no longer tells the story that is written.
    """
    record.flush()
    open_phase = record.open_phase()
    assert open_phase is not None
    if record.row.pause:
        autopilot.fill(record, config, now)
        record.flush()
    before = record.story(until=open_phase.opened)
    written = record.story()[len(before) :]
    base, bases = fold(before), {player: _seen(player, before) for player in record.state.seats}
    questions.settle(record)
    try:
        closed = _advance(record, base, bases, written, open_phase)
    except run.Diverged as error:
        raise ServiceError(f"The program has changed and tells this phase otherwise: {error}") from error
    if closed and open_phase.rest and not record.state.over:
        _session(record, config, open_phase.rest, now, deadline=False)
    else:
        _end(record, config, now, closed)


def _seen(player: Player, story: Sequence[Event]) -> State:
    return fold(view.see(player, story))


def _session(record: Record, config: Config, phases: Sequence[str], now: datetime, deadline: bool) -> None:
    """These phases, and what comes after them.  `deadline`: the first of them is the first of its session (HR-30)."""
    closed = True
    for number, phase in enumerate(phases):
        opened = run.following(record.state, deadline and number == 0)
        assert opened is not None
        assert opened.phase == phase
        closed = _play(record, opened, phases[number + 1 :])
        if not closed or record.state.over:
            break
    _end(record, config, now, closed)


def _end(record: Record, config: Config, now: datetime, closed: bool) -> None:
    """The session is resolved: on to the next one, and reports; or a phase stands open, and the game is on hold."""
    for player, seat in record.seat_rows.items():
        if seat.ready:  # it was for this session; polls look at games by it
            record.change_seat(player, ready="")
    if closed and go_on(record, now):
        rescue.expire(record)
        record.flush()
        report_all(record, config, now)
    else:
        record.flush()
        _stands_open(record, config, now)
    record.flush()


def _stands_open(record: Record, config: Config, now: datetime) -> None:
    """A phase stopped in the middle: for a ballot (E3), or for the moderator."""
    open_phase = record.open_phase()
    if open_phase is not None and open_phase.why == PAUSE:
        pausing.begin(record, config, now)
    else:
        questions.hold(record, config, now)


def _close_sheets(record: Record) -> None:
    """R1.3: everybody's sheet is recorded, and the salts are published."""
    sheets = {player: record.draft(player) for player in record.seat_rows}
    salts = {player: row.salt for player, row in record.seat_rows.items() if row.salt}
    record.write(setup.record(sheets, salts))
    record.change_salts(salts)
    record.change(status=RUNNING)


def _remind(record: Record, config: Config, missing: list[str], now: datetime) -> None:
    """HR-29, E8: the game does not begin, and everybody is told why; after two reminders the moderator has to find a stand-by."""
    count = record.row.reminders + 1
    record.change(deadline=naive(deadline_after(record, now)), reminders=count)
    timing.schedule(record, now)
    for me in record.seats:
        queue(record, config, me.colour, "reminder", partial(_reminder, player=me.colour), now)
    if count > SETUP_REMINDERS:
        names = ", ".join(record.seat_rows[player].name for player in missing)
        text = f"{names} did not hand in a full sheet after {count} deadlines. The game waits (HR-29)."
        offered = [standbys.offer(record, config, player, now, quiet=True) for player in missing]
        text += (
            " Those who stand by were asked."
            if any(offered)
            else " Nobody stands by; `pbem standby` asks people."
        )
        tell_moderator(record, config, "Sheets are missing", text, now)


def _reminder(record: Record, player: Player) -> Rendered:
    """To one player: whose sheets are missing, and what is wrong with his own."""
    me = next(seat for seat in record.seats if seat.colour == player)
    missing, deadline = missing_sheets(record), aware(record.row.deadline)
    assert deadline is not None
    faults = setup.sheet_faults(record.rules, record.state, record.draft(player))
    waiting = [seat for seat in record.seats if seat.colour in missing]
    return setup_notice(record.row.name, me, waiting, faults, deadline)


def go_on(record: Record, now: datetime) -> bool:
    """E2: phases that wait for nobody are resolved at once; the first that waits opens the next session.

    False: one of them stands open.
    """
    while (opened := run.following(record.state)) is not None:
        if waits(record.state, record.rules, opened.phase):
            phases = session_of(record.row.tempo, opened.phase)
            record.open_session(opened.turn, phases, naive(deadline_after(record, now, phases)))
            record.change(opened=naive(now), paused="")
            timing.schedule(record, now)
            return True
        if not _play(record, opened, ()):
            return False
    record.change(status=OVER, session="", code="", pause="", deadline=None)
    forgetting.ended(record, now)
    return True


def _play(record: Record, opened: PhaseOpened, rest: Sequence[str]) -> bool:
    """One phase from its opening on, with everybody's standing lines; False: it stands open.

    `rest`: the phases that the same deadline resolves after it.
    """
    record.write([opened])
    views = record.views()
    bases = {player: views[player] for player in record.state.seats}
    return _advance(record, views[MODERATOR], bases, [], OpenPhase(record.last, tuple(rest)))


def _advance(
    record: Record,
    base: State,
    bases: Mapping[Player, State],
    written: Sequence[Event],
    open_phase: OpenPhase,
) -> bool:
    """The open phase as far as it goes; when it closes, lines live on or die."""
    lists = record.lists()
    born = pausing.born(record, open_phase.opened) if written else {}
    book = OpenBook(lists, record.rules, ballots.kinds(record), born)
    result = run.advance(base, dict(bases), written, record.rules, book, record.dice())
    record.write(result.events)
    if result.question is not None:
        ballot = isinstance(result.question, Window)
        if ballot:
            pausing.put_away(record, book, base, [*written, *result.events])
        questions.keep(record, open_phase._replace(why=PAUSE if ballot else CARD))
        return False
    ends = not open_phase.rest
    told = Fates(record, book, base, [*written, *result.events])
    for player in lists:
        kept, dead = after_phase(lists[player], book.spent(player), base.turn, base.phase, ends)
        why = {one: told.at_death(player, one) for one in dead}
        record.bury(player, kept, why, {one.number: told.so_far(player, one) for one in kept})
    return True


def now_utc() -> datetime:
    """The clock, in UTC."""
    return datetime.now(UTC)
