"""A whole game through a real Postfix and a real Dovecot: letters by SMTP, the judge's inbox by IMAP, mails by SMTP with TLS."""

import time
from datetime import UTC, datetime, timedelta
from email import message_from_bytes
from email.utils import parsedate_to_datetime
from pathlib import Path

import pytest

from pbem.service.poll import poll
from pbem.service.record import load
from pbem.service.site import Site
from pbem.service.start import new_game
from pbem.store.database import transaction
from tests.mailstack.stack import JUDGE, Stack, mail_servers, mail_stack
from tests.rhythm import plainly

from .mailgame import SHEETS, subject_of, text_of

__all__ = ["mail_servers", "mail_stack"]

SEATS = {"red": "alice@players.test", "blue": "boris@players.test", "green": "clara@players.test"}
START = datetime(2026, 12, 1, 12, tzinfo=UTC)


class ServerGame:
    """Players who always answer their last mail."""

    def __init__(self, folder: Path, stack: Stack) -> None:
        self.stack, self.now, self.letters = stack, START, 0
        self.site = Site.create(
            folder, name="Kremlin Judge", address=JUDGE, moderator="gm@players.test", zone="Europe/Zurich"
        )
        toml = folder / "pbem.toml"
        text = toml.read_text("utf-8")
        text = text.replace("maildir:mail/in", stack.inbox_url()).replace(
            "maildir:mail/out", stack.outbox_url()
        )
        toml.write_text(text.replace("# subaddress", "subaddress"), "utf-8")
        self.site = Site.open(folder)
        players = [f"{colour}={colour.title()} <{address}>" for colour, address in SEATS.items()]
        more = {"rules": "basic", "options": plainly(), "seed": "5c" * 16, "now": self.now}
        new_game(self.site, "servers", players=players, deadline="72h", tempo="club", **more)
        self.sent = dict.fromkeys(SEATS.values(), 0)

    def poll(self, letters: int) -> list[str]:
        """Poll until the letters have come through; every mail of the judge must reach its mailbox."""
        self.now += timedelta(hours=1)
        seen, resolved, end = 0, [], time.monotonic() + 30
        while True:
            result = poll(self.site, self.now)
            assert result.problems == []
            assert result.waiting == 0
            seen += result.letters
            resolved += result.resolved
            if seen >= letters:
                return resolved
            assert time.monotonic() < end, f"{seen} of {letters} letters"
            time.sleep(0.05)

    def count(self, address: str) -> int:
        with transaction(self.site.engine) as connection:
            query = "select count(*) from mail where recipient = ? and state = 'sent'"
            return int(connection.exec_driver_sql(query, (address,)).scalar_one())

    def last(self, address: str) -> object:
        """The newest mail in his mailbox, once all of them are there."""
        mails = [message_from_bytes(raw) for raw in self.stack.wait_for(address, self.count(address))]
        assert len({mail["Message-ID"] for mail in mails}) == len(mails), "nothing came twice"
        assert all(address in str(mail["To"]) for mail in mails)
        return max(
            mails,
            key=lambda mail: (
                parsedate_to_datetime(mail["Date"]),
                mail["Auto-Submitted"] == "auto-generated",
            ),
        )

    def write(self, colour: str, text: str) -> None:
        address, mail = SEATS[colour], self.last(SEATS[colour])
        self.letters += 1
        head = {
            "From": f"{colour.title()} <{address}>",
            "To": str(mail["Reply-To"]),  # type: ignore[index]
            "Subject": f"Re: {subject_of(mail)}",  # type: ignore[arg-type]
            "Message-ID": f"<letter-{self.letters}@players.test>",
            "In-Reply-To": str(mail["Message-ID"]),  # type: ignore[index]
        }
        raw = "\n".join(f"{key}: {value}" for key, value in head.items()) + f"\n\n{text}\n\n> quoted\n"
        self.stack.deliver(raw.encode(), JUDGE, address)

    def seed(self) -> str:
        with transaction(self.site.engine) as connection:
            record = load(connection, "servers")
            assert record is not None
            return record.seed.hex()

    def over(self) -> bool:
        with transaction(self.site.engine) as connection:
            record = load(connection, "servers")
            return record is not None and record.state.over


@pytest.mark.servers
def test_a_whole_game_by_imap_and_smtp(mail_stack, tmp_path, monkeypatch):
    monkeypatch.setenv("PBEM_INBOX_PASSWORD", "judgepw")
    monkeypatch.setenv("PBEM_OUTBOX_PASSWORD", "judgepw")
    mail_stack.reset()
    game = ServerGame(tmp_path / "site", mail_stack)
    game.poll(0)
    for colour, sheet in SHEETS.items():
        game.write(colour, f"{sheet}\nREADY")
    assert game.poll(3) == ["servers"]
    orders = {
        "red": "HOLD B\nHOLD C EACH TURN\nTAKE PC",
        "blue": "PURGE ANYONE\nTAKE KGB",
        "green": "TAKE DM\nRELEASE ANYONE",
    }
    for _ in range(40):
        for colour in SEATS:
            game.write(colour, f"{orders[colour]}\nREADY")
        assert game.poll(3) == ["servers"]
        if game.over():
            break
    assert game.over()
    farewell = text_of(game.last(SEATS["red"]))  # type: ignore[arg-type]
    assert game.seed() in farewell.replace("\n", ""), "the sealed seed is opened in the last report"
