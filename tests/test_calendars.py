"""Days off, waking hours and regular times, against a little calendar of the test's own that walks minute by minute or day by day."""

from datetime import UTC, date, datetime, time, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pbem.calendars import (
    Calendar,
    DaysOff,
    check,
    next_regular,
    off_text,
    parse_off,
    parse_waking,
    regular,
    skipped,
)
from pbem.deadlines import DeadlineError, parse_length, parse_schedule

ZONES = ("Europe/Zurich", "America/New_York", "Asia/Kolkata", "Pacific/Auckland")
zones = st.sampled_from(ZONES)
moments = st.datetimes(datetime(2026, 12, 1), datetime(2028, 12, 1), timezones=st.just(UTC))
HOLIDAYS = "sat, sun, 2026-12-24..2027-01-02, 2027-05-13"


def utc(text: str) -> datetime:
    return datetime.fromisoformat(text).astimezone(UTC)


def wall(moment: datetime, zone: str) -> str:
    return f"{moment.astimezone(ZoneInfo(zone)):%a %Y-%m-%d %H:%M}"


def is_holiday(day: date) -> bool:
    """HOLIDAYS, as a person would look them up."""
    return day.isoweekday() > 5 or date(2026, 12, 24) <= day <= date(2027, 1, 2) or day == date(2027, 5, 13)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("Sat,sun", "sat, sun"),
        ("Sundays; saturday", "sat, sun"),
        ("2026-12-24 .. 2027-01-02", "2026-12-24..2027-01-02"),
        ("2027-05-13..2027-05-13", "2027-05-13"),
        ("none", ""),
        ("", ""),
    ],
)
def test_days_off_are_read_and_said_again(text: str, said: str) -> None:
    assert off_text(parse_off(text)) == said
    assert parse_off(said) == parse_off(text)


@pytest.mark.parametrize(
    "text",
    [
        "s",
        "someday",
        "2026-13-01",
        "2027-01-02..2026-12-24",
        "2026-01-01..2028-01-01",
        "mon,tue,wed,thu,fri,sat,sun",
    ],
)
def test_what_is_no_day_off_is_told_in_one_sentence(text: str) -> None:
    with pytest.raises(DeadlineError) as error:
        parse_off(text)
    assert "\n" not in str(error.value)


@pytest.mark.parametrize(
    "text", ["8-22", "22:00-08:00", "08:00-08:00", "10:00-24:30", "25:00-26:00", "10:00-00:00"]
)
def test_what_are_no_waking_hours_is_told(text: str) -> None:
    with pytest.raises(DeadlineError, match="waking hours"):
        parse_waking(text)


def test_weekly_times_that_are_all_off_are_refused() -> None:
    with pytest.raises(DeadlineError, match="would all fall on days off"):
        check(parse_schedule("Sat 20:00, Sun 11:00", "UTC"), parse_off("sat, sun"))
    check(parse_schedule("Sat 20:00, Mon 11:00", "UTC"), parse_off("sat, sun"))


@given(zones, moments)
def test_a_weekly_deadline_goes_on_to_the_next_weekly_time_that_is_not_off(zone: str, now: datetime) -> None:
    schedule = parse_schedule("Tue 20:00, Fri 20:00, Sat 11:00", zone)
    found = next_regular(schedule, Calendar(zone, parse_off(HOLIDAYS)), now, timedelta(hours=24))
    minute = (now + timedelta(hours=24)).replace(second=0, microsecond=0) - timedelta(minutes=1)
    while True:  # the test's own calendar: minute by minute, in jumps of what cannot be a deadline
        minute += timedelta(minutes=1)
        local = minute.astimezone(ZoneInfo(zone))
        if local.minute % 60 and local.minute < 59:
            minute += timedelta(minutes=59 - local.minute)
            continue
        slot = (local.isoweekday(), local.hour, local.minute) in ((2, 20, 0), (5, 20, 0))
        if minute >= now + timedelta(hours=24) and slot and not is_holiday(local.date()):
            break
    assert found == minute


@given(zones, moments, st.integers(1, 300))
def test_a_length_that_ends_on_a_day_off_goes_on_at_the_same_wall_time(
    zone: str, now: datetime, hours: int
) -> None:
    calendar = Calendar(zone, parse_off(HOLIDAYS))
    found = next_regular(parse_schedule(f"{hours}h", zone), calendar, now)
    plain = now + timedelta(hours=hours)
    first = plain.astimezone(ZoneInfo(zone))
    local = found.astimezone(ZoneInfo(zone))
    assert not is_holiday(local.date())
    if not is_holiday(first.date()):
        assert timedelta() <= found - plain < timedelta(minutes=1)
        return
    day = first.date()
    while is_holiday(day):
        day += timedelta(days=1)
    up = (
        plain
        if not (plain.second or plain.microsecond)
        else plain.replace(second=0, microsecond=0) + timedelta(minutes=1)
    )
    assert (local.date(), local.time()) == (day, up.astimezone(ZoneInfo(zone)).time()) or skipped(
        day, up.astimezone(ZoneInfo(zone)).time(), zone
    )


@given(zones, moments, st.integers(0, 40 * 60))
def test_waking_hours_are_counted_as_a_clock_on_the_wall_would(
    zone: str, start: datetime, minutes: int
) -> None:
    start = start.replace(second=0, microsecond=0)
    calendar = Calendar(zone, DaysOff(), parse_waking("08:00-22:00"))
    found = calendar.awake(start, timedelta(minutes=minutes))
    assert found >= start
    moment, left = start, minutes
    while left > 0:  # in quarters of an hour, which all clock changes are made of
        step = min(left, 15 - moment.minute % 15)
        local = moment.astimezone(ZoneInfo(zone))
        if 8 <= local.hour < 22:
            left -= step
        else:
            step = 15 - moment.minute % 15
        moment += timedelta(minutes=step)
    assert found == moment or (minutes == 0 and found >= start)


def test_regular_times_are_weekly_times_or_the_wall_time_of_the_deadlines() -> None:
    zone = "Europe/Zurich"
    calendar = Calendar(zone, parse_off("sun"))
    weekly, daily, quick = (parse_schedule(text, zone) for text in ("Tue 20:00, Fri 20:00", "72h", "10m"))
    sunday = utc("2026-12-06T13:00+01:00")
    assert wall(regular(weekly, calendar, time(9), sunday), zone) == "Tue 2026-12-08 20:00"
    assert wall(regular(daily, calendar, time(20), sunday), zone) == "Mon 2026-12-07 20:00"
    assert wall(regular(quick, calendar, time(20), sunday), zone) == "Mon 2026-12-07 13:00"
    exactly = utc("2026-12-08T20:00+01:00")
    assert regular(weekly, calendar, time(9), exactly) == exactly


@pytest.mark.parametrize(
    ("zone", "day", "at"),
    [
        ("Europe/Zurich", "2027-03-28", "02:30"),
        ("America/New_York", "2027-03-14", "02:30"),
        ("Pacific/Auckland", "2027-09-26", "02:30"),
    ],
)
def test_a_wall_time_that_summer_time_leaps_over_is_known_and_the_later_reading_is_meant(
    zone: str, day: str, at: str
) -> None:
    assert skipped(date.fromisoformat(day), time.fromisoformat(at), zone)
    assert not skipped(date.fromisoformat(day), time(4), zone)
    found = Calendar(zone).at_hour(time.fromisoformat(at), utc(f"{day}T00:00+00:00") - timedelta(hours=14))
    days = {wall(found + timedelta(days=n), zone)[-5:] for n in (0, 1)}
    assert found >= utc(f"{day}T00:00+00:00") - timedelta(hours=14)
    assert days & {"02:30", "03:30"}


@pytest.mark.parametrize(
    ("text", "hours"), [("0m", 0), ("0h", 0), ("none", 0), ("0", 0), ("1d12h", 36), ("90m", 1.5)]
)
def test_a_length_of_time_may_be_nothing(text: str, hours: float) -> None:
    assert parse_length(text) == timedelta(hours=hours)


@pytest.mark.parametrize("text", ["", "soon", "-1h", "91d"])
def test_what_is_no_length_of_time_is_told(text: str) -> None:
    with pytest.raises(DeadlineError):
        parse_length(text)
