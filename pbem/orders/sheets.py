"""Influence sheets as people type them: `Palavrian (10)`, `7 for Satin`, `my sheet: G 10, K 9`, `i take G 10, K 9, M 8`.

What is wholly names and numbers in pairs is put into the plain form that the grammar reads.  Anything else is left alone.
"""

from collections.abc import Sequence

import msgspec

from pbem.orders.names import Kind, Lexicon
from pbem.orders.opening import Opening
from pbem.orders.text import Atom
from pbem.orders.words import JOINTS, RESERVED

_NUMBERS = {
    word: str(number)
    for number, word in enumerate("one two three four five six seven eight nine ten".split(), 1)
}
_NAMED: tuple[Kind, ...] = ("pol", "office")
_SIGNS = frozenset({"=", ":", "-", "->", "=>"})
#: Between a name and its number, and between a number and its name.
_NAME_LINKS = _SIGNS | {"gets", "get", "with", "("}
_NUMBER_LINKS = _SIGNS | {"on", "for", "to", "onto", "goes", "is", ")"}
_BETWEEN = JOINTS - {"or", "else", "but"} | {".", "-"}
_TITLES = frozenset("sheet influence list points numbers choices picks ip marks".split())
_BEFORE_TITLE = frozenset("my here is this our are as follows first initial new".split())
_GIVES = frozenset("have want choose chose pick picked put give select go would like for".split())
_WE = frozenset({"i", "we"})
#: Names from which on a list without a heading must be a sheet.
_ENOUGH = 3
#: TAKE with a number is an order; so many of them at once, in falling numbers, are a sheet.
_TAKEN = 4


class Sheet(msgspec.Struct, frozen=True):
    """A sheet in plain words.  `named`: no office among the names; `doubtful`: "a" or "I" is one of them."""

    atoms: list[Atom]
    numbers: tuple[int, ...]
    named: bool
    doubtful: bool

    @property
    def falling(self) -> bool:
        return all(one > other for one, other in zip(self.numbers, self.numbers[1:], strict=False))


def sheet(
    part: Sequence[Atom], words: Sequence[str], begin: Opening | None, lexicon: Lexicon
) -> Sheet | None:
    """The sentence as a sheet, if it is nothing else.  `begin`: the order with which it begins."""
    if begin is not None and begin.verb.name not in ("influence", "take"):
        return None
    if not words or not any(word[:1].isdigit() or word in _NUMBERS for word in words):
        return None
    spoken = words[0] in _WE
    if begin is None:
        start, least = _titled(words, lexicon)
    elif begin.start == begin.at and begin.verb.name in ("influence", "take"):
        start = begin.at + begin.length
        start += words[start : start + 1] in ([":"], ["-"])
        least = 1 if begin.verb.name == "influence" else _TAKEN - spoken
    else:
        return None
    found = _pairs(part, words, start, lexicon)
    if found is None or len(found.numbers) < least:
        return None
    if least >= _ENOUGH and not (found.falling and found.named):
        return None
    if begin is None:
        return found
    if begin.verb.name == "take":  # three of them could be orders still, but hardly from ten downwards
        return found if len(found.numbers) >= _TAKEN or found.numbers[0] == 10 else None
    return msgspec.structs.replace(found, atoms=[part[begin.at], *found.atoms])


def _titled(words: Sequence[str], lexicon: Lexicon) -> tuple[int, int]:
    """Where the pairs begin behind "my sheet:", "I have"; how many there must be at least."""
    at = 0
    while at < min(len(words), 8) and (words[at] in _BEFORE_TITLE or words[at] in _TITLES):
        at += 1
    if at and any(word in _TITLES for word in words[:at]):
        colon = words[at : at + 1] in ([":"], ["-"])
        return at + colon, 1 if colon else 2
    headed = _headed(words)
    if headed and not _name(words, 0, lexicon):
        return headed, _ENOUGH
    if words[0] in _WE and words[1:2] and words[1] in _GIVES:
        at = 2
        while at < len(words) and words[at] in _GIVES:
            at += 1
        return at, _ENOUGH
    return 0, 1


def _headed(words: Sequence[str]) -> int:
    """Past `my guys:`, `team:`: words of any kind in front of a list."""
    colon = words.index(":") if ":" in words[:4] else 0
    return (
        colon + 1 if colon and all(word.isalpha() and word not in _NUMBERS for word in words[:colon]) else 0
    )


def _pairs(part: Sequence[Atom], words: Sequence[str], at: int, lexicon: Lexicon) -> Sheet | None:
    atoms: list[Atom] = []
    numbers: list[int] = []
    named, doubtful = True, False
    while at < len(words):
        first = _number(words[at])
        if first is not None:
            name_at = _past(words, at + 1, _NUMBER_LINKS)
            length = _name(words, name_at, lexicon)
            number_at, after = at, name_at + length
        else:
            name_at = at
            length = _name(words, at, lexicon)
            number_at = _past(words, at + length, _NAME_LINKS)
            after = number_at + 1
            if after < len(words) and words[after] == ")":
                after += 1
        number = _number(words[number_at]) if number_at < len(words) else None
        if not length or number is None:
            return None
        doubtful = doubtful or words[name_at] in ("a", "i")
        exact = lexicon.exact(words, name_at, _NAMED)
        named = named and (exact is None or any(target.kind == "pol" for target in exact.targets))
        if atoms:
            atoms.append(Atom(",", part[at].start, part[at].start))
        atoms += part[name_at : name_at + length]
        atoms.append(Atom(number, part[number_at].start, part[number_at].end))
        numbers.append(11 if number == "10+" else int(number.rstrip("+")))
        at = after
        while at < len(words) and words[at] in _BETWEEN:
            at += 1
    return Sheet(atoms, tuple(numbers), named, doubtful) if atoms else None


def _number(word: str) -> str | None:
    if word in _NUMBERS:
        return _NUMBERS[word]
    return word if word.rstrip("+").isdecimal() and len(word) < 4 else None


def _past(words: Sequence[str], at: int, links: frozenset[str] | set[str]) -> int:
    for _ in range(2):
        at += at < len(words) and words[at] in links
    return at


def _name(words: Sequence[str], at: int, lexicon: Lexicon) -> int:
    """The length of the name at `at`, 0 if there is none."""
    if at >= len(words):
        return 0
    exact = lexicon.exact(words, at, _NAMED)
    if exact is not None:
        return exact.length
    if words[at] in RESERVED or len(words[at]) < 3 or not words[at].isalpha():
        return 0
    loose = lexicon.loose(words, at, ("pol",))
    return loose.length if loose is not None else 0
