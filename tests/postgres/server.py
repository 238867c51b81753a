"""A private PostgreSQL for tests, without TCP: one process a test session, one fresh database a test.

`postgres` is its fixture, `database` that of a test which runs on SQLite and on PostgreSQL.  Where PostgreSQL is not installed the
tests are skipped and say why; with PBEM_REQUIRE_SERVERS=1 (CI) that is a failure.  Other folders import the fixtures.
"""

import atexit
import itertools
import os
import pwd
import shutil
import subprocess
import tempfile
import time
from functools import cache
from pathlib import Path
from typing import NoReturn

import psycopg
import pytest
from sqlalchemy.engine import make_url

from pbem.service.site import Site
from pbem.store.database import bring_up_to_date, connect

TEMPLATE = "pbem_template"
#: What of the server's safety is left out: it is never switched off without its machine going on.
FAST = (
    "-c fsync=off -c full_page_writes=off -c max_connections=50 -c shared_buffers=32MB -c listen_addresses="
)

#: Tests that are killed stop nothing: what ends the server then, and takes its folder away.
_AFTER_US = """
while kill -0 "$1" 2>/dev/null; do sleep 2; done
[ -f "$2/data/postmaster.pid" ] && kill -QUIT "$(head -n 1 "$2/data/postmaster.pid")" && sleep 1
rm -rf "$2"
"""
_SILENT = dict.fromkeys(("stdin", "stdout", "stderr"), subprocess.DEVNULL)


class Postgres:
    """A running server; databases are named by urls."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._numbers = itertools.count(1)

    def url(self, name: str) -> str:
        return f"postgresql+psycopg://postgres@/{name}?host={self.folder}"

    def ask(self, statement: str, name: str = "postgres") -> list[tuple[object, ...]]:
        """One statement as the server's owner, outside of any transaction."""
        with psycopg.connect(
            f"host={self.folder} user=postgres dbname={name}", autocommit=True
        ) as connection:
            cursor = connection.execute(statement.encode())
            return cursor.fetchall() if cursor.description else []

    def fresh(self, template: str = TEMPLATE) -> str:
        """A database with all tables and nothing in them, or a copy of another one; its url."""
        name = f"test{next(self._numbers)}"
        self.ask(f"CREATE DATABASE {name} TEMPLATE {template} STRATEGY file_copy")
        return self.url(name)

    def copy(self, url: str) -> str:
        """A copy of this database.  Whoever is connected with it is thrown out."""
        name = str(make_url(url).database)
        for _ in range(100):
            others = f"SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '{name}'"
            self.ask(others)
            try:
                return self.fresh(name)
            except psycopg.errors.ObjectInUse:
                time.sleep(0.05)
        raise AssertionError(f"{name} is always in use")

    def drop(self, url: str) -> None:
        self.ask(f"DROP DATABASE IF EXISTS {make_url(url).database} WITH (FORCE)")

    def stop(self, how: str = "immediate") -> None:
        _run(self.folder, "pg_ctl", "-D", str(self.folder / "data"), "-m", how, "-w", "stop")

    def start(self) -> None:
        options = f"{FAST} -c unix_socket_directories={self.folder}"
        log = str(self.folder / "log")
        _run(self.folder, "pg_ctl", "-D", str(self.folder / "data"), "-l", log, "-w", "-o", options, "start")


def _lack(reason: str) -> NoReturn:
    if os.environ.get("PBEM_REQUIRE_SERVERS", "0") not in ("", "0"):
        pytest.fail(f"PostgreSQL is required (PBEM_REQUIRE_SERVERS=1), but {reason}", pytrace=False)
    pytest.skip(f"no PostgreSQL: {reason}")


def _program(name: str) -> str:
    """Debian keeps the server's programs out of the path."""
    places = [str(path) for path in sorted(Path("/usr/lib/postgresql").glob("*/bin"), reverse=True)]
    found = shutil.which(name, path=os.pathsep.join([*places, os.environ.get("PATH", "")]))
    if found is None:
        _lack(f"{name} is not installed (apt-get install postgresql)")
    return found


def _run(folder: Path, program: str, *arguments: str) -> None:
    """As the user postgres where we are root: the server refuses to run as root."""
    who = {"user": "postgres", "group": "postgres", "extra_groups": []} if os.geteuid() == 0 else {}
    done = subprocess.run(
        [_program(program), *arguments],
        cwd=folder,
        timeout=60,
        check=False,
        **_SILENT,  # the server would keep a pipe open
        **who,
    )
    if done.returncode:
        log = folder / "log"
        _lack(f"{program} failed: {log.read_text()[-1000:] if log.exists() else done.returncode}")


@cache
def the_server() -> Postgres:
    """However many folders import the fixture: one server, stopped when the process ends."""
    _program("initdb")
    folder = Path(tempfile.mkdtemp(prefix="pbem-postgres-"))
    if os.geteuid() == 0:
        try:
            owner = pwd.getpwnam("postgres")
        except KeyError:
            _lack("there is no user postgres to run it")
        os.chown(folder, owner.pw_uid, owner.pw_gid)
    arguments = ("-A", "trust", "-U", "postgres", "-E", "UTF8", "--locale=C.UTF-8", "--no-sync")
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    _run(folder, "initdb", "-D", str(folder / "data"), *arguments)
    server, ours = Postgres(folder), os.getpid()
    server.start()
    subprocess.Popen(["sh", "-c", _AFTER_US, "sh", str(ours), str(folder)], start_new_session=True, **_SILENT)
    atexit.register(lambda: server.stop() if os.getpid() == ours else None)
    server.ask(f"CREATE DATABASE {TEMPLATE}")
    engine = connect(server.url(TEMPLATE), folder)
    bring_up_to_date(engine)
    engine.dispose()
    return server


def move(site: Site, url: str) -> Site:
    """The new site, with this database instead of its file; "" leaves it as it is."""
    if not url:
        return site
    site.engine.dispose()
    toml = site.path / "pbem.toml"
    text = toml.read_text("utf-8")
    before = site.config.database.url
    assert f'url = "{before}"' in text
    toml.write_text(text.replace(f'url = "{before}"', f'url = "{url}"'), "utf-8")
    for file in site.path.glob("pbem.db*"):
        file.unlink()
    return Site.open(site.path)


@pytest.fixture(scope="session")
def postgres() -> Postgres:
    """The server, started once a session."""
    return the_server()


@pytest.fixture(params=["sqlite", pytest.param("postgresql", marks=pytest.mark.servers)])
def database(request: pytest.FixtureRequest):
    """For `MailGame(database=…)`: "" is a file of its own, as ever, or the url of a fresh database."""
    if request.param == "sqlite":
        yield ""
        return
    url = the_server().fresh()
    yield url
    the_server().drop(url)
