"""The Advanced game by mail: cards, hands, surplus, growth, ties; and games of every kind and number of seats."""

import pytest

from pbem.engine.events import (
    CardPlayed,
    CardsAside,
    CardsDiscarded,
    CardsDrawn,
    CardsTakenUp,
    InfluenceGrown,
    Supported,
    TieResolved,
)
from pbem.service import desk, rulings

from .mailgame import MailGame, text_of


@pytest.fixture
def cards(tmp_path):
    """An Advanced game whose first Spring waits for its deadline."""
    game = MailGame(tmp_path / "site", rules="advanced")
    game.begin()
    return game


def words(mail):
    return " ".join(text_of(mail).split())


def hand(game, colour):
    return game.record().state.hands[colour].cards


def of(game, kind):
    return [event for event in game.events() if isinstance(event, kind)]


def until(game, turn, phase):
    """Silence, until this phase of this turn is awaited."""
    for _ in range(40):
        record = game.record()
        if record.row.turn == turn and phase in record.row.session.split():
            return
        game.poll(73)
    raise AssertionError(f"{phase} of turn {turn} never came")


def deal(game, **hands):
    """Hands as a ruling sets them: everybody's, so that no card is in two."""
    texts = [f"{colour} hand={cards}" for colour, cards in hands.items()]
    rulings.rule(game.site, game.name, texts, "a new deal", game.now)
    game.poll()


def test_a_card_is_played_on_its_trigger_and_leaves_the_hand(cards):
    deal(cards, red="10,5,6", blue="30,31,32", green="20,21,22")
    cards.write("red", "PLAY 10 WHEN START OF HEALTH\nDISCARD 5")
    cards.poll(1)
    cards.poll(72)
    assert [(event.player, event.card) for event in of(cards, CardPlayed)] == [("red", 10)]
    assert [(event.player, event.cards) for event in of(cards, CardsDiscarded)] == [("red", (5,))]
    assert hand(cards, "red") == (6,)
    assert cards.record().views()["blue"].hands["red"].count == 1
    assert cards.orders("red") == []


def test_d12_an_unknown_card_is_rejected_and_one_not_held_is_kept(cards):
    other = hand(cards, "blue")[0]
    cards.write("red", f"PLAY 99 ON Manjak\nPLAY {other} WHEN START OF HEALTH")
    cards.poll(1)
    assert "There is no card 99 in this game’s deck." in words(cards.to("red")[-1]).replace("'", "’")
    assert len(cards.orders("red")) == 1


def test_r15_6_influence_grows_and_cards_are_drawn_at_the_end_of_turn_3(cards):
    until(cards, 3, "parade")
    cards.write("red", "GAIN 1 Manjak\nDRAW 1")
    cards.write("blue", "GAIN 2 Palavrian")
    cards.poll(1)
    assert cards.orders("red") == ["GAIN 1 Manjak", "DRAW 1"]
    cards.poll(72)
    grown = [(event.player, event.politician, event.points) for event in of(cards, InfluenceGrown)]
    assert sorted(grown) == [("blue", "G", 2), ("red", "P", 1)]
    assert [event.player for event in of(cards, CardsDrawn)][-1] == "red"
    assert cards.orders("red") == []
    state = cards.record().state
    assert state.written("red", "P") == 1
    assert state.shown("red", "P") == 1
    assert state.hands["red"].count + state.hands["red"].lying == 4


def test_hr_30_a_surplus_lies_aside_until_the_next_deadline_and_keep_cards_chooses(cards):
    until(cards, 3, "parade")
    before = hand(cards, "red")
    top = cards.record().state.deck[:2]
    cards.write("red", "DRAW 2")
    cards.poll(1)
    cards.poll(72)
    state = cards.record().state
    assert [(event.player, event.cards) for event in of(cards, CardsAside)] == [("red", top)]
    assert state.hands["red"].aside == top, "over the deadline, whatever phases it resolves"
    assert (state.hands["red"].cards, state.hands["red"].count, state.hands["red"].lying) == (before, 3, 2)
    assert state.phase in ("parade", "cure")
    cards.write("red", f'OFFER {top[0]} TO blue FOR "peace"')
    cards.poll(1)
    said = " ".join(text_of(cards.to("red")[-1]).split())
    assert f"Card {top[0]} lies aside until the next deadline, and cannot be offered before (HR-30)" in said
    cards.write("red", f"PLAY {top[0]}\nKEEP CARDS {before[0]}, {top[0]}, {top[1]}")
    cards.poll(1)
    cards.poll(72)
    assert [(event.player, event.cards) for event in of(cards, CardsTakenUp)] == [("red", top)]
    assert [event.cards for event in of(cards, CardsDiscarded)] == [before[1:]]
    assert cards.record().state.hands["red"].lying == 0
    for colour in ("blue", "green"):
        view = cards.record().views()[colour].hands["red"]
        assert (view.cards, view.aside) == (None, None)


def test_hr_30_without_a_choice_the_newest_go(cards):
    until(cards, 3, "parade")
    before = hand(cards, "red")
    cards.write("red", "DRAW 2")
    cards.poll(1)
    cards.poll(72)
    cards.poll(73)
    assert hand(cards, "red") == before


def test_r13_a_tie_goes_to_whom_a_third_player_supports(cards):
    """Both have 4 or more on Shootemdedsky; the third has recorded nothing there but lends a tenth of what he shows."""
    rulings.rule(
        cards.site,
        "test",
        [f"{colour} Karrienko recorded=4" for colour in ("red", "blue", "green")]
        + ["green Karrienko declared=1"],
        "a level field",
        cards.now,
    )
    cards.write("red", "DECLARE 4 Karrienko")
    cards.write("blue", "DECLARE 4 Karrienko")
    cards.write("green", "SUPPORT blue ON Karrienko")
    cards.poll(1)
    cards.poll(72)
    assert [(event.player, event.supports) for event in of(cards, Supported)] == [("green", "blue")]
    assert [event.winner for event in of(cards, TieResolved)] == ["blue"]
    assert cards.record().state.controller("N") == "blue"


@pytest.mark.parametrize("seats", [3, 4, 5, 6])
@pytest.mark.parametrize("rules", ["basic", "advanced", "swiss", "swiss-ah"])
def test_every_preset_is_played_by_mail_with_three_to_six(tmp_path, rules, seats):
    game = MailGame(tmp_path / "site", rules=rules, seats=seats)
    game.begin()
    assert game.record().row.status == "running"
    for _ in range(6):
        assert game.poll(73).resolved == ["test"]
    assert game.record().state.turn >= 2
    assert game.record().state.over or game.record().row.session


SWITCHES = [
    {"ties": "true"},
    {"growth": "true"},
    {"by_age": "true", "strengths": "yes"},
    {"intrigue": "true"},
    {"intrigue": "true", "bribes": "true", "deck": "both"},
    {"revolution": "historical"},
    {"revolution": "mixed", "intrigue": "true"},
    {"three_player": "true"},
]


@pytest.mark.parametrize("options", SWITCHES, ids=[" ".join(options) for options in SWITCHES])
def test_every_switch_is_played_by_mail(tmp_path, options):
    game = MailGame(tmp_path / "site", options=options)
    game.record()
    for place, colour in enumerate(game.colours):
        game.write(colour, f"{game.sheet(place)}\nREADY")
    game.poll(1)
    assert game.record().row.status == "running"
    for _ in range(9):
        game.poll(73)
    assert game.record().state.turn >= 3


def test_show_hides_hands_and_deck_from_whom_they_do_not_concern(cards):
    names = {n: card.name for n, card in cards.record().rules.deck.items()}
    mine, others = hand(cards, "red"), hand(cards, "blue")
    public = desk.show(cards.site, "test", None, reveal=False)
    own = desk.show(cards.site, "test", "red", reveal=False)
    everything = desk.show(cards.site, "test", None, reveal=True)
    assert not any(name in public.text for name in names.values())
    assert all(names[card] in own.text for card in mine)
    assert not any(names[card] in own.text for card in others)
    assert all(names[card] in everything.text for card in (*mine, *others))
    assert public.data["position"]["hands"]["red"]["cards"] is None
    assert own.data["position"]["hands"]["red"]["cards"] == mine
    assert own.data["position"]["hands"]["blue"]["cards"] is None
    assert own.data["position"]["deck"] is None
    assert len(everything.data["position"]["deck"]) == 25
    assert "Deck, from the top" in everything.text


def test_the_same_letters_make_the_same_mails_to_the_byte(tmp_path):
    boxes = []
    for name in ("one", "other"):
        game = MailGame(tmp_path / name, rules="advanced")
        game.begin()
        red, blue = hand(game, "red"), hand(game, "blue")
        game.write("red", f"OFFER {red[0]} TO blue FOR NO PURGE OF KGB\nPLAY {red[1]}")
        game.write("blue", f"DECLARE 5 KGB\nPURGE MINE\nPLAY {blue[0]} WHEN PURGE OF ANYONE")
        game.poll(1)
        game.write("blue", f"ACCEPT 1 GIVING {blue[2]}")
        game.poll(1)
        until(game, 3, "cure")
        boxes.append([mail.as_bytes() for mail in game.outgoing()])
    assert boxes[0] == boxes[1]
