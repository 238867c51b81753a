"""The laws of `checks.py` hold for a session in peace, and each of them sees it when it is broken.

What dies, and when, is in `rounds.py`; `make crash-smoke` plays it at every moment of a poll, as part of `make check`.
"""

import shutil
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from tests.crash.checks import check
from tests.crash.house import House
from tests.crash.letters import Pen
from tests.crash.rounds import a_round
from tests.crash.smtpd import Server, Taken


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    if shutil.which("openssl") is None:
        pytest.skip("no openssl to make a certificate with")
    server = Server(tmp_path_factory.mktemp("smtp"))
    yield server
    server.stop()


@pytest.fixture(scope="module")
def played(server: Server, tmp_path_factory: pytest.TempPathFactory) -> tuple[House, Pen]:
    """Two sessions of two games; nothing went wrong but the mail of the players."""
    house, pen = House(tmp_path_factory.mktemp("crash") / "house", server), Pen(Random(7))
    house.in_peace()
    for _ in range(2):
        pen.put(house, pen.mix(pen.everybody(house))[0])
        house.in_peace()
        house.now = house.now.replace(day=house.now.day + 4)
        house.in_peace()
    return house, pen


def test_a_round_with_deaths_and_failures_breaks_no_law(server: Server, tmp_path: Path) -> None:
    counts = a_round(tmp_path, server, "", 11, 3)
    assert counts["kills"] >= 3 and counts["effects"] >= 5 and counts["copies"] >= 0


class Broken(House):
    """A copy of the site, to which something has happened that must never happen."""

    extra: list[Taken] = []
    lost: str = ""

    def mails(self) -> list[Taken]:
        found = [one for one in super().mails() if not self.lost or self.lost.encode() not in one.raw]
        return [*found, *self.extra]


def _do(house: House, statement: str) -> None:
    with house.site.engine.begin() as connection:
        assert connection.exec_driver_sql(statement).rowcount >= 1
    house.site.engine.dispose()


BREAKING = {
    "an effect is lost": ("UPDATE line SET data = '{}' WHERE data LIKE '%TURN%'", "effects"),
    "a letter was never read": ("UPDATE letter SET state = 'new' WHERE id = 1", "new"),
    "a letter is gone": ("DELETE FROM letter WHERE id = 2", "every letter is stored"),
    "a letter that came twice was done twice": (
        "UPDATE letter SET state = 'applied' WHERE state = 'doubled'",
        "twice|effects",
    ),
    "somebody who is away was read": (
        "UPDATE letter SET state = 'applied' WHERE state = 'ignored'",
        "applied",
    ),
    "a mail waits for ever": ("UPDATE mail SET state = 'ready' WHERE id = 3", "ready"),
    "a mail goes to another door": (
        "UPDATE mail SET recipient = 'elena@example.org' WHERE id = 4",
        "another person|another door",
    ),
}


@pytest.mark.parametrize("what", BREAKING)
def test_what_is_wrong_in_the_database_is_seen(played: tuple[House, Pen], tmp_path: Path, what: str) -> None:
    house, pen = played
    statement, seen = BREAKING[what]
    broken = house.copy(tmp_path / "broken")
    assert check(broken, pen)["mails"] > 20
    _do(broken, statement)
    with pytest.raises(AssertionError, match=seen):
        check(broken, pen)


@pytest.mark.parametrize(
    ("what", "seen"),
    [
        ("lost", "never arrived"),
        ("altered", "other bytes"),
        ("to another", "another person"),
        ("a secret told", "reads kanari"),
        ("made up", "nobody queued"),
    ],
)
def test_what_is_wrong_at_the_mail_server_is_seen(
    played: tuple[House, Pen], tmp_path: Path, what: str, seen: str
) -> None:
    house, pen = played
    broken = house.copy(tmp_path / "broken")
    broken.__class__ = Broken
    assert isinstance(broken, Broken)
    one = next(one for one in broken.mails() if one.recipient == "anna@example.org")
    canary = next(
        written.canary for written in pen.sent.values() if written.canary and written.address[:5] == "boris"
    )
    match what:
        case "lost":
            broken.lost = one.raw.decode().partition("Message-ID: ")[2].partition("\r\n")[0]
        case "altered":
            broken.extra = [one._replace(raw=one.raw.replace(b"Anna", b"Anne"))]
        case "to another":
            broken.extra = [one._replace(recipient="boris@example.org")]
        case "a secret told":
            _tell(broken, one, canary)
        case "made up":
            broken.extra = [one._replace(raw=one.raw.replace(b"Message-ID: <", b"Message-ID: <x"))]
    with pytest.raises(AssertionError, match=seen):
        check(broken, pen)


def _tell(broken: Broken, one: Taken, canary: str) -> None:
    """Boris's words in a mail that was queued for Anna, base64 or not."""
    row = next(
        row
        for row in broken.rows("select * from mail")
        if bytes(row["raw"]).strip() in one.raw.replace(b"\r\n", b"\n")
    )
    raw = bytes(row["raw"]) + canary.encode() + b"\n"
    with broken.site.engine.begin() as connection:
        connection.exec_driver_sql("UPDATE mail SET raw = ? WHERE id = ?", (raw, row["id"]))
    broken.site.engine.dispose()
    broken.lost = str(row["message_id"])
    broken.extra = [one._replace(raw=raw)]
