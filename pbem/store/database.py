"""Opening the database, and the few statements everything else is made of.

SQLite in WAL with full synchronisation, PostgreSQL with synchronous commits: a commit survives a power cut.  Hot paths use
SQLAlchemy Core on the SQLModel tables.
"""

import re
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from pathlib import Path
from typing import Any

from sqlalchemy import Column, Connection, Engine, Table, event, inspect, literal
from sqlalchemy.engine import make_url
from sqlalchemy.exc import InterfaceError, OperationalError
from sqlalchemy.sql.schema import ScalarElementColumnDefault
from sqlmodel import SQLModel, create_engine

from . import postgresql, tables

#: Seconds for which another program's transaction is waited for.
BUSY_SECONDS = 10.0
#: Seconds until a server that does not answer is given up.
CONNECT_SECONDS = 10


#: What the library raises when the database is locked, full or gone; never the fault of what was being done.
TROUBLE = (OperationalError, InterfaceError)


class DatabaseTrouble(Exception):
    """The database cannot be used at the moment: locked, full, read-only, not reached, not there.  In words; nothing is half done."""


def table(row: type[SQLModel]) -> Table:
    """The Core table of a row class."""
    found: Table = row.__table__  # type: ignore[attr-defined]
    return found


def connect(url: str, folder: Path) -> Engine:
    """An engine for `url`; a relative SQLite file lies in `folder`."""
    prefix = "sqlite:///"
    if url.startswith(prefix) and not url.startswith(prefix + "/") and url != prefix + ":memory:":
        url = f"{prefix}{folder / url.removeprefix(prefix)}"
    if (
        url.startswith(prefix)
        and (file := Path(url.removeprefix(prefix))).parent.is_dir()
        and not file.exists()
    ):
        file.touch(mode=0o600)  # it holds everybody's secrets
    engine = create_engine(url, **_options(url))
    if engine.dialect.name == "sqlite":
        event.listen(engine, "connect", _pragmas)
        event.listen(engine, "begin", _begin)
    elif engine.dialect.name == "postgresql":
        postgresql.prepare(engine)
    return engine


def _options(url: str) -> dict[str, Any]:
    """How to treat a server: a connection that died in the pool is noticed before it is used, a dead network within a minute."""
    if make_url(url).get_backend_name() != "postgresql":
        return {}
    alive = {
        "keepalives_idle": 20,
        "keepalives_interval": 10,
        "keepalives_count": 3,
        "tcp_user_timeout": 60_000,
    }
    arguments = {"connect_timeout": CONNECT_SECONDS, "application_name": "pbem", **alive}
    given = make_url(url).query
    return {
        "pool_pre_ping": True,
        "connect_args": {name: value for name, value in arguments.items() if name not in given},
    }


def _pragmas(connection: Any, record: Any) -> None:
    connection.isolation_level = None  # we begin transactions ourselves
    for pragma in (
        f"busy_timeout={BUSY_SECONDS * 1000:.0f}",
        "journal_mode=WAL",
        "synchronous=FULL",
        "foreign_keys=ON",
    ):
        connection.execute(f"PRAGMA {pragma}")


def _begin(connection: Connection) -> None:
    connection.exec_driver_sql("BEGIN IMMEDIATE")  # no deadlock of two that both read first


def bring_up_to_date(engine: Engine) -> None:
    """All tables, columns and indexes, where they are not there yet; a database that has them costs one question.

    Raises DatabaseTrouble if it cannot be read or changed now, or belongs to a newer program.
    """
    with transaction(engine) as connection:
        found = _version(connection)
        if found > tables.SCHEMA:
            raise DatabaseTrouble(
                f"The database was made by a newer pbem (its tables are number {found}, this program knows {tables.SCHEMA}): update pbem."
            )
        if found < tables.SCHEMA:
            _bring_up_to_date(connection)


def _bring_up_to_date(connection: Connection) -> None:
    """In one transaction, so that nobody ever meets half of it."""
    there = inspect(connection)
    old = set(there.get_table_names())
    SQLModel.metadata.create_all(connection)
    for known in SQLModel.metadata.sorted_tables:
        if known.name not in old:
            continue
        columns = {column["name"] for column in there.get_columns(known.name)}
        for column in known.columns:
            if column.name not in columns:
                change = f"ALTER TABLE {_quoted(known.name, connection)} ADD COLUMN {_definition(column, connection)}"
                connection.exec_driver_sql(change)
        indexes = {index["name"] for index in there.get_indexes(known.name)}
        for index in known.indexes:
            if index.name not in indexes:
                index.create(connection)
    if old:
        _carry_over(connection)
    version = table(tables.SchemaRow)
    connection.execute(version.delete())
    connection.execute(version.insert().values(version=tables.SCHEMA))


def _carry_over(connection: Connection) -> None:
    """What new columns of running games must say."""
    game = table(tables.GameRow)
    connection.execute(game.update().where(game.c.code == "").values(code=game.c.session))


def _version(connection: Connection) -> int:
    version = table(tables.SchemaRow)
    if not inspect(connection).has_table(version.name):
        return 0
    return connection.execute(version.select()).scalar() or 0


def _quoted(name: str, connection: Connection) -> str:
    return connection.dialect.identifier_preparer.quote(name)


def _definition(column: Column[Any], connection: Connection) -> str:
    """A new column of an old table: its type, and what old rows get."""
    dialect = connection.dialect
    name, kind = _quoted(column.name, connection), column.type.compile(dialect)
    if column.nullable:
        return f"{name} {kind}"
    plain = column.default.arg if isinstance(column.default, ScalarElementColumnDefault) else ""
    value = literal(plain, column.type).compile(dialect=dialect, compile_kwargs={"literal_binds": True})
    return f"{name} {kind} NOT NULL DEFAULT {value}"


@contextmanager
def transaction(engine: Engine) -> Iterator[Connection]:
    """One transaction: all of it, or nothing.  Raises DatabaseTrouble if the database cannot be used now."""
    with explained(), engine.begin() as connection:
        yield connection


@contextmanager
def one_poll(engine: Engine) -> Iterator[bool]:
    """Hold the database's lock of polls, where it has one; False if another poll, perhaps on another machine, holds it."""
    lock = postgresql.polling(engine) if engine.dialect.name == "postgresql" else nullcontext(True)
    with explained(), lock as got:
        yield got


@contextmanager
def explained() -> Iterator[None]:
    """Make DatabaseTrouble of the library's errors."""
    try:
        yield
    except TROUBLE as error:
        raise DatabaseTrouble(_sentence(error)) from error


#: What SQLite and PostgreSQL say of a database that cannot be written.
_READ_ONLY = re.compile(r"readonly database|read-only (?:transaction|file system)", re.IGNORECASE)
#: PostgreSQL's word for one that nobody has made; in the server's own language only its name is left.
_NO_SUCH = re.compile(r'FATAL: +database ("[^"]*") does not exist')


def _sentence(error: OperationalError | InterfaceError) -> str:
    """The database's own reason, never more than its first line: the next ones may tell of rows."""
    said = str(error.orig).strip()
    reason = said.partition("\n")[0].rstrip(".")[:200]
    if missing := _NO_SUCH.search(said):
        return f"There is no database {missing[1]} on that server: make it (createdb), or correct [database] url or PBEM_DATABASE_URL."
    if _READ_ONLY.search(reason):
        return f"The database is read-only ({reason}): make it, and the folder of an SQLite file, writable. Nothing is half done."
    if reason in _HINTS:
        reason += _HINTS[reason]
    return f"The database cannot be used now ({reason}). Nothing is half done."


_HINTS = {
    "disk I/O error": "; is the disk full?",
    "unable to open database file": "; may it and its folder be written?",
}


__all__ = [
    "TROUBLE",
    "DatabaseTrouble",
    "bring_up_to_date",
    "connect",
    "explained",
    "one_poll",
    "table",
    "tables",
    "transaction",
]
