"""KEEP without a noun: the orders of the one before me, where it cannot mean cards."""

from collections.abc import Sequence

from pbem.orders.names import Lexicon
from pbem.orders.phrases import Idiom, Said

_ENDS = frozenset(".;!")
_NUMBERED = frozenset({",", "and", "&", "-", "#"})


def keep(words: Sequence[str], at: int, lexicon: Lexicon) -> Said | None:
    """`KEEP`; `KEEP 1, 3` only in a game without Intrigue cards, for there it is KEEP CARDS."""
    if words[at] != "keep":
        return None
    end = at + 1
    while end < len(words) and words[end] not in _ENDS:
        end += 1
    rest = words[at + 1 : end]
    if rest and (lexicon.has("intrigue") or not rest[0].lstrip("#").isdigit()):
        return None
    if not all(word.isdigit() or word in _NUMBERED for word in rest):
        return None
    return Said(end, ["keep", "orders", *range(at + 1, end)])


IDIOMS: tuple[Idiom, ...] = (keep,)
