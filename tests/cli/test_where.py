"""What `new`, `show`, `games` and `report` tell a moderator of where a game stands, and by which rules."""

import json
import os
import pty
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from pbem import __version__, rulebook
from pbem.engine.packs import Packs
from pbem.engine.variants import rules_for
from pbem.rulebook.played import dropped, played

from .conftest import Pbem

Refused = Callable[..., str]

NOW = "2026-12-01T10:00:00Z"
SEATS = ("red=Anna <anna@example.org>", "blue=Bob <bob@example.org>", "green=Cy <cy@example.org>")
NEW = ("new", "g1", *(word for seat in SEATS for word in ("--player", seat)), "--now", NOW)


@pytest.fixture
def advanced(pbem: Pbem, tmp_path: Path) -> str:
    """What `pbem new` said of an advanced game without bribes."""
    assert pbem("init", "--timezone", "Europe/Zurich").exit_code == 0
    made = pbem(*NEW, "--rules", "advanced", "--option", "bribes=false", "--seed", "00" * 16)
    assert made.exit_code == 0, made.output
    return made.stdout


def test_new_names_rules_and_switches(advanced: str) -> None:
    assert "Rules: advanced, with ties, strengths, intrigue, growth, three_player, deck=house.\n" in advanced
    assert "Note:" not in advanced


def test_new_says_what_goes_with_what(pbem: Pbem, advanced: str) -> None:
    made = pbem(*(word if word != "g1" else "g2" for word in NEW), "--rules", "advanced",
                "--option", "intrigue=false")  # fmt: skip
    assert "Rules: advanced, with ties, strengths, growth, three_player.\n" in made.stdout
    assert "Note: bribes is off, too, as intrigue=false.\n" in made.stdout
    data = json.loads(pbem("show", "g2", "--json").stdout)
    assert data["switches"] == ["ties", "strengths", "growth", "three_player"]


def test_rules_in_a_line() -> None:
    none = Packs()
    assert played("basic", rules_for("basic"), none) == "basic, with all switches off"
    assert played("swiss", rules_for("swiss"), none) == "swiss, with swiss_tie=not_controller"
    mixed = rules_for("basic", {"revolution": "mixed"})
    assert played("basic", mixed, none) == "basic, with revolution=mixed"
    assert dropped("advanced", {"bribes": "false"}, 4, none) == ()
    assert dropped("basic", {"ties": "true"}, 4, none) == ()


def test_a_switch_has_one_value(pbem: Pbem, refused: Refused, advanced: str) -> None:
    said = refused(2, *NEW, "--rules", "basic", "--option", "ties=true", "--option", "ties=false")
    assert "ties is given twice, as true and as false" in said
    twice = ("--option", "ties=true", "--option", "ties=True")
    assert "R13" in pbem("rules", "R13", "--rules", "basic", *twice).stdout


def test_show_begins_with_where_the_game_stands(pbem: Pbem, advanced: str) -> None:
    text = pbem("show", "g1").stdout
    assert text.splitlines()[:4] == [
        "g1: setup, 1951, Set-up",
        "Deadline: Friday 4 December 2026, 20:00 (Zurich)",
        "Waits for: Anna (red), Bob (blue), Cy (green)",
        "Rules: advanced, with ties, strengths, intrigue, growth, three_player, deck=house",
    ]
    pbem("hold", "g1", "--because", "Easter", "--now", NOW)
    assert pbem("show", "g1").stdout.splitlines()[1] == "On hold: Easter"
    data = json.loads(pbem("show", "g1", "--json").stdout)
    assert (data["year"], data["waits_for"], data["held"]) == (1951, ["red", "blue", "green"], "Easter")


def test_show_names_the_phases_of_the_session(pbem: Pbem, advanced: str) -> None:
    sheet = "INFLUENCE N G K M B T C F H P S"
    for colour in ("red", "blue", "green"):
        assert pbem("order", "g1", colour, sheet, "READY", "--now", NOW).exit_code == 0
    assert pbem("poll", "--now", NOW).exit_code == 0
    head = pbem("show", "g1").stdout.splitlines()[0]
    assert head.startswith("g1: running, 1951, ")


def test_games_gives_its_numbers_names(pbem: Pbem, advanced: str) -> None:
    row = pbem("games").stdout.rstrip("\n").split("\t")
    assert row[6:8] == ["3 players", "waits for Anna, Bob, Cy"]
    (data,) = json.loads(pbem("games", "--json").stdout)
    assert (data["players"], data["awaited"], data["waits_for"]) == (3, 3, ["Anna", "Bob", "Cy"])


def test_games_has_a_heading_on_a_terminal(advanced: str, tmp_path: Path) -> None:
    master, slave = pty.openpty()
    env = {**os.environ, "COLUMNS": "200", "TERM": "xterm"}
    words = [sys.executable, "-m", "pbem", "games"]
    subprocess.run(words, cwd=tmp_path, env=env, stdout=slave, stdin=slave, check=True)
    os.close(slave)
    said = os.read(master, 65536).decode()
    os.close(master)
    heading = next(line for line in said.splitlines() if "deadline" in line)
    assert [word for word in ("game", "rules", "phases", "players", "waits for") if word not in heading] == []


def test_nothing_printed_has_spaces_that_grep_misses(pbem: Pbem, advanced: str) -> None:
    for words in (("show", "g1", "--reveal"), ("show", "g1", "--reveal", "--json"), ("report", "g1", "red")):
        said = pbem(*words).stdout
        assert "\u00a0" not in said
    assert "card " in pbem("show", "g1", "--reveal").stdout


def test_a_phase_that_does_not_exist(pbem: Pbem, refused: Refused, advanced: str) -> None:
    said = refused(2, "report", "g1", "red", "--phase", "prge")
    assert "There is no phase 'prge'; the phases are setup, cure, purge, spy," in said
    refused(1, "report", "g1", "red", "--phase", "Purge")


def test_the_version(pbem: Pbem) -> None:
    result = pbem("--version")
    assert (result.exit_code, result.stdout) == (0, f"pbem {__version__}\n")


@pytest.mark.parametrize(
    ("clause", "seats", "options", "said"),
    [
        ("R12", 3, {"three_player": False}, "only with the option three_player=true"),
        ("R14.1", 4, {"strengths": False}, "only with the option strengths=true"),
        ("R15.7", 4, {"intrigue": False}, "only without intrigue=false"),
    ],
)
def test_what_a_switch_took_away_is_said_with_the_switch(
    clause: str, seats: int, options: dict[str, object], said: str
) -> None:
    with pytest.raises(ValueError, match=said) as raised:
        rulebook.find(clause, "advanced", options, seats)
    assert "only in advanced" not in str(raised.value)


def test_r12_1_without_growth_nobody_ever_has_influence_on_the_first_chief() -> None:
    (without,) = rulebook.find("R12.1", "advanced", {"growth": False}, 3)
    assert "at any time" in without.text
    assert "until turn" not in without.text
    (growing,) = rulebook.find("R12.1", "advanced", {}, 3)
    assert "until turn 3 is over. From then on influence may grow" in growing.text


def test_show_of_a_game_that_waits_for_a_ruling_says_what_to_type(tmp_path: Path) -> None:
    from pbem.service.showing import show
    from tests.service.whims import hand, whimsical

    game = whimsical(tmp_path)  # type: ignore[no-untyped-call]
    card = hand(game, "red")[0]  # type: ignore[no-untyped-call]
    game.write("red", f"DECLARE 3 KGB\nPURGE Manjak\nPLAY {card} ON Manjak WHEN PURGE OF ANYONE")
    game.poll(1)
    game.poll(72)
    head = show(game.site, "test", None, False).text.splitlines()
    assert head[1].startswith("On hold: Anna has played ")
    assert head[2] == "It goes on with: pbem rule test set VALUES --because TEXT"
