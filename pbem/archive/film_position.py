"""The part of a position that the page draws, and what is different from one frame to the next."""

from typing import Any

from pbem.engine.events import Name, Player
from pbem.engine.state import Hand, Politician, State

#: What a stake's second number says of the Politician: nothing, a tie that is open, his for good ("10+").
PLAIN, CONTESTED, LOCKED = 0, 1, 2
#: The maps of a position that say who controls whom.
_CONTROL = ("declared", "contested", "victors", "locked")


def delta(before: State, after: State) -> dict[str, Any]:
    """What changed, in short keys; empty where nothing that the page draws did.

    `p`: Politicians as [place, stress, crosses, suspicion, at the Sanatorium]; `s`: influence on them as [controller, flag, player, points, …],
    players by seat, −1 for nobody; `t`: [turn, phase]; `w`: the waves; `h`: how many cards each holds; `k`: cards in the deck; `b`: the
    ballot; `f`: what cards have put in force; `l`: cards that lie on Politicians; `o`: how it ended; and where sheets and hands are known
    `r`: points recorded, by seat and Politician, `c`: cards by seat, in hand and aside.
    """
    if before is after:
        return {}
    changed: dict[str, Any] = {}
    if after.people is not before.people:
        old = before.people
        moved = {n: _person(p) for n, p in after.people.items() if old.get(n) is not p and old.get(n) != p}
        if moved:
            changed["p"] = moved
    if any(getattr(after, name) is not getattr(before, name) for name in _CONTROL):
        stakes = _stakes(before, after)
        if stakes:
            changed["s"] = stakes
    for key, told in _PLAIN.items():
        value = told(after)
        if value != told(before):
            changed[key] = value
    secrets = _sheets(before, after)
    if secrets:
        changed["r"] = secrets
    hands = _hands(before, after)
    if hands:
        changed["c"] = hands
    return changed


def _person(p: Politician) -> list[Any]:
    return [p.place, p.stress, p.crosses, p.suspicion, int(p.cure)]


def _stakes(before: State, after: State) -> dict[Name, list[int]]:
    names = {*before.declared, *after.declared, *before.contested, *after.contested}
    found = {}
    for name in sorted(names | set(before.locked) | set(after.locked)):
        stake = _stake(after, name)
        if stake != _stake(before, name):
            found[name] = stake
    return found


def _stake(state: State, name: Name) -> list[int]:
    declared = state.declared.get(name)
    if not declared:
        return []
    seats = state.seats
    holder = state.controller(name)
    flag = CONTESTED if name in state.contested else LOCKED if name in state.locked else PLAIN
    row = [seats.index(holder) if holder else -1, flag]
    for player in sorted(declared, key=lambda one: (-declared[one].points, seats.index(one))):
        row += [seats.index(player), declared[player].points]
    return row


def _waves(state: State) -> list[list[Any]]:
    seats = state.seats
    return [
        [w.turn, w.politician or "", seats.index(w.player) if w.player in seats else -1] for w in state.waves
    ]


def _counts(state: State) -> list[int]:
    hands = state.hands
    return [(hand := hands.get(seat, Hand())).count + hand.lying for seat in state.seats] if hands else []


def _ballot(state: State) -> list[Any]:
    ballot = state.ballot
    return [ballot.matter, ballot.politician, dict(ballot.votes)] if ballot else []


def _end(state: State) -> list[Any]:
    if not state.over:
        return []
    return [state.ended_by, [state.seats.index(one) for one in state.winners if one in state.seats]]


_PLAIN = {
    "t": lambda state: [state.turn, state.phase],
    "w": _waves,
    "h": _counts,
    "k": lambda state: state.deck_size,
    "b": _ballot,
    "f": lambda state: [f"{effect.code} ({effect.until})" for effect in state.force],
    "l": lambda state: {name: list(cards) for name, cards in state.lasting.items()},
    "o": _end,
}


def _sheets(before: State, after: State) -> dict[int, dict[Name, int]]:
    """Points recorded that are others now; 0: none any more."""
    if after.recorded is before.recorded:
        return {}
    found = {}
    for seat, player in enumerate(after.seats):
        new, old = after.recorded.get(player), before.recorded.get(player)
        if new is None or new is old:
            continue
        had = old or {}
        changed = {n: new.get(n, 0) for n in sorted({*new, *had}) if new.get(n, 0) != had.get(n, 0)}
        if changed:
            found[seat] = changed
    return found


def _hands(before: State, after: State) -> dict[int, list[list[int]]]:
    if after.hands is before.hands:
        return {}
    return {
        seat: [list(hand.cards), list(hand.aside or ())]
        for seat, player in enumerate(after.seats)
        if (hand := after.hands.get(player)) and hand.cards is not None and _other(hand, before, player)
    }


def _other(hand: Hand, before: State, player: Player) -> bool:
    old = before.hands.get(player, Hand())
    return (old.cards, old.aside) != (hand.cards, hand.aside)
