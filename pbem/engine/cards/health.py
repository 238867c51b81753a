"""Cards 9 to 15: life and death."""

from typing import TYPE_CHECKING

from ..board import PEOPLE
from ..events import Announced, Died, HealthChanged, InForce, Name, Play
from ..questions import Step
from ..state import Politician, State
from .code import card
from .lasting import lies
from .suspicion import suspect

if TYPE_CHECKING:
    from ..table import Table

#: Card 10 is in force.
EPIDEMIC = "epidemic"
EPIDEMIC_ROLL = -3
#: Cards 41 and 65.
HEALER, MILD_WINTER = "faith healer", "mild winter"
HEALER_ROLL, MILD_ROLL = 4, 3
DEADLY = 3


def _healthy(state: State, play: Play, announced: Announced) -> str:
    return "" if state.people[play.on[0]].crosses else "he has no Red Cross"


@card(9, _healthy)
def kremlin_physician(table: "Table", play: Play, announced: Announced) -> Step[None]:
    """He loses one Red Cross."""
    yield HealthChanged(play.on[0], -1)


@card(10)
def epidemic(table: "Table", play: Play, announced: Announced) -> Step[None]:
    """Subtract 3 from every health roll of this phase (results below 1 count as 1)."""
    yield InForce(EPIDEMIC, "phase")


@card(11)
def heart_trouble(table: "Table", play: Play, announced: Announced) -> Step[None]:
    """He gains one Red Cross."""
    yield from one_cross_more(table, play.on[0])


def one_cross_more(table: "Table", name: Name) -> Step[None]:
    """R6.1: the third one kills."""
    yield HealthChanged(name, 1)
    patient = table.state.people[name]
    if patient.crosses >= DEADLY:
        yield Died(name, patient.place)


def _voting(state: State, play: Play, announced: Announced) -> str:
    return "not while votes are being stated" if state.ballot is not None else ""


@card(12, _voting)
def assassination(table: "Table", play: Play, announced: Announced) -> Step[None]:
    """Roll: 16 or more, he dies; 11 to 15, he gains one Red Cross; less, nothing, and the KGB Head gains a suspicion marker if
    the slot is filled. Not while votes are being stated."""
    name = play.on[0]
    die = yield from table.roll(f"assassination {name}")
    if die >= 16:
        yield Died(name, table.state.people[name].place)
    elif die >= 11:
        yield from one_cross_more(table, name)
    elif (head := table.state.holder("KGB")) is not None:
        yield from suspect(table, head.letter)


@card(13)
def back_to_the_people(table: "Table", play: Play, announced: Announced) -> Step[None]:
    """He moves to the People at once."""
    yield from table.move(play.on[0], PEOPLE, "card")


@card(14)
def iron_constitution(table: "Table", play: Play, announced: Announced) -> Step[None]:
    """Add 2 to his health rolls."""
    yield from ()


@card(15)
def a_taste_for_vodka(table: "Table", play: Play, announced: Announced) -> Step[None]:
    """Subtract 2 from his health rolls (results below 1 count as 1)."""
    yield from ()


def health_modifier(state: State, patient: Politician, codes: dict[int, int]) -> int:
    """What cards in force and cards on him add to his health roll; `codes`: card number -> code."""
    total = lies(state, patient, codes, {14: 2, 15: -2}) + EPIDEMIC_ROLL * bool(state.enforced(EPIDEMIC))
    total += MILD_ROLL * bool(state.enforced(MILD_WINTER))
    healed = any(effect.code == HEALER and effect.about == patient.letter for effect in state.force)
    return total + HEALER_ROLL * healed
