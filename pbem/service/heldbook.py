"""What of letters and mails does not get on by itself (`pbem mail --held`), each with the command that mends it."""

from collections.abc import Iterable
from datetime import datetime, timedelta

from sqlalchemy import Connection, func, or_, select

from pbem.store.database import transaction
from pbem.store.tables import OVER

from . import undelivered
from .mailbook import (
    ASIDE,
    IN,
    OUT,
    STUCK,
    Book,
    Entry,
    Wanted,
    entry,
    in_order,
    letters_of,
    mails_of,
    narrowed,
    printable,
    seats_meant,
)
from .mailing import aware, naive
from .owners import LETTER
from .reach import BOUNCE, Unreachable, unreachable
from .record import GAME, MAIL, TOKEN
from .rescue import RESCUE
from .site import Site

#: For how long a bounce from the moderator's own address counts.
LATELY = timedelta(days=14)
#: The state of a mail that the gate stopped.
GATE = "held"


def held(site: Site, wanted: Wanted, now: datetime) -> Book:
    """What does not get on by itself: letters put aside, mails that did not go out, players whom mails do not reach; and how many letters
    wait for a YES, which is their writers' own matter."""
    with transaction(site.engine) as connection:
        waits = (MAIL.c.state == "ready") & (MAIL.c.attempts > 0)
        stuck = or_(MAIL.c.state.in_(STUCK), waits)
        entries: list[Entry] = []
        if IN in wanted.ways:
            aside = [LETTER.c.state == ASIDE, *narrowed(connection, LETTER, wanted)]
            entries += [_aside(entry(site, IN, row)) for row in connection.execute(letters_of(aside))]
        if OUT in wanted.ways:
            rows = connection.execute(mails_of([stuck, *narrowed(connection, MAIL, wanted)]))
            entries += [_stuck(entry(site, OUT, row)) for row in rows]
            entries += _away(connection) if wanted.game is None and wanted.player is None else []
        entries.sort(key=in_order)
        older = 0 if wanted.limit is None else max(0, len(entries) - wanted.limit)
        people = [*_lost(connection, site, wanted, now), *_undecided(connection, wanted)]
        return Book([*entries[older:], *(people if len(wanted.ways) > 1 else [])], older)


def _aside(one: Entry) -> Entry:
    """A letter that could not be read."""
    return one._replace(command=f"pbem mail release {one.number}")


def _stuck(one: Entry) -> Entry:
    """A mail that did not go out, or waits to be tried again."""
    if one.state == GATE:
        return one._replace(command=f"pbem mail release {one.number} --because TEXT")
    return one._replace(command=f"pbem retry {one.number}")


def _away(connection: Connection) -> Iterable[Entry]:
    """The outbox, if the last poll could not use it: then nothing goes out, whether it was tried or not."""
    for at, why in undelivered.away_since(connection):
        yield Entry("", OUT, at, "", "", "", "", "outbox", "away", 0, None, printable(why), "pbem doctor")


def _lost(connection: Connection, site: Site, wanted: Wanted, now: datetime) -> Iterable[Entry]:
    names = {row.id: row.name for row in connection.execute(select(GAME.c.id, GAME.c.name))}
    seats = None if wanted.player is None else seats_meant(connection, wanted.game, wanted.player)
    for lost in unreachable(connection):
        if wanted.game not in (None, names[lost.game]):
            continue
        if seats is None or (lost.game, lost.player) in seats:
            yield _unreached(lost, names[lost.game])
    if wanted.game is None and wanted.player is None:
        yield from _moderator(connection, site, now)


def _unreached(lost: Unreachable, game: str) -> Entry:
    mend = f'pbem order {game} {lost.player} "SET ADDRESS new@example.org"'
    return Entry(
        "", "", lost.back, "", lost.address, game, lost.player, "player", "unreachable", 0, None, lost.why, mend
    )  # fmt: skip


def _moderator(connection: Connection, site: Site, now: datetime) -> Iterable[Entry]:
    """Nobody else can say that the moderator's own mails come back."""
    address = site.config.judge.moderator
    query = select(BOUNCE).where(
        BOUNCE.c.sure, BOUNCE.c.permanent, func.lower(BOUNCE.c.address) == address.lower(),
        BOUNCE.c.player == "moderator", BOUNCE.c.received > naive(now - LATELY),
    )  # fmt: skip
    last = connection.execute(query.order_by(BOUNCE.c.id.desc())).first()
    if last is not None:
        why = f"mails to the moderator came back {f'({last.status})' if last.status else ''}".strip()
        when = aware(last.received)
        mend = "pbem doctor"
        yield Entry("", "", when, "", address, "", "moderator", "player", "unreachable", 0, None, why, mend)


def _undecided(connection: Connection, wanted: Wanted) -> Iterable[Entry]:
    """How many letters hold lines that a YES would still give."""
    query = (
        select(GAME.c.name, RESCUE.c.player, func.count().label("letters"))
        .join(TOKEN, TOKEN.c.token == RESCUE.c.token)
        .join(GAME, GAME.c.id == RESCUE.c.game)
        .where(
            RESCUE.c.state == "open",
            GAME.c.status != OVER,
            TOKEN.c.turn == GAME.c.turn,
            TOKEN.c.session == GAME.c.code,
        )
        .group_by(GAME.c.name, RESCUE.c.player)
        .order_by(GAME.c.name, RESCUE.c.player)
    )
    if wanted.game is not None:
        query = query.where(GAME.c.name == wanted.game)
    if wanted.player is not None:
        seats = seats_meant(connection, wanted.game, wanted.player)
        query = query.where(or_(*((RESCUE.c.game == game) & (RESCUE.c.player == who) for game, who in seats)))
    for row in connection.execute(query):
        said = f"{row.letters} letter{'s' if row.letters > 1 else ''} with orders that a YES would give"
        mend = f'pbem tell {row.name} {row.player} "TEXT"'
        yield Entry("", "", None, "", "", row.name, row.player, "orders", "undecided", 0, None, said, mend)
