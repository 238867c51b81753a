"""Cards 22, 24 and 28 to 34: purges (R15.4)."""

from typing import TYPE_CHECKING

from ..events import Announced, InForce, Play
from ..questions import Step
from ..state import Politician, State
from .code import Objection, card
from .lasting import lies

if TYPE_CHECKING:
    from ..table import Table

#: "First purge" cards: they name the slot that must be attempted first.
FIRST = "first purge"
FIRST_ROLL = 3
#: Cards that protect a slot for a turn.
SPARED = "spared"
SPARED_ROLL = -3
#: Card 63.
THAW = "thaw"
THAW_ROLL = 2


@card(22)
def friends_in_the_lubyanka(table: "Table", play: Play, announced: Announced) -> Step[None]:
    """Subtract 3 from every purge roll against him."""
    yield from ()


@card(24)
def paid_by_the_west(table: "Table", play: Play, announced: Announced) -> Step[None]:
    """Add 3 to every purge roll against him."""
    yield from ()


def _vacant(slot: str) -> Objection:
    def objection(state: State, play: Play, announced: Announced) -> str:
        return "" if slot in state.slots else "that slot is vacant"

    return objection


@card(28, _vacant("IND"))
def smuggling_ring(table: "Table", play: Play, announced: Announced) -> Step[None]:
    """As card 31, against the Industry Minister."""
    yield InForce(FIRST, "phase", "IND")


@card(29, _vacant("ECO"))
def grain_shortage(table: "Table", play: Play, announced: Announced) -> Step[None]:
    """As card 31, against the Economy Minister."""
    yield InForce(FIRST, "phase", "ECO")


@card(30, _vacant("DM"))
def border_incident(table: "Table", play: Play, announced: Announced) -> Step[None]:
    """As card 31, against the Defense Minister."""
    yield InForce(FIRST, "phase", "DM")


@card(31, _vacant("SPO"))
def olympic_boycott(table: "Table", play: Play, announced: Announced) -> Step[None]:
    """The first purge attempt must be against the Sport Minister, and any purge roll against him this phase gets +3. If the KGB
    Head makes no attempt, the Ideology Chief may, and if that succeeds he may then attempt the KGB Head, also at +3. See R15.4."""
    yield InForce(FIRST, "phase", "SPO")


@card(64, _vacant("FM"))
def diplomatic_incident(table: "Table", play: Play, announced: Announced) -> Step[None]:
    """As card 31, against the Foreign Minister."""
    yield InForce(FIRST, "phase", "FM")


@card(63)
def thaw(table: "Table", play: Play, announced: Announced) -> Step[None]:
    """Subtract 2 from every purge roll of this phase."""
    yield InForce(THAW, "phase")


@card(32)
def olympic_win(table: "Table", play: Play, announced: Announced) -> Step[None]:
    """Purge rolls against the Sport Minister get -3 this turn. Cancels against the +3 of card 31."""
    yield InForce(SPARED, "turn", "SPO")


@card(33)
def bumper_harvest(table: "Table", play: Play, announced: Announced) -> Step[None]:
    """Purge rolls against the Economy Minister get -3 this turn. Cancels against the +3 of card 29."""
    yield InForce(SPARED, "turn", "ECO")


@card(34)
def man_in_orbit(table: "Table", play: Play, announced: Announced) -> Step[None]:
    """Purge rolls against the Industry Minister get -3 this turn. Cancels against the +3 of card 28."""
    yield InForce(SPARED, "turn", "IND")


def first_purge(state: State) -> str | None:
    """R15.4: the slot that must be attempted first."""
    return next((effect.about for effect in state.force if effect.code == FIRST), None)


def purge_modifier(state: State, victim: Politician, codes: dict[int, int]) -> int:
    """What cards add to a purge roll against him."""
    total = lies(state, victim, codes, {22: -3, 24: 3})
    total += lies(state, victim, codes, {45: -3}) if victim.cure else 0
    total += lies(state, victim, codes, {46: 4}) if victim.suspicion else 0
    total -= THAW_ROLL * bool(state.enforced(THAW))
    for effect in state.force:
        if effect.code == SPARED and effect.about == victim.place:
            total += SPARED_ROLL
        elif effect.code == FIRST and _angers(state, effect.about, victim):
            total += FIRST_ROLL
    return total


def _angers(state: State, slot: str, victim: Politician) -> bool:
    """R15.4: +3 against that slot, and for whoever acts in his stead against a KGB Head who made no attempt."""
    if victim.place == slot:
        return True
    if victim.place != "KGB" or not state.attempted or state.acting is None:
        return False
    return state.acting != victim.letter and victim.letter not in state.attempted
