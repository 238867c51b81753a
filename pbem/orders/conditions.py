"""What a line's names, triggers and conditions mean at the moment they are looked at.

Everything is judged from the player's own view (`see`), never from the whole position.
"""

import operator
from collections.abc import Callable, Mapping
from functools import partial
from typing import NamedTuple

from pbem.engine import board
from pbem.engine.events import Announced, Name, Player
from pbem.engine.state import Politician, State

from . import lines
from .lines import Condition, Group, Named, Trigger, Who

OPERATORS: Mapping[str, Callable[[int, int], bool]] = {
    "<": operator.lt,
    "<=": operator.le,
    "=": operator.eq,
    ">=": operator.ge,
    ">": operator.gt,
}


class Context(NamedTuple):
    """Who looks, at what, and who has just announced or is to decide (`ACTOR`).

    `mine`: whom he controlled when the window opened, where that differs from now.
    """

    player: Player
    state: State
    actor: Name | None = None
    mine: frozenset[Name] | None = None


def letters(who: Who, at: Context) -> tuple[Name, ...]:
    """The Politicians meant, by card letter; () for a vacant office; groups as the board shows them."""
    if isinstance(who, Named):
        return (who.letter,) if who.letter in at.state.people else ()
    if isinstance(who, lines.Office):
        holder = at.state.holder(who.slot)
        return (holder.letter,) if holder else ()
    if who.word == "actor":
        return (at.actor,) if at.actor else ()
    everyone = sorted(at.state.people.values(), key=lambda p: (board.RANK[p.place], p.letter))
    return tuple(p.letter for p in everyone if meant(who, p.letter, at))


def meant(who: Who, name: Name | None, at: Context) -> bool:
    """Is this Politician the one, or one of those, meant?"""
    if name is None:
        return False
    if isinstance(who, Group) and who.word == "anyone":
        return True
    if isinstance(who, Group) and who.word == "mine":
        return name in at.mine if at.mine is not None else at.state.controller(name) == at.player
    return name in letters(who, at)


_ACTIONS: Mapping[str, tuple[str, ...]] = {
    "shift": ("shift", "swap"),  # SWAP counts as a SHIFT of both
    "start": ("start",),
    "any": (
        *("cure", "work", "purge", "trial", "condemnation", "investigation", "closing", "nomination"),
        *("shift", "swap", "promotion", "demotion", "release"),
    ),
}


def fires(trigger: Trigger, announced: Announced, at: Context) -> bool:
    """Was this announcement the one that the trigger waits for?"""
    if announced.action not in _ACTIONS.get(trigger.kind, (trigger.kind,)):
        return False
    if trigger.kind == "start":
        return trigger.phase == announced.choice
    if trigger.vote is not None and trigger.vote != announced.choice:
        return False
    targets = (announced.target, announced.other)
    return (
        (trigger.by is None or meant(trigger.by, announced.actor, at))
        and (trigger.of is None or any(meant(trigger.of, target, at) for target in targets))
        and (trigger.on is None or meant(trigger.on, announced.target, at))
    )


def holds(condition: Condition | None, at: Context) -> bool:
    """Is it true now?  Of a vacant office NOBODY CONTROLS is true and everything else false."""
    match condition:
        case None:
            return True
        case lines.Not(part):
            return not holds(part, at)
        case lines.And(parts):
            return all(holds(part, at) for part in parts)
        case lines.Or(parts):
            return any(holds(part, at) for part in parts)
        case lines.Controls(player, who):
            return _controls(player, who, at)
        case lines.Sits(who, place):
            return any(_sits(at.state.people[name], place) for name in letters(who, at))
        case lines.Health(who, wanted):
            return any(_is(at.state.people[name], wanted) for name in letters(who, at))
        case lines.Age(who, op, number):
            return any(OPERATORS[op](at.state.people[name].age, number) for name in letters(who, at))
        case lines.Declared(player, who, op, number):
            return _declared(player, who, op, number, at)
        case lines.Turn(op, number):
            return OPERATORS[op](at.state.turn, number)
        case lines.Waves(player, op, number):
            return _some(player, at, lambda p: OPERATORS[op](at.state.credited(p), number))
        case lines.Votes(vote, op, number):
            ballot = at.state.ballot
            return OPERATORS[op](ballot.count(vote) if ballot else 0, number)


def _some(player: str, at: Context, test: Callable[[Player], bool]) -> bool:
    """For a colour, me ("i"), anyone or nobody."""
    if player in ("anyone", "nobody"):
        return any(test(seat) for seat in at.state.seats) == (player == "anyone")
    return test(at.player if player == "i" else player)


def _has(at: Context, name: Name, player: Player) -> bool:
    return at.state.controller(name) == player


def _controls(player: str, who: Who, at: Context) -> bool:
    names = letters(who, at)
    if player == "nobody":
        return all(at.state.controller(name) is None for name in names)
    return any(_some(player, at, partial(_has, at, name)) for name in names)


def _declared(player: str, who: Who, op: str, number: int, at: Context) -> bool:
    def shows(name: Name, seat: Player) -> bool:
        return OPERATORS[op](at.state.shown(seat, name), number)

    return any(_some(player, at, partial(shows, name)) for name in letters(who, at))


def _sits(politician: Politician, place: str) -> bool:
    in_politburo = politician.place in board.POLITBURO
    match place:
        case "work":
            return in_politburo and not politician.cure
        case "sanatorium":
            return in_politburo and politician.cure
        case "politburo":
            return in_politburo
        case "candidates":
            return politician.place in board.CANDIDATES
        case _:
            return politician.place == place


def _is(politician: Politician, wanted: str) -> bool:
    if wanted == "suspect":
        return politician.suspicion > 0
    return politician.crosses == ("healthy", "sick", "ill").index(wanted)
