"""Letters typed on phones, each with what must become of it (`phone_mails.toml`)."""

import tomllib
from pathlib import Path
from typing import Any

import pytest

from pbem.orders.canonical import canonical
from pbem.orders.reader import Reading, read

from .names_of_the_game import BASIC, LEXICON

MAILS: list[dict[str, Any]] = tomllib.loads(Path(__file__).with_name("phone_mails.toml").read_text("utf-8"))[
    "mail"
]
SIGNS = {"ignored": "-", "comment": "#"}


def told(reading: Reading) -> list[str]:
    if reading.kind == "order":
        return [canonical(line, LEXICON) for line in reading.lines]
    return [f"! {reading.error}" if reading.kind == "rejected" else SIGNS[reading.kind]]


def fits(got: str, wanted: str) -> bool:
    return wanted[2:] in got if wanted.startswith("! ") else got == wanted


@pytest.mark.parametrize("mail", MAILS, ids=[mail["name"] for mail in MAILS])
def test_a_casual_letter_becomes_what_its_writer_meant(mail: dict[str, Any]) -> None:
    lexicon = BASIC if mail.get("basic") else LEXICON
    got = [said for reading in read(mail["text"].split("\n"), lexicon) for said in told(reading)]

    assert len(got) == len(mail["becomes"]), got
    assert [one for one, wanted in zip(got, mail["becomes"], strict=True) if not fits(one, wanted)] == []


def test_there_are_sixty_of_them_at_least() -> None:
    assert len(MAILS) >= 60
