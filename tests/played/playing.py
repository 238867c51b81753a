"""Five people and a moderator on one site: hourly polls, letters written hours after the mails that they answer, commands typed."""

from collections.abc import Callable, Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path
from random import Random
from typing import Any

from typer.testing import CliRunner

from pbem.bots import Answered, Bot, mail_text, message, open_mail
from pbem.cli.commands import app
from pbem.engine.events import Event
from pbem.engine.outlook import outlook
from pbem.engine.view import TABLE
from pbem.mail.compose import text_of
from pbem.service.poll import PollResult, poll
from pbem.service.record import Record, load
from pbem.service.site import Site
from pbem.store.database import transaction

START = datetime(2026, 12, 1, 9, tzinfo=UTC)
NAMES = {"red": "Anna", "blue": "Boris", "green": "Clara", "yellow": "Dmitri", "brown": "Elena"}
ZONES = {"red": "Europe/Zurich", "blue": "America/New_York", "green": "Asia/Kolkata"}
NAME = "tauwetter"


class Player:
    """Somebody with a mailbox, who answers each mail that asks something of him some hours later."""

    def __init__(self, colour: str, name: str, seed: str) -> None:
        self.colour, self.name = colour, name
        self.address = f"{name.lower()}@players.example"
        self.rng = Random(f"{seed}/{name}")
        self.bot = Bot(colour, Random(self.rng.random()))
        self.silent = False
        #: when he will answer which mail
        self.answers: list[tuple[datetime, Answered]] = []
        self.mails: list[tuple[datetime, str, str]] = []


class Table:
    """The game.  `hour` polls once; `play_until` goes on until something is so."""

    def __init__(self, folder: Path, seed: str, **options: str) -> None:
        self.folder, self.now, self.seed = folder, START, seed
        values = {"name": "Kremlin Judge", "address": "judge@judge.example", "moderator": "gm@judge.example"}
        self.site = Site.create(folder, **values, zone="Europe/Zurich")
        self.players = {colour: Player(colour, name, seed) for colour, name in NAMES.items()}
        self.moderator: list[tuple[datetime, str, str]] = []
        self.seen: set[int] = set()
        self.letters = 0
        #: when what happened, and who left
        self.marks: dict[str, datetime] = {}
        self.gone: Player | None = None
        seats = [
            word
            for colour, one in self.players.items()
            for word in ("--player", f"{colour}={one.name} <{one.address}> {ZONES.get(colour, '')}".strip())
        ]
        more = [word for key, value in options.items() for word in ("--option", f"{key}={value}")]
        self.pbem("new", NAME, "--rules", "basic", *seats, "--seed", "5d" * 32, *more)

    def pbem(self, *words: str, status: int = 0, clock: bool = True) -> str:
        """What the moderator types; what he reads."""
        when = ["--now", self.now.isoformat()] if clock else []
        result = CliRunner().invoke(app, [*words, *when, "--site", str(self.folder)], prog_name="pbem")
        assert result.exit_code == status, result.output + result.stderr
        return result.output

    def record(self) -> Record:
        with transaction(self.site.engine) as connection:
            record = load(connection, NAME)
            assert record is not None
            record.views(), record.lists(), record.seat_rows
            return record

    def journal(self) -> list[Event]:
        """Everything that was ever written."""
        with transaction(self.site.engine) as connection:
            record = load(connection, NAME)
            assert record is not None
            return record.events()

    def sent(self) -> list[tuple[str, str]]:
        """Message-ID and state of every mail."""
        with transaction(self.site.engine) as connection:
            return [tuple(row) for row in connection.exec_driver_sql("select message_id, state from mail")]

    # --- time ---

    def hour(self, hours: int = 1) -> PollResult:
        """An hour later: who meant to write by now has written; the poll runs."""
        self.now += timedelta(hours=hours)
        for player in self.players.values():
            due = [one for one in player.answers if one[0] <= self.now]
            player.answers = [one for one in player.answers if one[0] > self.now]
            for _, mail in due:
                self.answer(player, mail)
        result = poll(self.site, self.now)
        self._post()
        return result

    def play_until(self, reached: Callable[[Record], bool], days: int = 60) -> None:
        """Poll by the hour until it is so.  Fails after so many days."""
        for _ in range(days * 24):
            if reached(self.record()):
                return
            assert self.hour().problems == []
        raise AssertionError(f"not reached within {days} days: {self.record().row}")

    # --- letters ---

    def answer(self, player: Player, mail: Answered) -> None:
        """His orders for what is open now, in answer to this mail."""
        record = self.record()
        if not record.row.session or player.silent:
            return
        session, view = record.row.session.split(), record.views()[player.colour]
        if session == ["setup"]:
            lines = [*player.bot.sheet(view, record.rules), "READY"]
        else:
            asks = outlook(record.views()[TABLE], record.rules, session)
            lines = player.bot.orders(view, record.rules, session, asks)
        self.write(player, lines, mail)

    def write(self, player: Player, lines: Sequence[str], mail: Answered) -> None:
        """A letter of his, now."""
        self.letters += 1
        text = mail_text(lines, mail, player.rng, "gmail", player.name, self.now)
        sender = f"{player.name} <{player.address}>"
        raw = message(sender, mail, text, f"<{self.letters}@players.example>", self.now)
        (self.folder / "mail" / "in" / "new" / f"{self.letters:06}").write_bytes(raw)

    def last(self, player: Player) -> Answered:
        """The last mail that he got."""
        return self._opened(player.colour)

    def _opened(self, colour: str) -> Answered:
        raw = self._rows("player = :who and state = 'sent' order by id desc limit 1", who=colour)[0][3]
        return open_mail(raw)[1]

    def _rows(self, where: str, **values: Any) -> list[Any]:
        from sqlalchemy import text

        query = f"select id, player, kind, raw, recipient, subject from mail where {where}"
        with transaction(self.site.engine) as connection:
            return list(connection.execute(text(query), values).all())

    def _post(self) -> None:
        """What was sent since the last look, into everybody's mailbox."""
        for number, _, kind, raw, recipient, subject in self._rows("state = 'sent' order by id"):
            if number in self.seen:
                continue
            self.seen.add(number)
            text = text_of(raw)
            owner = next((p for p in self.players.values() if p.address == recipient), None)
            if owner is None:
                self.moderator.append((self.now, subject, text))
                continue
            owner.mails.append((self.now, subject, text))
            if kind == "report":
                wait = timedelta(hours=owner.rng.randrange(3, 20))
                owner.answers.append((self.now + wait, open_mail(raw)[1]))


def letterbox(mails: Sequence[tuple[datetime, str, str]]) -> str:
    """All mails of one person, one below the other, as he would read them."""
    rule = "=" * 78
    return "\n".join(
        f"{rule}\n{when:%Y-%m-%d %H:%M} UTC  {subject}\n\n{text}" for when, subject, text in mails
    )
