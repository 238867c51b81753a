"""Two games that differ only in what one player hides: through pauses, rulings, undo, replacement and approval nobody else's mail differs.

The moderator's own mails are not compared: he may see everything.
"""

from collections.abc import Callable
from datetime import timedelta
from pathlib import Path
from random import Random

import pytest
from typer.testing import CliRunner

from pbem.bots import Bot
from pbem.cli.commands import app
from pbem.engine.events import Announced
from pbem.engine.journal import in_force
from pbem.service.record import load
from pbem.store.database import transaction
from tests.laws.mailgame import Look, MailGame
from tests.laws.test_desk import DEFAULTS

HIDDEN = "green"
QUIET, BUSY = (
    ["VOTE INNOCENT IF TURN > 11"],
    [
        "PURGE G IF TURN > 11",
        "HOLD KGB UP TO 9 IF TURN > 11",
        "VOTE GUILTY IF TURN > 11",
        "TAKE Y UP TO 9 IF TURN > 11",
    ],
)
CARDS = [*(f"PLAY {n} ON KGB IF TURN > 11" for n in range(1, 35)), "KEEP CARDS 1, 2, 3"]


class Pair:
    """The two games: everybody but one writes the same in both, and the moderator does the same."""

    def __init__(self, folder: Path, rules: str, seed: int, options: dict[str, str]) -> None:
        make = {"options": {**DEFAULTS, "ready": "said", **options}, "tempo": "club"}
        self.games = [MailGame(folder / name, rules, 4, seed, **make) for name in ("quiet", "busy")]  # type: ignore[arg-type]
        self.cards = CARDS if self.one.look().record.rules.deck else []
        self.done: list[str] = []
        self.seen: set[str] = set()

    @property
    def one(self) -> MailGame:
        return self.games[0]

    def polls(self, minutes: int) -> None:
        for game in self.games:
            game.now += timedelta(minutes=minutes)
            with transaction(game.site.engine) as connection:
                connection.exec_driver_sql("delete from note where name = 'polls'")
            game.poll()
        self.alike()

    def write(self) -> None:
        look = self.one.look()
        if look.session:
            own = {player: self._lines(player, look) for player in self.one.names}
            setup = look.session == ("setup",)
            for game, idle in zip(self.games, (QUIET, [*BUSY, *self.cards]), strict=True):
                for player, lines in own.items():
                    hides = player == HIDDEN and not (setup and game is self.one)
                    mine = lines if not hides else self._other_sheet(look) if setup else idle
                    game.drop(game.letter(player, [*mine, "READY"]))
        self.polls(60)

    def _lines(self, player: str, look: Look) -> list[str]:
        """Card 25 would let them look at his sheet."""
        lines = [line for line in self.one.lines(look, player) if line != "READY"]
        return [line for line in lines if not line.upper().startswith(("PLAY 25", "PLAY 52"))]

    def _other_sheet(self, look: Look) -> list[str]:
        return Bot(HIDDEN, Random("another")).sheet(look.views[HIDDEN], look.record.rules)

    def to_the_deadline(self) -> None:
        row = self.one.look().record.row
        assert row.deadline is not None
        wait = row.deadline.replace(tzinfo=self.one.now.tzinfo) - self.one.now
        self.polls(max(0, int(wait.total_seconds() // 60)) + 16)
        self.seen.add(row.pause)

    def pbem(self, *words: str) -> None:
        """The same command in both; it does, or refuses, the same."""
        codes = []
        for game in self.games:
            game.now += timedelta(minutes=1)
            typed = [*words, "--now", game.now.isoformat(), "--site", str(game.folder)]
            codes.append(CliRunner().invoke(app, typed, prog_name="pbem").exit_code)
        assert len(set(codes)) == 1, (words, codes)
        if not codes[0]:
            self.done.append(" ".join(words[:1] + words[2:3] if words[0] == "rule" else words[:1]))
        self.polls(0)

    def replaced(self, player: str, name: str) -> None:
        self.pbem("replace", "test", player, f"{name} <{name.lower()}@example.org>", "--because", "d")
        for game in self.games:
            game.names[player] = name
            game.known.clear()
            game.read_mail()

    def alike(self) -> None:
        """What the others were sent, to the byte; until sheets are opened at the end (R16.1, R17.5: there they decide who has won)."""
        if any(not game.look().session for game in self.games):
            return
        one, other = (of_others(game) for game in self.games)
        assert len(one) == len(other)
        for mine, theirs in zip(one, other, strict=True):
            assert mine.decode() == theirs.decode()

    def announced(self) -> str:
        """The number of the last announcement: a private number is the moderator's, so it must be the same as well."""
        with transaction(self.one.site.engine) as connection:
            record = load(connection, "test")
            assert record is not None
            journal = record.events()
            found = [n for n in in_force(journal) if isinstance(journal[n - 1], Announced)]
            return str(found[-1]) if found else "1"


def of_others(game: MailGame) -> list[bytes]:
    """Mails to the others, without the moderator's; in the order of what they say, as names of files may differ."""
    to = [f"To: {name} ".encode() for player, name in game.names.items() if player != HIDDEN]
    return sorted(raw for raw in game.outbox().values() if any(head in raw.split(b"\n\n")[0] for head in to))


DESK: list[Callable[[Pair], None]] = [
    lambda pair: pair.pbem("rule", "test", "house", "HR-9", "guilty", "--once", "--because", "a", "--yes"),
    lambda pair: pair.pbem("undo", "test", "--because", "b", "--again", "--yes"),
    lambda pair: pair.pbem("rule", "test", "set", "O sp=2", "--because", "c", "--private", "--yes"),
    lambda pair: pair.replaced(HIDDEN, "Nova"),
    lambda pair: pair.pbem("undo", "test", "--because", "e", "--yes"),
    lambda pair: pair.pbem("rule", "test", "answer", "red", "VOTE GUILTY", "--because", "f", "--yes"),
    lambda pair: pair.pbem("rule", "test", "void", pair.announced(), "--because", "g", "--yes"),
    lambda pair: pair.pbem("set", "test", "approval=on", "--because", "h"),
    lambda pair: pair.pbem("hold", "test", "--because", "i"),
    lambda pair: pair.pbem("resume", "test"),
    lambda pair: pair.pbem("undo", "test", "--to", pair.announced(), "--because", "j", "--yes"),
    lambda pair: pair.pbem("resume", "test"),
]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("rules", "seed", "options"),
    [
        ("basic", 1, {}),
        ("advanced", 2, {}),
        ("swiss", 3, {}),
        ("basic", 4, {"intrigue": "true", "bribes": "true", "approval": "on"}),
    ],
)
def test_what_one_hides_moves_no_byte_of_the_others_mails_whatever_the_desk_does(
    tmp_path: Path, rules: str, seed: int, options: dict[str, str]
) -> None:
    pair = Pair(tmp_path, rules, seed, options)
    pair.write()
    pair.pbem("approve", "test", "--yes")
    slots = pair.one.look().record.state.slots
    suspects = [f"{slots[slot]} suspicion=2" for slot in ("IDE", "IND", "FM", "SPO")]
    pair.pbem("rule", "test", "set", *suspects, "--because", "z", "--yes")
    for number in range(14):
        if not pair.one.look().session:
            break
        pair.write()
        if number < len(DESK):
            DESK[number](pair)
        pair.pbem("approve", "test", "--yes")
        pair.to_the_deadline()
        pair.pbem("approve", "test", "--yes")
    print(pair.done, pair.seen)
    assert len(set(pair.done)) > 6
    assert pair.games[0].outbox() != pair.games[1].outbox()
