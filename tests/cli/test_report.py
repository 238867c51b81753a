"""`pbem report`: as text, as a page for a browser, into a file."""

import json
import re
from base64 import b64decode
from collections.abc import Callable
from email import message_from_bytes
from pathlib import Path

import pytest

from pbem.mail.compose import html_of
from tests.service.mailgame import MailGame

from .conftest import Pbem

Refused = Callable[..., str]


@pytest.fixture
def begun(tmp_path: Path) -> MailGame:
    game = MailGame(tmp_path / "site")
    game.begin()
    return game


def words(game: MailGame, *more: str) -> list[str]:
    return ["report", "test", "red", *more, "--site", str(game.folder), "--now", game.now.isoformat()]


def test_the_page_is_the_formatted_part_with_its_picture_in_it(pbem: Pbem, begun: MailGame) -> None:
    page = pbem(*words(begun, "--html")).stdout
    files = sorted((begun.folder / "mail" / "out" / "new").iterdir())
    handed = [message_from_bytes(file.read_bytes()) for file in files]
    sent = [mail for mail in handed if "anna@" in mail["To"]][-1]
    pictures = [part for part in sent.walk() if part.get_content_type() == "image/png"]
    found = re.findall(r'src="data:image/png;base64,([^"]+)"', page)
    assert [b64decode(one) for one in found] == [part.get_payload(decode=True) for part in pictures]
    assert found
    assert "cid:" not in page
    plain = re.sub(r'src="[^"]+"', "", page).replace("\u00a0", " ")
    assert (
        plain.strip() == re.sub(r'src="[^"]+"', "", html_of(sent.as_bytes())).replace("\u00a0", " ").strip()
    )
    assert json.loads(pbem(*words(begun, "--html", "--json")).stdout)["html"].strip() == page.strip()


def test_it_is_written_into_a_file(pbem: Pbem, begun: MailGame, tmp_path: Path) -> None:
    out = tmp_path / "red.html"
    assert f"Written: {out}" in pbem(*words(begun, "--html", "--out", str(out))).stdout
    assert out.read_text("utf-8").startswith("<!")
    text = tmp_path / "red.txt"
    pbem(*words(begun, "--turn", "1", "--phase", "cure", "--out", str(text)))
    assert "== The board ==" in text.read_text("utf-8")


def test_where_it_cannot_be_written(refused: Refused, begun: MailGame, tmp_path: Path) -> None:
    said = refused(2, *words(begun, "--out", str(tmp_path / "nowhere" / "red.txt")))
    assert "cannot be written" in said


def test_a_report_that_was_text_alone_says_so(refused: Refused, begun: MailGame) -> None:
    begun.write("red", "SET MAIL TEXT")
    begun.poll(0.1)
    begun.poll(73)
    said = refused(1, *words(begun, "--html"))
    assert "That report was sent as text alone" in said
    assert said.count("\n") <= 1
