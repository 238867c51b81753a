"""Days off and waking hours of one game, and the next time at which its deadlines fall.  Pure, as `deadlines`.

A day off goes from midnight to midnight in the game's zone.  A deadline that would fall on one goes on to the next regular hour: of a
weekly schedule the next weekly time, else the same wall time on the next day that is not off.
"""

import re
from datetime import date, datetime, time, timedelta

import msgspec

from pbem.deadlines import (
    WEEKDAYS,
    DeadlineError,
    Schedule,
    at_wall,
    next_deadline,
    the_zone,
    up_to_minute,
)

#: Nobody plans further.
_FAR = 3660
_DAY = timedelta(days=1)
_HOURS = re.compile(
    r"([01]?\d|2[0-3])[:.]([0-5]\d)\s*(?:-|–|to)\s*([01]?\d|2[0-4])[:.]([0-5]\d)", re.IGNORECASE
)
_EXAMPLE = "write it like sat, sun, 2026-12-25 or 2026-12-24..2027-01-02, separated by commas"

Span = tuple[date, date]


class DaysOff(msgspec.Struct, frozen=True):
    """`weekdays`: 0 is Monday; `spans`: from the first day to the last, both off."""

    weekdays: frozenset[int] = frozenset()
    spans: tuple[Span, ...] = ()


class Calendar(msgspec.Struct, frozen=True):
    """The days off of a game and the hours of the day in which people are awake, in its `zone` (an IANA name)."""

    zone: str
    off: DaysOff = DaysOff()
    waking: tuple[time, time] = (time(8), time(22))

    def is_off(self, moment: datetime) -> bool:
        """Is this on a day off?"""
        return self.day_is_off(moment.astimezone(the_zone(self.zone)).date())

    def day_is_off(self, day: date) -> bool:
        """Is this a day off?"""
        return day.weekday() in self.off.weekdays or any(
            first <= day <= last for first, last in self.off.spans
        )

    def at_hour(self, hour: time, not_before: datetime) -> datetime:
        """The first time that this wall time is shown on a day that is not off.  DeadlineError if there is none for years."""
        zone = the_zone(self.zone)
        first = not_before.astimezone(zone).date()
        for ahead in range(-1, _FAR):
            day = first + timedelta(days=ahead)
            moment = at_wall(day, hour, zone)
            if moment >= not_before and not self.day_is_off(day):
                return moment
        raise DeadlineError("no day is left on which a deadline could fall; take some days off from `off`")

    def next_on(self, moment: datetime) -> datetime:
        """This moment, or where it is on a day off the same wall time on the next day that is not."""
        if not self.is_off(moment):
            return moment
        return self.at_hour(moment.astimezone(the_zone(self.zone)).time(), moment)

    def awake(self, start: datetime, length: timedelta) -> datetime:
        """When so much of people's waking hours has passed since `start`."""
        zone = the_zone(self.zone)
        day, left = start.astimezone(zone).date() - _DAY, length
        while True:
            begins, ends = at_wall(day, self.waking[0], zone), self._bedtime(day)
            here = max(begins, start)
            if here < ends:
                if left <= ends - here:
                    return here + left
                left -= ends - here
            day += _DAY

    def _bedtime(self, day: date) -> datetime:
        """Midnight (00:00) is the end of that day."""
        _, until = self.waking
        return at_wall(day if until > time() else day + _DAY, until, the_zone(self.zone))


def parse_off(text: str) -> DaysOff:
    """`sat, sun, 2026-12-25, 2026-12-24..2027-01-02`; "" and `none` are no days.  DeadlineError if it is not so."""
    weekdays, spans = set(), []
    for part in re.split(r"[,;]", text):
        word = part.strip()
        if word.casefold() in ("", "none", "off"):
            continue
        days = [n for n, name in enumerate(WEEKDAYS) if len(word) > 1 and _is_day(word, name)]
        if len(days) == 1:
            weekdays.add(days[0])
        else:
            spans.append(_span(word))
    if len(weekdays) == len(WEEKDAYS):
        raise DeadlineError("every day of the week is off: then there is never a deadline")
    return DaysOff(frozenset(weekdays), tuple(sorted(spans)))


def off_text(off: DaysOff) -> str:
    """As `parse_off` reads it."""
    days = [WEEKDAYS[day][:3].lower() for day in sorted(off.weekdays)]
    spans = [f"{first}" if first == last else f"{first}..{last}" for first, last in off.spans]
    return ", ".join([*days, *spans])


def parse_waking(text: str) -> tuple[time, time]:
    """`08:00-22:00`; the end may be 24:00.  DeadlineError if it is not so, or is no time at all."""
    found = _HOURS.fullmatch(text.strip())
    if found is None or (found[3] == "24" and found[4] != "00"):
        raise DeadlineError(f"{text.strip()!r} are no waking hours; write them like 08:00-22:00")
    begins, ends = time(int(found[1]), int(found[2])), time(int(found[3]) % 24, int(found[4]))
    if time() < ends <= begins or (ends == time() and found[3] != "24"):
        raise DeadlineError(f"{text.strip()!r}: waking hours end after they begin, on the same day")
    return begins, ends


def next_regular(
    schedule: Schedule, calendar: Calendar, after: datetime, at_least: timedelta = timedelta()
) -> datetime:
    """As `next_deadline`, but never on a day off.  DeadlineError if there is no such time for years."""
    moment = next_deadline(schedule, after, at_least)
    if not schedule.slots:
        return calendar.next_on(moment)
    for _ in range(_FAR):
        if not calendar.is_off(moment):
            return moment
        moment = next_deadline(schedule, moment)
    raise DeadlineError(f"all of {schedule.text} are days off")


def regular(schedule: Schedule, calendar: Calendar, hour: time, not_before: datetime) -> datetime:
    """The first time not before that at which this game's deadlines fall.

    Weekly: the weekly times.  Else `hour`, the wall time of its deadlines; where they are less than a day apart there is none, and every
    minute will do.
    """
    if schedule.slots:
        return next_regular(schedule, calendar, not_before - timedelta(microseconds=1))
    if schedule.interval < _DAY:
        return calendar.next_on(up_to_minute(not_before))
    return calendar.at_hour(hour, not_before)


def check(schedule: Schedule, off: DaysOff) -> None:
    """Is there a day left?  DeadlineError if every weekly time is on a weekday that is off."""
    if schedule.slots and all(slot.day in off.weekdays for slot in schedule.slots):
        raise DeadlineError(f"the deadlines ({schedule.text}) would all fall on days off ({off_text(off)})")


def skipped(day: date, at: time, zone: str) -> bool:
    """Is this a wall time that the clocks leap over on that day, when summer time begins?"""
    place = the_zone(zone)
    return at_wall(day, at, place).astimezone(place).time() != at


def wall_time(text: str) -> datetime | None:
    """A time without a zone, as somebody types it; None if it is anything else."""
    try:
        found = datetime.fromisoformat(text.strip())
    except ValueError:
        return None
    return None if found.tzinfo else found


def _is_day(word: str, name: str) -> bool:
    small = word.casefold().rstrip(".")
    return name.casefold().startswith(small) or small == f"{name.casefold()}s"


def _span(word: str) -> Span:
    first, _, last = word.partition("..")
    try:
        begins = date.fromisoformat(first.strip())
        ends = date.fromisoformat(last.strip()) if last else begins
    except ValueError:
        raise DeadlineError(f"{word!r} is no day; {_EXAMPLE}") from None
    if ends < begins:
        raise DeadlineError(f"{word!r} ends before it begins; {_EXAMPLE}")
    if ends - begins > timedelta(days=366):
        raise DeadlineError(f"{word!r} is more than a year; {_EXAMPLE}")
    return begins, ends
