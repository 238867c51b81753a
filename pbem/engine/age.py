"""R8.9, the Rule of the Old."""

from collections.abc import Iterable, Sequence

from .events import HouseRuled
from .state import Politician


def oldest(politicians: Iterable[Politician]) -> Politician:
    """Age, then printed age, then (HR-17) the earlier card letter.  There must be one."""
    return min(politicians, key=lambda p: (-p.age, -p.printed, p.letter))


def rulings_of(politicians: Sequence[Politician]) -> Iterable[HouseRuled]:
    """HR-17, where only the card letter tells the oldest from another."""
    first = oldest(politicians)
    for other in politicians:
        if other is not first and (other.age, other.printed) == (first.age, first.printed):
            yield HouseRuled("HR-17", f"{first.letter} before {other.letter} by card letter")
            return
