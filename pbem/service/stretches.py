"""A stretch of time for which somebody is away, as a value: the key of its entry in the agenda, and its days."""

from datetime import date, datetime, timedelta
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


def length(stretch: Stretch) -> int:
    """In days; begun ones count whole."""
    return max(1, -(-(stretch.ends - stretch.begins) // timedelta(days=1)))


def days_of(stretch: Stretch) -> list[date]:
    """Its days, those of UTC."""
    return [(stretch.begins + timedelta(days=at)).date() for at in range(length(stretch))]
