"""R7.1, R7.4: who may be nominated for Party Chief."""

from . import board, readings
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


def unbarred(state: State, nominator: Name, among: list[Politician]) -> list[Politician]:
    """Those of them whom no blackmail has taken from him in this phase."""
    barred = {
        target for actor, action, target, _, _ in state.barred if (actor, action) == (nominator, "nomination")
    }
    return [p for p in among if p.letter not in barred]


def open_to(state: State, nominator: Name) -> list[Politician]:
    """HR-35: as `eligible`, since blackmail cannot take the last one; read otherwise it can, and these are left."""
    everyone, reading = eligible(state, nominator), readings.of(state, "HR-35")
    if not reading or unbarred(state, nominator, everyone):
        return everyone
    if reading != "next-level" or state.defeats:
        return []
    second = [p for p in map(state.holder, board.SECOND_LEVEL) if p is not None and p.letter != nominator]
    return unbarred(state, nominator, second)
