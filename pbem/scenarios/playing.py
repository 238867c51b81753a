"""Playing a scenario."""

from collections.abc import Iterable
from typing import Any, NamedTuple

from pbem.engine import dice, run, view
from pbem.engine.events import Event, PhaseOpened, Player
from pbem.engine.state import State, evolve
from pbem.orders import standing
from pbem.orders.answers import OrderBook
from pbem.orders.bargains import NoDeal, deal
from pbem.orders.check import never
from pbem.orders.lines import Line
from pbem.orders.reader import read
from pbem.orders.readings import Reading
from pbem.orders.standing import Standing, immediate

from .outcome import compare, outcome_of
from .position import lexicon_of
from .shape import Scenario


class Verdict(NamedTuple):
    """`failures`: expected and got, a line each; `outcome`: complete, in the vocabulary of [expect]."""

    title: str
    failures: list[str]
    outcome: dict[str, Any]


def play(scenario: Scenario) -> Verdict:
    """Play it and compare what is expected with what came."""
    orders = _Orders(scenario)
    faces = list(scenario.rolls)
    used = 0

    def roll(label: str, sides: int) -> int:
        nonlocal used
        if used == len(faces):
            raise dice.OutOfDice(f"dice: {len(faces)} given, one more is needed for {label}")
        used += 1
        return faces[used - 1]

    state, story, failures = orders.state, list[Event](), list[str]()
    try:
        for event in _phases(scenario, orders, roll):
            story.append(event)
            state = evolve(state, event)
    except _Waiting as error:
        failures.append(str(error))
        state, story = error.state, error.story
    except (dice.OutOfDice, run.Endless) as error:
        failures.append(str(error))
    if used < len(faces) and not failures:
        failures.append(f"dice: {len(faces)} given, {used} used")
    outcome = outcome_of(state, story, used, orders.rejected)
    failures += compare(scenario, outcome)
    return Verdict(scenario.title, failures, outcome)


def story_of(scenario: Scenario, roll: dice.Dice) -> list[Event]:
    """All events of its phases, as far as the dice and the orders carry it."""
    try:
        return list(_phases(scenario, _Orders(scenario), roll))
    except _Waiting as error:
        return error.story


def book_of(scenario: Scenario) -> OrderBook:
    """Its orders as they stand before the first phase."""
    return OrderBook(_Orders(scenario).lists, scenario.rules)


class _Waiting(Exception):
    """The engine asks what no order can answer: a card without code."""

    def __init__(self, state: State, story: list[Event]) -> None:
        super().__init__("the moderator has to rule on a card without code")
        self.state, self.story = state, story


class _Orders:
    """Each seat's lines as standing orders, how many were rejected, and the position with the offers that were made."""

    def __init__(self, scenario: Scenario) -> None:
        self.rules, self.state = scenario.rules, scenario.position
        self.lists: dict[Player, list[Standing]] = {seat: [] for seat in self.state.seats}
        self.rejected = dict.fromkeys(self.state.seats, 0)
        self._number = 0
        lexicon = lexicon_of(self.rules, self.state.seats)
        typed = {
            player: read(scenario.orders.get(player, "").split("\n"), lexicon) for player in self.state.seats
        }
        everything = {
            player: [one for r in readings for one in r.lines] for player, readings in typed.items()
        }
        lines = [
            (player, line)
            for player, readings in typed.items()
            for reading in readings
            for line in self._accepted(player, reading, everything[player])
        ]
        phases = list(_coming(self.state, scenario.run))
        deals = [(player, line) for player, line in lines if immediate(line)]
        for player, line in sorted(
            deals, key=lambda pair: pair[1].verb != "offer"
        ):  # decision D11: offers come first
            self._deal(player, line, phases)

    def _accepted(self, player: Player, reading: Reading, others: list[Line]) -> list[Line]:
        """The lines of one typed line that can ever be legal, beside the others of his letter."""
        surnames = {letter: card.surname for letter, card in self.rules.cards.items()}
        faults = [
            never(
                line,
                player,
                self.state,
                surnames,
                self.rules.switches,
                self.rules.deck,
                others,
            )
            for line in reading.lines
        ]
        if reading.kind in ("rejected", "held") or any(faults):
            self.rejected[player] += 1
        sure = reading.kind == "order"
        good = [line for line, fault in zip(reading.lines, faults, strict=True) if sure and fault is None]
        for line in good:
            if not immediate(line):
                self._number += 1
                self.lists[player].append(Standing(self._number, line))
        return good

    def _deal(self, player: Player, line: Line, phases: list[tuple[int, str]]) -> None:
        try:
            for event in deal(line, player, self.state, phases):
                self.state = evolve(self.state, event)
        except NoDeal:
            self.rejected[player] += 1


def _coming(state: State, count: int) -> Iterable[tuple[int, str]]:
    """Turn and name of the phases that are played."""
    opened: PhaseOpened | None = PhaseOpened(state.turn, state.phase)
    for _ in range(count):
        if opened is None:
            return
        yield opened.turn, opened.phase
        opened = run.following(evolve(state, opened))


def _phases(scenario: Scenario, orders: _Orders, roll: dice.Dice) -> list[Event]:
    """The story of all phases played.  Each counts as a new deadline."""
    story: list[Event] = []
    state, lists = orders.state, orders.lists
    opened: PhaseOpened | None = PhaseOpened(state.turn, state.phase, deadline=True)
    for _ in range(scenario.run):
        if opened is None:
            break
        story.append(opened)
        state = evolve(state, opened)
        book = OrderBook(lists, scenario.rules)
        bases = {player: view.position(player, state) for player in state.seats}
        result = run.advance(state, bases, [], scenario.rules, book, roll)
        story += result.events
        state = result.state
        if result.question is not None:
            raise _Waiting(state, story)
        for player, lines in lists.items():
            lists[player], _ = standing.after_phase(
                lines, book.spent(player), state.turn, state.phase, session_ends=state.phase == "parade"
            )
        opened = run.following(state, deadline=True)
    return story
