"""What became of the lines of a letter: the values that the reader gives, and those that it works with."""

from collections.abc import Sequence
from typing import Literal

import msgspec

from pbem.orders.corrections import Heard
from pbem.orders.lines import Line
from pbem.orders.text import Atom, Clean

#: `held`: read as an order with a doubt that only its writer can settle.
Kind = Literal["order", "held", "ignored", "rejected", "comment"]


class Reading(msgspec.Struct, frozen=True):
    """What became of one written line, or of a part of it where some of it could be read and some not.

    `text` as written (several lines read as one are joined by newlines); `number` of its first line, from 1; `column`:
    the place of the trouble in `text`, from 1; `error`: why it is rejected, or what is asked before it may count (held).
    `heard` is None in what `reader.read` gives.
    """

    text: str
    number: int
    kind: Kind
    lines: tuple[Line, ...] = ()
    error: str | None = None
    column: int | None = None
    notes: tuple[str, ...] = ()
    heard: Heard | None = None


class Written(msgspec.Struct, frozen=True):
    """A line as it was written, its number, and what of it is to be read."""

    raw: str
    number: int
    line: Clean
    atoms: Sequence[Atom] = ()  # of the line, where they are known already

    def plus(self, raw: str, line: Clean) -> "Written":
        """With the line below it."""
        offset = len(self.raw) + 1
        places = [*self.line.places, len(self.raw), *(offset + place for place in line.places)]
        both = f"{self.raw}\n{raw}"
        return Written(
            both, self.number, Clean(f"{self.line.text} {line.text}", places, both, self.line.odd or line.odd)
        )

    def column(self, place: int) -> int:
        """Of a place in the clean text, in the text as written."""
        places = self.line.places
        return (places[place] if place < len(places) else places[-1] + 1 if places else 0) + 1


class Outcome(msgspec.Struct, frozen=True):
    """What became of one sentence; `start`, `end` in the clean text."""

    kind: Kind
    start: int
    end: int
    lines: tuple[Line, ...] = ()
    error: str | None = None
    place: int | None = None
    notes: tuple[str, ...] = ()
    heard: Heard | None = None
