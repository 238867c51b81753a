"""Opening the database, and the few statements everything else is made of.

SQLite in WAL with full synchronisation: a commit survives a power cut.  Hot paths use SQLAlchemy Core on the SQLModel tables.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, Engine, Table, event
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


def create(engine: Engine) -> None:
    """All tables, where they are not there yet."""
    SQLModel.metadata.create_all(engine)


@contextmanager
def transaction(engine: Engine) -> Iterator[Connection]:
    """One transaction: all of it, or nothing."""
    with engine.begin() as connection:
        yield connection


__all__ = ["connect", "create", "table", "tables", "transaction"]
