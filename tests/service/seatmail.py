"""People who are invited, stand by, leave and come: a site without a game, and real letters from any address."""

import itertools
from datetime import timedelta
from email import message_from_bytes
from email.message import Message
from pathlib import Path
from typing import Any

from pbem.engine.events import Event
from pbem.service import inviting
from pbem.service.poll import PollResult, poll
from pbem.service.record import Record, load
from pbem.service.site import Site
from pbem.store.database import transaction
from tests.postgres.server import move
from tests.rhythm import plainly
from tests.service.mailgame import SEED, START, subject_of, text_of

PEOPLE = {
    "anna": "Anna <anna@people.example>",
    "boris": "boris@people.example",
    "clara": "Clara <clara@people.example>",
    "dmitri": "dmitri@people.example",
    "elena": "Elena <elena@people.example>",
}


class SeatMail:
    """A site on which people are invited to the game `test`; `now` moves only when told to."""

    def __init__(self, folder: Path, database: str = "") -> None:
        self.folder, self.now, self.name = folder, START, "test"
        values = {"name": "Kremlin Judge", "address": "judge@judge.example", "moderator": "gm@judge.example"}
        self.site = move(Site.create(folder, **values, zone="Europe/Zurich"), database)
        self.ids = itertools.count(1)

    def invite(self, *who: str, seats: int | None = 3, **more: Any) -> inviting.Invited:
        """By their names in PEOPLE; `seats` None: to the game that others were invited to before."""
        first = seats is not None
        values: dict[str, Any] = {
            "rules": "basic",
            "tempo": "club",
            "deadline": "72h",
            "packs": (),
            "seed": SEED,
        }
        values |= more
        options = plainly(values.pop("options", None))
        if not first:
            values, options = dict.fromkeys(values), {}
            values["packs"] = ()
        addresses = [PEOPLE.get(one, one) for one in who]
        return inviting.invite(
            self.site, self.name, addresses, seats=seats, options=options, now=self.now, **values
        )

    def poll(self, hours: float = 0) -> PollResult:
        self.now += timedelta(hours=hours)
        result = poll(self.site, self.now)
        assert result.problems == []
        return result

    def start(self, seats: int | None = None) -> inviting.NewGame:
        game = inviting.start(self.site, self.name, seats, self.now)
        self.poll()
        return game

    def address(self, who: str) -> str:
        return PEOPLE.get(who, who).rpartition("<")[2].strip(">")

    def to(self, who: str) -> list[Message]:
        """What this person was sent, oldest first."""
        return [mail for mail in self.outgoing() if self.address(who) in str(mail["To"])]

    def last(self, who: str) -> str:
        """Subject and text of the last mail to him."""
        mail = self.to(who)[-1]
        return f"{subject_of(mail)}\n\n{text_of(mail)}"

    def outgoing(self) -> list[Message]:
        with transaction(self.site.engine) as connection:
            rows = connection.exec_driver_sql("select raw from mail where state = 'sent' order by id").all()
        return [message_from_bytes(row[0]) for row in rows]

    def write(
        self, who: str, text: str, *, to: Message | None = None, fresh: bool = False, **headers: str
    ) -> None:
        """A letter: an answer to the last mail that he got (or to `to`); `fresh`: a new one that answers nothing."""
        mail = None if fresh else to if to is not None else self.to(who)[-1]
        lines = {
            "From": PEOPLE.get(who, who),
            "To": "judge@judge.example",
            "Subject": "a letter" if mail is None else f"Re: {subject_of(mail)}",
            "Message-ID": f"<letter-{next(self.ids)}@people.example>",
            "In-Reply-To": "" if mail is None else str(mail["Message-ID"]),
            "Date": "Tue, 01 Dec 2026 12:00:00 +0000",
            **headers,
        }
        head = "\n".join(f"{key}: {value}" for key, value in lines.items() if value)
        raw = f"{head}\nContent-Type: text/plain; charset=utf-8\n\n{text}\n".encode()
        (self.folder / "mail" / "in" / "new" / f"{next(self.ids):05d}.eml").write_bytes(raw)

    def said(self, *who: str, text: str = "YES") -> None:
        """Each answers, one poll after the other."""
        for one in who:
            self.write(one, text)
            self.poll(0.1)

    def says(self) -> dict[str, str]:
        """address -> what `pbem seats` shows."""
        return {
            one.address.partition("@")[0]: one.says for one in inviting.seats(self.site, self.name).people
        }

    def record(self) -> Record:
        with transaction(self.site.engine) as connection:
            record = load(connection, self.name)
            assert record is not None
            record.views(), record.lists(), record.seat_rows
            return record

    def events(self) -> list[Event]:
        with transaction(self.site.engine) as connection:
            record = load(connection, self.name)
            assert record is not None
            return record.events()

    def names(self) -> dict[str, str]:
        """colour -> name and address."""
        return {colour: f"{seat.name} <{seat.address}>" for colour, seat in self.record().seat_rows.items()}
