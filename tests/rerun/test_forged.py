"""Whoever knows every hash can make a forged archive look whole; played again it is not."""

import hashlib
import json
import shutil
from io import BytesIO
from pathlib import Path

import pytest
from PIL import Image
from typer.testing import CliRunner

from pbem.archive import fingerprint
from pbem.cli.commands import app
from pbem.service.rerun.story import updated

from .archived import Entry, again, forge, forge_report, same, sealed

pytestmark = pytest.mark.slow


@pytest.fixture
def mine(short: Path, tmp_path: Path) -> Path:
    """A copy to be forged."""
    return Path(shutil.copytree(short, tmp_path / "forged"))


def test_untouched_it_comes_out_to_the_byte(short: Path) -> None:
    found = same(short)
    assert not found.not_rebuilt
    assert updated(short) == 0


def test_a_letter_that_says_something_else(mine: Path) -> None:
    def other(letters: list[Entry]) -> None:
        sheet = next(one for one in letters if any("influence" in line.lower() for line in one["lines"]))
        at = next(at for at, line in enumerate(sheet["lines"]) if "influence" in line.lower())
        words = sheet["lines"][at].split()
        words[-1], words[-2] = words[-2], words[-1]
        sheet["lines"][at] = " ".join(words)

    forge(mine, "letters", other)
    found = again(mine)
    assert found.journal.startswith("event ") or found.mails
    assert found.mails[0].file.startswith("reports/")


def test_a_letter_that_was_never_written(mine: Path) -> None:
    def fewer(letters: list[Entry]) -> None:
        gone = letters.pop(len(letters) // 2)
        for one in letters:
            one["n"] -= one["player"] == gone["player"] and one["n"] > gone["n"]

    forge(mine, "letters", fewer)
    assert again(mine).mails


def test_a_letter_that_came_later(mine: Path) -> None:
    def later(letters: list[Entry]) -> None:
        one = next(one for one in letters if one["verdict"] == "applied")
        one["received"] = one["received"].replace("2026-12-01", "2026-12-02")

    forge(mine, "letters", later)
    assert again(mine).mails


def test_a_word_in_a_report(mine: Path) -> None:
    file = sorted(path for path in (mine / "reports").rglob("*-report.txt"))[3]
    name = file.relative_to(mine).as_posix()
    lines = file.read_text("utf-8").split("\n")
    at = next(at for at, line in enumerate(lines) if "Politburo" in line or "Chief" in line)
    word = lines[at].split()[-1]
    forge_report(mine, name, lines[at], lines[at].replace(word, "forged"))
    found = again(mine)
    assert not found.journal
    (mail,) = found.mails
    assert (mail.file, mail.line) == (name, at + 1)
    assert "forged" in mail.was and "forged" not in mail.now


def test_the_formatted_part_of_a_mail_by_its_hash(mine: Path) -> None:
    def other(mails: list[Entry]) -> None:
        mails[5]["html"] = "0" * 64

    forge(mine, "mails", other)
    (mail,) = again(mine).mails
    assert mail.what == "html" and mail.was == "0" * 64


def another_picture(folder: Path, image: Image.Image, level: int) -> str:
    """In place of the first picture of a report this one, under its own name; the old name."""
    file = BytesIO()
    image.save(file, "PNG", compress_level=level)
    name = hashlib.sha256(file.getvalue()).hexdigest()
    (folder / "pictures" / f"{name}.png").write_bytes(file.getvalue())
    was: list[str] = []

    def other(mails: list[Entry]) -> None:
        one = next(one for one in mails if one["picture"])
        was.append(one["picture"])
        one["picture"] = name

    forge(folder, "mails", other)
    return was[0]


def first_picture(folder: Path) -> Path:
    names = (json.loads(line)["picture"] for line in (folder / "mails.jsonl").read_text("utf-8").splitlines())
    return folder / "pictures" / f"{next(filter(None, names))}.png"


def test_d30_the_same_picture_in_other_bytes_is_no_difference(mine: Path) -> None:
    with Image.open(first_picture(mine)) as image:
        another_picture(mine, image.copy(), 1)
    assert not again(mine).mails


def test_d30_another_picture_is_one(mine: Path) -> None:
    with Image.open(first_picture(mine)) as found:
        image = found.convert("RGB")
    image.putpixel((300, 300), (1, 2, 3))
    was = another_picture(mine, image, 9)
    (mail,) = again(mine).mails
    assert (mail.what, mail.now) == ("picture", was)


def test_a_round_that_was_never_worked(mine: Path) -> None:
    def more(acts: list[Entry]) -> None:
        del acts[len(acts) // 2]

    forge(mine, "acts", more)
    assert again(mine)


def test_another_event(mine: Path) -> None:
    """Level 1 plays closed phases again from their answers; an answer itself only a letter can prove."""
    from pbem.engine import codec
    from pbem.engine.events import Answered
    from pbem.service.rerun import story
    from pbem.service.rerun.compare import first_event

    about = {"name": "demo", "seed": "00"}
    events = list(story.read(mine, about).events)
    at = next(at for at, event in enumerate(events) if isinstance(event, Answered))
    forged = [*events[:at], *events[at + 1 :]]
    number, said = first_event(forged, events)
    assert (number, f"event {number} is" in said) == (at + 1, True)
    assert codec.encode(events[at]).decode() in said


@pytest.mark.parametrize(
    ("file", "old", "new"),
    [
        ("index.html", "Party Chief", "Party Chef"),
        ("record.txt", "; ", "; They say that "),
        ("game.toml", 'grace = "12h"', 'grace = "13h"'),
        ("game.toml", "year = 19", "year = 18"),
    ],
)
def test_what_people_look_at_first(mine: Path, file: str, old: str, new: str) -> None:
    """No chain holds page, chronicle and game.toml; made again they tell."""
    path = mine / file
    text = path.read_text("utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), "utf-8")
    sealed(mine)
    found = again(mine)
    assert found and not found.mails
    assert {one.file for one in found.drawn} == {file}
    assert len(found.drawn[0].was) < 200


@pytest.mark.parametrize("file", ["record.txt", "index.html", "game.toml"])
def test_line_ends_are_bytes_as_well(mine: Path, file: str) -> None:
    path = mine / file
    path.write_bytes(path.read_bytes().replace(b"\n", b"\r\n", 1) + b"\r\n")
    sealed(mine)
    assert {one.file for one in again(mine).drawn} == {file}


def test_a_remark_in_game_toml_is_no_part_of_it(mine: Path) -> None:
    path = mine / "game.toml"
    path.write_text(path.read_text("utf-8").replace("[judge]", "# Anna cheats\n[judge]"), "utf-8")
    sealed(mine)
    (found,) = again(mine).drawn
    assert (found.file, found.was) == ("game.toml", "# Anna cheats")


def test_words_to_everybody_that_nobody_wrote(mine: Path) -> None:
    (mine / "press.txt").write_text(
        "1951, 1 Dec 2026 12:00 UTC: Anna (red, X) to everybody\n| I cheat\n", "utf-8"
    )
    sealed(mine)
    assert [one.file for one in again(mine).drawn] == ["press.txt"]


def test_a_report_is_not_hidden_by_calling_it_words_between_players(mine: Path) -> None:
    def hide(mails: list[Entry]) -> None:
        one = next(one for one in mails if one["kind"] == "report")
        (mine / one["file"]).unlink()
        for name in ("sha256", "html", "picture", "head"):
            del one[name]
        one |= {"file": "", "withheld": "words between players"}

    shown = [json.loads(line)["picture"] for line in (mine / "mails.jsonl").read_text("utf-8").splitlines()]
    first = next(filter(None, shown))
    if shown.count(first) == 1:
        (mine / f"pictures/{first}.png").unlink()
    forge(mine, "mails", hide)
    (mail,) = again(mine).mails
    assert mail.what == "withheld"


def test_words_that_are_held_back_excuse_nothing_before_them(mine: Path) -> None:
    """Or whoever marks a letter so, and lets its writer say YES later, could write what he likes."""

    def late(letters: list[Entry]) -> None:
        mine_ = [one for one in letters if one["player"] == letters[0]["player"]]
        mine_[-2] |= {"withheld": "words to others"}
        mine_[-1]["lines"] = ["YES"]

    forge(mine, "letters", late)
    found = again(mine)
    assert found and found.excused and found.until > 100
    forge_report(mine, "reports/red/000-report.txt", "Subject: ", "Subject: Re: ")
    assert not again(mine).excused


def test_a_letter_of_which_nothing_more_was_noted_is_no_excuse_for_the_beginning(mine: Path) -> None:
    def less(letters: list[Entry]) -> None:
        del letters[-1]["also"]

    forge(mine, "letters", less)
    found = again(mine)
    assert found and "came in no round" in " ".join(found.letters)


def test_a_command_that_did_nothing(mine: Path) -> None:
    def more(acts: list[Entry]) -> None:
        acts.insert(5, {**acts[4], "argv": ["show", "demo", "--reveal"]})

    forge(mine, "acts", more)
    assert "pbem show demo --reveal changed nothing there" in " ".join(again(mine).letters)


def test_a_wrong_count_of_events_names_its_line(mine: Path) -> None:
    def other(acts: list[Entry]) -> None:
        acts[7]["events"] += 1

    forge(mine, "acts", other)
    assert again(mine).problems[0].startswith("line 8 of acts.jsonl speaks of ")


@pytest.mark.parametrize(
    "spoil", [{"at": "yesterday"}, {"argv": None}, {"argv": ["@begin", "{}"]}, {"argv": ["@seat", "x"]}]
)
def test_commands_that_cannot_be_read_are_a_fault_of_theirs(mine: Path, spoil: Entry) -> None:
    def other(acts: list[Entry]) -> None:
        acts[0 if spoil.get("argv", [""]) == ["@begin", "{}"] else 6].update(spoil)

    forge(mine, "acts", other)
    found = again(mine)
    assert found.problems and not found.excused


def test_an_archive_that_is_not_played_again_is_not_called_sound_from_first_to_last(mine: Path) -> None:
    """Anybody can write another fingerprint into game.toml."""
    path = mine / "game.toml"
    mark = fingerprint.here()["fingerprint engine"]
    path.write_text(path.read_text("utf-8").replace(mark, mark[::-1]), "utf-8")
    sealed(mine)
    result = CliRunner().invoke(app, ["verify", str(mine)], prog_name="pbem")
    assert result.exit_code == 0
    assert result.stdout.splitlines()[-1].endswith(
        "is sound as far as its files prove it; it was not played again: demo."
    )
    result = CliRunner().invoke(app, ["verify", str(mine), "--level", "2"], prog_name="pbem")
    assert "fingerprint engine" in result.stdout
    assert result.stdout.splitlines()[-1].endswith("from the first event to the last.")
