"""What may a player see?  The only road from a journal to a report, a receipt or a condition."""

from collections.abc import Iterable, Iterator

from .events import MODERATOR, Event, Player
from .state import State, replace

#: A viewer who sees what lies on the table and nothing else.
TABLE: Player = "table"


def see(viewer: Player, journal: Iterable[Event]) -> Iterator[Event]:
    """The journal as this viewer may read it: each event whole, its face, or not at all."""
    for event in journal:
        face = event.seen_by(viewer)
        if face is not None:
            yield face


def position(viewer: Player, state: State) -> State:
    """A whole position as this viewer may see it, for positions that have no journal (scenarios).

    Law: `position(v, fold(journal)) == fold(see(v, journal))`.
    """
    if viewer == MODERATOR:
        return state
    sheets = {player: sheet if player == viewer else None for player, sheet in state.recorded.items()}
    return replace(state, recorded=sheets)
