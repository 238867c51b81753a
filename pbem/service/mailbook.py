"""The book of letters and mails (`pbem mail`): what came in and what went out.  What needs a hand of it: `heldbook`.

Letters are L1, L2 …, mails M1, M2 …  What they say is secret and stands nowhere here; only `find` gives the bytes of one.
"""

import re
from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Any, NamedTuple

from sqlalchemy import ColumnElement, Connection, Select, func, or_, select

from pbem.engine.events import Player
from pbem.store.database import transaction

from . import album, revealing
from .errors import UsageError
from .mailing import aware, naive
from .owners import LETTER
from .reach import BOUNCE
from .record import GAME, MAIL, SEAT, load
from .showing import iso, seat_of
from .site import Site

IN, OUT = "in", "out"
#: So many are listed unless all are asked for.
LAST = 50
#: A letter that could not be read, mails that did not go out, and those that wait to be tried again.
ASIDE, STUCK = "poison", ("held", "failed", "expired", "unknown")
_NUMBER = re.compile(r"([LM])([1-9]\d{0,17})", re.IGNORECASE)


class Entry(NamedTuple):
    """One line of the book.

    `number`: "L17", "M42", or "" for what is neither; `way`: `in`, `out` or ""; `when`: received, sent, or else written; `kind`: of a
    mail report, receipt, notice …; of a letter whether it had a reply code, or for how long a bounce is; `tries`: how often it was sent, or read;
    `next`: when it is tried again; `command`: what mends it, if it needs a hand.
    """

    number: str
    way: str
    when: datetime | None
    sender: str
    recipient: str
    game: str
    player: Player
    kind: str
    state: str
    tries: int
    next: datetime | None
    reason: str
    command: str = ""

    def data(self) -> dict[str, Any]:
        """For scripts: the keys never change."""
        plain = self._asdict()
        plain["from"], plain["to"] = plain.pop("sender"), plain.pop("recipient")
        order = ("number", "way", "when", "from", "to", "game", "player", "kind", "state", "tries", "next")
        plain |= {"when": iso(naive_or_none(self.when)), "next": iso(naive_or_none(self.next))}
        return {key: plain[key] for key in (*order, "reason", "command")}


class Wanted(NamedTuple):
    """What to list.  `ways`: `in`, `out` or both; `player`: faction or name."""

    game: str | None = None
    ways: tuple[str, ...] = (IN, OUT)
    player: str | None = None
    since: datetime | None = None
    limit: int | None = LAST


class Book(NamedTuple):
    """Entries, the newest last, and how many older ones were left out."""

    entries: list[Entry]
    older: int = 0


def naive_or_none(moment: datetime | None) -> datetime | None:
    """As the database keeps it."""
    return naive(moment) if moment is not None else None


def number_of(text: str) -> tuple[str, int] | None:
    """("L", 17) of `L17` or `l17`; None if it is no such number.  Raises UsageError for a bare one, which may mean two things."""
    if text.isdigit():
        raise UsageError(f"{text} may be a letter or a mail: write L{text} or M{text}.")
    found = _NUMBER.fullmatch(text.strip())
    return (found[1].upper(), int(found[2])) if found else None


def is_game(site: Site, text: str) -> bool:
    """Is there a game of this name?"""
    with transaction(site.engine) as connection:
        return connection.execute(select(GAME.c.id).where(GAME.c.name == text)).first() is not None


def book(site: Site, wanted: Wanted) -> Book:
    """What came in and went out.  Raises UsageError for a game or player that is not there."""
    with transaction(site.engine) as connection:
        entries, there = [], 0
        for way, query in (
            (IN, letters_of(narrowed(connection, LETTER, wanted))),
            (OUT, mails_of(narrowed(connection, MAIL, wanted))),
        ):
            if way in wanted.ways:
                there += _count(connection, query)
                newest = connection.execute(query.limit(wanted.limit)).all()
                entries += [entry(site, way, row) for row in newest]
        entries.sort(key=in_order)
        kept = entries if wanted.limit is None else entries[-wanted.limit :]
        return Book(kept, there - len(kept))


class Found(NamedTuple):
    """One letter or mail: its line, its size in bytes, mails that came back for it (`Back`), and its bytes."""

    entry: Entry
    size: int
    backs: tuple["Back", ...]
    raw: bytes


class Back(NamedTuple):
    """A mail came back.  `sure`: the bounce proves it; `letter`: the bounce, "L17"."""

    when: datetime | None
    permanent: bool
    sure: bool
    status: str
    letter: str


def find(site: Site, kind: str, number: int) -> Found:
    """The letter ("L") or mail ("M") of this number.  Raises UsageError if there is none."""
    target, way = (LETTER, IN) if kind == "L" else (MAIL, OUT)
    where = [target.c.id == number]
    with transaction(site.engine) as connection:
        row = connection.execute(letters_of(where) if way == IN else mails_of(where)).first()
        if row is None:
            raise UsageError(f"There is no {'letter' if way == IN else 'mail'} {kind}{number}.")
        raw = connection.execute(select(target.c.raw).where(*where)).scalar_one()
        if way == OUT:
            names = connection.execute(select(MAIL.c.picture, MAIL.c.page).where(*where)).one()
            raw = album.complete(connection, raw, *names)
        mine = BOUNCE.c.letter == number if way == IN else BOUNCE.c.message_id == row.message_id
        backs = connection.execute(select(BOUNCE).where(mine).order_by(BOUNCE.c.id)).all()
        told = tuple(
            Back(aware(one.received), one.permanent, one.sure, one.status, f"L{one.letter}") for one in backs
        )
        return Found(entry(site, way, row), len(raw), told, raw)


def reveal(site: Site, kind: str, number: int, now: datetime) -> None:
    """Somebody looks at what it says: in a game that is moderated blind its players are told.  A letter of which nobody knows yet whose it is
    may belong to any of those."""
    target = LETTER if kind == "L" else MAIL
    with transaction(site.engine) as connection:
        row = connection.execute(select(target.c.game, target.c.player).where(target.c.id == number)).one()
        if row.player == "moderator" or (kind == "M" and not row.game):
            return
        names = select(GAME.c.name).where(GAME.c.id == row.game)
        games = connection.execute(names).scalars().all() if row.game else revealing.blind_games(connection)
        for name in games:
            record = load(connection, name)
            assert record is not None
            whose = row.player if row.player in record.seat_rows else None
            who = record.seat_rows[whose].name if whose else "somebody"
            what = f"a letter of {who}" if kind == "L" else f"a mail to {who}"
            revealing.ask(record, site.config, what, now, True, whose)
            record.flush()


def in_order(entry: Entry) -> tuple[datetime, str, int]:
    """By what the book is sorted: time, then letters before mails, then numbers."""
    return entry.when or datetime.min.replace(tzinfo=UTC), entry.way, int(entry.number[1:] or 0)


def _count(connection: Connection, query: Select[Any]) -> int:
    counted = select(func.count()).select_from(query.order_by(None).subquery())
    return int(connection.execute(counted).scalar_one())


def letters_of(where: Sequence[ColumnElement[bool]]) -> Select[Any]:
    """Letters without their bytes, the newest first."""
    columns = [column for column in LETTER.c if column.name != "raw"]
    joined = LETTER.outerjoin(GAME, GAME.c.id == LETTER.c.game)
    query = select(*columns, GAME.c.name.label("game_name"))
    return query.select_from(joined).where(*where).order_by(LETTER.c.id.desc())


def mails_of(where: Sequence[ColumnElement[bool]]) -> Select[Any]:
    """Mails without their bytes, the newest first."""
    columns = [column for column in MAIL.c if column.name != "raw"]
    joined = MAIL.outerjoin(GAME, GAME.c.id == MAIL.c.game)
    query = select(*columns, GAME.c.name.label("game_name"))
    return query.select_from(joined).where(*where).order_by(MAIL.c.id.desc())


def narrowed(connection: Connection, target: Any, wanted: Wanted) -> list[ColumnElement[bool]]:
    """Conditions on LETTER or MAIL."""
    where: list[ColumnElement[bool]] = []
    if wanted.game is not None:
        where.append(target.c.game == _game(connection, wanted.game))
    if wanted.player is not None:
        seats = seats_meant(connection, wanted.game, wanted.player)
        where.append(or_(*((target.c.game == game) & (target.c.player == who) for game, who in seats)))
    if wanted.since is not None:
        when = LETTER.c.received if target is LETTER else func.coalesce(MAIL.c.sent, MAIL.c.created)
        where.append(when >= naive(wanted.since))
    return where


def _game(connection: Connection, name: str) -> int:
    found = connection.execute(select(GAME.c.id).where(GAME.c.name == name)).scalar()
    if found is None:
        raise UsageError(
            f"There is no game {name}, and no letter or mail has such a number; `pbem games` lists the games."
        )
    return int(found)


def seats_meant(connection: Connection, game: str | None, player: str) -> list[tuple[int, Player]]:
    """The seats that are meant: in this game, or in any.  Raises UsageError."""
    if game is not None:
        record = load(connection, game)
        assert record is not None
        return [(record.id, seat_of(record, player))]
    named = or_(
        func.lower(SEAT.c.colour) == player.strip().lower(), func.lower(SEAT.c.name) == player.strip().lower()
    )
    found = connection.execute(select(SEAT.c.game, SEAT.c.colour).where(named)).all()
    if not found:
        raise UsageError(f"There is no player {player} in any game; write a faction, like red, or a name.")
    return [(row.game, row.colour) for row in found]


def entry(site: Site, way: str, row: Any) -> Entry:
    """One line of the book; `way`: IN for a letter, else a mail."""
    judge, name = site.config.judge.address, row.game_name or ""
    if way == IN:
        return Entry(
            f"L{row.id}", IN, aware(row.received), printable(row.sender), judge, name, row.player,
            row.verdict, row.state, row.attempts, None, printable(row.reason),
        )  # fmt: skip
    again = aware(row.due) if row.state == "ready" and row.attempts else None
    return Entry(
        f"M{row.id}", OUT, aware(row.sent or row.created), judge, row.recipient, name,
        row.player if row.game else "", row.kind, row.state, row.attempts, again, printable(row.reason),
    )  # fmt: skip


def printable(text: str) -> str:
    """On one line, and nothing in it that steers a terminal: a server may have said anything."""
    return " ".join("".join(c if c.isprintable() else " " for c in text).split())
