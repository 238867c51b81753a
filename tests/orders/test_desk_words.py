"""Orders about the game itself: what people type for them, and what is only talk."""

import pytest

from pbem.orders.canonical import canonical
from pbem.orders.lines import Named
from pbem.orders.names import Lexicon
from pbem.orders.reader import read

from .names_of_the_game import BASIC, LEXICON


def said(text: str, lexicon: Lexicon = LEXICON) -> list[str]:
    return [canonical(line, lexicon) for reading in read(text.split("\n"), lexicon) for line in reading.lines]


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("why #217?", ["WHY 217"]),
        ("Explain 217, please", ["WHY 217"]),
        ("explain event no. 217", ["WHY 217"]),
        ("WHY [217]", ["WHY 217"]),
        ("why 217 and 1218", ["WHY 217", "WHY 1218"]),
        ("PROTEST #217 - he was ill", ["PROTEST 217: he was ill"]),
        ("PROTEST 217: he was ill. VOTE NO", ["PROTEST 217: he was ill. VOTE NO"]),
        ("PROTEST 217: he was ill\nand away.\n\nVOTE NO", ["PROTEST 217: he was ill\nand away.", "VOTE NO"]),
        ("PROTEST 217: he was ill\nVOTE NO", ["PROTEST 217: he was ill", "VOTE NO"]),
        ("more time please", ["EXTEND"]),
        ("extend by two days", ["EXTEND 48h"]),
        ("Please extend the deadline by a week", ["EXTEND 168h"]),
        ("vacation until 3 May, autopilot please", ["VACATION UNTIL 3 May AUTOPILOT"]),
        ("HOLIDAY from 3 May to 10 May", ["VACATION from 3 May to 10 May"]),
        ("I'm away until 3 May", ["VACATION UNTIL 3 May"]),
        ("vacation until Friday", ["VACATION UNTIL Friday"]),
        ("I'm back!", ["VACATION OFF"]),
        ("I concede.", ["CONCEDE"]),
        ("I propose to end the game", ["PROPOSE END"]),
        ("I agree to end", ["AGREE END"]),
        ("keep", ["KEEP ORDERS"]),
        ("Keep orders 1-3", ["KEEP ORDERS 1, 2, 3"]),
        ("keep 4 and 17", ["KEEP CARDS 4, 17"]),
        ("declare now 6 palavrian", ["DECLARE NOW 6 Palavrian"]),
        ("Declare all on G now", ["DECLARE NOW ALL Palavrian"]),
        ("now declare 6 Palavrian", ["DECLARE 6 Palavrian"]),
        ("stand-by", ["STANDBY"]),
    ],
)
def test_what_people_type(typed: str, meant: list[str]) -> None:
    assert said(typed) == meant


def test_keep_and_numbers_are_orders_where_there_are_no_cards() -> None:
    assert said("KEEP 1, 3", BASIC) == ["KEEP ORDERS 1, 3"]
    assert said("keep it up", BASIC) == []


@pytest.mark.parametrize(
    "talk",
    [
        "why 2 votes?",
        "why did you purge 217?",
        "Why?",
        "Explain yourself",
        "explain 5 to me",
        "I protest against this",
        "we should end this",
        "propose a toast",
        "agree to disagree",
        "Extend him my thanks",
        "extend until Friday",
        "I'm away until Friday, sorry",
        "holiday to Greece was nice",
        "I'm back with orders",
        "I concede that you are right",
        "keep it up!",
        "stand by me",
        "more time would have been nice",
    ],
)
def test_what_is_only_talk(talk: str) -> None:
    """Left alone, so that no READY of the same letter is lost by it."""
    assert {reading.kind for reading in read([talk], LEXICON)} == {"ignored"}


def test_now_goes_with_no_condition() -> None:
    (reading,) = read(["DECLARE 6 G NOW IF TURN < 3"], LEXICON)
    assert reading.kind == "rejected"
    (reading,) = read(["DECLARE NOW 6 G"], LEXICON)
    assert (reading.lines[0].verb, reading.lines[0].number, reading.lines[0].who) == (
        "declare now",
        6,
        (Named("G"),),
    )


def test_back_alone_is_told_how_a_vacation_ends() -> None:
    (reading,) = read(["back"], LEXICON)
    assert "VACATION OFF" in str(reading.error)
