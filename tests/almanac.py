"""A person with a calendar on the wall: where deadlines fall, found day by day, with nothing of the program's own.

Days and hours are those of one place.  Of an hour that is shown twice when the clocks go back the second is meant; one that is never shown
comes as much later as the clocks go forth.
"""

from collections.abc import Iterable, Iterator
from datetime import UTC, date, datetime, time, timedelta
from functools import cache
from zoneinfo import ZoneInfo

DAY, HOUR, MINUTE = timedelta(days=1), timedelta(hours=1), timedelta(minutes=1)
#: When the clocks are changed, 20:00 comes an hour nearer to 20:00 of the day before.
CLOCKS = HOUR

Spell = tuple[datetime, datetime]


@cache
def shown(zone: str, day: date, at: time) -> datetime:
    """When the clocks of this place show that time on that day, in UTC."""
    wall = datetime.combine(day, at)
    around = [wall.replace(tzinfo=UTC) + side * DAY for side in (-2, 2)]
    offsets = {moment.astimezone(ZoneInfo(zone)).utcoffset() or timedelta() for moment in around}
    readings = sorted((wall - offset).replace(tzinfo=UTC) for offset in offsets)
    true = [one for one in readings if one.astimezone(ZoneInfo(zone)).replace(tzinfo=None) == wall]
    return (true or readings)[-1]


def full_minute(moment: datetime) -> datetime:
    """Nobody's clock shows seconds: the minute that has not ended yet."""
    whole = moment.replace(second=0, microsecond=0)
    return whole if whole == moment else whole + MINUTE


class Almanac:
    """`weekly`: "2 20:00" (Monday is 1), or none, where deadlines come by a length; `off`: weekdays and ISO dates without deadlines;
    `away`: from when till when people are away for whom the game waits."""

    def __init__(
        self,
        zone: str,
        weekly: Iterable[str] = (),
        off: Iterable[str | int] = (),
        away: Iterable[Spell] = (),
        waking: tuple[int, int] = (8, 22),
    ) -> None:
        self.zone, self.off, self.away, self.waking = zone, set(off), list(away), waking
        parts = [one.split() for one in weekly]
        self.weekly = sorted((int(day), time.fromisoformat(at)) for day, at in parts)

    def day(self, moment: datetime) -> date:
        return moment.astimezone(ZoneInfo(self.zone)).date()

    def hour(self, moment: datetime) -> time:
        return moment.astimezone(ZoneInfo(self.zone)).time()

    def spell(self, first: str, last: str) -> Spell:
        """From the midnight with which one day begins to that with which another ends."""
        begins, ends = date.fromisoformat(first), date.fromisoformat(last) + DAY
        return shown(self.zone, begins, time()), shown(self.zone, ends, time())

    def is_free(self, day: date) -> bool:
        return day.isoweekday() not in self.off and day.isoformat() not in self.off

    def is_open(self, moment: datetime) -> bool:
        """May a deadline be then?"""
        away = any(begins <= moment < ends for begins, ends in self.away)
        return self.is_free(self.day(moment)) and not away

    def days_from(self, moment: datetime) -> Iterator[date]:
        first = self.day(moment)
        yield from (first + n * DAY for n in range(-1, 800))

    def slot(self, earliest: datetime) -> datetime:
        """The first weekly time from then on."""
        return next(
            moment
            for day in self.days_from(earliest)
            for weekday, at in self.weekly
            if weekday == day.isoweekday()
            and (moment := shown(self.zone, day, at)) >= earliest
            and self.is_open(moment)
        )

    def same_hour(self, at: time, earliest: datetime) -> datetime:
        """The first time from then on that the clock shows this."""
        return next(
            moment
            for day in self.days_from(earliest)
            if (moment := shown(self.zone, day, at)) >= earliest and self.is_open(moment)
        )

    def regular(self, at: time, earliest: datetime) -> datetime:
        """The next regular hour: a weekly time, or the hour of the deadlines."""
        return self.slot(earliest) if self.weekly else self.same_hour(at, earliest)

    def open_from(self, moment: datetime) -> datetime:
        """Then; or where no deadline may be then, at the same hour of the next free day, and after somebody was away at the next
        regular hour."""
        moment = full_minute(moment)
        if not self.is_free(self.day(moment)):
            waits, self.away = self.away, []
            moment, self.away = self.same_hour(self.hour(moment), moment), waits
        ends = max((end for begins, end in self.away if begins <= moment < end), default=None)
        return moment if ends is None else self.regular(self.hour(moment), ends)

    def following(self, since: datetime, length: timedelta | None, by_deadline: bool) -> datetime:
        """The next deadline: so long after the last one, which resolved the game, or after now, if all were READY; weekly times at least a
        day, or the length that this session has of its own."""
        if self.weekly:
            least = (length or DAY) - (CLOCKS if by_deadline else timedelta())
            return self.slot(max(since + least, since + MINUTE))
        assert length is not None
        return self.open_from(since + length)

    def awake(self, start: datetime, hours: int) -> datetime:
        """When people have been awake for so long since then: minute by minute as the clock on the wall goes."""
        left, moment = hours * 60, start
        while left:
            clock = self.hour(moment)
            here = self.waking[0] <= clock.hour < self.waking[1]
            step = min(15 - clock.minute % 15, left) if here else 15 - clock.minute % 15
            left -= step if here else 0
            moment += step * MINUTE
        return moment

    def after_loss(self, deadline: datetime, lost: timedelta, now: datetime) -> datetime:
        """So much later at least, not nearer than twelve waking hours, and at a regular hour."""
        return self.regular(self.hour(deadline), max(deadline + lost, self.awake(now, 12)))

    def ballot(self, now: datetime, length: timedelta = DAY) -> datetime:
        """So long, twelve waking hours among it."""
        return self.open_from(max(now + length, self.awake(now, 12)))
