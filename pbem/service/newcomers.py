"""Who takes a seat over: can he play there, and under which name; and the mails that tell of it (E24)."""

from datetime import date, datetime
from typing import NamedTuple

from sqlalchemy import select

from pbem.config import Config
from pbem.deadlines import the_zone
from pbem.engine.events import PhaseOpened, Player
from pbem.engine.packs import factions
from pbem.engine.state import fold
from pbem.mail.addresses import fold as folded
from pbem.orders.days import days
from pbem.report.brief import Rendered
from pbem.report.handover import Handover, render_handover
from pbem.report.notices_seats import new_player

from . import keeping, numbering
from .copies import ADDRESS, ALLOWED
from .errors import UsageError
from .mailing import Briefs
from .record import Record
from .seating import sound_name

#: So many years of the chronicle he reads.
YEARS = 2


class Newcomer(NamedTuple):
    """Who takes the seat.  `zone`: IANA; `invite`: his entry in the list of those who stand by, 0: none."""

    name: str
    address: str
    zone: str
    invite: int = 0


def zone_of(typed: str | None, default: str) -> str:
    """His time zone as it is typed, else the game's.  Raises UsageError."""
    if typed is None:
        return default
    try:
        the_zone(typed)
    except ValueError as error:
        raise UsageError(f"--zone: {error}.") from error
    return typed


def last_day(typed: str | None, zone: str, now: datetime) -> date | None:
    """The day of --until.  Raises UsageError."""
    if typed is None:
        return None
    found = days(typed, now.astimezone(the_zone(zone)).date())
    if found is None or found.first is not None:
        raise UsageError(f'--until {typed!r}: write a day of the coming year, like 2027-05-03 or "3 May".')
    return found.last


def checked(record: Record, player: Player, newcomer: Newcomer, chosen: bool = False) -> Newcomer:
    """Can he play here?  His name, if he did not choose it himself, is bent until it is free.  Raises UsageError."""
    seats = {colour: seat for colour, seat in record.seat_rows.items() if colour != player}
    address, name = folded(newcomer.address), " ".join(newcomer.name.split())
    if address == folded(record.seat_rows[player].address):
        raise UsageError(f"{newcomer.address} is the address of this seat already.")
    further = select(ADDRESS.c.player).where(
        ADDRESS.c.game == record.id,
        ADDRESS.c.player != player,
        ADDRESS.c.address == address,
        ADDRESS.c.state.in_(ALLOWED),
    )
    taken = [c for c, seat in seats.items() if folded(seat.address) == address]
    taken += record.connection.execute(further).scalars().all()
    if taken:
        raise UsageError(f"{newcomer.address} belongs to {taken[0]} in this game; nobody plays two seats.")
    names = {seat.name.casefold() for seat in seats.values()}
    if record.settings.names == "factions":
        return newcomer._replace(name=factions()[player].name)
    fault = sound_name(name, player) if name else ""
    if chosen and (fault or name.casefold() in names):
        raise UsageError(fault or f"There is a {name} in this game already; choose another name (--name).")
    base = name if name and not fault else newcomer.address.partition("@")[0]
    base = base if not sound_name(base, player) else f"Player {player}"
    wanted = (base, *(f"{base} {number}" for number in range(2, 9)))
    return newcomer._replace(name=next(one for one in wanted if one.casefold() not in names))


# --- the mails ---


def to_other(
    record: Record, reader: Player, player: Player, words: str, until: str, moved: datetime | None
) -> Rendered:
    """To another player: who plays the seat now."""
    me = next(seat for seat in record.seats if seat.colour == reader)
    seat = next(seat for seat in record.seats if seat.colour == player)
    whose = f"the {seat.faction} ({seat.colour})"
    return new_player(record.row.name, me, whose, seat.name, words, until, moved)


def handover(
    record: Record, player: Player, predecessor: str, until: str, config: Config, now: datetime
) -> Rendered:
    """All that was known there, as it reads in this record."""
    story, numbers = numbering.history(record, player)
    since = max(1, record.row.turn - YEARS)
    at = next(
        (n for n, event in enumerate(story) if isinstance(event, PhaseOpened) and event.turn >= since), 0
    )
    brief = Briefs(record, config, now).of(player, story[at:], first=True)
    brief = brief._replace(before=fold(story[:at]), played_for=(), numbers=numbers[at:])
    orders = [(one.number, record.words(one)) for one in keeping.asleep(record, player)]
    return render_handover(brief, Handover(predecessor, until, orders, player not in record.state.conceded))
