"""R2: recording, declaring, control and ties."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from . import board
from .events import Claim, HouseRuled, InfluenceDeclared, Name, Player, TieBroken
from .questions import Step
from .state import State

if TYPE_CHECKING:
    from .table import Table


def may_declare(state: State, player: Player, name: Name, points: int) -> bool:
    """R2.1, R2.3: more than he shows, not more than he recorded, and only on a Politician on the board."""
    on_board = state.people[name].place in board.ON_BOARD
    return on_board and state.shown(player, name) < points <= state.written(player, name)


def declare_round(table: "Table", claims: Sequence[Claim]) -> Step[bool]:
    """R2.6: the claims of one round take effect together; then ties for control are broken.  True if there were any."""
    best: dict[tuple[Name, Player], int] = {}
    for claim in claims:
        if may_declare(table.state, claim.player, claim.politician, claim.points):
            key = claim.politician, claim.player
            best[key] = max(claim.points, best.get(key, 0))
        elif _barred_by_place(table.state, claim):
            yield HouseRuled("HR-4", f"{claim.politician} is not on the board", claim.player)
    number = table.state.round + 1
    seats = table.state.seats
    for name, player in sorted(best, key=lambda key: (key[0], seats.index(key[1]))):
        yield InfluenceDeclared(player, name, best[name, player], number)
    for name in sorted({name for name, _ in best}):
        yield from settle(table, name)
    return bool(best)


def settle(table: "Table", name: Name) -> Step[None]:
    """R2.2, HR-3: a simultaneous tie for control is broken at once, and for good."""
    tied = first_at_top(table.state, name)
    if len(tied) > 1:
        yield HouseRuled("HR-3", f"{' and '.join(tied)} reached the same total on {name} together")
        winner = yield from table.rules.break_tie(table, name, tied)
        yield TieBroken(name, winner, tuple(player for player in tied if player != winner))


def first_at_top(state: State, name: Name) -> tuple[Player, ...]:
    """The players, in seat order, who share the highest total and reached it first."""
    stakes = state.declared.get(name, {})
    if not stakes:
        return ()
    top = min((-stake.points, stake.round, stake.rank) for stake in stakes.values())
    return tuple(
        player
        for player in state.seats
        if (stake := stakes.get(player)) and (-stake.points, stake.round, stake.rank) == top
    )


def by_dice(table: "Table", name: Name, tied: tuple[Player, ...]) -> Step[Player]:
    """R2.2: d20 in seat order, highest first; ties among the highest roll again."""
    while len(tied) > 1:
        rolls: dict[Player, int] = {}
        for player in tied:
            rolls[player] = yield from table.roll(f"tie {name} {player}")
        tied = tuple(player for player in tied if rolls[player] == max(rolls.values()))
    return tied[0]


def by_seat(table: "Table", name: Name, tied: tuple[Player, ...]) -> Step[Player]:
    """R17.7: the older player; seats are given oldest first."""
    yield from ()
    return tied[0]


def _barred_by_place(state: State, claim: Claim) -> bool:
    """Would it be legal if he were on the board?"""
    name = claim.politician
    shown, written = state.shown(claim.player, name), state.written(claim.player, name)
    return state.people[name].place not in board.ON_BOARD and shown < claim.points <= written
