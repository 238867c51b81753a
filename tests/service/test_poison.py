"""Letters that break their reader, among others: the poll goes on, tries them three times, and tells the moderator once."""

import sys
from datetime import timedelta

import pytest

from pbem.mail.child import LetterReader
from pbem.mail.limits import MAX_MESSAGE
from pbem.service import intake
from pbem.service.poll import PollResult, poll
from pbem.store.database import transaction
from tests.mail import faults
from tests.mail.bombs import BOMBS

from .mailgame import MailGame, text_of

MODERATOR = "<gm@judge.example>"


@pytest.fixture
def fragile(begun: MailGame, monkeypatch) -> MailGame:
    """A game whose letters are read by a reader that breaks when one of them says so."""
    monkeypatch.setattr(intake, "LetterReader", lambda: LetterReader(faults.NAME))
    return begun


def polled(game: MailGame, hours: float = 1) -> PollResult:
    game.now += timedelta(hours=hours)
    return poll(game.site, game.now)


def states(game: MailGame) -> list[tuple[str, str, int]]:
    """(state, reason, tries) of what came, oldest first, but for the letters with which the game began."""
    with transaction(game.site.engine) as connection:
        rows = connection.exec_driver_sql("select state, reason, attempts from letter order by id").all()
    return [tuple(row) for row in rows][3:]


def to_the_moderator(game: MailGame) -> list[str]:
    return [text_of(mail) for mail in game.outgoing() if MODERATOR[1:-1] in str(mail["To"])]


def test_a_letter_that_ends_the_reader_is_tried_in_three_polls_and_stops_no_other(fragile: MailGame) -> None:
    fragile.put(b"crash\nFrom: Anna <anna@players.example>\n\nPURGE Manjak\n")
    for tries in (1, 2, 3):
        fragile.write("blue", f"VOTE GUILTY ON Satin IF TURN < {tries}")
        answered = len(fragile.to("blue"))
        done = polled(fragile)
        assert done.receipts == 1
        assert len(fragile.to("blue")) == answered + 1
        assert [
            problem for problem in done.problems if "reading it ended the reader" in problem
        ] == done.problems
        assert len(done.problems) == 1
        state, _, attempts = states(fragile)[0]
        assert (state, attempts) == ("poison" if tries == 3 else "new", tries)
        assert len(to_the_moderator(fragile)) == (tries == 3)
    (told,) = to_the_moderator(fragile)
    assert "reading it ended the reader" in " ".join(told.split())
    assert "Nobody was answered" in " ".join(told.split())


def test_what_is_put_aside_is_left_alone_and_its_sender_hears_nothing(fragile: MailGame) -> None:
    fragile.put(b"crash\nFrom: Anna <anna@players.example>\n\nPURGE Manjak\n")
    mails = len(fragile.to("red"))
    for _ in range(3):
        polled(fragile)
    mended = polled(fragile)
    assert mended.problems == []
    assert (mended.letters, mended.receipts, mended.sent) == (0, 0, 0)
    assert states(fragile)[0][2] == 3
    assert len(fragile.to("red")) == mails
    assert len(to_the_moderator(fragile)) == 1


@pytest.mark.slow
def test_one_of_each_kind_between_good_letters_of_one_poll(fragile: MailGame) -> None:
    for deed in (b"spin\n", b"devour\n260", b"crash\n", b"leave\n", b"kill\n", b"stumble\n"):
        fragile.put(deed)
        fragile.write("green", "PURGE Manjak")
        fragile.write("blue", "PURGE Satin")
    for _ in range(3):
        done = polled(fragile)
    assert len(done.problems) == 6
    assert len(to_the_moderator(fragile)) == 6
    assert [state for state, _, _ in states(fragile)].count("poison") == 6
    assert {why for state, why, _ in states(fragile) if state == "poison"} == {
        "reading it took too long",
        "reading it took too much memory",
        "reading it ended the reader",
    }
    assert fragile.orders("green") and fragile.orders("blue")


def test_a_letter_put_off_until_the_deadline_is_resolved_costs_a_broken_one_no_second_try(
    fragile: MailGame,
) -> None:
    fragile.put(b"crash\n")
    fragile.now += timedelta(hours=80)
    fragile.write("blue", "PURGE Satin")
    done = poll(fragile.site, fragile.now)
    assert done.resolved == ["test"]
    assert states(fragile)[0][2] == 1


def test_if_no_reader_can_be_started_letters_wait_and_no_try_counts(begun: MailGame, monkeypatch) -> None:
    monkeypatch.setattr(intake, "LetterReader", lambda: LetterReader(faults.NAME))
    begun.write("blue", "PURGE Satin")
    with monkeypatch.context() as broken:
        broken.setattr(sys, "executable", "/no/such/python")
        for _ in range(7):
            done = polled(begun)
            assert ["no process can be started" in problem for problem in done.problems] == [True]
    assert [(state, tries) for state, _, tries in states(begun)] == [("new", 0)]
    assert polled(begun).receipts == 1
    assert begun.orders("blue")


def test_a_message_over_the_limits_is_refused_with_a_sentence_before_anything_reads_it(
    begun: MailGame,
) -> None:
    for text in ("PURGE Manjak\n" * (MAX_MESSAGE // 13), "\n--b" * 3_000):
        answered = len(begun.to("red"))
        begun.write("red", text)
        begun.poll(1)
        (mail,) = begun.to("red")[answered:]
        assert "It cannot be read: the message" in " ".join(text_of(mail).split())
    assert begun.orders("red") == []


@pytest.mark.slow
def test_a_poll_over_every_hostile_message_applies_the_good_letters_and_mails_nobody_else(
    begun: MailGame,
) -> None:
    begun.write("red", "PURGE Manjak")
    for bomb in list(BOMBS.values())[:100]:
        begun.put(bomb.raw())
    begun.write("blue", "PURGE Satin")
    for bomb in list(BOMBS.values())[100:]:
        begun.put(bomb.raw())
    begun.write("green", "PURGE Nikotin")
    before = {colour: len(begun.to(colour)) for colour in begun.colours}
    done = polled(begun)
    assert done.problems == []
    assert done.letters == len(BOMBS) + 3
    assert to_the_moderator(begun) == []
    for colour, order in {"red": "PURGE Manjak", "blue": "PURGE Satin", "green": "PURGE Nikotin"}.items():
        assert begun.orders(colour) == [order]
    # red is Anna, whose name the bombs bear: without her code they are answered three times a day, and nothing is done
    got = {colour: len(begun.to(colour)) - before[colour] for colour in begun.colours}
    assert got["blue"] == got["green"] == 1
    assert got["red"] <= 1 + 3
    assert "new" not in [state for state, _, _ in states(begun)]
    assert len(begun.outgoing()) == sum(len(begun.to(colour)) for colour in begun.colours)
