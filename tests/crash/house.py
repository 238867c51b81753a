"""A site with two games whose mails go to a failing server, and polls of it in processes that are killed."""

import json
import os
import re
import shutil
import signal
from collections.abc import Mapping
from datetime import datetime, timedelta
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

from pbem.bots import Bot
from pbem.engine.packs import factions
from pbem.mail import points
from pbem.mail.outbox import Outbox
from pbem.mail.smtp import Timeouts
from pbem.service import fetching, intake
from pbem.service.poll import poll
from pbem.service.site import Site
from pbem.service.start import new_game
from tests.crash.smtpd import Server, Taken
from tests.laws.mailgame import START, MailGame
from tests.postgres.server import move, the_server
from tests.rhythm import plainly

JUDGE, MODERATOR = "judge@example.org", "gm@example.org"
#: name, rules, seats; the players are the same persons
GAMES = (("plain", "basic", 3), ("bribes", "advanced", 4))
#: Everything in small portions, so that more moments lie between two commits.
SMALL = ((fetching, "BATCH", 4), (intake, "GAMES_AT_ONCE", 1))
FAST = Timeouts(connect=3.0, command=2.0, data=0.3)
_OUTBOX = Site.outbox


class Polled(NamedTuple):
    """A poll in a process of its own: the moments that it passed; None or what it ended with."""

    passed: list[str]
    problems: list[str] | None

    @property
    def killed(self) -> bool:
        return self.problems is None


class Table(MailGame):
    """One of the games; the site is not its own."""

    def __init__(self, site: Site, name: str, rules: str, seats: int, seed: int) -> None:
        super().__init__(site.path, rules, seats, seed, begin=False, name=name)
        self.site = site
        colours = list(factions())[:seats]
        self.bots = {colour: Bot(colour, Random(f"{seed}/{name}/{colour}")) for colour in colours}

    def begin(self, rules: str, seed: str) -> None:
        players = [f"{c}={name} <{name.lower()}@example.org>" for c, name in self.names.items()]
        fixed = {"deadline": "72h", "tempo": None, "options": plainly(), "seed": seed, "now": self.now}
        new_game(self.site, self.name, rules=rules, players=players, **fixed)  # type: ignore[arg-type]


class House:
    """The site.  `server`: where its mails go; None leaves them in its Maildir."""

    def __init__(
        self, folder: Path, server: Server | None, database: str = "", seed: int = 1, games: Any = GAMES
    ) -> None:
        self.folder, self.server, self.now, self.seed = folder, server, START, seed
        values = {"name": "Judge", "address": JUDGE, "moderator": MODERATOR, "zone": "UTC"}
        self.site = move(Site.create(folder, **values), database)
        if server is not None:
            toml = folder / "pbem.toml"
            text = toml.read_text("utf-8")
            assert '"maildir:mail/out"' in text
            toml.write_text(text.replace('"maildir:mail/out"', f'"{server.url()}"'), "utf-8")
            self.site.engine.dispose()
            self.site = Site.open(folder)
        self.tables = {name: Table(self.site, name, rules, seats, seed) for name, rules, seats in games}
        for name, rules, _ in games:
            self.tables[name].begin(rules, f"{seed:032x}{len(name):032x}")
        self.dropped: dict[str, bytes] = {}
        #: mails of ours that the server took before we were copied, and how many it had taken for others
        self.earlier: list[Taken] = []
        self.before = len(server.taken()) if server is not None else 0

    def copy(self, folder: Path) -> "House":
        """The same in another folder and another database, to go on differently; this one must not be polled any more."""
        self.site.engine.dispose()
        if self.server is not None and self.before >= 0:
            self.earlier, self.before = self.mails(), -1
        shutil.copytree(self.folder, folder)
        other: House = object.__new__(House)
        other.__dict__.update(self.__dict__)
        other.folder, other.dropped = folder, dict(self.dropped)
        other.before = len(self.server.taken()) if self.server is not None else 0
        other.site = Site.open(folder)
        if other.site.engine.dialect.name == "postgresql":
            other.site = move(other.site, the_server().copy(self.site.config.database.url))
        other.tables = {}
        for name, table in self.tables.items():
            twin: Table = object.__new__(Table)
            twin.__dict__.update(table.__dict__)
            twin.site, twin.folder, twin.answering = other.site, folder, dict(table.answering)
            other.tables[name] = twin
        return other

    def close(self) -> None:
        """Away with folder and database."""
        self.site.engine.dispose()
        if self.site.engine.dialect.name == "postgresql":
            the_server().drop(self.site.config.database.url)
        shutil.rmtree(self.folder)

    # --- letters and mails ---

    def put(self, raw: bytes) -> str:
        """Into the inbox, after all others; its key in the database."""
        name = f"{len(self.dropped) + 1:06}.letter"
        self.dropped[name] = raw
        (self.folder / "mail/in/new" / name).write_bytes(raw)
        return f"maildir:{name}"

    def mails(self) -> list[Taken]:
        """All mails of this site that its server has taken, copies and all."""
        if self.server is not None:
            return [*self.earlier, *(self.server.taken(self.before) if self.before >= 0 else ())]
        out = self.folder / "mail/out/new"
        return [Taken(JUDGE, "", path.read_bytes()) for path in sorted(out.iterdir())]

    def read_mail(self) -> None:
        """Everybody looks at what came."""
        for taken in self.mails():
            subject = re.search(rb"^Subject: \[(\w+)\]", taken.raw, re.M)
            if subject and subject[1].decode() in self.tables:
                self.tables[subject[1].decode()].take(taken.raw.replace(b"\r\n", b"\n"))

    # --- polls ---

    def poll(self) -> Any:
        """In this process, in peace."""
        with _in_small_portions():
            result = poll(self.site, self.now)
        for table in self.tables.values():
            table.now = self.now
        return result

    def forked(self, kill: int = 0) -> Polled:
        """In a process of its own, killed at the moment of this number (1 is the first; 0: never)."""
        self.site.engine.dispose()
        reading, writing = os.pipe()
        child = os.fork()
        if child == 0:
            try:
                os.close(reading)
                _child(self.folder, self.now, kill, writing)
            finally:
                os._exit(1)
        os.close(writing)
        with os.fdopen(reading) as pipe:
            told = pipe.read().splitlines()
        _, status = os.waitpid(child, 0)
        if os.WIFSIGNALED(status):
            assert os.WTERMSIG(status) == signal.SIGKILL
            return Polled(told, None)
        assert told and told[-1].startswith("{"), (
            f"a poll broke off with status {status}; see {self.folder}/pbem.log"
        )
        return Polled(told[:-1], json.loads(told[-1])["problems"])

    def in_peace(self) -> int:
        """Poll, hours apart, until nothing waits to be sent; how many polls that took."""
        if self.server is not None:
            self.server.fail({})
        for count in range(1, 12):
            result = self.poll()
            assert result.problems == [], result.problems
            if not result.waiting:
                self.read_mail()
                return count
            self.now += timedelta(hours=6)
        raise AssertionError(f"{result.waiting} mails still wait")

    def rows(self, query: str) -> list[Mapping[str, Any]]:
        """What the database says."""
        with self.site.engine.begin() as connection:
            found: list[Mapping[str, Any]] = [dict(row._mapping) for row in connection.exec_driver_sql(query)]
        self.site.engine.dispose()
        return found


def _child(folder: Path, now: datetime, kill: int, writing: int) -> None:
    passed = 0

    def moment(name: str) -> None:
        nonlocal passed
        passed += 1
        os.write(writing, f"{name}\n".encode())
        if passed == kill:
            os.kill(os.getpid(), signal.SIGKILL)

    points.listen(moment)
    with _in_small_portions():
        result = poll(Site.open(folder), now)
    os.write(writing, f"{json.dumps({'problems': result.problems})}\n".encode())
    os._exit(0)


def _outbox(site: Site) -> Outbox:
    box = _OUTBOX(site)
    if hasattr(box, "_timeouts"):
        box._timeouts = FAST
    return box


class _in_small_portions:
    """And with short time limits."""

    def __enter__(self) -> None:
        self._before = [getattr(module, name) for module, name, _ in SMALL]
        for module, name, value in SMALL:
            setattr(module, name, value)
        Site.outbox = _outbox  # type: ignore[method-assign]

    def __exit__(self, *_: object) -> None:
        for (module, name, _value), before in zip(SMALL, self._before, strict=True):
            setattr(module, name, before)
        Site.outbox = _OUTBOX  # type: ignore[method-assign]
