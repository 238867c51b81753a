"""A game on an embedded site, played by putting real messages into its Maildir and reading what comes out."""

import itertools
from datetime import UTC, datetime, timedelta
from email import message_from_bytes
from email.header import decode_header, make_header
from email.message import Message
from pathlib import Path
from typing import Any

from pbem.engine.events import Event
from pbem.service.poll import PollResult, poll
from pbem.service.record import Record, load
from pbem.service.site import Site
from pbem.service.start import new_game
from pbem.store.database import transaction
from tests.postgres.server import move
from tests.rhythm import in_words, plainly, unarchived

START = datetime(2026, 12, 1, 12, tzinfo=UTC)
SEED = "2b" * 16
PLAYERS = {
    "red": "Anna <anna@players.example>",
    "blue": "Boris <boris@players.example>",
    "green": "Clara <clara@players.example>",
}
MORE = {
    "yellow": "Dmitri <dmitri@players.example>",
    "brown": "Elena <elena@players.example>",
    "black": "Fyodor <fyodor@players.example>",
}
EVERYBODY = {**PLAYERS, **MORE}
SHEETS = {
    "red": "INFLUENCE B C D E F G H I J K",
    "blue": "INFLUENCE L M N O P Q R S T U",
    "green": "INFLUENCE K T S R Q P O N M L",
}


class MailGame:
    """`now` moves only when told to.  `watchful`: when it leaps, polls were missed; `more`: what else `new_game` takes: rules, options,
    packs, seed."""

    #: Is the archive written after each resolution, as sites do?  It takes time, which most tests can do without.
    ARCHIVED = False
    #: Do its mails have HTML and pictures, as everybody's do who asks for nothing else?
    HTML = True

    def __init__(
        self,
        folder: Path,
        name: str = "test",
        tempo: str = "club",
        deadline: str = "72h",
        seats: int = 3,
        database: str = "",
        watchful: bool = False,
        **more: Any,
    ) -> None:
        self.folder, self.name, self.now, self.watchful = folder, name, START, watchful
        values = {"name": "Kremlin Judge", "address": "judge@judge.example", "moderator": "gm@judge.example"}
        self.site = move(Site.create(folder, **values, zone="Europe/Zurich"), database)
        if not self.ARCHIVED:
            unarchived(self.site)
        self.colours = list(EVERYBODY)[:seats]
        players = [f"{colour}={EVERYBODY[colour]}" for colour in self.colours]
        more = {"rules": "basic", "seed": SEED, "now": self.now, **more}
        more["options"] = plainly(more.get("options"))
        self.new = new_game(self.site, name, players=players, deadline=deadline, tempo=tempo, **more)
        self.ids = itertools.count(1)
        if not self.HTML:
            in_words(self.site.engine)
        self.poll()

    def poll(self, hours: float = 0) -> PollResult:
        self.now += timedelta(hours=hours)
        if not self.watchful:
            with transaction(self.site.engine) as connection:
                connection.exec_driver_sql("delete from note where name = 'polls'")
        result = poll(self.site, self.now)
        assert result.problems == []
        return result

    def to(self, colour: str) -> list[Message]:
        """The mails that this player was sent, oldest first."""
        address = EVERYBODY.get(colour, colour).partition("<")[2].strip(">") or colour
        return [mail for mail in self.outgoing() if address in str(mail["To"])]

    def outgoing(self) -> list[Message]:
        """Everything sent, in the order of the outbox."""
        with transaction(self.site.engine) as connection:
            rows = connection.exec_driver_sql("select raw from mail where state = 'sent' order by id").all()
        return [message_from_bytes(row[0]) for row in rows]

    def write(
        self, colour: str, text: str, *, to: Message | None = None, subject: str | None = None, **headers: str
    ) -> str:
        """Put a letter into the inbox: an answer to his last mail (or to `to`); returns its Message-ID."""
        mail = to if to is not None else self.to(colour)[-1]
        number = next(self.ids)
        message_id = headers.pop("message_id", f"<letter-{number}@players.example>")
        lines = {
            "From": EVERYBODY[colour],
            "To": "judge@judge.example",
            "Subject": f"Re: {subject_of(mail)}" if subject is None else subject,
            "Message-ID": message_id,
            "In-Reply-To": str(mail["Message-ID"]) if subject is None else "",
            "Date": "Tue, 01 Dec 2026 12:00:00 +0000",
            **headers,
        }
        head = "\n".join(f"{key}: {value}" for key, value in lines.items() if value)
        self.put(f"{head}\nContent-Type: text/plain; charset=utf-8\n\n{text}\n".encode())
        return message_id

    def put(self, raw: bytes) -> None:
        (self.folder / "mail" / "in" / "new" / f"{next(self.ids):05d}.eml").write_bytes(raw)

    def begin(self) -> None:
        """Full sheets from everybody; play begins."""
        basic = self.record().row.rules == "basic" and len(self.colours) == len(SHEETS)
        for place, colour in enumerate(self.colours):
            sheet = SHEETS[colour] if basic else self.sheet(place)
            self.write(colour, f"{sheet}\nREADY")
        self.poll(1)

    def sheet(self, place: int) -> str:
        """A full sheet under the rules of this game, another one for each place."""
        record = self.record()
        rules = record.rules
        names = [letter for letter in record.state.people if rules.may_hold(record.state, letter)]
        turned = [*names[place * 5 :], *names[: place * 5]]
        numbers = sorted(rules.sheet, reverse=True)
        given = zip(turned, ("10+" if n > 10 else str(n) for n in numbers), strict=False)
        return f"INFLUENCE {', '.join(f'{name}={number}' for name, number in given)}"

    def record(self) -> Record:
        """The game now, to look at."""
        with transaction(self.site.engine) as connection:
            record = load(connection, self.name)
            assert record is not None
            record.views(), record.lists(), record.seat_rows
            return record

    def events(self) -> list[Event]:
        """The whole journal."""
        with transaction(self.site.engine) as connection:
            record = load(connection, self.name)
            assert record is not None
            return record.events()

    def orders(self, colour: str) -> list[str]:
        record = self.record()
        return [record.words(one) for one in record.lists()[colour]]


def subject_of(mail: Message) -> str:
    return str(make_header(decode_header(str(mail["Subject"]))))


def text_of(mail: Message) -> str:
    plain = next(part for part in mail.walk() if part.get_content_type() == "text/plain")
    body = plain.get_payload(decode=True)
    assert isinstance(body, bytes)
    return body.decode("utf-8")


class ArchivedGame(MailGame):
    """One whose archive is written after each resolution."""

    ARCHIVED = True


class TextGame(MailGame):
    """One whose mails are text alone, for tests that do not look at how a mail is made."""

    HTML = False
