"""SUPPORT, GAIN, DRAW and KEEP CARDS answer their questions; HOLD and DECLARE beside them (R13, R15.6, D10, D12, D13)."""

from itertools import combinations

import pytest
from msgspec.structs import replace

from pbem.engine.events import MODERATOR, Announced, Answered, Choice
from pbem.engine.questions import Ask
from pbem.engine.run import Reply

from .table_of_cards import PURGE, START, Hands, position

GROWTH = Announced("", "growth", player="red")
KEPT = tuple(Choice("keep", cards=combo) for combo in combinations((1, 9, 17, 30), 3))
GIVEN = tuple(Choice("change", cards=combo) for combo in combinations((9, 17, 30), 1))


def asked(hands: Hands, action: str, options: tuple[Choice, ...], actor: str = "") -> Reply:
    question = Ask("red", actor, action, options, optional=action not in ("keep", "change"))
    reply = hands.book.ask(question, hands)  # type: ignore[arg-type]
    assert reply is not None
    hands.told(Answered("red", actor, action, *reply))
    return reply


@pytest.mark.parametrize(
    ("line", "supported"),
    [
        ("SUPPORT blue ON KGB", "blue"),
        ("SUPPORT blue ON K", "blue"),
        ("SUPPORT brown ON K", None),
        ("SUPPORT blue ON G", None),
        ("SUPPORT blue ON K IF NOBODY CONTROLS G", None),
        ("PASS", None),
    ],
)
def test_support_goes_to_the_one_who_is_named(line: str, supported: str | None) -> None:
    options = tuple(Choice("support", "K", to=seat) for seat in ("green", "blue"))
    hands = Hands({"red": [line, "HOLD K"]})
    choice = asked(hands, "support", options, "K").choice
    assert (choice.to if choice else None) == supported
    assert hands.book.spent("red") == set()


def gains(most: int) -> tuple[Choice, ...]:
    return tuple(Choice("gain", name, number=n) for name in "GK" for n in range(1, most + 1))


def test_gain_lines_are_used_in_their_order_each_its_amount() -> None:
    hands = Hands({"red": ["PASS", "GAIN 1 G, 2 KGB", "GAIN 1 G"]})
    assert asked(hands, "gain", gains(2)).choice == Choice("gain", "G", number=1)
    assert asked(hands, "gain", gains(1)).choice == Choice("gain", "K", number=1)  # what is left
    assert hands.book.spent("red") == {2, 3}
    assert asked(hands, "gain", gains(1)).line == 4


def test_cards_are_drawn_as_far_as_points_are_left() -> None:
    hands = Hands({"red": ["DRAW 2"]})
    assert asked(hands, "draw", (Choice("draw", number=1),)).choice == Choice("draw", number=1)
    assert asked(Hands({"red": ["GAIN 2 G"]}), "draw", (Choice("draw", number=1),)).choice is None


def test_silence_is_neither_gain_nor_draw() -> None:
    assert asked(Hands({"red": []}), "gain", gains(2)).choice is None


@pytest.mark.parametrize(
    ("line", "kept"),
    [
        ("KEEP CARDS 1, 17, 30", (1, 17, 30)),
        ("KEEP CARDS 30", (1, 9, 30)),
        ("KEEP 17, 30, 5", (1, 17, 30)),
        ("KEEP CARDS 5", None),
        ("HOLD G", None),
    ],
)
def test_the_named_cards_are_kept(line: str, kept: tuple[int, ...] | None) -> None:
    hands = Hands({"red": [line]})
    choice = asked(hands, "keep", KEPT).choice
    assert (choice.cards if choice else None) == kept
    assert hands.book.spent("red") == ({1} if kept else set())


@pytest.mark.parametrize(
    ("line", "given"), [("KEEP 9, 17", (30,)), ("KEEP 9", (17,)), ("KEEP 9, 17, 30", None)]
)
def test_others_are_given_as_change(line: str, given: tuple[int, ...] | None) -> None:
    choice = asked(Hands({"red": [line]}), "change", GIVEN).choice
    assert (choice.cards if choice else None) == given


def test_no_order_answers_for_the_moderator() -> None:
    hands = Hands({"red": ["PASS"]})
    assert hands.book.ask(Ask(MODERATOR, "", "card", ()), hands) is None  # type: ignore[arg-type]


# -- declaring -------------------------------------------------------------------------------------------------------------


def test_a_total_that_only_gain_records_waits_for_it() -> None:
    """D13: red has recorded 8."""
    hands = Hands({"red": ["DECLARE 10 G", "GAIN 2 G"]})
    assert not hands.hear(START).claims
    assert not hands.hear(GROWTH).claims
    assert hands.book.spent("red") == set()
    hands.state = replace(hands.state, recorded={**hands.state.recorded, "red": {"G": 10}})
    (claim,) = hands.hear(GROWTH).claims
    assert (claim.points, claim.line) == (10, 1)
    assert hands.book.spent("red") == {1}


def test_a_total_that_is_recorded_does_not_wait_nor_one_without_gain() -> None:
    (claim,) = Hands({"red": ["DECLARE 8 G", "GAIN 2 G"]}).hear(START).claims
    assert claim.points == 8
    hands = Hands({"red": ["DECLARE 10 G", "GAIN 2 K"]})
    assert not hands.hear(START).claims
    assert hands.book.spent("red") == {1}


@pytest.mark.parametrize("line", ["HOLD K", "TAKE K", "DECLARE 6 K", "PROTECT G"])
def test_nobody_bids_where_a_ten_plus_lies(line: str) -> None:
    hands = Hands({"red": [line]}, position(locked={"K": "blue"}))
    assert not hands.hear(PURGE).claims
    assert hands.book.notes["red", 1] == "blue has its Politician for good (10+)"


def test_hold_ignores_support() -> None:
    (claim,) = Hands({"red": ["HOLD K", "SUPPORT blue ON K"]}).hear(PURGE).claims
    assert claim.points == 5
