"""Archives: readable without the program, checkable without the site, and no secrets while a game runs."""

import json
import stat
import tomllib

import pytest

from pbem.archive import history
from pbem.engine import dice, view
from pbem.engine.events import MODERATOR
from pbem.engine.state import fold
from pbem.service import archive
from pbem.store.database import transaction

from .mailgame import PLAYERS


def lines_of(folder):
    return (folder / "history.jsonl").read_text("utf-8").splitlines()


def test_d32_a_running_game_shows_its_public_face_only(begun):
    folder = archive.write(begun.site, "test", None, False, begun.now)
    text = "".join(path.read_text("utf-8") for path in folder.iterdir() if path.is_file())
    assert '"sheet":{' not in text
    assert "seed =" not in text
    assert stat.S_IMODE((folder / "private").stat().st_mode) == 0o700
    assert '"sheet":{' in (folder / "private" / "history.jsonl").read_text("utf-8")


def test_e25_no_address_and_no_reply_code_stands_in_an_archive(begun):
    folder = archive.write(begun.site, "test", None, False, begun.now)
    with transaction(begun.site.engine) as connection:
        tokens = connection.exec_driver_sql("select token from token").scalars().all()
    assert len(tokens) >= 2 * len(PLAYERS)
    for path in folder.rglob("*"):
        if path.is_file():
            text = path.read_text("utf-8")
            assert "players.example" not in text, path
            assert not any(token in text for token in tokens), path


def test_d25_the_whole_chain_and_the_public_one_can_be_checked_from_the_file_alone(begun):
    open_folder = archive.write(begun.site, "test", begun.folder / "a", False, begun.now) / "private"
    public_folder = archive.write(begun.site, "test", begun.folder / "b", True, begun.now)
    events = list(history.check(lines_of(open_folder)))
    public = list(history.check(lines_of(public_folder)))
    assert fold(events) == begun.record().views()[MODERATOR]
    assert public == list(view.see(view.TABLE, events))
    about = tomllib.loads((public_folder / "game.toml").read_text("utf-8"))
    assert about["events"] == len(public), "not even how many secrets there are"


@pytest.mark.parametrize("how", ["changed", "dropped", "swapped"])
def test_a_history_that_was_tampered_with_is_found_out(begun, how):
    folder = archive.write(begun.site, "test", None, False, begun.now) / "private"
    lines = lines_of(folder)
    if how == "changed":
        at = next(i for i, line in enumerate(lines) if '"Aged"' in line)
        entry = json.loads(lines[at])
        entry["event"]["years"] += 1
        lines[at] = json.dumps(entry)
    elif how == "dropped":
        del lines[5]
    else:
        lines[5], lines[6] = lines[6], lines[5]
    with pytest.raises(history.Broken):
        list(history.check([*lines, lines[-1]]))


def test_a_finished_game_is_opened_and_every_die_comes_from_the_seed(begun):
    for _ in range(80):
        if not begun.poll(73).resolved:
            break
    folder = archive.write(begun.site, "test", None, False, begun.now)
    about = (folder / "game.toml").read_text("utf-8")
    record = begun.record()
    assert record.seed.hex() in about
    assert dice.commitment(record.seed) in about
    roll = record.dice()
    for event in history.check(lines_of(folder)):
        assert event is not None
        if type(event).__name__ == "Rolled":
            assert roll(event.label, 20) == event.value
    assert (folder / "reports" / "red" / "000-report.txt").is_file()
    page = (folder / "index.html").read_text("utf-8")
    assert "The sheets, opened" in page
    assert "http" not in page.replace("http://www.w3.org", ""), "nothing is fetched from elsewhere"
