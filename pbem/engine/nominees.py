"""R7.1, R7.4: who may be nominated for Party Chief."""

from . import board
from .events import Name
from .state import Politician, State


def eligible(state: State, nominator: Name) -> list[Politician]:
    """R7.1: the other members of the first level, else of the second; R7.4: after a defeat those who voted "no"."""
    if state.defeats:
        return [p for p in state.politburo() if p.letter in state.defeats[-1][1] and p.letter != nominator]
    for slots in (board.FIRST_LEVEL, board.SECOND_LEVEL):
        others = [p for p in map(state.holder, slots) if p is not None and p.letter != nominator]
        if others:
            return others
    return []
