"""`pbem set`, `recess` and `deadline`, with the settings that a new game has."""

import json
from collections.abc import Callable

import pytest

from tests.cli.conftest import Pbem

Refused = Callable[..., str]

NOW = "2026-12-01T12:00:00Z"
SEATS = ("red=Anna <anna@example.org>", "blue=Bob <bob@example.org>", "green=Cy <cy@example.org>")


@pytest.fixture
def game(pbem: Pbem) -> str:
    """It has begun, with Tuesdays and Fridays at eight in Zurich."""
    assert pbem("init", "--timezone", "Europe/Zurich").exit_code == 0
    seats = [word for seat in SEATS for word in ("--player", seat)]
    made = pbem("new", "g1", "--rules", "basic", *seats, "--option", "off=sun", "--now", NOW)
    assert made.exit_code == 0, made.output
    return "g1"


def test_set_alone_shows_what_is_settled(pbem: Pbem, game: str) -> None:
    found = json.loads(pbem("set", game, "--json").stdout)
    assert (found["off"], found["earliest"], found["reading"]) == ("sun", "24h", "15m")
    assert found["deadline"] == "Tue 20:00, Fri 20:00"
    text = pbem("set", game).stdout
    assert "earliest" in text
    assert "days on which no deadline falls" in text


def test_set_changes_and_says_what_stays(pbem: Pbem, game: str) -> None:
    said = pbem("set", game, "earliest=12h", "deadline=48h", "--because", "quicker", "--now", NOW)
    assert said.exit_code == 0, said.output
    assert "earliest is now 12h (was 24h)." in said.stdout
    assert "deadline is now 48h (was Tue 20:00, Fri 20:00)." in said.stdout
    assert "The deadline stays Friday 4 December 2026, 20:00 (Zurich)." in said.stdout
    moved = json.loads(
        pbem("set", game, "deadline=72h", "--because", "slower", "--now-too", "--now", NOW, "--json").stdout
    )
    assert (moved["moved"], moved["deadline"]) == (True, "2026-12-04T12:00:00+00:00")


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("earliest=12h",), "--because"),
        (("earlyest=12h", "--because", "x"), "did you mean earliest?"),
        (("off=funday", "--because", "x"), "'funday' is no day"),
        (("earliest", "--because", "x"), "KEY=VALUE"),
    ],
)
def test_what_cannot_be_set_is_said_in_one_sentence(
    refused: Refused, game: str, words: tuple[str, ...], said: str
) -> None:
    assert said in refused(2, "set", game, *words, "--now", NOW)


def test_a_recess_moves_the_deadline(pbem: Pbem, game: str, refused: Refused) -> None:
    said = pbem("recess", game, "2026-12-04", "2026-12-10", "--because", "the dacha", "--now", NOW).stdout
    assert "g1 rests from 2026-12-04 to 2026-12-10" in said
    assert "The deadline is now Friday 11 December 2026, 20:00 (Zurich)." in said
    assert "2026-12-24 2027-01-02" in refused(2, "recess", game, "friday", "sunday", "--now", NOW)


def test_a_deadline_on_a_day_off_is_moved_as_told_and_remarked(pbem: Pbem, game: str) -> None:
    said = pbem("deadline", game, "2026-12-06T20:00", "--now", NOW).stdout
    assert "The deadline of g1 is now Sunday 6 December 2026, 20:00 (Zurich).\n" in said
    assert "is on a day off" in said


def test_a_time_that_the_clocks_leap_over_is_said(pbem: Pbem, game: str) -> None:
    said = pbem("deadline", game, "2027-03-28T02:30", "--now", "2027-03-20T12:00:00Z").stdout
    assert "is now Sunday 28 March 2027, 03:30 (Zurich)." in said
    assert "Summer time begins that night in Europe/Zurich, and no clock shows 02:30" in said
