"""E4: a mail that leaves nothing open of what was asked counts as READY, unless it says WAIT."""

import pytest

from .mailgame import MailGame, text_of


def body(mail):
    return " ".join(text_of(mail).split())


def ready(game, colour):
    return bool(game.record().seat_rows[colour].ready)


@pytest.fixture
def asked(tmp_path):
    """Anna holds the KGB, so the Spring asks her whether to purge; the others are asked nothing."""
    game = MailGame(tmp_path / "site", options={"ready": "complete"})
    game.begin()
    game.write("red", "DECLARE 2 KGB\nPASS\nWAIT")
    for _ in range(20):
        game.poll(24)
        record = game.record()
        if record.row.turn == 2 and "purge" in record.row.session:
            break
    assert record.state.controller(record.state.slots["KGB"]) == "red"
    return game


def test_a_full_sheet_is_ready_without_the_word(tmp_path):
    game = MailGame(tmp_path / "site", options={"ready": "complete"})
    game.write("red", "INFLUENCE B C D E F G H I J K")
    game.poll(1)
    assert ready(game, "red")
    assert "You are READY, because your sheet is full" in body(game.to("red")[-1])
    game.write("blue", "INFLUENCE L M N O P Q R S T U\nWAIT")
    game.write("green", "INFLUENCE K T S")
    game.poll(1)
    assert not ready(game, "blue")
    assert not ready(game, "green")


def test_orders_that_answer_all_that_is_asked_are_ready(asked):
    assert "Asked of you" in body(
        [mail for mail in asked.to("red") if "receipt" not in str(mail["Subject"])][-1]
    )
    asked.write("red", "HOLD KGB UP TO 5")
    asked.poll(1)
    assert not ready(asked, "red"), "the purge is open"
    asked.write("red", "PURGE Doberman")
    asked.poll(1)
    assert ready(asked, "red")
    said = body(asked.to("red")[-1])
    assert "You are READY, because nothing asked of you is open; WAIT takes that back" in said
    asked.write("red", "WAIT")
    asked.poll(1)
    assert not ready(asked, "red")


def test_who_is_asked_nothing_is_ready_with_his_first_order_and_not_with_a_question(asked):
    asked.write("green", "STATUS")
    asked.poll(1)
    assert not ready(asked, "green")
    asked.write("green", "HOLD FM UP TO 3")
    asked.poll(1)
    assert ready(asked, "green")


@pytest.mark.parametrize("letter", ["PURGE Doberman\nWAIT", "PURGE Doberman\nPURGE Xyzzyplugh"])
def test_wait_or_a_line_that_was_not_understood_keeps_it_open(asked, letter):
    asked.write("red", letter)
    asked.poll(1)
    assert not ready(asked, "red")


def test_a_game_may_count_the_word_alone(tmp_path):
    game = MailGame(tmp_path / "site", options={"ready": "said"})
    game.begin()
    game.write("green", "HOLD FM UP TO 3")
    game.poll(1)
    assert not ready(game, "green")


def test_what_is_asked_follows_from_public_facts_alone(asked):
    """Boris has recorded nothing on the KGB, or much: what is asked of him, and what makes him READY, is the same."""
    from pbem.engine.view import TABLE
    from pbem.service import ballots

    record = asked.record()
    with asked.site.engine.begin() as connection:
        record.connection = connection
        asks = ballots.asks(record, record.row.session.split())
    assert TABLE in record.views()
    assert {ask.player for ask in asks} == {"red"}


def test_an_open_offer_is_asked_too(tmp_path):
    from .test_cards import deal

    game = MailGame(tmp_path / "site", rules="advanced", options={"ready": "complete"})
    game.begin()
    deal(game, red="5,6,10", blue="30,31,32", green="20,21,22")
    game.write("blue", "OFFER 30 TO green FOR NO PURGE OF KGB")
    game.poll(1)
    game.write("green", "HOLD FM UP TO 3")
    game.poll(1)
    assert not ready(game, "green")
    game.write("green", "REFUSE 1\nHOLD FM UP TO 4")
    game.poll(1)
    assert ready(game, "green")
