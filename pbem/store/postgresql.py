"""What PostgreSQL needs to behave as SQLite does: who may write, who may poll, and texts that it would refuse.

SQLite locks its file, and a site its folder.  Here both are advisory locks.  One is taken by every transaction as it begins, so that transactions follow each other as they do under
SQLite's BEGIN IMMEDIATE: two that both read first neither deadlock nor lose what the other wrote.  The other one is held, on a
connection of its own, for as long as a poll lasts; should that connection die, another machine may begin a poll, and ours must
not write any more.
"""

import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from sqlalchemy import Connection, Engine, event
from sqlalchemy.exc import OperationalError

#: Names of the locks: two numbers, the first of which is "pbem".
_OURS, _POLL, _WRITE = 0x7062656D, 1, 2
#: How long one waits for another's transaction, as SQLite's busy_timeout.
WAIT = "10s"
#: Seconds in which the server notices that a poll on this machine was killed.
THE_DEAD = 1.0
NUL = "\0"
#: What every connection begins with; a machine that vanished in the middle of a transaction does not stop the others for long.
_SETTINGS = f"""
SET synchronous_commit = on;
SET lock_timeout = '{WAIT}';
SET idle_in_transaction_session_timeout = '10min';
SET timezone = 'UTC';
SET client_min_messages = error
"""
_HELD = """
SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND granted AND classid = %s AND objid = %s AND pid = %s
AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
"""


def prepare(engine: Engine) -> None:
    """Make transactions of this engine follow each other, commits last, and every text fit."""
    event.listen(engine, "connect", _settings)
    event.listen(engine, "begin", _one_after_the_other)
    event.listen(engine, "before_cursor_execute", _without_nul, retval=True)


def _settings(connection: Any, record: Any) -> None:
    before, connection.autocommit = connection.autocommit, True
    with connection.cursor() as cursor:
        cursor.execute(_SETTINGS)
    connection.autocommit = before


def _one_after_the_other(connection: Connection) -> None:
    connection.exec_driver_sql(f"SELECT pg_advisory_xact_lock({_OURS}, {_WRITE})")


def _without_nul(
    connection: Connection, cursor: Any, statement: str, parameters: Any, context: Any, many: bool
) -> tuple[str, Any]:
    """A text with a NUL, which anybody can write into a header, would be refused, and its letter never be settled."""
    return statement, [_clean(row) for row in parameters] if many else _clean(parameters)


def _clean(row: Any) -> Any:
    if isinstance(row, Mapping) and any(isinstance(value, str) and NUL in value for value in row.values()):
        return {
            k: v.replace(NUL, "\N{REPLACEMENT CHARACTER}") if isinstance(v, str) else v
            for k, v in row.items()
        }
    return row


def _try(own: Any) -> int | None:
    """Take the lock of polls: the server's process that holds it, None if another poll has it."""
    until = time.monotonic() + THE_DEAD
    with own.cursor() as cursor:
        while True:
            cursor.execute(f"SELECT pg_try_advisory_lock({_OURS}, {_POLL}), pg_backend_pid()")
            got, process = cursor.fetchone()
            if got:
                return int(process)
            if time.monotonic() > until:
                return None
            time.sleep(0.05)


@contextmanager
def polling(engine: Engine) -> Iterator[bool]:
    """Hold the lock of polls; False if another poll holds it.  Meanwhile a transaction fails if the lock was lost."""
    with engine.connect() as connection:
        own: Any = connection.connection.driver_connection
        connection.detach()  # it is ours alone, and closed at the end
        try:
            own.autocommit = True
            process = _try(own)
        except engine.dialect.loaded_dbapi.Error as error:
            raise OperationalError(None, None, error) from error
        if process is None:
            yield False
            return

        def still_ours(connection: Connection) -> None:
            if not connection.exec_driver_sql(_HELD, (_OURS, _POLL, process)).scalar():
                lost = ConnectionError("the connection that held the lock of this poll was lost")
                raise OperationalError(None, None, lost)

        event.listen(engine, "begin", still_ours)
        try:
            yield True
        finally:
            event.remove(engine, "begin", still_ours)
