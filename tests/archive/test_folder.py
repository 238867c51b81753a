"""What lies in an archive, of a game that runs and of one that is over."""

import json
import os
import stat
import tomllib

from pbem.archive import history, manifest
from pbem.engine import view
from pbem.engine.events import MODERATOR
from pbem.engine.journal import position
from pbem.service.archiving.masks import leaks
from pbem.store.database import transaction

from .conftest import ANONYMOUS, PRIVATE, SAID

FACE = {
    "game.toml",
    "history.jsonl",
    "record.txt",
    "index.html",
    "manifest.sha256",
    "manifest.lines",
    "packs",
}
REST = {
    "history.jsonl",
    "letters.jsonl",
    "mails.jsonl",
    "acts.jsonl",
    "record.txt",
    "reports",
    "manifest.sha256",
    "manifest.lines",
}


def home_of(game):
    return game.site.path / "games" / "test"


def texts(folder):
    return {
        path: path.read_bytes().decode("utf-8", "replace") for path in folder.rglob("*") if path.is_file()
    }


def rows(folder, name):
    return [json.loads(line) for line in (folder / f"{name}.jsonl").read_text("utf-8").splitlines()]


def test_d32_the_poll_writes_the_public_face_and_the_rest_apart(running):
    folder = home_of(running)
    assert {path.name for path in folder.iterdir()} == FACE | {"private"}
    assert {path.name for path in (folder / "private").iterdir()} >= REST
    assert stat.S_IMODE((folder / "private").stat().st_mode) == 0o700
    assert list(manifest.check(folder)) == list(manifest.check(folder / "private")) == []
    with transaction(running.site.engine) as connection:
        row = connection.exec_driver_sql("select events, archived from game").one()
    assert row.events == row.archived


def test_once_over_all_of_it_lies_open(over):
    folder = home_of(over)
    assert {path.name for path in folder.iterdir()} >= FACE | REST | {"press.txt"}
    assert not (folder / "private").exists()
    assert list(manifest.check(folder)) == []
    about = tomllib.loads((folder / "game.toml").read_text("utf-8"))
    record = over.record()
    assert about["seed"] == record.seed.hex()
    assert about["events"] == record.row.events
    assert about["settings"]["talk"] == "free"
    assert about["judge"] == {"name": "Kremlin Judge", "zone": "Europe/Zurich"}
    assert {"pbem", "python", "lark", "fingerprint engine"} <= about["program"].keys()


def test_the_whole_history_folds_to_the_position(over):
    lines = (home_of(over) / "history.jsonl").read_text("utf-8").splitlines()
    assert position(history.check(lines, over.record().row.head)) == over.record().views()[MODERATOR]


def test_the_public_history_is_what_the_table_sees(running):
    lines = (home_of(running) / "history.jsonl").read_text("utf-8").splitlines()
    assert list(history.check(lines, running.record().row.chain)) == list(
        view.see(view.TABLE, running.events())
    )
    assert len(lines) == running.record().row.shown, "not even how many secrets there are"


def test_e25_letters_hold_lines_times_and_verdicts(over):
    found = rows(home_of(over), "letters")
    assert len(found) == 11
    purge = next(one for one in found if "PURGE G" in one["lines"])
    assert purge["player"] == "red" and purge["verdict"] == "applied"
    assert purge["received"] == "2026-12-01T14:00:00+00:00"
    assert f"PRESS: {SAID}" in purge["lines"], "what was said to all"
    address = next(one for one in found if any("SET ADDRESS" in line for line in one["lines"]))
    assert "SET ADDRESS (address)" in address["lines"]


def test_e25_private_and_unnamed_words_are_withheld_in_letters_and_mails(over):
    everything = texts(home_of(over))
    assert not [path for path, text in everything.items() if PRIVATE in text]
    letters = rows(home_of(over), "letters")
    hidden = [one for one in letters if one.get("withheld")]
    assert sorted(one["player"] for one in hidden) == ["blue", "green"]
    blue = next(one for one in hidden if one["player"] == "blue")
    assert blue["lines"] == ["| (private words)", "| (private words)", "READY"]
    saying = {path.name for path, text in everything.items() if ANONYMOUS in text}
    assert "letters.jsonl" not in saying and "press.txt" in saying
    assert not [path for path in everything if ANONYMOUS in everything[path] and path.parts[-2] == "green"]


def test_e25_no_address_and_no_code_stands_anywhere(over, running):
    for game in (over, running):
        with transaction(game.site.engine) as connection:
            codes = connection.exec_driver_sql("select token from token").scalars().all()
            master = connection.exec_driver_sql("select master from game").scalar()
        assert len(codes) > 6
        for path, text in texts(home_of(game)).items():
            if path.suffix == ".png":
                continue
            assert "players.example" not in text and "judge.example" not in text, path
            assert not any(code in text or code.replace("-", "").lower() in text for code in codes), path
            assert master not in text, path
            if path.name != "index.html":
                assert not leaks(text), path


def test_every_mail_has_its_line_and_its_text(over):
    folder = home_of(over)
    found = rows(folder, "mails")
    with transaction(over.site.engine) as connection:
        sent = connection.exec_driver_sql("select count(*) from mail where player <> 'moderator'").scalar()
    assert len(found) == sent
    kept = [one for one in found if one["file"]]
    for one in kept:
        data = (folder / one["file"]).read_bytes()
        assert manifest.digest(data) == one["sha256"]
        assert data.startswith(b"Subject: ")
    assert {one["kind"] for one in found if not one["file"]} == {"press", "receipt"}
    reports = [one for one in kept if one["kind"] == "report"]
    assert all(one["head"] for one in reports if one["n"]), "each report prints the head of the chain"


def test_a_second_writing_changes_no_byte_and_takes_nothing_along(over, tmp_path):
    from pbem.service import archive

    first = archive.write(over.site, "test", tmp_path / "again", False, over.now)
    mine, written = texts(home_of(over)), texts(first)
    assert {p.relative_to(home_of(over)): text for p, text in mine.items()} == {
        p.relative_to(first): text for p, text in written.items()
    }, "written bit by bit as the game went on, it is the same to the byte"
    (first / "reports" / "red" / "999-report.txt").write_text("old")
    (first / "notes.txt").write_text("mine")
    archive.write(over.site, "test", first, False, over.now)
    assert not (first / "reports" / "red" / "999-report.txt").exists()
    assert (first / "notes.txt").exists(), "what is not ours stays"


def test_an_archive_that_is_opened_again_covers_its_secrets_first(over, running, tmp_path):
    """An undo takes the end of a game back: what lay open goes before anything else is written."""
    from pbem.service import archive
    from pbem.service.archiving import home

    folder = archive.write(over.site, "test", tmp_path / "again", False, over.now)
    home.cover(folder)
    left = {path.name for path in folder.iterdir()}
    assert not left & {"letters.jsonl", "mails.jsonl", "acts.jsonl", "reports", "press.txt"}
    assert os.path.exists(folder / "game.toml")
