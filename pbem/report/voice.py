"""Which wording comes next (E15): by game, year and kind, none twice a year as long as there are enough."""

from collections.abc import Mapping
from functools import lru_cache
from hashlib import sha256

from .wordings import WORDINGS


class Voice:
    """The wordings of one telling.  `label`: the name of the game; `used`: of the year in which it begins, kind -> how often before."""

    def __init__(self, label: str = "", used: Mapping[str, int] = {}) -> None:
        self.label, self.used = label, dict(used)
        self.turn: int | None = None

    def at(self, turn: int) -> None:
        """It is this year now; in another one than before, all wordings are new again."""
        if self.turn is not None and turn != self.turn:
            self.used = {}
        self.turn = turn

    def next(self, key: str) -> str:
        """The next wording of this kind, with fields to be filled in."""
        count = self.used.get(key, 0)
        self.used[key] = count + 1
        order = _order(f"{self.label}/{key}", len(WORDINGS[key]))
        first = (self.turn or 0) * _STEPS.get(len(order), 5)
        return WORDINGS[key][order[(first + count) % len(order)]]


#: Each year begins so much further on than the last, that one or two of a kind a year do not come again for years.
_STEPS = {6: 2, **dict.fromkeys(range(7, 12), 3)}


@lru_cache(maxsize=4096)
def _order(label: str, many: int) -> tuple[int, ...]:
    """All numbers below `many` in the order that this label gives: a game's own for each kind."""
    return tuple(sorted(range(many), key=lambda number: sha256(f"{label}/{number}".encode()).digest()))
