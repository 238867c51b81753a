"""Lines that must not be orders because their writer may have meant, or seen, something else.

Signs that turn the writing round, letters of two alphabets in one word, words that were partly struck out.  Each is told
with its exact code point; nothing is guessed (mail.md 1.1).
"""

import re
import unicodedata
from functools import lru_cache

#: Embeddings, overrides and isolates; U+200E and U+200F alone turn nothing that holds Latin letters.
TURNING = frozenset("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
#: Stands in a line that `html.py` made where words were struck out; of the private use area, so it is never seen.
STRUCK = "\uf0f0"

_WORD = re.compile(r"[^\W\d_](?:[^\W\d_]|[\u0300-\u036f])*")
#: Written together in one word every day.
_EASTERN = frozenset(
    ("CJK", "HIRAGANA", "KATAKANA", "KATAKANA-HIRAGANA", "HANGUL", "BOPOMOFO", "IDEOGRAPHIC", "LATIN")
)
_STYLED = frozenset(
    (
        "MODIFIER",
        "FULLWIDTH",
        "HALFWIDTH",
        "MATHEMATICAL",
        "DOUBLE-STRUCK",
        "SCRIPT",
        "BLACK-LETTER",
        "ANGSTROM",
    )
)


_ALIKE = {
    "АΑ": "A", "ВΒ": "B", "СϹ": "C", "ЕΕ": "E", "НΗ": "H", "ІΙӀ": "I", "Ј": "J", "КΚ": "K", "МΜ": "M", "Ν": "N", "ОΟ": "O", "РΡ": "P",
    "Ѕ": "S", "ТΤ": "T", "УΥҮ": "Y", "ХΧ": "X", "Ζ": "Z", "Ԛ": "Q", "Ԝ": "W", "а": "a", "сϲ": "c", "ԁ": "d", "е": "e", "һ": "h",
    "іι": "i", "јϳ": "j", "к": "k", "м": "m", "п": "n", "оο": "o", "рρ": "p", "ԛ": "q", "ѕ": "s", "т": "t", "υ": "u", "ѵν": "v",
    "ԝ": "w", "х": "x", "у": "y",
}  # fmt: skip
#: Cyrillic and Greek letters, each with the Latin one that it looks like.
_LATIN = {letter: latin for letters, latin in _ALIKE.items() for letter in letters}
_FOLDED = str.maketrans(_LATIN)
_PLACES = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth")


def alike(line: str) -> str:
    """The line as it looks: Cyrillic and Greek letters that look like Latin ones are those."""
    return line if line.isascii() else line.translate(_FOLDED)


def disguise(line: str) -> str:
    """The first word of the line that only looks Latin, as a clause like that of `oddity`; empty if there is none."""
    for word in _WORD.findall(line):
        if not word.isascii() and (strange := next((letter for letter in word if letter in _LATIN), "")):
            return _told(word, strange)
    return ""


def _told(word: str, strange: str) -> str:
    """Which letter of the word is foreign: nobody could find it by looking."""
    at = word.index(strange)
    place = f"{_PLACES[at]} letter" if at < len(_PLACES) else f"letter number {at + 1}"
    looks = f", though it looks like the Latin {_LATIN[strange]}" if strange in _LATIN else ""
    script = (_script(strange) or "foreign").capitalize()
    return f'in its word "{word[:40]}" the {place}, the {script} "{strange}" (U+{ord(strange):04X}), is of another alphabet{looks}'


def oddity(line: str) -> str:
    """Why this line, as it was received, must not be an order: a clause with "it" for the line; empty if it may."""
    if line.isascii():
        return ""
    for sign in line:
        if sign in TURNING:
            return f"it holds the sign U+{ord(sign):04X}, which turns writing round"
    if STRUCK in line:
        return "a part of it was struck out"
    for word in _WORD.findall(unicodedata.normalize("NFKC", line)):
        if not word.isascii() and (strange := _strange(word)):
            return _told(word, strange)
    return ""


def _strange(word: str) -> str:
    """A letter of another script than the first one's, preferably no Latin one; empty if all are of one."""
    scripts = {letter: _script(letter) for letter in word}
    found = set(scripts.values()) - {""}
    if len(found) < 2 or found <= _EASTERN:
        return ""
    return next((letter for letter, script in scripts.items() if script not in ("", "LATIN")), word[0])


@lru_cache(maxsize=4096)
def _script(letter: str) -> str:
    """First word of its name; empty for marks and for letters that belong to none."""
    if not letter.isalpha():
        return ""
    script = unicodedata.name(letter, "UNKNOWN").partition(" ")[0]
    return "" if script in _STYLED else script
