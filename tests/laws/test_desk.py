"""Random acts of the moderator and of players about the game, at random moments: every law holds after each of them.

PBEM_LONG=1 plays more and longer games.
"""

import os
from collections import Counter
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path
from random import Random

import pytest
from typer.testing import CliRunner

from pbem.cli.commands import app
from pbem.engine import board
from pbem.engine.events import Announced, Event, PhaseOpened, Rolled
from pbem.engine.journal import in_force
from pbem.engine.readings import known
from pbem.service.record import load
from pbem.store.database import transaction
from tests.laws.desklaws import lawful, retold
from tests.laws.mailgame import TextGame

LONG = bool(os.environ.get("PBEM_LONG"))
STEPS = 60 if LONG else 18
#: Unlike in most tests all habits of `pbem new` are on.
DEFAULTS = {
    "pauses": "trial,nomination,purge",
    "earliest": "2h",
    "ballot_earliest": "1h",
    "ready": "complete",
    "grace": "12h",
    "reading": "15m",
    "reminders": "24h",
    "limit": "all",
    "bulletins": "twice",
}
GAMES = [
    ("basic", "club", {}),
    ("advanced", "club", {}),
    ("swiss", "year", {}),
    ("basic", "club", {"intrigue": "true", "bribes": "true", "approval": "on"}),
    ("advanced", "classic", {}),
]
SEEDS = range(1, 9) if LONG else (1,)


class Desk:
    """One game, its moderator and its restless players."""

    def __init__(self, folder: Path, rules: str, tempo: str, options: dict[str, str], seed: int) -> None:
        self.rng = Random(f"desk/{rules}/{tempo}/{seed}")
        self.game = TextGame(folder, rules, 4, seed, tempo=tempo, options={**DEFAULTS, **options})
        self.done: Counter[str] = Counter()
        self.changes = 0
        self.trail: list[str] = []

    def pbem(self, *words: str) -> bool:
        """A command, a minute after what was before; True if it was done.  What is refused changes nothing."""
        self.game.now += timedelta(minutes=1)
        before = self._lasting()
        typed = [*words, "--now", self.game.now.isoformat(), "--site", str(self.game.folder)]
        result = CliRunner().invoke(app, typed, prog_name="pbem")
        self.trail.append(f"{result.exit_code} pbem {' '.join(words)}: {result.output[:100]!r}")
        assert result.exit_code in (0, 1, 2), (words, result.output)
        assert "Traceback" not in result.output, (words, result.output)
        assert result.exception is None or isinstance(result.exception, SystemExit), (words, result.exception)
        if result.exit_code:
            assert self._lasting() == before, (words, result.output)
        self.done[f"{words[0]} {words[2] if words[0] == 'rule' else ''}".strip()] += not result.exit_code
        return not result.exit_code

    def _lasting(self) -> tuple[object, ...]:
        with transaction(self.game.site.engine) as connection:
            sql = "select events, head, session, deadline, held, pause, waits, settings from game"
            game = tuple(connection.exec_driver_sql(sql).one())
            mails = connection.exec_driver_sql("select count(*) from mail").scalar()
            lines = connection.exec_driver_sql(
                "select player, number, state from line order by player, number"
            )
            return (*game, mails, tuple(map(tuple, lines)))

    def journal(self) -> list[Event]:
        with transaction(self.game.site.engine) as connection:
            record = load(connection, self.game.name)
            assert record is not None
            return record.events()

    def someone(self) -> str:
        return self.rng.choice(list(self.game.names))

    def begin(self) -> None:
        """Set-up is over, and there are suspects."""
        self.game.session()
        self.pbem("approve", "test", "--yes")
        self.game.poll()
        slots = self.game.look().record.state.slots
        suspects = [f"{slots[slot]} suspicion=2" for slot in ("IDE", "IND", "FM", "SPO")]
        self.pbem("rule", "test", "set", *suspects, *self._because())
        for player, slot in zip(self.game.names, ("KGB", "DM", "PC", "DM"), strict=True):
            self.pbem("rule", "test", "set", f"{player} {slots[slot]} recorded=9", *self._because())
        self.game.poll()
        lawful(self.game)

    # --- what a step may be ---

    def step(self) -> None:
        row = self.game.look().record.row
        self.done[f"pause: {row.pause}" if row.pause else ""] += 1
        odds = {**ACTS, Desk.resume: 15 if row.held else 1, Desk.approve: 15 if row.waits else 1}
        act = self.rng.choices(list(odds), list(odds.values()))[0]
        act(self)
        with transaction(self.game.site.engine) as connection:  # a leap of the clock is no outage here
            connection.exec_driver_sql("delete from note where name = 'polls'")
        self.game.poll()
        lawful(self.game)

    def write(self) -> None:
        """Some write what their bots would, and some more than that."""
        look = self.game.look()
        if not look.session:
            return
        for player in self.game.names:
            if self.rng.random() < 0.7:
                lines = self.game.lines(look, player)
                if self.rng.random() < 0.3:
                    lines = lines[:-1]
                if self.rng.random() < 0.3:
                    lines += [self._desk_words(player)]
                self.trail.append(f"{player}: {lines}")
                self.game.drop(self.game.letter(player, lines))

    def _desk_words(self, player: str) -> str:
        letter = self.rng.choice("BCDEFGHIJKLMNOP")
        return self.rng.choice(
            [
                f"DECLARE {self.rng.randint(1, 5)} {letter} NOW",
                "VACATION UNTIL 20 December",
                "VACATION OFF",
                "EXTEND 24h",
                "CONCEDE" if self.rng.random() < 0.3 else "WAIT",
                "PROPOSE END",
                f"WHY {self.rng.randint(1, 40)}",
                f"PROTEST {self.rng.randint(1, 40)} this is wrong",
                "CANCEL ALL",
                "KEEP ORDERS",
                "MODERATOR: may I?",
            ]
        )

    def wait(self) -> None:
        self.game.now += timedelta(hours=self.rng.choice((1, 3, 8, 14)))
        self.trail.append(f"now {self.game.now}")

    def to_the_deadline(self) -> None:
        deadline = self.game.look().record.row.deadline
        if deadline is not None:
            self.game.now = max(self.game.now, deadline.replace(tzinfo=self.game.now.tzinfo))
            self.game.now += timedelta(minutes=16)
            self.trail.append(f"deadline {self.game.now}")

    def set_facts(self) -> None:
        letter = self.rng.choice("ABCDEFGHIJKLM")
        fact = self.rng.choice([f"sp={self.rng.randint(0, 5)}", "health=sick", "suspicion=1", "health=well"])
        self.pbem("rule", "test", "set", f"{letter} {fact}", *self._because())

    def set_sheet(self) -> None:
        letter, points = self.rng.choice("BCDEFGHIJKLM"), self.rng.randint(1, 9)
        self.pbem("rule", "test", "set", f"{self.someone()} {letter} recorded={points}", *self._because())

    def die(self) -> None:
        labels = [event.label for event in self.journal() if isinstance(event, Rolled)]
        if labels:
            label = self.rng.choice(labels[-12:])
            shown = label.partition(" again")[0].removesuffix(" ruled")
            self.pbem(
                "rule",
                "test",
                "die",
                shown,
                self.rng.choice(["reroll", "1", "20"]),
                *self._because(),
            )

    def void(self) -> None:
        journal = self.journal()
        said = [n for n in in_force(journal) if isinstance(journal[n - 1], Announced)]
        if said:
            self.pbem("rule", "test", "void", str(self.rng.choice(said[-6:])), *self._because())

    def house(self) -> None:
        name = self.rng.choice(sorted(known.KNOWN))
        reading = self.rng.choice(known.KNOWN[name]).word
        once = ["--once"] if self.rng.random() < 0.5 else []
        self.pbem("rule", "test", "house", name, reading, *once, *self._because())

    def answer(self) -> None:
        words = self.rng.choice(
            ["VOTE GUILTY", "VOTE INNOCENT", "PURGE KGB", "NOMINATE IDE", "HOLD PC UP TO 3"]
        )
        self.pbem("rule", "test", "answer", self.someone(), words, *self._because())

    def undo(self) -> None:
        journal = self.journal()
        opened = [e for e in journal if isinstance(e, PhaseOpened) and e.phase != "setup"]
        to = ["last", str(self.rng.randint(max(1, len(journal) - 60), len(journal)))]
        if opened:
            one = self.rng.choice(opened[-6:])
            to.append(f"{board.year(one.turn)}/{one.phase}")
        manner = [
            word
            for word, odds in (("--drop-orders", 0.3), ("--again", 0.3), ("--private", 0.2))
            if self.rng.random() < odds
        ]
        manner += self.rng.choice([[], [], ["--same-dice"], ["--new-dice"]])
        self.pbem("undo", "test", "--to", self.rng.choice(to), *manner, "--because", self._words(), "--yes")

    def approve(self) -> None:
        if self.rng.random() < 0.3:
            self.pbem("set", "test", f"approval={self.rng.choice(['on', 'off'])}", "--because", self._words())
        self.pbem("approve", "test", "--yes")

    def hold(self) -> None:
        self.pbem("hold", "test", "--because", self._words())

    def resume(self) -> None:
        self.pbem("resume", "test")

    def deadline(self) -> None:
        self.pbem("deadline", "test", self.rng.choice(["+12h", "+2d", "+1h"]))

    def recess(self) -> None:
        start = (self.game.now + timedelta(days=self.rng.randint(0, 4))).date()
        end = start + timedelta(days=self.rng.randint(0, 3))
        self.pbem("recess", "test", str(start), str(end), "--because", self._words())

    def replace(self) -> None:
        self.changes += 1
        player, name = self.someone(), f"Nova{self.changes}"
        address = f"{name} <{name.lower()}@example.org>"
        if self.pbem("replace", "test", player, address, "--because", self._words()):
            self.game.names[player] = name

    def tell(self) -> None:
        to = self.rng.choice([[], [self.someone()]])
        self.pbem("tell", "test", *to, self._words())

    def resolve(self) -> None:
        self.pbem("resolve", "test")

    def _because(self) -> list[str]:
        private = ["--private"] if self.rng.random() < 0.3 else []
        return ["--because", self._words(), *private, "--yes"]

    def _words(self) -> str:
        """Never the same again."""
        return f"the law wants it, for the {len(self.trail)}th time"


ACTS: dict[Callable[[Desk], None], int] = {
    Desk.write: 10,
    Desk.wait: 4,
    Desk.to_the_deadline: 9,
    Desk.undo: 5,
    Desk.set_facts: 1,
    Desk.set_sheet: 1,
    Desk.die: 2,
    Desk.void: 2,
    Desk.house: 2,
    Desk.answer: 2,
    Desk.hold: 1,
    Desk.deadline: 1,
    Desk.recess: 1,
    Desk.replace: 1,
    Desk.tell: 1,
    Desk.resolve: 1,
}


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize(("rules", "tempo", "options"), GAMES)
def test_whatever_the_desk_does_every_law_holds(
    tmp_path: Path, rules: str, tempo: str, options: dict[str, str], seed: int
) -> None:
    desk = Desk(tmp_path / "site", rules, tempo, options, seed)
    try:
        desk.begin()
        for _ in range(STEPS):
            desk.step()
        assert retold(desk.game)["phases"] > 3, "something was played"
        print(sorted(desk.done.items()))
    except BaseException:
        print("\n".join(desk.trail))
        raise
