"""Answers by chance: legal choices, legal and illegal claims, at a speed that allows thousands of games.

Every answer is a function of a seed and of how many events have been told, never of a generator's state: so a phase that is
resumed in the middle gets the answers that it would have got.
"""

from collections.abc import Mapping, Sequence
from random import Random

from pbem.engine import board
from pbem.engine.events import Claim, Event, Player
from pbem.engine.questions import Ask, Window
from pbem.engine.rules import Rules
from pbem.engine.run import Reply, Views
from pbem.engine.state import State

MASK = 2**64 - 1


class Lot:
    """Numbers from a seed and a place: splitmix64."""

    def __init__(self, seed: int, place: int) -> None:
        self.state = (seed * 0x9E3779B97F4A7C15 + place * 0xD1B54A32D192ED03) & MASK

    def __call__(self, below: int) -> int:
        self.state = (self.state + 0x9E3779B97F4A7C15) & MASK
        mixed = ((self.state ^ (self.state >> 30)) * 0xBF58476D1CE4E5B9) & MASK
        mixed = ((mixed ^ (mixed >> 27)) * 0x94D049BB133111EB) & MASK
        return (mixed ^ (mixed >> 31)) % below


class Chance:
    """`boldness`: of 100 options put to him, how many he takes, and `wrath` of purges and condemnations;
    `bids`: of 100 windows, in how many somebody declares.
    """

    def __init__(
        self,
        seed: int,
        recorded: Mapping[Player, Mapping[str, int]],
        boldness: int = 60,
        bids: int = 12,
        wrath: int | None = None,
    ) -> None:
        self.seed, self.boldness, self.bids = seed, boldness, bids
        self.wrath = boldness if wrath is None else wrath
        self.sheets = {player: sorted(sheet) for player, sheet in recorded.items()}
        self.points = recorded
        self.seats = tuple(recorded)
        self.count = 0

    def ask(self, question: Ask, views: Views) -> Reply:
        lot = Lot(self.seed, self.count)
        if lot(100) >= (self.wrath if question.action in ("purge", "case") else self.boldness):
            return Reply(None, because="no order")
        barred = (question.barred[0][1],) if question.barred and lot(10) == 0 else ()
        return Reply(question.options[lot(len(question.options))], lot(9) + 1, 0, "by chance", barred)

    def window(self, question: Window, views: Views) -> Sequence[Claim]:
        lot = Lot(self.seed, self.count)
        if lot(100) >= self.bids:
            return ()
        return [claim for _ in range(1 + lot(3)) if (claim := self._claim(lot, question)) is not None]

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
        place = state.turn * 16 + len(state.phase)
        fresh = Chance(self.seed + place, self.points, self.boldness, self.bids, self.wrath)
        return fresh

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
        own = sorted(liked, key=lambda name: liked.index(name) / 8 + rng.random())[: len(rules.sheet)]
        numbers = list(rules.sheet)
        rng.shuffle(numbers)
        drawn[player] = dict(zip(own, numbers, strict=True))
    return drawn
