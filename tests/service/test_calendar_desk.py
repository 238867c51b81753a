"""What moves deadlines at the desk and in letters, where a person with a calendar would: holds, grace, protests, EXTEND, vacations."""

from datetime import datetime, timedelta
from pathlib import Path

import pytest

from pbem.engine.events import Decreed
from pbem.service import desk, tuning
from pbem.service.mailing import aware
from pbem.service.poll import poll
from pbem.store.database import transaction
from tests.almanac import DAY, HOUR, MINUTE, shown
from tests.service.mailgame import MailGame, subject_of, text_of
from tests.service.test_outages import outages, shut, stumble
from tests.service.test_timing import spring

ZURICH = "Europe/Zurich"


def deadline(game: MailGame) -> datetime:
    found = aware(game.record().row.deadline)
    assert found is not None
    return found


def to(game: MailGame, moment: datetime) -> MailGame:
    game.poll((moment - game.now) / HOUR)
    return game


def at(text: str, zone: str = ZURICH) -> datetime:
    moment = datetime.fromisoformat(text)
    return shown(zone, moment.date(), moment.time())


def table(folder: Path, now: str = "", **more: str) -> MailGame:
    """A game that has begun on Tuesday 1 December 2026; `now`: what time it is then."""
    game = MailGame(folder / "site", deadline=more.pop("deadline", "72h"), options=more)
    game.begin()
    if now:
        game.now = at(now)
        desk.deadline(game.site, "test", (game.now + 2 * DAY).isoformat(), game.now - DAY)
        game.poll()
    return game


def said(game: MailGame, who: str, part: str = "") -> str:
    mails = [f"{subject_of(one)} {text_of(one)}" for one in game.to(who)]
    return next(" ".join(one.replace("\u00a0", " ").split()) for one in reversed(mails) if part in one)


# --- hold and resume ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("schedule", ["72h", "Tue 20:00, Fri 20:00", "2h"])
def test_a_short_hold_moves_no_deadline_that_is_still_a_day_away(tmp_path: Path, schedule: str) -> None:
    game = table(tmp_path, deadline=schedule)
    far = game.now + 30 * HOUR
    desk.deadline(game.site, "test", far.isoformat(), game.now)
    desk.hold(game.site, "test", "a call", game.now)
    assert desk.resume(game.site, "test", game.now + HOUR) == far
    game.poll(1)
    assert deadline(game) == far


def test_a_hold_over_the_deadline_sets_it_anew(tmp_path: Path) -> None:
    game = table(tmp_path, lengths="replacement=96h,rehabilitation=96h,purge=96h,funeral=96h")
    desk.hold(game.site, "test", "a call", game.now)
    game.poll(24 * 9)
    assert desk.resume(game.site, "test", game.now) == game.now + 96 * HOUR, "as this session has it"


def test_what_waited_for_approval_waits_for_it_after_a_hold(tmp_path: Path) -> None:
    game = table(tmp_path, approval="on")
    game.write("red", "SET CALENDAR ON")
    game.poll(0.1)
    for colour in game.colours:
        game.write(colour, "READY")
    game.poll(1)
    closed, row = deadline(game), game.record().row
    assert (closed <= game.now, row.waits) == (True, "approval")
    desk.hold(game.site, "test", "a call", game.now)
    assert desk.resume(game.site, "test", game.now + 5 * HOUR) is None
    game.poll(6)
    assert (deadline(game), game.record().row.waits) == (closed, "approval")
    assert "The deadline has passed" in said(game, "red", "goes on")
    assert not [one for one in game.to("red")[-1].walk() if one.get_content_type() == "text/calendar"]


def test_whoever_went_away_during_a_hold_is_waited_for(tmp_path: Path) -> None:
    game = table(tmp_path)
    far = deadline(game) + 5 * DAY
    desk.deadline(game.site, "test", far.isoformat(), game.now)
    desk.hold(game.site, "test", "a call", game.now)
    game.write("green", f"VACATION FROM {far.date() - DAY} UNTIL {far.date() + DAY}")
    game.poll(1)
    assert deadline(game) == far
    assert desk.resume(game.site, "test", game.now) == far + 2 * DAY


# --- pbem deadline --------------------------------------------------------------------------------------------------


def test_more_time_after_the_deadline_has_passed_is_counted_from_now(tmp_path: Path) -> None:
    game = table(tmp_path, limit="0", approval="on")
    to(game, deadline(game) + 3 * DAY)
    assert game.record().row.waits
    game.now += timedelta(seconds=20)
    moved = desk.deadline(game.site, "test", "+24h", game.now)
    assert moved == game.now + 24 * HOUR + timedelta(seconds=40), "the next full minute"
    game.poll()
    assert desk.deadline(game.site, "test", "+1d", game.now) == moved + DAY, "one to come is moved itself"


# --- days off -------------------------------------------------------------------------------------------------------


def test_grace_passes_over_days_off_and_says_how_long_it_is(tmp_path: Path) -> None:
    game = spring(tmp_path, off="sat, sun", grace="12h", silence="ladder")
    game.write("red", "STATUS")
    game.poll(1)
    desk.deadline(game.site, "test", "2026-12-04T20:00", game.now)
    to(game, at("2026-12-04T20:00"))
    assert deadline(game) == at("2026-12-07T08:00")
    assert "another 2 days and 12 hours" in said(game, "red", "we wait for")
    assert "Monday 7 December 2026, 08:00 (Zurich)" in said(game, "red", "we wait for")


def test_a_protest_stops_the_game_for_a_day_and_its_deadline_is_no_day_off(tmp_path: Path) -> None:
    game = table(tmp_path, off="sat, sun", deadline="Fri 20:00")
    to(game, at("2026-12-04T15:00") + timedelta(seconds=30))
    game.write("red", "PROTEST 1: that cannot be")
    game.poll(0.001)
    assert game.now.second
    full = game.now.replace(second=0, microsecond=0) + MINUTE
    assert deadline(game) == full + 3 * DAY, "the same hour on Monday"
    assert "Nothing is resolved before Saturday 5 December 2026, 15:01 (Zurich)" in said(game, "red")


# --- EXTEND ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("line", "until"),
    [("EXTEND 2 days", "2027-10-31T20:00"), ("EXTEND 48h", "2027-10-31T20:00"), ("EXTEND 30h", "2027-10-31T01:00")],
)  # fmt: skip
def test_whole_days_of_an_extension_leave_the_hour_as_it_is(tmp_path: Path, line: str, until: str) -> None:
    game = table(tmp_path, "2027-10-27T20:00", extensions="1")
    assert deadline(game) == at("2027-10-29T20:00")
    game.write("red", line)
    game.poll(1)
    expected = at(until) + (HOUR if "30h" in line else timedelta())  # 02:00, before the clocks go back
    assert deadline(game) == expected
    if "30h" not in line:
        assert "the deadline moves by 2 days." in said(game, "blue", "more time")


def test_an_extension_that_is_asked_for_is_typed_as_it_was_meant(tmp_path: Path) -> None:
    game = table(tmp_path)
    game.write("red", "EXTEND 2 days")
    game.poll(1)
    assert "pbem deadline test +2d" in said(game, "gm@judge.example", "more time")


def test_an_extension_passes_over_whoever_is_away_by_then(tmp_path: Path) -> None:
    game = table(tmp_path, extensions="1")
    first = deadline(game)
    game.write("green", f"VACATION FROM {first.date() + DAY} UNTIL {first.date() + 3 * DAY}")
    game.poll(0.5)
    game.write("red", "EXTEND 24h")
    game.poll(0.5)
    assert deadline(game) == first + 4 * DAY
    assert "moves by 4 days" in said(game, "blue", "more time")


# --- vacations ------------------------------------------------------------------------------------------------------


def test_a_vacation_that_follows_another_at_once_holds(tmp_path: Path) -> None:
    game = table(tmp_path, vacation="60")
    plans = [(first, second) for first in ("", " AUTOPILOT") for second in ("", " AUTOPILOT")]
    for week, (first, second) in enumerate(plans):
        days = [f"2026-12-{5 + week * 6 + n:02}" for n in range(6)]
        game.write("green", f"VACATION FROM {days[0]} UNTIL {days[1]}{first}\nVACATION FROM {days[2]} UNTIL {days[4]}{second}")  # fmt: skip
        game.poll(0.1)
        for day, how in ((0, first), (1, first), (2, second), (4, second), (5, None)):
            to(game, at(f"{days[day]}T00:10"))
            green = game.record().seat_rows["green"]
            assert (green.autopilot != "", green.away_until is not None) == (bool(how), how is not None), (
                first,
                second,
                day,
            )


def test_a_vacation_of_which_nobody_heard_until_it_was_over_seats_no_bot(tmp_path: Path) -> None:
    game = table(tmp_path)
    game.write("green", "VACATION FROM 3 Dec UNTIL 4 Dec AUTOPILOT")
    game.poll(0.1)
    to(game, at("2026-12-05T08:00"))
    assert game.record().seat_rows["green"].autopilot == ""
    assert not [one for one in game.events() if isinstance(one, Decreed) and one.act == "autopilot"]


def test_a_recess_ends_where_somebody_is_away_and_the_game_waits_on(tmp_path: Path) -> None:
    game = table(tmp_path)
    game.write("green", "VACATION FROM 6 Dec UNTIL 8 Dec")
    game.poll(0.1)
    tuning.recess(game.site, "test", "2026-12-04", "2026-12-05", "", game.now)
    assert deadline(game) == at("2026-12-09T14:00")


def test_two_who_are_away_and_meet_only_at_the_weekly_time(tmp_path: Path) -> None:
    game = table(tmp_path, deadline="Tue 20:00, Fri 20:00")
    game.write("blue", "VACATION FROM 8 Dec UNTIL 9 Dec")
    game.poll(0.1)
    game.write("green", "VACATION UNTIL 5 Dec")
    game.poll(0.1)
    assert deadline(game) == at("2026-12-11T20:00"), "Tuesday is the other one's"


# --- lost time ------------------------------------------------------------------------------------------------------


def test_polls_that_stop_while_the_inbox_is_away_are_one_loss_from_its_beginning(tmp_path: Path) -> None:
    game = MailGame(tmp_path / "site", watchful=True, deadline="2h", tempo="live")
    game.begin()
    for _ in range(12):
        game.poll(0.1)
    desk.deadline(game.site, "test", "+10h", game.now)
    first, away = deadline(game), game.now
    with shut(game, "in"):
        moment = away
        while moment < first - HOUR:
            moment += 10 * MINUTE
            stumble(game, moment)
        stumble(game, first + 4 * HOUR)
    assert deadline(game) == first, "while it is away nobody knows how long it will be"
    game.now = first + 4 * HOUR + 10 * MINUTE
    assert poll(game.site, game.now).problems == []
    lost = game.now - away
    assert deadline(game) == first + lost
    assert len(outages(game)) == 1


# --- practice -----------------------------------------------------------------------------------------------------


def test_practice_that_goes_on_has_no_deadline_and_says_none(tmp_path: Path) -> None:
    game = table(tmp_path)
    game.write("red", "PRACTICE")
    game.poll(0.1)
    with transaction(game.site.engine) as connection:
        names = (
            connection.exec_driver_sql("select name from game where name like 'practice-%'").scalars().all()
        )
    (name,) = names
    desk.hold(game.site, name, "", game.now)
    assert desk.resume(game.site, name, game.now) is None
    game.poll(0.1)
    assert "deadline" not in said(game, "red", "goes on").lower()
