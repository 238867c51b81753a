"""Checks of pbem.toml and of the time zones that the site goes by."""

from collections.abc import Iterator
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from sqlalchemy import select

from pbem.config import SITE_FILE
from pbem.store.database import table, transaction
from pbem.store.tables import OVER, GameRow, SeatRow

from .findings import Finding, Patient, fail, ok

GAME, SEAT = table(GameRow), table(SeatRow)
#: Where nobody ever reads mail (RFC 2606).
_NOWHERE = (".example", "@example.org", "@example.com", "@example.net", ".invalid", ".test")


def readable(patient: Patient) -> Iterator[Finding]:
    """pbem.toml is there, and every key in it is sound."""
    if patient.fault:
        again = f"`pbem doctor {patient.site}`"
        yield fail(patient.fault, f"Mend it there (docs/operating.md has an example), then {again} again.")
    else:
        yield ok(f"{patient.folder / SITE_FILE}: all keys are sound")


def addresses(patient: Patient) -> Iterator[Finding]:
    """With real servers nobody should be at example.org."""
    if patient.config is None:
        return
    judge, real = patient.config.judge, bool(patient.server("inbox") or patient.server("outbox"))
    for key, address in (("address", judge.address), ("moderator", judge.moderator)):
        if real and address.lower().endswith(_NOWHERE):
            said = f"[judge] {key} is {address}, where nobody reads mail"
            yield fail(said, f"Write the real address into [judge] {key} of {patient.folder / SITE_FILE}.")
        elif real:
            yield ok(f"{key} {address}")


def zones(patient: Patient) -> Iterator[Finding]:
    """The time zone of the site, of every game and of every seat is known to this machine."""
    if patient.config is None or patient.engine is None:
        return
    used = {patient.config.judge.timezone: "[judge] timezone"}
    with transaction(patient.engine) as connection:
        for name, zone in connection.execute(select(GAME.c.name, GAME.c.zone)):
            used.setdefault(zone, f"game {name}")
        seats = select(SEAT.c.zone, SEAT.c.name, GAME.c.name).join(GAME, GAME.c.id == SEAT.c.game)
        for zone, player, name in connection.execute(seats.where(GAME.c.status != OVER)):
            used.setdefault(zone, f"{player} in game {name}")
    lost = {zone: who for zone, who in used.items() if not _known(zone)}
    for zone, who in lost.items():
        remedy = "Say `pip install --upgrade tzdata` in pbem's environment, or correct the zone in pbem.toml."
        yield fail(f"the time zone {zone!r} of {who} is not known here", remedy)
    if not lost:
        yield ok(f"{len(used)} in use, all known: {', '.join(sorted(used))}")


def _known(zone: str) -> bool:
    try:
        ZoneInfo(zone)
    except (ZoneInfoNotFoundError, ValueError, OSError):
        return False
    return True
