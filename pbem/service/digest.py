"""The moderator's digest (E23): one mail a day at 08:00 of the site, only if something needs a hand, each item with its command."""

from collections.abc import Iterator
from datetime import datetime, time, timedelta

from sqlalchemy import Connection, select

from pbem.config import Config
from pbem.deadlines import the_zone
from pbem.report.naming import one_line
from pbem.report.prose import capital, count, wrap
from pbem.store.tables import OVER

from . import agenda, overview, undelivered
from .mailing import aware
from .reach import unreachable
from .record import GAME, Record
from .site import Site
from .sitemail import tell_the_moderator

#: On the agenda of the site (game 0).
DIGEST = "digest"
AT = time(8)
SITE = "The site"


def plan(connection: Connection, config: Config, now: datetime) -> None:
    """Let there be a next one."""
    mine = (agenda.AGENDA.c.game == 0, agenda.AGENDA.c.what == DIGEST)
    if config.judge.digest_at is None:
        return
    if connection.execute(select(agenda.AGENDA.c.due).where(*mine)).first() is None:
        agenda.put(connection, 0, DIGEST, next_one(config, now))


def next_one(config: Config, now: datetime) -> datetime:
    """The next morning, by the clock of the site, at the hour of [judge] digest."""
    zone, hour = the_zone(config.judge.timezone), config.judge.digest_at or AT
    here = now.astimezone(zone)
    day = here.date() if here.time() < hour else here.date() + timedelta(days=1)
    return datetime.combine(day, hour, zone)


def send(site: Site, connection: Connection, now: datetime, key: str) -> None:
    """Queue today's, if there is anything in it, and put down the next."""
    if site.config.judge.digest_at is None:
        return
    agenda.put(connection, 0, DIGEST, next_one(site.config, now))
    items = dict(_items(site, connection, now))
    if not items:
        return
    number = sum(len(needs) for needs in items.values())
    text = [
        *wrap(
            f"{capital(_things(number))} a hand. Behind each stands the command that mends it, or says more."
        ),
        "",
    ]
    for name, needs in items.items():
        text += [f"== {name} ==", *(line for need in needs for line in _said(need)), ""]
    text += wrap("`pbem games` shows all games. Tomorrow there is another mail only if something is left.")
    subject = f"{_things(number)} a hand"
    tell_the_moderator(connection, site.config, subject, "\n".join(text), now)


def _things(number: int) -> str:
    return f"{count(number, 'thing')} {'needs' if number == 1 else 'need'}"


def _said(need: overview.Need) -> Iterator[str]:
    yield from wrap(f"* {capital(need.words)}.", "  ", "    ")
    if need.command:
        yield f"      {need.command}"


def _items(site: Site, connection: Connection, now: datetime) -> Iterator[tuple[str, list[overview.Need]]]:
    """By game, the oldest first; then what belongs to none."""
    lost, stuck = unreachable(connection), overview.stuck_of(connection)
    zone = site.config.judge.timezone
    rows = connection.execute(select(GAME).where(GAME.c.practice == "").order_by(GAME.c.id)).all()
    for row in rows:
        mine = stuck.get(row.id, overview.Stuck())
        if row.status == OVER and mine == overview.Stuck():
            continue
        record = Record(connection, row)
        found = overview.needs(record, [one for one in lost if one.game == row.id], mine, zone, now)
        if needs := [need for need in found if need.hand]:
            yield one_line(row.name), needs
    if needs := [*overview.of_mail(stuck.get(0, overview.Stuck())), *_outbox(connection, zone)]:
        yield SITE, needs


def _outbox(connection: Connection, zone: str) -> Iterator[overview.Need]:
    for at, why in undelivered.away_since(connection):
        since = overview.said_at(aware(at.replace(tzinfo=None)), zone)
        yield overview.Need("outbox", f"since {since} no mail can be sent: {why}", "pbem doctor")
