"""What GAIN and DRAW orders will bring when influence grows next, as things stand (R15.6)."""

from collections.abc import Sequence
from typing import NamedTuple

from pbem.engine import board, growth
from pbem.engine.events import Name
from pbem.orders.lines import Line
from pbem.orders.standing import Standing, growth_turn

from .forecast import opening
from .planned import where
from .scene import Scene


class Growing(NamedTuple):
    """`orders`: the numbers of those that count; `wanted`: what they ask for; `points` and `cards`: what comes of it, `drawn` line
    by line; `idle`: orders that add nothing, and why.
    """

    orders: list[int]
    wanted: int
    points: int
    cards: int
    drawn: dict[Line, int]
    idle: list[tuple[int, str]]


def growing(scene: Scene, standing: Sequence[Standing]) -> Growing:
    """Points first, then cards, in the order of the list; all that waits for the next growth."""
    when = growth_turn(scene.turn)
    now = [one for one in standing if growth_turn(max(scene.turn, one.line.turn or 0)) == when]
    gains = [one for one in now if one.line.verb == "gain"]
    draws = [one for one in now if one.line.verb == "draw" and when is not None]
    idle = [(one.number, why) for one in gains if (why := _in_vain(scene, one.line, when))]
    barred = {number for number, _ in idle}
    gains = [one for one in gains if one.number not in barred]
    points = min(growth.POINTS, sum(one.line.number or 0 for one in gains))
    left = cards = min(growth.POINTS - points, scene.view.deck_size)
    drawn: dict[Line, int] = {}
    for one in draws:
        drawn[one.line] = min(left, one.line.number or 0) if not drawn else 0
        left -= drawn[one.line]
    wanted = sum(one.line.number or 0 for one in (*gains, *draws))
    return Growing([one.number for one in (*gains, *draws)], wanted, points, cards - left, drawn, idle)


def _in_vain(scene: Scene, line: Line, when: int | None) -> str:
    letter = scene.one(line.who[0])
    return f"{scene.said(line.who[0])} is nobody" if letter is None else no_growth(scene, letter, when)


def no_growth(scene: Scene, letter: Name, when: int | None) -> str:
    """Why no influence can grow on this Politician; "" if it can."""
    if when is None:
        return "influence does not grow any more"
    if letter in scene.view.locked:
        return f"{scene.names.of(letter)} is {scene.names.who(scene.view.locked[letter])}’s for good (10+)"
    if scene.view.people[letter].place not in board.ON_BOARD:
        return f"{scene.names.of(letter)} is {where(scene, letter)}, where no influence grows"
    late = opening(scene.later, "parade", when)
    return "" if scene.rules.may_hold(late, letter) else f"{scene.names.of(letter)} takes no influence yet"
