"""A game by mail for the laws: a site, bots that answer their reports, and a clock in our hand."""

import os
import shutil
from collections.abc import Callable, Iterable, Mapping
from datetime import UTC, datetime, timedelta
from email.utils import parsedate_to_datetime
from pathlib import Path
from random import Random
from typing import NamedTuple

from pbem.bots import Answered, Bot, is_notice, mail_text, message, open_mail
from pbem.engine import board
from pbem.engine.events import Player
from pbem.engine.outlook import outlook
from pbem.engine.packs import factions
from pbem.engine.questions import Ask
from pbem.engine.state import State
from pbem.engine.view import TABLE
from pbem.orders.names import Lexicon
from pbem.service.poll import poll
from pbem.service.record import Record, load
from pbem.service.site import Site
from pbem.service.start import new_game
from pbem.store.database import transaction
from tests.postgres.server import move, the_server
from tests.rhythm import in_words, plainly, unarchived

START = datetime(2026, 12, 1, 9, 0, tzinfo=UTC)
NAMES = ("Anna", "Boris", "Clara", "Dmitri", "Elena", "Fyodor")
#: What a player writes when his bot would have written these lines.
Rewriting = Callable[[Player, list[str]], list[str]]


class Look(NamedTuple):
    """A game as it is now: what `see` shows to each player, and what the session would ask."""

    session: tuple[str, ...]
    views: Mapping[Player, State]
    asks: tuple[Ask, ...]
    record: Record
    closed: int


class MailGame:
    """One game in one site."""

    #: Is the archive written after each resolution, as sites do?
    ARCHIVED = False
    #: Do its mails have HTML and pictures, as everybody's do who asks for nothing else?
    HTML = True

    def __init__(
        self,
        folder: Path,
        rules: str = "basic",
        seats: int = 3,
        seed: int = 1,
        begin: bool = True,
        tempo: str | None = None,
        options: Mapping[str, str] | None = None,
        database: str = "",
        name: str = "test",
    ) -> None:
        self.seed, self.name = seed, name
        self.folder, self.now, self.letters = folder, START, 0
        colours = list(factions())[:seats]
        self.names = dict(zip(colours, NAMES, strict=False))
        self.bots = {colour: Bot(colour, Random(f"{seed}/{colour}")) for colour in colours}
        self.answering: dict[Player, tuple[int, Answered]] = {}
        self.known: set[str] = set()
        if not begin:
            return
        values = {
            "name": "Judge",
            "address": "judge@example.org",
            "moderator": "gm@example.org",
            "zone": "UTC",
        }
        self.site = move(Site.create(folder, **values), database)
        if not self.ARCHIVED:
            unarchived(self.site)
        players = [f"{c}={name} <{name.lower()}@example.org>" for c, name in self.names.items()]
        fixed = {
            "deadline": "72h",
            "tempo": tempo,
            "options": plainly(options),
            "seed": f"{seed:064x}",
            "now": self.now,
        }
        new_game(self.site, name, rules=rules, players=players, **fixed)  # type: ignore[arg-type]
        if not self.HTML:
            in_words(self.site.engine)
        self.poll()

    def copy(self, folder: Path) -> "MailGame":
        """The same game in another folder, to go on differently."""
        self.site.engine.dispose()
        shutil.copytree(self.folder, folder)
        other = MailGame(folder, seats=len(self.names), begin=False, name=self.name)
        other.now, other.letters, other.answering = self.now, self.letters, dict(self.answering)
        other.bots, other.known = self.bots, set(self.known)
        other.site = Site.open(folder)
        if self.site.engine.dialect.name == "postgresql":
            other.site = move(other.site, the_server().copy(self.site.config.database.url))
        return other

    def poll(self) -> None:
        result = poll(self.site, self.now)
        assert result.problems == [], result.problems
        self.read_mail()

    def read_mail(self) -> None:
        """Everybody looks at the mails that came since he last looked."""
        home = self.folder / "mail/out/new"
        fresh = sorted(set(os.listdir(home)) - self.known)
        self.known.update(fresh)
        for name in fresh:
            self.take((home / name).read_bytes())

    def take(self, raw: bytes) -> None:
        """The newest mail that is no receipt is the one that its reader will answer."""
        to, mail, receipt = open_mail(raw)
        colour = next((c for c, name in self.names.items() if to == f"{name.lower()}@example.org"), None)
        if colour is not None and not receipt and not is_notice(mail):
            self.answering[colour] = max(
                self.answering.get(colour, (0, mail)), (_date(raw), mail), key=lambda at: at[0]
            )

    def outbox(self) -> dict[str, bytes]:
        """All mails sent so far, by file name."""
        return {path.name: path.read_bytes() for path in sorted((self.folder / "mail/out/new").iterdir())}

    def look(self) -> Look:
        with transaction(self.site.engine) as connection:
            record = load(connection, self.name)
            assert record is not None
            assert record.rules  # read while the connection is open
            session = tuple(record.row.session.split())
            views = dict(record.views())
            asks = outlook(views[TABLE], record.rules, session) if session not in ((), ("setup",)) else ()
            return Look(session, views, asks, record, _phases_closed(record))

    def lines(self, look: Look, player: Player) -> list[str]:
        """What his bot writes."""
        bot, rules = self.bots[player], look.record.rules
        if look.session == ("setup",):
            return [*bot.sheet(look.views[player], rules), "READY"]
        return [*bot.orders(look.views[player], rules, look.session, look.asks), "READY"]

    def letter(
        self, player: Player, lines: Iterable[str], answered: Answered | None = None, number: str = ""
    ) -> bytes:
        """A reply to his newest report, with nothing by chance in it."""
        answered = answered or self.answering[player][1]
        number = number or f"{player}.{self.letters}"
        name = self.names[player]
        text = mail_text(list(lines), answered, Random(number), "gmail", name, self.now)
        sender = f"{name} <{name.lower()}@example.org>"
        return message(sender, answered, text, f"<{number}@home.example>", self.now)

    def drop(self, raw: bytes) -> None:
        self.letters += 1
        place = self.folder / "mail/in/new" / f"{self.letters:05}.letter"
        place.write_bytes(raw)

    def everybody_writes(self, rewriting: Rewriting = lambda player, lines: lines) -> bool:
        """A letter of each player into the inbox.  False: the game is over."""
        look = self.look()
        if not look.session:
            return False
        for player in self.names:
            self.drop(self.letter(player, rewriting(player, self.lines(look, player))))
        return True

    def session(self, rewriting: Rewriting = lambda player, lines: lines) -> bool:
        """Everybody writes, the site reads and resolves."""
        if not self.everybody_writes(rewriting):
            return False
        self.now += timedelta(hours=30)
        self.poll()
        return True

    def lexicon(self) -> Lexicon:
        return self.look().record.lexicon


def _date(raw: bytes) -> int:
    """When a mail was written."""
    line = next(line for line in raw.decode("ascii").splitlines() if line.startswith("Date: "))
    return int(parsedate_to_datetime(line[6:]).timestamp())


def _phases_closed(record: Record) -> int:
    """How many phases have been played."""
    state = record.state
    if state.phase not in board.PHASES:
        return state.turn
    return 2 + (state.turn - 1) * len(board.PHASES) + board.PHASES.index(state.phase)


class TextGame(MailGame):
    """One whose mails are text alone, for tests that do not look at how a mail is made."""

    HTML = False
