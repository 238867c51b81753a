"""What a phase may ask of the world outside the engine."""

from collections.abc import Generator
from typing import Any, NamedTuple, TypeVar

from .events import Announced, Choice, Name, Player


class Ask(NamedTuple):
    """One player decides for one Politician.  `options` is the complete list of what is legal.

    `action` names the kind of decision: cure purge case inquiry vote nomination shift step promotion release.
    `barred`: options that a house ruling alone forbids, with its name; whoever wanted one is told.
    `optional`: he may decline.
    """

    player: Player
    actor: Name
    action: str
    options: tuple[Choice, ...]
    barred: tuple[tuple[Choice, str], ...] = ()
    optional: bool = True


class Window(NamedTuple):
    """R2.6: everyone may declare influence now.  `round` counts from 1 in each window."""

    announced: Announced
    round: int


class Roll(NamedTuple):
    """A die for this purpose."""

    label: str
    sides: int = 20


T = TypeVar("T")

#: A phase, or a part of one: it yields facts and questions, and returns what it found out.
Step = Generator[Any, Any, T]
