"""Years, cards, slots, READY in several words, and whose note is whose: what the receipts recommend must work."""

import pytest

from pbem.orders import noting
from pbem.orders.canonical import canonical
from pbem.orders.reader import read
from pbem.service.limits import lacks

from .names_of_the_game import ADVANCED, BASIC


def said(text: str) -> list[str]:
    return [canonical(line, ADVANCED) for one in read([text], ADVANCED) for line in one.lines]


@pytest.mark.parametrize(
    ("text", "order"),
    [
        ("RULES card 14", "RULES card 14"),
        ("rules of card 25", "RULES card 25"),
        ("Rules card no. 9, please", "RULES card 9"),
        ("RULES: card 14", "RULES card 14"),
        ("rules for R4", "RULES R4"),
        ("RULES 14", "RULES 14"),
        ("RULES R4.3", "RULES R4.3"),
        ("RULES", "RULES"),
        ("HISTORY 1951", "HISTORY 1"),
        ("history of the year 1953", "HISTORY 3"),
        ("history in 1952?", "HISTORY 2"),
        ("HISTORY 3", "HISTORY 3"),
        ("HISTORY 1950", "HISTORY 0"),
        ("PURGE K IN TURN 1953", "PURGE Boremtodev IN TURN 3"),
        ("PURGE K in year 1953", "PURGE Boremtodev IN TURN 3"),
        ("PURGE K IF YEAR < 1955", "PURGE Boremtodev IF TURN < 5"),
    ],
)
def test_rules_take_cards_and_turns_take_years(text: str, order: str) -> None:
    assert said(text) == [order]
    assert said(order) == [order]


@pytest.mark.parametrize("text", ["Rules of the road are tough", "Rules card games are fun"])
def test_prose_about_rules_stays_prose(text: str) -> None:
    assert said(text) == []


def test_a_year_in_which_nobody_plays_is_named() -> None:
    (reading,) = read(["HISTORY 2001"], ADVANCED)
    assert reading.kind == "rejected" and "1951 to 1961" in (reading.error or "")


@pytest.mark.parametrize(
    ("text", "orders"),
    [
        ("HOLD C1 UP TO 3", ["HOLD C1 UP TO 3"]),
        ("DECLARE 3 C1", ["DECLARE 3 C1"]),
        ("DECLARE C1 3", ["DECLARE 3 C1"]),
        ("purge C3", ["PURGE C3"]),
        ("investigate candidate 3", ["INVESTIGATE C3"]),
        ("SWAP C1 WITH C2", ["SWAP C1 WITH C2"]),
        ("C1: VOTE NO", ["C1: VOTE NO"]),
        ("PURGE K, C1: VOTE NO", ["PURGE Boremtodev", "C1: VOTE NO"]),
        ("PURGE K IF C1 AGE < 70", ["PURGE Boremtodev IF C1 AGE < 70"]),
        ("WORK K WHEN PURGE OF C2", ["WORK Boremtodev WHEN PURGE OF C2"]),
        ("PROMOTE Z TO C1", ["PROMOTE Wasolin TO C1"]),
        ("MOVE Z C3", ["MOVE Wasolin TO C3"]),
        ("GAIN 1 C3", ["GAIN 1 C3"]),
    ],
)
def test_c1_written_together_is_whoever_sits_there(text: str, orders: list[str]) -> None:
    assert said(text) == orders
    assert [again for order in orders for again in said(order)] == orders


@pytest.mark.parametrize(
    ("text", "orders"),
    [
        ("INFLUENCE C1", ["INFLUENCE Goferbrok 1"]),
        ("G10 K9 C5", ["INFLUENCE Palavrian 10, Boremtodev 9, Goferbrok 5"]),
        ("C1", ["INFLUENCE Goferbrok 1"]),
        ("HOLD C 3", ["HOLD Goferbrok UP TO 3"]),
        ("DECLARE C3", ["DECLARE 3 Goferbrok"]),
        ("DECLARE G6, K5, C4", ["DECLARE 6 Palavrian", "DECLARE 5 Boremtodev", "DECLARE 4 Goferbrok"]),
        ("GAIN C2", ["GAIN 2 Goferbrok"]),
        ("PROMOTE G C1", []),
    ],
)
def test_in_a_sheet_and_with_a_space_c_is_a_card(text: str, orders: list[str]) -> None:
    assert said(text) == orders


@pytest.mark.parametrize(
    "text",
    [
        "ok I am done, thanks!!",
        "done, thank you!!",
        "thanks, I am ready",
        "ok done. thanks!",
        "ready ready",
        "Hi judge, I'm done for now. Cheers",
        "OK, ready to go",
    ],
)
def test_ready_in_several_parts_is_ready(text: str) -> None:
    assert said(text) == ["READY"]


@pytest.mark.parametrize(
    "text", ["thanks", "ready?", "I am done with Manjak", "ready yes", "done deal for Dora"]
)
def test_other_words_are_not_ready(text: str) -> None:
    assert "READY" not in said(text)


def test_an_ok_alone_may_still_be_a_yes_but_not_where_more_is_said() -> None:
    (alone,) = [line for one in read(["ok thanks"], BASIC) for line in one.lines]
    (more,) = [line for one in read(["ok I am done, thanks!!"], BASIC) for line in one.lines]
    assert alone.text.startswith("ok") and not more.text.startswith("ok")


def test_numbers_and_points_may_be_words() -> None:
    assert said("hold KGB up to ten points") == ["HOLD KGB UP TO 10"]
    assert said("declare six points on satin") == ["DECLARE 6 Satin"]


def test_a_player_is_told_with_his_name_and_colour() -> None:
    (reading,) = read(["SUPPORT Dpra ON KGB"], ADVANCED)
    assert reading.notes == ("read Dpra as Dora (blue)",)


@pytest.mark.parametrize("text", ["tell Dora that the FM is old", "Please tell Dora that I agree"])
def test_a_message_without_a_colon_gets_the_form(text: str) -> None:
    (reading,) = read([text], ADVANCED)
    assert reading.kind == "ignored" and "tell Dora: …" in reading.notes[0]


def test_each_note_stands_at_its_own_order() -> None:
    (reading,) = read(["purge Maniak, support Dpra on kgb, declare 3 satan"], ADVANCED)
    notes = [noting.of(reading, line, ADVANCED) for line in reading.lines]
    assert notes == [
        ("read Maniak as Manjak",),
        ("read Dpra as Dora (blue)",),
        ("read satan as Satin",),
    ]


def test_a_note_on_no_name_stands_at_the_last_order() -> None:
    (reading,) = read(["purge Maniak and try K if turn < 5"], ADVANCED)
    first, last = (noting.of(reading, line, ADVANCED) for line in reading.lines)
    assert first == ("read Maniak as Manjak",) and len(last) == 1 and "condition" in last[0]


@pytest.mark.parametrize(
    ("numbers", "words"),
    [
        ([3], "No order of yours has the number 3."),
        ([3, 4], "No orders of yours have the numbers 3 and 4."),
        ([2, 5, 6, 7, 9], "No orders of yours have the numbers 2, 5 to 7 and 9."),
    ],
)
def test_lacking_numbers_are_told_in_one_sentence(numbers: list[int], words: str) -> None:
    assert lacks(numbers) == words
