"""What binds a player besides the rules: promises for which he took a bribe (R15.7), and blackmail."""

from collections.abc import Iterator

from .events import Announced, Choice, Name, Promise
from .state import Bond, State

VOTES = frozenset(("guilty", "innocent", "yes", "no"))


def binding(state: State, actor: Name, options: tuple[Choice, ...]) -> tuple[tuple[Choice, ...], bool]:
    """What is left of his options, and whether he must take one of them."""
    if state.voided:  # by a ruling of the moderator
        options = tuple(choice for choice in options if not voided(state, actor, choice))
    if state.barred:
        options = tuple(choice for choice in options if _deed(actor, choice) not in state.barred)
    if not state.bonds:
        return options, False
    player = state.controller(actor)
    mine = [bond.promise for bond in state.bonds if bond.player == player]
    for promise in mine:
        if promise.never:
            options = tuple(choice for choice in options if not meets(promise, choice, state))
    forced = False
    for promise in mine:
        wanted = () if promise.never else tuple(c for c in options if meets(promise, c, state))
        if wanted:
            options, forced = wanted, True
    return options, forced


def voided(state: State, actor: Name, choice: Choice) -> bool:
    """Has the moderator ruled that he may not announce this in this phase (E21)?"""
    return (state.turn, state.phase, actor, choice.action, choice.target) in state.voided


def meets(promise: Promise, choice: Choice, state: State) -> bool:
    """Is this the very thing that was promised, or promised never to be done?"""
    if promise.action == "vote":
        return choice.action == promise.vote and choice.target == promise.target
    if promise.action == "shift" and choice.action == "swap":
        return any(
            promise.to in ("", place) for who, place in _swapped(choice, state) if who == promise.target
        )
    same = choice.action == promise.action and choice.target == promise.target
    return same and promise.to in ("", choice.to)


def _swapped(choice: Choice, state: State) -> Iterator[tuple[Name, str]]:
    """Who comes where by an exchange."""
    yield choice.target, state.people[choice.other].place
    yield choice.other, state.people[choice.target].place


def choice_of(announced: Announced) -> Choice | None:
    """The option that was announced; None for a pass."""
    if announced.action == "pass":
        return None
    if announced.action == "vote":
        return Choice(announced.choice, announced.target or "") if announced.choice else None
    return Choice(announced.action, announced.target or "", announced.to or "", announced.other or "")


def kept(state: State, announced: Announced) -> list[Bond]:
    """Promises that this announcement, which stands, has done."""
    choice = choice_of(announced)
    if choice is None or not state.bonds:
        return []
    mine = [bond for bond in state.bonds if bond.player == announced.player and not bond.promise.never]
    return [bond for bond in mine if meets(bond.promise, choice, state)]


def _deed(actor: Name, choice: Choice) -> tuple[Name, str, Name, str, Name]:
    return actor, choice.action, choice.target, choice.to, choice.other
