"""Mails of ours that come back as they were drawn, words that stand where nothing is sent from, and letters without end."""

import textwrap
from pathlib import Path

import pytest
from typer.testing import CliRunner

from pbem.cli.commands import app
from pbem.mail.compose import html_of
from pbem.mail.html import html_text
from pbem.mail.letters import read_letter
from pbem.orders.reader import read
from pbem.report.form import WIDTH
from pbem.service.receipts import MOST_IN_VAIN
from tests.orders.names_of_the_game import LEXICON

from .mailgame import ArchivedGame, MailGame, subject_of, text_of
from .test_forms import lines_of, links

WROTE = "On Tue, Dec 1, 2026 at 12:00 PM Kremlin Judge <judge@judge.example> wrote:"


def words(game: MailGame) -> str:
    return " ".join(text_of(game.to("red")[-1]).split())


def as_drawn(game: MailGame, links_too: bool) -> str:
    """Our last mail as Yahoo quotes it, without a mark; Outlook writes out where its links lead."""
    mail = game.to("red")[-1]
    seen = html_text(html_of(mail.as_bytes()))
    assert seen is not None
    text = seen.text
    if links_too and links(mail):
        text = text.replace("Fill in my orders", f"Fill in my orders<{links(mail)[0]}>")
    return f"{WROTE}\n\n{text}"


@pytest.mark.parametrize("links_too", [False, True])
def test_what_was_quoted_as_it_was_drawn_is_ours(begun: MailGame, links_too: bool) -> None:
    begun.write("red", f"TAKE J\n\n{as_drawn(begun, links_too)}")
    begun.poll(0.5)
    assert begun.orders("red") == ["TAKE Talksalott"]
    assert "Ignored" not in words(begun)
    begun.write("red", f"\n\n{as_drawn(begun, links_too)}")
    begun.poll(0.5)
    assert "There was no text above the quoted mail" in words(begun)


@pytest.mark.parametrize("rules", ["basic", "advanced"])
def test_no_line_of_a_form_becomes_an_order_where_a_program_breaks_it(tmp_path: Path, rules: str) -> None:
    game = MailGame(tmp_path, rules=rules)
    seen = 0
    for _ in range(2):
        for line in lines_of(links(game.to("red")[-1])[0]):
            assert len(line) <= WIDTH
            if line.startswith("##"):
                for width in range(40, 80):
                    for rest in textwrap.wrap(line, width)[1:]:
                        seen += 1
                        assert all(one.kind in ("ignored", "comment") for one in read([rest], LEXICON)), rest
        if game.record().row.session == "setup":
            game.begin()
    assert seen


@pytest.mark.parametrize(
    ("line", "kind"),
    [
        ("[x] PURGE Satin", "order"),
        ("[ ] PURGE Satin", "rejected"),
        ("~~PURGE Satin~~", "rejected"),
        ("❌ PURGE Satin", "rejected"),
        ("~~what a game~~", "ignored"),
    ],
)
def test_what_is_crossed_out_or_unticked_is_told(line: str, kind: str) -> None:
    (found,) = read([line], LEXICON)
    assert found.kind == kind


def test_the_first_sign_of_a_message_is_a_part_of_it() -> None:
    (found,) = read(["PRESS TO all: *very* good"], LEXICON)
    assert found.lines[0].words == "*very* good"
    (found,) = read(["**PRESS TO all:** good"], LEXICON)
    assert found.lines[0].words == "good"


@pytest.mark.parametrize(
    ("name", "told"), [("orders.txt", True), ("orders.docx", True), ("ATT00001.txt", False), ("a.png", False)]
)
def test_an_attached_file_that_may_hold_orders_is_mentioned(name: str, told: bool) -> None:
    kind = "image/png" if name.endswith("png") else "application/octet-stream"
    letter = read_letter(
        f"From: a@b.example\nContent-Type: multipart/mixed; boundary=B\n\n--B\nContent-Type: text/plain\n\nsee below\n--B\n"
        f'Content-Type: {kind}; name="{name}"\nContent-Disposition: attachment; filename="{name}"\n\nPURGE A\n--B--\n'.encode()
    )
    assert any("attached file" in one for one in letter.defects) == told


@pytest.mark.parametrize("subject", ["PURGE Aparatschik", "PASS Re: [test] 1951 Spring"])
def test_an_order_in_the_subject_is_not_done_and_told(begun: MailGame, subject: str) -> None:
    mail = begun.to("red")[-1]
    begun.write("red", "thanks", subject=subject, **{"In-Reply-To": str(mail["Message-ID"])})
    begun.poll(0.5)
    assert begun.orders("red") == []
    assert "an order in the subject was not read" in words(begun)
    begun.write("red", "thanks")
    begun.poll(0.5)
    assert "in the subject" not in words(begun)


def test_who_answers_each_receipt_is_not_answered_for_ever(begun: MailGame) -> None:
    before = len(begun.to("red"))
    for _ in range(MOST_IN_VAIN + 6):
        begun.write("red", "I am out of office until Monday.")
        begun.poll(0.02)
    assert len(begun.to("red")) == before + MOST_IN_VAIN
    assert f"{MOST_IN_VAIN} receipts have told you since midnight" in words(begun)
    assert "since midnight" not in text_of(begun.to("red")[-2])
    begun.write("red", "TAKE J")
    begun.poll(0.02)
    assert "1 order" in subject_of(begun.to("red")[-1])


# --- words to other people, where they are not sent from ---


@pytest.mark.parametrize(
    "text",
    [
        f"TAKE J\n\n{WROTE}\n> As things stand\n\nPRESS TO blue: sekret",
        f"{WROTE}\n> As things stand\n\nMODERATOR: sekret",
        f"hello\n\n{WROTE}\n> PRESS TO blue: sekret\n",
    ],
)
def test_words_that_were_not_sent_are_shown_to_him_and_in_no_archive(tmp_path: Path, text: str) -> None:
    game = ArchivedGame(tmp_path / "site")
    game.begin()
    game.write("red", text)
    game.poll(0.5)
    assert "Not sent" in words(game)
    assert "sekret" in words(game)
    assert "sekret" not in " ".join(map(text_of, game.to("blue")))
    game.write("red", "ORDERS")
    game.poll(0.5)
    assert "sekret" not in words(game)
    assert_kept_nowhere(game)


def test_no_report_tells_of_a_held_message(tmp_path: Path) -> None:
    """One without a reply code waits for a YES."""
    game = ArchivedGame(tmp_path / "site")
    game.begin()
    game.write("red", "PRESS TO blue: sekret", subject="my orders")
    game.poll(0.5)
    assert "sekret" in words(game)
    game.poll(80)
    assert "sekret" not in words(game)
    assert_kept_nowhere(game)


def test_a_receipt_that_lists_words_of_a_message_is_in_no_archive(tmp_path: Path) -> None:
    """They are an order or a message: only he knows which."""
    game = ArchivedGame(tmp_path / "site")
    game.begin()
    game.write("red", "PRESS TO blue: shall we?\n\nPURGE Manjak")
    game.poll(0.5)
    game.write("red", "VOTE NO")
    game.poll(0.5)
    assert "PURGE Manjak" in words(game).partition("== Held ==")[2]
    assert_kept_nowhere(game, "== Held ==")


def assert_kept_nowhere(game: ArchivedGame, words: str = "sekret") -> None:
    """Once the game is over its archive opens everything else, and stands up to `pbem verify`."""
    place = ["--site", str(game.folder)]
    more = ["--because", "enough", "--yes", "--now", game.now.isoformat()]
    ended = CliRunner().invoke(app, ["end", game.name, *more, *place])
    assert ended.exit_code == 0, ended.output
    game.poll(0.1)
    folder = game.folder / "games" / game.name
    assert (folder / "letters.jsonl").is_file()
    kept = [path for path in folder.rglob("*") if path.is_file()]
    assert not [path for path in kept if words in path.read_text("utf-8", "replace")]
    verified = CliRunner().invoke(app, ["verify", str(folder)])
    assert verified.exit_code == 0, verified.output


def test_the_signature_of_a_german_galaxy_is_one() -> None:
    letter = read_letter(b"From: a@b.example\n\nTAKE J\n\nVon meinem/meiner Galaxy gesendet\n")
    assert [line for line in letter.lines if line] == ["TAKE J"]
