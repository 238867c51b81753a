"""Messages and order lines by chance, against the laws of `laws.py`: `python -m tests.fuzzmail --minutes 10 --seed 1`.

The examples of a round are a function of its seed: `--law NAME --seed S --rounds 1` shows a broken law again.
"""

import argparse
import itertools
import sys
import time
import traceback
from collections import Counter
from collections.abc import Sequence

from hypothesis import HealthCheck, Phase, given, seed, settings

from tests.fuzzmail.laws import LAWS, Law

__all__ = ["LAWS", "Law", "broken", "main"]

EXAMPLES = 300
#: So often a law that is broken is told of.
MOST_TOLD = 5


def broken(law: Law, number: int, examples: int, count: Counter[str] | None = None) -> str:
    """How the law is broken by an example of this seed, the shortest that was found; or "" if it is not."""
    seen = Counter[str]() if count is None else count

    @seed(number)
    @settings(
        max_examples=examples,
        database=None,
        deadline=None,
        suppress_health_check=list(HealthCheck),
        phases=(Phase.generate, Phase.shrink),
    )
    @given(law.examples)
    def holds(example: object) -> None:
        seen["examples"] += 1
        law.check(example)

    try:
        holds()
    except BaseException as error:
        if isinstance(error, KeyboardInterrupt):
            raise
        return "".join(traceback.format_exception(error, limit=-3))
    return ""


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.fuzzmail", description=__doc__)
    parser.add_argument("--minutes", type=float, default=1.0)
    parser.add_argument(
        "--seed", type=int, default=1, help="of the first round; each further one has the next"
    )
    parser.add_argument("--rounds", type=int, help="so many, instead of --minutes")
    parser.add_argument("--law", choices=[*LAWS, "all"], default="all")
    options = parser.parse_args(arguments)
    laws = LAWS if options.law == "all" else {options.law: LAWS[options.law]}
    until = time.monotonic() + (60 * options.minutes if options.rounds is None else float("inf"))
    counts: dict[str, Counter[str]] = {name: Counter() for name in laws}
    for number in itertools.islice(itertools.count(options.seed), options.rounds):
        for name, law in laws.items():
            if time.monotonic() < until and counts[name]["broken"] < MOST_TOLD:
                tell(name, number, broken(law, number, EXAMPLES, counts[name]), counts[name])
        if time.monotonic() >= until:
            break
    for name, count in counts.items():
        print(f"{name:10}{count['examples']:9} examples, broken: {count['broken']}")
    return 1 if any(count["broken"] for count in counts.values()) else 0


def tell(name: str, number: int, said: str, count: Counter[str]) -> None:
    if said:
        count["broken"] += 1
        print(f"--law {name} --seed {number} --rounds 1\n{said}\n", file=sys.stderr, flush=True)
