"""A card's code: what it does when it is played, and what else its text asks for."""

from collections.abc import Callable
from typing import TYPE_CHECKING, NamedTuple

from ..events import Announced, Play
from ..questions import Step
from ..state import State

if TYPE_CHECKING:
    from ..table import Table

#: What the card does.
Effect = Callable[["Table", Play, Announced], Step[None]]
#: What speaks against playing it now, in words; "" if nothing does.  It may look only at what its player sees.
Objection = Callable[[State, Play, Announced], str]


class Code(NamedTuple):
    """`text`: the docstring of its function, which is what a player reads; `needs`: the switch without which it is nothing."""

    effect: Effect
    text: str
    objection: Objection
    needs: str


#: By number of the cards that come with the program; other packs say which of them theirs play like.
CODES: dict[int, Code] = {}


def nothing(state: State, play: Play, announced: Announced) -> str:
    """No further conditions."""
    return ""


def card(number: int, unless: Objection = nothing, needs: str = "") -> Callable[[Effect], Effect]:
    """This function is the code of card `number`; its docstring is the card's text."""

    def register(effect: Effect) -> Effect:
        CODES[number] = Code(effect, " ".join((effect.__doc__ or "").split()), unless, needs)
        return effect

    return register
