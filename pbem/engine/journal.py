"""Undo: which events of a journal are in force.

Nothing in a journal is ever erased.  After `Rewound(to=N)` the story is again what it was when event N was the last one, with the
`Rewound` behind it; what stood between is out of force, but still written.  N may itself lie in what an earlier undo put out of force.
"""

from collections.abc import Iterable, Iterator, Sequence

from .events import Event, Rewound
from .state import State, fold


def in_force(events: Sequence[Event]) -> list[int]:
    """The numbers (from 1) of the events in force, in order.

    >>> from pbem.engine.events import Decreed
    >>> in_force([Decreed("a"), Decreed("b"), Rewound(1, 1, "cure", ""), Decreed("c")])
    [1, 3, 4]
    """
    numbers: list[int] = []
    for number, event in enumerate(events, 1):
        if isinstance(event, Rewound):
            numbers = in_force(events[: event.to])
        numbers.append(number)
    return numbers


def effective(events: Sequence[Event]) -> list[Event]:
    """The events in force, in order."""
    if not any(isinstance(event, Rewound) for event in events):
        return list(events)
    return [events[number - 1] for number in in_force(events)]


def undone(events: Sequence[Event]) -> Iterator[tuple[int, list[int]]]:
    """Each `Rewound` in order: its number, and the numbers of the events that it put out of force.

    >>> from pbem.engine.events import Decreed
    >>> list(undone([Decreed("a"), Decreed("b"), Rewound(1, 1, "cure", ""), Decreed("c")]))
    [(3, [2])]
    """
    for number, event in enumerate(events, 1):
        if isinstance(event, Rewound):
            yield number, [one for one in in_force(events[: number - 1]) if one > event.to]


def position(events: Iterable[Event]) -> State:
    """The position that a whole journal leads to, undone parts and all."""
    return fold(effective(list(events)))
