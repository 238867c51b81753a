"""`pbem archive`, `record`, `verify` and `replay`: what they print, and their status."""

import json
import shutil
from pathlib import Path

import pytest

from tests.archive.conftest import finished, played

from .conftest import Pbem


@pytest.fixture(scope="module")
def sites(tmp_path_factory):
    """A game that is over, and one that runs."""
    folder = tmp_path_factory.mktemp("archives")
    return finished(folder / "over"), played(folder / "running")


@pytest.fixture
def over(sites, tmp_path) -> Path:
    return Path(shutil.copytree(sites[0].site.path / "games" / "test", tmp_path / "over"))


@pytest.fixture
def running(sites, tmp_path) -> Path:
    return Path(shutil.copytree(sites[1].site.path / "games" / "test", tmp_path / "running"))


def test_verify_says_of_each_thing_how_many_and_that_it_is_sound(pbem: Pbem, over: Path) -> None:
    result = pbem("verify", str(over), "--level", "1")
    assert result.exit_code == 0, result.stderr
    rows = dict(line.split("\t")[::2] for line in result.stdout.splitlines() if "\t" in line)
    assert rows["Dice, each from its label"] == "ok"
    assert rows["Phases played again from their answers"] == "ok"
    assert result.stdout.splitlines()[-1].endswith("is sound: test, from the first event to the last.")


def test_verify_names_the_first_wrong_line(pbem: Pbem, over: Path) -> None:
    lines = (over / "history.jsonl").read_text("utf-8").split("\n")
    lines[40] = lines[40].replace('"event":"', '"event": "', 1)
    (over / "history.jsonl").write_text("\n".join(lines), "utf-8")
    result = pbem("verify", str(over))
    assert result.exit_code == 1
    assert "WRONG: history.jsonl, line 41, is not the one that the manifest proves" in result.stdout
    assert "is not what was written" in result.stdout.splitlines()[-1]


def test_verify_as_json(pbem: Pbem, over: Path, running: Path) -> None:
    sound = json.loads(pbem("verify", str(over), "--level", "1", "--json").stdout)
    assert (sound["ok"], sound["over"], sound["game"]) == (True, True, "test")
    assert all(check["ok"] for check in sound["checks"])
    (over / "record.txt").unlink()
    spoilt = json.loads(pbem("verify", str(over), "--json").stdout)
    assert spoilt["ok"] is False
    assert spoilt["checks"][0]["faults"][0] == {"file": "record.txt", "line": 0, "said": "is missing"}
    part = json.loads(pbem("verify", str(running), "--json").stdout)
    assert (part["ok"], part["over"]) == (True, False)


def test_verify_of_a_running_game_says_what_it_could_not(pbem: Pbem, running: Path) -> None:
    shutil.rmtree(running / "private")
    result = pbem("verify", str(running))
    assert result.exit_code == 0
    assert "not checked: the secrets of a running game are not here" in result.stdout
    assert "is sound as far as it goes" in result.stdout


def test_verify_names_what_differs_of_a_program_and_leaves_the_rest(pbem: Pbem, over: Path) -> None:
    from tests.archive.test_verify import changed, sealed_again

    changed(over, "game.toml", lambda line: 'python = "3.9"' if line.startswith("python = ") else line)
    result = pbem("verify", str(sealed_again(over)))
    assert result.exit_code == 0
    assert "  python: 3.9, here 3." in result.stdout
    assert "not played again: another state of the program wrote it" in result.stdout


@pytest.mark.parametrize("command", ["verify", "replay"])
def test_what_is_no_archive_is_called_so(pbem: Pbem, tmp_path: Path, command: str) -> None:
    result = pbem(command, str(tmp_path))
    assert result.exit_code == 2
    assert "is no archive: it has no game.toml" in result.stderr


def test_a_game_toml_that_cannot_be_read_is_a_fault_and_not_bad_usage(pbem: Pbem, over: Path) -> None:
    (over / "game.toml").write_text("name = \n", "utf-8")
    result = pbem("verify", str(over))
    assert result.exit_code == 1
    assert "WRONG: game.toml, line 1," in result.stdout


def test_replay_tells_what_led_to_an_event_and_shows_the_board(pbem: Pbem, over: Path) -> None:
    result = pbem("replay", str(over), "--to", "1951/purge")
    assert result.exit_code == 0, result.stderr
    assert "Purge Phase of 1951" in result.stdout.splitlines()[0]
    assert "1951, phase 2: Purge Phase" in result.stdout
    assert "1951, phase 3" not in result.stdout and "1952" not in result.stdout
    assert "| KGB " in result.stdout
    assert "the engine tells the same" in result.stdout
    whole = pbem("replay", str(over), "--all")
    assert "1951, phase 1: Cure Phase" in whole.stdout and "the game is over" in whole.stdout


def test_replay_by_number_by_the_tables_number_and_as_data(pbem: Pbem, over: Path) -> None:
    found = json.loads(pbem("replay", str(over), "--to", "100", "--json").stdout)
    assert (found["to"], found["as"], found["year"]) == (100, "moderator", 1952)
    assert found["people"]["A"]["name"] and found["sound"] is True
    counted = json.loads(pbem("replay", str(over), "--to", "#50", "--json").stdout)
    assert counted["to"] > 50, "secrets stand between"


def test_replay_with_a_players_eyes(pbem: Pbem, over: Path, running: Path) -> None:
    red = pbem("replay", str(over), "--all", "--as", "red").stdout
    blue = pbem("replay", str(over), "--all", "--as", "Boris").stdout
    assert "diary" in red and "diary" not in blue
    shutil.rmtree(running / "private")
    refused = pbem("replay", str(running), "--as", "red")
    assert refused.exit_code == 2
    assert "it holds what the table saw" in refused.stderr


@pytest.mark.parametrize(
    ("to", "said"),
    [
        ("0", "There is no event 0"),
        ("99999", "There is no event 99999"),
        ("#99999", "Players know no event"),
        ("1953/tea", "is no event: write its number"),
        ("1990/purge", "has not been played"),
    ],
)
def test_replay_says_which_events_there_are(pbem: Pbem, over: Path, to: str, said: str) -> None:
    result = pbem("replay", str(over), "--to", to)
    assert result.exit_code == 2
    assert said in result.stderr


def test_replay_reads_a_record_and_names_its_wrong_line(pbem: Pbem, over: Path, tmp_path: Path) -> None:
    text = (over / "record.txt").read_text("utf-8")
    mailed = tmp_path / "mailed.txt"
    mailed.write_text(text, "utf-8")
    told = pbem("replay", str(mailed), "--to", "1951/purge")
    assert told.exit_code == 0, told.stderr
    assert told.stdout == pbem("replay", str(over), "--to", "1951/purge").stdout
    mailed.write_text(text.replace("\n7 ", "\n8 ", 1), "utf-8")
    result = pbem("replay", str(mailed))
    assert result.exit_code == 2
    assert "event 7 should stand here, and not event 8" in result.stderr


def test_record_prints_what_the_archive_holds(pbem: Pbem, sites) -> None:
    game = sites[0]
    site = ["--site", str(game.site.path)]
    printed = pbem("record", "test", *site)
    assert printed.exit_code == 0, printed.stderr
    assert printed.stdout == (game.site.path / "games" / "test" / "record.txt").read_text("utf-8")
    public = pbem("record", "test", "--public", *site)
    assert "face: table" in public.stdout and "InfluenceRecorded player=red sheet={" not in public.stdout
