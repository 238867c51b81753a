"""The last report carries the page to watch the game again (E17)."""

from email import message_from_bytes
from email.policy import default
from pathlib import Path

import pytest

from pbem.service import archive, tuning

from .mailgame import EVERYBODY, MailGame


def ended(game: MailGame) -> None:
    for colour in game.colours:
        game.write(colour, "PROPOSE END" if colour == "red" else "AGREE END")
        game.poll(0.1)
    game.poll(48)
    assert game.record().row.status == "over"


def last_report(game: MailGame, colour: str):
    """As it went out, in a parser of mail that is not ours."""
    address = EVERYBODY[colour].partition("<")[2].strip(">")
    files = sorted((game.folder / "mail" / "out" / "new").iterdir(), key=lambda path: path.name)
    mails = [message_from_bytes(path.read_bytes(), policy=default) for path in files]
    return next(m for m in reversed(mails) if address in m["To"] and "the last report" in m["Subject"])


def pages(mail) -> list:
    return [p for p in mail.iter_attachments() if p.get_content_type() == "text/html"]


@pytest.fixture
def over(begun):
    begun.write("green", "SET MAIL TEXT")
    begun.poll(1)
    ended(begun)
    return begun


def test_it_goes_along_whole_and_is_the_page_of_the_archive(over, tmp_path):
    mail = last_report(over, "red")
    (page,) = pages(mail)
    assert page.get_filename() == "kremlin-test.html"
    folder = archive.write(over.site, "test", tmp_path / "out", False, over.now)
    assert page.get_content().strip() == (folder / "index.html").read_text("utf-8").strip()
    assert "kremlin-test.html" in mail.get_body(("plain",)).get_content()
    assert "kremlin-test.html" in mail.get_body(("html",)).get_content()
    assert [part.get_content_type() for part in mail.walk()].count("image/png") == 1


def test_whoever_wants_text_alone_gets_text_alone(over):
    mail = last_report(over, "green")
    assert not mail.is_multipart()
    assert "kremlin-test.html" not in mail.get_content()


def test_no_other_mail_carries_it(over):
    files = Path(over.folder / "mail" / "out" / "new").iterdir()
    mails = [message_from_bytes(path.read_bytes(), policy=default) for path in files]
    assert {m["Subject"].partition(":")[2].partition(" [")[0] for m in mails if pages(m)} == {
        " the last report"
    }


def test_of_a_game_that_is_not_published_nothing_goes_along(begun):
    tuning.tune(begun.site, "test", {"published": "the winner"}, "as agreed", begun.now)
    begun.poll(1)
    ended(begun)
    mail = last_report(begun, "red")
    assert not pages(mail)
    assert "kremlin-test.html" not in mail.get_body(("plain",)).get_content()
