"""The moderator's desk: look at games, enter orders for somebody, resolve, move deadlines, hold."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any, NamedTuple

from sqlalchemy import Connection, select

from pbem.deadlines import DeadlineError, in_zone, parse_change
from pbem.engine.board import PHASES
from pbem.engine.events import HouseRuled, Player
from pbem.engine.state import State
from pbem.mail.compose import text_of
from pbem.mail.letters import read_letter
from pbem.orders.reader import read
from pbem.report.brief import LetterBrief, Rendered
from pbem.report.chronicle import chronicle
from pbem.report.naming import names_of
from pbem.report.notices import deadline_notice, hold_notice, resume_notice
from pbem.report.pages import filled
from pbem.report.prose import listed
from pbem.report.receipt import render_receipt
from pbem.store.database import explained, transaction
from pbem.store.tables import OVER

from . import lines, offers_told, press, press_answers, questions, rescue
from .errors import ServiceError, UsageError
from .mailing import Briefs, awaited, aware, naive, queue
from .reach import Unreachable, unreachable
from .record import GAME, MAIL, Record
from .resolving import deadline_after, missing_sheets
from .resolving import resolve as resolve_session
from .showing import Position, iso, seat_of, show
from .site import Site
from .start import record_of


class GameRow(NamedTuple):
    """A line of `pbem games`.  `awaited`: how many are not READY; `waits_for`: their names; `unreachable`: whom mails do not reach."""

    name: str
    rules: str
    status: str
    year: int
    session: str
    deadline: datetime | None
    players: int
    awaited: int
    held: str
    waits_for: tuple[str, ...] = ()
    unreachable: tuple[str, ...] = ()


class Resolution(NamedTuple):
    """What a resolution did, or would do."""

    text: str
    data: dict[str, Any]


class OrderEntry(NamedTuple):
    """A standing order."""

    player: Player
    number: int
    text: str


def games(site: Site) -> list[GameRow]:
    """All games, the oldest first."""
    with transaction(site.engine) as connection:
        rows = connection.execute(select(GAME).order_by(GAME.c.id)).all()
        lost = unreachable(connection)
        return [
            _game_row(Record(connection, row), [one for one in lost if one.game == row.id]) for row in rows
        ]


def _game_row(record: Record, lost: Sequence[Unreachable]) -> GameRow:
    from pbem.engine.board import year

    row = record.row
    waiting = [] if row.status == OVER else awaited(record)
    return GameRow(
        row.name,
        row.rules,
        "held" if row.held else row.status,
        year(row.turn),
        row.session,
        aware(row.deadline),
        len(record.seat_rows),
        len(waiting),
        row.held,
        tuple(record.seat_rows[player].name for player in waiting),
        tuple(record.seat_rows[one.player].name for one in lost),
    )


def report(site: Site, game: str, player: str, turn: int | None, phase: str | None) -> str:
    """A report as that player got it: the last one, or the one that told of a phase.  Raises UsageError, ServiceError."""
    told = None if phase is None else _phase(phase)
    with transaction(site.engine) as connection:
        record = record_of(connection, game)
        who = seat_of(record, player)
        query = select(MAIL).where(MAIL.c.game == record.id, MAIL.c.player == who, MAIL.c.kind == "report")
        rows = connection.execute(query.order_by(MAIL.c.id)).all()
    fitting = [row for row in rows if _tells_of(row.covers, turn, told)]
    if not fitting:
        raise ServiceError(f"{who} has no report of that phase in {game}.")
    return mail_text(fitting[-1].raw)


def _phase(word: str) -> str:
    """A phase as it is typed.  Raises UsageError."""
    known = ("setup", *PHASES)
    if word.strip().casefold() not in known:
        raise UsageError(f"There is no phase {word!r}; the phases are {', '.join(known)}.")
    return word.strip().casefold()


def mail_text(raw: bytes) -> str:
    """A mail of ours as text: subject, then the body without any cutting."""
    return f"Subject: {read_letter(raw).subject}\n\n{text_of(raw)}"


def _tells_of(covers: str, turn: int | None, phase: str | None) -> bool:
    parts = [part.partition("/") for part in covers.split()]
    if turn is None and phase is None:
        return True
    return any((turn is None or int(t) == turn) and (phase is None or p == phase) for t, _, p in parts)


def orders(site: Site, game: str, player: str | None) -> list[OrderEntry]:
    """Standing orders, of one player or of all."""
    with transaction(site.engine) as connection:
        record = record_of(connection, game)
        wanted = list(record.seat_rows) if player is None else [seat_of(record, player)]
        return [
            OrderEntry(who, one.number, record.words(one)) for who in wanted for one in record.lists()[who]
        ]


class Entered(NamedTuple):
    """The receipt of orders entered on behalf, and how many lines were rejected."""

    text: str
    rejected: int


def enter(site: Site, game: str, player: str, order_lines: Sequence[str], now: datetime) -> Entered:
    """Orders on behalf of a player, as if he had mailed them; he gets the receipt, too."""
    with transaction(site.engine) as connection:
        record = record_of(connection, game)
        who = seat_of(record, player)
        if record.row.status == OVER:
            raise ServiceError(f"{game} is over; nothing can be ordered any more.")
        questions.refuse(record)
        readings = read([press.as_typed(line) for line in order_lines], record.lexicon)
        done = lines.apply(record, site.config, who, readings, None, now, now)
        offers_told.tell(record, site.config, now)
        letter = LetterBrief(now, "entered by the moderator", done.answers)

        def write(there: Record) -> Rendered:
            return render_receipt(Briefs(there, site.config, now).of(who), [letter], done.sections)

        rendered = write(record)
        sent = queue(record, site.config, who, "receipt", write, now, press.mark(done.answers))
        rescue.bind(record, [press_answers.NO_LETTER], sent.strip("<>"))
        record.flush()
        return Entered(rendered.text, sum(answer.kind == "rejected" for answer in done.answers))


def resolve(site: Site, game: str, now: datetime, dry_run: bool) -> Resolution:
    """Resolve the open session now, whatever the deadline; with `dry_run` only show what would come of it."""
    with explained(), site.engine.connect() as connection, connection.begin() as work:
        record = record_of(connection, game)
        if record.row.status == OVER:
            raise ServiceError(f"{game} is over; there is nothing to resolve.")
        questions.refuse(record)
        if record.row.held and not dry_run:
            raise ServiceError(f"{game} is on hold ({record.row.held}); `pbem resume {game}` first.")
        _can_begin(record, site.config.judge.timezone, now)
        before, events = record.state, record.row.events
        session = record.row.session
        resolve_session(record, site.config, now)
        story = record.events(after=events)
        result = _told(record, before, story, session)
        if dry_run:
            work.rollback()
        return result


def _can_begin(record: Record, zone: str, now: datetime) -> None:
    """Raises ServiceError while sheets are missing: no hand can begin a game without them (HR-29), and reminders have their time."""
    missing = missing_sheets(record) if record.row.session == "setup" else []
    if missing:
        names = listed([record.seat_rows[player].name for player in missing])
        at, game = aware(record.row.deadline), record.row.name
        when = f"At {in_zone(at, zone)}" if at is not None and at > now else "With the next poll"
        raise ServiceError(
            f"{game} cannot begin: the sheets of {names} are missing or not full. Nothing was changed, and nobody was told. {when} "
            f"everybody is reminded, and the deadline moves on; `pbem deadline {game} +48h` moves it now."
        )


def _told(record: Record, before: State, story: Sequence[Any], session: str) -> Resolution:
    names = names_of(record.rules, record.seats)
    text: list[str] = []
    for section in chronicle(names, before, story, None):
        text += ["", section.heading, *filled(section.paragraphs, "  ")]
    if record.open_phase() is not None:
        text += ["", f"{record.row.held}: {record.row.name} is on hold until `{questions.command(record)}`."]
    rulings = sorted({event.ruling for event in story if isinstance(event, HouseRuled)})
    state = record.state
    data = {
        "game": record.row.name,
        "session": session,
        "next": record.row.session or "over",
        "deadline": iso(record.row.deadline),
        "held": record.row.held,
        "rulings": rulings,
        "over": state.over,
        "winners": list(state.winners),
    }
    return Resolution("\n".join(text).strip(), data)


def deadline(site: Site, game: str, change: str, now: datetime) -> datetime:
    """Move the deadline; everybody is told.  Raises UsageError for a change that cannot be read."""
    with transaction(site.engine) as connection:
        record = _open_game(connection, game)
        old = aware(record.row.deadline)
        assert old is not None
        try:
            moved = parse_change(change, old, record.row.zone, now)
        except DeadlineError as error:
            raise UsageError(f"{str(error)[:1].upper()}{str(error)[1:]}.") from error
        record.change(deadline=naive(moved))
        for seat in record.seats:
            queue(record, site.config, seat.colour, "notice", deadline_notice(game, seat, old, moved), now)
        record.flush()
        return moved


def hold(site: Site, game: str, words: str, now: datetime) -> None:
    """Stop the clock of a game; letters are still read."""
    with transaction(site.engine) as connection:
        record = _open_game(connection, game)
        if record.row.held:
            raise ServiceError(f"{game} is on hold already: {record.row.held}")
        record.change(held=words.strip() or "on hold")
        for seat in record.seats:
            queue(record, site.config, seat.colour, "notice", hold_notice(game, words.strip()), now)
        record.flush()


def resume(site: Site, game: str, now: datetime) -> datetime:
    """Let the clock run again; a deadline that has passed or is nearer than a day moves on to the next regular one."""
    with transaction(site.engine) as connection:
        record = _open_game(connection, game)
        if not record.row.held:
            raise ServiceError(f"{game} is not on hold.")
        questions.refuse(record)
        current = aware(record.row.deadline)
        new = deadline_after(record, now)
        moved = current if current is not None and current >= new else new
        record.change(held="", deadline=naive(moved))
        for seat in record.seats:
            queue(record, site.config, seat.colour, "notice", resume_notice(game, seat, moved), now)
        record.flush()
        return moved


def _open_game(connection: Connection, game: str) -> Record:
    record = record_of(connection, game)
    if record.row.status == OVER:
        raise ServiceError(f"{game} is over.")
    return record


__all__ = [
    "Position",
    "Rendered",
    "deadline",
    "enter",
    "games",
    "hold",
    "orders",
    "report",
    "resolve",
    "resume",
    "show",
]
