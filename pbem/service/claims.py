"""One address, two players of a game: whoever reads the mail there says whose it is, by answering the mail that names one of them."""

from datetime import datetime
from typing import Any

from sqlalchemy import select, update

from pbem.config import Config
from pbem.engine.events import Player
from pbem.mail.addresses import fold
from pbem.report.notices_mail import address_lost

from .copies import ADDRESS
from .mailing import queue, tell_moderator
from .record import SEAT, Record


def taken(record: Record, player: Player, address: str) -> bool:
    """Do mails of another player go there, or did they before?"""
    seats = select(SEAT.c.address).where(SEAT.c.game == record.id, SEAT.c.colour != player)
    known = [
        *record.connection.execute(seats).scalars(),
        *(row.address for row in _of_others(record, player, "former")),
    ]
    return fold(address) in {fold(one) for one in known}


def take_from_others(record: Record, config: Config, player: Player, address: str, now: datetime) -> None:
    """It was answered from there that it is his: whoever had it confirmed before has it no more, and reads so."""
    for row in _of_others(record, player, "confirmed"):
        if row.address != fold(address):
            continue
        record.connection.execute(update(ADDRESS).where(ADDRESS.c.id == row.id).values(state="gone"))
        queue(record, config, row.player, "notice", address_lost(record.row.name, address), now)
        mine, theirs = (f"{record.seat_rows[one].name} ({one})" for one in (player, row.player))
        words = (
            f"An answer from {address} says that it is an address of {mine}. Before, one had said that it was of {theirs}. It counts for "
            f"{mine} alone now, and {theirs} was told that it is lost, not to whom."
        )
        tell_moderator(record, config, "an address of two players", words, now)


def _of_others(record: Record, player: Player, state: str) -> list[Any]:
    others = (ADDRESS.c.game == record.id) & (ADDRESS.c.player != player) & (ADDRESS.c.state == state)
    return list(record.connection.execute(select(ADDRESS).where(others).order_by(ADDRESS.c.id)))
