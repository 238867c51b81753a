"""Where a demo may play: a new site, or one that holds nothing but demos; its clock and its bots are no company for others."""

import re
from pathlib import Path

from sqlalchemy import Connection, select

from pbem.config import SITE_FILE
from pbem.mail.urls import Server, parse_url
from pbem.store.database import transaction

from .errors import ServiceError
from .record import GAME, SEAT
from .site import Site

NAME = "demo"
_NAMES = re.compile(rf"{NAME}\d*")


def domain(game: str) -> str:
    """Where the bots of a game live: nobody else has an address there."""
    return f"{game}.example"


def stage(folder: Path) -> Site:
    """The site in this folder, made if there is none.  Raises ServiceError where real games or mail are in it."""
    if not (folder / SITE_FILE).exists():
        return _new_site(folder)
    site = Site.open(folder)
    for what, box, home in (("inbox", site.config.inbox, "in"), ("outbox", site.config.outbox, "out")):
        place = parse_url(box.url, site.path, ("imaps", "imap", "smtps", "smtp"))
        if isinstance(place, Server) or place.resolve() != (site.path / "mail" / home).resolve():
            raise ServiceError(
                f"A demo plays with mail in folders only, and the {what} of {folder} is {place}; name another --site."
            )
    with transaction(site.engine) as connection:
        if real := _real_game(connection):
            raise ServiceError(
                f"{folder} has a game of its own, {real}, which a demo would play on with its clock; name another --site."
            )
    return site


def _real_game(connection: Connection) -> str:
    """A game that no demo made; "" if there is none."""
    for game in connection.execute(select(GAME.c.id, GAME.c.name)).all():
        homes = connection.execute(select(SEAT.c.address).where(SEAT.c.game == game.id)).scalars()
        if not _NAMES.fullmatch(game.name) or any(not at.endswith(f"@{domain(game.name)}") for at in homes):
            return str(game.name)
    return ""


def _new_site(folder: Path) -> Site:
    return Site.create(
        folder,
        name="Kremlin Judge",
        address="judge@example.org",
        moderator="gm@example.org",
        zone="Europe/Zurich",
    )
