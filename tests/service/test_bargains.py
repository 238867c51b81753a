"""Offers as people answer them: all at once, without a number, too early; and what their mails and receipts say."""

import pytest

from pbem.orders.bargains import NoDeal, deal
from pbem.orders.lines import Line
from pbem.service.dealing import aimed, awaited_phases
from pbem.service.record import load
from pbem.store.database import transaction

from .mailgame import subject_of, text_of
from .test_cards import until
from .test_offers import hand, offers, words


def two_offers(game):
    game.write("red", "OFFER 5 TO blue FOR NO PURGE OF KGB")
    game.poll(1)
    game.write("green", 'OFFER 20 TO blue FOR "peace"')
    game.poll(1)


def test_accept_all_takes_every_open_offer_in_order_of_number(cards):
    two_offers(cards)
    record = cards.record()
    phases = list(awaited_phases(record))
    events = deal(Line("accept", to="all"), "blue", record.state, phases)
    assert [(event.giver, event.number) for event in events] == [("red", 1), ("green", 2)]
    (one,) = deal(Line("accept", to="all", players=("green",)), "blue", record.state, phases)
    assert one.number == 2
    with pytest.raises(NoDeal, match="goes with one offer"):
        deal(Line("accept", to="all", cards=(30,)), "blue", record.state, phases)
    with pytest.raises(NoDeal, match="no open offer to you"):
        deal(Line("accept", to="all"), "red", record.state, phases)


@pytest.mark.parametrize(
    ("promise", "phase"),
    [("NO DEMOTION OF FM", "Replacement Phase of 1951"), ("RELEASE G", "Rehabilitation Phase of 1951")],
)
def test_a_promise_of_another_session_is_not_sold(cards, promise, phase):
    cards.write("red", f"OFFER 5 TO blue FOR {promise}")
    cards.poll(1)
    assert offers(cards) == []
    assert f"when your report asks for the {phase}" in words(cards.to("red")[-1])
    cards.write("red", 'OFFER 5 TO blue FOR "release G in winter"')
    cards.poll(1)
    assert len(offers(cards)) == 1


def test_a_promise_whose_phase_comes_next_year_only_says_so(cards):
    until(cards, 1, "replacement")
    cards.write("red", f"OFFER {hand(cards, 'red')[0]} TO blue FOR NO PURGE OF FM")
    cards.poll(1)
    assert offers(cards) == []
    assert "Purge Phase of 1952" in words(cards.to("red")[-1])


def test_an_answer_to_the_mail_of_an_offer_means_that_offer(cards):
    two_offers(cards)
    first, second = [mail for mail in cards.to("blue") if "an offer from" in subject_of(mail)]
    cards.write("blue", "ACCEPT THE OFFER", to=second)
    cards.poll(1)
    assert ("green", "blue", 2, 1, True) in offers(cards)
    assert ("red", "blue", 1, 1, False) in offers(cards)
    with transaction(cards.site.engine) as connection:
        record = load(connection, "test")
        name = str(first["Message-ID"]).strip("<>")
        assert aimed(record, "blue", Line("refuse"), [name]).number == 1
        assert aimed(record, "blue", Line("refuse", to="all"), [name]).number is None
        assert aimed(record, "blue", Line("accept", number=2), [name]).number == 2
        assert aimed(record, "red", Line("accept"), [name]).number is None, "another’s mail"


def test_where_nothing_tells_which_offer_the_open_ones_are_listed_with_their_lines(cards):
    two_offers(cards)
    cards.write("blue", "STATUS")
    cards.poll(1)
    cards.write("blue", "ok i accept")
    cards.poll(1)
    said = words(cards.to("blue")[-1]).replace("\u00a0", " ")
    assert "Several offers to you are open" in said
    assert "Anna’s offer 1 of card 5" in said
    assert "(ACCEPT 1 or REFUSE 1)" in said
    assert "(ACCEPT 2 or REFUSE 2)" in said
    state, phases = cards.record().state, list(awaited_phases(cards.record()))
    with pytest.raises(NoDeal, match="Several"):
        deal(Line("refuse"), "blue", state, phases)
    assert len(deal(Line("refuse", to="all"), "blue", state, phases)) == 2


@pytest.mark.parametrize(("said", "answer"), [("no thanks", "refuse"), ("ok i accept", "accept")])
def test_a_bare_word_below_the_mail_of_an_offer_is_an_answer_to_it(cards, said, answer):
    two_offers(cards)
    cards.write("blue", said)
    cards.poll(1)
    assert f"You {answer} Clara’s offer 2" in words(cards.to("blue")[-1])
    cards.write("blue", "accept all", to=cards.to("blue")[-1])
    cards.poll(1)
    assert ("red", "blue", 1, 1, True) in offers(cards)


def test_yes_to_the_mail_of_an_offer_is_told_the_line_that_takes_it(cards):
    two_offers(cards)
    cards.write("blue", "YES")
    cards.poll(1)
    assert "write ACCEPT 2 or REFUSE 2" in words(cards.to("blue")[-1])


def test_the_mail_of_an_offer_tells_the_cards_window_and_an_example_with_change(cards):
    cards.write("red", 'OFFER 5 TO blue FOR "peace"')
    cards.poll(1)
    text = text_of(cards.to("blue")[-1])
    assert "ACCEPT 1 GIVING 30" in text
    assert f"Card 5, {cards.record().rules.deck[5].name} (" in " ".join(text.split())


def test_the_receipt_of_accept_names_the_change_that_will_go(cards):
    two_offers(cards)
    cards.write("blue", "ACCEPT 1")
    cards.poll(1)
    said = words(cards.to("blue")[-1])
    assert "with card 30," in said
    assert "KEEP CARDS and the numbers" in said
    assert "binds you when the Purge Phase of 1951 opens, until it ends" in said
    cards.write("blue", "ACCEPT 2 GIVING 32")
    cards.poll(1)
    said = words(cards.to("blue")[-1])
    assert "with card 32," in said
    assert "its words bind nobody" in said
    cards.poll(72)
    assert set(hand(cards, "blue")) == {5, 20, 31}


def test_keep_cards_chooses_the_change_that_is_foretold(cards):
    cards.write("red", 'OFFER 5 TO blue FOR "peace"')
    cards.poll(1)
    cards.write("blue", "KEEP CARDS 30")
    cards.poll(1)
    cards.write("blue", "ACCEPT 1")
    cards.poll(1)
    assert "with card 31," in words(cards.to("blue")[-1])
    cards.poll(72)
    assert set(hand(cards, "blue")) == {5, 30, 32}


def test_a_refusal_does_not_say_that_nobody_saw_the_cards(cards):
    two_offers(cards)
    cards.write("blue", "REFUSE 1")
    cards.poll(1)
    assert "the cards go back." in words(cards.to("blue")[-1])
    assert "unseen" not in words(cards.to("blue")[-1])


def test_orders_and_status_show_offers_and_promises(cards):
    two_offers(cards)
    cards.write("blue", "ACCEPT 1")
    cards.poll(1)
    for asked in ("ORDERS", "STATUS"):
        cards.write("blue", asked)
        cards.poll(1)
        said = words(cards.to("blue")[-1])
        assert "Anna’s offer 1 to you, accepted" in said
        assert "Clara’s offer 2 to you" in said
        assert "ACCEPT 2" in said
        assert "You will be bound to Anna: “NO PURGE OF KGB" in said or "bound to Anna: “NO PURGE OF" in said
    cards.write("red", "ORDERS")
    cards.poll(1)
    assert "Your offer 1 to Boris, accepted" in words(cards.to("red")[-1])


def test_an_order_against_a_promise_is_warned_of_and_the_report_says_what_forbade_it(cards):
    from pbem.service import rulings

    head = cards.record().state.slots["KGB"]
    him = cards.record().lexicon.name(head)
    rulings.rule(
        cards.site, "test", [f"blue {him} recorded=9", f"blue {him} declared=9"], "a strong hand", cards.now
    )
    cards.write("red", "OFFER 5 TO blue FOR NO PURGE OF FM")
    cards.poll(1)
    cards.write("blue", "PURGE FM")
    cards.poll(1)
    asked = words(cards.to("blue")[-1])
    assert "goes against what Anna asks for with offer 1" in asked
    cards.write("blue", "ACCEPT 1")
    cards.poll(1)
    assert "goes against your promise to Anna" in words(cards.to("blue")[-1])
    cards.poll(72)
    report = words(cards.to("blue")[-1])
    assert "not used: your promise to Anna, “NO PURGE OF" in report
    assert "forbade it" in report


def test_e9_keep_cards_of_what_is_not_there_and_of_what_is_laid_off(cards):
    cards.write("blue", "KEEP CARDS 4, 30\nDISCARD 30")
    cards.poll(1)
    said = words(cards.to("blue")[-1])
    assert "would keep 4, but you do not hold it." in said
    assert "lays it off all the same" in said
    cards.write("blue", "KEEP CARDS 4")
    cards.poll(1)
    assert "until you get it the order does nothing" in words(cards.to("blue")[-1])


def test_a_support_that_decided_a_tie_counts_as_used_when_it_ends(cards):
    from pbem.service import rulings

    texts = [f"{colour} Karrienko recorded=4" for colour in ("red", "blue", "green")]
    rulings.rule(cards.site, "test", [*texts, "green Karrienko declared=1"], "a level field", cards.now)
    cards.write("red", "DECLARE 4 Karrienko")
    cards.write("blue", "DECLARE 4 Karrienko")
    cards.write("green", "SUPPORT blue ON Karrienko\nSUPPORT red ON Manjak\nACCEPT ANY FROM red")
    cards.poll(1)
    until(cards, 2, "purge")
    told = " ".join(words(mail) for mail in cards.to("green"))
    assert "SUPPORT blue ON Karrienko not used" not in told
    assert "SUPPORT red ON Manjak not used: there was no tie for control there" in told
    assert "ACCEPT ANY FROM red not used: no offer with WHEN came that it would take" in told


def test_a_hold_that_served_in_spring_counts_as_used_in_winter(cards):
    """Whatever lives through several phases."""
    cards.write("red", 'OFFER 5 TO blue FOR "peace" WHEN START OF SPY')
    cards.write("blue", "ACCEPT ANY FROM red")
    cards.poll(1)
    until(cards, 2, "purge")
    told = " ".join(words(mail) for mail in cards.to("blue"))
    assert "ACCEPT ANY FROM red not used" not in told


def test_an_offer_with_when_says_at_the_years_end_that_it_was_made(cards):
    cards.write(
        "red", 'OFFER 5 TO blue FOR "peace" WHEN START OF SPY\nOFFER 6 TO blue FOR "x" WHEN TRIAL OF G'
    )
    cards.poll(1)
    until(cards, 2, "purge")
    told = " ".join(words(mail) for mail in cards.to("red"))
    assert "START OF SPY not used: it was made, and not accepted" in told
    assert "not used: what it waits for was not announced" in told


def test_a_draw_beside_a_gain_of_both_points_says_why_it_drew_nothing(cards):
    until(cards, 3, "parade")
    cards.write("red", "GAIN 2 Manjak\nDRAW 1")
    cards.poll(1)
    cards.poll(73)
    told = " ".join(words(mail) for mail in cards.to("red"))
    assert "DRAW 1 not used: other lines of yours had added 2 points" in told


def test_the_box_for_questions_tells_of_cards(cards):
    cards.write("red", "what do my cards do?")
    cards.poll(1)
    assert "RULES card 14" in words(cards.to("red")[-1])
