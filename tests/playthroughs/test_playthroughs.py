"""Every way for a game to end, as a recorded whole game; the letters once more give the same reports, byte for byte.

`pytest tests/playthroughs --update-golden` writes what the same letters give now; `python -m tests.playthroughs` plays afresh.
"""

import tomllib
from pathlib import Path

import pytest

from pbem.engine.events import HouseRuled
from tests.playthroughs.catalogue import CATALOGUE, Entry
from tests.playthroughs.playing import HOME, HOURS, Beginning, Played, read_letters, replayed, written

#: All that the rules know (R8.10, R11, R16.1, R17.5, R17.6), with and without winners.
ENDINGS = {
    ("basic", "R11.1", True),
    ("basic", "R11.2", True),
    ("basic", "R11.2", False),
    ("basic", "R8.10", True),
    ("basic", "R8.10", False),
    ("swiss-ah", "R16.1", True),
    ("swiss", "R17.5", True),
    ("swiss", "R17.5", False),
    ("swiss", "R17.6", True),
    ("swiss", "R17.6", False),
    ("advanced", "R11.1", True),
}


def test_every_way_to_end_is_recorded() -> None:
    assert {(entry.rules, entry.clause, entry.winners > 0) for entry in CATALOGUE} >= ENDINGS
    assert {folder.name for folder in HOME.iterdir() if (folder / "game.toml").exists()} == {
        entry.folder for entry in CATALOGUE
    }


@pytest.mark.slow
@pytest.mark.parametrize("entry", CATALOGUE, ids=lambda entry: entry.folder)
def test_the_letters_give_the_same_reports(
    entry: Entry, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    folder = HOME / entry.folder
    files = replayed(folder, tmp_path / "site")
    if request.config.getoption("--update-golden", default=False):
        for name, text in files.items():
            (folder / name).write_text(text, "utf-8")
    for name, text in files.items():
        assert text == (folder / name).read_text("utf-8"), f"{entry.folder}/{name}"


@pytest.mark.parametrize("entry", CATALOGUE, ids=lambda entry: entry.folder)
def test_it_ends_as_its_name_says(entry: Entry) -> None:
    said = tomllib.loads((HOME / entry.folder / "game.toml").read_text("utf-8"))

    assert (said["rules"], said["ended_by"], len(said["winners"])) == (
        entry.rules,
        entry.clause,
        entry.winners,
    )
    assert said["title"] == entry.title


@pytest.mark.slow
@pytest.mark.parametrize("entry", [e for e in CATALOGUE if e.ruling], ids=lambda entry: entry.folder)
def test_the_house_ruling_of_its_name_is_applied(entry: Entry, tmp_path: Path) -> None:
    folder = HOME / entry.folder
    game = Played(tmp_path / "site", Beginning.read(folder))
    for batch in read_letters((folder / "letters.txt").read_text("utf-8")):
        game.send(batch, 2 if batch[0].endswith(", ahead") else HOURS)

    assert entry.ruling in {event.ruling for event in game.journal() if isinstance(event, HouseRuled)}
    assert written(game, Beginning.read(folder))["game.toml"]
