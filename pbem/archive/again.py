"""Closed phases played again by this program, from their answers and dice: the engine must tell every fact as it is written."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from pbem.engine.dice import Dice
from pbem.engine.events import Event, PhaseClosed, PhaseOpened
from pbem.engine.journal import in_force
from pbem.engine.rules import Rules
from pbem.engine.run import Diverged, IllegalAnswer, Nobody, Run, Tape, Views
from pbem.engine.state import State, evolve
from pbem.engine.table import Table


class Played(NamedTuple):
    """A phase.  `number`: of the first event that the engine tells otherwise, else of its opening; `said`: what is otherwise, "" if nothing is."""

    number: int
    said: str = ""


def phases(journal: Sequence[Event], rules: Rules, dice: Dice) -> Iterator[Played]:
    """Every phase in force that is closed, in order."""
    numbers = in_force(journal)
    state, base, opened = State(), State(), 0
    tape: list[int] = []
    for number in numbers:
        event = journal[number - 1]
        state = evolve(state, event)
        if isinstance(event, PhaseOpened):
            base, opened, tape = state, number, []
            continue
        tape.append(number)
        if isinstance(event, PhaseClosed) and opened:
            yield _again(base, [journal[one - 1] for one in tape], tape, opened, rules, dice)
            opened = 0


def _again(
    base: State, written: Sequence[Event], numbers: Sequence[int], opened: int, rules: Rules, dice: Dice
) -> Played:
    tape = Tape(written)
    run = Run(Table(base, rules), tape, Nobody(), dice, Views({}))
    try:
        question = run.play()
    except (Diverged, IllegalAnswer):
        return Played(numbers[min(tape.at, len(numbers) - 1)], "is not what the engine tells there")
    except Exception as error:  # what was changed may lead anywhere
        return Played(
            numbers[min(tape.at, len(numbers) - 1)], f"leads the engine astray ({type(error).__name__})"
        )
    if question is not None or tape.new:
        at = numbers[min(tape.at, len(numbers) - 1)]
        return Played(at, "is the last of its phase, and the engine has not come to its end")
    if not tape.ended:
        return Played(numbers[tape.at], "comes after the end of its phase")
    return Played(opened)
