"""`pbem doctor`: each thing that can be wrong is found, by itself, with what to type."""

import fcntl
import json
import os
import pty
import subprocess
import sys
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from pbem.service import doctor
from pbem.store.tables import SCHEMA

from .conftest import Pbem
from .test_where import NEW

NOW = datetime.now(UTC)


@pytest.fixture
def site(pbem: Pbem, tmp_path: Path) -> Path:
    """A site with a game, polled just now."""
    assert pbem("init", "--timezone", "Europe/Zurich").exit_code == 0
    assert pbem(*NEW[:-2], "--rules", "basic").exit_code == 0
    assert pbem("poll").exit_code == 0
    return tmp_path


def looked(pbem: Pbem, *words: str) -> dict[str, Any]:
    """The worst finding of each check, and the exit status as "status"."""
    result = pbem("doctor", "--json", *words)
    found: dict[str, Any] = {"status": result.exit_code}
    order = ("ok", "warn", "fail")
    for one in json.loads(result.stdout):
        before = found.get(one["check"], {"verdict": "ok"})
        if one["check"] not in found or order.index(one["verdict"]) > order.index(before["verdict"]):
            found[one["check"]] = one
    return found


def sql(site: Path, statement: str) -> None:
    import sqlite3

    connection = sqlite3.connect(site / "pbem.db")
    with connection:
        connection.execute(statement)
    connection.close()


def test_a_sound_site(pbem: Pbem, site: Path) -> None:
    found = looked(pbem)
    assert found.pop("status") == 0
    assert {one["verdict"] for one in found.values()} <= {"ok", "warn"}
    assert {check for check, one in found.items() if one["verdict"] == "warn"} <= {
        "timer",
        "backup",
        "language",
        "disk",
    }
    assert set(found) == {name for name, _ in doctor.CHECKS if name != "addresses"}
    for one in found.values():
        assert (one["remedy"] == "") == (one["verdict"] == "ok"), one


def test_tab_separated_in_a_pipe_and_coloured_on_a_terminal(pbem: Pbem, site: Path) -> None:
    lines = pbem("doctor").stdout.splitlines()
    assert all(line.count("\t") == 3 for line in lines)
    assert any(line.startswith("settings\tok\t") for line in lines)
    master, slave = pty.openpty()
    env = {**os.environ, "COLUMNS": "160", "TERM": "xterm-256color"}
    env.pop("NO_COLOR", None)
    words = [sys.executable, "-m", "pbem", "doctor", "--no-mail"]
    child = subprocess.Popen(words, cwd=site, env=env, stdout=slave, stdin=slave)
    os.close(slave)
    said = b""
    try:
        while piece := os.read(master, 65536):
            said += piece
    except OSError:
        pass
    os.close(master)
    assert child.wait() == 0
    assert b"\x1b[32mok" in said
    assert b"how to mend it" in said


def test_settings_that_cannot_be_read_break_nothing_else(pbem: Pbem, site: Path) -> None:
    toml = site / "pbem.toml"
    toml.write_text(toml.read_text("utf-8").replace("timezone", "timezoon"), "utf-8")
    found = looked(pbem)
    assert found["status"] == 1
    assert "did you mean timezone?" in found["settings"]["said"]
    assert found["disk"]["verdict"] == "ok"


def test_no_site_at_all(pbem: Pbem) -> None:
    found = looked(pbem)
    assert (found["status"], found["settings"]["verdict"]) == (1, "fail")


@pytest.mark.parametrize("how", ["missing", "empty"])
def test_a_lost_database(pbem: Pbem, site: Path, how: str) -> None:
    for file in site.glob("pbem.db*"):
        file.unlink()
    if how == "empty":
        (site / "pbem.db").touch(mode=0o600)
    found = looked(pbem)
    assert found["status"] == 1
    assert how in found["database"]["said"]
    assert "pbem restore" in found["database"]["remedy"]
    if how == "missing":
        assert not (site / "pbem.db").exists(), "looking makes nothing"


def test_a_damaged_database(pbem: Pbem, site: Path) -> None:
    sql(site, "PRAGMA wal_checkpoint(TRUNCATE)")
    file = site / "pbem.db"
    raw = bytearray(file.read_bytes())
    for place in range(len(raw) // 3, 2 * len(raw) // 3):
        raw[place] = 0x5A
    file.write_bytes(raw)
    found = looked(pbem)
    assert found["status"] == 1
    said = [found[check] for check in ("integrity", "journals", "database") if check in found]
    assert any(one["verdict"] != "ok" for one in said)


@pytest.mark.parametrize(("number", "verdict", "status"), [(SCHEMA + 1, "fail", 1), (SCHEMA - 1, "warn", 0)])
def test_tables_of_another_program(pbem: Pbem, site: Path, number: int, verdict: str, status: int) -> None:
    sql(site, f"UPDATE schema_version SET version = {number}")
    found = looked(pbem)
    assert (found["tables"]["verdict"], found["status"]) == (verdict, status)


@pytest.mark.parametrize(
    "damage",
    [
        "DELETE FROM event WHERE number = (SELECT max(number) FROM event)",
        "UPDATE event SET digest = 'x' WHERE number = (SELECT max(number) FROM event)",
        "UPDATE game SET head = 'x'",
    ],
)
def test_a_journal_that_does_not_hang_together(pbem: Pbem, site: Path, damage: str) -> None:
    sql(site, damage)
    found = looked(pbem)
    assert (found["journals"]["verdict"], found["status"]) == ("fail", 1)
    assert "g1" in found["journals"]["said"]


def test_a_zone_that_nobody_knows(pbem: Pbem, site: Path) -> None:
    sql(site, "UPDATE seat SET zone = 'Europe/Atlantis' WHERE colour = 'red'")
    found = looked(pbem)
    assert found["zones"]["verdict"] == "fail"
    assert "Anna in game g1" in found["zones"]["said"]


def test_secrets_that_others_may_read(pbem: Pbem, site: Path) -> None:
    site.chmod(0o755)
    (site / "pbem.db").chmod(0o644)
    (site / "secrets").touch(mode=0o644)
    found = looked(pbem)
    assert (found["secrets"]["verdict"], found["status"]) == ("fail", 1)
    assert "chmod -R go-rwx" in found["secrets"]["remedy"]
    subprocess.run(
        found["secrets"]["remedy"].partition("`")[2].rstrip("`."), shell=True, cwd=site, check=True
    )
    assert looked(pbem)["secrets"]["verdict"] == "ok"


def test_a_folder_that_others_may_not_enter_keeps_its_secrets(pbem: Pbem, site: Path) -> None:
    (site / "pbem.db").chmod(0o644)
    site.chmod(0o700)
    assert looked(pbem)["secrets"]["verdict"] == "ok"


def test_settings_that_others_may_write(pbem: Pbem, site: Path) -> None:
    (site / "pbem.toml").chmod(0o666)
    assert looked(pbem)["secrets"]["verdict"] == "fail"


def test_polls_that_stopped(pbem: Pbem, site: Path) -> None:
    found = looked(pbem, "--now", (NOW + timedelta(hours=7, minutes=30)).isoformat())
    assert (found["polls"]["verdict"], found["status"]) == ("fail", 1)
    assert "7 hours ago" in found["polls"]["said"]


def test_a_clock_that_ran_backwards(pbem: Pbem, site: Path) -> None:
    found = looked(pbem, "--now", (NOW - timedelta(hours=7, minutes=20)).isoformat())
    assert found["clock"]["verdict"] == "warn"
    assert "7 hours" in found["clock"]["said"]


def test_what_the_last_poll_could_not_do(pbem: Pbem, site: Path) -> None:
    box = site / "mail" / "in"
    box.rename(site / "elsewhere")
    box.touch()
    assert pbem("poll").exit_code == 1
    found = looked(pbem)
    assert found["trouble"]["verdict"] == "fail"
    assert found["inbox"]["verdict"] == "fail"
    assert "mail folder" in found["trouble"]["said"]


def test_a_poll_that_hangs(pbem: Pbem, site: Path) -> None:
    from pbem.service import notes, pollwatch
    from pbem.service.site import Site
    from pbem.store.database import transaction

    with transaction(Site.open(site).engine) as connection:
        at_work = pollwatch.AtWork(NOW - timedelta(hours=2))
        notes.write(connection, pollwatch.AT_WORK, pollwatch._json(at_work))
    with (site / "pbem.lock").open("w") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        found = looked(pbem)
    assert (found["lock"]["verdict"], found["status"]) == ("fail", 1)
    assert "hangs" in found["lock"]["said"]


def test_games_and_mails_that_stand_still(pbem: Pbem, site: Path) -> None:
    assert pbem("hold", "g1", "--because", "Easter").exit_code == 0
    sql(site, "UPDATE mail SET state = 'failed'")
    found = looked(pbem)
    assert "Easter" in found["games"]["said"]
    assert "pbem resume g1" in found["games"]["remedy"]
    assert "failed" in found["mail"]["said"]
    assert found["status"] == 0


def test_errors_in_the_log(pbem: Pbem, site: Path) -> None:
    with (site / "pbem.log").open("a") as log:
        log.write(f"{NOW:%Y-%m-%d %H:%M:%S},123 ERROR resolving game 1\n")
    assert looked(pbem)["log"]["verdict"] == "warn"


def test_a_crontab_names_the_site(site: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from pbem.service.doctor.polls import _names

    line = f"*/5 * * * * cd {site} && /x/pbem poll >/dev/null\n"
    assert _names(line, site)
    assert not _names(f"# {line}", site)
    assert not _names(line, site / "other")
    monkeypatch.setenv("HOME", str(site.parent))
    assert _names(f'* * * * * cd "$HOME/{site.name}" && pbem poll\n', site)
    assert _names(f"WorkingDirectory=%h/{site.name}\nExecStart=%h/pbem/.venv/bin/pbem poll\n", site)


def test_a_broken_check_breaks_no_other(site: Path) -> None:
    def broken(_: object) -> list[doctor.Finding]:
        raise RuntimeError("ouch")

    (found,) = doctor._checked("disk", broken, None)  # type: ignore[arg-type]
    assert (found.verdict, found.check) == ("warn", "disk")
    assert "RuntimeError: ouch" in found.said


def test_a_server_that_is_not_there(pbem: Pbem, site: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PBEM_INBOX_PASSWORD", "x")
    monkeypatch.setenv("PBEM_OUTBOX_PASSWORD", "x")
    toml = site / "pbem.toml"
    text = toml.read_text("utf-8").replace("maildir:mail/in", "imaps://judge@127.0.0.1:9/INBOX")
    toml.write_text(text.replace("maildir:mail/out", "smtps://judge@127.0.0.1:9"), "utf-8")
    found = looked(pbem)
    assert found["status"] == 1
    assert found["inbox"]["verdict"] == found["outbox"]["verdict"] == found["round trip"]["verdict"] == "fail"
    assert found["addresses"]["verdict"] == "fail", "nobody reads mail at example.org"
    quiet = looked(pbem, "--no-mail")
    assert quiet["inbox"]["verdict"] == quiet["round trip"]["verdict"] == "ok"
