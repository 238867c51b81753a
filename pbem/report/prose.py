"""Sentences, paragraphs, and the law that no line of ours is ever an order (decision D3)."""

import re
from collections.abc import Iterable, Sequence
from functools import lru_cache

from pbem.orders.names import Lexicon
from pbem.orders.reader import read
from pbem.orders.verbs import ECHO
from pbem.orders.words import VERB_INDEX

WIDTH = 72
#: The deepest indentation plus prefix that a table or an echo may reach.
TABLE_WIDTH = 76
_WORD = re.compile(r"[^\W_]+")
_ACTIONS = frozenset(VERB_INDEX)
#: The reader looks past so many words (an actor, courtesies, lead-ins) for the verb or number of an order.
_REACH = 9


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
    after = indent if hanging is None else hanging
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
    return lines


def _carried(line: list[str], word: str) -> list[str]:
    """Words taken down from the end of `line`, so that the next line does not begin like an order."""
    carried: list[str] = []
    while len(line) > 4 and len(carried) < 3 and _bare(carried[0] if carried else word) in _ACTIONS:
        carried.insert(0, line.pop())
    return carried


def _bare(word: str) -> str:
    return word.strip("\"'“”‘’(),.;:!?*").lower()


def echo(text: str) -> list[str]:
    """An order line, an example: behind `| `, wrapped behind `|   `, so that it never comes back as an order (D3)."""
    return wrap(text, ECHO, ECHO + "  ")


def harmless(lines: Iterable[str], lexicon: Lexicon) -> list[str]:
    """The lines of a mail, each that the reader would take for an order put behind `| `.

    Our own sentences are worded so that this finds nothing; names, slogans and rulings are written by people.
    """
    return [ECHO + line if _order(line, lexicon) else line for line in lines]


@lru_cache(maxsize=16384)
def _order(line: str, lexicon: Lexicon) -> bool:
    first = line.lstrip()[:1]
    if not first or first in "|>":
        return False
    words = _WORD.findall(line)[:_REACH]
    if line.strip(" .!—-").lower() in ("", "end"):
        return bool(words) or "-" in line or "—" in line
    if not any(word.lower() in _ACTIONS or word.isdigit() for word in words):
        return bool(re.match(r"\W*[A-Za-z]\d", line))
    return any(reading.kind not in ("ignored", "comment") for reading in read([line], lexicon))
