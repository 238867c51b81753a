"""`pbem demo`: bots play a whole game by real messages in a real site, on a clock of their own.

The bots take reply code and deadline from the mail files that the site has sent, and the position from `see` as of that report
(decision D42); their letters are files in the site's inbox.  Now and then one is late, sends a letter twice, mistypes, forgets
the code or changes his mind, so that receipts of every kind occur.
"""

import secrets
from collections.abc import Callable, Sequence
from datetime import UTC, datetime, timedelta
from hashlib import sha256
from pathlib import Path
from random import Random

from pbem.bots import (
    STYLES,
    Answered,
    Bot,
    deadline_in,
    is_notice,
    mail_text,
    message,
    mistyped,
    open_mail,
)
from pbem.engine import board
from pbem.engine.events import Player
from pbem.engine.packs import factions
from pbem.store.database import transaction
from pbem.store.tables import OVER

from . import archive, ballots, diaries
from .demo_site import NAME, domain, stage
from .demo_told import Demo, Got, doing, is_offer, is_order, memoirs, said_besides
from .errors import ServiceError
from .poll import poll
from .record import Record, load
from .site import Site
from .start import new_game

NAMES = ("Anna", "Boris", "Clara", "Dmitri", "Elena", "Fyodor")
START = datetime(2026, 12, 1, 9, 0, tzinfo=UTC)
#: Far more than any game has: with a pause for each kind of ballot, and the grace of whoever was late, eleven years may take 150.
MOST_SESSIONS = 500
#: What bots write while a session stands open for a ballot.
_IN_A_PAUSE = ("vote", "declare", "hold", "take", "protect", "play")
#: The judge works so often, and no session lasts longer than so many times that, a month.
LOOK, MOST_LOOKS = timedelta(hours=10), 72
#: Of a hundred letters, how many come with a mishap.
MISHAPS = 12

#: told what is being played, and which part of the longest game (0 to 1) is behind
Tell = Callable[[str, float], None]


def play(
    folder: Path,
    rules: str,
    seats: int,
    seed: str | None,
    progress: Tell | None = None,
    now: datetime | None = None,
    name: str | None = None,
) -> Demo:
    """Play a game from the first invitation to the archive.  `progress` is told each session; `name`: of the game, where not demo.

    Raises ServiceError where the folder is the site of anything else.
    """
    seed = seed or secrets.token_hex(8)
    site = stage(folder)
    show = _Show(site, rules, seats, seed, now or START, name)
    for _ in range(MOST_SESSIONS):
        if not show.session(progress or (lambda doing, part: None)):
            return show.closed()
    raise ServiceError(f"The demo did not end within {MOST_SESSIONS} sessions; the seed was {seed}.")


class _Show:
    """The game under way."""

    def __init__(
        self, site: Site, rules: str, seats: int, seed: str, now: datetime, name: str | None = None
    ) -> None:
        self.site, self.now = site, now
        self.rng = Random(f"{seed}/{rules}/{seats}")  # noqa: S311 - a game of bots
        self.seed = seed
        colours = list(factions())[:seats]
        self.names = dict(zip(colours, NAMES, strict=False))
        self.bots = {colour: Bot(colour, Random(self.rng.random())) for colour in colours}  # noqa: S311
        self.styles = {colour: self.rng.choice(STYLES) for colour in colours}
        self.name = name or self._free_name()
        self.letters = self.mails = 0
        self.read: set[str] = {path.name for path in self._out().iterdir()}
        new_game(
            site,
            self.name,
            rules=rules,
            players=[f"{c}={self.names[c]} <{self._address(c)}>" for c in colours],
            deadline=None,
            tempo=None,
            options={},
            seed=sha256(f"pbem demo {seed}".encode()).hexdigest(),
            now=now,
        )
        self._poll()

    def _out(self) -> Path:
        return self.site.path / "mail" / "out" / "new"

    def _address(self, colour: Player) -> str:
        return f"{self.names[colour].lower()}@{domain(self.name)}"

    def _free_name(self) -> str:
        with transaction(self.site.engine) as connection:
            names = (f"{NAME}{number or ''}" for number in range(1000))
            return next(name for name in names if load(connection, name) is None)

    def _poll(self) -> None:
        result = poll(self.site, self.now)
        if result.problems:
            raise ServiceError(f"The demo cannot go on: {' '.join(result.problems)}")

    # --- one session ---

    def session(self, progress: Tell) -> bool:
        """Everybody answers his report; the judge works twice a day until the session resolves.  False: the game is over."""
        with transaction(self.site.engine) as connection:
            record = load(connection, self.name)
            assert record is not None
            if record.row.status == OVER:
                return False
            progress(doing(record), (record.row.turn - 1) / board.LAST_TURN)
            turn, code, setup = record.row.turn, record.row.code, record.row.session == "setup"
            lines = self._lines(record, self._post())
            said = {player: said_besides(record, player, self.seed) for player in lines}
        lines = self._bargain(lines)
        letters = [
            letter
            for player, (report, own) in lines.items()
            for letter in self._with_mishap(player, report, [*own, "READY", *said[player]], setup)
        ]
        for _ in range(MOST_LOOKS):
            self._send(letters, self.now + LOOK)
            if not self._open(turn, code):
                return True
            self._second_thoughts()
        raise ServiceError(f"The demo waits in vain: {self.name} does not go on; the seed was {self.seed}.")

    def _open(self, turn: int, code: str) -> bool:
        with transaction(self.site.engine) as connection:
            record = load(connection, self.name)
            assert record is not None
            return (record.row.turn, record.row.code) == (turn, code)

    def _post(self) -> list[Got]:
        """The mails sent since the last look, by file name."""
        fresh = sorted(path for path in self._out().iterdir() if path.name not in self.read)
        self.read |= {path.name for path in fresh}
        self.mails += len(fresh)
        by_address = {self._address(colour): colour for colour in self.bots}
        opened = [open_mail(path.read_bytes()) for path in fresh]
        return [
            Got(by_address[to], mail, receipt)
            for to, mail, receipt in opened
            if to in by_address and not is_notice(mail)
        ]

    def _lines(self, record: Record, post: Sequence[Got]) -> dict[Player, tuple[Answered, list[str]]]:
        """What each writes to his report of this session."""
        reports = {got.player: got.mail for got in post if not got.receipt}
        session = record.row.session.split()
        views = record.views()
        asks = ballots.asks(record, session) if session != ["setup"] else ()
        written: dict[Player, tuple[Answered, list[str]]] = {}
        for player, bot in self.bots.items():
            report = reports.get(player)
            if report is None:
                continue
            if session == ["setup"]:
                lines = [*bot.sheet(views[player], record.rules), *self._salt()]
            else:
                lines = bot.orders(views[player], record.rules, session, asks)
                if record.row.pause:  # the rest stands in his list already
                    lines = [line for line in lines if line.casefold().startswith(_IN_A_PAUSE)]
            written[player] = report, lines
        return written

    def _bargain(
        self, written: dict[Player, tuple[Answered, list[str]]]
    ) -> dict[Player, tuple[Answered, list[str]]]:
        """Offers are sent ahead, so that the others can answer them in their letters (decision D11)."""
        offers = {player: list(filter(is_offer, lines)) for player, (_, lines) in written.items()}
        if not any(offers.values()):
            return written
        for player, ahead in offers.items():
            if ahead:
                self._drop(self._letter(player, written[player][0], ahead))
        self.now += timedelta(hours=2)
        self._poll()
        with transaction(self.site.engine) as connection:
            record = load(connection, self.name)
            assert record is not None
            answers = {p: bot.answers(record.views()[p], record.rules) for p, bot in self.bots.items()}
        return {
            player: (report, [*answers[player], *(line for line in lines if is_order(line))])
            for player, (report, lines) in written.items()
        }

    def _salt(self) -> list[str]:
        return ["SALT the bear sleeps in the east"] if self.rng.random() < 0.3 else []

    # --- mishaps ---

    def _with_mishap(
        self, player: Player, report: Answered, lines: list[str], setup: bool
    ) -> list[tuple[datetime, bool, bytes]]:
        """Usually one letter, in time; sometimes not."""
        deadline = deadline_in(report.text, self.now) or self.now + timedelta(days=4)
        kind = (
            self.rng.choice(("late", "double", "typo", "wordy", "codeless", "status"))
            if self._unlucky()
            else ""
        )
        if setup and kind in ("late", "codeless"):
            kind = "typo"
        if kind == "typo":
            lines = [mistyped(self.rng.choice(lines[:-1] or lines), self.rng), *lines]
        elif kind == "wordy":
            lines = [*lines[:-1], "sorry for the delay, the samovar exploded", lines[-1]]
        elif kind == "status":
            lines = [self.rng.choice(("STATUS", "HISTORY", "ORDERS", "HELP HOLD", "RULES R4.3")), *lines]
        elif kind == "codeless":
            bare = Answered("", "my orders for the Kremlin", "", report.judge)
            return [(deadline, False, self._letter(player, bare, lines))]
        raw = self._letter(player, report, lines)
        return [(deadline, kind == "late", raw)] * (2 if kind == "double" else 1)

    def _unlucky(self) -> bool:
        return self.rng.randrange(100) < MISHAPS

    def _letter(self, player: Player, answered: Answered, lines: Sequence[str]) -> bytes:
        name = self.names[player]
        text = mail_text(lines, answered, self.rng, self.styles[player], name, self.now)
        number = sha256(f"{self.seed}/{self.letters}/{player}/{text}".encode()).hexdigest()[:16]
        sender = f"{name} <{self._address(player)}>"
        return message(sender, answered, text, f"<{number}@{self.name}.example>", self.now)

    def _send(self, letters: list[tuple[datetime, bool, bytes]], when: datetime) -> None:
        """Put the letters that are written by now into the inbox, and let the site work."""
        self.now = max(self.now, when)
        due = [letter for letter in letters if not letter[1] or letter[0] < self.now]
        for letter in due:
            letters.remove(letter)
            self._drop(letter[2])
        self._poll()

    def _drop(self, raw: bytes) -> None:
        self.letters += 1
        home = self.site.path / "mail" / "in"
        name = f"{self.letters:05}.{self.name}"
        (home / "tmp" / name).write_bytes(raw)
        (home / "tmp" / name).rename(home / "new" / name)

    def _second_thoughts(self) -> None:
        """Receipts are answered: YES to what was held, and sometimes one order more or one less."""
        dropped = False
        with transaction(self.site.engine) as connection:
            record = load(connection, self.name)
            assert record is not None
            lists, running = record.lists(), record.row.status != OVER
        for got in self._post_receipts():
            own = [one.number for one in lists[got.player]]
            held = "As it would be read" in got.mail.text
            if held and running:
                lines = ["YES", "READY"]
            elif own and running and self._unlucky():
                lines = [
                    self.rng.choice((f"CANCEL {own[-1]}", "ALSO HOLD KGB UP TO 3", "ALSO VOTE INNOCENT")),
                    "READY",
                ]
            else:
                continue
            self._drop(self._letter(got.player, got.mail, lines))
            dropped = True
        if dropped:
            self.now += timedelta(hours=2)
            self._poll()

    def _post_receipts(self) -> list[Got]:
        """Receipts are taken out of the post; reports stay for the next session."""
        seen = set(self.read)
        post = self._post()
        reports = {got.mail.message_id.strip("<>") for got in post if not got.receipt}
        self.mails -= sum(name in reports for name in self.read - seen)
        self.read -= reports
        return [got for got in post if got.receipt]

    # --- the end ---

    def closed(self) -> Demo:
        """Memoirs, the archive, and what was played."""
        last = {got.player: got.mail for got in self._post() if not got.receipt}
        for player, mail in last.items():
            self._drop(self._letter(player, mail, [memoirs(player, self.seed)]))
        until = self.now + diaries.WINDOW + LOOK
        while last and self.now < until:
            self._send([], self.now + LOOK)
        self._post()
        folder = archive.write(self.site, self.name, None, False, self.now)
        with transaction(self.site.engine) as connection:
            record = load(connection, self.name)
            assert record is not None
            state = record.state
        winners = tuple(f"{self.names[colour]} ({colour})" for colour in state.winners)
        again = f"--rules {record.row.rules} --seats {len(self.bots)} --seed {self.seed}"
        where = str(self.site.path), str(folder)
        return Demo(self.name, again, winners, state.ended_by, state.turn, self.mails, self.letters, *where)
