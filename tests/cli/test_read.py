"""`pbem read` of letters that break their reader."""

import json
from pathlib import Path

import pytest

from pbem.mail import child
from pbem.mail.limits import MAX_MESSAGE
from tests.mail import faults
from tests.mail.letter_samples import message

from .conftest import Pbem


def test_a_letter_that_breaks_its_reader_is_poison_with_the_reason_and_the_others_are_read(
    pbem: Pbem, tmp_path: Path, monkeypatch
) -> None:
    reader = child.LetterReader(faults.NAME)
    monkeypatch.setattr(child, "LetterReader", lambda: reader)
    letters = {"a": message("READY\n"), "b": b"crash\n", "c": b"spin\n", "d": message("READY\n")}
    for name, raw in letters.items():
        (tmp_path / name).write_bytes(raw)
    result = pbem("read", "--json", *letters)
    found = {
        one["file"]: (one["verdict"], one["reason"]) for one in map(json.loads, result.stdout.splitlines())
    }
    assert found == {
        "a": ("orders", ""),
        "b": ("poison", child.BROKEN),
        "c": ("poison", child.TOO_LONG),
        "d": ("orders", ""),
    }
    assert result.exit_code == 0
    assert pbem("read", "b").stdout.startswith("b: poison, reading it ended the reader\n")


@pytest.mark.parametrize(
    ("line", "verdict"),
    [
        ("YES as Anna, Europe/Zurich, away 3–10 May", "orders"),
        ("YES as Anna", "orders"),
        ("UNWATCH", "orders"),
        ("Yes as I said yesterday, I will come on Friday", "empty"),
        ("yes as usual", "empty"),
    ],
)
def test_words_of_people_without_a_seat_are_candidates(
    pbem: Pbem, tmp_path: Path, line: str, verdict: str
) -> None:
    (tmp_path / "a").write_bytes(message(f"{line}\n"))
    (found,) = map(json.loads, pbem("read", "--json", "a").stdout.splitlines())
    assert (found["verdict"], len(found["lines"])) == (verdict, verdict == "orders")


def test_a_file_of_any_size_is_judged(pbem: Pbem, tmp_path: Path) -> None:
    (tmp_path / "a").write_bytes(message("READY\n" * MAX_MESSAGE))
    (found,) = map(json.loads, pbem("read", "--json", "a").stdout.splitlines())
    assert (found["verdict"], found["reason"]) == ("refused", "the message is too large, more than 1024 KB")
