"""Checks of the database: is it there, is it whole, and do the journals of its games hang together."""

from collections.abc import Iterator
from typing import Any

from sqlalchemy import Connection, func, inspect, select
from sqlalchemy.exc import DatabaseError

from pbem.config import ENV_DATABASE
from pbem.store import tables
from pbem.store.database import DatabaseTrouble, table, transaction

from .findings import Finding, Patient, fail, ok, warn

EVENT, GAME, SCHEMA = table(tables.EventRow), table(tables.GameRow), table(tables.SchemaRow)
#: A write-ahead log that is never folded into the file: somebody keeps it open.
MUCH_WAL = 200 << 20


def reachable(patient: Patient) -> Iterator[Finding]:
    """It is there, and it answers."""
    if patient.config is None:
        return
    restore = (
        f"Put the file back (`pbem restore FILE {patient.site}`), or correct [database] url in pbem.toml."
    )
    if patient.file is not None and not patient.file.exists():
        yield fail(f"{patient.file} is missing", restore)
        return
    if patient.file is not None and not patient.file.stat().st_size:
        yield fail(f"{patient.file} is empty", restore)
        return
    try:
        assert patient.engine is not None
        with transaction(patient.engine) as connection:
            connection.exec_driver_sql("SELECT 1")
            yield ok(f"{patient.file or patient.engine.url.render_as_string()} answers")
            yield from _encoding(connection)
    except ModuleNotFoundError as error:
        yield fail(f"the Python package {error.name} is missing", "Say `pip install 'pbem[postgresql]'`.")
    except DatabaseTrouble as error:
        yield fail(
            str(error), f"Mend what it names (a server: is it running? {ENV_DATABASE}?), then look again."
        )


def _encoding(connection: Connection) -> Iterator[Finding]:
    """PostgreSQL must keep every letter of every name."""
    if connection.dialect.name != "postgresql":
        return
    found = connection.exec_driver_sql("SHOW server_encoding").scalar()
    if found != "UTF8":
        remedy = "Make a database with `createdb --encoding UTF8 --template template0`, and carry the site over by `pbem backup` and `pbem restore`."
        yield fail(f"its encoding is {found}, which cannot hold every name", remedy)


def tables_of(patient: Patient) -> Iterator[Finding]:
    """They are those of this program."""
    if patient.engine is None:
        return
    with transaction(patient.engine) as connection:
        there = inspect(connection).has_table(SCHEMA.name)
        found = (connection.execute(SCHEMA.select()).scalar() or 0) if there else 0
    if found > tables.SCHEMA:
        said = f"the tables are number {found}, and this program knows {tables.SCHEMA}"
        yield fail(said, "Update the program: `git pull && make test`.")
    elif found < tables.SCHEMA:
        said = f"the tables are number {found}, older than this program's ({tables.SCHEMA})"
        yield warn(said, f"Make a backup; then `pbem games {patient.site}` brings them up to date by itself.")
    else:
        yield ok(f"number {found}, those of this program")


def integrity(patient: Patient) -> Iterator[Finding]:
    """SQLite's own check, and whether it writes ahead."""
    if patient.engine is None:
        return
    if patient.file is None:
        yield ok("PostgreSQL keeps its own files whole")
        return
    mode = ""
    try:
        with transaction(patient.engine) as connection:
            said = [str(row[0]) for row in connection.exec_driver_sql("PRAGMA quick_check(5)")]
            mode = str(connection.exec_driver_sql("PRAGMA journal_mode").scalar())
    except DatabaseError as error:  # too far gone to be checked
        said = [str(error.orig)]
    remedy = f"Stop the polls, keep a copy of the file, and put the last backup back: `pbem restore FILE --force {patient.site}`."
    if said != ["ok"]:
        yield fail(f"the file is damaged: {'; '.join(said)[:200]}", remedy)
    elif mode != "wal":
        remedy = "Move the site to a local disk: SQLite cannot write ahead (WAL) on this file system."
        yield fail(f"the file is written in mode {mode}, not wal", remedy)
    else:
        yield ok("quick_check finds no fault; it writes ahead (WAL)")
    wal = patient.file.with_name(patient.file.name + "-wal")
    if wal.exists() and wal.stat().st_size > MUCH_WAL:
        remedy = "End the program that keeps the database open (`fuser -v` names it); the next poll then folds it in."
        yield warn(f"{wal.name} has grown to {wal.stat().st_size >> 20} MB", remedy)


def journals(patient: Patient) -> Iterator[Finding]:
    """Every game has as many events as it says, and ends with the hash that it says."""
    if patient.engine is None:
        return
    with transaction(patient.engine) as connection:
        games = connection.execute(select(GAME).order_by(GAME.c.id)).all()
        broken = [(game.name, why) for game in games if (why := _broken(connection, game))]
    for name, why in broken:
        remedy = f"Stop it (`pbem hold {name} {patient.site}`), and put back the last backup in which `pbem doctor` finds it sound."
        yield fail(f"the journal of {name} does not hang together: {why}", remedy)
    if not broken:
        yield ok(f"{len(games)} {'game' if len(games) == 1 else 'games'}, each journal ends as its game says")


def _broken(connection: Connection, game: Any) -> str:
    """What is wrong with one journal, "" if nothing is."""
    count, low, high = connection.execute(
        select(func.count(), func.min(EVENT.c.number), func.max(EVENT.c.number)).where(
            EVENT.c.game == game.id
        )
    ).one()
    if count != game.events:
        return f"{count} events are there, {game.events} were written"
    if count and high - low + 1 != count:
        return "event numbers are missing"
    last = connection.execute(
        select(EVENT.c.digest).where(EVENT.c.game == game.id, EVENT.c.number == high)
    ).scalar()
    return "its last hash is another one" if count and last != game.head else ""
