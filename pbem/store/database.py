"""Opening the database, and the few statements everything else is made of.

SQLite in WAL with full synchronisation: a commit survives a power cut.  Hot paths use SQLAlchemy Core on the SQLModel tables.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from sqlalchemy import Column, Connection, Engine, Table, event, inspect, literal
from sqlalchemy.exc import OperationalError, ProgrammingError
from sqlalchemy.sql.schema import ScalarElementColumnDefault
from sqlmodel import SQLModel, create_engine

from . import tables


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
    engine = create_engine(url)
    if engine.dialect.name == "sqlite":
        event.listen(engine, "connect", _pragmas)
        event.listen(engine, "begin", _begin)
    return engine


def _pragmas(connection: Any, record: Any) -> None:
    connection.isolation_level = None  # we begin transactions ourselves
    for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", "busy_timeout=10000"):
        connection.execute(f"PRAGMA {pragma}")


def _begin(connection: Connection) -> None:
    connection.exec_driver_sql("BEGIN IMMEDIATE")  # no deadlock of two that both read first


def bring_up_to_date(engine: Engine) -> None:
    """All tables and columns, where they are not there yet; a database that has them costs one question."""
    if _version(engine) == tables.SCHEMA:
        return
    SQLModel.metadata.create_all(engine)
    found = inspect(engine)
    lacking = [
        (known, column)
        for known in SQLModel.metadata.sorted_tables
        for column in known.columns
        if column.name not in {there["name"] for there in found.get_columns(known.name)}
    ]
    version = table(tables.SchemaRow)
    with engine.begin() as connection:
        for known, column in lacking:
            connection.exec_driver_sql(f"ALTER TABLE {known.name} ADD COLUMN {_definition(column, engine)}")
        for known in SQLModel.metadata.sorted_tables:
            for index in known.indexes:
                index.create(connection, checkfirst=True)
        connection.execute(version.delete())
        connection.execute(version.insert().values(version=tables.SCHEMA))


def _version(engine: Engine) -> int:
    version = table(tables.SchemaRow)
    try:
        with engine.connect() as connection:
            return connection.execute(version.select()).scalar() or 0
    except (OperationalError, ProgrammingError):  # no such table
        return 0


def _definition(column: Column[Any], engine: Engine) -> str:
    """A new column of an old table: its type, and what old rows get."""
    kind = column.type.compile(engine.dialect)
    if column.nullable:
        return f"{column.name} {kind}"
    plain = column.default.arg if isinstance(column.default, ScalarElementColumnDefault) else ""
    value = literal(plain, column.type).compile(
        dialect=engine.dialect, compile_kwargs={"literal_binds": True}
    )
    return f"{column.name} {kind} NOT NULL DEFAULT {value}"


@contextmanager
def transaction(engine: Engine) -> Iterator[Connection]:
    """One transaction: all of it, or nothing."""
    with engine.begin() as connection:
        yield connection


__all__ = ["bring_up_to_date", "connect", "table", "tables", "transaction"]
