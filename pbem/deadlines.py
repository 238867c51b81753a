"""Deadlines: when one is, how it is moved, how it is said.  Pure: is given times, owns no clock.

Points in time are aware datetimes in UTC.  A wall time that the clock change skips or shows twice has two readings:
always the later one is meant, so that nobody is late because clocks were changed.  (02:30 on the morning on which
02:00 becomes 03:00 is thus 03:30, as in RFC 5545; 02:30 on the morning on which 03:00 becomes 02:00 is the second one.)
"""

import re
from datetime import UTC, date, datetime, time, timedelta
from difflib import get_close_matches
from zoneinfo import ZoneInfo, available_timezones

import msgspec

SHORTEST, LONGEST = timedelta(minutes=1), timedelta(days=90)

WEEKDAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
MONTHS = (
    *("January", "February", "March", "April", "May", "June"),
    *("July", "August", "September", "October", "November", "December"),
)
_MINUTE = timedelta(minutes=1)
_LENGTH = re.compile(r"(?:(\d{1,4})w)?(?:(\d{1,4})d)?(?:(\d{1,4})h)?(?:(\d{1,5})m(?:in)?)?", re.IGNORECASE)
#: What stands before a length by which a deadline is to be earlier.
MINUS = ("-", "\N{MINUS SIGN}", "\N{EN DASH}")
_SLOT = re.compile(r"([a-z]{2,9})\.?\s+([01]?\d|2[0-3])[:.]([0-5]\d)", re.IGNORECASE)


class DeadlineError(ValueError):
    """A deadline, schedule, tempo or time zone that cannot be used: one sentence that says how it should be."""


class Slot(msgspec.Struct, frozen=True, order=True):
    """A weekly time: `day` 0 is Monday, `at` the wall time in the game's zone."""

    day: int
    at: time


class Schedule(msgspec.Struct, frozen=True):
    """Either a `length` from one deadline to the next, or weekly `slots` (sorted); `zone` is an IANA name."""

    zone: str
    length: timedelta | None = None
    slots: tuple[Slot, ...] = ()

    @property
    def text(self) -> str:
        """As `parse_schedule` reads it: `72h`, `Tue 20:00, Fri 20:00`."""
        if self.length is None:
            return ", ".join(f"{WEEKDAYS[slot.day][:3]} {slot.at:%H:%M}" for slot in self.slots)
        return length_text(self.length)

    @property
    def interval(self) -> timedelta:
        """From one deadline to the next, on average."""
        return timedelta(weeks=1) / len(self.slots) if self.length is None else self.length


def parse_schedule(text: str, zone: str) -> Schedule:
    """`72h`, `3d`, `1d12h` (a day is 24 hours), or `Tue 20:00, Fri 20:00`.  DeadlineError if it is neither."""
    the_zone(zone)
    length = _length(text)
    if length is not None:
        days, rest = length
        whole = timedelta(days=days) + rest
        if not SHORTEST <= whole <= LONGEST:
            raise DeadlineError(
                f"{text!r} as time between deadlines is not between a minute and {LONGEST.days} days"
            )
        return Schedule(zone, length=whole)
    return Schedule(zone, slots=tuple(sorted({_slot(part) for part in re.split(r"[,;]", text)})))


def next_deadline(schedule: Schedule, after: datetime, at_least: timedelta = timedelta()) -> datetime:
    """The first deadline later than `after` and not before `after + at_least`, at a full minute."""
    if schedule.length is not None:
        return up_to_minute(after + max(schedule.length, at_least))
    zone, bound = the_zone(schedule.zone), after + at_least
    day = bound.astimezone(zone).date()
    times = (
        at_wall(day + timedelta(days=ahead), slot.at, zone)
        for ahead in range(-1, 9)  # a day to either side: no change of clocks is longer
        for slot in schedule.slots
        if slot.day == (day.weekday() + ahead) % 7
    )
    return min(moment for moment in times if moment > after and moment >= bound)


def parse_length(text: str) -> timedelta:
    """`24h`, `1d12h`, `15m`, `0m`; `none` and `0` are nothing at all.  DeadlineError if it is no length, or more than `LONGEST`."""
    if text.strip().casefold() in ("0", "none", "off"):
        return timedelta()
    found = _length(text)
    if found is None:
        raise DeadlineError(f"{text.strip()!r} is no length of time; write it like 24h, 90m or 1d12h")
    whole = timedelta(days=found[0]) + found[1]
    if whole > LONGEST:
        raise DeadlineError(f"{text.strip()!r} is more than {LONGEST.days} days")
    return whole


def length_text(length: timedelta) -> str:
    """As `parse_length` reads it, in hours and minutes."""
    hours, minutes = divmod(length // _MINUTE, 60)
    return (f"{hours}h" if hours else "") + (f"{minutes}m" if minutes or not hours else "")


def parse_change(text: str, deadline: datetime, zone: str, now: datetime) -> datetime:
    """The deadline that a moderator asks for, in UTC.

    `+48h`: so many hours after `deadline`, or after `now` where it has passed; `+2d`, `2d`: so many days, at the same wall
    time in `zone`; `-24h`: earlier than `deadline`; `Fri 20:00`: the next one in `zone`; or a point in time (ISO 8601) with an
    offset, or else in `zone`.  DeadlineError if it is none of them or not later than `now`.
    """
    typed = text.strip()
    earlier = typed.startswith(MINUS)
    length = _length(typed[1:] if earlier else typed.removeprefix("+"))
    if length is not None:
        days, rest = length
        begins = deadline if earlier else max(deadline, now)
        moved = days_later(begins, -days if earlier else days, zone) + (-rest if earlier else rest)
        moved = up_to_minute(moved)
    elif _SLOT.fullmatch(typed):
        moved = next_deadline(Schedule(zone, slots=(_slot(text),)), now)
    else:
        moved = _point(text, the_zone(zone))
    if moved <= now:
        raise DeadlineError(f"the deadline cannot be in the past ({in_zone(moved, zone)})")
    if moved > max(now, deadline) + LONGEST:
        raise DeadlineError(f"the deadline {in_zone(moved, zone)} is more than {LONGEST.days} days away")
    return moved


def in_zone(instant: datetime, zone: str) -> str:
    """`Friday 4 December 2026, 20:00 (Zurich)`; with the offset where the clock shows this time twice."""
    local = instant.astimezone(the_zone(zone))
    place = zone.rpartition("/")[2].replace("_", " ")
    if local.utcoffset() != local.replace(fold=1 - local.fold).utcoffset():
        offset = f"{local:%z}"
        place += f", UTC{offset[:3]}:{offset[3:]}"
    return f"{WEEKDAYS[local.weekday()]} {local.day} {MONTHS[local.month - 1]} {local.year}, {local:%H:%M} ({place})"


def the_zone(name: str) -> ZoneInfo:
    """The time zone of an IANA name.  DeadlineError, with a name that may have been meant."""
    try:
        return ZoneInfo(name)
    except (KeyError, ValueError, OSError):  # what ZoneInfo raises depends on what the name looks like
        pass
    known = {zone.casefold(): zone for zone in available_timezones()}
    near = get_close_matches(name.casefold(), known, 1, 0.6)
    meant = f"did you mean {known[near[0]]}?" if near else "write it like Europe/Zurich or America/New_York"
    raise DeadlineError(f"there is no time zone {name!r}; {meant}")


def _length(text: str) -> tuple[int, timedelta] | None:
    """(days, rest) of `2d12h`; None if it is no length."""
    words = "".join(text.split())
    found = _LENGTH.fullmatch(words)
    if not words or found is None:
        return None
    weeks, days, hours, minutes = (int(part or 0) for part in found.groups())
    return weeks * 7 + days, timedelta(hours=hours, minutes=minutes)


def _slot(text: str) -> Slot:
    found = _SLOT.fullmatch(text.strip())
    days = [n for n, name in enumerate(WEEKDAYS) if found and name.casefold().startswith(found[1].casefold())]
    if found is None or len(days) != 1:
        usual = "write a length like 72h or weekly times like Tue 20:00, Fri 20:00"
        raise DeadlineError(f"{text.strip()!r} is no deadline; {usual}")
    return Slot(days[0], time(int(found[2]), int(found[3])))


def _point(text: str, zone: ZoneInfo) -> datetime:
    """A point in time in ISO 8601, in UTC; a date alone is none."""
    try:
        given = datetime.fromisoformat(text.strip())
        if re.fullmatch(r"[\dW-]+", text.strip()):
            raise ValueError
    except ValueError:
        example = "+48h, +2d, -24h, Fri 20:00 or 2026-12-04T20:00"
        raise DeadlineError(f"{text.strip()!r} is no time for a deadline; write it like {example}") from None
    moment = given.astimezone(UTC) if given.tzinfo else at_wall(given.date(), given.time(), zone)
    return up_to_minute(moment)


def days_later(moment: datetime, days: int, zone: str) -> datetime:
    """So many days later, at the same wall time."""
    local = moment.astimezone(the_zone(zone))
    return at_wall(local.date() + timedelta(days=days), local.timetz(), the_zone(zone)) if days else moment


def at_wall(day: date, at: time, zone: ZoneInfo) -> datetime:
    """A wall time as a point in time, in UTC; the later of two readings."""
    return max(datetime.combine(day, at.replace(tzinfo=zone, fold=fold)).astimezone(UTC) for fold in (0, 1))


def up_to_minute(moment: datetime) -> datetime:
    """What is said in minutes must not end before the minute."""
    short = timedelta(seconds=moment.second, microseconds=moment.microsecond)
    return (moment + (_MINUTE - short if short else timedelta())).astimezone(UTC)
