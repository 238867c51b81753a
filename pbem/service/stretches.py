"""A stretch of time for which somebody is away, as a value: the key of its entry in the agenda, and its days."""

from datetime import UTC, date, datetime, timedelta, tzinfo
from typing import NamedTuple

from pbem.engine.events import Player


class Stretch(NamedTuple):
    """When somebody is away; UTC without a zone.  `how`: WAIT or AUTOPILOT."""

    player: Player
    begins: datetime
    ends: datetime
    how: str

    @property
    def key(self) -> str:
        return f"{self.player} {self.begins.isoformat()} {self.ends.isoformat()} {self.how}"

    @classmethod
    def of(cls, key: str) -> "Stretch":
        player, begins, ends, how = key.split(" ")
        return cls(player, datetime.fromisoformat(begins), datetime.fromisoformat(ends), how)


def days_of(stretch: Stretch, zone: tzinfo) -> list[date]:
    """Its days in this zone; begun ones count whole."""
    first, last = (
        moment.replace(tzinfo=UTC).astimezone(zone).date()
        for moment in (stretch.begins, stretch.ends - timedelta(microseconds=1))
    )
    return [first + timedelta(days=at) for at in range((last - first).days + 1)]
