"""Influence sheets as confused people type them, questions, and verbs with a slip."""

import pytest

from pbem.orders.canonical import canonical
from pbem.orders.reader import read

from .names_of_the_game import LEXICON


def standing(text: str) -> list[str]:
    readings = read(text.split("\n"), LEXICON)
    return [canonical(line, LEXICON) for reading in readings for line in reading.lines]


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("8 Schukrutof", "INFLUENCE Schukrutoff 8"),
        ("3 bungalof", "INFLUENCE Bungaloff 3"),
        ("8 Palavrain", "INFLUENCE Palavrian 8"),
        ("Palavrian (10)", "INFLUENCE Palavrian 10"),
        ("Palavrian = 10", "INFLUENCE Palavrian 10"),
        ("10 - Palavrian", "INFLUENCE Palavrian 10"),
        ("7 for satin", "INFLUENCE Satin 7"),
        ("Manjak: nine", "INFLUENCE Manjak 9"),
        ("seven on the Satin", "INFLUENCE Satin 7"),
        ("my sheet: strychnin 10, satin 9", "INFLUENCE Strychnin 10, Satin 9"),
        ("i have strychnin 10, satin 9, manjak 8", "INFLUENCE Strychnin 10, Satin 9, Manjak 8"),
        ("i take strychnin 10, shootemdedsky 9, G 8", "INFLUENCE Strychnin 10, Shootemdedsky 9, Palavrian 8"),
        ("take G 8, T 7, O 6, P 5", "INFLUENCE Palavrian 8, Strychnin 7, Satin 6, Manjak 5"),
        ("G=10+", "INFLUENCE Palavrian 11"),
        ("G 10+", "INFLUENCE Palavrian 11"),
        ("G10+ K10", "INFLUENCE Palavrian 11, Boremtodev 10"),
        ("10+ on Palavrian", "INFLUENCE Palavrian 11"),
        ("Palavrian (10+)", "INFLUENCE Palavrian 11"),
        ("Palavrian: ten+", "INFLUENCE Palavrian 11"),
        ("Palavrian 10 plus", "INFLUENCE Palavrian 11"),
        ("i have G 10+, K 10, M 9", "INFLUENCE Palavrian 11, Boremtodev 10, Eatstumuch 9"),
        ("INFLUENCE 7 for satin, palavrian (8)", "INFLUENCE Satin 7, Palavrian 8"),
    ],
)
def test_a_sheet_is_read_as_it_comes(text: str, meant: str) -> None:
    assert standing(text) == [meant]


@pytest.mark.parametrize("text", ["TAKE KGB 8, FM 6", "i take G 8, T 7", "take G 5, T 7, O 6, P 4"])
def test_a_few_limits_are_no_sheet(text: str) -> None:
    assert all(one.startswith("TAKE") for one in standing(text))


def test_take_above_the_lines_of_a_sheet_belongs_to_it() -> None:
    assert standing("i take strychnin 10\nsatin 9") == ["INFLUENCE Strychnin 10", "INFLUENCE Satin 9"]
    assert standing("take strychnin up to 10\nsatin 9")[0] == "TAKE Strychnin UP TO 10"


def test_a_number_given_twice_in_one_letter_is_pointed_out() -> None:
    first, second = read(["7 zenjarplan", "7 Satin"], LEXICON)
    assert not first.notes
    assert "Zenjarplan has nothing" in second.notes[0]
    (both,) = read(["INFLUENCE G 7, T 7"], LEXICON)
    assert "7 is given twice" in both.notes[0]
    _, again = read(["G 7", "G 8"], LEXICON)
    assert "had 7 higher up" in again.notes[0]


@pytest.mark.parametrize(
    ("text", "verb"),
    [
        ("relase Nikotn", "RELEASE"),
        ("decalre 3 on bungalof", "DECLARE"),
        ("prugge manjak", "PURGE"),
        ("hodl kgb", "HOLD"),
    ],
)
def test_a_verb_with_a_slip_is_asked_about_never_guessed(text: str, verb: str) -> None:
    (reading,) = read([text], LEXICON)
    assert reading.kind == "rejected"
    assert f"did you mean {verb}?" in (reading.error or "")


def test_a_bad_second_sentence_does_not_harm_the_first() -> None:
    good, bad = read(["DECLARE \u201e3\u201c Bungaloff; decalre 4 satin"], LEXICON)
    assert [canonical(line, LEXICON) for line in good.lines] == ["DECLARE 3 Bungaloff"]
    assert "DECLARE" in (bad.error or "")


def test_the_sign_is_called_by_its_name() -> None:
    assert "semicolon" in (read(["purge manjak; he is old"], LEXICON)[0].error or "")
    assert "full stop" in (read(["purge manjak. he is old"], LEXICON)[0].error or "")


@pytest.mark.parametrize(
    ("text", "numbers"),
    [
        ("CANCEL 1-3", (1, 2, 3)),
        ("cancel 2 and 3", (2, 3)),
        ("cancel 2, 4 to 5", (2, 4, 5)),
        ("cancel all orders", ()),
    ],
)
def test_orders_are_cancelled_by_runs_of_numbers(text: str, numbers: tuple[int, ...]) -> None:
    assert read([text], LEXICON)[0].lines[0].numbers == numbers


@pytest.mark.parametrize(
    ("text", "word"),
    [
        ("?", "HELP"),
        ("what can i do", "HELP"),
        ("what can i do now?", "STATUS"),
        ("who controls the KGB?", "STATUS"),
        ("is it my turn?", "STATUS"),
        ("how does a trial work?", "RULES"),
        ("why did Palavrian die?", "HISTORY"),
    ],
)
def test_a_question_is_told_who_answers(text: str, word: str) -> None:
    (reading,) = read([text], LEXICON)
    assert reading.kind == "ignored"
    assert word in reading.notes[0] and "MODERATOR" in reading.notes[0]


def test_no_order_below_a_press_without_end_is_given() -> None:
    assert standing("PRESS: hi\nform\nnot ready") == ["PRESS: hi\nform\nnot ready"]
    assert standing("PRESS: hi\n\npurge K") == ["PRESS: hi\n\npurge K"]
    assert standing("PRESS: hi\n\npurge K\nEND PRESS\nvote no") == [
        "PRESS: hi\n\npurge K\nEND PRESS",
        "VOTE NO",
    ]
