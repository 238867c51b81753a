"""The promises, one function each.  `light`: once over, for `make check`."""

import hashlib
import subprocess
import sys
from collections.abc import Callable, Iterator
from datetime import timedelta
from pathlib import Path

from msgspec.structs import replace
from sqlalchemy import insert, select, update

from bench.mails import mails_a_year
from bench.measure import Row, Stopwatch, cpu, rate
from bench.reports import html_reports
from pbem.archive.history import chained, leaf
from pbem.engine import codec, dice
from pbem.engine.events import GameStarted, Rolled
from pbem.engine.packs import politicians
from pbem.engine.state import State, fold
from pbem.report.brief import FULL, TEXT
from pbem.service.mailing import naive
from pbem.service.poll import poll, resolve_due
from pbem.service.record import EVENT, GAME, SEAT, load, nonce
from pbem.service.site import Site
from pbem.service.start import new_game
from pbem.store.database import transaction
from tests.laws.mailgame import START, MailGame

NAMES = tuple(card.surname for card in politicians().values())
FIVE = 5


def evening(number: int) -> list[str]:
    """Four lines of a busy player, no READY: everybody writes something else."""
    one, two, three = (NAMES[(number * step) % len(NAMES)] for step in (7, 11, 17))
    return [
        f"HOLD {one} UP TO {number % 9 + 2}",
        f"PURGE {two}, {three} WHILE KGB AGE < {75 + number % 15}",
        f"TRY {one[:5]} IF blue CONTROLS DM",
        f"VOTE INNOCENT ON {two}",
    ]


def order_mails(folder: Path, light: bool) -> Iterator[Row]:
    """300 order mails a second read, validated, stored and answered in one batch poll; what the gate costs is counted apart."""
    games = 12 if light else 60
    rates = {}
    for style, gate in ((TEXT, False), (TEXT, True), (FULL, False)):
        many = _ManyGames(folder / f"many{style}{gate}", games, gate)
        many.sheets()
        with transaction(many.site.engine) as connection:
            connection.execute(update(SEAT).values(style=style))
        for _ in range(2 if light else 3):
            many.letters(evening)
            many.poll()
        rates[style, gate] = rate(games * FIVE, min(many.times))
    size, plain = f"{many.size / 1000:.1f} kB, gate off", rates[TEXT, False]
    yield Row(f"order mails answered ({size})", 300, plain, "mails/s", baseline="sqlite")
    yield Row("the same with receipts as HTML, too", 100, rates[FULL, False], "mails/s", baseline="sqlite")
    yield Row("the gate: time for them, on to off", 2.5, plain / rates[TEXT, True], "times", most=True)


def _gated(site: Site, gate: bool) -> Site:
    """The site with its gate shut or open."""
    site.config = replace(site.config, judge=replace(site.config.judge, gate=gate))
    return site


class _ManyGames:
    """Many games in one site, all at the same place."""

    def __init__(self, folder: Path, games: int, gate: bool) -> None:
        values = {
            "name": "Judge",
            "address": "judge@example.org",
            "moderator": "gm@example.org",
            "zone": "UTC",
        }
        site = _gated(Site.create(folder, **values), gate)
        self.size = 0.0
        self.players: dict[str, MailGame] = {}
        self.now, self.site, self.times = START, site, list[float]()
        self.round = self.count = 0
        for number in range(games):
            game = MailGame(folder, seats=FIVE, seed=number, begin=False)
            game.names = {colour: f"{name}{number}" for colour, name in game.names.items()}
            game.site = site
            self.players[f"g{number}"] = game
            seats = [f"{c}={name} <{name.lower()}@example.org>" for c, name in game.names.items()]
            new_game(
                site,
                f"g{number}",
                rules="basic",
                players=seats,
                deadline="90d",
                tempo=None,
                options={"ready": "said"},
                seed=f"{number:064x}",
                now=START,
            )
        self.poll()

    def sheets(self) -> None:
        """Everybody hands in a sheet, and all games begin."""
        self.letters(lambda number: ["INFLUENCE B C D E F G H I J K", "READY"])
        self.poll()
        self.times.clear()

    def poll(self) -> None:
        self.now += timedelta(hours=30)
        watch = Stopwatch()
        with watch:
            done = poll(self.site, self.now)
        assert not done.problems
        assert done.receipts == done.letters
        self.times.append(watch.seconds)
        self._hand_out()

    def _hand_out(self) -> None:
        """One look into the outbox for all games."""
        first = next(iter(self.players.values()))
        mails = first.outbox()
        for raw in mails.values():
            to = raw.split(b"\nTo: ", 1)[1].split(b" <", 1)[0].decode()
            for game in self.players.values():
                if to in game.names.values():
                    game.take(raw)
        for path in (first.folder / "mail/out/new").iterdir():
            path.unlink()

    def letters(self, lines: Callable[[int], list[str]]) -> None:
        self.round += 1
        for name, game in self.players.items():
            game.now = self.now
            for player in game.names:
                number = f"{name}.{player}.{self.round}"
                place = game.folder / "mail/in/new" / number
                self.count += 1
                raw = game.letter(player, lines(self.count), number=number)
                self.size += (len(raw) - self.size) / self.count
                place.write_bytes(raw)


def phases(folder: Path, light: bool) -> Iterator[Row]:
    """60 phases a second resolved, stored, and told in the reports of five players as text; sending is not counted.

    The Advanced Game promises half of that: it has windows with cards in every phase, and longer reports.  With HTML and a picture a
    report may take 15 ms, five of them 75; what the gate costs is counted apart (decision D39).
    """
    yield Row(
        "phases resolved, text reports for five, gate off",
        60,
        _phases(folder, light, "basic", TEXT),
        "phases/s",
    )
    yield Row("the same, advanced", 30, _phases(folder, light, "advanced", TEXT), "phases/s")
    plain = _phases(folder, light, "basic")
    yield Row("the same with HTML and pictures, basic", 13, plain, "phases/s")
    advanced = _phases(folder, light, "advanced")
    yield Row("the same, advanced", 13, advanced, "phases/s")
    gated = _phases(folder, light, "basic", gate=True)
    yield Row("the gate: time for a phase, on to off", 3, plain / gated, "times", most=True)
    gated = _phases(folder, light, "advanced", gate=True)
    yield Row("the same, advanced", 3, advanced / gated, "times", most=True)


def _phases(folder: Path, light: bool, rules: str, style: str = FULL, gate: bool = False) -> float:
    watch, count = Stopwatch(), 0
    for seed in range(1 if light else 4):
        name = f"{rules}{seed}{style}{gate}"
        game = MailGame(folder / name, rules, seats=FIVE, seed=seed, tempo="phase")
        _gated(game.site, gate)
        with transaction(game.site.engine) as connection:
            connection.execute(update(SEAT).values(style=style))
        for _ in range(8 if light else 90):
            look = game.look()
            if not look.session:
                break
            lines = {p: [line for line in game.lines(look, p) if line != "READY"] for p in game.names}
            for player, own in lines.items():
                game.drop(game.letter(player, own))
            game.now += timedelta(hours=1)
            game.poll()  # the letters are read, but the deadline is still to come
            game.now += timedelta(hours=72)
            with watch:
                assert list(resolve_due(game.site, game.now, []))
            game.poll()
            count += game.look().closed - look.closed
    return rate(count, watch.seconds)


def whole_games(folder: Path, light: bool) -> Iterator[Row]:
    """100 finished games a second folded and checked from their journals (decision D40); 50 of the Advanced Game."""
    yield Row("finished games folded and checked", 100, _whole(folder, light, "basic"), "games/s")
    yield Row("the same, advanced", 50, _whole(folder, light, "advanced"), "games/s")


def _whole(folder: Path, light: bool, rules: str) -> float:
    journals = [_journal(folder / f"whole-{rules}{seed}", rules, seed) for seed in range(2 if light else 8)]
    watch = Stopwatch()
    repeats = 3 if light else 10
    for journal in journals:  # packs are read once a process, whatever is checked
        checked(*journal)
    with watch:
        for _ in range(repeats):
            for journal in journals:
                assert checked(*journal).over
    return rate(repeats * len(journals), watch.seconds)


Journal = tuple[list[bytes], list[str], bytes]


def _journal(folder: Path, rules: str, seed: int) -> Journal:
    """The stored lines, the chain and the master secret of a finished game."""
    game = MailGame(folder, rules, seats=FIVE, seed=seed + 50)
    while game.session():
        pass
    with transaction(game.site.engine) as connection:
        record = load(connection, "test")
        assert record is not None
        rows = connection.execute(
            select(EVENT).where(EVENT.c.game == record.id).order_by(EVENT.c.number)
        ).all()
        return [row.data.encode() for row in rows], [row.digest for row in rows], record.master


def checked(lines: list[bytes], digests: list[str], master: bytes) -> State:
    """Decode, chain, dice, fold: what anybody can do with an archive."""
    events = [codec.decode(line) for line in lines]
    key, head = dice.derive(master, "nonce"), ""
    for number, (event, line, digest) in enumerate(zip(events, lines, digests, strict=True), 1):
        head = chained(head, leaf(event, line, nonce(key, number)))
        assert head == digest
    seed = dice.derive(master, "dice")
    assert isinstance(events[0], GameStarted)
    assert events[0].commitment == hashlib.sha256(seed).hexdigest()
    roll = dice.sealed(seed)
    for event in events:
        if isinstance(event, Rolled):
            assert roll(event.label, 20) == event.value
    return fold(events)


def idle_games(folder: Path, light: bool) -> Iterator[Row]:
    """A poll with nothing to do costs the same with 10 or 10,000 idle games."""
    few, many = (_idle(folder / str(games), games) for games in (10, 1000 if light else 10_000))
    yield Row("idle poll: 10,000 games to 10 games", 1.5, many / few, "times", most=True)
    yield Row("idle poll", 50, many * 1000, "ms", most=True)


def _idle(folder: Path, games: int) -> float:
    """CPU seconds of one poll, the least of many."""
    values = {"name": "Judge", "address": "judge@example.org", "moderator": "gm@example.org", "zone": "UTC"}
    site = Site.create(folder, **values)
    row = {
        "rules": "basic",
        "tempo": "club",
        "schedule": "72h",
        "zone": "UTC",
        "master": "00" * 32,
        "created": naive(START),
    }
    row |= {
        "options": "{}",
        "salts": "{}",
        "turn": 3,
        "session": "purge spy health",
        "held": "",
        "events": 9,
        "archived": 9,
        "head": "x",
    }
    row |= {"status": "running", "reminders": 0, "deadline": naive(START + timedelta(days=90))}
    seat = {
        "seen": 9,
        "mails": 1,
        "letters": 0,
        "lines": 0,
        "draft": "{}",
        "salt": "",
        "ready": "",
        "zone": "UTC",
    }
    with transaction(site.engine) as connection:
        connection.execute(insert(GAME), [{"name": f"idle{n}", **row} for n in range(games)])
        seats = [
            {
                "game": n + 1,
                "colour": colour,
                "place": p,
                "name": colour,
                "address": f"{colour}{n}@example.org",
                **seat,
            }
            for n in range(games)
            for p, colour in enumerate(("red", "blue", "green", "yellow"))
        ]
        connection.execute(insert(SEAT), seats)
    times = []
    for _ in range(15):
        watch = Stopwatch()
        with watch:
            poll(site, START)
        times.append(watch.seconds)
    site.engine.dispose()
    return min(times)


def start_up(folder: Path, light: bool) -> Iterator[Row]:
    """`pbem --help` in 0.3 s."""
    times = []
    for _ in range(3 if light else 7):
        before = cpu()
        subprocess.run(
            [sys.executable, "-m", "pbem", "--help"], check=True, capture_output=True, cwd=Path.cwd()
        )
        times.append(cpu() - before)
    yield Row("pbem --help", 0.3, min(times), "s", most=True)


Promise = Callable[[Path, bool], Iterator[Row]]
PROMISES: tuple[Promise, ...] = (
    start_up,
    whole_games,
    order_mails,
    phases,
    idle_games,
    mails_a_year,
    html_reports,
)
