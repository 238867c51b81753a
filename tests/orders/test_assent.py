"""YES and NO in the words that people use (E10), and what only looks like them."""

import pytest

from pbem.orders.reader import read

from .names_of_the_game import ADVANCED, BASIC


def verbs(text, lexicon=BASIC):
    return [line.verb for reading in read(text.split("\n"), lexicon) for line in reading.lines]


@pytest.mark.parametrize(
    "text",
    [
        "YES",
        "yes",
        "Yes please",
        "ok yes",
        "Yes, that's right",
        "yes thats right",
        "Yes!!",
        "ja",
        "Ja bitte",
        "Yep",
        "yeah do it",
        "Sí",
        "oui",
        "CONFIRM",
        "I confirm",
        "Confirmed.",
        "Yes, go ahead please",
        "Hi judge, yes please",
        "yes, exactly as shown",
        "Yes thank you, Anna",
        "Yes Satin",
        "Sure",
        "Go ahead.",
    ],
)
def test_yes(text):
    assert verbs(text) == ["yes"]


@pytest.mark.parametrize(
    "text",
    [
        "NO",
        "no",
        "Nope",
        "nein",
        "Nein danke",
        "No, forget it",
        "no don't",
        "No, that's wrong",
        "forget them",
    ],
)
def test_no(text):
    assert verbs(text) == ["no"]


@pytest.mark.parametrize(
    "text",
    [
        "Yes, purge Manjak",
        "yes?",
        "Yes I think we should wait for Boris",
        "sure I will",
        "vote yes",
        "no orders",
        "No quiero hacer nada",
        "Yes but not Satin",
    ],
)
def test_what_says_more_is_neither(text):
    assert "yes" not in verbs(text)
    assert "no" not in verbs(text)


def test_a_no_below_an_order_takes_that_back_and_forgets_nothing():
    assert verbs("purge Manjak\nno, forget it") == []


def test_no_thanks_refuses_an_offer_where_there_are_bribes():
    assert verbs("no thanks", ADVANCED) == ["refuse"]
    assert verbs("no thanks", BASIC) == ["no"]
