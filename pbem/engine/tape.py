"""The journal of an open phase as a tape: what is written is fed back and checked, what is new is appended."""

from collections.abc import Sequence
from typing import TypeVar

from .events import (
    Bulletin,
    Conceded,
    Decreed,
    Diary,
    Event,
    OfferAccepted,
    OfferClosed,
    Offered,
    Printed,
    Rewound,
)

E = TypeVar("E", bound=Event)
#: What may be written at a question without touching what is asked there (decision D28).
ASIDES = (
    Decreed,
    Rewound,
    Conceded,
    Bulletin,
    Offered,
    OfferAccepted,
    OfferClosed,
    Printed,
    Diary,
)
#: An offer that ends otherwise is closed by the rules.
_BY_MAIL = ("refused", "withdrawn")


def is_aside(event: Event) -> bool:
    """Did it come from outside, to stand at a question without touching what is asked there?"""
    return isinstance(event, ASIDES) and (not isinstance(event, OfferClosed) or event.why in _BY_MAIL)


class Diverged(Exception):
    """The rules code no longer tells the story written in the journal."""


class Tape:
    """The written events of the open phase, read forward; past their end, new ones are written."""

    def __init__(self, written: Sequence[Event]) -> None:
        self.written = written
        self.at = 0
        self.new: list[Event] = []

    @property
    def ended(self) -> bool:
        return self.at == len(self.written)

    def told(self) -> Sequence[Event]:
        """What the phase has told so far."""
        return [*self.written[: self.at], *self.new]

    def aside(self) -> Event | None:
        """What was written here from outside, and touches no question."""
        if not self.ended and is_aside(event := self.written[self.at]):
            return event
        return None

    def next(self, kind: type[E]) -> E | None:
        """The next written event if it is of this kind."""
        if not self.ended and isinstance(event := self.written[self.at], kind):
            return event
        return None

    def tell(self, event: E) -> E:
        """Write the event, or check that it is the very event already written here."""
        if self.ended:
            self.new.append(event)
        elif self.written[self.at] == event:
            self.at += 1
        else:
            raise Diverged(f"entry {self.at} says {self.written[self.at]}, the rules now say {event}")
        return event
