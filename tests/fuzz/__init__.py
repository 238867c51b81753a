"""Whole random games, every law checked after every event: `python -m tests.fuzz --games 1000`.

Each game is a function of its seed alone, so that one that breaks a law can be played again: `--rules R --seed S --games 1`.
"""

import argparse
import sys
import time
import traceback
from collections import Counter
from collections.abc import Iterable, Sequence
from multiprocessing import Pool
from typing import NamedTuple

from tests.fuzz import tally
from tests.fuzz.games import (
    MODES,
    Game,
    Meddling,
    again,
    begin,
    by_bots,
    by_chance,
    by_orders,
    by_rulings,
    by_text,
    play,
)
from tests.fuzz.tables import ANY, PRESET_TABLES, SINGLE_TABLES, TABLES, mixture, the_rules

__all__ = [
    "MODES",
    "TABLES",
    "Game",
    "Meddling",
    "Outcome",
    "again",
    "begin",
    "by_bots",
    "by_chance",
    "by_orders",
    "by_rulings",
    "by_text",
    "main",
    "mixture",
    "play",
    "play_one",
    "survey",
    "tasks",
    "the_rules",
]
#: One game: seed, rules, mode.
Task = tuple[int, str, str]
#: How often the slow modes are played for one game of `chance`.
SHARES = {"chance": 1.0, "rulings": 0.3, "orders": 0.15, "text": 0.05, "bots": 0.1}


class Outcome(NamedTuple):
    """How one game ended.  `broken`: the law, and the seed to see it again."""

    seed: int
    rules: str
    mode: str
    ended_by: str
    won: bool
    years: int
    events: int
    reached: tally.Tally
    broken: str = ""


def play_one(task: Task) -> Outcome:
    """One game; a broken law, or any exception, is an outcome."""
    seed, rules, mode = task
    played = mixture(seed) if rules == ANY else rules
    try:
        watch = MODES[mode](seed, played).watch
    except Exception as error:
        where = traceback.extract_tb(error.__traceback__)[-1]
        said = f"{type(error).__name__} ({where.name}:{where.lineno}): {error}"
        return Outcome(seed, rules, mode, "broken", False, 0, 0, Counter(), f"{played}: {said}")
    state = watch.state
    reached = tally.of(watch.journal) + watch.reached
    return Outcome(
        seed, rules, mode, state.ended_by, bool(state.winners), state.turn, len(watch.journal), reached
    )


def tasks(games: int, seed: int, rules: str, mode: str) -> list[Task]:
    return [(seed + number, rules, mode) for number in range(games)]


def survey(outcomes: Iterable[Outcome]) -> str:
    """How the games ended, a line for each rules and ending."""
    found = list(outcomes)
    rows = [f"{'rules':32}{'ended by':10}{'games':>8}{'share':>8}{'won':>8}{'years':>8}{'events':>8}"]
    for (rules, ended_by), number in sorted(Counter((o.rules, o.ended_by) for o in found).items()):
        these = [o for o in found if (o.rules, o.ended_by) == (rules, ended_by)]
        every = sum(o.rules == rules for o in found)
        years, length = (
            sum(column) / number for column in zip(*((o.years, o.events) for o in these), strict=True)
        )
        won = sum(o.won for o in these) / number
        rows.append(
            f"{rules:32}{ended_by:10}{number:8}{number / every:8.1%}{won:8.1%}{years:8.2f}{length:8.0f}"
        )
    return "\n".join(rows)


def work(games: int, seed: int, rules: str, mode: str) -> list[Task]:
    """`games` of each of the rules by chance, and a share of them in the other modes."""
    names = {"all": TABLES, "presets": PRESET_TABLES, "switches": SINGLE_TABLES}.get(rules, (rules,))
    modes = SHARES if mode == "all" else {mode: 1.0}
    return [
        task
        for name in names
        for one, share in modes.items()
        for task in tasks(max(1, round(games * share)), seed, name, one)
    ]


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.fuzz", description=__doc__)
    parser.add_argument("--games", type=int, default=200, help="by chance, of each of the chosen rules")
    parser.add_argument("--total", type=int, help="so many games in all, instead of --games")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument(
        "--rules", default="all", help=f"all, presets, switches, or one of {', '.join(TABLES)}"
    )
    parser.add_argument("--mode", choices=(*MODES, "all"), default="all")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--quiet", action="store_true", help="leave the table of what was reached out")
    options = parser.parse_args(arguments)
    games = options.games
    if options.total:
        games = max(1, round(100 * options.total / len(work(100, 1, options.rules, options.mode))))
    todo = work(games, options.seed, options.rules, options.mode)
    started, outcomes = time.monotonic(), []
    reached: tally.Tally = Counter()
    with Pool(options.jobs) as pool:
        for outcome in pool.imap_unordered(play_one, todo, chunksize=5):
            reached += outcome.reached
            outcomes.append(outcome._replace(reached=Counter()))
            if sys.stderr.isatty() and len(outcomes) % 10 == 0:
                print(f"\r{len(outcomes)} of {len(todo)} games", end="", file=sys.stderr, flush=True)
    if sys.stderr.isatty():
        print("\r" + " " * 40 + "\r", end="", file=sys.stderr)
    print(survey(outcomes))
    if not options.quiet:
        print(tally.table(reached))
    return told(outcomes, time.monotonic() - started)


def told(outcomes: Sequence[Outcome], seconds: float) -> int:
    """The sum, and how to see a broken law again."""
    broken = [outcome for outcome in outcomes if outcome.broken]
    total = sum(outcome.events for outcome in outcomes)
    speed = len(outcomes) / seconds
    print(f"{len(outcomes)} games, {total} events, {speed:.0f} games/s; broken: {len(broken)}")
    for outcome in sorted(broken)[:20]:
        print(
            f"--rules {outcome.rules} --mode {outcome.mode} --seed {outcome.seed} --games 1: {outcome.broken}"
        )
    return 1 if broken else 0
