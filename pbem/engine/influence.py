"""R2: recording, declaring, control and ties."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from . import applied, board, readings
from .events import CameBack, Claim, InfluenceDeclared, Name, Player, TenPlus, TieBroken, TieOpened
from .questions import Step
from .state import State

if TYPE_CHECKING:
    from .table import Table

TEN_PLUS = 11  # R12.1: what "10+" is worth


def may_declare(state: State, player: Player, name: Name, points: int) -> bool:
    """R2.1, R2.3: more than he shows, not more than he recorded, and only on a Politician on the board."""
    open_to_all = takes_influence(state, name) and name not in state.locked
    return open_to_all and state.shown(player, name) < points <= state.written(player, name)


def takes_influence(state: State, name: Name) -> bool:
    """R2.3, HR-4: may influence be declared where he is?"""
    place = state.people[name].place
    return place in board.ON_BOARD or (place == board.SIBERIA and readings.says(state, "HR-4", "siberia"))


def declare_round(table: "Table", claims: Sequence[Claim]) -> Step[bool]:
    """R2.6: the claims of one round take effect together; then ties for control are broken.  True if there were any."""
    best: dict[tuple[Name, Player], int] = {}
    for claim in claims:
        if may_declare(table.state, claim.player, claim.politician, claim.points):
            key = claim.politician, claim.player
            best[key] = max(claim.points, best.get(key, 0))
        elif _barred_by_place(table.state, claim):
            yield applied.said(table.state, "HR-4", f"{claim.politician} is not on the board", claim.player)
    number, before = table.state.round + 1, {name: table.state.controller(name) for name, _ in best}
    seats = table.state.seats
    for name, player in sorted(best, key=lambda key: (key[0], seats.index(key[1]))):
        if table.state.people[name].place not in board.ON_BOARD:
            yield applied.said(table.state, "HR-4", f"influence is declared on {name} in Siberia")
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
    else:
        if readings.says(table.state, "HR-3", "every-tie"):
            yield from below_the_top(table, name)
        if len(at_top(table.state, name)) > 1 and table.state.controller(name) != before:
            yield TieOpened(name, before)


def settle(table: "Table", name: Name) -> Step[None]:
    """R2.2, HR-3: a simultaneous tie for control is broken at once, and for good."""
    tied = first_at_top(table.state, name)
    if len(tied) > 1:
        yield from break_tie(table, name, tied)
    if readings.says(table.state, "HR-3", "every-tie"):
        yield from below_the_top(table, name)


def break_tie(table: "Table", name: Name, tied: tuple[Player, ...]) -> Step[Player]:
    """HR-3: who counts as the first of those who reached this total together."""
    yield from table.ruled("HR-3", f"{' and '.join(tied)} reached the same total on {name} together")
    winner = yield from table.rules.break_tie(table, name, tied)
    yield TieBroken(name, winner, tuple(player for player in tied if player != winner))
    yield from table.used("HR-3")
    return winner


def below_the_top(table: "Table", name: Name) -> Step[None]:
    """HR-3, read "every-tie": totals under the highest that were reached together."""
    stakes, top = table.state.declared.get(name, {}), at_top(table.state, name)
    groups: dict[tuple[int, int, int], list[Player]] = {}
    for player in table.state.seats:
        if player in stakes and player not in top:
            stake = stakes[player]
            groups.setdefault((-stake.points, stake.round, stake.rank), []).append(player)
    for key in sorted(groups):
        if len(groups[key]) > 1 and readings.says(table.state, "HR-3", "every-tie"):
            yield from break_tie(table, name, tuple(groups[key]))


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
    return not takes_influence(state, name) and shown < claim.points <= written


def left_alone(table: "Table") -> Step[None]:
    """HR-1, read "at-once": guests of the Sanatorium whom nobody controls."""
    for member in table.state.politburo():
        alone = member.cure and table.state.controller(member.letter) is None
        if alone and readings.says(table.state, "HR-1", "at-once"):
            yield from table.ruled("HR-1", f"{member.letter} comes back: nobody controls him")
            yield CameBack(member.letter, "uncontrolled")
            yield from table.used("HR-1")
