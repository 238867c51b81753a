"""`pbem undo` and the rulings that play the last session again, from the command line."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from tests import rhythm

from .conftest import Pbem

Refused = Callable[..., str]
START, LATER = "2026-12-01T10:00:00Z", "2026-12-08T10:00:00Z"
PLAYERS = ("red=Anna <anna@example.org>", "blue=Bob <bob@example.org>", "green=Cy <cy@example.org>")
SHEET = "INFLUENCE J K M B T C F H P S"
WHY = ("--because", "a slip", "--now", LATER)


@pytest.fixture
def resolved(pbem: Pbem, tmp_path: Path) -> str:
    """The first Spring is resolved: red's KGB Head has purged."""
    assert pbem("init", "--timezone", "UTC").exit_code == 0
    seats = [word for player in PLAYERS for word in ("--player", player)]
    made = pbem("new", "g1", "--rules", "basic", *seats, "--seed", "2b" * 16, "--now", START, *rhythm.words())
    assert made.exit_code == 0, made.output
    for colour in ("red", "blue", "green"):
        assert pbem("order", "g1", colour, SHEET, "READY", "--now", START).exit_code == 0
    assert pbem("poll", "--now", START).exit_code == 0
    for line in ("DECLARE 10 KGB", "PURGE FM"):
        assert pbem("order", "g1", "red", line, "--now", START).exit_code == 0
    result = pbem("resolve", "g1", "--now", LATER)
    assert result.exit_code == 0, result.output
    return "g1"


def session(pbem: Pbem) -> str:
    return str(json.loads(pbem("show", "g1", "--json").stdout)["session"])


def test_a_dry_run_shows_and_yes_does(pbem: Pbem, resolved: str) -> None:
    before = session(pbem)
    shown = pbem("undo", "g1", *WHY, "--dry-run")
    assert shown.exit_code == 0, shown.output
    for said in (
        "would go back to the beginning of the Purge Phase of 1951",
        "stands again: PURGE FM",
        "To Bob: [g1]",
    ):
        assert said in shown.stdout
    assert session(pbem) == before
    done = pbem("undo", "g1", *WHY, "--yes")
    assert done.exit_code == 0, done.output
    assert "has gone back" in done.stdout
    assert "purge" in session(pbem)


def test_json_says_what_programs_need(pbem: Pbem, resolved: str) -> None:
    data = json.loads(pbem("undo", "g1", "--to", "1951/spy", *WHY, "--dry-run", "--json").stdout)
    assert (data["turn"], data["phase"], data["middle"], data["dry_run"]) == (1, "spy", False, True)
    assert {mail["kind"] for mail in data["mails"]} == {"report"}
    assert data["dice"]


def test_a_die_is_ruled_in_one_command(pbem: Pbem, resolved: str) -> None:
    words = ("rule", "g1", "die", "1951/purge Shootemdedsky #0", "1", *WHY)
    shown = pbem(*words, "--dry-run")
    assert shown.exit_code == 0, shown.output
    assert "The die “purge Shootemdedsky 1951” shows 1." in shown.stdout
    done = pbem(*words, "--yes")
    assert done.exit_code == 0, done.output
    assert "resolved again" in done.stdout


def test_the_bare_command_of_a_script_undoes(pbem: Pbem, resolved: str) -> None:
    """`pbem undo GAME [--to EVENT]` (interface.md): no words are needed, and nobody is asked where nobody sits."""
    event = json.loads(pbem("undo", "g1", "--dry-run", "--json", "--now", LATER).stdout)["to"]
    done = pbem("undo", "g1", "--to", str(event), "--now", LATER)
    assert done.exit_code == 0, done.output
    assert "purge" in session(pbem)
    assert (
        "the moderator has taken the game back to the beginning of the Purge Phase of 1951."
        in done.stdout.replace("\n    + ", " ")
    )


@pytest.mark.parametrize(
    ("status", "more", "said"),
    [
        (2, ("--because", "x", "--new-dice", "--same-dice", "--yes"), "not both"),
        (2, ("--because", "x", "--yes", "--to", "tomorrow"), "no place in a game"),
        (1, ("--because", "x", "--yes", "--to", "1955/purge"), "has not been played"),
    ],
)
def test_what_cannot_be_undone_says_so(
    resolved: str, refused: Refused, status: int, more: tuple[str, ...], said: str
) -> None:
    assert said in refused(status, "undo", "g1", *more, "--now", LATER)
