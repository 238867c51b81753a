"""Deadlines and tempos: schedules, summer time in both directions, changes, sessions, what a game takes."""

from datetime import UTC, datetime, time, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pbem.deadlines import (
    DeadlineError,
    Schedule,
    Slot,
    in_zone,
    next_deadline,
    parse_change,
    parse_schedule,
    the_zone,
)
from pbem.engine import board
from pbem.engine.variants import PRESETS
from pbem.tempo import DEFAULT_TEMPO, MEASURED, TEMPOS, expected, session, tempo_named

ZURICH, NEW_YORK, LORD_HOWE = "Europe/Zurich", "America/New_York", "Australia/Lord_Howe"
EVENINGS = "Tue 20:00, Fri 20:00"

moments = st.datetimes(datetime(2000, 1, 1), datetime(2037, 12, 31), timezones=st.just(UTC))
zones = st.sampled_from(
    [ZURICH, NEW_YORK, LORD_HOWE, "UTC", "Asia/Kathmandu", "Pacific/Apia", "Africa/Casablanca"]
)
slots = st.builds(Slot, st.integers(0, 6), st.times().map(lambda at: at.replace(second=0, microsecond=0)))
weekly = st.builds(
    lambda zone, times: Schedule(zone, slots=tuple(sorted(times))),
    zones,
    st.sets(slots, min_size=1, max_size=5),
)
lengths = st.builds(
    lambda zone, minutes: Schedule(zone, length=timedelta(minutes=minutes)),
    zones,
    st.integers(1, 90 * 24 * 60),
)
waits = st.timedeltas(timedelta(), timedelta(days=10))


def utc(text: str) -> datetime:
    return datetime.fromisoformat(text).astimezone(UTC)


def local(instant: datetime, zone: str) -> datetime:
    return instant.astimezone(ZoneInfo(zone))


# --- schedules ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "hours"),
    [("72h", 72), ("3d", 72), ("1d12h", 36), (" 2 d ", 48), ("1w", 168), ("90m", 1.5), ("3D", 72)],
)
def test_a_length_is_read(text: str, hours: float) -> None:
    assert parse_schedule(text, ZURICH).length == timedelta(hours=hours)


@pytest.mark.parametrize(
    "text", [EVENINGS, "tuesday 20:00,friday 20.00", "Fri 20:00; Tue 20:00", "Tue. 20:00, Fr 20:00"]
)
def test_weekly_times_are_read(text: str) -> None:
    assert parse_schedule(text, ZURICH).slots == (Slot(1, time(20)), Slot(4, time(20)))


@pytest.mark.parametrize(
    "text",
    [
        "",
        "soon",
        "72",
        "-3h",
        "0h",
        "91d",
        "20:00",
        "T 20:00",
        "Tue 25:00",
        "Tue 20:60",
        "Tue 8pm",
        "Tue, Fri 20:00",
    ],
)
def test_what_is_no_schedule_is_told_in_one_sentence(text: str) -> None:
    with pytest.raises(DeadlineError) as error:
        parse_schedule(text, ZURICH)
    assert "\n" not in str(error.value)


@given(weekly | lengths)
def test_a_schedule_survives_being_written_down(schedule: Schedule) -> None:
    assert parse_schedule(schedule.text, schedule.zone) == schedule


@pytest.mark.parametrize(
    "name", ["Zurich", "europe/zurich", "Europe", "", "../etc/passwd", "/etc/localtime", "a\0b"]
)
def test_an_unknown_zone_is_told(name: str) -> None:
    with pytest.raises(DeadlineError, match="there is no time zone"):
        the_zone(name)


def test_a_zone_that_may_have_been_meant_is_named() -> None:
    with pytest.raises(DeadlineError, match=r"did you mean Europe/Zurich\?"):
        the_zone("europe/zürich")


# --- the next deadline ----------------------------------------------------------------------------------------------


@given(weekly | lengths, moments, waits)
def test_a_deadline_is_later_and_not_too_soon(
    schedule: Schedule, after: datetime, at_least: timedelta
) -> None:
    deadline = next_deadline(schedule, after, at_least)
    assert deadline > after
    assert deadline >= after + at_least
    assert deadline.tzinfo is UTC
    assert (deadline.second, deadline.microsecond) == (0, 0)


@given(weekly, moments, waits)
def test_the_wall_time_is_as_asked(schedule: Schedule, after: datetime, at_least: timedelta) -> None:
    there = local(next_deadline(schedule, after, at_least), schedule.zone)
    wanted = {slot for slot in schedule.slots if slot.at == there.time() and slot.day == there.weekday()}
    gone = (
        there.utcoffset() != (there - timedelta(days=1)).utcoffset()
    )  # a clock was changed: it may be skipped
    assert wanted or gone


@given(weekly, moments)
def test_no_slot_is_passed_over(schedule: Schedule, after: datetime) -> None:
    """Between a deadline and the next there is no time of the schedule."""
    deadline = next_deadline(schedule, after)
    assert deadline - after <= timedelta(days=8)
    assert next_deadline(schedule, deadline - timedelta(minutes=1)) == deadline
    assert next_deadline(schedule, deadline) > deadline


@given(lengths, moments)
def test_a_length_counts_real_hours(schedule: Schedule, after: datetime) -> None:
    assert schedule.length is not None
    assert timedelta() <= next_deadline(schedule, after) - after - schedule.length < timedelta(minutes=1)


def test_a_minimum_passes_over_a_slot_that_is_too_near() -> None:
    schedule = parse_schedule(EVENINGS, ZURICH)
    tuesday = utc("2026-12-01T09:00+01:00")
    assert next_deadline(schedule, tuesday) == utc("2026-12-01T20:00+01:00")
    assert next_deadline(schedule, tuesday, timedelta(hours=24)) == utc("2026-12-04T20:00+01:00")


def test_a_slot_that_is_now_is_not_the_next_one() -> None:
    schedule = parse_schedule(EVENINGS, ZURICH)
    assert next_deadline(schedule, utc("2026-12-01T20:00+01:00")) == utc("2026-12-04T20:00+01:00")


@pytest.mark.parametrize(
    ("zone", "before", "summer", "winter"),
    [
        (ZURICH, "2026-03-27T12:00+01:00", "2026-03-29T20:00+02:00", "2026-10-25T20:00+01:00"),
        (NEW_YORK, "2026-03-06T12:00-05:00", "2026-03-08T20:00-04:00", "2026-11-01T20:00-05:00"),
        (LORD_HOWE, "2026-10-02T12:00+10:30", "2026-10-04T20:00+11:00", "2027-04-04T20:00+10:30"),
    ],
)
def test_a_weekly_time_keeps_its_wall_time(zone: str, before: str, summer: str, winter: str) -> None:
    schedule = parse_schedule("Sun 20:00", zone)
    assert next_deadline(schedule, utc(before)) == utc(summer)
    assert next_deadline(schedule, utc(winter) - timedelta(days=2)) == utc(winter)


@pytest.mark.parametrize(
    ("zone", "slot", "before", "deadline"),
    [
        (ZURICH, "Sun 02:30", "2026-03-28T12:00+01:00", "2026-03-29T03:30+02:00"),
        (NEW_YORK, "Sun 02:30", "2026-03-07T12:00-05:00", "2026-03-08T03:30-04:00"),
        (LORD_HOWE, "Sun 02:15", "2026-10-03T12:00+10:30", "2026-10-04T02:45+11:00"),
    ],
)
def test_a_skipped_wall_time_is_as_much_later(zone: str, slot: str, before: str, deadline: str) -> None:
    assert next_deadline(parse_schedule(slot, zone), utc(before)) == utc(deadline)


@pytest.mark.parametrize(
    ("zone", "slot", "before", "deadline"),
    [
        (ZURICH, "Sun 02:30", "2026-10-24T12:00+02:00", "2026-10-25T02:30+01:00"),
        (NEW_YORK, "Sun 01:30", "2026-10-31T12:00-04:00", "2026-11-01T01:30-05:00"),
        (LORD_HOWE, "Sun 01:45", "2026-04-04T12:00+11:00", "2026-04-05T01:45+10:30"),
    ],
)
def test_of_a_wall_time_shown_twice_the_second_counts(
    zone: str, slot: str, before: str, deadline: str
) -> None:
    assert next_deadline(parse_schedule(slot, zone), utc(before)) == utc(deadline)


# --- changes --------------------------------------------------------------------------------------------------------

NOW = utc("2026-10-20T12:00+02:00")
FRIDAY = utc("2026-10-23T20:00+02:00")  # the clock goes back on Sunday


@pytest.mark.parametrize(
    ("text", "moved"),
    [
        ("+48h", "2026-10-25T19:00+01:00"),
        ("48h", "2026-10-25T19:00+01:00"),
        ("+2d", "2026-10-25T20:00+01:00"),
        ("2d", "2026-10-25T20:00+01:00"),
        ("1w", "2026-10-30T20:00+01:00"),
        ("+1d6h", "2026-10-25T02:00+02:00"),
        ("-2d", "2026-10-21T20:00+02:00"),
        ("-6h", "2026-10-23T14:00+02:00"),
        ("\N{MINUS SIGN}1d", "2026-10-22T20:00+02:00"),
        ("Fri 20:00", "2026-10-23T20:00+02:00"),
        ("monday 9:30", "2026-10-26T09:30+01:00"),
        ("Tue 11:00", "2026-10-27T11:00+01:00"),
        ("2026-10-26T08:00", "2026-10-26T08:00+01:00"),
        ("2026-10-26 08:00", "2026-10-26T08:00+01:00"),
        ("2026-10-26T08:00Z", "2026-10-26T09:00+01:00"),
        ("2026-10-25T02:30", "2026-10-25T02:30+01:00"),
        ("2026-10-21T08:00", "2026-10-21T08:00+02:00"),
    ],
)
def test_a_deadline_is_moved(text: str, moved: str) -> None:
    assert parse_change(text, FRIDAY, ZURICH, NOW) == utc(moved)


@pytest.mark.parametrize(
    "text",
    ["", "tomorrow", "2026-10-26", "20261026", "2026-W44", "+-2d", "-", "+", "20:00", "2026-13-01T10:00"],
)
def test_what_is_no_change_is_told(text: str) -> None:
    with pytest.raises(DeadlineError, match="is no time for a deadline"):
        parse_change(text, FRIDAY, ZURICH, NOW)


@pytest.mark.parametrize(
    ("text", "said"),
    [("2026-10-20T11:59", "in the past"), ("-4d", "in the past"), ("2027-10-20T12:00", "days away")],
)
def test_a_deadline_stays_within_reason(text: str, said: str) -> None:
    with pytest.raises(DeadlineError, match=said):
        parse_change(text, FRIDAY, ZURICH, NOW)


@given(moments, zones, st.integers(1, 89))
def test_days_keep_the_wall_time(deadline: datetime, zone: str, days: int) -> None:
    deadline = deadline.replace(second=0, microsecond=0)
    before = local(deadline, zone)
    after = local(parse_change(f"+{days}d", deadline, zone, deadline - timedelta(days=1)), zone)
    assert after.time() == before.time() or after.utcoffset() != (after - timedelta(days=1)).utcoffset()


# --- how it is said -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("instant", "zone", "said"),
    [
        ("2026-12-04T20:00+01:00", ZURICH, "Friday 4 December 2026, 20:00 (Zurich)"),
        ("2026-12-04T20:00+01:00", NEW_YORK, "Friday 4 December 2026, 14:00 (New York)"),
        ("2026-12-04T20:00+01:00", "UTC", "Friday 4 December 2026, 19:00 (UTC)"),
        ("2026-10-25T02:30+02:00", ZURICH, "Sunday 25 October 2026, 02:30 (Zurich, UTC+02:00)"),
        ("2026-10-25T02:30+01:00", ZURICH, "Sunday 25 October 2026, 02:30 (Zurich, UTC+01:00)"),
    ],
)
def test_a_deadline_in_a_players_zone(instant: str, zone: str, said: str) -> None:
    assert in_zone(utc(instant), zone) == said


# --- tempos ---------------------------------------------------------------------------------------------------------


def test_club_has_three_sessions_a_year() -> None:
    assert session("club", "purge") == ("purge", "spy", "health")
    assert session("club", "health") == ("health",)
    assert session("club", "funeral") == ("funeral", "replacement")
    assert session("club", "rehabilitation") == ("rehabilitation", "parade", "cure")
    assert session("club", "cure") == ("cure",)
    assert session("club", "setup") == ("setup",)


@pytest.mark.parametrize("phase", [*board.PHASES, "setup"])
def test_at_phase_each_stands_alone(phase: str) -> None:
    assert session("phase", phase) == (phase,)


@pytest.mark.parametrize("tempo", TEMPOS)
def test_every_tempo_has_every_phase_once_in_order(tempo: str) -> None:
    phases = [phase for phases in TEMPOS[tempo].sessions for phase in phases]
    turned = phases[phases.index("cure") :] + phases[: phases.index("cure")]
    assert tuple(turned) == board.PHASES
    parse_schedule(TEMPOS[tempo].deadline, ZURICH)


def test_five_tempos_can_be_chosen_and_club_is_the_usual_one() -> None:
    assert list(TEMPOS) == ["club", "phase", "classic", "year", "live"]
    assert DEFAULT_TEMPO == "club"
    assert tempo_named("Club ").deadline == EVENINGS
    assert tempo_named("phase").deadline == "72h"


@pytest.mark.parametrize(
    ("name", "said"),
    [("clas", "did you mean classic"), ("daily", "choose one of club, phase, classic, year, live")],
)
def test_other_tempos_are_refused(name: str, said: str) -> None:
    with pytest.raises(DeadlineError, match=f"there is no tempo.*{said}"):
        tempo_named(name)


@pytest.mark.parametrize(("tempo", "phase"), [("daily", "purge"), ("club", "lunch")])
def test_unknown_words_have_no_session(tempo: str, phase: str) -> None:
    with pytest.raises(DeadlineError, match="there is no"):
        session(tempo, phase)


def test_e1_what_a_game_takes() -> None:
    """As measured: half of the games take less, and Intrigue cards count, not the name of the rules."""
    evenings, three_days = parse_schedule(EVENINGS, ZURICH), parse_schedule("72h", ZURICH)
    basic = expected("club", evenings, "basic")
    assert (basic.deadlines, basic.weeks) == (MEASURED["club"]["basic"].usual, 11)
    cards = expected("phase", three_days, "advanced", {"intrigue", "ties"})
    assert cards == expected("phase", three_days, "basic", {"intrigue"})
    assert expected("phase", three_days, "advanced", {"ties"}) == expected("phase", three_days, "basic")
    assert cards.between[1] > expected("phase", three_days, "basic").between[1]


def test_every_tempo_that_can_be_chosen_was_measured_by_all_rules() -> None:
    for name in TEMPOS:
        assert set(MEASURED[name]) == set(PRESETS)
        assert all(length.least < length.usual < length.most for length in MEASURED[name].values())
