"""The lines of a letter that did nothing, for its receipt."""

from collections.abc import Sequence

from pbem.orders.reader import Reading
from pbem.report.brief import Answer

from . import farewells


def echoed(readings: Sequence[Reading], name: str) -> tuple[Answer, ...]:
    """Rejected and ignored lines, as they were written, and what was not held though it is in doubt; `name`: his own, with which
    he may sign."""
    rejected = (r for r in readings if r.kind in ("rejected", "held"))
    ignored = farewells.told(readings, name)
    return (
        *(Answer("rejected", reading.text, None, (), reading.error or "") for reading in rejected),
        *(Answer("ignored", reading.text, None, reading.notes) for reading in ignored),
    )
