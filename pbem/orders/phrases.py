"""What the idioms share: a phrase said in plain words, and where the names and numbers of a phrase stand."""

from collections.abc import Callable, Sequence

import msgspec

from pbem.orders.names import Kind, Lexicon

Pieces = list[int | str]
_NUMBERS = {
    word: str(number)
    for number, word in enumerate("one two three four five six seven eight nine ten".split(), 1)
}
_POLITICIAN: tuple[Kind, ...] = ("pol", "office")
_SIGNS = frozenset({"card", "cards", "intrigue", "number", "no", "nr", "#", "my", "the", "this", "that"})


class Said(msgspec.Struct, frozen=True):
    """`words` stand for all up to `end`: an int is a word of the sentence, a str a new one."""

    end: int
    words: Pieces


Idiom = Callable[[Sequence[str], int, Lexicon], Said | None]


def person(words: Sequence[str], at: int, lexicon: Lexicon) -> int:
    """The length of the Politician's or office's name at `at`, 0 if there is none."""
    if at >= len(words) or words[at] in ("a", "i"):
        return 0
    found = lexicon.exact(words, at, _POLITICIAN)
    if found is None and len(words[at]) > 3 and words[at] not in _SIGNS:
        found = lexicon.loose(words, at, ("pol",))
        found = found if found and len(found.targets) == 1 else None
    return found.length if found else 0


def seat(words: Sequence[str], at: int, lexicon: Lexicon) -> int:
    """The length of the faction's or player's name at `at`, 0 if there is none."""
    found = lexicon.exact(words, at, ("seat",))
    return found.length if found else 0


def number(word: str) -> str | None:
    """`2`, `two`."""
    return word if word.isdigit() else _NUMBERS.get(word)


def card(words: Sequence[str], at: int, lexicon: Lexicon) -> tuple[str, int] | None:
    """The card that is named by number or name: its number as a word, and where the phrase ends."""
    start = at
    while at < len(words) and words[at] in _SIGNS:
        at += 1
    if at < len(words) and (words[at].isdigit() or (at > start and number(words[at]))):
        return number(words[at]) or words[at], at + 1
    for begin in dict.fromkeys((start, at)):  # "my ..." may be the beginning of a name
        found = lexicon.deck.find(words, begin)
        if found is not None and len(found.numbers) == 1:
            return str(found.numbers[0]), _past_card(words, begin + found.length, found.numbers[0])
    return None


def _past_card(words: Sequence[str], at: int, known: int) -> int:
    """`… card`, `… card (31)`, `… (card 31)`."""
    rest = [word for word in words[at : at + 4] if word not in ("card", "cards", "(", ")", "no")]
    if rest[:1] == [str(known)]:
        at = words.index(str(known), at) + 1
    elif words[at : at + 1] in (["card"], ["cards"]):
        at += 1
    return at + (words[at : at + 1] == [")"])
