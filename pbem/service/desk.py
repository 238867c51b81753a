"""The moderator's desk: look at reports and orders, enter orders for somebody, move deadlines, hold.

What secrets a blind moderator may look at says `revealing`; how games stand `overview`; what is resolved `releasing`.
"""

from base64 import b64encode
from collections.abc import Iterator, Sequence
from datetime import datetime
from typing import Any, NamedTuple

from sqlalchemy import Connection, select

from pbem.config import Config
from pbem.deadlines import DeadlineError, parse_change
from pbem.engine.board import PHASES
from pbem.engine.events import Decreed, Player
from pbem.mail.compose import html_of, text_of
from pbem.mail.letters import read_letter
from pbem.orders.reader import Reading, read
from pbem.report.brief import NO_WORDS, Answer, LetterBrief, Rendered
from pbem.report.naming import one_line
from pbem.report.notices import hold_notice, resume_notice
from pbem.report.receipt import render_receipt
from pbem.store.database import transaction
from pbem.store.tables import OVER

from . import (
    album,
    approval,
    deskcodes,
    forms,
    lines,
    misses,
    offers_told,
    press,
    press_answers,
    questions,
    rescue,
    revealing,
    timing,
    undoing,
)
from .errors import ServiceError, UsageError
from .mailing import Briefs, aware, naive, queue
from .overview import GameRow, games
from .record import MAIL, Record
from .releasing import Resolution, resolve
from .resolving import now_utc
from .showing import Position, seat_of, show
from .site import Site
from .start import record_of

NO_HTML = "That report was sent as text alone: its reader wants it so (SET MAIL TEXT), or an older pbem wrote it; without --html you get the text."


class OrderEntry(NamedTuple):
    """A standing order."""

    player: Player
    number: int
    text: str


def report(
    site: Site,
    game: str,
    player: str,
    turn: int | None,
    phase: str | None,
    now: datetime | None = None,
    reveal: bool = False,
    html: bool = False,
) -> str:
    """A report as that player got it, as text or with `html` as a page of its own: the last one, or the one that told of a phase.

    Raises UsageError, ServiceError.
    """
    told = None if phase is None else _phase(phase)
    with transaction(site.engine) as connection:
        record = record_of(connection, game)
        who = seat_of(record, player)
        query = select(MAIL).where(MAIL.c.game == record.id, MAIL.c.player == who, MAIL.c.kind == "report")
        rows = connection.execute(query.order_by(MAIL.c.id)).all()
        fitting = [row for row in rows if _tells_of(row.covers, turn, told)]
        if not fitting:
            raise ServiceError(f"{who} has no report of that phase in {game}.")
        what = f"reports of {one_line(record.seat_rows[who].name)}"
        revealing.must(record, site.config, what, now or now_utc(), reveal, who)
        record.flush()
        return page_of(connection, fitting[-1]) if html else mail_text(fitting[-1].raw)


def _phase(word: str) -> str:
    """A phase as it is typed.  Raises UsageError."""
    known = ("setup", *PHASES)
    if word.strip().casefold() not in known:
        raise UsageError(f"There is no phase {word!r}; the phases are {', '.join(known)}.")
    return word.strip().casefold()


def mail_text(raw: bytes) -> str:
    """A mail of ours as text: subject, then the body without any cutting."""
    return f"Subject: {read_letter(raw).subject}\n\n{text_of(raw)}"


def page_of(connection: Connection, mail: Any) -> str:
    """The formatted part of a mail as a page that needs nothing else.  ServiceError if it has none."""
    page = html_of(mail.raw)
    if not page:
        raise ServiceError(NO_HTML)
    for png in album.pngs(connection, [mail.picture]).values():
        page = page.replace('"cid:picture"', f'"data:image/png;base64,{b64encode(png).decode()}"')
    return page


def _tells_of(covers: str, turn: int | None, phase: str | None) -> bool:
    parts = [part.partition("/") for part in covers.split()]
    if turn is None and phase is None:
        return True
    return any((turn is None or int(t) == turn) and (phase is None or p == phase) for t, _, p in parts)


def orders(
    site: Site, game: str, player: str | None, now: datetime | None = None, reveal: bool = False
) -> list[OrderEntry]:
    """Standing orders, of one player or of all.  Raises UsageError, ServiceError."""
    with transaction(site.engine) as connection:
        record = record_of(connection, game)
        who = None if player is None else seat_of(record, player)
        what = f"orders of {one_line(record.seat_rows[who].name) if who else 'all players'}"
        revealing.must(record, site.config, what, now or now_utc(), reveal, who)
        record.flush()
        wanted = list(record.seat_rows) if who is None else [who]
        return [
            OrderEntry(one, given.number, record.words(given))
            for one in wanted
            for given in record.lists()[one]
        ]


class Entered(NamedTuple):
    """The receipt of orders entered on behalf (in a blind game only what was entered, and its fate), and how many lines were rejected, or
    were no orders at all."""

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
        misses.heard(record, site.config, who, naive(now), True, now)
        readings = read([press.as_typed(line) for line in order_lines], record.lexicon)
        done = lines.apply(record, site.config, who, readings, None, now, now)
        offers_told.tell(record, site.config, now)
        letter = LetterBrief(now, "entered by the moderator", done.answers)

        def write(there: Record) -> Rendered:
            return render_receipt(Briefs(there, site.config, now).of(who), [letter], done.sections)

        rendered = write(record)
        sent = queue(record, site.config, who, "receipt", write, now, press.mark(done.answers))
        rescue.bind(record, [press_answers.NO_LETTER], sent.strip("<>"))
        if forms.wanted(done.answers):
            forms.send(record, site.config, who, now)
        record.flush()
        text = rendered.text
        if revealing.blind(record) and not revealing.own(record, site.config, who):
            text = "\n".join(_fates(readings, done.answers))
        return Entered(text, sum(answer.kind in ("rejected", "ignored") for answer in done.answers))


def _fates(readings: Sequence[Reading], answers: Sequence[Answer]) -> Iterator[str]:
    """What was entered and what became of it, without a word of what the player had given or knows."""
    own = not any(line.verb in rescue.VERDICT for reading in readings for line in reading.lines)
    wrong = {reading.text: reading.error for reading in readings if reading.kind == "rejected"}
    for answer in answers:
        if answer.kind in ("accepted", "recorded") and own:
            yield f"Taken: {answer.text}"
        elif answer.kind == "rejected":
            yield f"Rejected: {answer.text}: {wrong.get(answer.text) or 'his receipt says why'}"
        elif answer.kind == "ignored":
            yield f"No order: {answer.text}"
    yield "The rest stands in his receipt, which the next poll sends."


def deadline(site: Site, game: str, change: str, now: datetime, because: str = "") -> datetime:
    """Move the deadline; everybody is told, with the moderator's words.  Raises UsageError for a change that cannot be read."""
    with transaction(site.engine) as connection:
        record = _open_game(connection, game)
        moved = move_deadline(record, site.config, change, now, because)
        record.flush()
        return moved


def move_deadline(record: Record, config: Config, change: str, now: datetime, because: str = "") -> datetime:
    """The same within a transaction.  Raises UsageError, ServiceError."""
    old = aware(record.row.deadline)
    if old is None:
        raise ServiceError(f"{record.row.name} has no deadline now.")
    try:
        moved = parse_change(change, old, record.row.zone, now)
    except DeadlineError as error:
        raise UsageError(f"{str(error)[:1].upper()}{str(error)[1:]}.") from error
    words = "The moderator has moved the deadline."
    if because := one_line(because, undoing.LONGEST):
        words = f"The moderator has moved the deadline: “{because}”."
    if approval.reopen(record):
        words += (
            " Orders are taken again; whoever was READY and has nothing to change writes READY once more."
        )
    timing.move(record, config, moved, words, now)
    return moved


def hold(site: Site, game: str, words: str, now: datetime) -> None:
    """Stop the clock of a game; letters are still read."""
    with transaction(site.engine) as connection:
        record = _open_game(connection, game)
        hold_now(record, site.config, words, now)
        record.flush()


def hold_now(record: Record, config: Config, words: str, now: datetime) -> None:
    """The same within a transaction.  Raises ServiceError."""
    name, words = record.row.name, " ".join(words.split())
    if record.row.held:
        raise ServiceError(
            f"{name} is on hold already{'.' if record.row.held == NO_WORDS else f': {record.row.held}'}"
        )
    record.write([Decreed("hold", words)])
    record.change(held=words or NO_WORDS)
    for seat in record.seats:
        queue(record, config, seat.colour, "notice", hold_notice(name, words), now)


def resume(site: Site, game: str, now: datetime) -> datetime | None:
    """Let the clock run again; a deadline that has passed or is nearer than a day is set anew, by the game's schedule, or before a ballot by
    as long as there is to talk about it; any other stays.

    None: it has none any more, for the game ended; or its deadline has passed, and it waits for approval.
    """
    with transaction(site.engine) as connection:
        record = _open_game(connection, game)
        moved = resume_now(record, site.config, now)
        record.flush()
        return moved


def resume_now(record: Record, config: Config, now: datetime) -> datetime | None:
    """The same within a transaction.  Raises ServiceError."""
    name = record.row.name
    if not record.row.held:
        raise ServiceError(f"{name} is not on hold.")
    if undoing.resumes(record):
        return undoing.resume(record, config, now)
    questions.refuse(record)
    record.write([Decreed("resume")])
    record.change(held="")
    closed = (
        record.row.waits == deskcodes.APPROVAL
    )  # it waits for his word as before, and its orders stay closed
    if not closed:
        record.change(deadline=naive(timing.after_hold(record, now)))
        timing.schedule(record, now)
    moved = None if closed else aware(record.row.deadline)
    for seat in record.seats:
        queue(record, config, seat.colour, "notice", resume_notice(name, seat, moved, closed), now)
    return moved


def _open_game(connection: Connection, game: str) -> Record:
    record = record_of(connection, game)
    if record.row.status == OVER:
        raise ServiceError(f"{game} is over.")
    return record


__all__ = [
    "GameRow",
    "Position",
    "Rendered",
    "Resolution",
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
