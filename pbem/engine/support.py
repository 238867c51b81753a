"""R13: ties for control, where others may support one of the tied players."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from .events import Choice, Name, Player, Supported, TieResolved
from .influence import at_top, break_tie
from .questions import Step
from .state import State

if TYPE_CHECKING:
    from .table import Table

#: Card 20, "The party line": the controller of the Ideology Chief decides instead.
PARTY_LINE = "party line"


def settle(table: "Table") -> Step[bool]:
    """Decision D10: when a window is quiet, each new tie is resolved, by card letter.  True: control moved somewhere."""
    moved = False
    while (name := next(open_ties(table.state), None)) is not None:
        before = table.state.controller(name)
        yield from _resolve(table, name)
        moved = moved or table.state.controller(name) != before
    return moved


def open_ties(state: State) -> Iterator[Name]:
    """R13.3: ties that are new, by card letter; under card 20 the Ideology Chief's comes first."""
    names = sorted(name for name in state.declared if _is_new(state, name))
    chief = state.slots.get("IDE")
    if state.enforced(PARTY_LINE) and chief in names:
        names = [chief, *(name for name in names if name != chief)]
    return iter(names)


def tied_for(state: State, name: Name) -> tuple[Player, ...]:
    """Who shares the highest total on him, in seat order; () for fewer than two."""
    tied = at_top(state, name)
    return tied if len(tied) > 1 else ()


def _is_new(state: State, name: Name) -> bool:
    """R13.3: once resolved it stays so, until others reach the top or the top rises."""
    tied = tied_for(state, name)
    if not tied:
        return False
    victor = state.victors.get(name)
    points = state.declared[name][tied[0]].points
    return victor is None or victor.points != points or not set(tied) <= set(victor.tied)


def _resolve(table: "Table", name: Name) -> Step[None]:
    """R13.2: highest with support; else who was first; else dice (HR-3)."""
    tied = tied_for(table.state, name)
    best = yield from _supported(table, name, tied)
    winner = best[0]
    if len(best) > 1:
        first = _first(table.state, name, best)
        winner = first[0]
        if len(first) > 1:
            winner = yield from break_tie(table, name, first)
    yield TieResolved(name, winner, tied)


def _supported(table: "Table", name: Name, tied: tuple[Player, ...]) -> Step[tuple[Player, ...]]:
    """R13.1: who of the tied has most, each supporter counting a tenth of what he has declared there."""
    decider = _decider(table.state)
    options = tuple(Choice("support", name, player) for player in tied)
    if decider is not None:
        choice = yield from table.ask_player(decider, name, "support", (options, ()))
        if choice is not None:
            yield Supported(decider, name, choice.to, 0)
        return tied if choice is None else (choice.to,)
    tenths = dict.fromkeys(tied, 0)
    for player in table.state.seats:
        points = table.state.shown(player, name)
        if player not in tied and points:
            choice = yield from table.ask_player(player, name, "support", (options, ()))
            if choice is not None:
                tenths[choice.to] += points
                yield Supported(player, name, choice.to, points)
    return tuple(player for player in tied if tenths[player] == max(tenths.values()))


def _decider(state: State) -> Player | None:
    """Card 20: while nobody controls the Ideology Chief, R13 applies."""
    chief = state.slots.get("IDE")
    return state.controller(chief) if chief is not None and state.enforced(PARTY_LINE) else None


def _first(state: State, name: Name, among: tuple[Player, ...]) -> tuple[Player, ...]:
    """Who reached the total first; several if they did so in one round."""
    stakes = state.declared[name]
    earliest = min((stakes[player].round, stakes[player].rank) for player in among)
    return tuple(player for player in among if (stakes[player].round, stakes[player].rank) == earliest)
