"""Cards 16 to 19 and 21: suspicion and votes."""

from typing import TYPE_CHECKING

from .. import readings
from ..events import Absolved, Announced, InForce, Name, Play, Suspected
from ..questions import Step
from ..state import State
from .code import card

if TYPE_CHECKING:
    from ..table import Table

SHOW_TRIAL, STAR_WITNESS = "show trial", "star witness"
HOSTILE_PRESS, APPLAUSE = "hostile press", "applause"


def _acquitted(state: State, play: Play, announced: Announced) -> str:
    return "he was acquitted this turn" if play.on[0] in state.acquitted else ""


@card(16, _acquitted)
def anonymous_letter(table: "Table", play: Play, announced: Announced) -> Step[None]:
    """He gains a suspicion marker. Not if he was acquitted this turn."""
    yield from suspect(table, play.on[0])


def suspect(table: "Table", name: Name, limit: int = 99) -> Step[None]:
    """One "?" more.  R18.3: never a fourth one; `limit`, where a card's text keeps to the game's."""
    most = table.rules.max_suspicion if table.rules.max_suspicion > 1 else limit
    if table.state.people[name].suspicion < most:
        yield Suspected(name)


def _unsuspected(state: State, play: Play, announced: Announced) -> str:
    return "" if state.people[play.on[0]].suspicion else "he bears no suspicion marker"


@card(17, _unsuspected)
def alibi(table: "Table", play: Play, announced: Announced) -> Step[None]:
    """He loses all suspicion markers. A trial of his that is under way ends without a verdict and without cost."""
    ballot = table.state.ballot
    ends = ballot is not None and ballot.matter == "trial" and ballot.politician == play.on[0]
    if ends:
        again = readings.says(table.state, "HR-38", "another")
        counts = "another may be called" if again else "it was the trial of this year"
        yield from table.ruled("HR-38", f"the trial of {play.on[0]} ends, and {counts}")
    yield Absolved(play.on[0])
    if ends:
        yield from table.used("HR-38")


@card(18)
def show_trial(table: "Table", play: Play, announced: Announced) -> Step[None]:
    """Three innocent votes are needed to acquit in this trial."""
    yield InForce(SHOW_TRIAL, "vote")


@card(19)
def star_witness(table: "Table", play: Play, announced: Announced) -> Step[None]:
    """One innocent vote acquits in this trial. Cancels against card 18."""
    yield InForce(STAR_WITNESS, "vote")


@card(21)
def hostile_press(table: "Table", play: Play, announced: Announced) -> Step[None]:
    """Two no votes defeat this nomination."""
    yield InForce(HOSTILE_PRESS, "vote")


def acquitting(state: State) -> int:
    """R5.2 with cards 18 and 19."""
    show, star = bool(state.enforced(SHOW_TRIAL)), bool(state.enforced(STAR_WITNESS))
    return 2 + show - star


def defeating(state: State) -> int:
    """R7.2 with cards 21 and 59."""
    return 3 - bool(state.enforced(HOSTILE_PRESS)) + bool(state.enforced(APPLAUSE))
