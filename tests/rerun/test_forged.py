"""Whoever knows every hash can make a forged archive look whole; played again it is not."""

import hashlib
import json
import shutil
from io import BytesIO
from pathlib import Path

import pytest
from PIL import Image

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
        del letters[len(letters) // 2]

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
    assert f"event {at + 1} is" in first_event(forged, events)
    assert codec.encode(events[at]).decode() in first_event(forged, events)


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
