"""One address, two players of a game: whose is it?  Only the moderator can tell; until then it is nobody's who cannot write from it."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from sqlalchemy import select, update

from pbem.config import Config
from pbem.engine.events import Player
from pbem.mail.addresses import fold
from pbem.report.notices_mail import claimed_twice

from .copies import ADDRESS
from .daily import first_today
from .mailing import queue, tell_moderator
from .record import SEAT, Record


def taken(record: Record, player: Player, address: str) -> bool:
    """Do mails of another player go there, or did they before?"""
    seats = select(SEAT.c.address).where(SEAT.c.game == record.id, SEAT.c.colour != player)
    known = [
        *record.connection.execute(seats).scalars(),
        *(row.address for row in _rows(record, player, "former")),
    ]
    return fold(address) in {fold(one) for one in known}


def of_others(record: Record, player: Player, address: str, since: datetime) -> list[Any]:
    """What other players have had confirmed, or asked for `since` then and may still confirm."""
    found = [row for row in _rows(record, player, "asked", "confirmed") if row.address == fold(address)]
    return [row for row in found if row.state == "confirmed" or row.asked >= since]


def fall(record: Record, config: Config, player: Player, found: Sequence[Any], now: datetime) -> None:
    """He has claimed what others have: it counts for none of them, and all are told in the same words."""
    address = found[0].address
    gone = update(ADDRESS).where(ADDRESS.c.id.in_([row.id for row in found])).values(state="gone")
    record.connection.execute(gone)
    both = [player, *dict.fromkeys(row.player for row in found)]
    for one in both:
        queue(record, config, one, "notice", claimed_twice(record.row.name, address), now)
    if first_today(record.connection, address, f"claimed twice in game {record.id}", now):
        names = " and ".join(f"{record.seat_rows[one].name} ({one})" for one in both)
        words = f"{names} have both named {address} as an address of theirs. It counts for neither, and both were told."
        tell_moderator(record, config, "an address that two players have named", words, now)


def _rows(record: Record, player: Player, *states: str) -> list[Any]:
    others = (ADDRESS.c.game == record.id) & (ADDRESS.c.player != player)
    query = select(ADDRESS).where(others, ADDRESS.c.state.in_(states)).order_by(ADDRESS.c.id)
    return list(record.connection.execute(query))
