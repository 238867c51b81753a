"""Resolving: phases are played with the standing lines, and the game goes on to where it waits again."""

from datetime import UTC, datetime, timedelta

from pbem.config import Config
from pbem.deadlines import next_deadline, parse_schedule
from pbem.engine import run
from pbem.engine.events import MODERATOR, PhaseOpened, Player
from pbem.engine.outlook import waits
from pbem.engine.phases import setup
from pbem.orders.answers import OrderBook
from pbem.orders.standing import Standing, after_phase
from pbem.report.notices import setup_notice
from pbem.store.tables import OVER, RUNNING
from pbem.tempo import session as session_of

from .mailing import awaited, aware, naive, queue, report_all, tell_moderator
from .record import Record

SETUP_REMINDERS = 2


def is_due(record: Record, now: datetime) -> bool:
    """Has the deadline passed, or is everybody READY?"""
    row = record.row
    if row.status == OVER or row.held:
        return False
    if row.deadline is not None and row.deadline <= naive(now):
        return True
    return not awaited(record) and not (row.session == "setup" and _missing_sheets(record))


def _missing_sheets(record: Record) -> list[Player]:
    """Who has not handed in a full sheet."""
    sheets = {player: record.draft(player) for player in record.seat_rows}
    return [p for p, sheet in sheets.items() if setup.sheet_faults(record.rules, record.state, sheet)]


def resolve(record: Record, config: Config, now: datetime) -> None:
    """Play the session that is open, then go on to where the game waits again, and report to everybody."""
    if record.row.session == "setup":
        if not _close_setup(record, config, now):
            record.flush()
            return
    else:
        phases = record.row.session.split()
        for number, phase in enumerate(phases):
            opened = run.following(record.state)
            assert opened is not None
            assert opened.phase == phase
            _play(record, opened, session_ends=number == len(phases) - 1)
            if record.state.over:
                break
    for player, seat in record.seat_rows.items():
        if seat.ready:  # it was for this session; polls look at games by it
            record.change_seat(player, ready="")
    go_on(record, now)
    record.flush()
    report_all(record, config, now)
    record.flush()


def _close_setup(record: Record, config: Config, now: datetime) -> bool:
    """HR-29: without full sheets the game does not begin; the deadline moves, and everybody is told why."""
    missing = _missing_sheets(record)
    if missing:
        _remind(record, config, missing, now)
        return False
    sheets = {player: record.draft(player) for player in record.seat_rows}
    salts = {player: row.salt for player, row in record.seat_rows.items() if row.salt}
    record.write(setup.record(sheets, salts))
    record.change_salts(salts)
    record.change(status=RUNNING)
    _play(record, PhaseOpened(1, "setup"), session_ends=True)
    return True


def _remind(record: Record, config: Config, missing: list[str], now: datetime) -> None:
    """E8: two reminders; then the moderator has to find a stand-by."""
    count = record.row.reminders + 1
    record.change(deadline=naive(deadline_after(record, now)), reminders=count)
    deadline = aware(record.row.deadline)
    assert deadline is not None
    for me in record.seats:
        faults = setup.sheet_faults(record.rules, record.state, record.draft(me.colour))
        waiting = [seat for seat in record.seats if seat.colour in missing]
        queue(
            record,
            config,
            me.colour,
            "notice",
            setup_notice(record.row.name, me, waiting, faults, deadline),
            now,
        )
    if count > SETUP_REMINDERS:
        names = ", ".join(record.seat_rows[player].name for player in missing)
        text = f"{names} did not hand in a full sheet after {count} deadlines.  The game waits (HR-29)."
        tell_moderator(record, config, "Sheets are missing", text, now)


def go_on(record: Record, now: datetime) -> None:
    """E2: phases that wait for nobody are resolved at once; the first that waits opens the next session."""
    while (opened := run.following(record.state)) is not None:
        if waits(record.state, record.rules, opened.phase):
            phases = " ".join(session_of(record.row.tempo, opened.phase))
            record.change(turn=opened.turn, session=phases)
            record.change(deadline=naive(deadline_after(record, now)))
            return
        _play(record, opened, session_ends=True)
    record.change(status=OVER, session="", deadline=None)


def deadline_after(record: Record, now: datetime) -> datetime:
    """The next deadline by the game's schedule, never nearer than a day (weekly times) or the length itself."""
    schedule = parse_schedule(record.row.schedule, record.row.zone)
    return next_deadline(schedule, now, timedelta() if schedule.length else timedelta(hours=24))


def _play(record: Record, opened: PhaseOpened, session_ends: bool) -> None:
    """One phase from its opening to its close, with everybody's standing lines; then lines live on or die."""
    record.write([opened])
    lists = record.lists()
    book = OrderBook(lists)
    views = record.views()
    bases = {player: views[player] for player in record.state.seats}
    result = run.advance(views[MODERATOR], bases, [], record.rules, book, record.dice())
    assert result.question is None
    record.write(result.events)
    for player in lists:
        kept, dead = after_phase(lists[player], book.spent(player), opened.turn, opened.phase, session_ends)
        record.bury(player, kept, {one: _fate(book, player, one) for one in dead})


def _fate(book: OrderBook, player: Player, one: Standing) -> str:
    """What became of a line, in words; "" if it was used."""
    key = player, one.number
    if book.used.get(key) or book.notes.get(key) == "used":
        return ""
    return book.notes.get(key, "nothing came up that it could serve")


def now_utc() -> datetime:
    """The clock, in UTC."""
    return datetime.now(UTC)
