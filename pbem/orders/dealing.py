"""Does a line that begins with a verb of the Advanced Game mean an order?  (D15: "Draw your own conclusions" does not.)"""

from collections.abc import Callable, Mapping, Sequence
from typing import Literal

from pbem.orders.names import Lexicon
from pbem.orders.verbtable import Verb
from pbem.orders.words import WORDS

Strength = Literal["firm", "soft"]
_CARD = frozenset({"card", "cards", "intrigue"})
_OFFER = frozenset({"offer", "offers", "bribe", "bribes"})
_NUMBER = frozenset({"#", "no", "nr", "number"})
_ANY = frozenset({"any", "all", "everything", "anything"})
_BEHIND_ANY = _OFFER | {"from", "for", "giving", "returning", "give"}
#: What may stand behind an order that says all: the end of it, or another.
_CLOSING = frozenset({".", ";", "!", "\x00next"})
_BEHIND_ALL = _CLOSING | {"and", ",", "&", "when", "if", "unless", "each", "in"}


def strength(verb: Verb, words: Sequence[str], after: int, lexicon: Lexicon) -> Strength | None:
    """As `Opening.strength`; None: it is talk."""
    rest = list(words[after : after + 4])
    if not rest:
        return None if verb.name in ("draw", "keep cards") or words[after - 1 : after] == ["drop"] else "firm"
    return _FOLLOWS[verb.name](rest, words, after, lexicon)


def _number(word: str) -> Strength | None:
    return "firm" if word.rstrip("+").isdigit() else "soft" if word in WORDS["INT"].values() else None


def _counted(rest: list[str], nouns: frozenset[str]) -> Strength | None:
    """`17`, `card 17`, `my card no 17`, `offer #1`."""
    at = 0
    while at < len(rest) - 1 and (
        rest[at] in nouns or rest[at] in _NUMBER or rest[at] in ("my", "the", "your")
    ):
        at += 1
    return _number(rest[at])


def _cards(rest: list[str], words: Sequence[str], after: int, lexicon: Lexicon) -> Strength | None:
    return _counted(rest, _CARD)


def _discard(rest: list[str], words: Sequence[str], after: int, lexicon: Lexicon) -> Strength | None:
    """`DISCARD ALL`, not "discard all hope"."""
    if rest[0] in ("all", "everything"):
        whose = rest[1:2] == ["my"]
        return "firm" if len(rest) == 1 + whose or rest[1 + whose] in _CARD | _BEHIND_ALL else None
    return _counted(rest, _CARD)


def _seat(rest: list[str], words: Sequence[str], after: int, lexicon: Lexicon) -> Strength | None:
    if lexicon.exact(words, after, ("seat",)) is not None:
        return "firm"
    return "soft" if lexicon.loose(words, after, ("seat",)) is not None else None


def _gain(rest: list[str], words: Sequence[str], after: int, lexicon: Lexicon) -> Strength | None:
    named = rest[0] not in ("a", "i") and lexicon.exact(words, after, ("pol", "office")) is not None
    return "firm" if named else _number(rest[1] if rest[0] == "+" and len(rest) > 1 else rest[0])


def _draw(rest: list[str], words: Sequence[str], after: int, lexicon: Lexicon) -> Strength | None:
    return "firm" if rest[0] in _CARD or rest[:2] == ["a", "card"] else _number(rest[0])


def _offer(rest: list[str], words: Sequence[str], after: int, lexicon: Lexicon) -> Strength | None:
    seat = lexicon.exact(words, after, ("seat",))
    return _counted(rest, _CARD) or (
        _counted(list(words[after + seat.length :][:4]) or [""], _CARD) if seat else None
    )


def _accept(rest: list[str], words: Sequence[str], after: int, lexicon: Lexicon) -> Strength | None:
    if rest[0] in _BEHIND_ANY - _OFFER - {"for"} or rest[0] in _CLOSING:
        return "soft" if rest[0] in ("from", "give") else "firm"
    if rest[0] in _ANY:
        return "firm" if len(rest) == 1 or rest[1] in _BEHIND_ANY else "soft"
    at = rest[0] in ("the", "your", "this", "that")
    if rest[at : at + 1] and rest[at] in _OFFER and not _counted(rest, _OFFER):
        return "firm" if len(rest) == at + 1 or rest[at + 1] in _BEHIND_ANY else "soft"
    return _counted(rest, _OFFER)


_FOLLOWS: Mapping[str, Callable[[list[str], Sequence[str], int, Lexicon], Strength | None]] = {
    **dict.fromkeys(("play", "keep cards"), _cards),
    "discard": _discard,
    "support": _seat,
    "gain": _gain,
    "draw": _draw,
    "offer": _offer,
    **dict.fromkeys(("accept", "refuse"), _accept),
}
