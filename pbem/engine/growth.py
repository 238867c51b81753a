"""R15.6: growing influence, at the end of turns 3, 6 and 9."""

from typing import TYPE_CHECKING

from . import board, surplus
from .events import Announced, CardsDrawn, Choice, GrowthDone, InfluenceGrown, Player
from .influence import reached
from .questions import Step
from .state import State

if TYPE_CHECKING:
    from .table import Options, Table

TURNS = (3, 6, 9)
POINTS = 2


def play(table: "Table") -> Step[None]:
    """Clockwise from the left of the controller of the highest-ranking active member; a window follows each.

    He is done before he sees what he has drawn, so that nobody grows twice where the phase is started afresh.
    """
    if table.state.turn not in TURNS:
        return
    while (player := _next(table.state)) is not None:
        yield from _place(table, player)
        number = yield from _wants(table, player)
        yield GrowthDone(player)
        yield from _draw(table, player, number)
        said = Announced("", "growth", player=player)
        yield said
        yield from table.window(said)


def _next(state: State) -> Player | None:
    """Whose turn it is; nobody controls the highest-ranking member: the first seat begins."""
    seats, grown = state.seats, state.grown
    if len(grown) == len(seats):
        return None
    if grown:
        return seats[(seats.index(grown[-1]) + 1) % len(seats)]
    highest = next(filter(None, map(state.active, board.POLITBURO)), None)
    leader = state.controller(highest.letter) if highest else None
    return seats[0] if leader is None else seats[(seats.index(leader) + 1) % len(seats)]


def _place(table: "Table", player: Player) -> Step[None]:
    """Up to two IP, on one Politician or on two."""
    while table.state.gained < POINTS:
        options = gains(table)
        choice = (yield from table.ask_player(player, "", "gain", options)) if options[0] else None
        if choice is None:
            return
        before = table.state.controller(choice.target)
        yield InfluenceGrown(player, choice.target, choice.number, table.state.round + 1)
        yield from reached(table, choice.target, before)


def gains(table: "Table") -> "Options":
    """On anybody on the board, as far as he may hold influence (R12), but not where a "10+" lies."""
    state, left = table.state, POINTS - table.state.gained
    names = [p.letter for p in state.people.values() if p.place in board.ON_BOARD]
    free = [n for n in names if table.rules.may_hold(state, n) and n not in state.locked]
    return tuple(Choice("gain", name, number=n) for name in free for n in range(1, left + 1)), ()


def _wants(table: "Table", player: Player) -> Step[int]:
    """For each IP that he has not placed he may draw a card: how many he draws."""
    left = min(POINTS - table.state.gained, table.state.deck_size) if table.rules.hand_size else 0
    if left <= 0:
        return 0
    options = tuple(Choice("draw", number=n) for n in range(1, left + 1))
    choice = yield from table.ask_player(player, "", "draw", (options, ()))
    return 0 if choice is None else choice.number


def _draw(table: "Table", player: Player, number: int) -> Step[None]:
    if number:
        yield CardsDrawn(player, number, (table.state.deck or ())[:number])
        yield from surplus.lay_aside(table, player)
