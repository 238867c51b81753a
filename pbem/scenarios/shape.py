"""What a scenario file may hold, and what it says when it holds something else."""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from pbem.engine.events import Player
from pbem.engine.rules import Rules
from pbem.engine.state import State

HEALTH = ("healthy", "sick", "ill", "dead")
KEYS: dict[str, frozenset[str]] = {
    "": frozenset(
        "title rules refs options seats position influence declared waves hands deck lasting offers orders dice "
        "readings conceded expect".split()
    ),
    "position": frozenset("turn phase run people siberia wall retired slots".split()),
    "dice": frozenset(("rolls",)),
    "expect": frozenset(
        "rolls_used over winners next_phase turn rulings place age health suspicion cure control declared recorded "
        "waves rejected hands deck lasting readings".split()
    ),
}


class Malformed(ValueError):
    """The file is not a scenario; the text says what is wrong and where."""


class Scenario(NamedTuple):
    """A position, the rules it is played by, orders, dice and expectations.  `offers`: made before the first phase."""

    title: str
    rules: Rules
    position: State
    run: int
    orders: dict[Player, str]
    rolls: tuple[int, ...]
    expect: dict[str, Any]


def known(table: Mapping[str, Any], name: str) -> None:
    """Raises Malformed for an entry that there is not."""
    for key in table:
        if key not in KEYS[name]:
            raise Malformed(
                f"{name + '.' if name else ''}{key}: no such entry; there are {', '.join(sorted(KEYS[name]))}"
            )


def seated(table: Mapping[str, Any], seats: Sequence[Player], name: str, *more: str) -> None:
    """Raises Malformed for a seat that there is not."""
    for player in table:
        if player not in seats and player not in more:
            raise Malformed(f"{name}.{player}: no such seat; there are {', '.join(seats)}")


def numbers(value: Any, where: str) -> tuple[int, ...]:
    """A list of card numbers.  Raises Malformed."""
    if not isinstance(value, list) or not all(isinstance(n, int) and not isinstance(n, bool) for n in value):
        raise Malformed(f"{where}: a list of card numbers")
    return tuple(value)
