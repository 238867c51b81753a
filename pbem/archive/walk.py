"""Along a journal, with the position before each event; what an undo does to both is followed."""

from collections.abc import Iterator, Sequence

from pbem.engine.events import Event, Rewound
from pbem.engine.journal import effective
from pbem.engine.state import State, evolve, fold

#: The story in force so far, the newest last.
Told = Sequence[Event]


def steps(journal: Sequence[Event]) -> Iterator[tuple[int, Event, State, Told]]:
    """Each event with its number, the position before it, and what was in force until then."""
    state, story = State(), list[Event]()
    for number, event in enumerate(journal, 1):
        yield number, event, state, story
        if isinstance(event, Rewound):
            story = effective(journal[:number])
            state = fold(story)
        else:
            story.append(event)
            state = evolve(state, event)
