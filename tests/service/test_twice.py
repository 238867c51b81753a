"""The same letter again: fetched twice, delivered twice, written twice (decision D2, mail.md 5)."""

from collections.abc import Iterable, Iterator
from datetime import timedelta
from typing import Self

import pytest

from pbem.mail.inbox import Delivery, Known, unknown

from .mailgame import MailGame, subject_of, text_of
from .spoofing import ANNA, Watched, code, copied, raw, rows

TWICE = "came twice"


@pytest.fixture(scope="module")
def base(tmp_path_factory):
    game = MailGame(tmp_path_factory.mktemp("twice") / "site")
    game.begin()
    return game


@pytest.fixture
def begun(base, tmp_path):
    return copied(base, tmp_path / "site")


class Shelf:
    """An inbox in memory: messages by key."""

    mark = ""

    def __init__(self, messages: dict[str, bytes], game: MailGame) -> None:
        self.messages, self.game = messages, game

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *trouble: object) -> None:
        pass

    def fetch(self, known: Known = (), limit: int | None = None, mark: str = "") -> Iterator[Delivery]:
        for key in unknown(known, list(self.messages)):
            raw = self.messages[key]
            yield Delivery(key, raw, self.game.now, len(raw))

    def done(self, keys: Iterable[str]) -> None:
        pass


def shelve(game: MailGame, prefix: str, letters: list[bytes]) -> None:
    """From now on the mailbox of the site holds these."""
    messages = {f"{prefix}{number}": letter for number, letter in enumerate(letters, 1)}
    game.site.inbox = lambda: Shelf(messages, game)


FIRST = "imap:judge@imap.example/INBOX:17:"


@pytest.mark.parametrize(
    "again",
    [
        "imap:judge@imap.example/INBOX:18:",
        "imap:judge@imap.example/Games:17:",
        "imap:judge@new.example/INBOX:3:",
    ],
)
def test_a_mailbox_that_was_made_anew_or_moved_changes_nothing_and_answers_nobody(begun, again):
    letters = [raw(begun), raw(begun, "eve@evil.example"), raw(begun, text="nonsense", subject="x")]
    shelve(begun, FIRST, letters)
    begun.poll(1)
    before = [(row.state, row.number) for row in rows(begun, "letter")]
    watched = Watched(begun)
    for hours in (1, 80):
        shelve(begun, again, letters)
        begun.poll(hours)
    assert [mail.kind for mail in watched.mails() if mail.kind != "report"] == []
    assert [(row.state, row.number) for row in rows(begun, "letter")][: len(before)] == before
    doubled = rows(begun, "letter")[len(before) :]
    assert [row.state for row in doubled] == ["doubled"] * 3
    assert [row.attempts for row in doubled] == [0, 0, 0], "they were not even read"


def test_a_letter_of_which_the_first_poll_knew_nothing_more_is_still_done_once(begun):
    """The first copy is stored, and the poll dies; the next one finds the mailbox made anew."""
    from pbem.service import fetching

    letter = raw(begun)
    shelve(begun, FIRST, [letter])
    fetching.fetch(begun.site, begun.now, True, [])
    shelve(begun, FIRST.replace("17", "18"), [letter, raw(begun, text="VOTE NO")])
    begun.poll(1)
    assert begun.orders("red") == ["PURGE Manjak", "VOTE NO"]
    assert [row.state for row in rows(begun, "letter")[-3:]] == ["applied", "doubled", "applied"]


def test_the_same_mail_under_another_number_of_one_mailbox_is_a_second_copy_and_answered(begun):
    letter = raw(begun)
    shelve(begun, FIRST, [letter])
    begun.poll(1)
    watched = Watched(begun)
    shelve(begun, FIRST, [letter, letter])
    begun.poll(1)
    (told,) = watched.mails()
    assert (told.recipient, told.kind) == (ANNA, "receipt")
    assert TWICE in told.subject
    assert begun.orders("red") == ["PURGE Manjak"]


def test_copies_on_several_days_are_told_once_a_day(begun):
    letter = raw(begun)
    begun.put(letter)
    begun.poll(1)
    told = []
    for hours in (1, 1, 24, 1):
        watched = Watched(begun)
        begun.put(letter)
        begun.put(letter)
        begun.poll(hours)
        told.append(len(watched.mails()))
    assert told == [1, 0, 1, 0]
    assert begun.orders("red") == ["PURGE Manjak"]


def test_two_letters_that_come_twice_are_each_told(begun):
    letters = [raw(begun), raw(begun, text="VOTE NO")]
    for letter in letters:
        begun.put(letter)
    begun.poll(1)
    watched = Watched(begun)
    for letter in letters:
        begun.put(letter)
    begun.poll(1)
    assert [TWICE in mail.subject for mail in watched.mails()] == [True, True]
    assert begun.orders("red") == ["PURGE Manjak", "VOTE NO"]


def test_what_a_second_copy_is_told_names_no_order_and_needs_nothing(begun):
    letter = raw(begun)
    begun.put(letter)
    begun.put(letter)
    begun.poll(1)
    mail = begun.to("red")[-1]
    assert TWICE in subject_of(mail)
    assert "Manjak" not in text_of(mail)
    assert "You need do nothing" in text_of(mail)


def test_an_old_letter_sent_again_after_the_deadline_does_nothing(begun):
    letter = raw(begun, text="VOTE NO\nREADY")
    begun.put(letter)
    begun.poll(1)
    begun.poll(80)
    assert begun.record().row.session != "cure purge spy"
    ready = begun.record().seat_rows["red"].ready
    standing = begun.orders("red")
    begun.put(letter)
    begun.poll(1)
    assert (begun.orders("red"), begun.record().seat_rows["red"].ready) == (standing, ready)
    assert TWICE in subject_of(begun.to("red")[-1])


def test_an_old_letter_under_a_new_name_after_the_deadline_is_held(begun):
    old = code(begun, "red")
    begun.put(raw(begun, text="PURGE Manjak", subject=f"[{old}]"))
    begun.poll(1)
    begun.poll(80)
    begun.put(raw(begun, text="PURGE Manjak\nREADY", subject=f"[{old}]"))
    begun.poll(1)
    assert begun.orders("red") == []
    text = " ".join(text_of(begun.to("red")[-1]).split())
    assert "It answers an older report" in text
    assert "READY is never kept" in text


def test_the_same_words_under_a_new_name_replace_and_the_receipt_says_so(begun):
    begun.put(raw(begun))
    begun.poll(1)
    begun.put(raw(begun))
    begun.poll(1)
    assert begun.orders("red") == ["PURGE Manjak"]
    assert "Replaced" in text_of(begun.to("red")[-1])


def test_without_a_message_id_words_and_date_tell_letters_apart(begun):
    first = raw(begun, message_id="")
    later = first.replace(b"12:00:00", b"12:00:07")
    for letter in (first, first, later):
        begun.put(letter)
    begun.poll(1)
    assert [row.state for row in rows(begun, "letter")[-3:]] == ["applied", "doubled", "applied"]


def test_a_copy_that_comes_a_minute_before_the_deadline_and_again_after_it_counts(begun):
    letter = raw(begun, text="VOTE NO")
    deadline = begun.record().row.deadline.replace(tzinfo=begun.now.tzinfo)
    begun.now = deadline - timedelta(minutes=1)
    begun.put(letter)
    begun.poll()
    begun.put(letter)
    result = begun.poll(1)
    assert result.resolved == ["test"]
    assert [row.state for row in rows(begun, "letter")[-2:]] == ["applied", "doubled"]
