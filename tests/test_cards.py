"""Every card of the decks that come with the program has its code, and the code says what the card says (R15.4a, R18.1)."""

from dataclasses import replace
from pathlib import Path

import pytest

from pbem.engine import dice, run, view
from pbem.engine.cards import CODES
from pbem.engine.cards.places import ON, spoken, untimely
from pbem.engine.events import MODERATOR, Announced, HealthChanged, HouseRuled, Ruled
from pbem.engine.questions import Ask
from pbem.engine.rules import IntrigueCard, Rules
from pbem.engine.state import Hand, Politician, State
from pbem.engine.variants import rules_for
from pbem.engine.variants.intrigue import intrigue
from pbem.orders.answers import OrderBook
from pbem.orders.lines import Line, Named
from pbem.orders.standing import Standing

SCENARIOS = Path(__file__).parent / "scenarios"
BOTH = rules_for("basic", {"intrigue": True, "deck": "both"}).deck
HOUSE = rules_for("basic", {"intrigue": True}).deck


def test_the_house_deck_has_34_cards_and_both_together_at_least_54() -> None:
    assert sorted(HOUSE) == list(range(1, 35))
    assert len(BOTH) >= 54
    assert set(HOUSE) < set(BOTH)


@pytest.mark.parametrize("card", BOTH.values(), ids=lambda card: f"{card.number} {card.name}")
def test_the_docstring_of_its_function_is_the_text_of_the_card(card: IntrigueCard) -> None:
    assert CODES[card.code].text == " ".join(card.text.split())


@pytest.mark.parametrize("card", BOTH.values(), ids=lambda card: f"{card.number} {card.name}")
def test_when_and_on_are_words_that_the_engine_knows(card: IntrigueCard) -> None:
    assert "start:" not in spoken(card.when)
    who = card.on.removeprefix("player").removeprefix(",").strip()
    assert who in ON or who in ("", "Politician")


@pytest.mark.parametrize("card", BOTH.values(), ids=lambda card: f"{card.number} {card.name}")
def test_a_scenario_shows_what_it_does(card: IntrigueCard) -> None:
    assert list(SCENARIOS.glob(f"card-{card.number:02}-*.toml"))


def test_there_is_no_code_without_a_card() -> None:
    assert set(CODES) == {card.code for card in BOTH.values()}


def test_a_window_of_another_phase_is_no_window_for_it() -> None:
    state = State(phase="spy")
    assert untimely(state, "purge", Announced("A", "pass"))
    assert not untimely(state, "any", Announced("A", "pass"))


def unknown_card(reading: str) -> tuple[State, Rules, OrderBook]:
    """Red is about to play card 90, which no program knows; how HR-39 is read."""
    own = IntrigueCard(90, "Snow in June", "Something that no program knows.", "any", "member")
    rules = replace(intrigue(rules_for("basic"), {90: own}), deck_name="own")
    people = {"A": Politician("A", 80, "PC"), "B": Politician("B", 74, "people")}
    hands = {"red": Hand((90,), 1), "blue": Hand()}
    ruled = {"HR-39": (reading, False)} if reading else {}
    base = State(("red", "blue"), 2, "purge", people, {"PC": "A"}, hands=hands, readings=ruled)
    return base, rules, OrderBook({"red": [Standing(1, Line("play", cards=(90,), who=(Named("A"),)))]}, rules)


@pytest.mark.parametrize(
    ("reading", "held", "deck", "said"),
    [
        (
            "nothing",
            (),
            (90,),
            [HouseRuled("HR-39", "card 90 has no code, and does nothing", None, "nothing")],
        ),
        ("not-playable", (90,), (), []),
    ],
)
def test_hr_39_other_readings_ask_nobody(
    reading: str, held: tuple[int, ...], deck: tuple[int, ...], said: list[HouseRuled]
) -> None:
    base, rules, book = unknown_card(reading)
    bases = {player: view.position(player, base) for player in base.seats}
    played = run.advance(base, bases, [], rules, book, dice.scripted(()))
    assert played.question is None
    assert played.state.hands["red"].cards == held
    assert played.state.deck == deck
    assert [e for e in played.events if isinstance(e, HouseRuled)] == said


def test_hr_39_a_card_without_code_asks_the_moderator() -> None:
    """It is played and lies at the bottom of the deck, then the phase waits for a ruling; with it, it goes on."""
    base, rules, book = unknown_card("")
    bases = {player: view.position(player, base) for player in base.seats}
    first = run.advance(base, bases, [], rules, book, dice.scripted(()))
    assert isinstance(first.question, Ask)
    assert (first.question.player, first.question.action) == (MODERATOR, "card")
    assert first.state.deck == (90,)
    assert HouseRuled("HR-39", "card 90 has no code; the moderator applies its text") in first.events
    written = [*first.events, Ruled("He catches a cold.", (HealthChanged("A", 1),))]
    second = run.advance(base, bases, written, rules, run.Silent(), dice.scripted(()))
    assert second.question is None
    assert second.state.people["A"].crosses == 1
