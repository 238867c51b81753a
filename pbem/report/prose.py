"""Sentences, paragraphs, and the law that no line of ours is ever an order (decision D3)."""

import re
from collections.abc import Sequence
from functools import lru_cache
from itertools import pairwise

from pbem.orders import addressing
from pbem.orders.names import OFFICES, Lexicon
from pbem.orders.reader import read
from pbem.orders.verbs import ECHO
from pbem.orders.words import COURTESY, INDEX, JOINTS, LEAD_INS, OPENERS, VERB_INDEX

WIDTH = 72
#: The deepest indentation plus prefix that a table or an echo may reach.
TABLE_WIDTH = 76
_WORD = re.compile(r"[^\W_]+(?:['’][^\W_]+)*")
#: Verbs begin with these, too, but only before one certain word: `more time`, `on vacation`, `stand-by`.
_HARDLY = frozenset(("more", "on", "need", "stand"))
_ACTIONS = frozenset(VERB_INDEX) - _HARDLY
_AFTER_ALL = frozenset(
    {("more", "time"), ("on", "vacation"), ("on", "holiday"), ("need", "more"), ("stand", "by")}
)
#: The reader looks past so many words (an actor, courtesies, lead-ins) for the verb of an order.
_REACH = 10
#: Binds words that must not be parted by the end of a line (`Candidate C3` would leave a line that begins `C3`).
HELD = "\u00a0"
#: Words that the reader passes over in front of a verb.
_SMALL = frozenset(word for words in LEAD_INS for word in words) | COURTESY | JOINTS | {"also"}
#: `Manjak: 10`
_NUMBERED = re.compile(r"[^\W\d_]:\s*\d")
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
    """With a capital letter in front, but for an address."""
    first = sentence.partition(" ")[0]
    return sentence if "@" in first else sentence[:1].upper() + sentence[1:]


class Flowed(str):
    """A line of a paragraph, which knows its paragraph: text, indentation, hanging indentation, width.

    `run`: of its first line how many the paragraph has; of the others 0.
    """

    home: tuple[str, str, str, int]
    run: int = 0


def wrap(text: str, indent: str = "", hanging: str | None = None, width: int = WIDTH) -> list[str]:
    """A paragraph in lines; none but the first begins with the verb of an order if that can be helped."""
    return list(_wrapped(text, indent, indent if hanging is None else hanging, width))


@lru_cache(maxsize=8192)
def _wrapped(text: str, indent: str, after: str, width: int) -> tuple[str, ...]:
    """All players of a phase read the same paragraphs."""
    words = text.replace("\n", " ").split(" ")
    lines: list[str] = []
    line: list[str] = []
    length = len(indent)
    for at, word in enumerate(words):
        if not word:
            continue
        if line and length + len(word) > width:
            carried = _carried(line, words[at : at + 2])
            lines.append((after if lines else indent) + " ".join(line))
            line = carried
            length = len(after) + sum(map(len, line)) + len(line)
        line.append(word)
        length += len(word) + 1
    if line:
        lines.append((after if lines else indent) + " ".join(line))
    flowed = [Flowed(line.replace(HELD, " ")) for line in lines]
    for at, one in enumerate(flowed):
        one.home = text, indent, after, width
        one.run = 0 if at else len(flowed)
    return tuple(flowed)


_COPIED = re.compile(r"`[^`\n]+`")


def narrow(text: str) -> str:
    """A mail of which some paragraphs are one line each: those are filled.  What stands behind `| `, and commands to copy, stay whole."""
    lines: list[str] = []
    for line in text.split("\n"):
        said = line.lstrip()
        if len(line) <= TABLE_WIDTH or said.startswith((ECHO, "pbem ")):
            lines.append(line)
            continue
        before = line[: len(line) - len(said)]
        inner = _COPIED.sub(lambda found: found[0].replace(" ", HELD), said)
        lines += wrap(inner, before, before + ("  " if said.startswith("* ") else ""))
    return "\n".join(lines)


def runs(lines: Sequence[str]) -> tuple[int, ...]:
    """Where paragraphs begin: for each line of how many lines the paragraph is that begins with it; 0 where that is not known."""
    return tuple(line.run if isinstance(line, Flowed) else 0 for line in lines)


def _carried(line: list[str], coming: Sequence[str]) -> list[str]:
    """Words taken down from the end of `line`, so that the next line does not begin like an order."""
    carried: list[str] = []
    while len(line) > 4 and len(carried) < 3 and _begins_an_order([*carried, *coming]):
        carried.insert(0, line.pop())
    return carried


def _begins_an_order(words: Sequence[str]) -> bool:
    first = _bare(words[0])
    return first in _ACTIONS or (first in _SMALL and len(words) > 1 and _bare(words[1]) in _ACTIONS)


def _bare(word: str) -> str:
    return word.split(HELD)[0].strip("\"'“”‘’(),.;:!?*").lower()


def echo(text: str, number: int | None = None) -> list[str]:
    """An order line, an example: behind `| `, wrapped behind `|   `, so that it never comes back as an order (D3)."""
    return wrap(text, ECHO if number is None else f"{ECHO}{number:>2}  ", ECHO + "      ")


def example(order: str, meaning: str) -> str:
    """`| PURGE Satin   # a remark`: one line, so that it can be copied; the remark gives way."""
    line = f"{ECHO}{order:<30} # {meaning}"
    return (
        line
        if len(line) <= TABLE_WIDTH
        else f"{ECHO}{order} # {meaning}"[:TABLE_WIDTH].rpartition(" ")[0].rstrip(" #,")
    )


def harmless(lines: Sequence[str], lexicon: Lexicon) -> list[str]:
    """The lines of a mail so that the reader takes none for an order: a paragraph is wrapped elsewhere; only where that does
    not help, the line is put behind `| `.

    Our own sentences are worded so that they never need the mark; names, slogans and rulings are written by people.
    """
    out: list[str] = []
    at = 0
    while at < len(lines):
        line = lines[at]
        if not _order(line, lexicon):
            out.append(line)
            at += 1
            continue
        mended = _mended(line.home, lexicon) if isinstance(line, Flowed) else None
        if mended is None or not isinstance(line, Flowed):
            out.append(ECHO + line)
            at += 1
            continue
        own = _wrapped(*line.home)
        before = own.index(line)
        del out[len(out) - before :]
        out += mended
        at += len(own) - before
    return out


#: So much narrower a paragraph may become for the law.
_NARROWEST = 40


@lru_cache(maxsize=2048)
def _mended(home: tuple[str, str, str, int], lexicon: Lexicon) -> tuple[str, ...] | None:
    """The paragraph at the widest width at which no line of it is an order; None if there is none."""
    text, indent, after, width = home
    if after.startswith(ECHO):
        return None
    for narrower in range(width - 1, _NARROWEST, -1):
        lines = _wrapped(text, indent, after, narrower)
        if not any(_order(line, lexicon) for line in lines):
            return lines
    return None


def joins(lines: Sequence[str], lexicon: Lexicon) -> bool:
    """May these lines, none of which is an order, be written as one without becoming one?

    Only a sentence can that begins near the end of a line with a condition, or with nothing but words that the reader passes over, so
    that the verb, or the number, stands in the next.
    """
    return not any(
        begun and _order(f"{begun} {_SENTENCE.split(after)[0].strip()}", lexicon)
        for line, after in pairwise(lines)
        if (begun := _left_open(line, lexicon))
    )


def _left_open(line: str, lexicon: Lexicon) -> str:
    """The sentence that begins in this line, if its next words could make an order of it."""
    begun = _SENTENCE.split(line)[-1].strip()
    words = _WORD.findall(begun.lower())
    if words and words[0] in _LEADS:
        return begun
    named = _named(lexicon)
    passed = len(words) < _REACH and all(
        word in _SMALL or word in named or word in _ACTIONS for word in words
    )
    return begun if passed else ""


@lru_cache(maxsize=16384)
def _order(line: str, lexicon: Lexicon) -> bool:
    """Would the reader take anything here for an order, or reject it as one?

    Most lines name no player, so that one look at them will do for all games with the same Politicians.
    """
    if _blank(line):
        return False
    common, players = _shared(lexicon)
    if lexicon is common or not players.isdisjoint(_WORD.findall(line.lower())):
        return _read_as_order(line, lexicon)
    return _read_as_order(line, common)


@lru_cache(maxsize=16384)
def _read_as_order(line: str, lexicon: Lexicon) -> bool:
    return _suspicious(line, _named(lexicon)) and any(
        reading.kind not in ("ignored", "comment") for reading in read([line], lexicon)
    )


@lru_cache(maxsize=64)
def _shared(lexicon: Lexicon) -> tuple[Lexicon, frozenset[str]]:
    """The same Politicians without players; and all words, whole and begun, that may mean a player."""
    names = [name for colour, names in lexicon.seats.items() for name in (colour, *names)]
    words = {word for name in names for word in _WORD.findall(name.lower())}
    begun = {word[:length] for word in words for length in range(1, len(word) + 1)}
    return _common(tuple(lexicon.politicians.items())), frozenset(begun)


@lru_cache(maxsize=8)
def _common(politicians: tuple[tuple[str, str], ...]) -> Lexicon:
    return Lexicon(dict(politicians), {})


@lru_cache(maxsize=64)
def _named(lexicon: Lexicon) -> frozenset[str]:
    """The words, and beginnings of words, by which a Politician or an office can be named."""
    names = [*lexicon.politicians.values(), *(name for names in OFFICES.values() for name in names)]
    words = {word for name in names for word in _WORD.findall(name.lower())}
    beginnings = {word[:length] for word in words for length in range(3, len(word) + 1)}
    return frozenset(words | beginnings | {letter.lower() for letter in lexicon.politicians})


def _blank(line: str) -> bool:
    """Nothing, or behind a mark at which the reader does not look."""
    first = line.lstrip()[:1]
    return not first or first in "|>"


def _suspicious(line: str, named: frozenset[str]) -> bool:
    """A cheap look before the reader's: where a sentence begins, past small words and an actor, the verb of an order; or
    a number beside a name.

    `END` or a rule would hide from the reader whatever follows, which does no harm.
    """
    if _blank(line):
        return False
    if _NUMBERED.search(line):
        return True
    for sentence in _SENTENCE.split(line.lower()):
        words = _WORD.findall(sentence)
        if not words:
            continue
        if words[0] in _LEADS and not _ACTIONS.isdisjoint(words):
            return True
        if (words[0], *words[1:2]) in _AFTER_ALL:
            return True
        if words[0][:1].isalpha() and words[0][1:2].isdigit():  # a hash may begin like `C44`
            return True
        for at, word in enumerate(words[:_REACH]):
            if word in _ACTIONS or word in addressing.BEGINS:
                return True
            if word[-1].isdigit():
                if at or (words[1:2] and words[1] in named):
                    return True
            elif word not in _SMALL and word not in named:
                break
    return False
