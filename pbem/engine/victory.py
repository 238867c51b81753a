"""R11, R8.10, R16.1, R17.5, R17.6: how a game ends.

HR-33: who has conceded cannot win.  An ending takes him for one who controls nobody and has recorded nothing.
"""

from collections.abc import Iterable

from . import board, readings
from .applied import said
from .events import Event, GameEnded, HouseRuled, Name, Player
from .state import State

POLITBURO_SIZE = 8
#: `GameEnded.clause` where all players agree that nobody wins (E24).
AGREED = "agreed"
#: The same where the moderator ends it without a winner.
BY_MODERATOR = "moderator"
#: A practice game was closed (E18).
PRACTICE = "practice"


def third_wave(state: State) -> Iterable[Event]:
    """R11.1: the third wave credited to a faction wins at once."""
    waved = state.waves[-1].player
    if waved is None or state.credited(waved) < board.WAVES_TO_WIN:
        return
    if waved in state.conceded:
        yield _given_up(state, waved)
    else:
        yield GameEnded((waved,), "R11.1")


def time_is_up(state: State) -> Iterable[Event]:
    """R11.2: after phase 5 of turn 11 the controller of the Party Chief wins; HR-20: without one nobody does."""
    if state.turn < board.LAST_TURN:
        return
    chief = state.holder("PC")
    yield from passed_over(state, chief.letter if chief else None)
    player = claimant(state, chief.letter) if chief else None
    if player is None:
        yield said(state, "HR-20", "nobody controls a Party Chief")
        if readings.says(state, "HR-20", "highest"):
            player = _leader(state)
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
        yield said(state, "HR-26", "this phase's retirements count")
    highest = next(filter(None, map(state.active, board.POLITBURO)), None)
    yield from passed_over(state, highest.letter if highest else None)
    player = _leader(state)
    if player is None:
        yield said(state, "HR-18", "nobody controls the highest-ranking active member")
        if readings.says(state, "HR-18", "next-down"):
            player = _leader(state, controlled=True)
    yield GameEnded((player,) if player else (), "R8.10")


def _leader(state: State, controlled: bool = False) -> Player | None:
    """Who controls the highest-ranking active member; with `controlled`, of those who are controlled."""
    active = [p.letter for p in map(state.active, board.POLITBURO) if p is not None]
    able = [name for name in active if not controlled or claimant(state, name) is not None]
    return claimant(state, able[0]) if able else None


def most_recorded(state: State, name: Name) -> tuple[Player, ...]:
    """Who recorded the most on him, in seat order; () if nobody recorded any who can win."""
    able = [player for player in state.seats if player not in state.conceded]
    top = max((state.written(player, name) for player in able), default=0)
    return tuple(player for player in able if top and state.written(player, name) == top)


def thrice(state: State) -> bool:
    """R16.1, R17.5: has the Politician who waved just now waved three times, for whomever?"""
    waved = state.waves[-1].politician
    return sum(wave.politician == waved for wave in state.waves) >= board.WAVES_TO_WIN


# --- HR-33 ---


def claimant(state: State, name: Name) -> Player | None:
    """Who controls him and can win."""
    player = state.controller(name)
    return None if player in state.conceded else player


def passed_over(state: State, name: Name | None) -> Iterable[HouseRuled]:
    """Says so where his controller would win, but has conceded."""
    player = state.controller(name) if name is not None else None
    if player in state.conceded and player is not None:
        yield _given_up(state, player)


def _given_up(state: State, player: Player) -> HouseRuled:
    return said(state, "HR-33", f"{player} has conceded, and cannot win")


def after_concession(state: State) -> tuple[GameEnded, ...]:
    """What follows when somebody has conceded: if one is left who can win, he wins (E24); () while the game goes on.

    To be written as the facts of a ruling; a phase that stands open is over with it.
    """
    left = tuple(player for player in state.seats if player not in state.conceded)
    return () if state.over or len(left) > 1 else (GameEnded(left, "HR-33"),)
