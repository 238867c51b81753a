"""R2: recording, declaring, control and ties."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from . import board
from .events import Claim, HouseRuled, InfluenceDeclared, Name, Player, TenPlus, TieBroken, TieOpened
from .questions import Step
from .state import State

if TYPE_CHECKING:
    from .table import Table

TEN_PLUS = 11  # R12.1: what "10+" is worth


def may_declare(state: State, player: Player, name: Name, points: int) -> bool:
    """R2.1, R2.3: more than he shows, not more than he recorded, and only on a Politician on the board."""
    open_to_all = state.people[name].place in board.ON_BOARD and name not in state.locked
    return open_to_all and state.shown(player, name) < points <= state.written(player, name)


def declare_round(table: "Table", claims: Sequence[Claim]) -> Step[bool]:
    """R2.6: the claims of one round take effect together; then ties for control are broken.  True if there were any."""
    best: dict[tuple[Name, Player], int] = {}
    for claim in claims:
        if may_declare(table.state, claim.player, claim.politician, claim.points):
            key = claim.politician, claim.player
            best[key] = max(claim.points, best.get(key, 0))
        elif _barred_by_place(table.state, claim):
            yield HouseRuled("HR-4", f"{claim.politician} is not on the board", claim.player)
    number, before = table.state.round + 1, {name: table.state.controller(name) for name, _ in best}
    seats = table.state.seats
    for name, player in sorted(best, key=lambda key: (key[0], seats.index(key[1]))):
        yield InfluenceDeclared(player, name, best[name, player], number)
    for name in sorted({name for name, _ in best}):
        yield from reached(table, name, before[name])
    return bool(best)


def reached(table: "Table", name: Name, before: Player | None) -> Step[None]:
    """After a higher total: "10+" (R15.6), and ties (R2.2) unless players may support in them (R13).

    `before`: who controlled him till then.
    """
    if table.rules.ten_plus and any(s.points >= TEN_PLUS for s in table.state.declared[name].values()):
        yield from settle(table, name)
        holder = table.state.controller(name)
        assert holder is not None
        yield TenPlus(holder, name)
    elif table.rules.settle_late is None:
        yield from settle(table, name)
    elif len(at_top(table.state, name)) > 1 and table.state.controller(name) != before:
        yield TieOpened(name, before)


def settle(table: "Table", name: Name) -> Step[None]:
    """R2.2, HR-3: a simultaneous tie for control is broken at once, and for good."""
    tied = first_at_top(table.state, name)
    if len(tied) > 1:
        yield HouseRuled("HR-3", f"{' and '.join(tied)} reached the same total on {name} together")
        winner = yield from table.rules.break_tie(table, name, tied)
        yield TieBroken(name, winner, tuple(player for player in tied if player != winner))


def at_top(state: State, name: Name) -> tuple[Player, ...]:
    """The players, in seat order, who share the highest total."""
    stakes = state.declared.get(name, {})
    top = max((stake.points for stake in stakes.values()), default=0)
    return tuple(player for player in state.seats if player in stakes and stakes[player].points == top)


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
