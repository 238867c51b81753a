"""`pbem set GAME --player P`: what a player settles for himself by SET (E27), settled in his stead; and how he is called.

He alone is told what changes in his mails.  A name is everybody's: all are told.
"""

from collections.abc import Mapping
from datetime import datetime
from difflib import get_close_matches
from functools import partial
from typing import NamedTuple

from pbem.engine.events import Decreed, Player
from pbem.engine.packs import factions
from pbem.orders.errors import Unread
from pbem.orders.personal import value
from pbem.report import notices_seats
from pbem.report.brief import Rendered
from pbem.store.database import transaction
from pbem.store.tables import OVER

from . import personal
from .errors import ServiceError, UsageError
from .mailing import queue
from .record import Record
from .seating import sound_name
from .showing import seat_of
from .site import Site
from .start import record_of
from .tuning import Setting

NAME = "name"
#: What can be settled for him, and what each is about.
ABOUT: Mapping[str, str] = {
    NAME: "how he is called in all mails from now on",
    "mail": "how long his mails are: short, full or text",
    "zone": "the time zone in which his mails tell times",
    "remind": "so long before a deadline he is reminded, if nothing has come from him; off, or on: as the game does it",
    "calendar": "a calendar file with each deadline of his",
}


class Settled(NamedTuple):
    """`said`: what holds now, a clause for each key that was typed; `all_told`: whether others were told, too."""

    game: str
    player: Player
    name: str
    said: tuple[str, ...]
    all_told: bool


def settings(site: Site, game: str, player: str) -> list[Setting]:
    """How everything of his stands.  Raises UsageError."""
    with transaction(site.engine) as connection:
        record = record_of(connection, game)
        values = _values(record, seat_of(record, player))
        return [Setting(key, values[key], about) for key, about in ABOUT.items()]


def settle(
    site: Site, game: str, player: str, values: Mapping[str, str], because: str, now: datetime
) -> Settled:
    """Change some of them, all or none; they hold at once.  Raises UsageError, ServiceError."""
    with transaction(site.engine) as connection:
        record = record_of(connection, game)
        who = seat_of(record, player)
        if record.row.status == OVER:
            raise ServiceError(f"{game} is over; nothing can be set any more.")
        before, words = _values(record, who), " ".join(because.split())
        typed = {key: _read(record, who, key, text) for key, text in values.items()}
        if all(before[key] == text for key, text in typed.items()):
            raise ServiceError(f"Nothing changes: it is set so already for {before[NAME]}.")
        own = tuple(
            personal.settled(record, who, f"set {key}", text, now)
            for key, text in typed.items()
            if key != NAME
        )
        if own:
            _tell_him(record, site, who, own, words, now)
        renamed = typed.get(NAME, before[NAME]) != before[NAME]
        if renamed:
            _rename(record, site, who, typed[NAME], words, now)
        record.flush()
        name = record.seat_rows[who].name
        said = (f"{before[NAME]} is called {name} from now on",) if renamed else ()
        return Settled(game, who, name, (*said, *own), renamed)


def _values(record: Record, player: Player) -> dict[str, str]:
    seat = record.seat_rows[player]
    return {
        NAME: seat.name,
        "mail": seat.style,
        "zone": seat.zone,
        "remind": seat.remind or "on",
        "calendar": "on" if seat.calendar else "off",
    }


def _read(record: Record, player: Player, key: str, text: str) -> str:
    """One of them as it is stored.  Raises UsageError."""
    if key == NAME:
        return _name(record, player, " ".join(text.split()))
    if key == "press":
        raise UsageError(
            "Whether his private messages may stand in the archive only he decides himself, by a line SET PRESS OPEN."
        )
    if key not in ABOUT:
        near = get_close_matches(key, ABOUT, 1, 0.6)
        mend = f"did you mean {near[0]}?" if near else f"there are {', '.join(ABOUT)}."
        raise UsageError(f"There is no setting {key!r} of a player; {mend}")
    try:
        return value(f"set {key}", text)
    except Unread as error:
        said = f"{key}={text}: {error}"
        raise UsageError(said if said.endswith("?") else f"{said}.") from error


def _name(record: Record, player: Player, name: str) -> str:
    if record.settings.names == "factions":
        raise UsageError(f"{record.row.name} goes by factions (names=factions); nobody's name stands in it.")
    others = {seat.name.casefold() for seat in record.seats if seat.colour != player}
    fault = sound_name(name, player) if name else f"{NAME}=: write a name."
    if fault or name.casefold() in others:
        raise UsageError(fault or f"There is a {name} in this game already; choose another name.")
    return name


def _rename(record: Record, site: Site, player: Player, name: str, words: str, now: datetime) -> None:
    old = record.seat_rows[player].name
    record.change_seat(player, name=name)
    for cached in ("seats", "lexicon"):  # they know his name
        record.__dict__.pop(cached, None)
    said = (
        f"{name} is the name of who plays the {factions()[player].name} ({player}), until now {old}. {words}"
    )
    record.write([Decreed("set", said.strip(), about=(player,))])
    for seat in record.seats:
        write = partial(_renamed, reader=seat.colour, player=player, old=old, words=words)
        queue(record, site.config, seat.colour, "notice", write, now)


def _tell_him(
    record: Record, site: Site, player: Player, own: tuple[str, ...], words: str, now: datetime
) -> None:
    said = f"From now on {'; '.join(own)}. {words}".strip()
    record.write([Decreed("set", said, about=(player,), only=(player,))])
    write = partial(_settled, own=own, words=words)
    queue(record, site.config, player, "notice", write, now)


def _settled(record: Record, own: tuple[str, ...], words: str) -> Rendered:
    return notices_seats.settled_for_you(record.row.name, own, words)


def _renamed(record: Record, reader: Player, player: Player, old: str, words: str) -> Rendered:
    seat = next(seat for seat in record.seats if seat.colour == player)
    return notices_seats.new_name(record.row.name, seat, old, words, mine=reader == player)
