"""`pbem mail` and `pbem retry` on a real site, by their arguments."""

import json
import os
import pty
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.mail.bounce_samples import dsn
from tests.service.mailgame import MailGame

from .conftest import Pbem

Refused = Callable[..., str]
KEYS = "number way when from to game player kind state tries next reason command".split()
NOW = "2026-12-01T14:00:00Z"


class Book:
    """A site with a game in it, and its database."""

    def __init__(self, folder: Path, call: Pbem) -> None:
        self.game, self.folder = MailGame(folder), folder
        self._call = call

    def pbem(self, *words: str) -> str:
        result = self._call(*words, "--site", str(self.folder))
        assert result.exit_code == 0, result.output
        return result.stdout

    def json(self, *words: str) -> Any:
        return json.loads(self.pbem(*words, "--json"))

    def change(self, sql: str, *values: object) -> None:
        with self.game.site.engine.begin() as connection:
            connection.exec_driver_sql(sql, values)

    def held(self) -> list[tuple[str, str]]:
        return [(row["number"], row["state"]) for row in self.json("mail", "--held", "--now", NOW)]


@pytest.fixture
def book(pbem: Pbem, tmp_path: Path) -> Book:
    """M1 to M3: the set-up reports.  L1: Anna's sheet, M4 its receipt.  L2: a stranger's letter."""
    book = Book(tmp_path / "site", pbem)
    book.game.write("red", "INFLUENCE B C D E F G H I J K")
    book.game.put(
        b"From: CANARY <eve@elsewhere.example>\nTo: judge@judge.example\nSubject: CANARY\nAuto-Submitted: auto-replied\n\nCANARY\n"
    )
    book.game.poll(1)
    return book


# --- pbem mail ---


def test_mail_lists_what_came_and_went_the_newest_last(book: Book) -> None:
    rows = book.json("mail", "test")
    assert [row["number"] for row in rows] == ["M1", "M2", "M3", "L1", "M4"]
    assert all(list(row) == KEYS for row in rows)
    assert rows[0] == {
        "number": "M1", "way": "out", "when": "2026-12-01T12:00:00+00:00", "from": "judge@judge.example",
        "to": "anna@players.example", "game": "test", "player": "red", "kind": "report", "state": "sent", "tries": 1,
        "next": None, "reason": "", "command": "",
    }  # fmt: skip
    assert rows[3] == {
        "number": "L1", "way": "in", "when": "2026-12-01T13:00:00+00:00", "from": "anna@players.example",
        "to": "judge@judge.example", "game": "test", "player": "red", "kind": "signed", "state": "applied", "tries": 1,
        "next": None, "reason": "", "command": "",
    }  # fmt: skip


def test_mail_of_the_whole_site_has_strangers_too_and_says_why_nothing_was_done(book: Book) -> None:
    (stranger,) = [row for row in book.json("mail") if row["number"] == "L2"]
    assert (stranger["from"], stranger["game"], stranger["player"], stranger["state"]) == (
        "eve@elsewhere.example", "", "", "ignored",
    )  # fmt: skip
    assert "Auto-Submitted" in stranger["reason"]


def test_nothing_that_a_letter_or_mail_says_is_shown(book: Book) -> None:
    for words in (("mail",), ("mail", "--held"), ("mail", "L2"), ("mail", "M1"), ("mail", "L1", "--json")):
        said = book.pbem(*words)
        assert "CANARY" not in said
        assert "INFLUENCE" not in said
        assert "[test]" not in said


def test_piped_it_is_a_line_each_with_tabs(book: Book) -> None:
    lines = book.pbem("mail", "test").splitlines()
    assert lines[3].split("\t") == [
        "L1", "in", "2026-12-01 14:00", "anna@players.example", "test", "red", "signed", "applied",
        "", "", "", "",
    ]  # fmt: skip


def test_on_a_terminal_it_is_a_table(book: Book) -> None:
    master, slave = pty.openpty()
    env = {**os.environ, "COLUMNS": "200", "TERM": "xterm"}
    words = [sys.executable, "-m", "pbem", "mail", "--site", str(book.folder)]
    subprocess.run(words, env=env, stdout=slave, stdin=slave, check=True)
    os.close(slave)
    said = os.read(master, 65536).decode()
    os.close(master)
    assert "number" in said
    assert "│" in said


@pytest.mark.parametrize(
    ("words", "numbers"),
    [
        (("--in",), ["L1", "L2"]),
        (("--out",), ["M1", "M2", "M3", "M4"]),
        (("--player", "red"), ["M1", "L1", "M4"]),
        (("--player", "anna"), ["M1", "L1", "M4"]),
        (("test", "--player", "Boris"), ["M2"]),
        (("--since", "2026-12-01T12:30Z"), ["L1", "L2", "M4"]),
        (("--since", "2026-12-01T13:30"), ["L1", "L2", "M4"]),  # in the site's zone
        (("--since", "90h", "--now", "2026-12-05T06:30:00Z"), ["L1", "L2", "M4"]),
        (("--since", "1d", "--now", "2026-12-05T06:00:00Z"), []),
        (("--since", "2026-12-02"), []),
    ],
)
def test_the_list_can_be_narrowed(book: Book, words: tuple[str, ...], numbers: list[str]) -> None:
    assert [row["number"] for row in book.json("mail", *words)] == numbers


def test_a_long_list_shows_the_last_fifty_and_says_so(book: Book, pbem: Pbem) -> None:
    for number in range(60):
        book.game.put(f"From: a{number}@x.example\nAuto-Submitted: auto-replied\n\nhi\n".encode())
    book.game.poll(1)
    result = pbem("mail", "--site", str(book.folder))
    assert len(result.stdout.splitlines()) == 50
    assert result.stdout.splitlines()[-1].startswith("L62\t")
    assert result.stderr == "16 older ones are not shown; --all shows them.\n"
    assert len(book.json("mail", "--all")) == 66
    assert len(book.json("mail", "--in")) == 50


def test_one_letter_or_mail_with_its_facts(book: Book) -> None:
    said = book.pbem("mail", "M1")
    assert said.splitlines()[0] == "number: M1"
    assert "state: sent\n" in said
    assert "size: " in said
    data = book.json("mail", "l1")
    assert list(data) == [*KEYS, "size", "bounces"]
    assert data["number"] == "L1"


def test_only_who_asks_gets_the_text_and_a_file_gets_it_to_the_byte(book: Book) -> None:
    with book.game.site.engine.connect() as connection:
        raw = connection.exec_driver_sql("select raw from letter where id = 1").scalar_one()
    words = [sys.executable, "-m", "pbem", "mail", "L1", "--reveal", "--site", str(book.folder)]
    assert subprocess.run(words, capture_output=True, check=True).stdout == raw
    assert "INFLUENCE B C D" in book.json("mail", "L1", "--reveal")["raw"]


def test_on_a_terminal_no_letter_steers_it(book: Book) -> None:
    book.game.put(b"From: a@x.example\nAuto-Submitted: auto-replied\n\nhi\x1b[2J\x07 there\n")
    book.game.poll(1)
    master, slave = pty.openpty()
    words = [sys.executable, "-m", "pbem", "mail", "L3", "--reveal", "--site", str(book.folder)]
    subprocess.run(words, stdout=slave, stdin=slave, check=True)
    os.close(slave)
    said = os.read(master, 65536)
    os.close(master)
    assert b"hi" in said
    assert b"\x1b" not in said
    assert b"\x07" not in said


@pytest.mark.parametrize(
    ("words", "status", "said"),
    [
        (("mail", "17"), 2, "17 may be a letter or a mail: write L17 or M17."),
        (("mail", "L99"), 2, "There is no letter L99."),
        (("mail", "nogame"), 2, "There is no game nogame"),
        (("mail", "test", "--player", "pink"), 2, "There is no player pink in test"),
        (("mail", "--player", "pink"), 2, "There is no player pink in any game"),
        (("mail", "--reveal"), 2, "say its number"),
        (("mail", "test", "--reveal"), 2, "say its number"),
        (("mail", "--in", "--out"), 2, "choose --in or --out"),
        (("mail", "L1", "--held"), 2, "only --reveal and --json"),
        (("mail", "--since", "noon"), 2, "'noon' is no time"),
        (("retry", "17"), 2, "17 may be a letter or a mail: write L17 or M17."),
        (("retry", "x"), 2, "'x' is no number"),
        (("retry", "M99"), 2, "There is no mail M99."),
        (("retry", "L99"), 2, "There is no letter L99."),
        (("retry", "--release"), 2, "by their numbers"),
        (("retry", "L1", "--release"), 2, "L1 is a letter"),
        (
            ("retry", "M1"),
            1,
            "M1 was sent, and did not come back. If its reader has lost it: pbem retry M1 --lost.",
        ),
        (("retry", "L1"), 1, "L1 is applied; only letters that were put aside are read again."),
        (("retry", "M1", "--release"), 1, "M1 is not held by the gate"),
    ],
)
def test_what_cannot_be_is_one_sentence(
    book: Book, refused: Refused, words: tuple[str, ...], status: int, said: str
) -> None:
    assert said in refused(status, *words, "--site", str(book.folder))


def test_a_game_may_bear_the_name_of_a_mail(book: Book, pbem: Pbem) -> None:
    seats = [
        word
        for colour in ("red", "blue", "green")
        for word in ("--player", f"{colour}={colour}y <{colour}@x.example>")
    ]
    assert (
        pbem("new", "M1", "--rules", "basic", *seats, "--now", NOW, "--site", str(book.folder)).exit_code == 0
    )
    assert {row["game"] for row in book.json("mail", "M1")} == {"M1"}
    assert book.json("mail", "m1")["game"] == "test"


# --- what needs a hand ---


def test_nothing_needs_a_hand(book: Book) -> None:
    assert book.pbem("mail", "--held") == "Nothing needs a hand.\n"
    assert book.json("mail", "--held") == []


def test_held_shows_what_did_not_go_out_was_put_aside_or_reaches_nobody(book: Book, pbem: Pbem) -> None:
    book.game.put(dsn("judge@judge.example", returned=f"Message-ID: {book.game.to('red')[0]['Message-ID']}"))
    book.game.poll(0.5)
    book.change("update mail set state = 'failed', reason = '550 no' || char(27) || '[2J' where id = 1")
    book.change("update mail set state = 'held', reason = 'the gate: subject' where id = 2")
    book.change(
        "update mail set state = 'ready', attempts = 2, due = '2026-12-01 15:30:00.000000' where id = 3"
    )
    book.change("update letter set state = 'poison', reason = 'it took too long' where id = 2")
    rows = book.json("mail", "--held", "--now", NOW)
    assert [(row["number"], row["state"]) for row in rows] == [
        ("M1", "failed"), ("M2", "held"), ("M3", "ready"), ("L2", "poison"), ("", "unreachable"),
    ]  # fmt: skip
    assert rows[0]["reason"] == "550 no [2J"
    assert (rows[2]["tries"], rows[2]["next"]) == (2, "2026-12-01T15:30:00+00:00")
    assert (rows[4]["kind"], rows[4]["player"], rows[4]["to"]) == ("player", "red", "anna@players.example")
    assert rows[4]["reason"] == "M1 came back: 5.1.1, there is no such mailbox (permanent)"
    said = pbem("mail", "--held", "--site", str(book.folder))
    assert 'pbem order GAME PLAYER "SET ADDRESS new@example.org"' in said.stderr
    assert pbem("mail", "--held", "--in", "--site", str(book.folder)).stderr == ""
    assert [row["number"] for row in book.json("mail", "--held", "--in")] == ["L2"]
    assert [row["number"] for row in book.json("mail", "test", "--held", "--player", "blue")] == ["M2"]
    bounced = book.json("mail", "M1")["bounces"]
    assert [(back["permanent"], back["sure"], back["status"], back["letter"]) for back in bounced] == [
        (True, True, "5.1.1", "L3")
    ]
    assert "came back: 2026-12-01 14:30, 5.1.1 permanent, L3\n" in book.pbem("mail", "M1")


def test_held_counts_letters_that_wait_for_a_yes_and_shows_no_line_of_them(book: Book) -> None:
    book.game.begin()
    book.game.write("red", "PURGE K", subject="no code at all")
    book.game.poll(1)
    (row,) = book.json("mail", "--held", "--now", NOW)
    assert (row["kind"], row["state"], row["player"]) == ("orders", "undecided", "red")
    assert row["reason"] == "1 letter with orders that a YES would give"


def test_mails_to_the_moderator_that_come_back_are_shown_to_who_looks(book: Book) -> None:
    book.game.write("red", "MODERATOR: hello")
    book.game.poll(1)
    message_id = book.game.to("gm@judge.example")[-1]["Message-ID"]
    book.game.put(dsn("judge@judge.example", "gm@judge.example", returned=f"Message-ID: {message_id}"))
    book.game.poll(1)
    (row,) = book.json("mail", "--held", "--now", NOW)
    assert (row["player"], row["state"], row["to"]) == ("moderator", "unreachable", "gm@judge.example")


def test_games_and_show_name_who_is_unreachable(book: Book) -> None:
    before = book.pbem("games")
    assert "mails do not reach" not in before
    book.game.put(dsn("judge@judge.example", returned=f"Message-ID: {book.game.to('red')[0]['Message-ID']}"))
    book.game.poll(0.5)
    assert book.pbem("games").rstrip("\n").split("\t")[9] == "mails do not reach Anna"
    assert book.json("games")[0]["unreachable"] == ["Anna"]
    assert "\nUnreachable: Anna (red) since " in book.pbem("show", "test")


# --- pbem retry ---


def test_retry_sends_the_same_bytes_at_the_next_poll(book: Book) -> None:
    out = book.folder / "mail" / "out" / "new"
    before = {path.name: path.read_bytes() for path in out.iterdir()}
    for path in out.iterdir():
        path.unlink()
    book.change("update mail set state = 'failed', attempts = 5 where id = 1")
    book.change("update mail set state = 'unknown' where id = 2")
    assert book.json("retry", "M1", "m2") == {
        "mails": ["M1", "M2"], "released": [], "twice": ["M2"], "letters": [], "left": [],
    }  # fmt: skip
    book.pbem("poll", "--now", NOW)
    after = {path.name: path.read_bytes() for path in out.iterdir()}
    assert len(after) == 2
    assert all(raw in before.values() for raw in after.values())
    assert book.held() == []


def test_retry_without_numbers_takes_all_that_failed_but_what_somebody_must_decide(book: Book) -> None:
    book.change("update mail set state = 'failed' where id = 1")
    book.change("update mail set state = 'held' where id = 2")
    book.change(
        "update mail set state = 'ready', attempts = 2, due = '2027-01-01 00:00:00.000000' where id = 3"
    )
    book.change("update mail set state = 'unknown', kind = 'confirm' where id = 4")
    book.change("update letter set state = 'poison', attempts = 3 where id = 2")
    said = book.pbem("retry")
    assert said.splitlines() == [
        "The next poll sends 2 (M1, M3) with the same text and Message-ID.",
        "The next poll reads 1 (L2) again.",
        "Left alone: M2: the gate holds it; see `pbem mail --held`.",
        "Left alone: M4: it may have arrived, and is good only once.",
    ]
    book.pbem("poll", "--now", NOW)
    assert book.held() == [("M2", "held"), ("M4", "unknown")]
    assert book.pbem("mail", "L2").splitlines()[-3:-1] == [
        "state: ignored", "reason: it says Auto-Submitted: auto-replied",
    ]  # fmt: skip
    assert book.pbem("retry", "M4").startswith("The next poll sends 1 (M4)")


def test_retry_when_nothing_failed(book: Book) -> None:
    assert book.pbem("retry") == "Nothing failed, so nothing is tried again.\n"


def test_a_mail_that_the_gate_holds_goes_only_when_it_is_released(book: Book, refused: Refused) -> None:
    book.change("update mail set state = 'held', reason = 'the gate: subject' where id = 2")
    said = refused(1, "retry", "M2", "--site", str(book.folder))
    assert "pbem mail release M2 --because TEXT" in said
    assert "Released: 1 (M2).\n" in book.pbem("retry", "M2", "--release", "--because", "it is harmless")
    book.pbem("poll", "--now", NOW)
    assert book.json("mail", "M2")["state"] == "sent"


def test_one_refusal_and_nothing_is_done(book: Book, refused: Refused) -> None:
    book.change("update mail set state = 'failed' where id = 1")
    refused(1, "retry", "M1", "M2", "--site", str(book.folder))
    assert book.held() == [("M1", "failed")]


@pytest.mark.parametrize("kind", ["receipt", "report"])
def test_what_expired_goes_once_more_however_old_it_is(book: Book, kind: str) -> None:
    book.change("update mail set state = 'expired', attempts = 9, kind = ?, number = 77 where id = 1", kind)
    assert book.json("retry", "M1")["mails"] == ["M1"]
    book.pbem("poll", "--now", "2027-02-01T12:00:00Z")
    assert book.json("mail", "M1")["state"] == "sent"


def test_a_mail_that_was_not_tried_yet_or_is_on_its_way_is_left(book: Book, refused: Refused) -> None:
    book.change("update mail set state = 'ready', attempts = 0 where id = 1")
    assert "was not tried yet" in refused(1, "retry", "M1", "--site", str(book.folder))
    book.change("update mail set state = 'sending' where id = 1")
    assert "on its way" in refused(1, "retry", "M1", "--site", str(book.folder))
