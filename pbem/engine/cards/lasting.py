"""Red cards: they lie on a Politician until he goes to Siberia, dies or retires (R15.2)."""

from collections.abc import Mapping

from ..state import Politician, State


def lies(state: State, politician: Politician, codes: Mapping[int, int], worth: Mapping[int, int]) -> int:
    """What the cards on him add.  `codes`: card number -> code; `worth`: code -> what one such card adds."""
    return sum(worth.get(codes.get(n, 0), 0) for n in state.lasting.get(politician.letter, ()))
