"""What players write while polls die: orders that can be counted, words that nobody else may read, and how the mail comes."""

import re
from collections.abc import Sequence
from random import Random
from typing import NamedTuple

from pbem.engine.events import Player
from tests.crash.house import House


class Written(NamedTuple):
    """A letter.  `number` is in its countable order (0: it has none), `canary` in words that are for the judge alone."""

    game: str
    player: Player
    address: str
    number: int
    canary: str
    raw: bytes
    automatic: bool = False


class Pen:
    """Writes letters, each with a number of its own."""

    def __init__(self, rng: Random) -> None:
        self.rng, self.count = rng, 0
        #: all that was ever put into the inbox, by its key
        self.sent: dict[str, Written] = {}
        self.extra = 0

    def copy(self) -> "Pen":
        """For a copy of the site."""
        other = Pen(self.rng)
        other.count, other.extra, other.sent = self.count, self.extra, dict(self.sent)
        return other

    def everybody(self, house: House) -> list[Written]:
        """A letter of each player of each game that goes on; now and then an automatic one besides."""
        written = []
        for name, table in house.tables.items():
            look = table.look()
            for player in table.names if look.session else ():
                lines = table.lines(look, player)
                written.append(self._letter(house, name, player, lines, look.session == ("setup",)))
                if self.rng.random() < 0.1:
                    written.append(self._automatic(house, name, player))
        return written

    def _letter(self, house: House, name: str, player: Player, lines: Sequence[str], setup: bool) -> Written:
        self.count += 1
        canary, number = self._canary(), 0 if setup else self.count
        more = [f"# {canary}", f"{canary.title()} or not, who knows"]
        if number:
            more.append(f"HOLD KGB UP TO 1 IF {condition(number)}")
        elif self.rng.random() < 0.5:
            more.append(f"SALT {canary}")  # published when play begins
        raw = house.tables[name].letter(
            player, [*lines[:-1], *more, lines[-1]], number=f"{name}.{player}.{self.count}"
        )
        address = f"{house.tables[name].names[player].lower()}@example.org"
        return Written(name, player, address, number, "" if more[-1].startswith("SALT") else canary, raw)

    def _automatic(self, house: House, name: str, player: Player) -> Written:
        """He is away; that must neither be read nor answered."""
        one = self._letter(house, name, player, ["HOLD PC", "READY"], False)
        raw = one.raw.replace(b"\n\n", b"\nAuto-Submitted: auto-replied\n\n", 1)
        return one._replace(raw=raw, automatic=True)

    def _canary(self) -> str:
        return "kanari" + "".join(self.rng.choice("abcdefghijklmnopqrstuvwxyz") for _ in range(12))

    def again(self, one: Written) -> Written:
        """The same letter: to the byte, or as if it was sent a second time."""
        self.extra += 1
        if self.rng.random() < 0.6:
            return one
        return one._replace(raw=re.sub(rb"(Message-ID: <)", rb"\1again.%d." % self.extra, one.raw, count=1))

    def mix(self, written: Sequence[Written]) -> tuple[list[Written], list[Written]]:
        """What comes now, in what order, and what comes only after the next deadline."""
        now: list[Written] = []
        late: list[Written] = []
        for one in written:
            (late if self.rng.random() < 0.08 else now).append(one)
            if self.rng.random() < 0.2:
                (late if self.rng.random() < 0.5 else now).append(self.again(one))
        self.rng.shuffle(now)
        return now, late

    def put(self, house: House, letters: Sequence[Written]) -> None:
        for one in letters:
            self.sent[house.put(one.raw)] = one


def condition(number: int) -> str:
    """True in no game, and another one for each number."""
    return f"TURN > {100 + number // 900} AND TURN > {100 + number % 900}"
