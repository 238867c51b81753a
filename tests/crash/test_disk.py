"""A full disk, a read-only one, a locked database, a poll that hangs: one sentence, and the next poll goes on where it stopped."""

import os
import pwd
import resource
import signal
import socket
import sqlite3
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from datetime import timedelta
from pathlib import Path
from typing import NamedTuple, NoReturn

import pytest

import pbem.cli.commands  # noqa: F401 - before another user, who may not read Python's own library, wants it
from pbem.mail import points
from pbem.service.errors import ServiceError
from pbem.service.poll import poll
from pbem.service.site import Site
from pbem.store import database
from tests.laws.mailgame import MailGame
from tests.laws.test_mails import asked

MEGABYTE = 1 << 20


class Ran(NamedTuple):
    """How a program ended."""

    returncode: int
    stdout: str
    stderr: str


def polled(game: MailGame, limit: int | None = None, user: str = "") -> Ran:
    """`pbem poll` in a process of its own; `limit`: no file may become larger, in bytes."""
    game.site.engine.dispose()
    with tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err:
        child = os.fork()
        if child == 0:
            try:
                os.dup2(out.fileno(), 1)
                os.dup2(err.fileno(), 2)
                sys.stdout, sys.stderr = os.fdopen(1, "w", closefd=False), os.fdopen(2, "w", closefd=False)
                if limit is not None:
                    resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit))
                if user:
                    os.setgroups([])
                    os.setuid(pwd.getpwnam(user).pw_uid)
                _as_a_program(["poll", "--site", str(game.folder), "--now", game.now.isoformat()])
            finally:
                os._exit(99)
        _, status = os.waitpid(child, 0)
        out.seek(0)
        err.seek(0)
        return Ran(os.waitstatus_to_exitcode(status), out.read().decode(), err.read().decode())


def _as_a_program(arguments: list[str]) -> NoReturn:
    from pbem.cli import main

    sys.argv = ["pbem", *arguments]
    try:
        main()
    except SystemExit as end:
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(int(end.code or 0))
    os._exit(98)


def is_a_sentence(ran: Ran) -> bool:
    """Status 1 and lines for people: no traceback, nothing of the library's."""
    lines = ran.stderr.splitlines()
    assert ran.returncode == 1, (ran.returncode, ran.stdout, ran.stderr)
    assert all(line.startswith("pbem: ") and "internal error" not in line for line in lines), ran.stderr
    return len(lines) == 1


def all_of(game: MailGame) -> dict[str, list[object]]:
    """What a session leaves behind."""
    queries = {
        "events": "select number, data, digest from event order by number",
        "lines": "select player, number, data, state, why from line order by player, number",
        "letters": "select key, state, reason, player, number from letter order by key",
        # game 0: that a poll has failed, and that polls work again
        "mails": "select player, kind, number, message_id, state from mail where game != 0 order by player, kind, number",
    }
    return {name: asked(game, query) for name, query in queries.items()}


def prepared(folder: Path) -> MailGame:
    game = MailGame(folder)
    game.session()
    game.everybody_writes()
    game.now += timedelta(hours=30)
    game.site.engine.dispose()
    return game


def finished(game: MailGame) -> dict[str, list[object]]:
    """In peace, until all is sent."""
    for _ in range(3):
        ran = polled(game)
        assert (ran.returncode, ran.stderr) == (0, "")
        game.now += timedelta(hours=1)
    return all_of(game)


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """A file system of its own, of four megabytes."""
    place = tmp_path / "disk"
    place.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", "size=4m", "tmpfs", str(place)]
    try:
        subprocess.run(mount, check=True, capture_output=True)
    except (OSError, subprocess.CalledProcessError):
        pytest.skip("no file system can be mounted here")
    yield place
    subprocess.run(["umount", "-l", str(place)], check=True)


@pytest.fixture
def wanted(tmp_path: Path) -> Callable[[], dict[str, list[object]]]:
    """What a site without trouble has after the same letters."""
    return lambda: finished(prepared(tmp_path / "peaceful"))


def test_a_full_disk_is_told_and_nothing_is_lost(
    small_disk: Path, wanted: Callable[[], dict[str, list[object]]]
) -> None:
    """With so many bytes left, so that it is full at one step or another: storing, reading, resolving, sending."""
    game = prepared(small_disk / "site")
    told = 0
    for left in (0, 20_000, 60_000, 120_000, 200_000, 280_000):
        free = os.statvfs(small_disk).f_bavail * os.statvfs(small_disk).f_frsize
        with (small_disk / "ballast").open("wb") as file:
            file.write(b"x" * max(0, free - left))
        ran = polled(game)
        if ran.returncode:
            told += 1
            is_a_sentence(ran)
            assert "full" in ran.stderr or "No space left" in ran.stderr
        (small_disk / "ballast").unlink()
        if "waiting: 0" in ran.stdout:
            break
    assert told
    game.now += timedelta(hours=8)
    assert finished(game) == wanted()


def test_a_limit_on_the_size_of_files_is_told_too(
    tmp_path: Path, wanted: Callable[[], dict[str, list[object]]]
) -> None:
    """A quota looks like this; it needs no rights to be tried."""
    game = prepared(tmp_path / "site")
    size = (game.folder / "pbem.db").stat().st_size
    for limit in (4_000, 40_000, 60_000, 80_000, size // 2):
        ran = polled(game, limit)
        assert ran.returncode == 0 or is_a_sentence(ran)
    game.now += timedelta(hours=8)
    assert finished(game) == wanted()


def test_a_read_only_disk_is_told(small_disk: Path, wanted: Callable[[], dict[str, list[object]]]) -> None:
    game = prepared(small_disk / "site")
    subprocess.run(["mount", "-o", "remount,ro", str(small_disk)], check=True)
    ran = polled(game)
    subprocess.run(["mount", "-o", "remount,rw", str(small_disk)], check=True)
    assert is_a_sentence(ran)
    assert finished(game) == wanted()


def test_a_folder_that_may_not_be_written_is_told(tmp_path: Path) -> None:
    """Cron under another user's name, say."""
    if os.geteuid() != 0:
        pytest.skip("only root can be somebody else")
    game = prepared(tmp_path / "site")
    for folder in (*tmp_path.parents, tmp_path):
        if "pytest" in str(folder):
            folder.chmod(0o755)
    (game.folder / "pbem.db").chmod(0o644)
    ran = polled(game, user="nobody")
    assert is_a_sentence(ran)
    finished(game)


# --- locked ---


@pytest.fixture
def impatient(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Nobody waits ten seconds for another's transaction."""
    monkeypatch.setattr(database, "BUSY_SECONDS", 0.2)
    yield
    points.listen(None)


class Stranger:
    """Another program that holds the database."""

    def __init__(self, game: MailGame) -> None:
        self._connection = sqlite3.connect(game.folder / "pbem.db", isolation_level=None)

    def __enter__(self) -> None:
        self._connection.execute("BEGIN EXCLUSIVE")

    def __exit__(self, *_: object) -> None:
        self._connection.close()


def test_a_locked_database_is_told_before_and_during_a_poll(
    tmp_path: Path, impatient: None, wanted: Callable[[], dict[str, list[object]]]
) -> None:
    game = prepared(tmp_path / "site")
    with Stranger(game), pytest.raises(ServiceError, match=r"cannot be used now \(database is locked\)"):
        Site.open(game.folder)
    for moment in ("connected", "stored", "counted", "parsed", "settled", "queued", "sending", "handed"):
        site, stranger = Site.open(game.folder), Stranger(game)

        def locked(name: str, moment: str = moment, stranger: Stranger = stranger) -> None:
            if name == moment:
                points.listen(None)
                stranger.__enter__()

        points.listen(locked)
        result = poll(site, game.now)
        points.listen(None)
        stranger.__exit__()
        site.engine.dispose()
        assert [problem.partition(" (")[2][:18] for problem in result.problems] in (
            ["database is locked"],
            [],
        ), moment
    game.now += timedelta(hours=8)
    assert finished(game) == wanted()


# --- a poll that hangs ---


@pytest.mark.parametrize("sign", [signal.SIGTERM, signal.SIGKILL, signal.SIGINT], ids=lambda sign: sign.name)
def test_a_poll_that_hangs_can_be_killed_and_leaves_no_lock(tmp_path: Path, sign: signal.Signals) -> None:
    """It waits for a server that accepts and says nothing."""
    game = prepared(tmp_path / "site")
    file = game.folder / "pbem.toml"
    text = file.read_text("utf-8")
    with socket.create_server(("127.0.0.1", 0)) as silent:
        port = silent.getsockname()[1]
        file.write_text(text.replace("maildir:mail/in", f"imaps://judge@localhost:{port}/INBOX"), "utf-8")
        command = [sys.executable, "-m", "pbem", "poll", "--site", str(game.folder)]
        with subprocess.Popen(
            command, stderr=subprocess.DEVNULL, env=os.environ | {"PBEM_INBOX_PASSWORD": "x"}
        ) as hung:
            connection, _ = silent.accept()
            second = polled(game)
            assert is_a_sentence(second)
            assert "Another poll of this site is at work" in second.stderr
            hung.send_signal(sign)
            hung.wait(10)
            connection.close()
    file.write_text(text, "utf-8")
    assert (game.folder / "pbem.lock").exists()
    start = time.monotonic()
    assert polled(game).returncode == 0
    assert time.monotonic() - start < 20
