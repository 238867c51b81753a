"""The readings of a house ruling as they are printed: the words to type, what each means, and which is in force."""

import textwrap
from collections.abc import Iterator
from typing import Any

from pbem.engine import readings
from pbem.engine.readings import Position, Reading

_INDENT = " " * 7
_DESK = (
    "The moderator may read it otherwise: `pbem rule GAME house {ruling} WORD --because TEXT` takes one of these words, or `house`; "
    "with --once for one case: {case}."
)
_PLAYER = (
    "The moderator may read it otherwise, in one of these ways, for the whole game or for one case ({case})."
)
_JOINED = "Words about different questions are joined by +."


def listed(ruling: str, width: int, desk: bool) -> str:
    """All readings of a ruling, a paragraph each.  `desk`: for the moderator, who may rule them."""
    known = readings.KNOWN[ruling]
    head = (_DESK if desk else _PLAYER).format(ruling=ruling, case=readings.case(ruling))
    if desk and any(reading.aspect for reading in known):
        head = f"{head} {_JOINED}"
    longest = max(len(reading.word) for reading in known)
    told = [_filled(head, _INDENT, _INDENT, width)]
    own: set[str] = set()
    for reading in known:
        about = _about(reading, reading.aspect not in own, desk)
        own.add(reading.aspect)
        first = f"{_INDENT}{reading.word:<{longest}}  "
        told.append(_filled(about, first, " " * len(first), width))
    return "\n".join(told)


def _about(reading: Reading, ours: bool, desk: bool) -> str:
    if reading.by and desk:
        return f"{reading.sentence} Not by the program. {reading.by}"
    return f"{reading.sentence} (So the house reads it.)" if ours else reading.sentence


def in_force(ruling: str, state: Position, width: int, always: bool) -> str:
    """What holds in this game; "" where it is the house's reading, unless that is to be said `always`."""
    if not (word := readings.of(state, ruling)) and not always:
        return ""
    sentence = readings.in_force(state, ruling).sentence
    if not word:
        return _filled(f"In force in this game: as the house reads it. {sentence}", _INDENT, _INDENT, width)
    once = f", for {readings.case(ruling)} only" if state.readings[ruling][1] else ""
    return _filled(f"In force in this game: {word}{once}. {sentence}", _INDENT, _INDENT, width)


def as_data(ruling: str, state: Position | None = None) -> Iterator[dict[str, Any]]:
    """The same for programs: word, sentence, what the moderator does instead, whose it is, whether it is in force."""
    own: set[str] = set()
    said = readings.of(state, ruling).split(readings.AND) if state is not None else []
    ruled = {reading.aspect for reading in readings.KNOWN[ruling] if reading.word in said}
    for reading in readings.KNOWN[ruling]:
        ours = reading.aspect not in own
        own.add(reading.aspect)
        holds = reading.word in said or (ours and reading.aspect not in ruled)
        yield {
            "word": reading.word,
            "sentence": reading.sentence,
            "by_hand": reading.by,
            "house": ours,
            "in_force": holds if state is not None else None,
        }


def _filled(text: str, first: str, rest: str, width: int) -> str:
    return textwrap.fill(text, width, initial_indent=first, subsequent_indent=rest)
