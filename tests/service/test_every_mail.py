"""Every kind of mail that goes out, opened as a mail program opens it: parts, headers, thread, and what comes of it when it is quoted back."""

import email
import email.policy
import re
from email.message import EmailMessage
from pathlib import Path
from typing import NamedTuple

import pytest

from pbem.mail.auto import automatic
from pbem.mail.compose import html_of, text_of
from pbem.mail.headers import Headers
from pbem.mail.html import html_text
from pbem.mail.letters import read_letter
from pbem.mail.marker import is_marker
from pbem.orders.reader import read
from pbem.service import desk
from pbem.store.database import transaction

from .mailgame import MailGame

#: Gmail shows no more of a mail (in kB).
MOST = 102_000
KINDS = {"report", "receipt", "notice", "press", "reminder", "moderator", "confirm", "stranger"}


class Sent(NamedTuple):
    """A mail as it was handed over."""

    kind: str
    player: str
    turn: int
    raw: bytes

    @property
    def mail(self) -> EmailMessage:
        found = email.message_from_bytes(self.raw, policy=email.policy.default)
        assert isinstance(found, EmailMessage)
        return found


@pytest.fixture(scope="module")
def sent(tmp_path_factory: pytest.TempPathFactory) -> list[Sent]:
    """A game of two years in which nearly everything happens that is told by mail."""
    game = MailGame(
        tmp_path_factory.mktemp("site") / "site", options={"reminders": "24h", "pauses": "trial,nomination"}
    )
    game.write("red", "SET CALENDAR ON\nSET ADDRESS anna@elsewhere.example\nMODERATOR: hello")
    game.write("blue", "STATUS\nHELP\nHISTORY\nRULES R4")
    game.put(
        b"From: nobody@stranger.example\nTo: judge@judge.example\nMessage-ID: <x@s.e>\nDate: Tue, 01 Dec 2026 12:00:00 +0000\n\nhello\n"
    )
    game.poll(50)
    game.begin()
    game.write("red", "PRESS TO blue: Hello\nEND PRESS\nFORM\nTAKE DM\nTRY PC\nPURGE Manjak")
    game.write("blue", "PRESS: Hello all")
    game.write("green", "TAKE KGB\nPURGE Manjak, Eatstumuch\nSET MAIL TEXT")
    game.poll(1)
    desk.deadline(game.site, "test", "+24h", game.now, "for the holidays")
    desk.hold(game.site, "test", "a pause", game.now)
    game.poll()
    desk.resume(game.site, "test", game.now)
    for _ in range(30):
        if game.record().row.turn > 2 or game.record().row.status == "over":
            break
        game.poll(49)
    assert game.record().row.turn > 1
    files = [file.read_bytes() for file in sorted((game.folder / "mail" / "out" / "new").iterdir())]
    with transaction(game.site.engine) as connection:
        rows = connection.exec_driver_sql("select message_id, kind, player, turn from mail").all()
    known = {row[0]: tuple(row[1:]) for row in rows}
    found = []
    for raw in files:
        found.append(Sent(*known[str(email.message_from_bytes(raw)["Message-ID"]).strip()], raw))
    return found


def test_it_is_nearly_all_there_is(sent: list[Sent]) -> None:
    assert {one.kind for one in sent} >= KINDS
    assert len(sent) > 40


def test_a_mail_program_finds_no_fault(sent: list[Sent]) -> None:
    for one in sent:
        mail = one.mail
        assert not [part.defects for part in mail.walk() if part.defects], one.kind
        assert one.raw.isascii()
        assert max(map(len, one.raw.split(b"\n"))) <= 78
        assert [
            part.get_content_charset() for part in mail.walk() if part.get_content_maintype() == "text"
        ].count(None) == 0
        for part in mail.walk():
            if not part.is_multipart():
                assert part.get_content()
        assert len(mail["To"].addresses) == 1
        assert mail["Date"].datetime.tzinfo is not None


def test_text_and_html_stand_where_they_are_looked_for(sent: list[Sent]) -> None:
    pictures = calendars = 0
    for one in sent:
        mail = one.mail
        kinds = [part.get_content_type() for part in mail.walk()]
        plain, html = mail.get_body(("plain",)), mail.get_body(("html",))
        assert plain is not None
        assert plain.get_content().rstrip("\n") == text_of(one.raw).rstrip("\n")
        assert plain.get_content_type() == "text/plain"
        if "text/html" not in kinds:
            assert one.player == "green", "who wants text alone"
            continue
        assert html is not None
        assert html.get_content().rstrip("\n") == html_of(one.raw).rstrip("\n")
        assert html.get_content().startswith("<!")
        assert len(one.raw) < 2 * MOST
        assert len(html.get_content().encode()) < MOST
        assert ("cid:picture" in html.get_content()) == ("image/png" in kinds)
        pictures += "image/png" in kinds
        calendars += "text/calendar" in kinds
    assert pictures > 5
    assert calendars > 3


def test_a_line_of_text_fits_into_eighty_columns(sent: list[Sent]) -> None:
    """The moderator's mails, too; but for what cannot be parted."""
    for one in sent:
        for line in text_of(one.raw).split("\n"):
            assert len(line) <= 78 or max(map(len, line.split())) > 60, (one.kind, line)


def test_a_picture_is_told_in_a_sentence_or_two(sent: list[Sent]) -> None:
    told = [alt for one in sent for alt in re.findall(r' alt="([^"]*)"', html_of(one.raw) or "")]
    assert len(told) > 5
    assert all(20 < len(alt) < 400 for alt in told)


def test_both_begin_with_the_marker(sent: list[Sent]) -> None:
    for one in sent:
        if one.kind in ("confirm", "stranger"):
            continue
        assert is_marker(text_of(one.raw).split("\n")[0]), one.kind
        if html_of(one.raw):
            seen = html_text(html_of(one.raw))
            assert seen is not None
            assert is_marker(seen.text.strip().split("\n")[0]), one.kind


def test_what_is_quoted_back_is_no_order(sent: list[Sent], tmp_path: Path) -> None:
    """Neither the text nor what the HTML reads like holds a line that the reader takes for one."""
    game = MailGame(tmp_path / "other")
    lexicon = game.record().lexicon
    for one in sent:
        if one.kind == "moderator":  # his answers are read otherwise
            continue
        texts = [text_of(one.raw)]
        if html_of(one.raw):
            seen = html_text(html_of(one.raw))
            assert seen is not None
            texts.append(seen.text)
        for text in texts:
            lines = text.replace("\u00a0", " ").split("\n")
            taken = [(r.text, r.error) for r in read(lines, lexicon) if r.kind not in ("ignored", "comment")]
            assert not taken, (one.kind, taken[:3])


def test_one_that_comes_back_is_known_for_ours(sent: list[Sent]) -> None:
    for one in sent:
        letter = read_letter(one.raw)
        assert automatic(Headers(email.message_from_bytes(one.raw).raw_items()), letter.sender), one.kind
        assert not any(letter.lines) or one.kind in ("confirm", "stranger"), one.kind


def test_a_year_of_a_game_is_one_thread(sent: list[Sent]) -> None:
    """References begin with the same id for all mails to one player in one year, and with others for others and in other years."""
    roots: dict[tuple[str, int], set[str]] = {}
    for one in sent:
        if one.player in ("red", "blue", "green"):
            first = str(one.mail["References"]).split()[0]
            roots.setdefault((one.player, one.turn), set()).add(first)
    assert len(roots) >= 6
    assert all(len(found) == 1 for found in roots.values())
    whole = set.union(*roots.values())
    assert len(whole) == len(roots)
    assert not [root for root in whole if "red" in root or "195" in root]
