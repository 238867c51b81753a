"""`pbem branch`: what if?  A private site for the moderator, in which one game goes on from any point by himself.

Nothing of it reaches anybody: its mail lies in its own folder, everybody's address is one of nobody, reply codes are others.  Nothing in the
game itself changes, but that a look at a game that is moderated blind is told to its players, as everywhere.
"""

import re
import secrets
import shutil
from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
from sqlalchemy import Connection, bindparam, insert, select, update
from sqlmodel import SQLModel

from pbem import gamesettings
from pbem.archive.history import chained, leaf
from pbem.config import SITE_FILE, default_toml
from pbem.engine import codec, dice
from pbem.report.prose import listed
from pbem.store import tables
from pbem.store.database import table, transaction
from pbem.store.tables import OVER

from . import revealing, undoing
from .errors import ServiceError, UsageError
from .mailing import naive
from .record import EVENT, GAME, MAIL, SEAT, Record, load, nonce
from .secret import DICE
from .site import FOLDERS, Site
from .start import record_of
from .takingback import SAME

#: What a game takes along; letters, invitations and whatever else tells of people stay where they are.
_TAKEN: Sequence[type[SQLModel]] = (
    tables.PackRow,
    tables.EventRow,
    tables.SnapshotRow,
    tables.LineRow,
    tables.LineChangeRow,
    tables.QuestionRow,
    tables.MailRow,
    tables.PictureRow,
    tables.PressRow,
    tables.ToldRow,
)
DOMAIN = "sandbox.example"
#: Where a line of a mail was broken.
SOFT = r"(?:=\r?\n)?"
#: Nothing resolves by itself so soon.
LONG = timedelta(days=365)
SECRETS = "all secrets, in a sandbox of the game"
BECAUSE = "a sandbox goes on from here"


class Branched(NamedTuple):
    """A sandbox.  `players`: colour -> name; `place`: where the game stands in it; `text`: what to do next."""

    folder: str
    game: str
    players: Mapping[str, str]
    place: str
    text: str


def branch(
    site: Site,
    game: str,
    folder: Path | None,
    at: str | None,
    now: datetime,
    new_dice: bool = False,
    reveal: bool = False,
) -> Branched:
    """Make the sandbox.  `folder`: an empty or new one, GAME-branch without it; `at`: as for `pbem undo --to`; `new_dice`: its dice are not
    those that the game would roll.  Raises UsageError, ServiceError.
    """
    name = f"{game}-branch"
    home = folder or Path(name)
    if home.exists() and (not home.is_dir() or any(home.iterdir())):
        raise UsageError(f"{home} is there already and not empty; name another folder for the sandbox.")
    there = home.exists()
    taken = _taken(site, game, now, reveal, new_dice)
    try:
        sandbox = _opened(site, home, name, taken, now)
        if at is not None:
            _back(sandbox, name, game, at, now)
        return _told(sandbox, home, name, now)
    except BaseException:
        if not there:
            shutil.rmtree(home, ignore_errors=True)
        raise


def _back(sandbox: Site, name: str, game: str, at: str, now: datetime) -> None:
    """To that point; the last event is where it stands anyway.  Raises UsageError, ServiceError in the words of this command."""
    with transaction(sandbox.engine) as connection:
        if at.strip().lstrip("0") == str(record_of(connection, name).row.events):
            return
    try:
        undoing.undo(sandbox, name, at, BECAUSE, now, undoing.Manner(dice=SAME))
    except (UsageError, ServiceError) as error:
        raise type(error)(str(error).replace("--to", "--at").replace(name, game)) from None


# --- out of the one ---


class _Taken(NamedTuple):
    """The rows of a game, by table; `game`, `seats`: those that become others."""

    game: dict[str, Any]
    seats: Sequence[dict[str, Any]]
    rows: Mapping[type[SQLModel], Sequence[dict[str, Any]]]


def _taken(site: Site, game: str, now: datetime, reveal: bool, new_dice: bool) -> _Taken:
    with transaction(site.engine) as connection:
        record = record_of(connection, game)
        revealing.must(record, site.config, SECRETS, now, reveal)
        record.flush()
        row = dict(connection.execute(select(GAME).where(GAME.c.id == record.id)).one()._mapping)
        row |= {
            "name": f"{game}-branch",
            "master": secrets.token_hex(32) if new_dice else f"{DICE}{record.seed.hex()}",
            "settings": _settings(record),
            "waits": "",
            "archived": 0,
            "deadline": None if record.row.deadline is None else naive(now + LONG),
        }
        seats = [
            dict(one._mapping) for one in connection.execute(select(SEAT).where(SEAT.c.game == record.id))
        ]
        return _Taken(row, seats, {one: _rows(connection, one, record.id) for one in _TAKEN})


def _settings(record: Record) -> str:
    """Nobody is waited for, and nothing is hidden from whoever plays all of them."""
    alone = {"approval": False, "blind": False, "silence": "defaults", "limit": "off", "reminders": ()}
    return gamesettings.store(msgspec.structs.replace(record.settings, **alone))


def _rows(connection: Connection, kind: type[SQLModel], game: int) -> list[dict[str, Any]]:
    where = table(kind)
    return [dict(row._mapping) for row in connection.execute(select(where).where(where.c.game == game))]


# --- into the other ---


def _opened(site: Site, home: Path, name: str, taken: _Taken, now: datetime) -> Site:
    judge = site.config.judge
    names = {"name": judge.name, "address": f"judge@{DOMAIN}", "moderator": f"moderator@{DOMAIN}"}
    sandbox = _site(home, default_toml(**names, zone=judge.timezone))
    others = {str(seat["address"]): f"{seat['colour']}@{DOMAIN}" for seat in taken.seats}
    others |= {
        one: names[key] for one, key in ((judge.address, "address"), (judge.moderator, "moderator")) if one
    }
    with transaction(sandbox.engine) as connection:
        connection.execute(insert(GAME), [taken.game])
        connection.execute(insert(SEAT), [_seat(one, others) for one in taken.seats])
        for kind, rows in taken.rows.items():
            if rows:
                connection.execute(insert(table(kind)), [_row(kind, row, others) for row in rows])
        _seal_anew(connection, name)
        record = load(connection, name)
        assert record is not None
        for seat in record.seats:
            record.token(seat.colour)  # so that its mails can be answered here, too
        record.flush_tokens()
    return sandbox


def _seal_anew(connection: Connection, name: str) -> None:
    """The sandbox has a key of its own: its secrets enter the chain with other nonces, so that its archive is sound, too."""
    record = load(connection, name)
    assert record is not None
    key, head, digests = dice.derive(record.master, "nonce"), "", []
    query = select(EVENT.c.number, EVENT.c.data).where(EVENT.c.game == record.id).order_by(EVENT.c.number)
    for row in connection.execute(query):
        data = row.data.encode()
        head = chained(head, leaf(codec.decode(row.data), data, nonce(key, row.number)))
        digests.append({"number_": row.number, "digest_": head})
    mine = (EVENT.c.game == record.id) & (EVENT.c.number == bindparam("number_"))
    connection.execute(update(EVENT).where(mine).values(digest=bindparam("digest_")), digests)
    connection.execute(update(GAME).where(GAME.c.id == record.id).values(head=head))


def _site(home: Path, settings: str) -> Site:
    """A new one, whose database is its own whatever the environment says."""
    for folder in FOLDERS:
        (home / folder).mkdir(parents=True, exist_ok=True)
    home.chmod(0o700)  # all secrets of the game lie in it
    own = settings.replace(
        "[database]\n", "[database]\napart = true               # PBEM_DATABASE_URL is of another site\n", 1
    )
    (home / SITE_FILE).write_text(own, "utf-8")
    return Site.open(home, new=True)


def _seat(seat: Mapping[str, Any], others: Mapping[str, str]) -> dict[str, Any]:
    """The same player at an address of nobody; nobody is away, and no seat goes back to anybody."""
    here = {"address": others[str(seat["address"])], "stand_in": "", "away_from": None, "away_until": None}
    return {**seat, **here, "autopilot": "" if seat["autopilot"] == "vacation" else seat["autopilot"]}


def _row(kind: type[SQLModel], row: Mapping[str, Any], others: Mapping[str, str]) -> dict[str, Any]:
    if kind is tables.LineRow:
        return {**row, "letter": None}
    if kind is tables.MailRow:
        return _mail(row, others)
    return dict(row)


def _mail(row: Mapping[str, Any], others: Mapping[str, str]) -> dict[str, Any]:
    """To be looked at, not to be sent."""
    recipient = others.get(str(row["recipient"]), f"somebody@{DOMAIN}")
    sent = {"state": "sent", "sent": row["sent"] or row["created"], "reason": "", "envelope": ""}
    raw, message_id = row["raw"].decode("utf-8", "replace"), str(row["message_id"])
    return {
        **row,
        **sent,
        "recipient": recipient,
        "raw": _elsewhere(raw, others).encode(),
        "message_id": _elsewhere(message_id, others),
    }


def _elsewhere(text: str, others: Mapping[str, str]) -> str:
    """Nobody's address; and Message-IDs of nobody's domain.  In a mail a line may end within either (quoted-printable)."""
    domains = {f"@{real.rpartition('@')[2]}": f"@{DOMAIN}" for real in others}
    for real, made_up in [*others.items(), *domains.items()]:
        broken = SOFT.join(map(re.escape, real))
        text = re.sub(broken, made_up.replace("\\", r"\\"), text)
    return text


# --- what to do next ---


def _told(sandbox: Site, home: Path, name: str, now: datetime) -> Branched:
    with transaction(sandbox.engine) as connection:
        gone = (
            update(MAIL)
            .where(MAIL.c.state == "ready")
            .values(state="dropped", reason="of the sandbox's beginning")
        )
        connection.execute(gone)
        record = load(connection, name)
        assert record is not None
        if record.row.deadline is not None:  # an undo has set it anew
            connection.execute(update(GAME).where(GAME.c.id == record.id).values(deadline=naive(now + LONG)))
        players = {seat.colour: seat.name for seat in record.seats}
        place = _place(record)
        return Branched(str(home), name, players, place, "\n".join(_next(home, name, players, record, place)))


def _place(record: Record) -> str:
    from .codes import phases_in_words

    if record.row.status == OVER:
        return "the game is over"
    return phases_in_words(record.row.session, record.row.turn)


def _next(home: Path, name: str, players: Mapping[str, str], record: Record, place: str) -> Iterable[str]:
    people = listed([f"{who} ({colour})" for colour, who in players.items()])
    first = next(iter(players))
    yield f"{name} is a game of your own in {home}: no mail of it goes to anybody."
    yield f"It stands at: {place}. Its players: {people}."
    if record.row.status == OVER:
        yield f"To let it go on from an earlier point, take it back: pbem undo {name} --site {home} --to 1953/purge --because TEXT"
        return
    if record.row.held:
        yield f"It is in the middle of a phase. First: pbem resume {name} --site {home}"
    yield f'Enter orders for each of them: pbem order {name} {first} "PURGE G" --site {home}'
    yield f"What stands already: pbem orders {name} --site {home}"
    yield f"Then let it go on: pbem resolve {name} --site {home}"
    yield f"What each of them would read: pbem report {name} {first} --site {home}"
