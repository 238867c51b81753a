"""Drive the open phase as far as the answers reach.

A generator cannot be stored, so the open phase is played again from its opening with the journal as a tape: recorded answers
and dice are fed back, and every fact must equal the fact already written.  Closed phases are never replayed, only folded: a
mended rule cannot rewrite closed history.
"""

from collections.abc import Sequence
from typing import Any, NamedTuple, Protocol, TypeVar

from . import board, reseen
from .dice import Dice
from .events import (
    MODERATOR,
    Answered,
    Choice,
    Claimed,
    Event,
    PhaseClosed,
    PhaseOpened,
    Player,
    Rolled,
    Ruled,
    Withdrawn,
)
from .phases import course
from .questions import Ask, Heard, Roll, Window
from .rules import Rules
from .state import State, evolve
from .table import Table
from .tape import Diverged as Diverged
from .tape import Tape as Tape
from .view import Views as Views

E = TypeVar("E", bound=Event)
Question = Ask | Window


class Reply(NamedTuple):
    """An answer to an Ask.  `choice` must be one of its options, or None; the rest as in `Answered`."""

    choice: Choice | None
    line: int | None = None
    entry: int = 0
    because: str = ""
    barred: tuple[str, ...] = ()


class Answers(Protocol):
    """Whoever answers: orders, bots, tests, the moderator.  None: nobody has answered yet, so the game waits.

    `told` reports every event, old and new, and `passed` every window that the tape answered, so that an answerer who keeps
    count of used lines is in step after a resumption.
    """

    def ask(self, question: Ask, views: Views) -> Reply | None: ...

    def window(self, question: Window, views: Views) -> Heard | None: ...

    def told(self, event: Event, views: Views) -> None: ...

    def passed(self, question: Window, views: Views) -> None: ...


class Nobody:
    """Answers nothing: a phase stops where its tape does."""

    def ask(self, question: Ask, views: "Views") -> "Reply | None":
        return None

    def window(self, question: Window, views: "Views") -> Heard | None:
        return None

    def told(self, event: Event, views: "Views") -> None:
        """He keeps no count."""

    def passed(self, question: Window, views: "Views") -> None:
        """He keeps no count."""


class Endless(Exception):
    """A phase takes back announcement after announcement: an error of ours, which must not stop the other games."""


class IllegalAnswer(Exception):
    """An answerer chose what was not among the options: an error of ours, never a player's."""


NOTHING = Heard()
#: Each takes a card, a bribe or declared influence, and of all of these there is no more.
MOST_WITHDRAWN = 1000


def _heard(claimed: Claimed) -> Heard:
    return Heard(claimed.claims, claimed.plays, claimed.bribes)


class Run:
    """One open phase on its way."""

    def __init__(self, table: Table, tape: Tape, answers: Answers, dice: Dice, views: Views) -> None:
        self.table, self.tape, self.answers, self.dice, self.views = table, tape, answers, dice, views
        self.withdrawn = 0

    def tell(self, event: E) -> E:
        self.table.state = evolve(self.table.state, self.tape.tell(event))
        self.views.told(event)
        self.answers.told(event, self.views)
        if isinstance(event, Withdrawn):
            self.withdrawn += 1
            if self.withdrawn > MOST_WITHDRAWN:
                raise Endless(f"{event.actor} announces {event.action} again and again")
        return event

    def roll(self, roll: Roll) -> int:
        label = f"{roll.label} #{self.table.state.dice.get(roll.label, 0)}"
        told = self.tape.next(Rolled)
        if told is not None and f"{told.label} ".partition(f"{label} ")[0]:
            raise Diverged(f"entry {self.tape.at} rolls {told.label}, the rules now roll {label}")
        return self.tell(told or self._rolled(label, roll.sides)).value

    def _rolled(self, label: str, sides: int) -> Rolled:
        """A new die; the moderator may have fixed it, or had it rolled anew as its next generation."""
        state = self.table.state
        if label in state.fixed:
            return Rolled(f"{label} ruled", state.fixed[label])
        label = reseen.generation(state, label, self.tape.told)
        return Rolled(label, self.dice(label, sides))

    def ask(self, question: Ask) -> Answered | None:
        told = self.tape.next(Answered)
        if told is None:
            heard = self.answers.ask(question, self.views)
            if heard is None:
                return None
            if heard.choice is not None and heard.choice not in question.options:
                raise IllegalAnswer(f"{heard.choice} is not among the options of {question}")
            told = Answered(question.player, question.actor, question.action, *heard)
        same = (question.player, question.actor, question.action)
        if (told.player, told.actor, told.action) != same:
            raise Diverged(f"entry {self.tape.at} answers {told}, the rules now ask {question}")
        return self.tell(told)

    def window(self, question: Window) -> Heard | None:
        """Empty answers are not written (decision D40): where the tape goes on with something else, nobody declared."""
        if not self.tape.ended:
            self.answers.passed(question, self.views)
            told = self.tape.next(Claimed)
            return _heard(self.tell(told)) if told else NOTHING
        heard = self.answers.window(question, self.views)
        if heard is not None and any(heard):
            return _heard(self.tell(Claimed(*heard)))
        return heard

    def _spoken(self, at: Question) -> bool:
        """Tell what was written at this question from outside; True if the moderator ruled."""
        ruled, self.views.at = False, at
        while spoken := self.tape.aside() or self.tape.next(Ruled):
            self.tell(spoken)
            ruled = ruled or isinstance(spoken, Ruled)
        self.views.at = None
        return ruled

    def play(self) -> Question | None:
        """To the end of the phase (None) or to the first question that nobody answers."""
        steps = course.play(self.table)
        reply: Any = None
        while True:
            try:
                effect = steps.send(reply)
            except StopIteration:
                self.tell(PhaseClosed(self.table.state.turn, self.table.state.phase))
                return None
            if isinstance(effect, Event):
                reply = self.tell(effect)
            elif isinstance(effect, Roll):
                reply = self.roll(effect)
            elif self._spoken(effect):  # the moderator ruled here: look at the table afresh
                steps, reply = course.play(self.table), None
            else:
                question: Question = effect
                reply = self.ask(question) if isinstance(question, Ask) else self.window(question)
                if reply is None:
                    return question


class Result(NamedTuple):
    """`events`: what is new; `question`: what is still open (None: the phase is closed); `state`: the position now."""

    events: list[Event]
    question: Question | None
    state: State


def advance(
    base: State,
    bases: dict[Player, State],
    written: Sequence[Event],
    rules: Rules,
    answers: Answers,
    dice: Dice,
) -> Result:
    """Play the phase that `base` has just opened.

    `base`: the position up to and with its PhaseOpened; `bases`: the players' views of it; `written`: what the journal already
    holds of this phase.  Raises Diverged if that is not what these rules would write.
    """
    run = Run(Table(base, rules), Tape(written), answers, dice, Views(bases))
    question = run.play()
    return Result(run.tape.new, question, run.table.state)


def following(state: State, deadline: bool = False) -> PhaseOpened | None:
    """The next phase after this one; None when the game is over.  `deadline`: one lies before it."""
    if state.over:
        return None
    if state.phase not in board.PHASES:
        return PhaseOpened(1, board.PHASES[0], deadline)
    number = board.PHASES.index(state.phase) + 1
    if number < len(board.PHASES):
        return PhaseOpened(state.turn, board.PHASES[number], deadline)
    return PhaseOpened(state.turn + 1, board.PHASES[0], deadline)


class Silent:
    """An answerer for whom every default is right."""

    def ask(self, question: Ask, views: Views) -> Reply | None:
        return Reply(None) if question.player != MODERATOR else None

    def window(self, question: Window, views: Views) -> Heard:
        return NOTHING

    def told(self, event: Event, views: Views) -> None:
        """He keeps no count."""

    def passed(self, question: Window, views: Views) -> None:
        """He keeps no count."""
