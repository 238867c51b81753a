"""The list of those who would take a seat over: `pbem standby`."""

from collections.abc import Sequence
from datetime import datetime
from typing import NamedTuple

from sqlalchemy import Connection, func, insert, select

from pbem.config import Config
from pbem.mail.addresses import fold
from pbem.report import notices_seats as told
from pbem.store.database import transaction
from pbem.store.tables import OVER

from . import plans
from .errors import ServiceError, UsageError
from .mailing import aware, naive
from .plans import ASKED, INVITE, STANDBY
from .record import GAME
from .seating import parse_person
from .site import Site
from .sitemail import queue_site
from .start import record_of


class StandBy(NamedTuple):
    """One line of `pbem standby`.  `game`: "" for any; `says`: asked, standby, no, seated."""

    address: str
    name: str
    zone: str
    game: str
    says: str
    answered: datetime | None


def ask(site: Site, addresses: Sequence[str], game: str | None, now: datetime) -> list[str]:
    """Ask these people whether they would stand by, for one game or for any.  Raises UsageError."""
    people = [parse_person(text, site.config.judge.address) for text in addresses]
    with transaction(site.engine) as connection:
        number, secret = 0, b""
        if game:
            record = record_of(connection, game)
            if record.row.status == OVER:
                raise ServiceError(f"{game} is over; nobody needs to stand by for it.")
            number, secret = record.id, record.master
        for name, address in people:
            _ask(connection, site.config, name, address, number, game or "", secret, now)
    return [address for _, address in people]


def _ask(
    connection: Connection,
    config: Config,
    name: str,
    address: str,
    game: int,
    called: str,
    secret: bytes,
    now: datetime,
) -> None:
    where = INVITE.c.plan == 0, INVITE.c.game == game, func.lower(INVITE.c.address) == fold(address).lower()
    row = connection.execute(select(INVITE).where(*where)).first()
    if row is not None and row.state == STANDBY:
        raise UsageError(f"{address} stands by already.")
    if row is None:
        token = plans.code(secret or plans.site_secret(connection), f"standby/{game}/{fold(address)}")
        values = {
            "game": game,
            "plan": 0,
            "address": address,
            "name": name,
            "zone": "",
            "state": ASKED,
            "nonce": token,
        }
        connection.execute(insert(INVITE).values(**values, answer="{}", asked=naive(now)))
    else:
        token = row.nonce
        plans.say(connection, row.id, state=ASKED)
    text = told.may_stand_by(called, config.judge.moderator)
    queue_site(connection, config, address, "invitation", text, now, token=token)


def all_of(site: Site, game: str | None = None) -> list[StandBy]:
    """Who stands by, who was asked; for one game with those who stand by for any, or all."""
    with transaction(site.engine) as connection:
        names = {row.id: row.name for row in connection.execute(select(GAME.c.id, GAME.c.name))}
        wanted = None if game is None else {record_of(connection, game).id, 0}
        rows = connection.execute(select(INVITE).order_by(INVITE.c.game, INVITE.c.id)).all()
        return [
            StandBy(row.address, row.name, row.zone, names.get(row.game, ""), row.state, aware(row.answered))
            for row in rows
            if (row.state == STANDBY or (row.plan == 0 and row.state != plans.GONE))
            and (row.game or not row.plan)
            if wanted is None or row.game in wanted
        ]


def game_name(connection: Connection, number: int) -> str:
    """ "" for any game."""
    return str(connection.execute(select(GAME.c.name).where(GAME.c.id == number)).scalar() or "")
