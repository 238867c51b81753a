"""What a phase may ask of the world outside the engine."""

from collections.abc import Generator
from typing import Any, NamedTuple, TypeVar

from .events import Announced, Bribe, Choice, Claim, Name, Play, Player


class Ask(NamedTuple):
    """One player decides for one Politician.  `options` is the complete list of what is legal.

    `action` names the kind of decision: cure purge case inquiry vote nomination shift step promotion release; of a player rather
    than of a Politician (`actor` is "" then): gain draw change keep; of one who influences a Politician, `actor`: support.
    A card without code puts the question "card" to the moderator; only a ruling answers it.  `barred`: options that a house ruling alone forbids, with its name; whoever wanted one is told.
    `optional`: he may decline.
    """

    player: Player
    actor: Name
    action: str
    options: tuple[Choice, ...]
    barred: tuple[tuple[Choice, str], ...] = ()
    optional: bool = True


class Heard(NamedTuple):
    """What was wished in one round of a window."""

    claims: tuple[Claim, ...] = ()
    plays: tuple[Play, ...] = ()
    bribes: tuple[Bribe, ...] = ()


class Window(NamedTuple):
    """R2.6: everyone may declare influence and play cards now; answered by what was Heard.  `round` counts from 1 in each window."""

    announced: Announced
    round: int


class Roll(NamedTuple):
    """A die for this purpose."""

    label: str
    sides: int = 20


T = TypeVar("T")

#: A phase, or a part of one: it yields facts and questions, and returns what it found out.
Step = Generator[Any, Any, T]
