"""A whole site in one file: database, settings, mail in folders, archives, login tokens, and a list of all of it with hashes.

The database is always an SQLite file in there, a snapshot of one moment that waits for nobody and stops nobody: SQLite's own backup of its own,
or every row of PostgreSQL's tables as one transaction sees them.  So a backup of the one can be restored into the other.
"""

import hashlib
import io
import os
import sqlite3
import tarfile
import tempfile
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import NamedTuple

import msgspec
from sqlalchemy import Connection, Engine
from sqlmodel import SQLModel, create_engine

from pbem import __version__
from pbem.config import SITE_FILE
from pbem.mail.urls import parse_url
from pbem.store import tables
from pbem.store.database import bring_up_to_date, connect, explained, transaction

from . import notes
from .errors import UsageError
from .site import Site

LAST = "last backup"
FORMAT, LIST, DATABASE, FOLDER = 1, "manifest.json", "pbem.db", "backups"
#: Rows that are carried over at once.
_ROWS = 200
SCHEMES = ("imaps", "imap", "smtps", "smtp")


class Item(msgspec.Struct, frozen=True):
    """A file of a backup."""

    sha256: str
    size: int
    mode: int


class Manifest(msgspec.Struct, frozen=True):
    """What a backup says of itself.  `schema`: the number of its tables; `database`: what the site had, sqlite or postgresql."""

    format: int
    program: str
    schema: int
    made: datetime
    database: str
    files: dict[str, Item]


class BackedUp(NamedTuple):
    """What was written.  `left_out`: what is not in it, in words."""

    file: str
    size: int
    files: int
    games: int
    left_out: list[str]


def backup(site: Site, out: Path | None, now: datetime) -> BackedUp:
    """Write the site into one file; polls may run meanwhile.  UsageError if the file is there already."""
    file = out or site.path / FOLDER / f"pbem-{now.astimezone(UTC):%Y%m%dT%H%M%SZ}.tar.gz"
    if file.exists():
        raise UsageError(f"{file} exists already: choose another --out.")
    if out is None:
        file.parent.mkdir(mode=0o700, exist_ok=True)
    half = file.with_name(f".{file.name}.half")
    with tempfile.TemporaryDirectory(prefix="pbem-backup-") as scratch:
        snapshot = Path(scratch) / DATABASE
        games = take(site.engine, snapshot)
        try:
            with os.fdopen(os.open(half, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "wb") as stream:
                files = _pack(site, snapshot, stream, now)
                os.fsync(stream.fileno())
            half.rename(file)
        finally:
            half.unlink(missing_ok=True)
    with transaction(site.engine) as connection:
        notes.write(connection, LAST, now.astimezone(UTC).replace(microsecond=0).isoformat())
    return BackedUp(str(file), file.stat().st_size, files, games, list(_left_out(site)))


# --- the database ---


def take(engine: Engine, file: Path) -> int:
    """A snapshot of the database as an SQLite file; how many games are in it."""
    if engine.dialect.name == "sqlite":
        _copy_sqlite(Path(str(engine.url.database)), file)
    else:
        _dump(engine, file)
    with sqlite3.connect(file) as connection:
        connection.execute("PRAGMA journal_mode=DELETE")
        count = int(connection.execute("SELECT count(*) FROM game").fetchone()[0])
    connection.close()
    file.chmod(0o600)
    return count


def _copy_sqlite(source: Path, file: Path) -> None:
    ours, theirs = sqlite3.connect(source, timeout=30), sqlite3.connect(file)
    try:
        ours.backup(theirs)
    finally:
        ours.close()
        theirs.close()


def _dump(engine: Engine, file: Path) -> None:
    """Every row, as one transaction sees them; without our lock of writers, so that polls go on."""
    plain = create_engine(engine.url, isolation_level="REPEATABLE READ")
    target = connect(f"sqlite:///{file}", file.parent)
    try:
        bring_up_to_date(target)
        with explained(), plain.connect() as source, transaction(target) as goal:
            carry(source, goal)
    finally:
        plain.dispose()
        target.dispose()


def carry(source: Connection, target: Connection) -> None:
    """Every row of every table, in place of what is there; numbers that count on go on after the highest."""
    for known in reversed(SQLModel.metadata.sorted_tables):
        target.execute(known.delete())
    for known in SQLModel.metadata.sorted_tables:
        rows = source.execution_options(stream_results=True).execute(known.select())
        for some in rows.mappings().partitions(_ROWS):
            target.execute(known.insert(), [dict(row) for row in some])
        if target.dialect.name == "postgresql" and "id" in known.columns and known.columns["id"].primary_key:
            name = target.dialect.identifier_preparer.quote(known.name)
            highest = f"SELECT setval(pg_get_serial_sequence('{name}', 'id'), coalesce(max(id), 0) + 1, false) FROM {name}"  # noqa: S608 - our own names
            target.exec_driver_sql(highest)


# --- the files ---


def _pack(site: Site, snapshot: Path, stream: io.BufferedWriter, now: datetime) -> int:
    """Write them into the stream; how many."""
    found: dict[str, Item] = {}
    with tarfile.open(fileobj=stream, mode="w:gz", compresslevel=6) as archive:
        for name, path in ((DATABASE, snapshot), *_files(site)):
            try:
                raw, mode = path.read_bytes(), path.stat().st_mode & 0o777
            except (
                FileNotFoundError
            ):  # a letter that a poll has just moved: it is there under its new name, or in the database
                continue
            found[name] = Item(hashlib.sha256(raw).hexdigest(), len(raw), mode)
            _add(archive, name, raw, mode)
        made = now.astimezone(UTC)
        about = Manifest(FORMAT, __version__, tables.SCHEMA, made, site.engine.dialect.name, found)
        _add(archive, LIST, msgspec.json.format(msgspec.json.encode(about), indent=1), 0o600)
    return len(found)


def _add(archive: tarfile.TarFile, name: str, raw: bytes, mode: int) -> None:
    member = tarfile.TarInfo(name)
    member.size, member.mode, member.mtime = len(raw), mode, 0
    archive.addfile(member, io.BytesIO(raw))


def _files(site: Site) -> Iterator[tuple[str, Path]]:
    """Everything that is the site's, besides the database; the settings first."""
    yield SITE_FILE, site.path / SITE_FILE
    for path in sorted(site.path.glob("oauth-*.json")):
        yield path.name, path
    for folder in (site.path.resolve() / "games", *_mailboxes(site)):
        for path in sorted(folder.rglob("*")):
            if path.is_file() and not path.is_symlink() and path.parent.name != "tmp":
                yield path.relative_to(site.path.resolve()).as_posix(), path


def _mailboxes(site: Site) -> list[Path]:
    """Folders of mail that lie in the site."""
    found = []
    for box in (site.config.inbox, site.config.outbox):
        place = parse_url(box.url, site.path, SCHEMES)
        if isinstance(place, Path) and place.resolve().is_relative_to(site.path.resolve()):
            found.append(place.resolve())
    return found


def _left_out(site: Site) -> Iterator[str]:
    yield "passwords (the environment, `secrets`, password_command)"
    for name, box in (("inbox", site.config.inbox), ("outbox", site.config.outbox)):
        place = parse_url(box.url, site.path, SCHEMES)
        if isinstance(place, Path) and not place.resolve().is_relative_to(site.path.resolve()):
            yield f"the {name}'s folder {place}, which lies outside of the site"
