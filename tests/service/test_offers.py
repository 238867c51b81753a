"""R15.7, decision D11: bribes by mail.  They act on arrival, and nobody but giver and receiver ever learns of an offer."""

import re

import pytest

from pbem.engine.events import CardsHanded, OfferClosed, Offered
from pbem.service import desk

from .mailgame import MailGame, subject_of, text_of


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


def offers(game):
    return [(o.giver, o.receiver, o.number, o.own, o.accepted) for o in game.record().state.offers]


def test_an_offer_goes_out_at_once_and_changes_no_hand(cards):
    red = hand(cards, "red")
    before = {colour: len(cards.to(colour)) for colour in cards.colours}
    cards.write("red", f"OFFER {red[0]} TO blue FOR NO PURGE OF KGB")
    cards.poll(1)
    assert "your offer 1 to Boris" in words(cards.to("red")[-1]).replace("Your", "your")
    assert "an offer from Anna" in subject_of(cards.to("blue")[-1])
    assert f"Card {red[0]}," in words(cards.to("blue")[-1])
    assert len(cards.to("green")) == before["green"]
    state = cards.record().state
    assert {colour: state.hands[colour].count for colour in cards.colours} == dict.fromkeys(cards.colours, 3)


def test_an_offer_tells_what_is_printed_on_the_card_that_its_card_refers_to(cards):
    """`As card 1.` says nothing to whoever does not know card 1."""
    deck = cards.record().rules.deck
    like = next(n for c in cards.colours for n in hand(cards, c) if deck[n].text.startswith("As card "))
    giver = next(colour for colour in cards.colours if like in hand(cards, colour))
    other = next(colour for colour in cards.colours if colour != giver)
    cards.write(giver, f'OFFER {like} TO {other} FOR "peace"')
    cards.poll(1)
    original = deck[int(re.findall(r"\d+", deck[like].text)[0])]
    said = " ".join(words(cards.to(other)[-1]).replace("|", " ").split())
    assert original.text in said


def test_accepted_cards_change_hands_when_the_phase_opens_with_the_change_that_was_named(cards):
    red, blue = hand(cards, "red"), hand(cards, "blue")
    cards.write("red", f"OFFER {red[1]} TO blue FOR NO PURGE OF KGB")
    cards.poll(1)
    cards.write("blue", f"ACCEPT 1 GIVING {blue[1]}")
    cards.poll(1)
    assert "has been accepted" in words(cards.to("red")[-1])
    assert str(blue[1]) not in words(cards.to("red")[-1]), "the giver sees the change when it changes hands"
    assert hand(cards, "red") == red
    cards.poll(72)
    assert set(hand(cards, "blue")) == {*blue, red[1]} - {blue[1]}
    assert set(hand(cards, "red")) == {*red, blue[1]} - {red[1]}


def test_two_offers_in_one_letter_are_numbered_for_each_of_the_three(cards):
    red, blue = hand(cards, "red"), hand(cards, "blue")
    cards.write("blue", f'OFFER {blue[0]} TO green FOR "peace"')
    cards.write("red", f'OFFER {red[0]} TO blue FOR "peace"\nOFFER {red[1]} TO green FOR "peace"')
    cards.poll(1)
    assert offers(cards) == [
        ("blue", "green", 1, 1, False),
        ("red", "blue", 1, 1, False),
        ("red", "green", 2, 2, False),
    ]
    assert "ACCEPT 2" in text_of(cards.to("green")[-1])
    cards.write("green", "ACCEPT 2")
    cards.poll(1)
    assert ("red", "green", 2, 2, True) in offers(cards)


def test_a_refusal_frees_the_card_and_the_giver_is_told(cards):
    red = hand(cards, "red")
    cards.write("red", f'OFFER {red[0]} TO blue FOR "peace"')
    cards.poll(1)
    cards.write("blue", "REFUSE 1")
    cards.poll(1)
    assert "has been refused" in words(cards.to("red")[-1])
    assert red[0] in cards.record().state.playable("red")
    cards.write("blue", "ACCEPT 1")
    cards.poll(1)
    assert "There is no open offer 1 to you" in words(cards.to("blue")[-1])


def test_e26_an_offer_can_be_taken_back_until_it_is_accepted(cards):
    red = hand(cards, "red")
    cards.write("red", f'OFFER {red[0]} TO blue FOR "peace"\nOFFER {red[1]} TO blue FOR "peace"')
    cards.poll(1)
    cards.write("blue", "ACCEPT 2")
    cards.write("red", "WITHDRAW OFFER 1\nWITHDRAW OFFER 2")
    cards.poll(1)
    assert offers(cards) == [("red", "blue", 2, 2, True)]
    assert any("has been taken back" in words(mail) for mail in cards.to("blue"))
    assert "can no longer be withdrawn" in words(cards.to("red")[-1])


def test_an_offer_lapses_with_its_phase_and_both_sides_read_it_in_their_reports(cards):
    red = hand(cards, "red")
    cards.write("red", f'OFFER {red[0]} TO blue FOR "peace"')
    cards.poll(1)
    cards.poll(72)
    assert offers(cards) == []
    assert hand(cards, "red") == red
    for colour in ("red", "blue"):
        assert "lapse" in words(cards.to(colour)[-1]), colour
    assert "lapse" not in words(cards.to("green")[-1])


def test_what_cannot_be_offered_is_rejected_with_a_sentence(cards):
    red, blue = hand(cards, "red"), hand(cards, "blue")
    cards.write(
        "red",
        f'OFFER {blue[0]} TO green FOR "x"\nOFFER {red[0]} TO red FOR "x"\nOFFER 99 TO blue FOR "x"\n'
        f'OFFER {red[0]} TO blue FOR "x"\nOFFER {red[0]} TO green FOR "x"\nACCEPT 3\nREFUSE ALL\nWITHDRAW OFFER 7',
    )
    cards.poll(1)
    said = words(cards.to("red")[-1])
    for sentence in (
        f"You do not hold card {blue[0]}.",
        "You cannot make an offer to yourself.",
        "There is no card 99",
        f"Card {red[0]} is not yours to offer",
        "There is no open offer 3 to you.",
        "There is no open offer to you.",
        "There is no open offer 7 of yours.",
    ):
        assert sentence in said
    assert offers(cards) == [("red", "blue", 1, 1, False)]


def test_no_third_player_ever_reads_of_an_offer_or_of_anothers_card(cards):
    """R15.1: all mails of a third player, searched for the cards that are not his."""
    deck = cards.record().rules.deck
    red, blue, green = (hand(cards, colour) for colour in ("red", "blue", "green"))
    cards.write("red", f'OFFER {red[0]}, {red[1]} TO blue FOR "peace and quiet"\nSTATUS')
    cards.poll(1)
    cards.write("blue", f"ACCEPT 1 GIVING {blue[0]}, {blue[1]}")
    cards.poll(1)
    cards.write("green", "STATUS\nHISTORY\nORDERS\nREFUSE 1")
    cards.poll(72)
    cards.write("green", "STATUS\nHISTORY")
    cards.poll(1)
    printed = " ".join(deck[number].text for number in green)  # "As card 1."
    for mail in cards.to("green"):
        said = words(mail)
        assert "peace and quiet" not in said
        assert "offer from" not in said
        for number in {*deck} - {*green}:
            named = rf"\bcards? {number}\b"
            assert re.search(named, printed) or not re.search(named, said), number
            assert deck[number].name not in said, number
    state = cards.record().views()["green"]
    assert (state.offers, state.offered, state.deck) == ((), {}, None)
    assert state.hands["red"].cards is None


def test_an_offer_moves_no_byte_of_a_third_players_mails(tmp_path):
    boxes = []
    for name, dealing in (("one", True), ("other", False)):
        game = MailGame(tmp_path / name, rules="advanced")
        game.begin()
        if dealing:
            red = hand(game, "red")
            game.write("red", f'OFFER {red[0]} TO blue FOR "peace"\nOFFER {red[1]} TO blue FOR "peace"')
        game.poll(1)
        if dealing:
            game.write("blue", "REFUSE 1")
            game.write("red", "WITHDRAW OFFER 2")
        game.poll(1)
        game.poll(72)
        game.write("green", "STATUS\nHISTORY", message_id="<same@players.example>")
        game.poll(1)
        boxes.append([mail.as_bytes() for mail in game.to("green")])
    assert boxes[0] == boxes[1]


def test_d2_the_same_offer_within_ten_minutes_is_one_offer(cards):
    red = hand(cards, "red")
    text = f'OFFER {red[0]} TO blue FOR "peace"'
    cards.write("red", text)
    cards.write("red", text)
    cards.poll()
    cards.write("red", text)
    cards.poll(0.1)
    assert len([event for event in cards.events() if isinstance(event, Offered)]) == 1
    assert "it stands once" in words(cards.to("red")[-1])
    cards.write("red", "WITHDRAW OFFER 1")
    cards.poll(0.2)
    cards.write("red", text)
    cards.poll(0.1)
    assert offers(cards) == [("red", "blue", 2, 2, False)]


def test_d4_an_offer_in_an_answer_to_an_old_report_waits_for_yes(cards):
    red = hand(cards, "red")
    cards.write("red", f'OFFER {red[0]} TO blue FOR "peace"', to=cards.to("red")[0])
    cards.poll(1)
    assert offers(cards) == []
    cards.write("red", "YES")
    cards.poll(1)
    assert offers(cards) == [("red", "blue", 1, 1, False)]


def test_offers_join_no_list_and_cancel_leaves_them_alone(cards):
    red = hand(cards, "red")
    cards.write("red", f'OFFER {red[0]} TO blue FOR "peace"\nACCEPT ANY FROM blue\nPURGE Manjak')
    cards.poll(1)
    assert cards.orders("red") == ["ACCEPT ANY FROM blue", "PURGE Manjak"]
    cards.write("red", "CANCEL ALL")
    cards.poll(1)
    assert cards.orders("red") == []
    assert offers(cards) == [("red", "blue", 1, 1, False)]


def test_offers_go_out_while_the_game_is_on_hold(cards):
    red = hand(cards, "red")
    desk.hold(cards.site, "test", "a holiday", cards.now)
    cards.write("red", f'OFFER {red[0]} TO blue FOR "peace"')
    cards.poll(1)
    assert "an offer from Anna" in subject_of(cards.to("blue")[-1])


def test_before_the_game_has_begun_there_is_nothing_to_offer(tmp_path):
    game = MailGame(tmp_path / "site", rules="advanced")
    red = hand(game, "red")
    game.write("red", f'OFFER {red[0]} TO blue FOR "peace"')
    game.poll(1)
    assert "Offers can be made once the game has begun." in words(game.to("red")[-1])
    assert len(game.to("blue")) == 1


def test_without_bribes_an_offer_is_rejected(tmp_path):
    game = MailGame(tmp_path / "site", rules="advanced", options={"bribes": "false"})
    game.begin()
    game.write("red", f'OFFER {hand(game, "red")[0]} TO blue FOR "peace"')
    game.poll(1)
    assert offers(game) == []
    assert "bribes" in words(game.to("red")[-1])


def test_an_offer_with_when_meets_a_standing_accept_any(cards):
    red, blue = hand(cards, "red"), hand(cards, "blue")
    cards.write("red", f'OFFER {red[1]} TO blue FOR "peace" WHEN START OF SPY')
    cards.write("blue", f"ACCEPT ANY FROM red GIVING {blue[1]}")
    cards.poll(1)
    assert cards.orders("red") == [f'OFFER {red[1]} TO blue FOR "peace" WHEN START OF SPY']
    assert offers(cards) == []
    cards.poll(72)
    handed = [(e.giver, e.cards) for e in cards.events() if isinstance(e, CardsHanded)]
    assert handed == [("red", (red[1],)), ("blue", (blue[1],))]


def test_the_third_players_seat_in_the_journal(cards):
    """`see` hides every event about an offer from the table."""
    red = hand(cards, "red")
    cards.write("red", f'OFFER {red[0]} TO blue FOR "peace"')
    cards.poll(1)
    cards.write("blue", "REFUSE ALL")
    cards.poll(1)
    told = [event for event in cards.events() if isinstance(event, Offered | OfferClosed)]
    assert len(told) == 2
    assert all(event.seen_by("green") is None and event.seen_by("table") is None for event in told)
