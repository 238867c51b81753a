"""How things are measured: CPU seconds, children included, so that a busy machine changes little."""

import json
import os
import sqlite3
import time
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple


def cpu() -> float:
    """CPU seconds of this process and its finished children."""
    own = os.times()
    return own.user + own.system + own.children_user + own.children_system


class Stopwatch:
    """Adds up what happens inside `with`."""

    def __init__(self) -> None:
        self.seconds = 0.0

    def __enter__(self) -> "Stopwatch":
        self._started = time.process_time()
        return self

    def __exit__(self, *error: object) -> None:
        self.seconds += time.process_time() - self._started


class Row(NamedTuple):
    """One promise.  `reached` and `promised` in `unit`; `most`: the promise is an upper bound."""

    what: str
    promised: float
    reached: float
    unit: str
    most: bool = False
    baseline: str = "loop"

    def kept(self, mercy: float = 1.0) -> bool:
        if self.most:
            return self.reached <= self.promised * mercy
        return self.reached * mercy >= self.promised


def rate(count: int, seconds: float) -> float:
    return count / max(seconds, 1e-9)


# --- baselines: what this machine does with nothing of ours ------------------------------------------------------------------


def loop() -> float:
    """Million rounds of a plain Python loop a second."""
    return _per_second(_count, 1_000_000) / 1e6


def _count(rounds: int) -> None:
    total = 0
    for number in range(rounds):
        total += number & 7


def json_encode() -> float:
    """Thousand encodings of a small event by the standard library a second."""
    thing = {
        "event": "Moved",
        "politician": "G",
        "origin": "C2",
        "to": "IND",
        "how": "promotion",
        "sponsor": "K",
    }
    return _per_second(lambda n: [json.dumps(thing) for _ in range(n)], 50_000) / 1e3


def sqlite_insert(folder: Path) -> float:
    """Thousand raw inserts a second, 50 a commit."""
    database = sqlite3.connect(folder / "baseline.db", isolation_level=None)
    database.execute("pragma journal_mode=WAL")
    database.execute("create table thing (id integer primary key, data text)")

    def insert(number: int) -> None:
        for _ in range(number // 50):
            database.execute("begin")
            for _ in range(50):
                database.execute("insert into thing (data) values (?)", ("x" * 200,))
            database.execute("commit")

    found = _per_second(insert, 10_000) / 1e3
    database.close()
    return found


def _per_second(work: Callable[[int], object], number: int) -> float:
    """The best of three."""
    best = 0.0
    for _ in range(3):
        watch = Stopwatch()
        with watch:
            work(number)
        best = max(best, rate(number, watch.seconds))
    return best
