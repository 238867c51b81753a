"""EXTEND: a player asks for more time; the moderator gives it, or the game does by itself so often a year (`extensions`)."""

from datetime import datetime, timedelta

from pbem.config import Config
from pbem.deadlines import days_later, in_zone, length_text, parse_length
from pbem.engine import board
from pbem.engine.events import Player
from pbem.orders.lines import Line
from pbem.report.notices_time import lasted

from . import timing, told
from .deskverbs import Served
from .mailing import aware, tell_moderator
from .record import Record

USUAL = timedelta(days=1)
MOST = timedelta(days=14)


def extend(record: Record, config: Config, player: Player, line: Line, now: datetime) -> Served:
    """One request, by itself or by the moderator; each session once a player."""
    wanted = timedelta(hours=line.number) if line.number else USUAL
    if record.row.held:
        return Served(error="The game is on hold, so no deadline runs; when it goes on, all have time again.")
    deadline = aware(record.row.deadline)
    if deadline is None:
        return Served(error="There is no deadline that could be moved.")
    if wanted > MOST:
        return Served(
            error=f"That is too long; ask for {MOST.days} days at most, or write MODERATOR: and why."
        )
    if deadline <= now:
        return Served(
            error="The deadline has passed already; MODERATOR: followed by your words reaches the moderator."
        )
    session = f"{record.row.turn}/{record.row.code}"
    if not told.once(record.connection, record.id, player, "extend", session, now):
        return Served(
            error="You have asked for more time in this session already; MODERATOR: reaches the moderator."
        )
    if _granted(record, player, wanted, now):
        asked = _later(record, deadline, wanted)
        moved = timing.free(record, asked)
        by = lasted(wanted if moved == asked else moved - deadline)
        words = f"A player has asked for more time, and this game gives it: the deadline moves by {by}."
        timing.move(record, config, moved, words, now, "extension")
        zone = record.seat_rows[player].zone
        return Served(
            clause=f"the deadline moves to {in_zone(moved, zone)}; all are told that it does, not who asked"
        )
    _ask(record, config, player, wanted, now)
    return Served(
        clause=f"the moderator is asked to move the deadline by {lasted(wanted)}; until he does, it stands"
    )


def _granted(record: Record, player: Player, wanted: timedelta, now: datetime) -> bool:
    """Has he one left this year of the game, and is it not longer than one may be?"""
    settings, year = record.settings, board.year(record.row.turn)
    if wanted > parse_length(settings.extension):
        return False
    keys = (f"{year} {number}" for number in range(1, settings.extensions + 1))
    return any(told.once(record.connection, record.id, player, "extension", key, now) for key in keys)


def _later(record: Record, deadline: datetime, wanted: timedelta) -> datetime:
    """As asked; whole days leave the hour as it is, though clocks are changed."""
    days, rest = divmod(wanted, USUAL)
    return deadline + wanted if rest else days_later(deadline, days, record.row.zone)


def _ask(record: Record, config: Config, player: Player, wanted: timedelta, now: datetime) -> None:
    seat, game = record.seat_rows[player], record.row.name
    deadline = aware(record.row.deadline)
    assert deadline is not None
    days, rest = divmod(wanted, USUAL)
    typed = length_text(wanted) if rest else f"{days}d"
    text = (
        f"{seat.name} ({player}) asks for {lasted(wanted)} more. The deadline is {in_zone(deadline, config.judge.timezone)}.\n\n"
        f"`pbem deadline {game} +{typed}` gives it; all are told the new deadline, not who asked. "
        f"Without that, nothing changes."
    )
    tell_moderator(record, config, f"{seat.name} asks for more time", text, now)
