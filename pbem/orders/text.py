"""The text of one line made comparable (mail.md 1.1): what is typed stays, what only looks different goes.

NFKC letter by letter, invisible characters out, dashes and quotes to their plain forms.  Every character of the clean
text remembers where it stood in the line as it was written, so that an error can name the place.
"""

import re
import unicodedata
from collections.abc import Sequence
from functools import lru_cache

import msgspec

#: Left-to-right and right-to-left *overrides*: text that shows in another order than it is read.  U+200E is harmless.
BIDI = frozenset("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")

_PLAIN = {
    **dict.fromkeys("\u2010\u2011\u2012\u2013\u2014\u2015\u2212\u00ad\u2043", "-"),
    **dict.fromkeys("\u2018\u2019\u201a\u201b\u2032\u00b4\u02bc`", "'"),
    **dict.fromkeys("\u201c\u201d\u201e\u201f\u2033\u00ab\u00bb", '"'),
    "\u2264": "<=",
    "\u2265": ">=",
    "\u2022": "-",
    "\u25cf": "-",
    "\u25e6": "-",
    "\u2023": "-",
    "\u00b7": "-",
    "\u2192": "->",
}
_PLAIN["\u00ad"] = ""  # a soft hyphen is not there
#: Letters that no decomposition takes apart.
_LETTERS = str.maketrans({"ł": "l", "ø": "o", "đ": "d", "ı": "i", "æ": "ae", "œ": "oe", "ð": "d", "þ": "th"})

ATOM = re.compile(r"[^\W\d_]+(?:'[^\W\d_]+)*|\d+\+?|<=|>=|=<|=>|==|->|\S")
#: `- `, `* `, `3) `, `4. `, `(5) `, `b) `, `[x] `: marks of a list, which say nothing.
MARK = re.compile(r"\s*(?:[-*+]+\s*|\(?\d{1,3}[.)](?!\d)\s*|\(?[A-Za-z]\)\s*|\[[xX]\]\s*)")
#: What was crossed out with the signs of a keyboard, and what was left unticked.
_CROSSED_OUT = re.compile(r"~~(?=\S).{0,400}?\S~~|(?:\S[\u0335-\u0338]){2}")
_NOT_TICKED = re.compile(r"\s*(?:[-*+>]\s*)?(?:\[\s?\]|[\u274c\u274e\u2717\u2718\u2716\U0001f6ab\u26d4])")
_LINK = re.compile(r"(?<=\w)<(?:https?|mailto):[^<>\s]*>", re.IGNORECASE)
_ENTITY = re.compile(r"&(lt|gt|amp|nbsp);", re.IGNORECASE)
_ENTITIES = {"lt": "<", "gt": ">", "amp": "&", "nbsp": " "}
#: Characters that people and their programs put around words.
_DECORATION = frozenset("\"'*_~[]`")
_QUOTATION = re.compile(r"""\bfor\s*:?\s*(?:(")([^"]*)"|(')(.*?)'(?=[\s.,;!]|$))""", re.IGNORECASE)
#: Some programs write `\\#`, so that nobody takes it for a heading.
_COMMENT = re.compile(r"(?:^|(?<=\s))\\?#(?!\s?\d)")


class Clean(msgspec.Struct, frozen=True):
    """`text` and, for each of its characters, the 0-based place in the line as written (`raw`); `odd`: a trouble with it."""

    text: str
    places: Sequence[int]
    raw: str
    odd: str | None = None

    def cut(self, start: int, end: int | None = None) -> "Clean":
        return Clean(self.text[start:end], self.places[start:end], self.raw, self.odd)

    def written(self, start: int, end: int) -> str:
        """What stands there as it was written, for messages: emoji and all, but nothing that could upset a terminal."""
        if start >= min(end, len(self.places)):
            return ""
        return visible(self.raw[self.places[start] : self.places[min(end, len(self.places)) - 1] + 1])


class Atom(msgspec.Struct, frozen=True):
    """A word, number or sign: folded for comparing, with its place in the clean text."""

    word: str
    start: int
    end: int


def clean(raw: str) -> Clean:
    """The line without what nobody can see.  Linear in its length."""
    if raw.isascii():
        text = raw if raw.isprintable() else "".join(c if c.isprintable() else " " for c in raw)
        return _without_markup(text, range(len(text)), raw, _not_meant(raw))
    text, places = _plain(raw)
    return _without_markup(text, places, raw, _oddity(raw, text) or _not_meant(raw))


def _plain(raw: str) -> tuple[str, list[int]]:
    letters: list[str] = []
    places: list[int] = []
    for place, char in enumerate(raw):
        plain = char if char.isascii() and char.isprintable() else _plain_char(char)
        letters.append(plain)
        places.extend([place] * len(plain))
    return "".join(letters), places


@lru_cache(maxsize=4096)
def _plain_char(char: str) -> str:
    if char in _PLAIN:
        return _PLAIN[char]
    category = unicodedata.category(char)
    if category in ("Cc", "Zl", "Zp", "Zs", "So", "Sk"):
        return " "
    if category in ("Cf", "Co", "Cs", "Cn"):
        return ""
    folded = unicodedata.normalize("NFKC", char)
    return "".join(_PLAIN.get(c, " " if c.isspace() or not c.isprintable() else c) for c in folded)


def _oddity(raw: str, found: str) -> str | None:
    """Look-alikes and reversed text are told, not guessed."""
    for char in raw:
        if char in BIDI:
            return f"it holds the invisible character U+{ord(char):04X}, which turns the writing direction"
    for word in ATOM.findall(found):
        if not word.isascii() and word[:1].isalpha() and len({_script(c) for c in word if c.isalpha()}) > 1:
            strange = next(c for c in word if not c.isascii() and _script(c) != "LATIN")
            return f'in "{short(word)}" stands a letter of another alphabet (U+{ord(strange):04X}) that looks like ours'
    return None


def _not_meant(raw: str) -> str | None:
    """Somebody goes through a list, crosses out what he does not want and leaves its box empty: told, not guessed."""
    if "~~" in raw or not raw.isascii():
        if _CROSSED_OUT.search(raw):
            return "a part of it is crossed out"
    if _NOT_TICKED.match(raw):
        return "the mark in front of it may say that it is not meant"
    return None


@lru_cache(maxsize=2048)
def _script(char: str) -> str:
    return unicodedata.name(char, "UNKNOWN").split(" ", 1)[0]


def _without_markup(text: str, places: Sequence[int], raw: str, odd: str | None) -> Clean:
    """Autolinks after a word and escaped signs, which mail programs leave behind (mail.md 1.1)."""
    if "<" in text:
        for link in reversed(list(_LINK.finditer(text))):
            text = text[: link.start()] + text[link.end() :]
            places = [*places[: link.start()], *places[link.end() :]]
    if "&" in text:
        for entity in reversed(list(_ENTITY.finditer(text))):
            text = text[: entity.start()] + _ENTITIES[entity[1].lower()] + text[entity.end() :]
            places = [*places[: entity.start() + 1], *places[entity.end() :]]
    return Clean(text, places, raw, odd)


def visible(text: str) -> str:
    """Without control characters and reversals; line ends stay."""
    if text.isascii() and text.isprintable():
        return text.strip()
    kept = (
        char if char == "\n" else " " if unicodedata.category(char) in ("Cc", "Zl", "Zp") else char
        for char in text
        if char not in BIDI and unicodedata.category(char) != "Cs"
    )
    return "".join(kept).strip()


def uncommented(line: Clean) -> Clean:
    """Up to a `#`; `#3` is a number, not a comment, and what stands in a quotation behind FOR is the player's own."""
    if "#" not in line.text:
        return line
    quoted = quotations(line.text)
    for found in _COMMENT.finditer(line.text):
        if not any(start <= found.start() < end for start, end in quoted):
            return line.cut(0, found.start())
    return line


def quotations(text: str) -> list[tuple[int, int]]:
    """Where words in quotation marks stand behind FOR."""
    if '"' not in text and "'" not in text:
        return []
    return [found.span(2 if found[1] else 4) for found in _QUOTATION.finditer(text)]


def unmarked(line: Clean) -> Clean:
    """Without the marks of a list at its beginning, at most three of them."""
    start = 0
    for _ in range(3):
        mark = MARK.match(line.text, start)
        if mark is None or mark.end() == start:
            break
        start = mark.end()
    return line.cut(start)


@lru_cache(maxsize=8192)
def fold(word: str) -> str:
    """For comparing: no case, no marks (`Pálavrian`, `İvan`)."""
    if word.isascii():
        return word.lower()
    bare = unicodedata.normalize("NFKD", word.casefold())
    return "".join(c for c in bare if not unicodedata.combining(c)).translate(_LETTERS)


def atoms(text: str) -> list[Atom]:
    """The words of a text, without decoration; a hyphen inside a word only divides it (`Old-line`)."""
    found = []
    for match in ATOM.finditer(text):
        word = match[0]
        if word in _DECORATION or (word == "-" and _hyphen(text, match.start())):
            continue
        found.append(Atom(fold(word), match.start(), match.end()))
    return found


def _hyphen(text: str, at: int) -> bool:
    return 0 < at < len(text) - 1 and text[at - 1].isalpha() and text[at + 1].isalpha()


@lru_cache(maxsize=4096)
def phrase(text: str) -> str:
    """A name as the reader will see it: folded words, one space between."""
    words = [atom.word for atom in atoms(clean(text).text)]
    return " ".join(word for word in words if word != "the") or " ".join(words)


def short(text: str, limit: int = 40) -> str:
    """What a player typed, for an echo in an error: one line, limited."""
    line = " ".join(_plain(text[: 4 * limit])[0].split())
    return line if len(line) <= limit else line[: limit - 1].rstrip() + "…"
