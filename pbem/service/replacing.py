"""A seat changes hands (E24): `pbem replace`, a stand-by who takes it, a stand-in who gives it back.

All in one transaction: whatever the leaver could have written with is nobody's from then on, and the newcomer is told all that the
leaver knew.  Nothing in what others get depends on who plays a seat but his name.
"""

import json
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from datetime import date, datetime, timedelta
from functools import partial
from time import monotonic, sleep
from typing import NamedTuple

from sqlalchemy import delete, update

from pbem.config import Config
from pbem.deadlines import next_deadline, the_zone
from pbem.engine.events import Decreed, Player
from pbem.engine.packs import factions
from pbem.report.notices_seats import farewell
from pbem.store.database import transaction
from pbem.store.tables import OVER

from . import agenda, keeping, plans, timing, vacations
from .copies import ADDRESS
from .errors import ServiceError, UsageError
from .mailing import aware, naive, queue, tell_moderator
from .newcomers import Newcomer, checked, handover, last_day, to_other, zone_of
from .owners import PRESS_TOKEN
from .record import MAIL, Record
from .rescue import RESCUE
from .seating import parse_person
from .showing import seat_of
from .site import Site
from .sitemail import queue_site
from .start import record_of
from .vacations import TOLD, said
from .whatitis import OWN_SETTINGS

#: So long a newcomer has at least; where deadlines are less than a day apart, as long as two of them.
AT_LEAST = timedelta(hours=48)
BACK = "seat back"
_BUSY_SECONDS = 20.0


class Replaced(NamedTuple):
    """What `pbem replace` did.  `deadline`: as it is now; `moved`: it was nearer before; `until`: when the seat goes back."""

    game: str
    player: Player
    leaver: str
    name: str
    address: str
    deadline: datetime | None
    moved: bool
    until: str


def replace(
    site: Site,
    game: str,
    player: str,
    address: str,
    *,
    name: str | None,
    zone: str | None,
    until: str | None,
    because: str,
    private: str,
    silent: bool,
    now: datetime,
) -> Replaced:
    """Give a seat to another person.  `until`: a day with whose end it goes back; `silent`: the leaver gets no mail.

    Raises UsageError, ServiceError.
    """
    with undisturbed(site), transaction(site.engine) as connection:
        record = record_of(connection, game)
        who = seat_of(record, player)
        if record.row.status == OVER:
            raise ServiceError(f"{game} is over; its seats are nobody's any more.")
        typed, where = parse_person(address, site.config.judge.address)
        newcomer = checked(
            record,
            who,
            Newcomer(name or typed, where, zone_of(zone, record.row.zone)),
            chosen=bool(name or typed),
        )
        last = last_day(until, record.row.zone, now)
        leaver, before = record.seat_rows[who].name, record.row.deadline
        hand_over(
            record,
            site.config,
            who,
            newcomer,
            now,
            because=because,
            private=private,
            until=last,
            silent=silent,
        )
        record.flush()
        ends = said(last) if last is not None else ""
        moved = record.row.deadline != before
        return Replaced(game, who, leaver, newcomer.name, where, aware(record.row.deadline), moved, ends)


@contextmanager
def undisturbed(site: Site) -> Iterator[None]:
    """No poll is at work, which may have looked up already whose letters are whose.  Raises ServiceError if one is for long."""
    end = monotonic() + _BUSY_SECONDS
    with ExitStack() as stack:
        while True:
            try:
                stack.enter_context(site.lock())
                break
            except ServiceError:
                if monotonic() > end:
                    raise
            sleep(0.1)
        yield


# --- the door ---


def hand_over(
    record: Record,
    config: Config,
    player: Player,
    newcomer: Newcomer,
    now: datetime,
    *,
    because: str = "",
    private: str = "",
    until: date | None = None,
    silent: bool = False,
    back: bool = False,
) -> None:
    """The seat is the newcomer's, at once.  `back`: it was his before."""
    record.flush()
    leaver = record.seat_rows[player]
    old = Newcomer(leaver.name, leaver.address, leaver.zone)
    _forget(record, player, now)
    keeping.put_to_sleep(record, player)
    _seat(record, player, old, newcomer, until, back, now)
    faction = factions()[player].name
    ends = "" if until is None else said(until)
    words = f"{newcomer.name} plays the {faction} ({player}){f' until the end of {ends}' if ends else ''}. {because}".strip()
    record.write([Decreed("replace", words, private, about=(player,))])
    moved = _give_time(record, now)
    record.flush()
    story = partial(
        handover, player=player, predecessor="" if back else old.name, until=ends, config=config, now=now
    )
    queue(record, config, player, "notice", story, now)
    for seat in record.seats:
        if seat.colour != player:
            notice = partial(
                to_other, reader=seat.colour, player=player, words=because, until=ends, moved=moved
            )
            queue(record, config, seat.colour, "notice", notice, now)
    if not silent:
        gone = farewell(record.row.name, faction, because, newcomer.name, ends)
        queue_site(record.connection, config, old.address, "farewell", gone, now)


def _forget(record: Record, player: Player, now: datetime) -> None:
    """Whatever the leaver could have written with, and what was on its way to him."""
    record.forget_tokens(player)
    mine = {"game": record.id, "player": player}
    for table in (PRESS_TOKEN, ADDRESS):
        record.connection.execute(
            delete(table).where(*(table.c[key] == value for key, value in mine.items()))
        )
    held = update(RESCUE).where(
        RESCUE.c.game == record.id, RESCUE.c.player == player, RESCUE.c.state == "open"
    )
    record.connection.execute(held.values(state="expired"))
    waiting = (
        MAIL.c.game == record.id,
        MAIL.c.player == player,
        MAIL.c.state.in_(("ready", "failed", "held", "unknown")),
    )
    why = "the seat has another player"
    record.connection.execute(update(MAIL).where(*waiting).values(state="dropped", reason=why))
    once = TOLD.c.game == record.id, TOLD.c.player == player, TOLD.c.what.in_(("grace", "leaves"))
    record.connection.execute(delete(TOLD).where(*once))
    vacations.forget_all(record, player, now)
    agenda.drop(record.connection, record.id, BACK, player)
    plans.close_offers(record.connection, record.id, player)


def _seat(
    record: Record,
    player: Player,
    old: Newcomer,
    newcomer: Newcomer,
    until: date | None,
    back: bool,
    now: datetime,
) -> None:
    seat = record.seat_rows[player]
    whose = ""
    if until is not None:
        zone = the_zone(record.row.zone)
        ends = until + timedelta(days=1)
        agenda.put(
            record.connection, record.id, BACK, datetime(ends.year, ends.month, ends.day, tzinfo=zone), player
        )
        first = json.loads(seat.stand_in) if seat.stand_in else old._asdict()
        whose = json.dumps(first)
    record.change_seat(
        player, name=newcomer.name, address=newcomer.address, zone=newcomer.zone, generation=seat.generation + 1,
        ready="", heard=None, misses=0, missed="[]", autopilot="", stand_in=whose, **OWN_SETTINGS,
    )  # fmt: skip
    for cached in ("seats", "lexicon"):  # they know his name
        record.__dict__.pop(cached, None)
    if newcomer.invite:
        plans.say(record.connection, newcomer.invite, state=plans.SEATED, game=record.id)


def _give_time(record: Record, now: datetime) -> datetime | None:
    """At least two days until anything is decided, for all; the new deadline, if it was nearer."""
    deadline = aware(record.row.deadline)
    if deadline is None:
        return None
    schedule = timing.schedule_of(record)
    short = schedule.length is not None and schedule.length < timedelta(days=1)
    least = min(AT_LEAST, 2 * schedule.interval) if short else AT_LEAST
    if deadline >= now + least:
        return None
    if schedule.length is not None:
        moved = timing.regular(record, now + least)
    else:
        moved = timing.regular(record, next_deadline(schedule, now, least))
    moved = max(moved, deadline)
    record.change(deadline=naive(moved))
    timing.schedule(record, now)
    return moved


# --- back again ---


def give_back(record: Record, config: Config, now: datetime, key: str) -> None:
    """(Chore.)  The stand-in's time is over."""
    seat = record.seat_rows[key]
    if not seat.stand_in or record.row.status == OVER:
        return
    owner = Newcomer(**json.loads(seat.stand_in))
    try:
        owner = checked(record, key, owner)
    except UsageError as error:
        words = f"{owner.name} was to have his seat back today, but {error} `pbem replace {record.row.name} {key} ADDRESS` gives it to him."
        tell_moderator(record, config, "a seat could not go back", words, now)
        return
    hand_over(record, config, key, owner, now, because="He is back.", back=True)
