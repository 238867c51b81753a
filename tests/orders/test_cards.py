"""PLAY, DISCARD and OFFER with WHEN in windows (R15, D7, D8, D11)."""

import pytest
from msgspec.structs import replace

from pbem.engine.events import CardPlayed, CardsDiscarded, CardsHanded, Promise
from pbem.engine.state import Hand, Offer
from pbem.orders.answers import OrderBook
from pbem.orders.standing import Standing

from .table_of_cards import PURGE, START, TRIAL, Hands, position


def test_a_plain_card_is_played_in_the_first_window_that_allows_it_and_once() -> None:
    hands = Hands({"red": ["PLAY 9 ON G"]})
    assert hands.cards(START) == [9]
    hands.told(CardPlayed("red", 9, ("G",)))
    assert hands.cards(PURGE) == []
    assert hands.book.spent("red") == {1}
    assert hands.book.notes["red", 1] == "used"


def test_a_card_waits_for_its_window_and_says_why_it_was_not_played() -> None:
    hands = Hands({"red": ["PLAY 31"]}, position(hands={"red": Hand((31,), 1)}, underway=True))
    assert hands.cards(PURGE) == []
    assert hands.book.spent("red") == set()
    assert "start of the Purge Phase" in hands.book.notes["red", 1]


def test_a_card_that_is_not_held_waits_and_says_so() -> None:
    hands = Hands({"red": ["PLAY 5 ON G", "DISCARD 6"]})
    assert hands.cards(START) == []
    assert hands.book.notes["red", 1] == "you did not hold card 5"
    assert hands.book.notes["red", 2] == "you did not hold card 6"


def test_a_card_that_was_wished_and_not_played_is_wished_again() -> None:
    """D8: somebody else was first."""
    hands = Hands({"red": ["PLAY 9 ON G"]})
    assert hands.cards(START) == [9]
    assert hands.cards(START, 2) == []  # once an announcement
    assert hands.cards(PURGE) == [9]


@pytest.mark.parametrize(
    ("line", "played"),
    [
        ("PLAY 17 ON G WHEN TRIAL OF G", [17]),
        ("PLAY 17 ON G WHEN PURGE OF G", []),
        ("PLAY 17 ON G WHEN TRIAL OF K", []),
        ("PLAY 17 ON G WHEN TRIAL OF G IF blue CONTROLS KGB", [17]),
        ("PLAY 17 ON G WHEN TRIAL OF G UNLESS blue CONTROLS KGB", []),
        ("PLAY 17 ON G IN TURN 3", []),
        ("PLAY 17 ON PC", [17]),
    ],
)
def test_triggers_and_conditions_hold_for_cards(line: str, played: list[int]) -> None:
    assert Hands({"red": [line]}).cards(TRIAL) == played


def test_a_condition_may_come_true_in_a_later_round() -> None:
    hands = Hands({"red": ["PLAY 17 ON G WHEN TRIAL OF G IF red CONTROLS KGB"]})
    assert hands.cards(TRIAL) == []
    hands.state = replace(hands.state, declared={"K": {"red": replace(hands.state.declared["K"]["blue"])}})
    assert hands.cards(TRIAL, 2) == [17]
    assert hands.cards(TRIAL, 3) == []


def test_of_several_politicians_the_first_that_is_legal() -> None:
    (play,) = Hands({"red": ["PLAY 9 ON F, G"]}).hear(START).plays
    assert play.on == ("G",)
    (play,) = Hands({"red": ["PLAY 9 ON MINE"]}).hear(START).plays
    assert play.on == ("G",)


def test_blackmail_without_on_is_for_whoever_has_just_announced_something() -> None:
    (play,) = Hands({"red": ["PLAY 1 WHEN PURGE OF MINE"]}).hear(PURGE).plays
    assert (play.on, play.vote) == (("K",), None)


def test_one_card_is_wished_once_a_round() -> None:
    hands = Hands({"red": ["PLAY 17 ON G WHEN TRIAL OF G", "PLAY 17 ON K", "DISCARD 17"]})
    (play,) = hands.hear(TRIAL).plays
    assert (play.on, play.line, play.discard) == (("G",), 1, False)


def test_discarded_cards_leave_one_by_one() -> None:
    hands = Hands({"red": ["DISCARD 9, 17"]})
    plays = hands.hear(START).plays
    assert [(play.card, play.discard) for play in plays] == [(9, True), (17, True)]
    hands.told(CardsDiscarded("red", 1, (9,)))
    assert hands.book.spent("red") == set()
    hands.told(CardsDiscarded("red", 1, (17,)))
    assert hands.book.spent("red") == {1}


def test_discard_all_is_what_he_holds_then() -> None:
    hands = Hands({"red": ["DISCARD ALL"]})
    held = hands.state.hands["red"].cards or ()
    assert [(play.card, play.discard) for play in hands.hear(START).plays] == [(card, True) for card in held]
    hands.told(CardsDiscarded("red", 1, held))
    assert hands.book.spent("red") == {1}
    assert hands.cards(PURGE) == []


def test_without_rules_no_card_is_played() -> None:
    hands = Hands({"red": ["PLAY 9 ON G"]})
    hands.book = OrderBook({"red": [Standing(1, hands.lists["red"][0].line)]})
    assert not any(hands.hear(START))


# -- bribes ----------------------------------------------------------------------------------------------------------------

OFFER = "OFFER 9 TO blue FOR NO TRIAL OF G WHEN PURGE BY KGB"


@pytest.mark.parametrize(
    ("accepting", "struck"),
    [
        ("ACCEPT ANY", True),
        ("ACCEPT ANY FROM red", True),
        ("ACCEPT ANY FROM green", False),
        ("ACCEPT ANY FOR NO TRIAL OF PC", True),
        ("ACCEPT ANY FOR NO TRIAL OF G GIVING 26", True),
        ("ACCEPT ANY FOR NO PURGE OF G", False),
        ("ACCEPT ANY WHEN TRIAL OF G", False),
        ("ACCEPT ANY IF I CONTROL KGB", False),
        ("HOLD KGB", False),
    ],
)
def test_an_offer_with_a_trigger_meets_an_accept_any(accepting: str, struck: bool) -> None:
    lists = {"red": [OFFER], "blue": [accepting], "green": ["ACCEPT ANY"]}
    at = position(phase="spy", declared={}) if accepting.endswith("KGB") else position(phase="spy")
    hands = Hands(lists, at)
    bribes = hands.hear(PURGE).bribes
    assert len(bribes) == struck
    if struck:
        (bribe,) = bribes
        assert (bribe.giver, bribe.receiver, bribe.cards) == ("red", "blue", (9,))
        assert bribe.promise == Promise("trial", "G", never=True)
        assert (bribe.line, bribe.accepted) == (1, 1)
        assert bribe.giving == ((26,) if "GIVING" in accepting else ())
        hands.told(CardsHanded("red", "blue", 1, "bribe", (9,)))
        assert hands.book.notes["blue", 1] == "used"
    else:
        assert hands.book.notes["red", 1] == "it was made, and not accepted"


def test_a_bribe_is_struck_once_and_the_acceptance_stands() -> None:
    hands = Hands({"red": [OFFER], "blue": ["ACCEPT ANY"]}, position(phase="spy"))
    assert hands.hear(PURGE).bribes
    hands.told(CardsHanded("red", "blue", 1, "bribe", (9,)))
    assert not hands.hear(PURGE, 2).bribes
    assert not hands.hear(PURGE).bribes
    assert (hands.book.spent("red"), hands.book.spent("blue")) == ({1}, set())


def test_a_promise_about_another_phase_is_not_sold() -> None:
    """D11: it could not be kept there, and the card would be gone for nothing."""
    hands = Hands({"red": [OFFER], "blue": ["ACCEPT ANY"]}, position(phase="purge"))
    assert not hands.hear(PURGE).bribes
    assert hands.book.notes["red", 1] == "its promise is about another phase"


def test_cards_that_are_not_free_are_not_offered() -> None:
    away = Offer("red", "brown", 1, 1, (9,), 2, "purge")
    hands = Hands({"red": [OFFER], "blue": ["ACCEPT ANY"]}, position(offers=(away,)))
    assert not hands.hear(PURGE).bribes
    assert "card 9" in hands.book.notes["red", 1]


def test_words_bind_nobody_and_meet_any() -> None:
    hands = Hands({"red": ['OFFER 9 TO blue FOR "peace" WHEN PURGE BY KGB'], "blue": ["ACCEPT ANY"]})
    (bribe,) = hands.hear(PURGE).bribes
    assert (bribe.promise, bribe.words) == (None, "peace")
    silent = Hands(
        {"red": ['OFFER 9 TO blue FOR "x" WHEN PURGE BY KGB'], "blue": ["ACCEPT ANY FOR NO TRIAL OF G"]}
    )
    assert not silent.hear(PURGE).bribes
