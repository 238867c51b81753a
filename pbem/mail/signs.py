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
            return f'in its word "{word[:40]}" the letter "{strange}" (U+{ord(strange):04X}) is of another alphabet'
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
