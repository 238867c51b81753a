"""Whole random games, every law checked after every event: `python -m tests.fuzz --games 1000`.

Each game is a function of its seed alone, so that one that breaks a law can be played again: `--seed S --games 1`.
"""

import argparse
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterable
from functools import cache
from multiprocessing import Pool
from random import Random
from typing import NamedTuple

from pbem.engine import dice, packs, view
from pbem.engine.events import Event, PhaseOpened, Player
from pbem.engine.phases import setup
from pbem.engine.rules import Rules
from pbem.engine.run import Answers, advance, following
from pbem.engine.state import State
from pbem.engine.variants import PLAYABLE, rules_for
from tests.invariants import Broken, Watch, conserved
from tests.laws.chance import Chance, sheets

#: Makes the answerer of one phase.  `state`: with the phase just opened.
Answering = Callable[[State], Answers]
WORDS = ("lenin", "pravda", "", "salt")


class Outcome(NamedTuple):
    """How one game ended.  `broken`: the law, and the seed to see it again."""

    seed: int
    rules: str
    ended_by: str
    won: bool
    years: int
    events: int
    broken: str = ""


the_rules = cache(rules_for)


class Game(NamedTuple):
    """One random game as it began."""

    watch: Watch
    rules: Rules
    roll: dice.Dice
    recorded: dict[Player, dict[str, int]]


def begin(rng: Random, rules: Rules) -> Game:
    """Seats, deal and sheets by chance; everything before the first window."""
    seats = rng.sample(sorted(packs.factions()), rng.randint(3, 6))
    seed = rng.randbytes(16)
    watch = Watch(rules)
    watch.take_all(setup.begin(rules, seats, seed, {}, {}))
    recorded = sheets(rng, rules, watch.state)
    salts = {seat: rng.choice(WORDS) for seat in seats if rng.random() < 0.3}
    watch.take_all(setup.record(recorded, salts))
    watch.see()
    return Game(watch, rules, dice.sealed(dice.salted(seed, salts)), recorded)


def play(
    game: Game, answering: Answering, closed: Callable[[State, Answers], None] = lambda state, answers: None
) -> None:
    """From the first window to the end, phase by phase; `closed` is called after each."""
    watch = game.watch
    opened: PhaseOpened | None = PhaseOpened(1, "setup")
    while opened is not None:
        watch.take(opened)
        base = watch.state
        watch.answers = answering(base)
        bases = {player: view.position(player, base) for player in base.seats}
        result = advance(base, bases, [], game.rules, watch, game.roll)
        if result.state != watch.state or result.question is not None:
            raise Broken(f"{opened}: the engine is at another position than its journal")
        closed(watch.state, watch.answers)
        opened = following(watch.state)
    conserved(watch.state, watch.journal, game.rules)


def by_chance(seed: int, rules: str) -> tuple[State, list[Event]]:
    """A game of random answers."""
    rng = Random(seed)
    game = begin(rng, the_rules(rules))
    boldness, bids, wrath = (
        rng.choice((15, 40, 60, 80)),
        rng.choice((4, 12, 30)),
        rng.choice((20, 60, 98, 100)),
    )
    chance = Chance(seed, game.recorded, boldness, bids, wrath)
    play(game, chance.afresh)
    return game.watch.state, game.watch.journal


def by_orders(seed: int, rules: str, as_text: bool = False) -> tuple[State, list[Event]]:
    """A game of random order lists, given as structures or as typed text."""
    from tests.laws.lines import Writers

    rng = Random(seed)
    game = begin(rng, the_rules(rules))
    writers = Writers(rng, game.rules, game.recorded, as_text)
    play(game, writers.book, writers.closed)
    return game.watch.state, game.watch.journal


def by_text(seed: int, rules: str) -> tuple[State, list[Event]]:
    return by_orders(seed, rules, as_text=True)


MODES = {"chance": by_chance, "orders": by_orders, "text": by_text}


def play_one(task: tuple[int, str, str]) -> Outcome:
    """One game; a broken law, or any exception, is an outcome."""
    seed, rules, mode = task
    try:
        state, journal = MODES[mode](seed, rules)
    except Exception as error:
        return Outcome(seed, rules, "broken", False, 0, 0, f"{type(error).__name__}: {error}")
    return Outcome(seed, rules, state.ended_by, bool(state.winners), state.turn, len(journal))


def tasks(games: int, seed: int, rules: str, mode: str) -> list[tuple[int, str, str]]:
    return [(seed + number, rules, mode) for number in range(games)]


def survey(outcomes: Iterable[Outcome]) -> str:
    """How the games ended, a line for each rules and ending."""
    found = list(outcomes)
    rows = [f"{'rules':10}{'ended by':10}{'games':>8}{'share':>8}{'won':>8}{'years':>8}{'events':>8}"]
    for (rules, ended_by), number in sorted(Counter((o.rules, o.ended_by) for o in found).items()):
        these = [o for o in found if (o.rules, o.ended_by) == (rules, ended_by)]
        every = sum(o.rules == rules for o in found)
        years, length = (
            sum(column) / number for column in zip(*((o.years, o.events) for o in these), strict=True)
        )
        won = sum(o.won for o in these) / number
        rows.append(
            f"{rules:10}{ended_by:10}{number:8}{number / every:8.1%}{won:8.1%}{years:8.2f}{length:8.0f}"
        )
    return "\n".join(rows)


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.fuzz", description=__doc__)
    parser.add_argument("--games", type=int, default=200, help="of each of the chosen rules and modes")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--rules", choices=(*PLAYABLE, "all"), default="all")
    parser.add_argument("--mode", choices=(*MODES, "all"), default="all")
    parser.add_argument("--jobs", type=int, default=2)
    options = parser.parse_args(arguments)
    presets = PLAYABLE if options.rules == "all" else (options.rules,)
    modes = tuple(MODES) if options.mode == "all" else (options.mode,)
    work = [
        task
        for rules in presets
        for mode in modes
        for task in tasks(options.games, options.seed, rules, mode)
    ]
    started, outcomes = time.monotonic(), []
    with Pool(options.jobs) as pool:
        for outcome in pool.imap_unordered(play_one, work, chunksize=5):
            outcomes.append(outcome)
            if sys.stderr.isatty() and len(outcomes) % 10 == 0:
                print(f"\r{len(outcomes)} of {len(work)} games", end="", file=sys.stderr, flush=True)
    if sys.stderr.isatty():
        print("\r" + " " * 40 + "\r", end="", file=sys.stderr)
    broken = [outcome for outcome in outcomes if outcome.broken]
    print(survey(outcomes))
    seconds = time.monotonic() - started
    total = sum(outcome.events for outcome in outcomes)
    print(
        f"{len(outcomes)} games, {total} events, {len(outcomes) / seconds:.0f} games/s; broken: {len(broken)}"
    )
    for outcome in broken[:10]:
        print(f"--rules {outcome.rules} --seed {outcome.seed} --games 1: {outcome.broken}")
    return 1 if broken else 0


if __name__ == "__main__":
    sys.exit(main())
