"""What the sheet lines of one letter say together (decision D24): a number given twice goes to the later name, aloud."""

from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from pbem.orders.lines import Line, Named
from pbem.orders.names import Lexicon
from pbem.orders.readings import Reading


def recorded(readings: Sequence[Reading], lexicon: Lexicon) -> list[Reading]:
    """With notes where a line of the sheet takes from an earlier one of the same letter."""
    if not any(line.verb == "influence" for reading in readings for line in reading.lines):
        return list(readings)
    given: dict[str, int] = {}
    told = []
    for reading in _with_taken(readings):
        notes: list[str] = []
        for line in reading.lines:
            if line.verb == "influence":
                notes += _given_again(line, given, lexicon)
        told.append(replace(reading, notes=(*reading.notes, *notes)) if notes else reading)
    return told


def _given_again(line: Line, given: dict[str, int], lexicon: Lexicon) -> Iterator[str]:
    for letter, number in line.sheet:
        name = lexicon.name(letter)
        if letter in given and given[letter] != number:
            yield f"{name} had {given[letter]} higher up in this letter and now has {number}"
        for other in [one for one, had in given.items() if had == number and number and one != letter]:
            yield f"{number} is given twice in this letter: {name} has it now, and {lexicon.name(other)} has nothing"
            del given[other]
        given[letter] = number


def _with_taken(readings: Sequence[Reading]) -> list[Reading]:
    """`i take Strychnin 10`, and below it the lines of a sheet: the first belongs to them."""
    kept = list(readings)
    for at in range(len(kept) - 2, -1, -1):
        below = _sheet_of(kept[at + 1])
        taken = _taken(kept[at])
        if taken and below and taken[-1][1] > below[0][1]:
            line = Line("influence", text=kept[at].lines[0].text, sheet=taken)
            note = "read as a part of the sheet below it"
            kept[at] = replace(kept[at], lines=(line,), notes=(*kept[at].notes, note))
    return kept


def _sheet_of(reading: Reading) -> tuple[tuple[str, int], ...]:
    return reading.lines[0].sheet if len(reading.lines) == 1 else ()


def _taken(reading: Reading) -> tuple[tuple[str, int], ...]:
    """What a line of TAKE with bare numbers says as a sheet."""
    words = f" {reading.text.lower()} "
    if any(word in words for word in (" up ", " to ", " when ", " if ", " max ", ":")):
        return ()
    found = []
    for line in reading.lines:
        plain = line.verb == "take" and not line.each_turn and line.turn is None and line.actor is None
        if not plain or line.number is None or not isinstance(line.who[0], Named):
            return ()
        found.append((line.who[0].letter, line.number))
    return tuple(found)
