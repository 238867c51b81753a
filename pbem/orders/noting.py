"""Which of the orders in one line a note on its reading belongs to."""

import re

from pbem.orders.canonical import canonical
from pbem.orders.lines import Line
from pbem.orders.names import Lexicon
from pbem.orders.readings import Reading

#: How `scanner` says a near miss; players stand there with their colour, which the order has.
_READ = re.compile(r"read .+ as (?:.+ \((\w+)\)|(.+))")


def of(reading: Reading, line: Line, lexicon: Lexicon) -> tuple[str, ...]:
    """The notes of this order: of how a name was read, those on names that it has; any other stands at the last order."""
    if len(reading.lines) < 2:
        return reading.notes
    return tuple(note for note in reading.notes if line in _whose(note, reading.lines, lexicon))


def _whose(note: str, lines: tuple[Line, ...], lexicon: Lexicon) -> list[Line]:
    found = _READ.fullmatch(note)
    name = (found[1] or found[2]) if found else ""
    word = re.compile(rf"(?<!\w){re.escape(name)}(?!\w)")
    having = [line for line in lines if name and word.search(canonical(line, lexicon))]
    return having or [lines[-1]]
