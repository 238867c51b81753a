"""What one letter may bring about at most, and what is said of the rest."""

import re
from datetime import timedelta

import pytest

from pbem.engine.events import Offered
from pbem.orders.reader import read
from pbem.report.naming import names_of
from pbem.service.dealing import MOST_OFFERS
from pbem.service.fetching import fetch
from pbem.service.limits import MOST_READ, MOST_STANDING
from pbem.store.database import transaction

from .mailgame import subject_of, text_of
from .test_offers import offers, words


def made(game):
    return [event for event in game.events() if isinstance(event, Offered)]


def test_a_letter_full_of_offers_taken_back_sends_no_mail_to_their_receiver(cards):
    """The bomb: each of these lines once sent a mail to somebody else."""
    before = len(cards.to("blue"))
    pairs = (f'OFFER 5 TO blue FOR "{n}"\nWITHDRAW OFFER {n}' for n in range(1, 101))
    cards.write("red", "\n".join(pairs))
    cards.poll(1)
    assert len(made(cards)) == MOST_OFFERS
    assert offers(cards) == []
    assert len(cards.to("blue")) == before
    assert f"You have made {MOST_OFFERS} offers in this session" in words(cards.to("red")[-1])


def test_the_thirteenth_offer_of_a_session_is_rejected_whomever_it_is_for_and_the_next_session_has_new_ones(
    cards,
):
    for number in range(1, MOST_OFFERS + 1):
        whom = ("blue", "green")[number % 2]
        cards.write("red", f'OFFER 5 TO {whom} FOR "{number}"')
        cards.poll(0.5)
        cards.write("red", f"WITHDRAW OFFER {number}")
        cards.poll(0.5)
    cards.write("red", 'OFFER 6 TO blue FOR "once more"')
    cards.write("blue", 'OFFER 30 TO red FOR "mine are my own"')
    cards.poll(0.5)
    assert [event.giver for event in made(cards)] == ["red"] * MOST_OFFERS + ["blue"]
    assert "no more go out before its deadline" in words(cards.to("red")[-1])
    cards.poll(72)
    cards.write("red", 'OFFER 6 TO blue FOR "once more"')
    cards.poll(0.5)
    assert len(offers(cards)) == 1


def test_several_offers_of_one_poll_come_in_one_mail_and_each_answer_names_its_number(cards):
    before = len(cards.to("blue"))
    cards.write("red", 'OFFER 5 TO blue FOR NO PURGE OF KGB\nOFFER 6 TO blue FOR "peace"')
    cards.write("green", 'OFFER 20 TO blue FOR "quiet"')
    cards.poll(1)
    (mail,) = cards.to("blue")[before:]
    assert subject_of(mail).startswith("[test] 3 offers from Anna and Clara")
    assert [f"ACCEPT {n}" in text_of(mail) for n in (1, 2, 3)] == [True, True, True]
    cards.write("blue", "accept it")
    cards.poll(1)
    assert "Several offers to you are open" in words(cards.to("blue")[-1])
    cards.write("blue", "REFUSE 1\nACCEPT 2\nREFUSE 3", to=mail)
    red = len(cards.to("red"))
    cards.poll(1)
    (told,) = cards.to("red")[red:]
    assert "news of 2 offers" in subject_of(told)
    assert "has been refused" in words(told)
    assert "has been accepted" in words(told)


def test_the_report_tells_an_offer_once_that_nobody_could_answer(cards):
    cards.write("red", 'OFFER 5 TO blue FOR "peace"\nWITHDRAW OFFER 1\nOFFER 6 TO blue FOR "quiet"')
    cards.poll(1)
    cards.write("red", "WITHDRAW OFFER 2")
    cards.poll(1)
    cards.poll(72)
    report = words(cards.to("blue")[-1])
    assert "offered you card 5" not in report
    assert "offered you card 6" in report
    assert "Anna took back offer 1 and offer 2" in report
    assert "offered Boris card 5" not in words(cards.to("red")[-1])


@pytest.mark.parametrize("padding", range(0, 70, 3))
def test_d3_the_words_of_an_offer_never_stand_on_a_line_that_reads_as_an_order(cards, padding):
    pad = "x" * padding
    said = f"{pad} {'y' * 30} PURGE Manjak. {pad} PURGE Manjak, TRY Satin. {'z' * 64} VOTE GUILTY"
    cards.write("red", f'OFFER 5 TO blue FOR "{said}"')
    cards.poll(1)
    record = cards.record()
    for lexicon in (record.lexicon, names_of(record.rules, record.seats).lexicon):
        for line in text_of(cards.to("blue")[-1]).splitlines():
            assert all(one.kind in ("ignored", "comment") for one in read([line], lexicon)), line


def test_a_list_holds_so_many_lines_and_one_sentence_tells_of_the_others(cards):
    him = next(iter(cards.record().state.recorded["red"]))
    lines = [f"DECLARE 1 {him} WHEN PURGE OF ANYONE IF TURN < {n}" for n in range(2, MOST_STANDING + 42)]
    cards.write("red", "\n".join([*lines, "READY"]))
    cards.poll(1)
    assert len(cards.orders("red")) == MOST_STANDING
    receipt = words(cards.to("red")[-1])
    assert receipt.count("Your list may hold 150 orders") == 1
    assert "This line and the 39 orders behind it of your letter did not get into it" in receipt
    assert "You do not count as READY" in receipt
    cards.write("red", f"{lines[0]}\n{lines[-1]}")  # the first replaces its like: there is room for it
    cards.poll(1)
    assert len(cards.orders("red")) == MOST_STANDING
    assert "This line of your letter did not get into it" in words(cards.to("red")[-1])
    cards.write("red", f"CANCEL 3\n{lines[-1]}")
    cards.poll(1)
    assert len(cards.orders("red")) == MOST_STANDING
    assert "Your list may hold" not in words(cards.to("red")[-1])


def test_a_letter_is_read_to_so_many_orders_and_the_rest_is_mentioned_once(cards):
    cards.write("red", "\n".join(["WITHDRAW OFFER 7, 8, 9"] * 99 + ["PURGE Manjak"] * 103))
    cards.poll(1)
    receipt = words(cards.to("red")[-1])
    assert cards.orders("red") == ["PURGE Manjak"] * 3
    assert receipt.count(f"A letter may hold {MOST_READ} orders.") == 1
    assert "This line and the 99 orders behind it went unread" in receipt
    assert (
        len(re.findall("There is no open offer 7", receipt)) == 7
    )  # each line is three, and twenty are shown
    assert re.search(r"And \d+ more lines like these, rejected as well", receipt)


def test_d2_the_same_letter_twice_takes_no_offer_back_and_answers_none_again(cards):
    cards.write("red", 'OFFER 5 TO blue FOR "peace"')
    cards.poll(1)
    text = 'WITHDRAW OFFER\nOFFER 6 TO blue FOR "quiet"'
    cards.write("red", text)
    cards.write("red", text)
    cards.poll(0)
    assert offers(cards) == [("red", "blue", 2, 2, False)]
    assert "what it says of offers is done once" in words(cards.to("red")[-1])
    cards.write("green", 'OFFER 20 TO blue FOR "one"\nOFFER 21 TO blue FOR "two"')
    cards.poll(1)
    cards.write("blue", "REFUSE 2\nACCEPT 3\nREADY")
    cards.write("blue", "REFUSE 2\nACCEPT 3\nREADY")
    cards.poll(0)
    receipt = words(cards.to("blue")[-1])
    assert "Rejected" not in receipt
    assert "You are READY" in receipt


def test_cancel_all_is_about_the_older_list_and_says_that_the_lines_beside_it_stand(cards):
    cards.write("red", "PURGE Manjak\nVOTE GUILTY")
    cards.poll(1)
    cards.write("red", "GAIN 1 C\nHOLD C\nWITHDRAW ALL\nTRY Satin")
    cards.poll(1)
    assert [line.split()[0] for line in cards.orders("red")] == ["GAIN", "HOLD", "TRY"]
    receipt = words(cards.to("red")[-1])
    assert "takes back the orders of your older letters; those of this letter stand" in receipt
    for old in ("PURGE Manjak", "VOTE GUILTY"):
        assert old in receipt[receipt.index("Withdrawn") :]


@pytest.mark.parametrize("said", ["WITHDRAW ALL OFFERS", "cancel all my offers", "WITHDRAW OFFERS"])
def test_all_offers_are_taken_back_with_one_line(cards, said):
    cards.write("red", 'OFFER 5 TO blue FOR "peace"\nOFFER 6 TO green FOR "peace"\nOFFER 10 TO blue FOR "x"')
    cards.poll(1)
    cards.write("blue", "ACCEPT 2")
    cards.poll(1)
    cards.write("red", f"{said}\nPURGE Manjak")
    cards.poll(1)
    assert offers(cards) == [("red", "blue", 2, 3, True)]
    assert cards.orders("red") == ["PURGE Manjak"]
    receipt = words(cards.to("red")[-1])
    assert "offer 1 to Boris is taken back" in receipt
    assert "offer 2 to Clara is taken back" in receipt


def test_withdraw_all_tells_that_offers_stand_and_how_to_take_them_back(cards):
    cards.write("red", 'OFFER 5 TO blue FOR "peace"\nPURGE Manjak')
    cards.poll(1)
    cards.write("red", "WITHDRAW ALL")
    cards.poll(1)
    receipt = words(cards.to("red")[-1]).replace("\u00a0", " ")
    assert "leaves your offers alone" in receipt
    assert "(WITHDRAW OFFER 1). WITHDRAW ALL OFFERS takes back every one" in receipt
    assert len(offers(cards)) == 1


def test_withdraw_offer_without_a_number_asks_which(cards):
    cards.write("red", 'OFFER 5 TO blue FOR "peace"\nOFFER 6 TO green FOR "peace"')
    cards.poll(1)
    cards.write("red", "WITHDRAW OFFER")
    cards.poll(1)
    assert "Several offers of yours are open" in words(cards.to("red")[-1])
    assert len(offers(cards)) == 2


def test_ten_letters_a_day_go_on_to_the_moderator_and_the_others_are_sent_back(cards):
    for number in range(12):
        cards.write("red", f"MODERATOR: {number}")
    cards.poll(1)
    cards.poll(1)
    assert len([mail for mail in cards.to("gm@judge.example") if "Words from" in subject_of(mail)]) == 10
    assert "please send it again tomorrow" in words(cards.to("red")[-1])


def test_twenty_letters_of_a_player_are_worked_on_in_one_poll_and_the_game_waits_for_the_others(cards):
    turn = cards.record().row.session
    for number in range(45):
        cards.write("red", "STATUS" if number < 44 else "PURGE Manjak")
    for hours, left in ((80, 25), (0, 5)):
        cards.now += timedelta(hours=hours)
        fetch(cards.site, cards.now - timedelta(hours=80), True, [])  # they came in time
        cards.poll(0)
        with transaction(cards.site.engine) as connection:
            new = connection.exec_driver_sql("select attempts from letter where state = 'new'").all()
        assert len(new) == left and {row[0] for row in new} == {0}
        assert cards.record().row.session == turn
    cards.poll(0)
    assert cards.record().row.session != turn
