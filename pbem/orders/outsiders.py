"""What somebody without a seat may write beside yes and no: PRACTICE (E18), WATCH (E27).  Read by itself, for he has no game to read it in."""

import re
from collections.abc import Sequence
from typing import NamedTuple

from .talk import named

#: So many lines of a letter are looked at.
MOST_LINES = 12
_WORDS = re.compile(
    r"(?:(?:hi|hello|dear judge|please|ok|yes)[,!. ]+|i(?:'d| would) like to |i want to )*"
    r"(?P<verb>practi[cs]e|(?:end|stop) practi[cs]e|unwatch|stop watching|watch)\b(?P<rest>.*)",
    re.IGNORECASE,
)
#: `practice makes perfect` asks for nothing.
_MODES = re.compile(r"(?:[a-z]+(?:-[a-z]+)?)?", re.IGNORECASE)
_GAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9_-]{0,39}")


class Wish(NamedTuple):
    """`verb`: practice, end practice, watch, unwatch; `words`: the rules, or the game's name."""

    verb: str
    words: str = ""


def wishes(lines: Sequence[str]) -> tuple[tuple[Wish, ...], tuple[str, ...]]:
    """What these lines ask for, and the lines that ask for nothing of the kind.

    >>> wishes(["Please watch autumn-27.", "Anna"])
    ((Wish(verb='watch', words='autumn-27'),), ('Anna',))
    """
    found: list[Wish] = []
    rest: list[str] = []
    for at, line in enumerate(lines):
        wish = _wish(" ".join(line.split())) if at < MOST_LINES else None
        if wish is None:
            rest.append(line)
        elif wish not in found:
            found.append(wish)
    return tuple(found), tuple(rest)


def _wish(line: str) -> Wish | None:
    said = _WORDS.fullmatch(line.strip(" \"'*_>.!"))
    if said is None:
        return None
    verb, words = said["verb"].lower().replace("practise", "practice"), named(said["rest"].strip(" :"))
    if verb.endswith("practice"):
        fits = _MODES.fullmatch(words) if verb == "practice" else not words
        return Wish("practice" if verb == "practice" else "end practice", words) if fits else None
    return Wish("watch" if verb == "watch" else "unwatch", words) if _GAME.fullmatch(words) else None
