"""What differs between databases: tables, locks, texts.  Games are played on both in `test_games.py`."""

import os
import signal
import subprocess
import sys
import time
from datetime import datetime
from pathlib import Path

import pytest
from sqlalchemy import Engine, inspect, text
from sqlalchemy.exc import IntegrityError
from sqlmodel import Session, create_engine

from pbem.service.errors import ServiceError
from pbem.service.poll import poll
from pbem.service.record import load
from pbem.service.site import Site
from pbem.store import tables
from pbem.store.database import DatabaseTrouble, bring_up_to_date, connect, transaction
from tests.laws.mailgame import MailGame
from tests.postgres.server import Postgres, database, move, postgres

__all__ = ["database", "postgres"]
pytestmark = pytest.mark.servers


def described(url: str, folder: Path) -> dict[str, object]:
    """Tables, columns with their types, indexes and keys."""
    engine = connect(url, folder)
    there = inspect(engine)
    found: dict[str, object] = {}
    for name in sorted(there.get_table_names()):
        columns = {one["name"]: (str(one["type"]), one["nullable"]) for one in there.get_columns(name)}
        indexes = sorted(
            (str(one["name"]), tuple(one["column_names"]), one["unique"]) for one in there.get_indexes(name)
        )
        found[name] = columns, indexes, there.get_pk_constraint(name)["constrained_columns"]
    engine.dispose()
    return found


def add_game(engine: Engine, name: str) -> None:
    """A game without anything in it."""
    with Session(engine) as session:
        session.add(
            tables.GameRow(
                name=name,
                rules="basic",
                tempo="club",
                schedule="72h",
                zone="UTC",
                master="",
                created=datetime(2026, 1, 1),
                code="setup",
            )
        )
        session.commit()


def test_an_older_database_gets_tables_columns_and_indexes(database: str, tmp_path: Path) -> None:
    url = database or "sqlite:///old.db"
    engine = connect(url, tmp_path)
    bring_up_to_date(engine)
    wanted = described(url, tmp_path)
    add_game(engine, "old")
    with engine.begin() as connection:
        for statement in (
            "drop index outbox",
            "drop index mail_by_envelope",
            "alter table mail drop column envelope",
            "alter table game drop column press",
            "alter table game drop column code",
            "alter table game drop column shown",
            "alter table game drop column practice",
            "drop table press",
            "delete from schema_version",
        ):
            connection.execute(text(statement))
    assert described(url, tmp_path) != wanted

    bring_up_to_date(engine)

    assert described(url, tmp_path) == wanted
    with engine.begin() as connection:
        assert connection.execute(text("select press, code, shown, practice from game")).one() == (
            "free",
            "setup",
            0,
            "",
        )
        assert connection.execute(text("select version from schema_version")).scalars().all() == [
            tables.SCHEMA
        ]


def test_a_database_of_a_newer_program_is_left_alone(database: str, tmp_path: Path) -> None:
    engine = connect(database or "sqlite:///new.db", tmp_path)
    bring_up_to_date(engine)
    with engine.begin() as connection:
        connection.execute(text("update schema_version set version = 999"))
    with pytest.raises(DatabaseTrouble, match="newer pbem"):
        bring_up_to_date(engine)


def test_several_programs_may_make_the_tables_at_once(postgres: Postgres, tmp_path: Path) -> None:
    url = postgres.fresh("template0")
    program = (
        "import sys; from pathlib import Path; from pbem.store.database import connect, bring_up_to_date\n"
        "bring_up_to_date(connect(sys.argv[1], Path()))"
    )
    started = [
        subprocess.Popen([sys.executable, "-c", program, url], stderr=subprocess.PIPE) for _ in range(3)
    ]
    assert [(one.wait(60), one.communicate()[1]) for one in started] == [(0, b"")] * 3
    assert described(url, tmp_path) == described(postgres.url("pbem_template"), tmp_path)


def test_commits_last_and_instants_are_utc(postgres: Postgres, tmp_path: Path) -> None:
    with transaction(connect(postgres.fresh(), tmp_path)) as connection:
        said = {
            name: connection.exec_driver_sql(f"show {name}").scalar()
            for name in ("synchronous_commit", "timezone")
        }
    assert said == {"synchronous_commit": "on", "timezone": "UTC"}


# --- one after the other ---

_ADD = """
import sys
from pathlib import Path
from sqlalchemy import text
from pbem.store.database import connect, transaction
engine = connect(sys.argv[1], Path(sys.argv[2]))
for _ in range(25):
    with transaction(engine) as connection:
        for key in sys.argv[3:]:
            row = text("select reminders from game where name = :name")
            count = connection.execute(row, {"name": key}).scalar_one()
            connection.execute(text("update game set reminders = :count where name = :name"), {"count": count + 1, "name": key})
"""


def test_transactions_that_read_first_lose_nothing_and_never_deadlock(database: str, tmp_path: Path) -> None:
    """Four processes, each in another order."""
    url = database or "sqlite:///count.db"
    engine = connect(url, tmp_path)
    bring_up_to_date(engine)
    for name in "ab":
        add_game(engine, name)
    engine.dispose()
    command = [sys.executable, "-c", _ADD, url, str(tmp_path)]
    started = [
        subprocess.Popen([*command, *order], stderr=subprocess.PIPE) for order in ("ab", "ba", "ab", "ba")
    ]
    assert [(one.wait(60), one.communicate()[1]) for one in started] == [(0, b"")] * 4
    with engine.begin() as connection:
        assert connection.execute(text("select reminders from game")).scalars().all() == [100, 100]


def test_two_writers_of_one_journal_end_in_one_error(postgres: Postgres, tmp_path: Path) -> None:
    """Even if a program does not wait for its turn: the journal's numbers are given once."""
    game = MailGame(tmp_path / "site", database=postgres.fresh())
    game.everybody_writes()
    game.poll()  # the first session is open, and has been reported
    game.site.engine.dispose()
    careless = create_engine(game.site.config.database.url)  # without our locks
    from pbem.service import resolving

    with careless.connect() as one, careless.connect() as other:
        first, second = load(one, "test"), load(other, "test")
        assert first is not None
        assert second is not None
        for record in (first, second):
            record.lists(), record.seat_rows, record.views()
        resolving.resolve(first, game.site.config, game.now)
        one.commit()
        with pytest.raises(IntegrityError):
            resolving.resolve(second, game.site.config, game.now)
    careless.dispose()


def test_somebody_elses_long_transaction_is_waited_for_and_then_told(
    postgres: Postgres, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from pbem.store import postgresql

    game = MailGame(tmp_path / "site", database=postgres.fresh())
    monkeypatch.setattr(postgresql, "_SETTINGS", postgresql._SETTINGS.replace(postgresql.WAIT, "300ms"))
    site = Site.open(game.folder)
    with transaction(game.site.engine):
        result = poll(site, game.now)
    assert len(result.problems) == 1
    assert "cannot be used now" in result.problems[0]
    assert result.problems[0].endswith("What is left is done by the next poll.")
    assert poll(site, game.now).problems == []


def test_a_database_that_nobody_has_made_is_named(postgres: Postgres, tmp_path: Path) -> None:
    game = MailGame(tmp_path / "site", database=postgres.fresh())
    postgres.drop(game.site.config.database.url)
    name = game.site.config.database.url.partition("?")[0].rpartition("/")[2]
    with pytest.raises(ServiceError, match=f'^There is no database "{name}" on that server: make it'):
        Site.open(game.folder)


# --- one poll at a time ---


def second_machine(game: MailGame, folder: Path) -> Site:
    """Another folder with the same database."""
    values = {"name": "Judge", "address": "judge@example.org", "moderator": "gm@example.org", "zone": "UTC"}
    return move(Site.create(folder, **values), game.site.config.database.url)


def test_two_machines_do_not_poll_one_database(postgres: Postgres, tmp_path: Path) -> None:
    game = MailGame(tmp_path / "one", database=postgres.fresh())
    other = second_machine(game, tmp_path / "two")
    with game.site.lock(), pytest.raises(ServiceError, match="Another poll"), other.lock():
        pass
    with other.lock():
        pass
    with pytest.raises(ServiceError, match="at work"), other.lock():
        poll(game.site, game.now)
    assert poll(game.site, game.now).problems == []


def test_a_killed_poll_leaves_no_lock(postgres: Postgres, tmp_path: Path) -> None:
    game = MailGame(tmp_path / "one", database=postgres.fresh())
    other = second_machine(game, tmp_path / "two")
    game.site.engine.dispose()
    child = os.fork()
    if child == 0:
        with Site.open(game.folder).lock():
            (game.folder / "locked").touch()
            time.sleep(60)
        os._exit(0)
    while not (game.folder / "locked").exists():
        time.sleep(0.01)
    with pytest.raises(ServiceError), other.lock():
        pass
    os.kill(child, signal.SIGKILL)
    os.waitpid(child, 0)
    with other.lock():
        pass


# --- texts ---


def test_what_only_postgresql_refuses_is_answered_all_the_same(database: str, tmp_path: Path) -> None:
    """A text may hold no NUL there, and no half of a surrogate pair anywhere."""
    game = MailGame(tmp_path / "site", database=database)
    game.everybody_writes()
    game.poll()
    raw = game.letter("red", ["HOLD KGB UP TO 3"])
    head, _, body = raw.partition(b"\n\n")
    game.drop(
        head.replace(b"Subject: ", b"Subject: \x00nul =?utf-8?b?AO2ggA==?= ")
        + b"\n\n"
        + b"# \x00 \xed\xa0\x80\n"
        + body
    )
    game.drop(head.replace(b"<red.", b"<\x00red.") + b"\n\n" + body)
    game.poll()
    with game.site.engine.begin() as connection:
        states = (
            connection.exec_driver_sql("select state from letter order by id desc limit 2").scalars().all()
        )
    assert set(states) <= {"applied", "answered", "ignored"}
