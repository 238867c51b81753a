"""How a house ruling is applied: said with the reading that is in force, and then, if it was ruled for one case, used up."""

from collections.abc import Iterator

from . import readings
from .events import HouseRuled, Player, ReadingUsed
from .state import State


def said(state: State, ruling: str, about: str, player: Player | None = None) -> HouseRuled:
    """The announcement; with `player`, for him alone."""
    return HouseRuled(ruling, about, player, readings.of(state, ruling))


def used(state: State, ruling: str) -> Iterator[ReadingUsed]:
    """The ruling has been applied before the eyes of all.  Readings for a whole phase end with it (`over`)."""
    reading, once = state.readings.get(ruling, ("", False))
    if once and ruling not in readings.CASES:
        yield ReadingUsed(ruling, reading)


def over(state: State) -> Iterator[ReadingUsed]:
    """The phase is over, and what was ruled for it."""
    for ruling in readings.ended(state, state.phase, state.acting is not None, "trial" in state.tried):
        yield ReadingUsed(ruling, readings.of(state, ruling))
