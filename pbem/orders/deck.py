"""Intrigue cards by name: "the Olympic boycott", "my sanatorium closed card", "Doctors orders"."""

from collections.abc import Iterator, Mapping, Sequence

import msgspec
from rapidfuzz.distance import OSA

from pbem.orders.text import phrase

#: So many letters a shortened name must have.
_SHORTEST = 5
_ARTICLES = frozenset({"a", "an", "the"})
_CARD = frozenset({"card", "cards"})
#: Behind a shortened name may stand only these.
_BEHIND = frozenset(
    {"on", "against", "when", "whenever", "if", "unless", "as", "to", "for", "in", "each", "(", ","}
) | frozenset(
    {
        ".",
        ";",
        "!",
        "and",
        "&",
        "then",
        "now",
        "asap",
        "first",
        "back",
        "pls",
        "please",
        "immediately",
        "with",
    }
)


class Fit(msgspec.Struct, frozen=True):
    """`numbers` of the cards that a name of `length` words fits; `sure`: it stands there in full, or nearly so."""

    numbers: tuple[int, ...]
    length: int
    sure: bool


class Deck:
    """The names of the cards of one game."""

    def __init__(self, cards: Mapping[int, str]) -> None:
        self.cards = dict(cards)
        self._names = {number: _bare(phrase(name).split()) for number, name in cards.items()}
        self._longest = max((len(words) for words in self._names.values()), default=0)

    def find(self, words: Sequence[str], at: int) -> Fit | None:
        """The card that is named from `at` on."""
        if at >= len(words) or not self._names or not words[at][:1].isalpha():
            return None
        for length in range(min(self._longest + 1, len(words) - at), 0, -1):
            typed = " ".join(words[at : at + length])
            found = tuple(number for number, name in self._names.items() if _alike(typed, " ".join(name)))
            if found:
                return Fit(found, length, True)
        return self._shortened(words, at)

    def _shortened(self, words: Sequence[str], at: int) -> Fit | None:
        """`sanatorium closed`, and before the word "card" any word of the name: `boycott card`."""
        end = at
        while end < len(words) and words[end] not in _BEHIND and words[end] not in _CARD:
            end += 1
        typed = list(words[at:end])
        if not typed or len("".join(typed)) < _SHORTEST:
            return None
        named = words[end : end + 1] and words[end] in _CARD
        found = tuple(self._beginning(typed)) or (tuple(self._inside(typed)) if named else ())
        return Fit(found, len(typed), False) if found else None

    def _beginning(self, typed: Sequence[str]) -> Iterator[int]:
        text = " ".join(typed)
        return (number for number, name in self._names.items() if " ".join(name).startswith(text))

    def _inside(self, typed: Sequence[str]) -> Iterator[int]:
        return (number for number, name in self._names.items() if set(typed) <= set(name))

    def show(self, number: int) -> str:
        """`13 (Back to the people)`."""
        return f"{number} ({self.cards[number]})" if number in self.cards else str(number)


def _bare(words: Sequence[str]) -> list[str]:
    """Without an article in front, which nobody types."""
    return list(words[1:]) if len(words) > 1 and words[0] in _ARTICLES else list(words)


def _alike(typed: str, name: str) -> bool:
    """The name itself, or a few slips away from it."""
    if typed == name:
        return True
    slips = 0 if len(name) < 6 else 1 if len(name) < 10 else 2
    return slips > 0 and len(typed) > 4 and OSA.distance(typed, name, score_cutoff=slips) <= slips
