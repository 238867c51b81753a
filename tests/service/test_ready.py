"""READY beside a line that was not understood; farewells; answers to an old report."""

import pytest

from pbem.orders.reader import Reading
from pbem.service import desk, farewells

from .mailgame import MailGame, subject_of, text_of


def body(mail):
    return " ".join(text_of(mail).split())


def ready(game, colour):
    return bool(game.record().seat_rows[colour].ready)


@pytest.mark.parametrize("word", ["READY", "PASS"])
def test_ready_does_not_count_beside_a_rejected_line(begun, word):
    begun.write("red", f"PURGE M\nPURGE Xyzzyplugh\n{word}")
    begun.poll(1)
    assert not ready(begun, "red")
    mail = begun.to("red")[-1]
    assert "you are not READY yet, 1 line rejected" in subject_of(mail)
    assert text_of(mail).partition("\n\n")[2].startswith("You do not count as READY yet")
    assert "“PURGE Xyzzyplugh”" in body(mail)
    assert "PURGE Eatstumuch" in begun.orders("red"), "the other lines stand"
    begun.write("red", word)
    begun.poll(1)
    assert ready(begun, "red")
    assert "you are READY for this deadline" in body(begun.to("red")[-1]).replace("You are", "you are")


def test_ready_of_an_earlier_letter_ends_with_one_that_was_not_understood(begun):
    begun.write("red", "READY")
    begun.poll(1)
    begun.write("red", "PURGE Xyzzyplugh\nREADY")
    begun.poll(1)
    assert not ready(begun, "red")


def test_a_letter_without_ready_leaves_it_alone_whatever_is_rejected(begun):
    begun.write("red", "READY")
    begun.poll(1)
    begun.write("red", "PURGE Xyzzyplugh")
    begun.poll(1)
    assert ready(begun, "red"), "D14: it survives later orders"


def test_ready_does_not_count_while_orders_stand_below_the_quotation(begun):
    begun.write("red", "READY\n> old text of yours\nPURGE M")
    begun.poll(1)
    assert not ready(begun, "red")


def test_everybody_ready_and_one_line_rejected_resolves_nothing(begun):
    begun.write("red", "PURGE Xyzzyplugh\nREADY")
    for colour in ("blue", "green"):
        begun.write(colour, "READY")
    assert begun.poll(1).resolved == []
    begun.write("red", "READY")
    assert begun.poll(1).resolved == ["test"]


def test_the_moderators_order_command_keeps_ready_back_too(begun):
    entered = desk.enter(begun.site, "test", "red", ["PURGE Xyzzyplugh", "READY"], begun.now)
    assert entered.rejected == 1
    assert "do not count as READY yet" in " ".join(entered.text.split())
    assert not ready(begun, "red")
    desk.enter(begun.site, "test", "red", ["READY"], begun.now)
    assert ready(begun, "red")


def test_a_farewell_is_not_listed_as_ignored(begun):
    begun.write("red", "Hello!\nPURGE M\n\nKind regards,\nAnna\nAcme Ltd, +41 44 123 45 67")
    begun.poll(1)
    said = body(begun.to("red")[-1])
    assert "left alone: “Hello!”." in said


def ignored(text, name="Clara Zetkin"):
    readings = [Reading(line, n, "ignored") for n, line in enumerate(text.split("\n"), 1)]
    return [reading.text for reading in farewells.told(readings, name)]


@pytest.mark.parametrize(
    "text",
    [
        "Kind regards,\nClara",
        "Clara",
        "Cheers, Clara",
        "- clara zetkin",
        "Best\nC.",
        "Viele Grüße\nC",
        "thanks!",
    ],
)
def test_farewells(text):
    assert ignored(text) == []


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("Boris", ["Boris"]),
        ("Regards,\nPS dont purge manjak", ["PS dont purge manjak"]),
        ("Cheers\nwhen can i play 4?", ["when can i play 4?"]),
        ("Thanks for nothing, Boris", ["Thanks for nothing, Boris"]),
    ],
)
def test_what_is_more_than_a_farewell_is_told(text, left):
    assert ignored(text) == left


def test_an_answer_to_a_report_of_last_year_names_both_years(tmp_path):
    game = MailGame(tmp_path / "site")
    game.begin()
    old = game.to("red")[-1]
    for _ in range(4):
        game.poll(73)
    game.write("red", "PURGE M", to=old)
    game.poll(1)
    said = body(game.to("red")[-1])
    assert "of 1951 has been resolved, and the game waits for the" in said
    assert "1952" in said.partition("the game waits for")[2][:60]


@pytest.mark.parametrize("word", ["NOT READY", "unready", "Cancel READY", "withdraw ready", "I'm not ready"])
def test_ready_is_taken_back_in_whatever_words(begun, word):
    begun.write("red", "READY")
    begun.poll(1)
    assert ready(begun, "red")
    begun.write("red", f"PURGE M\n{word}")
    begun.poll(1)
    assert not ready(begun, "red")
    assert "PURGE Eatstumuch" in begun.orders("red")
