"""How often each kind of wording was used in a year before a report begins (E15), so that none comes twice.

It is found from what the table has seen, so it is the same for every reader, and the same as HISTORY counts.
"""

from collections.abc import Mapping, Sequence

from pbem.engine import view
from pbem.engine.events import Event, PhaseOpened
from pbem.engine.state import fold
from pbem.report.chronicle import wordings_used
from pbem.report.naming import names_of

from .record import Record


class Voices:
    """The counts of one batch of reports: how many events the table had seen -> what was used of its year until then."""

    def __init__(self) -> None:
        self._known: dict[int, Mapping[str, int]] = {}

    def used(self, record: Record, at: int) -> Mapping[str, int]:
        """Before a story that begins behind event `at`; the same from another world, as it is public."""
        shown = record.shown_at(at) if at else 0
        if shown not in self._known:
            self._known[shown] = _used(record, at)
        return self._known[shown]


def _used(record: Record, at: int) -> Mapping[str, int]:
    story = list(view.see(view.TABLE, record.story(until=at)))
    begins = _year(story)
    year = story[begins:]
    if not any(isinstance(event, PhaseOpened) for event in year):
        return {}
    return wordings_used(names_of(record.rules, record.seats), fold(story[:begins]), year)


def _year(story: Sequence[Event]) -> int:
    """Where its last year begins; the deal and set-up belong to the first."""
    opened = [(place, event.turn) for place, event in enumerate(story) if isinstance(event, PhaseOpened)]
    return next((place for place, turn in opened if turn > 1 and turn == opened[-1][1]), 0)
