"""Lost time (E6, D36): an inbox that cannot be read, polls that do not run, reports that go out late, clocks that leap; and two years."""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, date, datetime, time, timedelta
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest

from pbem.engine.events import Decreed
from pbem.service import tuning
from pbem.service.mailing import aware
from pbem.service.poll import poll
from tests.service.mailgame import MailGame, TextGame, subject_of, text_of

HOUR = timedelta(hours=1)


def deadline(game: MailGame) -> datetime:
    found = aware(game.record().row.deadline)
    assert found is not None
    return found


def to(game: MailGame, moment: datetime) -> None:
    game.poll((moment - game.now) / HOUR)


def at(text: str) -> datetime:
    return datetime.fromisoformat(text).astimezone(UTC)


@contextmanager
def shut(game: MailGame, box: str) -> Iterator[None]:
    """Nothing can be read from this mailbox, or put into it."""
    folder = game.folder / "mail" / box
    away = folder.with_name(f"{box} away")
    folder.rename(away)
    folder.write_text("no folder")
    try:
        yield
    finally:
        folder.unlink()
        away.rename(folder)


def stumble(game: MailGame, moment: datetime) -> list[str]:
    """A poll at that time, which has trouble."""
    game.now = moment
    problems = poll(game.site, game.now).problems
    assert problems
    return list(problems)


def begun(folder: Path, **more: object) -> MailGame:
    game = TextGame(folder / "site", watchful=True, **more)  # type: ignore[arg-type]
    game.begin()
    return game


def outages(game: MailGame) -> list[str]:
    return [event.words for event in game.events() if isinstance(event, Decreed) and event.act == "outage"]


def test_an_inbox_that_was_away_over_the_deadline_moves_it_to_the_next_regular_hour(tmp_path: Path) -> None:
    game = begun(tmp_path)
    first, session = deadline(game), game.record().row.code
    to(game, first - 2 * HOUR)
    with shut(game, "in"):
        stumble(game, first - HOUR)
        stumble(game, first + HOUR)
        assert (game.record().row.code, deadline(game)) == (session, first)
    to(game, first + 5 * HOUR)
    assert game.record().row.code == session
    found = "seven hours later at least, twelve waking hours from seven in the evening, at the hour of its deadlines"
    assert deadline(game) == first + 48 * HOUR, found
    assert outages(game) == [
        "The judge's mailbox could not be reached for 7 hours, and the deadline lay within that time, so it moves."
    ]
    for colour in game.colours:
        told = [mail for mail in game.to(colour) if "deadline is now" in subject_of(mail)]
        assert len(told) == 1
        assert "It is now: Sunday 6 December 2026, 14:00 (Zurich)." in text_of(told[0])
    game.poll(1)
    assert len(outages(game)) == 1
    game.write("red", "HOLD Palavrian")
    game.poll(1)
    assert game.orders("red"), "the session is open again"
    to(game, first + 48 * HOUR)
    assert game.record().row.code != session


def test_a_short_trouble_moves_nothing_and_neither_does_one_that_was_over_before(tmp_path: Path) -> None:
    game = begun(tmp_path)
    first, session = deadline(game), game.record().row.code
    to(game, first - 6 * HOUR)
    with shut(game, "in"):
        stumble(game, first - 5 * HOUR)
    to(game, first - 2 * HOUR)
    assert deadline(game) == first
    to(game, first - timedelta(minutes=5))
    with shut(game, "in"):
        stumble(game, first + timedelta(minutes=1))
    to(game, first + timedelta(minutes=6))
    assert game.record().row.code != session
    assert not outages(game)


def test_regular_polls_that_stop_over_a_deadline_are_an_outage(tmp_path: Path) -> None:
    game = begun(tmp_path)
    first, session = deadline(game), game.record().row.code
    to(game, first - 20 * HOUR)
    for _ in range(18):
        game.poll(1)
    to(game, first + 8 * HOUR)
    assert game.record().row.code == session
    assert deadline(game) == first + 48 * HOUR, (
        "ten in the evening: twelve waking hours are until eight the next evening"
    )
    assert "was not at work for 10 hours" in outages(game)[0]


def test_polls_at_wide_steps_are_no_outage(tmp_path: Path) -> None:
    game = begun(tmp_path)
    first, session = deadline(game), game.record().row.code
    game.poll(1)
    to(game, first + 8 * HOUR)
    assert game.record().row.code != session
    assert not outages(game)


def test_never_nearer_than_twelve_waking_hours(tmp_path: Path) -> None:
    game = begun(tmp_path)
    first = deadline(game)  # at two in the afternoon
    to(game, first - HOUR)
    with shut(game, "in"):
        stumble(game, first - HOUR / 2)
    to(game, first + 22 * HOUR)  # noon: ten waking hours are left today, two hours tomorrow morning
    assert deadline(game) == first + 48 * HOUR


def test_reports_that_went_out_late_give_the_time_back(tmp_path: Path) -> None:
    game = begun(tmp_path)
    to(game, deadline(game) - HOUR)
    for colour in game.colours:
        game.write(colour, "READY")
    with shut(game, "out"):
        opened = game.now + HOUR
        stumble(game, opened)
        first = deadline(game)
        stumble(game, opened + 3 * HOUR)
    to(game, opened + 4 * HOUR)
    assert deadline(game) == first + 24 * HOUR
    assert outages(game) == ["Your reports went out 4 hours late, so the deadline moves."]
    told = [subject_of(mail) for mail in game.to("red")]
    assert "deadline is now" in told[-1], told


def test_a_clock_that_was_put_back_is_noticed_and_nothing_resolves_by_it(tmp_path: Path) -> None:
    game = begun(tmp_path)
    first, session = deadline(game), game.record().row.code
    to(game, first - HOUR)
    desk_clock = first - timedelta(hours=1, minutes=30)
    for colour in game.colours:
        game.write(colour, "READY")
    problems = stumble(game, desk_clock)
    assert any("put back by 30 minutes" in one for one in problems)
    assert game.record().row.code == session
    to(game, desk_clock + timedelta(minutes=1))
    assert game.record().row.code != session


def test_a_clock_that_leaps_forth_is_noticed(tmp_path: Path) -> None:
    game = begun(tmp_path, deadline="21d")
    for _ in range(12):
        game.poll(1)
    problems = stumble(game, game.now + timedelta(days=3))
    assert any("No poll ran for 3 days, or the clock was put forth" in one for one in problems)


# --- two years ------------------------------------------------------------------------------------------------------

OFF = "sun, 2026-12-20..2027-01-05, 2027-07-12..2027-08-15, 2027-12-20..2028-01-05"
RESTS = (("2026-12-20", "2027-01-05"), ("2027-07-12", "2027-08-15"), ("2027-12-20", "2028-01-05"))


def by_hand(now: datetime, zone: str) -> datetime:
    """Tue and Sun at 02:30, twenty days on at least, as somebody would find it in a calendar."""
    earliest = now + timedelta(days=20)
    day = earliest.astimezone(ZoneInfo(zone)).date()
    while True:
        rests = any(date.fromisoformat(a) <= day <= date.fromisoformat(b) for a, b in RESTS)
        if day.isoweekday() == 2 and not rests:
            wall = datetime.combine(day, time(2, 30), ZoneInfo(zone))
            found = wall.astimezone(UTC)
            later = wall.replace(fold=1).astimezone(UTC)
            if max(found, later) >= earliest:
                return max(found, later)
        day += timedelta(days=1)


@pytest.mark.slow
@pytest.mark.parametrize("zone", ["Europe/Zurich", "America/New_York", "Asia/Kolkata", "Pacific/Auckland"])
def test_over_two_years_each_deadline_falls_where_a_person_with_a_calendar_puts_it(
    tmp_path: Path, zone: str
) -> None:
    lengths = ",".join(
        f"{phase}=20d" for phase in ("purge", "funeral", "replacement", "rehabilitation", "parade", "cure")
    )
    game = TextGame(tmp_path / "site", options={"reading": "15m"})
    game.begin()
    values = {"zone": zone, "deadline": "Tue 02:30, Sun 02:30", "off": OFF, "lengths": lengths}
    tuning.tune(game.site, "test", values, "a slow game", game.now, now_too=True)
    expected = by_hand(game.now, zone)
    sessions = 0
    while game.record().row.status == "running" and sessions < 36:
        assert deadline(game) == expected, (sessions, zone)
        to(game, expected + timedelta(minutes=14))
        assert deadline(game) == expected
        to(game, expected + timedelta(minutes=15))
        expected = by_hand(game.now, zone)
        sessions += 1
    assert game.now > at("2027-11-15T00:00+00:00"), "both changes of summer time, and more than a year"
