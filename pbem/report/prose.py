"""Sentences, paragraphs, and the law that no line of ours is ever an order (decision D3)."""

import re
from collections.abc import Iterable, Sequence
from functools import lru_cache

from pbem.orders.names import Lexicon
from pbem.orders.reader import read
from pbem.orders.verbs import ECHO
from pbem.orders.words import INDEX, OPENERS, VERB_INDEX

WIDTH = 72
#: The deepest indentation plus prefix that a table or an echo may reach.
TABLE_WIDTH = 76
_WORD = re.compile(r"[^\W_]+(?:['’][^\W_]+)*")
_ACTIONS = frozenset(VERB_INDEX)
#: The reader looks past so many words (an actor, courtesies, lead-ins) for the verb of an order.
_REACH = 10
#: `Diwan Palavrian 10`, `D. Palavrian = 10`.
_NUMBER_REACH = 4
_SENTENCE = re.compile(r"[.;:!?](?=\s|$)")
#: Words that begin a condition in front of an order.
_LEADS = frozenset(
    spelled[0][0] for spellings in INDEX.values() for spelled in spellings if spelled[1] in OPENERS
)


def listed(words: Sequence[str], last: str = "and") -> str:
    """`a`, `a and b`, `a, b and c`."""
    if len(words) < 2:
        return "".join(words)
    return f"{', '.join(words[:-1])} {last} {words[-1]}"


def count(number: int, noun: str, plural: str = "") -> str:
    """`1 year`, `3 years`."""
    return f"{number} {noun if number == 1 else plural or noun + 's'}"


def capital(sentence: str) -> str:
    """With a capital letter in front."""
    return sentence[:1].upper() + sentence[1:]


def wrap(text: str, indent: str = "", hanging: str | None = None, width: int = WIDTH) -> list[str]:
    """A paragraph in lines; none but the first begins with the verb of an order if that can be helped."""
    return list(_wrapped(text, indent, indent if hanging is None else hanging, width))


@lru_cache(maxsize=8192)
def _wrapped(text: str, indent: str, after: str, width: int) -> tuple[str, ...]:
    """All players of a phase read the same paragraphs."""
    lines: list[str] = []
    line: list[str] = []
    length = len(indent)
    for word in text.split():
        if line and length + len(word) > width:
            carried = _carried(line, word)
            lines.append((after if lines else indent) + " ".join(line))
            line = carried
            length = len(after) + sum(map(len, line)) + len(line)
        line.append(word)
        length += len(word) + 1
    if line:
        lines.append((after if lines else indent) + " ".join(line))
    return tuple(lines)


def _carried(line: list[str], word: str) -> list[str]:
    """Words taken down from the end of `line`, so that the next line does not begin like an order."""
    carried: list[str] = []
    while len(line) > 4 and len(carried) < 3 and _bare(carried[0] if carried else word) in _ACTIONS:
        carried.insert(0, line.pop())
    return carried


def _bare(word: str) -> str:
    return word.strip("\"'“”‘’(),.;:!?*").lower()


def echo(text: str, number: int | None = None) -> list[str]:
    """An order line, an example: behind `| `, wrapped behind `|   `, so that it never comes back as an order (D3)."""
    return wrap(text, ECHO if number is None else f"{ECHO}{number:>2}  ", ECHO + "      ")


def harmless(lines: Iterable[str], lexicon: Lexicon) -> list[str]:
    """The lines of a mail, each that the reader would take for an order put behind `| `.

    Our own sentences are worded so that this finds nothing; names, slogans and rulings are written by people.
    """
    return [ECHO + line if _order(line, lexicon) else line for line in lines]


@lru_cache(maxsize=16384)
def _order(line: str, lexicon: Lexicon) -> bool:
    """Would the reader take anything here for an order, or reject it as one?"""
    return _suspicious(line) and any(
        reading.kind not in ("ignored", "comment") for reading in read([line], lexicon)
    )


def _suspicious(line: str) -> bool:
    """A cheap look before the reader's: the verb of an order or a number near the beginning of a sentence.

    `END` or a rule would hide from the reader whatever follows, which does no harm.
    """
    first = line.lstrip()[:1]
    if not first or first in "|>":
        return False
    for sentence in _SENTENCE.split(line.lower()):
        words = _WORD.findall(sentence, 0, 160)
        if words and (words[0] in _LEADS or not _ACTIONS.isdisjoint(words[:_REACH])):
            return True
        if any(word[-1].isdigit() for word in words[:_NUMBER_REACH]):
            return True
    return False
