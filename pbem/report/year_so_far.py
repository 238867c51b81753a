"""Which wordings a year has used already, so that none comes twice in it (E15).  Found from what the table saw, so it is the same for every reader."""

from collections.abc import Mapping, Sequence

from pbem.engine.events import Event, PhaseOpened
from pbem.engine.state import State, fold

from .chronicle import telling
from .naming import Names
from .voice import Voice


def wordings_used(names: Names, before: State, story: Sequence[Event]) -> dict[str, int]:
    """How often each kind of wording is used for `story`, in the last year that it tells of.  `before`, `story`: as the table saw them."""
    teller = telling(names, before, story, None, True, (), Voice())
    teller.tell()
    return dict(teller.voice.used)


class YearSoFar:
    """Counts at several places of one story; the position where a year begins is folded once."""

    def __init__(self, names: Names) -> None:
        self.names = names
        self._begun = 0, State()

    def used(self, story: Sequence[Event]) -> Mapping[str, int]:
        """In the year that this story ends in.  `story`: all of it, as the table saw it."""
        begins = _year(story)
        if not any(isinstance(event, PhaseOpened) for event in story[begins:]):
            return {}
        if self._begun[0] != begins:
            self._begun = begins, fold(story[:begins])
        return wordings_used(self.names, self._begun[1], story[begins:])


def _year(story: Sequence[Event]) -> int:
    """Where its last year begins; the deal and set-up belong to the first."""
    opened = [(place, event.turn) for place, event in enumerate(story) if isinstance(event, PhaseOpened)]
    return next((place for place, turn in opened if turn > 1 and turn == opened[-1][1]), 0)
