"""Readings of the house rulings: what else each can be taken to mean, and which is in force (`docs/rulings.md`).

The moderator types a word (`pbem rule GAME house HR-9 guilty`), State holds it, and the engine asks `of` or `says` where the ruling is
applied.  Who may be asked what, and when a reading for one case is used up, follow from public facts alone.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Protocol

from .known import CASES, Reading
from .known import KNOWN as _KNOWN

__all__ = [
    "AND",
    "CASES",
    "HOUSE",
    "KNOWN",
    "Position",
    "Reading",
    "case",
    "ended",
    "find",
    "in_force",
    "of",
    "ruling",
    "says",
]

#: How every house ruling is taken back to what the house says.
HOUSE = "house"
#: Between words about different aspects of one ruling.
AND = "+"
#: Every house ruling with its readings, the house's own first (of each aspect, where it has several).
KNOWN: Mapping[str, Sequence[Reading]] = _KNOWN

_CASES = {
    "": "the next time it is applied",
    "phase": "the phase that stands open, or the next one",
    "cure": "the next Cure Phase",
    "purge": "the next Purge Phase with a purger",
    "spy": "the next Spy Investigation Phase with somebody who investigates",
    "funeral": "the next Funeral Commission",
}
_TRIAL = "the next trial"


class Position(Protocol):
    """What is asked of a State."""

    @property
    def readings(self) -> Mapping[str, tuple[str, bool]]: ...


def ruling(text: str) -> str:
    """A house ruling as people write it: "hr 9", "HR9".  Raises ValueError."""
    typed = "".join(text.upper().split())
    number = typed.removeprefix("HR").removeprefix("-")
    if (found := f"HR-{number}") in KNOWN:
        return found
    raise ValueError(
        f"there is no house ruling {text.strip()!r}; `pbem rules` prints them all, from HR-1 to HR-{len(KNOWN)}"
    )


def find(text: str, words: str) -> Reading:
    """The reading that is meant; its `word` is what State holds, "" for the house's own.

    `words`: one word of this ruling, `house`, or words about different aspects joined by "+".  Raises ValueError: no such ruling or word,
    or one that the engine cannot read so.
    """
    which = ruling(text)
    if words.strip().casefold() == HOUSE:
        return _house(which)
    chosen = [_one(which, word) for word in words.casefold().split(AND)]
    aspects = [reading.aspect for reading in chosen]
    if len(set(aspects)) < len(aspects):
        raise ValueError(
            f"{words.strip()!r} says two things about the same question of {which}; take one of them"
        )
    other = [reading for reading in chosen if reading not in _own(which)]
    sentence = " ".join(reading.sentence for reading in chosen)
    return Reading(AND.join(reading.word for reading in other), sentence)


def _one(which: str, text: str) -> Reading:
    word = "-".join(text.replace("_", "-").split())
    known = {reading.word: reading for reading in KNOWN[which]}
    if word not in known:
        there = ", ".join([*(reading.word for reading in KNOWN[which] if not reading.by), HOUSE])
        raise ValueError(f"{which} has no reading {text.strip()!r}; choose one of {there}")
    if known[word].by:
        raise ValueError(f"{which} cannot be read as {word!r} by the program. {known[word].by}")
    return known[word]


def _own(which: str) -> list[Reading]:
    """The house's own reading, of each aspect."""
    first: dict[str, Reading] = {}
    for reading in KNOWN[which]:
        first.setdefault(reading.aspect, reading)
    return list(first.values())


def _house(which: str) -> Reading:
    return Reading("", " ".join(dict.fromkeys(reading.sentence for reading in _own(which))))


def of(state: Position, which: str) -> str:
    """The word of the reading that is in force; "": as the house reads it."""
    return state.readings[which][0] if which in state.readings else ""


def says(state: Position, which: str, word: str) -> bool:
    """Is this word in force?"""
    return which in state.readings and word in state.readings[which][0].split(AND)


def in_force(state: Position, which: str) -> Reading:
    """What holds now, in words; of several aspects each."""
    words = of(state, which).split(AND)
    known = {reading.word: reading for reading in KNOWN[which]}
    ruled = {known[word].aspect: known[word] for word in words if word in known}
    holding = [ruled.get(own.aspect, own) for own in _own(which)]
    return Reading(AND.join(words).strip(AND), " ".join(reading.sentence for reading in holding))


def case(which: str) -> str:
    """For how long a reading holds that is ruled for one case, in words."""
    return _TRIAL if which == "HR-9" else _CASES[CASES.get(which, "")]


def ended(state: Position, phase: str, acted: bool, tried: bool) -> Iterator[str]:
    """Rulings whose reading for one case is used up as this phase ends.  `acted`: somebody held its power; `tried`: there was a trial."""
    for which, (_, once) in state.readings.items():
        kind = CASES.get(which, "")
        if once and kind in ("phase", phase):
            if (kind in ("phase", "cure") or acted) and (which != "HR-9" or tried):
                yield which
