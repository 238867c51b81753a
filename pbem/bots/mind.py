"""What a bot thinks of a position: whom he counts as his own, whom he fears, and what he can still take."""

from collections.abc import Sequence
from random import Random

from pbem.engine import board
from pbem.engine.events import Name, Player
from pbem.engine.rules import Rules
from pbem.engine.state import Politician, State

#: What an office is worth to a faction.
WORTH = {"PC": 10, "FM": 6, "KGB": 6, "DM": 5, "IDE": 4, "IND": 3, "ECO": 2, "SPO": 2}
#: Nobody is asked to age beyond this for a bot's sake.
OLD = 88


class Temper:
    """A personality: each trait between 0 and 1."""

    def __init__(self, rng: Random) -> None:
        self.aggression = rng.uniform(0.3, 0.9)
        self.thrift = rng.uniform(0.2, 0.8)
        self.mercy = rng.uniform(0.2, 0.9)
        self.grudge = rng.uniform(0.0, 1.0)


class Mind:
    """One look at one view."""

    def __init__(self, me: Player, view: State, rules: Rules, temper: Temper, rng: Random) -> None:
        self.me, self.view, self.rules, self.temper, self.rng = me, view, rules, temper, rng

    def likely(self, chance: float) -> bool:
        return self.rng.random() < chance

    # --- mine and theirs ---

    def mine(self, name: Name) -> bool:
        return self.view.controller(name) == self.me

    def theirs(self, name: Name) -> bool:
        return self.view.controller(name) not in (None, self.me)

    def my_members(self) -> list[Politician]:
        """My own in the Politburo, highest first."""
        return [p for p in self.view.politburo() if self.mine(p.letter)]

    def recorded(self, name: Name) -> int:
        return self.view.written(self.me, name)

    def reach(self, name: Name) -> int | None:
        """The least total that would give me control of him; None if I control him or cannot."""
        holder = self.view.controller(name)
        if holder == self.me or self.view.people[name].place not in board.ON_BOARD:
            return None
        needed = self.view.shown(holder, name) + 1 if holder else 1
        return needed if needed <= self.recorded(name) else None

    def acting(self, succession: Sequence[str]) -> Politician | None:
        return next(filter(None, map(self.view.active, succession)), None)

    # --- friends and enemies ---

    def leader(self) -> Player | None:
        """The rival with the most waves, if anybody has one."""
        rivals = [seat for seat in self.view.seats if seat != self.me]
        best = max(rivals, key=self.view.credited)
        return best if self.view.credited(best) else None

    def threat(self, person: Politician) -> float:
        """How much I want him gone: his office, whose he is, and whether I could have him myself."""
        if self.mine(person.letter):
            return -10.0
        worth = WORTH.get(person.place, 1) + 0.0
        owner = self.view.controller(person.letter)
        worth += 3 * self.view.credited(owner) if owner else 0
        worth += 4 * (owner is not None and owner == self.leader()) * (0.5 + self.temper.grudge)
        worth -= 1.5 * self.recorded(person.letter)
        return worth + (0 if owner else -1)

    def enemies(self, places: Sequence[str], least: float = 0.0) -> list[Politician]:
        """Whoever sits there and is in my way, the worst first."""
        seated = [p for p in map(self.view.holder, places) if p is not None]
        return sorted((p for p in seated if self.threat(p) > least), key=self.threat, reverse=True)

    def liked(self, places: Sequence[str]) -> list[Politician]:
        """Whoever sits there and whom I hold or recorded something on, the dearest first."""
        seated = [p for p in map(self.view.holder, places) if p is not None]
        return self._dearest([p for p in seated if self.recorded(p.letter) and not self.theirs(p.letter)])

    def heirs(self) -> list[Politician]:
        """Whom I would make Party Chief: mine or within my reach, the young and healthy first."""
        seated = [p for p in map(self.view.holder, board.POLITBURO[1:]) if p is not None]
        able = [p for p in seated if self.mine(p.letter) or self.reach(p.letter)]
        return sorted(
            able, key=lambda p: (p.age + 11 * p.crosses + 25 * p.cure - 2 * self.recorded(p.letter), p.letter)
        )

    def liked_people(self) -> list[Politician]:
        return self._dearest([p for p in self.view.at(board.PEOPLE) if self.recorded(p.letter)])

    def exiles(self) -> list[Politician]:
        return self._dearest([p for p in self.view.at(board.SIBERIA) if self.recorded(p.letter) > 3])

    def _dearest(self, several: list[Politician]) -> list[Politician]:
        return sorted(
            several, key=lambda p: (-self.mine(p.letter), -self.recorded(p.letter), p.age, p.letter)
        )


def amounts(rules: Rules, rng: Random) -> tuple[int, ...]:
    """R1.3: the numbers of the sheet; R1.5: where they are free, a few more on the best, and fewer names."""
    if "free_allocation" not in rules.switches:
        return rules.sheet
    left, numbers = sum(rules.sheet), list[int]()
    while left:
        number = min(left, rng.randint(4, 10) if len(numbers) < 4 else rng.randint(1, 6))
        numbers.append(number)
        left -= number
    return tuple(sorted(numbers, reverse=True))


def wanted_sheet(view: State, rules: Rules, rng: Random, most: int) -> list[Name]:
    """R1.3: so many, best first: high offices, not too old, and some luck."""

    def appeal(person: Politician) -> float:
        age = (75 - person.age) / 4
        return WORTH.get(person.place, 1) + age + rng.uniform(0, 7)

    able = [p for p in view.people.values() if rules.may_hold(view, p.letter)]
    return [p.letter for p in sorted(able, key=appeal, reverse=True)][:most]
