"""A real Postfix and Dovecot for tests: TLS, passwords, real bounces; see `mailstack.sh`.

`mail_stack` is a fixture for the whole session.  Where the servers cannot run the tests are skipped and say
why; with PBEM_REQUIRE_SERVERS=1 (CI) that is a failure.  Other folders import the fixtures into their conftest.py.
"""

import atexit
import os
import smtplib
import socket
import subprocess
import time
from functools import cache
from pathlib import Path
from typing import NoReturn

import msgspec
import pytest

SCRIPT = Path(__file__).with_name("mailstack.sh")
JUDGE = "judge@kremlin.test"
PASSWORDS = {JUDGE: "judgepw", "alice@players.test": "alicepw", "boris@players.test": "borispw"}
GHOST = "ghost@players.test"  # accepted, then bounced


class Stack(msgspec.Struct, frozen=True):
    """Ports and certificate of running servers on localhost."""

    folder: Path
    base: int
    cafile: Path
    smtp: int
    submission: int
    smtps: int
    imap: int
    imaps: int

    def inbox_url(self, user: str = JUDGE, implicit: bool = True, host: str = "localhost") -> str:
        scheme, port = ("imaps", self.imaps) if implicit else ("imap", self.imap)
        return f"{scheme}://{user.replace('@', '%40')}@{host}:{port}/INBOX?cafile={self.cafile}"

    def outbox_url(self, user: str = JUDGE, implicit: bool = True, host: str = "localhost") -> str:
        scheme, port = ("smtps", self.smtps) if implicit else ("smtp", self.submission)
        return f"{scheme}://{user.replace('@', '%40')}@{host}:{port}?cafile={self.cafile}"

    def deliver(self, raw: bytes, recipient: str, sender: str = "alice@players.test") -> None:
        """Put a message into a mailbox, as another mail server would."""
        with smtplib.SMTP("127.0.0.1", self.smtp, local_hostname="localhost", timeout=20) as client:
            client.sendmail(sender, [recipient], raw)

    def mailbox(self, user: str, folder: str = "new") -> list[bytes]:
        """The files in someone's mailbox, behind the servers' backs."""
        name, _, domain = user.partition("@")
        place = self.folder / "mail" / domain / name / "Maildir" / folder
        return [path.read_bytes() for path in sorted(place.iterdir())] if place.is_dir() else []

    def wait_for(self, user: str, count: int, folder: str = "new", seconds: float = 20) -> list[bytes]:
        """`mailbox`, as soon as it holds `count` messages."""
        end = time.monotonic() + seconds
        while len(found := self.mailbox(user, folder)) < count:
            assert time.monotonic() < end, f"{len(found)} of {count} messages for {user} after {seconds} s"
            time.sleep(0.05)
        return found

    def reset(self) -> None:
        """Empty mailboxes (with a new UIDVALIDITY) and queue."""
        _run("reset", self.folder, self.base)


def _run(command: str, folder: Path, base: int) -> subprocess.CompletedProcess[str]:
    environment = os.environ | {"MAILSTACK_DIR": str(folder), "MAILSTACK_BASE": str(base)}
    return subprocess.run(
        ["bash", str(SCRIPT), command], env=environment, capture_output=True, text=True, timeout=60
    )


def _lack(reason: str) -> NoReturn:
    if os.environ.get("PBEM_REQUIRE_SERVERS", "0") not in ("", "0"):
        pytest.fail(f"real mail servers are required (PBEM_REQUIRE_SERVERS=1), but {reason}", pytrace=False)
    pytest.skip(f"no real mail servers: {reason}")


def _free_base() -> int:
    """The first of a few port ranges in which nothing listens, another one first in each process."""
    for step in range(18):
        base = 12_000 + 1_000 * ((os.getpid() + step) % 18)
        try:
            for offset in (12, 24, 25, 143, 465, 587, 993):
                with socket.socket() as probe:
                    probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
                    probe.bind(("127.0.0.1", base + offset))
        except OSError:
            continue
        return base
    _lack("all port ranges are taken")


def start(folder: Path, base: int) -> Stack:
    """Start the servers; skips or fails the test if that cannot be done."""
    lacks = _run("missing", folder, base).stdout.strip().splitlines()
    if lacks:
        _lack("; ".join(lacks))
    done = _run("start", folder, base)
    if done.returncode:
        _run("stop", folder, base)
        _lack(f"they did not start: {done.stderr[-2000:]}")
    said = dict(line.split("=", 1) for line in done.stdout.split())
    ports = {
        name: int(said[f"{name.upper()}_PORT"]) for name in ("smtp", "submission", "smtps", "imap", "imaps")
    }
    return Stack(folder, base, Path(said["MAIL_CA"]), **ports)


@pytest.fixture(scope="session")
def mail_servers() -> Stack:
    """The servers, started once a session; several sessions and xdist workers use different ports and
    folders.

    (Not pytest's own temporary folder: it is private to its owner, and the servers run under users of their
    own.)
    """
    return _one_a_process()


@cache
def _one_a_process() -> Stack:
    """However many folders import the fixture: the same servers, stopped when the process ends."""
    folder = Path(f"/tmp/pbem-mailstack-{os.getpid()}")
    stack = start(folder, _free_base())
    atexit.register(_stop, folder, stack.base)
    return stack


def _stop(folder: Path, base: int) -> None:
    _run("stop", folder, base)
    subprocess.run(["rm", "-rf", str(folder)], check=False)


@pytest.fixture
def mail_stack(mail_servers: Stack) -> Stack:
    """The servers with empty mailboxes."""
    mail_servers.reset()
    return mail_servers
