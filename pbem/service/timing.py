"""When a game resolves, and when its next deadline is: schedule, days off, vacations, READY, `earliest` (E4), reading time (E6)."""

from collections.abc import Sequence
from datetime import datetime, time, timedelta
from functools import partial

from sqlalchemy import delete, insert, select

from pbem.calendars import Calendar, DaysOff, next_regular, parse_off, parse_waking
from pbem.calendars import regular as regular_time
from pbem.config import Config
from pbem.deadlines import Schedule, parse_length, parse_schedule, the_zone, up_to_minute
from pbem.engine.events import Decreed, Player
from pbem.engine.phases import setup
from pbem.report.brief import Rendered
from pbem.report.notices_time import moved_notice
from pbem.store.tables import OVER

from . import acts, agenda
from .mailing import awaited, aware, naive, queue
from .record import MAIL, Record

REMINDER = "reminder"
_DAY, _WAKING = timedelta(days=1), timedelta(hours=12)
#: So soon after the reports nobody wants to be reminded of them.
_FRESH = timedelta(hours=6)
#: The inbox is read so long, as a part of the time between two deadlines, at most (E6).
_READING = 16
#: A resolution so late is still that of its deadline: polls come every few minutes.
_SLACK = timedelta(minutes=30)
#: From one weekly time to the next it may be so much less than so many days, where clocks are changed in between.
_CLOCKS = timedelta(hours=1)


# --- what is settled ---


def schedule_of(record: Record) -> Schedule:
    """The game's schedule."""
    return parse_schedule(record.row.schedule, record.row.zone)


def calendar_of(record: Record) -> Calendar:
    """Its days off, recess among them, and waking hours."""
    settings = record.settings
    off, recess = parse_off(settings.off), parse_off(settings.recess)
    days = DaysOff(off.weekdays | recess.weekdays, (*off.spans, *recess.spans))
    return Calendar(record.row.zone, days, parse_waking(settings.waking))


def reading(record: Record) -> timedelta:
    """From the deadline to the resolution: letters that came in time may still be on their way through the server (E6)."""
    return min(parse_length(record.settings.reading), schedule_of(record).interval / _READING)


def soonest(record: Record) -> datetime | None:
    """E4: before this the session does not resolve, though all are READY; None: at once, as while sheets are drawn up."""
    row = record.row
    if row.session == "setup" or row.opened is None:
        return None
    length = record.settings.ballot_earliest if row.pause else record.settings.earliest
    opened = aware(row.opened)
    assert opened is not None
    first = opened + min(parse_length(length), schedule_of(record).interval / 3)
    return max(first, _stopped(record) or first)


def _stopped(record: Record) -> datetime | None:
    """A protest stops the session until then (E22)."""
    from . import protests

    return protests.stopped_until(record)


# --- is it time? ---


def is_due(record: Record, now: datetime) -> bool:
    """Has the deadline passed, and the time to read the inbox, or is everybody READY and it is not too soon?"""
    row = record.row
    if row.status == OVER or row.held:
        return False
    deadline = aware(row.deadline)
    if deadline is not None and deadline + reading(record) <= now:
        return (_stopped(record) or now) <= now
    if awaited(record) or (row.session == "setup" and missing_sheets(record)):
        return False
    first = soonest(record)
    return first is None or first <= now


def by_time(record: Record, now: datetime) -> bool:
    """Is it the deadline that resolves it, rather than READY?"""
    deadline = record.row.deadline
    return deadline is not None and deadline <= naive(now) and bool(awaited(record))


def may_resolve(record: Record, config: Config, now: datetime) -> bool:
    """A game that is due: does it resolve now, or wait (grace, too many silent players)?  May change the record and queue mails."""
    from . import misses

    if record.row.session == "setup" or not by_time(record, now):
        return True
    if _unsent(record):
        acts.waited(record)
        return False
    return misses.settle(record, config, now)


def _unsent(record: Record) -> bool:
    """Do all reports of this session still wait in the outbox?  Then nobody could answer them (D36)."""
    mine = [MAIL.c.game == record.id, MAIL.c.kind == "report", MAIL.c.created >= record.row.opened]
    states = set(record.connection.execute(select(MAIL.c.state).where(*mine)).scalars())
    return bool(states & {"ready", "sending"}) and "sent" not in states


def missing_sheets(record: Record) -> list[Player]:
    """Who has not handed in a full sheet."""
    sheets = {player: record.draft(player) for player in record.seat_rows}
    return [p for p, sheet in sheets.items() if setup.sheet_faults(record.rules, record.state, sheet)]


# --- the next deadline ---


def deadline_after(record: Record, now: datetime, phases: Sequence[str] = ()) -> datetime:
    """The next deadline by the game's schedule, never nearer than a day (weekly times) or the length itself, nor on a day off, nor while
    somebody is away whom the game waits for.

    `phases`: of the session that it is for; a length may be settled for its first one.
    """
    schedule, calendar = schedule_of(record), calendar_of(record)
    length = _own_length(record, phases) or schedule.length or _DAY
    begins = _begins(record, now, length)
    if schedule.length is None:
        least = begins + length - (_CLOCKS if begins < now else timedelta())
        first = next_regular(schedule, calendar, now, max(least - now, timedelta()))
    else:
        first = calendar.next_on(up_to_minute(begins + length))
    return _after_vacations(record, first)


def _own_length(record: Record, phases: Sequence[str]) -> timedelta | None:
    """What is settled for sessions that begin with the first of these."""
    lengths = {phase: parse_length(text) for phase, text in record.settings.lengths}
    return lengths.get(phases[0]) if phases else None


def _begins(record: Record, now: datetime, length: timedelta) -> datetime:
    """A length is counted from the deadline, where that is what resolved the game, so that reading time moves no deadline."""
    deadline = aware(record.row.deadline)
    late = reading(record) + min(_SLACK, length / 8)
    return deadline if deadline is not None and deadline <= now <= deadline + late else now


def _after_vacations(record: Record, first: datetime) -> datetime:
    """Whoever is away is waited for, as far as the game allows it."""
    from . import vacations

    back = vacations.not_before(record, first)
    return regular(record, back, _hour(record, first)) if back > first else first


def free(record: Record, moment: datetime) -> datetime:
    """This time, to the minute, or if it is on a day off, or somebody is away then, the first regular one after that."""
    return _after_vacations(record, calendar_of(record).next_on(up_to_minute(moment)))


def regular(record: Record, earliest: datetime, hour: time | None = None) -> datetime:
    """The first time not before `earliest` at which this game's deadlines fall, and nobody is away whom it waits for.

    `hour`: their wall time, if not that of the open one.
    """
    from . import vacations

    wall = hour or _hour(record, aware(record.row.deadline) or earliest)
    schedule, calendar = schedule_of(record), calendar_of(record)
    while True:
        found = regular_time(schedule, calendar, wall, earliest)
        earliest = vacations.not_before(record, found)
        if earliest <= found:
            return found


def not_nearer(record: Record, now: datetime) -> datetime:
    """E6: twelve waking hours from now; where deadlines are less than a day apart, not more than from one to the next."""
    interval = schedule_of(record).interval
    if interval < _DAY:
        return now + min(_WAKING, interval)
    return calendar_of(record).awake(now, _WAKING)


def ballot_deadline(record: Record, now: datetime) -> datetime:
    """E3: until when a ballot is talked about: so many hours, twelve waking ones among them, not on a day off, nor while somebody is away."""
    calendar = calendar_of(record)
    length = min(parse_length(record.settings.ballot), schedule_of(record).interval)
    awake = calendar.awake(now, min(length, _WAKING)) if length >= _WAKING else now
    return free(record, max(now + length, awake))


def after_hold(record: Record, now: datetime) -> datetime:
    """The deadline of a game that goes on: it stays where it is still a day away, or a whole interval where that is shorter; else it
    is set anew, of a ballot as for a ballot."""
    deadline, schedule = aware(record.row.deadline), schedule_of(record)
    if deadline is not None and deadline >= now + min(_DAY, schedule.interval):
        return _after_vacations(record, deadline)
    if record.row.pause:
        return ballot_deadline(record, now)
    phases = () if record.row.session == "setup" else tuple(record.row.session.split())
    return deadline_after(record, now, phases)


def _hour(record: Record, moment: datetime) -> time:
    return moment.astimezone(the_zone(record.row.zone)).time()


# --- setting it ---


def schedule(record: Record, now: datetime) -> None:
    """To be called whenever a session was opened or its deadline moved: the game waits for nobody any more, and reminders are due."""
    if record.row.waits:
        record.change(waits="")
    if record.row.practice:  # it waits for one person, as long as he likes
        record.change(deadline=None)
    if record.row.opened == naive(now):
        _before_the_reports(record)
    plan_reminders(record, now)


def plan_reminders(record: Record, now: datetime, anew: bool = True) -> None:
    """Those of the open deadline that are still to come, of all players: `reminders` looks whose each is.  `anew`: what is due and was not
    done yet is forgotten.
    """
    table = agenda.AGENDA
    gone = table.c.game == record.id, table.c.what == REMINDER
    record.connection.execute(delete(table).where(*gone, *([] if anew else [table.c.due > naive(now)])))
    deadline = aware(record.row.deadline)
    if deadline is None or record.row.status == OVER:
        return
    lengths = {length for player in record.seat_rows for length in due_to(record, player, deadline, now)}
    rows = [
        {"game": record.id, "what": REMINDER, "key": in_short(length), "due": naive(deadline - length)}
        for length in sorted(lengths)
        if deadline - length > now
    ]
    if rows:
        record.connection.execute(insert(agenda.AGENDA), rows)


def reminders_of(record: Record, player: Player) -> set[timedelta]:
    """So long before a deadline he is reminded: as he settled it, else as the game does."""
    own: str = record.seat_rows[player].remind
    wished = own.split(", ") if own else record.settings.reminders
    return set() if own == "off" else {parse_length(length) for length in wished}


def due_to(record: Record, player: Player, deadline: datetime, now: datetime) -> set[timedelta]:
    """Those of his that come in this session: one that would follow the reports within hours only if it is his last."""
    opened = aware(record.row.opened or record.row.created) or now
    own = reminders_of(record, player)
    last = min(own, default=None)
    return {length for length in own if length == last or deadline - length >= opened + _FRESH}


def in_short(length: timedelta) -> str:
    """`24h`, `1h30m`: the name of an entry of the agenda."""
    hours, minutes = divmod(length // timedelta(minutes=1), 60)
    return f"{hours}h{minutes}m" if minutes else f"{hours}h"


def _before_the_reports(record: Record) -> None:
    """Letters that were read in the round that opened the session were no answers to it."""
    for player, seat in record.seat_rows.items():
        if seat.heard is not None and seat.heard >= record.row.opened:
            record.change_seat(player, heard=record.row.opened - timedelta(seconds=1))


def move(
    record: Record,
    config: Config,
    to: datetime,
    words: str,
    now: datetime,
    act: str = "deadline",
    about: Sequence[Player] = (),
) -> None:
    """The open deadline is `to` from now on: written down, and everybody gets one mail.  `words`: why, in whole sentences."""
    old = aware(record.row.deadline)
    record.write([Decreed(act, words, about=tuple(about))])
    record.change(deadline=naive(to))
    schedule(record, now)
    for seat in record.seats:
        notice = partial(_moved, player=seat.colour, words=words, old=old, new=to)
        queue(record, config, seat.colour, "notice", notice, now)


def _moved(record: Record, player: Player, words: str, old: datetime | None, new: datetime) -> Rendered:
    me = next(seat for seat in record.seats if seat.colour == player)
    return moved_notice(record.row.name, me, words, old, new)
