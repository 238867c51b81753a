"""R11, R8.10, R16.1, R17.5, R17.6: how a game ends."""

from collections.abc import Iterable

from . import board
from .events import Event, GameEnded, HouseRuled, Name, Player
from .state import State

POLITBURO_SIZE = 8


def third_wave(state: State) -> Iterable[Event]:
    """R11.1: the third wave credited to a faction wins at once."""
    waved = state.waves[-1].player
    if waved is not None and state.credited(waved) >= board.WAVES_TO_WIN:
        yield GameEnded((waved,), "R11.1")


def time_is_up(state: State) -> Iterable[Event]:
    """R11.2: after phase 5 of turn 11 the controller of the Party Chief wins; HR-20: without one nobody does."""
    if state.turn < board.LAST_TURN:
        return
    chief = state.holder("PC")
    player = state.controller(chief.letter) if chief else None
    if player is None:
        yield HouseRuled("HR-20", "nobody controls a Party Chief")
    yield GameEnded((player,) if player else (), "R11.2")


def outside_siberia(state: State) -> int:
    """R8.10: the living and unretired who are not in Siberia."""
    return sum(p.place in board.ON_BOARD for p in state.people.values())


def too_few(state: State, retired: int) -> Iterable[Event]:
    """R8.10: fewer than eight; the controller of the highest-ranking active member wins; HR-18: else nobody."""
    left = outside_siberia(state)
    if left >= POLITBURO_SIZE:
        return
    if left + retired >= POLITBURO_SIZE:
        yield HouseRuled("HR-26", "this phase's retirements count")
    highest = next(filter(None, map(state.active, board.POLITBURO)), None)
    player = state.controller(highest.letter) if highest else None
    if player is None:
        yield HouseRuled("HR-18", "nobody controls the highest-ranking active member")
    yield GameEnded((player,) if player else (), "R8.10")


def most_recorded(state: State, name: Name) -> tuple[Player, ...]:
    """Who recorded the most on him, in seat order; () if nobody recorded any."""
    top = max((state.written(player, name) for player in state.seats), default=0)
    return tuple(player for player in state.seats if top and state.written(player, name) == top)


def thrice(state: State) -> bool:
    """R16.1, R17.5: has the Politician who waved just now waved three times, for whomever?"""
    waved = state.waves[-1].politician
    return sum(wave.politician == waved for wave in state.waves) >= board.WAVES_TO_WIN
