"""Cards 5 to 8: there and back."""

from typing import TYPE_CHECKING

from ..events import Announced, CameBack, InForce, Play, WentToSanatorium
from ..questions import Step
from ..state import State
from .code import card

if TYPE_CHECKING:
    from ..table import Table

#: Card 7 is in force.
CLOSED = "sanatorium closed"
#: Phases whose windows come before the health rolls of a turn; the Health Phase has none after its first one.
_BEFORE_HEALTH = ("setup", "cure", "purge", "spy", "health")


@card(5)
def recalled_to_duty(table: "Table", play: Play, announced: Announced) -> Step[None]:
    """He returns to work at once."""
    yield CameBack(play.on[0], "card")


@card(6)
def urgent_telegram(table: "Table", play: Play, announced: Announced) -> Step[None]:
    """He returns to work at once."""
    yield CameBack(play.on[0], "card")


@card(7)
def sanatorium_closed_for_repairs(table: "Table", play: Play, announced: Announced) -> Step[None]:
    """Every member at the Sanatorium returns to work at once. Nobody goes there until the next Cure Phase after this turn."""
    for member in table.state.politburo():
        if member.cure:
            yield CameBack(member.letter, "card")
    yield InForce(CLOSED, "turn")


def _too_late(state: State, play: Play, announced: Announced) -> str:
    if state.enforced(CLOSED):
        return "the Sanatorium is closed for repairs"
    if state.phase in _BEFORE_HEALTH:
        return ""
    return "it cannot be played between the health roll and the end of the turn"


@card(8, _too_late)
def doctors_orders(table: "Table", play: Play, announced: Announced) -> Step[None]:
    """He goes to the Sanatorium at once. Cannot be played between the health roll and the end of the turn."""
    yield WentToSanatorium(play.on[0])
