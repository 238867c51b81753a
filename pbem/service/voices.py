"""How often each kind of wording was used in a year before a report begins (E15), so that none comes twice.

It is found from what the table has seen, so it is the same for every reader, and the same as HISTORY counts.
"""

from collections.abc import Mapping

from pbem.engine import view
from pbem.report.naming import names_of
from pbem.report.year_so_far import YearSoFar

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
    return YearSoFar(names_of(record.rules, record.seats)).used(
        list(view.see(view.TABLE, record.story(until=at)))
    )
