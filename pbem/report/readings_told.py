"""Tellers of house rulings: where one was applied, how it is read now, and when a reading is used up (`docs/rulings.md`)."""

import re

from pbem.engine import readings
from pbem.engine.events import HouseRuled, ReadingRuled, ReadingUsed

from .as_ruled import as_read
from .chronicle import Narrator, tells
from .prose import listed
from .ruled_told import reading


@tells(HouseRuled)
def _house(n: Narrator, e: HouseRuled) -> None:
    about = plain(n, e.about)
    once = f"{e.ruling} {e.reading}".strip()
    if e.player is None and once in n.ruled:
        return
    read = f" As the moderator reads it: {as_read(e.ruling, e.reading)}" if e.reading else ""
    if e.player is None:
        n.ruled.add(once)
        (n.add if e.ruling in _AT_ONCE else n.ruling)(f"House ruling {e.ruling}: {about}.{read}")
        return
    whom = "you" if n.me is not None else n.who(e.player)
    barred = re.fullmatch(r"\S+'s order for (.+)", about)
    silent = re.fullmatch(r"no order for (the vote of )?(.+)", about)
    if barred:
        n.whisper(f"an order for {{}} {_BARRED.get(e.ruling, _UNUSED)} ({e.ruling})", barred[1])
    elif silent:
        n.whisper(f"{whom} gave no order for {silent[1] or ''}{{}} ({e.ruling})", silent[2])
    else:
        n.whisper(f"{{}} ({e.ruling})", about)


#: Why a ruling keeps an order from being used.
_BARRED = {
    "HR-7": "to purge himself was passed over",
    "HR-10": "to investigate somebody who bears a “?” already was passed over",
    "HR-11": "to investigate himself was passed over",
    "HR-32": "to close a case of this year was passed over",
}
_UNUSED = "was not to be used"
#: Rulings about what has just been told.
_AT_ONCE = frozenset(("HR-3", "HR-8", "HR-13"))


def plain(n: Narrator, about: str) -> str:
    """The engine's words with card letters and colours turned into names."""

    def named(match: re.Match[str]) -> str:
        word = match[0]
        return n.of(word) if word in n.names.full else n.who(word) if word in n.names.player else word

    joined = re.sub(r"\b[a-z]+(?: and [a-z]+)+\b", lambda found: _joined(n, found[0]), about)
    return re.sub(r"\b(?:[A-Z]|[a-z]+)\b(?![’'-])", named, joined)


def _joined(n: Narrator, words: str) -> str:
    """`red and blue and green` as `red, blue and green`; anything else as it is."""
    several = words.split(" and ")
    return listed(several) if all(word in n.names.player for word in several) else words


@tells(ReadingRuled)
def _read(n: Narrator, e: ReadingRuled) -> None:
    """What the ruling means from now on, or once."""
    n.add(reading(e))


@tells(ReadingUsed)
def _used(n: Narrator, e: ReadingUsed) -> None:
    n.ruling(
        f"That was for this once; house ruling {e.ruling} is read as always again: {_house_reads(e.ruling)}"
    )


def _house_reads(ruling: str) -> str:
    return readings.find(ruling, readings.HOUSE).sentence
