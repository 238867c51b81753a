"""PROTEST (E22): a dispute goes to the moderator, all learn that there is one, and it may stop the next resolution for a day."""

from datetime import datetime, timedelta
from functools import partial

from pbem.config import Config
from pbem.deadlines import in_zone, up_to_minute
from pbem.engine import board
from pbem.engine.events import MODERATOR, Decreed, Player
from pbem.orders.lines import Line
from pbem.report.brief import Rendered
from pbem.report.naming import one_line
from pbem.report.notices_time import disputed_notice
from pbem.report.prose import wrap
from pbem.store.tables import OVER

from . import cases, deskcodes, numbering, told
from .daily import first_today
from .deskverbs import Served
from .lines import MOST_WORDS, TOMORROW
from .mailing import aware, queue, session_key, tell_moderator
from .record import Record

#: So long nothing is resolved.
STOP = timedelta(hours=24)
#: `ToldRow.what`: a player's stop of the year; an event that all know to be disputed; the session that was stopped.
PROTEST, DISPUTED, STOPPED = "protest", "disputed", "stopped"
_LONGEST = 4000


def protest(record: Record, config: Config, player: Player, line: Line, now: datetime) -> Served:
    """One protest; the first of his year stops the game, where it allows that."""
    shown, words = line.number or 0, line.words.strip()[:_LONGEST]
    number = numbering.event_of(record, shown)
    if number is None:
        return Served(error=cases.unknown(record, shown))
    if not words:
        return Served(error=f"PROTEST {shown} needs your words behind a colon: what is wrong with it.")
    mine = f"words of {player} in game {record.id}"
    if not first_today(record.connection, "", mine, now, MOST_WORDS):
        return Served(error=TOMORROW)
    seat = record.seat_rows[player]
    private = f"{one_line(seat.name)} ({player}) protests against [{shown}]: {words}"
    record.write([Decreed(PROTEST, private=private, only=(MODERATOR,))])
    until = _stop(record, config, player, shown, now)
    _tell(record, config, player, shown, number, words, until, now)
    return Served(clause=_clause(record, player, shown, until))


def _stop(record: Record, config: Config, player: Player, shown: int, now: datetime) -> datetime | None:
    """Stop the next resolution, if he has not done so this year; until when nothing is resolved, None if nothing is stopped."""
    from . import timing

    row, year = record.row, str(board.year(record.row.turn))
    deadline = aware(row.deadline)
    may = record.settings.disputes and row.status != OVER and deadline is not None and not row.held
    stops = may and told.once(record.connection, record.id, player, PROTEST, year, now)
    first = told.once(record.connection, record.id, "", DISPUTED, str(shown), now)
    if not stops or deadline is None:
        if first:
            record.write([Decreed(PROTEST, DISPUTE.format(shown=shown))])
        return None
    until = up_to_minute(now + STOP)
    told.again(record.connection, record.id, "", STOPPED, session_key(record), now)
    words = f"{DISPUTE.format(shown=shown)} {WAITS}"
    if now < deadline < until:  # one that has passed closed the orders, and stays
        timing.move(record, config, timing.free(record, until), words, now, PROTEST)
        return until
    record.write([Decreed(PROTEST, words)])
    for one in record.seats:
        notice = partial(_notice, player=one.colour, words=words, stays=now < deadline)
        queue(record, config, one.colour, "notice", notice, now)
    return until


DISPUTE = "Event [{shown}] is disputed; the moderator looks at it."
WAITS = "Nothing is resolved for 24 hours."


def stopped_until(record: Record) -> datetime | None:
    """Before this the session now open is not resolved; None: nobody has stopped it."""
    at = aware(told.at(record.connection, record.id, "", STOPPED, session_key(record)))
    return None if at is None else at + STOP


def _notice(record: Record, player: Player, words: str, stays: bool) -> Rendered:
    me = next(seat for seat in record.seats if seat.colour == player)
    return disputed_notice(record.row.name, me, words, aware(record.row.deadline) if stays else None)


def _clause(record: Record, player: Player, shown: int, until: datetime | None) -> str:
    said = f"your protest against [{shown}] goes to the moderator; all learn that it is disputed, not by whom and not your words"
    if until is not None:
        return f"{said}. Nothing is resolved before {in_zone(until, record.seat_rows[player].zone)}"
    return f"{said}. The game {'is on hold' if record.row.held else 'goes on'} meanwhile"


def _tell(
    record: Record,
    config: Config,
    player: Player,
    shown: int,
    number: int,
    words: str,
    until: datetime | None,
    now: datetime,
) -> None:
    """The moderator's mail, with what he can do."""
    game, seat = record.row.name, record.seat_rows[player]
    stopped = (
        f"Nothing is resolved before {in_zone(until, config.judge.timezone)}."
        if until is not None
        else "The game is on hold."
        if record.row.held
        else "The game goes on meanwhile; `pbem hold` stops it."
    )
    text = [
        *wrap(f"{one_line(seat.name)} ({player}) protests against event {number} of the journal, which players know as [{shown}]:"),
        "",
        *(line for said in cases.in_short(record, number) for line in wrap(said, "    ")),
        "",
        *wrap("His words:"),
        "",
        *(f"    {line}" for line in words.splitlines()),
        "",
        *wrap(f"All learn that [{shown}] is disputed, not by whom and not these words. {stopped}"),
        "",
        f"pbem explain {game} {number}",
        "    how it came about: rule, question, order, letter, dice",
        f"pbem rule {game} … --because TEXT",
        "    put it right",
        f"pbem undo {game} --to {number - 1} --because TEXT",
        "    take the game back to before it; the last resort",
        f"pbem hold {game} --because TEXT, pbem resume {game}",
        "    stop the clock meanwhile, and go on",
    ]  # fmt: skip
    subject = f"{one_line(seat.name)} protests against [{shown}]"
    tell_moderator(record, config, subject, "\n".join(text), now, deskcodes.QUESTION, player=player)
