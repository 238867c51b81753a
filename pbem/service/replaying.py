"""A phase played once more along its journal, to look at what was asked: nothing is written."""

from collections.abc import Sequence
from contextlib import suppress
from typing import NamedTuple

from pbem.engine.events import Answered, Event
from pbem.engine.questions import Ask, Heard, Roll, Window
from pbem.engine.run import Diverged, IllegalAnswer, Nobody, Question, Run, Tape, Views
from pbem.engine.state import State
from pbem.engine.table import Table

from .record import Record


class Replay(NamedTuple):
    """`asked`: each question with the place in the journal of the phase where its answer stands, or would; `sides`: of each die, by its label."""

    asked: list[tuple[int, Question]]
    sides: dict[str, int]


class _Watched(Run):
    """Notes what is asked and rolled."""

    def __init__(self, *parts: object) -> None:
        super().__init__(*parts)  # type: ignore[arg-type]  # the same as Run's
        self.seen = Replay([], {})

    def ask(self, question: Ask) -> Answered | None:
        self.seen.asked.append((self.tape.at, question))
        return super().ask(question)

    def window(self, question: Window) -> Heard | None:
        self.seen.asked.append((self.tape.at, question))
        return super().window(question)

    def roll(self, roll: Roll) -> int:
        label = f"{roll.label} #{self.table.state.dice.get(roll.label, 0)}"
        self.seen.sides[label] = roll.sides
        return super().roll(roll)


def replay(record: Record, base: State, written: Sequence[Event]) -> Replay:
    """The phase that `base` has just opened, as far as `written` goes.

    Where the program tells it otherwise by now, what was asked up to there.
    """
    run = _Watched(Table(base, record.rules), Tape(written), Nobody(), record.dice(), Views({}))
    with suppress(Diverged, IllegalAnswer):
        run.play()
    return run.seen
