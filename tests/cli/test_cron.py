"""What lies in cron/ works as it stands: systemd finds no fault in the units, and a real cron plays a game by our line."""

import os
import re
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from email import message_from_bytes
from pathlib import Path

import pytest

from .conftest import Pbem
from .test_where import NEW

CRON = Path(__file__).parents[2] / "cron"
SECONDS = 85


def lacking(what: str) -> None:
    """Skip with this reason; where servers are required, fail."""
    if os.environ.get("PBEM_REQUIRE_SERVERS", "0") not in ("", "0"):
        pytest.fail(f"{what} is required (PBEM_REQUIRE_SERVERS=1)", pytrace=False)
    pytest.skip(f"no {what} here")


@pytest.fixture
def home(tmp_path: Path) -> Path:
    """A home as the files in cron/ think of it: pbem with its environment, and a site."""
    program = tmp_path / "pbem" / ".venv" / "bin" / "pbem"
    program.parent.mkdir(parents=True)
    program.write_text(f'#!/bin/sh\nPYTHONPATH={CRON.parent} exec {sys.executable} -m pbem "$@"\n')
    program.chmod(0o755)
    (tmp_path / "mysite").mkdir()
    return tmp_path


def test_systemd_finds_no_fault(home: Path) -> None:
    program = shutil.which("systemd-analyze")
    if program is None:
        lacking("systemd-analyze (apt-get install systemd)")
    assert program
    units = home / ".config" / "systemd" / "user"
    units.mkdir(parents=True)
    files = [shutil.copy(CRON / name, units) for name in ("pbem.service", "pbem.timer")]
    env = {"HOME": str(home), "XDG_RUNTIME_DIR": str(home), "PATH": os.environ["PATH"]}
    done = subprocess.run(
        [program, "verify", "--user", *files], capture_output=True, text=True, env=env, check=False
    )
    assert (done.returncode, done.stderr, done.stdout) == (0, "", "")


def test_the_calendar_of_the_timer_is_every_five_minutes() -> None:
    program = shutil.which("systemd-analyze")
    if program is None:
        lacking("systemd-analyze (apt-get install systemd)")
    assert program
    when = re.search(r"^OnCalendar=(.*)$", (CRON / "pbem.timer").read_text(), re.M)
    assert when
    asked = [program, "calendar", "--iterations=2", when[1]]
    done = subprocess.run(asked, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    minutes = re.findall(r":(\d\d):00 UTC", done.stdout)
    assert len({int(minute) % 5 for minute in minutes}) == 1


def lines() -> list[str]:
    """The jobs in cron/crontab."""
    return [line for line in (CRON / "crontab").read_text().splitlines() if line.startswith("*/5 ")]


def run(home: Path, command: str) -> subprocess.CompletedProcess[str]:
    """As cron runs it: by /bin/sh, with hardly any environment."""
    env = {"HOME": str(home), "PATH": "/usr/bin:/bin", "SHELL": "/bin/sh", "LOGNAME": "x"}
    return subprocess.run(
        ["/bin/sh", "-c", command], cwd=home, env=env, capture_output=True, text=True, timeout=60, check=False
    )


def test_each_line_can_be_run(pbem: Pbem, home: Path) -> None:
    assert pbem("init", home / "mysite").exit_code == 0
    jobs = [
        line.split(None, 5)[5]
        for line in (CRON / "crontab").read_text().splitlines()
        if line[:1] in "*0123456789" and line
    ]
    assert len(jobs) == 2
    for job in jobs:
        done = run(home, job)
        assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
    assert list((home / "mysite" / "backups").glob("*.tar.gz"))


def test_the_passwords_reach_the_poll(pbem: Pbem, home: Path) -> None:
    assert pbem("init", home / "mysite").exit_code == 0
    (home / "mysite" / "secrets").write_text("export PBEM_DATABASE_URL=nonsense\n")
    (job,) = lines()
    assert run(home, job.split(None, 5)[5]).returncode != 0
    assert "PBEM_DATABASE_URL is no database url" in (home / "mysite" / "pbem.cron.log").read_text()


def test_of_two_at_once_one_does_nothing(pbem: Pbem, home: Path) -> None:
    assert pbem("init", home / "mysite").exit_code == 0
    (job,) = lines()
    command = job.split(None, 5)[5]
    holder = subprocess.Popen(["flock", str(home / "mysite" / ".cron.lock"), "sleep", "30"])
    try:
        time.sleep(0.5)
        done = run(home, command)
        assert (done.returncode, done.stderr) == (1, "")
        assert not (home / "mysite" / "pbem.cron.log").read_text()
    finally:
        holder.terminate()
        holder.wait()


def test_a_poll_that_hangs_is_ended_and_done_again(pbem: Pbem, home: Path) -> None:
    """Its inbox is a server that takes the connection and never says a word."""
    import socket

    site = home / "mysite"
    assert pbem("init", site).exit_code == 0
    with socket.create_server(("127.0.0.1", 0)) as server:
        toml = site / "pbem.toml"
        sound = toml.read_text()
        toml.write_text(
            sound.replace("maildir:mail/in", f"imap://judge@127.0.0.1:{server.getsockname()[1]}/INBOX")
        )
        env = {**os.environ, "PBEM_INBOX_PASSWORD": "x", "PYTHONPATH": str(CRON.parent)}
        words = [sys.executable, "-m", "pbem", "poll", "--site", str(site), "--limit", "2"]
        begun = time.monotonic()
        done = subprocess.run(words, env=env, capture_output=True, text=True, timeout=60, check=False)
        assert time.monotonic() - begun < 20
    assert done.returncode == 1
    assert done.stderr.startswith("pbem: the poll hung and was ended after 2 seconds")
    assert "imaplib" in (site / "pbem.log").read_text()
    toml.write_text(sound)
    assert pbem("poll", "--site", site).exit_code == 0


# --- a real cron ------------------------------------------------------------------------------------------------------


@pytest.fixture
def cron(home: Path) -> Iterator[Path]:
    """A cron of our own that reads our line, every minute; root only."""
    program = shutil.which("cron", path="/usr/sbin:/sbin:/usr/bin")
    if program is None or shutil.which("crontab") is None:
        lacking("cron (apt-get install cron)")
    if os.geteuid() != 0:
        lacking("root to run cron")
    if subprocess.run(["pgrep", "-x", "cron"], stdout=subprocess.DEVNULL, check=False).returncode == 0:
        pytest.skip("a cron runs here already, and there is only one")
    assert program
    (line,) = lines()
    name = f"pbem-test-{os.getpid()}"
    table = Path("/etc/cron.d") / name
    job = line.split(None, 5)[5].replace("$HOME", str(home))
    table.write_text(f"SHELL=/bin/sh\nPATH=/usr/bin:/bin\n* * * * * root {job}\n")
    table.chmod(0o644)
    daemon = subprocess.Popen([program, "-f"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        yield home
    finally:
        table.unlink()
        daemon.terminate()
        daemon.wait(10)


@pytest.mark.servers
@pytest.mark.slow
def test_a_real_cron_answers_a_letter(pbem: Pbem, cron: Path) -> None:
    site = cron / "mysite"
    assert pbem("init", site).exit_code == 0
    assert pbem(*NEW[:-2], "--rules", "basic", "--site", site).exit_code == 0
    assert pbem("poll", "--site", site).exit_code == 0
    out = site / "mail" / "out" / "new"
    before = {path.name for path in out.iterdir()}
    mail = next(
        m for m in (message_from_bytes(p.read_bytes()) for p in out.iterdir()) if "anna" in str(m["To"])
    )
    letter = (
        f"From: Anna <anna@example.org>\nTo: judge@example.org\nSubject: Re: {mail['Subject']}\nMessage-ID: <1@example.org>\n"
        f"In-Reply-To: {mail['Message-ID']}\n\nINFLUENCE B C D E F G H I J K\n"
    )
    (site / "mail" / "in" / "new" / "1").write_text(letter)
    end = time.monotonic() + SECONDS
    while not (new := [path for path in out.iterdir() if path.name not in before]):
        log = site / "pbem.cron.log"
        assert time.monotonic() < end, log.read_text() if log.exists() else "cron has not begun a poll"
        time.sleep(0.5)
    receipts = [message_from_bytes(path.read_bytes()) for path in new]
    assert any("anna" in str(one["To"]) for one in receipts)
    timer = [line for line in pbem("doctor", "--site", site).stdout.splitlines() if line.startswith("timer")]
    assert timer[0].split("\t")[1] == "ok"
