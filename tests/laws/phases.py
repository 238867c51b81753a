"""Random phases to put laws to: a position just opened, how it was answered, and the story that came of it."""

from collections.abc import Callable, Sequence
from functools import cache, partial
from random import Random
from typing import NamedTuple

from pbem.engine import dice, view
from pbem.engine.events import Event, PhaseClosed, PhaseOpened
from pbem.engine.questions import Ask, Heard, Window
from pbem.engine.rules import Rules
from pbem.engine.run import Answers, Reply, Result, Views, advance
from pbem.engine.state import State
from tests import fuzz
from tests.laws.chance import Chance, Manner
from tests.laws.lines import Writers

#: The games that laws are put to: every preset, and what only switches bring.
TABLES = ("basic", "advanced/3", "advanced/5", "swiss", "swiss-ah", "basic+intrigue+deck=both")


class Phase(NamedTuple):
    """`answerer()` makes the same answerer anew; `story`: what it led to, without the opening."""

    base: State
    rules: Rules
    roll: dice.Dice
    answerer: Callable[[], Answers]
    story: tuple[Event, ...]

    def __repr__(self) -> str:
        return f"<{self.rules.name} {self.base.turn}/{self.base.phase}, {len(self.story)} events>"

    def resumed(self, written: Sequence[Event], answers: Answers | None = None) -> Result:
        """The rest of it after what is written."""
        bases = {player: view.position(player, self.base) for player in self.base.seats}
        return advance(self.base, bases, written, self.rules, answers or self.answerer(), self.roll)


class Stopping:
    """Answers so many questions (windows count), then waits."""

    def __init__(self, answers: Answers, patience: int) -> None:
        self.answers, self.left = answers, patience

    def _stops(self) -> bool:
        self.left -= 1
        return self.left < 0

    def ask(self, question: Ask, views: Views) -> Reply | None:
        return None if self._stops() else self.answers.ask(question, views)

    def window(self, question: Window, views: Views) -> Heard | None:
        return None if self._stops() else self.answers.window(question, views)

    def told(self, event: Event, views: Views) -> None:
        self.answers.told(event, views)

    def passed(self, question: Window, views: Views) -> None:
        self.answers.passed(question, views)


@cache
def by_chance(seed: int, rules: str) -> tuple[Phase, ...]:
    """All phases of one game of random answers."""
    rng = Random(seed)
    game = fuzz.begin(rng, rules)
    manner = Manner(rng.choice((50, 70, 90)), rng.choice((10, 25)), None, rng.choice((15, 40)))
    chance = Chance(seed, game.recorded, manner, game.rules)
    return _phases(game, chance.afresh, seed=seed)


@cache
def by_orders(seed: int, rules: str) -> tuple[Phase, ...]:
    """All phases of one game of random order lists."""
    rng = Random(seed)
    game = fuzz.begin(rng, rules)
    writers = Writers(rng, game.rules, game.recorded, False)
    return _phases(game, writers.book, writers.closed, seed)


def _phases(
    game: fuzz.Game,
    answering: Callable[[State], Answers],
    closed: Callable[[State, Answers], None] = lambda state, answers: None,
    seed: int = 0,
) -> tuple[Phase, ...]:
    makers: list[tuple[State, Callable[[], Answers]]] = []

    def opened(state: State) -> Answers:
        answers = answering(state)
        makers.append((state, partial(fuzz.again, answers, game.rules)))
        return answers

    fuzz.play(game, opened, closed, fuzz.Meddling(seed, deals=True))
    phases = []
    for (base, maker), story in zip(makers, stories(game.watch.journal), strict=True):
        phases.append(Phase(base, game.rules, game.roll, maker, story))
    return tuple(phases)


def stories(journal: Sequence[Event]) -> list[tuple[Event, ...]]:
    """The events of each phase, from after its opening to its close."""
    found: list[tuple[Event, ...]] = []
    story: list[Event] = []
    for event in journal:
        if isinstance(event, PhaseOpened):
            story = []
            continue
        story.append(event)
        if isinstance(event, PhaseClosed):
            found.append(tuple(story))
    return found
