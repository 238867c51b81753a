"""VACATION: deadlines move out of it, or a bot plays meanwhile."""

import pytest

from pbem.service import vacations
from pbem.service.record import load
from pbem.store.database import transaction

from .mailgame import MailGame, subject_of, text_of


@pytest.fixture
def game(tmp_path):
    game = MailGame(tmp_path / "site")
    game.begin()  # Tuesday 1 December 2026, deadlines every 72 hours at 14:00 in Zurich
    return game


def _said(game: MailGame, who: str, mail: int = -1) -> str:
    one = game.to(who)[mail]
    return " ".join(f"{subject_of(one)} {text_of(one)}".replace("\u00a0", " ").split())


def _stretches(game, player: str | None = None) -> list[vacations.Stretch]:
    with transaction(game.site.engine) as connection:
        return vacations.stretches(load(connection, "test"), player)


def _deadline(game: MailGame) -> str:
    return game.record().row.deadline.isoformat(sep=" ")[:16]


def test_the_open_deadline_moves_to_the_first_regular_time_after_it_and_all_are_told(game):
    assert _deadline(game) == "2026-12-04 13:00"
    game.write("green", "VACATION UNTIL 10 Dec")
    game.poll(1)
    assert _deadline(game) == "2026-12-11 13:00"
    assert "until the end of Thursday 10 December 2026" in _said(game, "green")
    for who in ("red", "blue"):
        assert "A player is away" in _said(game, who)
        assert "Clara" not in _said(game, who).partition("A player")[2]


def test_the_end_of_a_day_is_that_of_his_own_zone(tmp_path):
    from .seatmail import SeatMail

    people = SeatMail(tmp_path / "site")
    people.invite("anna", "boris", "clara")
    people.poll()
    people.said("anna", text="yes, Pacific/Auckland")
    people.said("boris", text="yes, America/Los_Angeles")
    people.said("clara")
    people.start()
    for who, ends in (("anna", "2026-12-10T11:00:00"), ("boris", "2026-12-11T08:00:00")):
        people.write(who, "VACATION FROM 10 Dec UNTIL 10 Dec")
        people.poll(0.1)
        colour = {"anna": "red", "boris": "green"}[who]
        (one,) = _stretches(people, colour)
        assert one.ends.isoformat() == ends


def test_a_vacation_to_come_moves_the_deadlines_that_would_fall_into_it(game):
    game.write("green", "VACATION FROM 6 Dec UNTIL 9 Dec")
    game.poll(1)
    assert _deadline(game) == "2026-12-04 13:00"
    game.poll(71)
    assert _deadline(game) == "2026-12-10 13:00"


def test_a_deadline_outside_of_it_stays(game):
    game.write("green", "VACATION UNTIL 3 Dec")
    game.poll(1)
    assert _deadline(game) == "2026-12-04 13:00"


def test_off_ends_it_and_gives_the_days_back(game):
    game.write("green", "VACATION UNTIL 14 Dec")
    game.poll(1)
    game.write("green", "VACATION OFF")
    game.poll(0.5)
    assert "Your vacation is over" in _said(game, "green")
    assert _stretches(game) == []
    game.write("green", "VACATION UNTIL 14 Dec")
    game.poll(0.1)
    assert "are settled" not in _said(game, "green")
    game.write("green", "VACATION OFF")
    game.write("green", "VACATION OFF")
    game.poll(0.1)
    assert "not on vacation" in _said(game, "green").lower()


def test_no_more_days_a_year_than_are_settled_and_then_the_moderator_is_asked(game):
    game.write("green", "VACATION UNTIL 20 Dec")
    game.poll(1)
    assert _deadline(game) == "2026-12-15 13:00"
    assert "up to Monday 14 December 2026" in _said(game, "green")
    assert "asks for a vacation of 20 days" in _said(game, "gm@judge.example")
    game.write("green", "VACATION FROM 20 Dec UNTIL 24 Dec")
    game.poll(1)
    assert "14 days already" in _said(game, "green")
    game.write("green", "VACATION FROM 2 Jan UNTIL 4 Jan")  # another year
    game.poll(1)
    assert "14 days already" not in _said(game, "green")


def test_the_same_letter_again_or_another_day_replaces_what_was_said(game):
    game.write("green", "VACATION UNTIL 5 Dec")
    game.poll(1)
    game.write("green", "VACATION UNTIL 7 Dec")
    game.poll(1)
    (one,) = _stretches(game)
    assert one.ends.isoformat() == "2026-12-07T23:00:00"
    assert _deadline(game) == "2026-12-08 13:00"


@pytest.mark.parametrize(
    "line", ["VACATION UNTIL 31 Feb", "VACATION UNTIL 1 Dec 2025", "VACATION UNTIL 1 Dec 2029"]
)
def test_a_day_that_is_none(game, line):
    game.write("green", line)
    game.poll(1)
    assert "Until when?" in _said(game, "green")
    assert _deadline(game) == "2026-12-04 13:00"


def test_with_autopilot_no_deadline_moves_and_nobody_else_hears_of_it(game):
    before = {who: len(game.to(who)) for who in ("red", "blue")}
    game.write("green", "VACATION UNTIL 10 Dec AUTOPILOT")
    game.poll(1)
    assert _deadline(game) == "2026-12-04 13:00"
    assert game.record().seat_rows["green"].autopilot == "vacation"
    assert {who: len(game.to(who)) for who in ("red", "blue")} == before
    game.poll(24 * 10)
    assert game.record().seat_rows["green"].autopilot == ""
    assert game.record().seat_rows["green"].away_until is None


def test_two_who_are_away_one_after_the_other(game):
    game.write("green", "VACATION UNTIL 5 Dec")
    game.write("blue", "VACATION FROM 6 Dec UNTIL 8 Dec")
    game.poll(1)
    game.write("red", "VACATION UNTIL 4 Dec")
    game.poll(1)
    assert _deadline(game) == "2026-12-09 13:00"
