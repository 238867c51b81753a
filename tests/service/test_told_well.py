"""What receipts say of years and cards, missing numbers, several letters, copies, full sheets, and in their subjects."""

import re

import pytest

from pbem.report.naming import clause
from pbem.service import desk, overview
from pbem.service.errors import ServiceError

from .mailgame import MailGame, subject_of, text_of
from .spoofing import copied


@pytest.fixture(scope="module")
def base(tmp_path_factory):
    game = MailGame(tmp_path_factory.mktemp("told") / "site", rules="advanced")
    game.begin()
    return game


@pytest.fixture
def begun(base, tmp_path):
    return copied(base, tmp_path / "site")


def flat(mail):
    return " ".join(text_of(mail).replace("|", " ").split())


def answer(game, text):
    game.write("red", text)
    game.poll(1)
    return game.to("red")[-1]


@pytest.mark.parametrize("text", ["RULES card 14", "rules of card 14", "RULES CARD 14."])
def test_a_card_is_told_as_the_receipt_recommends_it(begun, text):
    mail = answer(begun, text)
    said = flat(mail)
    card = begun.record().rules.deck[14]
    assert "Rejected" not in said and card.name in said
    assert "as you asked" in subject_of(mail)


def test_a_bare_number_brings_the_chapter_and_the_card(begun):
    said = flat(answer(begun, "RULES 15"))
    assert "Clause R15" in said and begun.record().rules.deck[15].name in said


def test_what_there_is_not_is_said(begun):
    assert "there is no card 999" in flat(answer(begun, "RULES card 999"))


@pytest.mark.parametrize("text", ["HISTORY 1950", "HISTORY 0", "HISTORY 1951"])
def test_history_takes_years_and_turns(begun, text):
    said = flat(answer(begun, text))
    assert "too large" not in said and ("1950" if text != "HISTORY 1951" else "1951") in said


def test_missing_numbers_are_one_rejection(begun):
    answer(begun, "DECLARE 1 G\nPURGE K")
    said = flat(answer(begun, "CANCEL 1-20"))
    assert said.count("CANCEL 1-20") == 2, "under “Not done” and under “Rejected”"
    assert said.count("of yours have the number") == 1
    assert "No orders of yours have the numbers 3 to 20." in said


def test_several_letters_that_were_not_applied_are_told_apart(begun):
    begun.write("red", "", subject="first thing")
    begun.write("red", "", subject="second thing")
    begun.poll(1)
    said = flat(begun.to("red")[-1])
    told = re.findall(r"Nothing of the letter of ([^“]*), “([^”]*)” was applied", said)
    assert [subject for _, subject in told] == ["first thing", "second thing"]
    assert all(re.search(r"\d\d:\d\d", when) for when, _ in told)
    assert "Nothing of this letter" not in said


def test_a_second_copy_names_the_time_of_the_first(begun):
    same = begun.to("red")[-1]
    name = begun.write("red", "PURGE K", to=same)
    begun.poll(1)
    first = re.search(r"Received: (.*?)\.", flat(begun.to("red")[-1]))[1]
    begun.write("red", "PURGE K", to=same, message_id=name)
    begun.poll(2)
    said = flat(begun.to("red")[-1])
    assert f"Your letter of {first} came twice, the second time " in said


def test_a_full_sheet_without_ready_is_told_of_it_once(tmp_path):
    game = MailGame(tmp_path / "site")
    sheet = game.sheet(0)
    said = flat(answer(game, sheet))
    assert said.count("write READY") == 1
    assert "write READY" not in flat(answer(game, "STATUS"))
    assert "write READY" not in flat(answer(game, f"{sheet}\nREADY"))


def test_a_sheet_that_is_not_full_is_not_told_so(tmp_path):
    game = MailGame(tmp_path / "site")
    assert "write READY" not in flat(answer(game, "Satin 10"))


def test_the_notes_of_a_line_stand_each_at_its_own_order(begun):
    said = flat(answer(begun, "purge Maniak, investigate satan"))
    notes = said.partition("Notes on how it was read")[2]
    assert notes.count("read Maniak as Manjak") == notes.count("read satan as Satin") == 1


@pytest.mark.parametrize(
    ("words", "short"),
    [
        (
            "a mail went to anna@example.org; answer it from there within 7 days, and then you may write",
            "a mail went to anna@example.org",
        ),
        ("you are READY for this deadline", "you are READY for this deadline"),
        ("word " * 30, f"{'word ' * 11}word…"),
    ],
)
def test_a_subject_ends_where_a_clause_does(words, short):
    assert clause(words, 60) == short


def test_a_hold_without_words_is_told_once(begun):
    """No `on hold: on hold`, and no words of the moderator's that he never said."""
    desk.hold(begun.site, "test", "", begun.now)
    said = flat(answer(begun, "STATUS"))
    assert "The game is on hold; no deadline runs until it goes on." in said and "“on hold”" not in said
    (row,) = overview.games(begun.site, begun.now)
    assert [need.what for need in row.needs] == ["held"] and row.needs[0].words == "on hold"
    with pytest.raises(ServiceError, match=r"^test is on hold already\.$"):
        desk.hold(begun.site, "test", "", begun.now)
