"""`pbem rule`: asks before it does anything, and says no with the right status."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from pbem.cli import rulings as moderator

from .conftest import Pbem

Refused = Callable[..., str]

NOW = "2026-12-01T10:00:00Z"
PLAYERS = ("red=Anna <anna@example.org>", "blue=Bob <bob@example.org>", "green=Cy <cy@example.org>")
SHEET = "INFLUENCE G K M B T C F H P S"
VALUES = ("rule", "g1", "set", "Palavrian sp=3", "--now", NOW)


@pytest.fixture
def game(pbem: Pbem, tmp_path: Path) -> str:
    """A game that has begun."""
    assert pbem("init", "--timezone", "UTC").exit_code == 0
    seats = [word for player in PLAYERS for word in ("--player", player)]
    made = pbem("new", "g1", "--rules", "basic", *seats, "--seed", "00" * 16, "--now", NOW)
    assert made.exit_code == 0, made.output
    for colour in ("red", "blue", "green"):
        assert pbem("order", "g1", colour, SHEET, "READY", "--now", NOW).exit_code == 0
    assert pbem("poll", "--now", NOW).exit_code == 0
    return "g1"


def stress(pbem: Pbem) -> int:
    return int(json.loads(pbem("show", "g1", "--json").stdout)["position"]["people"]["G"]["stress"])


def test_with_yes_it_is_done_and_the_players_are_told(pbem: Pbem, game: str) -> None:
    result = pbem(*VALUES, "--because", "he is older", "--yes")
    assert result.exit_code == 0, result.output
    assert "Palavrian: 3 SP" in result.stdout
    assert stress(pbem) == 3
    assert pbem("poll", "--now", NOW).exit_code == 0


def test_without_a_terminal_it_asks_for_yes(game: str, pbem: Pbem, refused: Refused) -> None:
    assert "add --yes" in refused(2, *VALUES, "--because", "he is older")
    assert stress(pbem) == 0


@pytest.mark.parametrize(("answer", "status", "sp"), [("y\n", 0, 3), ("n\n", 1, 0)])
def test_on_a_terminal_it_shows_what_would_change_and_asks(
    pbem: Pbem, game: str, monkeypatch: pytest.MonkeyPatch, answer: str, status: int, sp: int
) -> None:
    monkeypatch.setattr(moderator, "_watched", lambda: True)
    monkeypatch.setattr("typer.confirm", lambda question: answer.startswith("y"))
    result = pbem(*VALUES, "--because", "he is older")
    assert result.exit_code == status
    assert "Palavrian: 3 SP" in result.stdout
    assert stress(pbem) == sp


def test_a_dry_run_only_shows(pbem: Pbem, game: str) -> None:
    result = pbem(*VALUES, "--because", "x", "--dry-run", "--json")
    assert result.exit_code == 0
    assert json.loads(result.stdout)["changes"] == ["Palavrian: 3 SP, age 72 (was 0 SP)"]
    assert stress(pbem) == 0


@pytest.mark.parametrize(
    ("status", "more", "said"),
    [
        (2, ("set", "Palavrian sp=3", "--yes"), "needs --because"),
        (2, ("set", "Zaphod sp=3", "--yes", "--because", "x"), "no Politician zaphod"),
        (2, ("die", "1954/purge K #0", "--because", "x"), "rule die is written so: pbem rule GAME die"),
        (2, ("void", "--because", "x"), "rule void is written so"),
        (2, ("void", "217", "--once", "--because", "x"), "belong to a house ruling"),
        (2, ("house", "HR-9", "house", "--once", "--always", "--because", "x"), "not both"),
        (2, ("house", "HR-999", "house", "--yes", "--because", "x"), "HR-999"),
        (2, ("answer", "red", "PURGE Zaphod", "--yes", "--because", "x"), "was not taken"),
        (1, ("die", "1951/cure K #0", "12", "--yes", "--because", "x"), "No such die was rolled"),
        (1, ("void", "3", "--yes", "--because", "x"), "there is none"),
        (2, ("mend", "x", "--because", "x"), "no ruling 'mend'"),
        (1, ("set", "Palavrian place=PC", "--yes", "--because", "x"), "PC is held by"),
        (1, ("set", "--yes", "--because", "x"), "Nothing would change"),
        (2, ("set", "Palavrian suspicion=4", "--yes", "--because", "x"), "no number from 0 to 3"),
        (2, ("set", "Palavrian place=moon", "--yes", "--because", "x"), "people, siberia, wall, retired."),
    ],
)
def test_what_cannot_be_ruled_says_so(
    game: str, refused: Refused, status: int, more: tuple[str, ...], said: str
) -> None:
    assert said in refused(status, "rule", "g1", *more, "--now", NOW)


def test_what_is_allowed_and_still_surprising_is_remarked(pbem: Pbem, game: str) -> None:
    """HR-10, R10.1: three “?” where investigations leave one, and an age at which he retires."""
    result = pbem(
        "rule", "g1", "set", "Palavrian suspicion=3 sp=90", "--because", "x", "--dry-run", "--now", NOW
    )
    assert result.exit_code == 0, result.output
    assert (
        "Remark: Palavrian bears 3 “?”: in this game investigations leave at most 1 on anybody"
        in result.stdout
    )
    assert "Remark: Palavrian is 159: he retires at the end of the phase (R10.1).\n" in result.stdout
    small = pbem("rule", "g1", "set", "Palavrian suspicion=1 sp=3", "--because", "x", "--dry-run", "--json")
    assert json.loads(small.stdout)["remarks"] == []
