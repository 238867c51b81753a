"""Answers by chance: legal choices, legal and illegal claims and plays, at a speed that allows thousands of games.

Every answer is a function of a seed and of how many events have been told, never of a generator's state: so a phase that is
resumed in the middle gets the answers that it would have got.
"""

from collections.abc import Mapping
from random import Random
from typing import NamedTuple

from pbem.engine import board
from pbem.engine.events import MODERATOR, Bribe, Claim, Event, Player
from pbem.engine.phases.setup import sheet_faults
from pbem.engine.questions import Ask, Heard, Window
from pbem.engine.rules import Rules
from pbem.engine.run import Reply, Views
from pbem.engine.state import State
from tests.laws import cardplay
from tests.laws.lot import Lot

__all__ = ["Chance", "Lot", "Manner", "sheets"]


class Manner(NamedTuple):
    """Of 100 options put to somebody he takes `boldness`, of purges and condemnations `wrath` (None: as bold); of 100 windows
    somebody declares in `bids`, and plays cards in `plays`.
    """

    boldness: int = 60
    bids: int = 12
    wrath: int | None = None
    plays: int = 15


class Chance:
    """Everybody at the table.  `rules`: of the game, if it has cards."""

    def __init__(
        self,
        seed: int,
        recorded: Mapping[Player, Mapping[str, int]],
        manner: Manner = Manner(),  # noqa: B008 - frozen
        rules: Rules | None = None,
    ) -> None:
        self.seed, self.manner, self.points = seed, manner, recorded
        self.rules = rules if rules is not None and rules.deck else None
        self.sheets = {player: sorted(sheet) for player, sheet in recorded.items()}
        self.seats = tuple(recorded)
        self.count = 0

    def ask(self, question: Ask, views: Views) -> Reply | None:
        if question.player == MODERATOR:
            return None
        lot, manner = Lot(self.seed, self.count), self.manner
        hard = question.action in ("purge", "case") and manner.wrath is not None
        if lot(100) >= (manner.wrath if hard else manner.boldness):  # type: ignore[operator]
            return Reply(None, because="no order")
        barred = (question.barred[0][1],) if question.barred and lot(10) == 0 else ()
        return Reply(question.options[lot(len(question.options))], lot(9) + 1, 0, "by chance", barred)

    def window(self, question: Window, views: Views) -> Heard:
        lot = Lot(self.seed, self.count)
        claims: list[Claim] = []
        if lot(100) < self.manner.bids:
            found = [self._claim(lot, question) for _ in range(1 + lot(3))]
            claims = [claim for claim in found if claim is not None]
        if self.rules is None:
            return Heard(tuple(claims))
        plays = cardplay.plays(lot, self.rules, self.seats, question, views, self.manner.plays)
        bribes: tuple[Bribe, ...] = ()
        if "bribes" in self.rules.switches and lot(100) < self.manner.plays // 3:
            bribes = cardplay.bribes(lot, self.seats, question, views)
        return Heard(tuple(claims), plays, bribes)

    def _claim(self, lot: Lot, question: Window) -> Claim | None:
        """On somebody of his sheet, often the one who just acts, mostly a total that he may declare."""
        player = self.seats[lot(len(self.seats))]
        names = self.sheets[player]
        name = names[lot(len(names))]
        if lot(3) == 0 and question.announced.actor:
            name = question.announced.actor
        if lot(20) == 0:  # anything at all
            return Claim(player, name, lot(14) - 1, lot(5), "nonsense")
        written = self.points[player].get(name, 0)
        return Claim(player, name, 1 + lot(written), lot(5), "by chance") if written else None

    def afresh(self, state: State) -> "Chance":
        """For the phase just opened: his answers depend on nothing before it."""
        return Chance(self.seed + state.turn * 16 + len(state.phase), self.points, self.manner, self.rules)

    def again(self) -> "Chance":
        """The same answerer before he has heard anything."""
        return Chance(self.seed, self.points, self.manner, self.rules)

    def told(self, event: Event, views: Views) -> None:
        self.count += 1

    def passed(self, question: Window, views: Views) -> None:
        """Nothing to count: what was declared is told."""


def sheets(rng: Random, rules: Rules, state: State) -> dict[Player, dict[str, int]]:
    """R1.3: a full sheet for everybody; players like the same Politicians, so that they meet."""
    names = [name for name in state.people if rules.may_hold(state, name)]
    liked = sorted(names, key=lambda name: (board.RANK[state.people[name].place] > 12, rng.random()))
    drawn = {}
    for player in state.seats:
        numbers = list(rules.sheet)
        if "free_allocation" in rules.switches:
            numbers = _in_any_amounts(rng, sum(numbers))
        own = sorted(liked, key=lambda name: liked.index(name) / 8 + rng.random())[: len(numbers)]
        rng.shuffle(numbers)
        drawn[player] = dict(zip(own, numbers, strict=True))
        assert sheet_faults(rules, state, drawn[player]) == []
    return drawn


def _in_any_amounts(rng: Random, total: int) -> list[int]:
    """R1.5, HR-2: at most 55 on one."""
    while True:
        cuts = sorted(rng.sample(range(1, total), rng.randint(0, 19)))
        numbers = [high - low for low, high in zip([0, *cuts], [*cuts, total], strict=True)]
        if max(numbers) <= 55:
            return numbers
