"""E14: messages between players, each receiver a mail of his own, and answers that find their way back."""

import re
import sqlite3
from datetime import timedelta

import pytest

from pbem.mail.letters import read_letter
from pbem.mail.marker import ANSWER_MARKER, is_marker
from pbem.orders.reader import read
from pbem.service import archive, desk, press, pressbook
from pbem.service.errors import UsageError

from .mailgame import MailGame, subject_of, text_of


@pytest.fixture
def four(tmp_path):
    """Four players; the first session waits for its deadline."""
    game = MailGame(tmp_path / "site", seats=4, rules="advanced")
    game.begin()
    return game


def words(mail):
    return " ".join(text_of(mail).split())


def presses(game, colour):
    """The messages that this player was sent."""
    return [
        mail
        for mail in game.to(colour)
        if " message from " in subject_of(mail) or " answer from " in subject_of(mail)
    ]


def quoted(mail):
    """The words in it."""
    lines = [line for line in text_of(mail).split("\n") if line.startswith("|")]
    return "\n".join(line.removeprefix("|").removeprefix(" ") for line in lines)


def say(game, colour, text, **how):
    """A letter, read at once."""
    game.write(colour, text, **how)
    game.poll(0.5)


# -- one message -----------------------------------------------------------------------------------------------------------


def test_each_receiver_gets_a_mail_of_his_own_and_nobody_else_any(four):
    say(four, "red", "PRESS TO blue, Clara: The Foreign Minister looks tired.\nDon't you think?\n\nI do.")
    for colour in ("blue", "green"):
        (mail,) = presses(four, colour)
        assert quoted(mail) == "The Foreign Minister looks tired.\nDon't you think?\n\nI do."
        assert subject_of(mail).startswith("[test] a message from Anna [")
        assert "Anna (red, Hardline Stalinists) writes to you and" in words(mail)
        assert str(mail["To"]).count("@") == 1
        assert mail["Cc"] is None
    assert "writes to you and Boris" in words(presses(four, "green")[0])
    assert presses(four, "yellow") == presses(four, "red") == []
    assert "goes to Boris and Clara." in words(four.to("red")[-1])


def test_without_to_it_goes_to_everybody(four):
    say(four, "red", "PRESS: good morning")
    assert [len(presses(four, colour)) for colour in four.colours] == [0, 1, 1, 1]
    assert "writes to everybody" in words(presses(four, "yellow")[0])
    assert "goes to everybody" in words(four.to("red")[-1])


def test_nothing_of_the_letter_is_in_it_but_the_words(four):
    say(
        four,
        "red",
        "Dear judge,\nPURGE Manjak\nPRESS TO blue: hello\n> my secret report\n\n-- \nAnna, +41 44 000 00 00",
        subject=f"{subject_of(four.to('red')[-1])} my secret plan",
        **{"Received": "from secret.example", "X-Mailer": "secretmail", "X-Originating-IP": "[192.0.2.7]"},
    )
    (mail,) = presses(four, "blue")
    assert quoted(mail) == "hello"
    for secret in ("secret", "192.0.2.7", "anna@", "<letter-", "+41", "Manjak"):
        assert secret not in mail.as_string()
    assert four.orders("red") == ["PURGE Manjak"]


def test_it_goes_out_in_the_poll_in_which_it_was_read_and_moves_no_clock(four):
    before = four.record().row
    four.write("red", "PRESS: hello")
    result = four.poll()
    after = four.record().row
    assert result.sent == 4  # three messages and a receipt
    assert (after.deadline, after.turn, after.session) == (before.deadline, before.turn, before.session)
    assert four.record().seat_rows["red"].ready == ""


def test_the_line_above_it_is_a_marker_and_does_not_ask_for_orders(four):
    say(four, "red", "PRESS TO blue: hello")
    first = text_of(presses(four, "blue")[0]).split("\n")[0]
    assert first == ANSWER_MARKER
    assert is_marker(first)
    assert "orders" not in first


def test_several_messages_in_one_letter_go_each_to_its_own(four):
    say(four, "red", "tell blue: one\n\nand more\nmessage to green: two\nMODERATOR: three\n\nPURGE Manjak")
    assert quoted(presses(four, "blue")[0]) == "one\n\nand more"
    assert quoted(presses(four, "green")[0]) == "two"
    assert "three" in text_of(four.to("gm@judge.example")[-1])
    assert four.orders("red") == ["PURGE Manjak"]


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("PRESS TO red: hello me", "That is you; a message goes to other players."),
        ("PRESS TO Zaphod: hello", "is not the name of a faction or player"),
        ("PRESS TO bleu: hello", "a message cannot be called back; please write the name as it is"),
        ("PRESS TO blue:", "There are no words in it."),
        (f"PRESS TO blue: {'word ' * 30}\n" + f"{'word ' * 30}\n" * 27, "A message may have 4000 characters"),
    ],
)
def test_what_cannot_be_sent_is_told_with_a_sentence(four, text, why):
    say(four, "red", text)
    assert why in words(four.to("red")[-1])
    assert presses(four, "blue") == []


def test_myself_among_others_is_left_out(four):
    say(four, "red", "PRESS TO red, blue: hello")
    assert "goes to Boris." in words(four.to("red")[-1])
    assert len(presses(four, "blue")) == 1


def test_a_message_that_is_not_sent_takes_no_ready_away(four):
    say(four, "red", "READY\nPRESS TO red: hello")
    assert "you are READY" in text_of(four.to("red")[-1]).replace("You are READY", "you are READY")


def test_who_can_be_counted_out_is_told_so(four):
    say(four, "red", "PRESS ANONYMOUS TO blue, green: psst")
    assert "it is from you or from Dmitri." in words(four.to("red")[-1])
    say(four, "blue", "PRESS TO red: who was that?")
    say(four, "red", "ANONYMOUS:\nno idea", to=presses(four, "red")[0])
    assert "Nobody but you got that message" in words(four.to("red")[-1])
    say(four, "red", "ANONYMOUS PRESS: ha")
    assert "count" not in words(four.to("red")[-1])


# -- limits ----------------------------------------------------------------------------------------------------------------


def test_d2_the_same_words_within_ten_minutes_go_once(four):
    for _ in range(2):
        four.write("red", "PRESS TO blue: hello")
    four.poll()
    assert len(presses(four, "blue")) == 1
    assert "it went once" in words(four.to("red")[-1])
    four.poll(0.2)
    say(four, "red", "PRESS TO blue: hello")
    assert len(presses(four, "blue")) == 2


def test_forty_mails_a_day_and_no_more(four):
    for number in range(14):
        say(four, "red", f"PRESS: number {number}")
    assert len(presses(four, "blue")) == press.MOST_MAILS // 3
    assert "40 is the limit" in words(four.to("red")[-1])
    say(four, "red", "PRESS TO blue: one mail is left")
    assert quoted(presses(four, "blue")[-1]) == "one mail is left"
    say(four, "blue", "PRESS TO red: mine are not used up by yours", to=four.to("blue")[0])
    assert len(presses(four, "red")) == 1
    four.poll(23)
    say(four, "red", "PRESS: a new day")
    assert quoted(presses(four, "blue")[-1]) == "a new day"


@pytest.mark.parametrize(("switch", "sent"), [("free", 2), ("named", 1), ("off", 0)])
def test_the_moderator_switches_messages(tmp_path, switch, sent):
    game = MailGame(tmp_path / "site", options={"press": switch})
    say(game, "red", "PRESS TO blue: hello\nPRESS ANONYMOUS TO blue: psst")
    assert len(presses(game, "blue")) == sent
    assert ("The moderator" in words(game.to("red")[-1])) == (switch != "free")
    assert game.record().row.press == switch


def test_a_switch_that_there_is_not_is_refused(tmp_path):
    with pytest.raises(UsageError, match="one of free, named, off"):
        MailGame(tmp_path / "site", options={"press": "loud"})


# -- order or message? -------------------------------------------------------------------------------------------------------


def test_an_order_below_a_message_is_neither_sent_nor_given_until_yes(four):
    say(four, "red", "PRESS TO blue: shall we?\n\nPURGE Manjak\nHOLD KGB UP TO 8\nAnna")
    assert quoted(presses(four, "blue")[0]) == "shall we?\n\nAnna"
    assert four.orders("red") == []
    receipt = four.to("red")[-1]
    assert "order or message?" in subject_of(receipt)
    assert "| PURGE Manjak" in text_of(receipt)
    say(four, "red", "YES")
    assert four.orders("red") == ["PURGE Manjak", "HOLD KGB UP TO 8"]
    assert len(presses(four, "blue")) == 1


def test_no_forgets_it_and_sends_nobody_anything(four):
    say(four, "red", "PRESS ANONYMOUS TO blue, green: shall we?\n\nPURGE Manjak")
    receipt = words(four.to("red")[-1])
    assert "NO forgets it" in receipt
    assert "write it again with “PRESS ANONYMOUS TO blue, green:” in front of it" in receipt
    say(four, "red", "No, it was only talk")
    assert four.orders("red") == []
    assert "nobody was sent them" in words(four.to("red")[-1])
    assert [quoted(mail) for mail in presses(four, "green")] == ["shall we?"]
    say(four, "red", "PRESS ANONYMOUS TO blue, green: PURGE Manjak")
    assert quoted(presses(four, "green")[-1]) == "PURGE Manjak"


def test_yes_that_is_what_i_want_is_a_yes(four):
    say(four, "red", "PRESS TO blue: shall we?\n\nPURGE Manjak")
    say(four, "red", "Yes, that is what I want.")
    assert four.orders("red") == ["PURGE Manjak"]


def test_what_later_receipts_say_of_no_is_what_no_does(four):
    say(four, "red", "PRESS TO blue: shall we?\n\nPURGE Manjak")
    say(four, "red", "VOTE NO")
    assert "NO forgets them" in words(four.to("red")[-1])
    say(four, "red", "NO")
    assert [quoted(mail) for mail in presses(four, "blue")] == ["shall we?"]
    assert four.orders("red") == ["VOTE NO"]


@pytest.mark.parametrize("head", ["PRESS TO Clra", "PRESS TO Zaphod", "tell Clra", "PRESS TO red"])
def test_of_a_message_that_is_not_sent_every_line_is_told_and_its_orders_wait_for_yes(four, head):
    say(four, "red", f"{head}: hello\nWhat do you think?\nPURGE Satin\nREADY")
    receipt = four.to("red")[-1]
    for line in ("hello", "What do you think?", "PURGE Satin", "READY"):
        assert re.search(rf"^\| .*{re.escape(line)}$", text_of(receipt), re.MULTILINE)
    assert "order or message?" in subject_of(receipt)
    assert four.orders("red") == []
    assert [presses(four, colour) for colour in four.colours] == [[]] * 4
    say(four, "red", "YES")
    assert four.orders("red") == ["PURGE Satin"]
    assert four.record().seat_rows["red"].ready


def test_words_that_can_be_seen_arrive_as_they_were_typed(four):
    typed = "“Hello” – it’s me… 1️⃣ 👩‍🌾 ½ ﬁne"
    say(four, "red", f"PRESS TO blue: {typed}\n‘below’ — «too»")
    mail = presses(four, "blue")[0]
    assert quoted(mail) == f"{typed}\n‘below’ — «too»"
    say(four, "blue", f"TO ALL: {typed}\nsh\u200bow\u202e", to=mail)
    assert quoted(presses(four, "red")[0]) == f"{typed}\nshow"


def test_silence_does_neither_and_no_report_speaks_of_it(four):
    say(four, "red", "PRESS TO blue: shall we?\n\nPURGE Manjak")
    four.poll(72)
    assert "held for your YES" not in words(four.to("red")[-1])
    assert len(presses(four, "blue")) == 1


def test_with_end_press_everything_is_sent_and_orders_below_it_count(four):
    say(four, "red", "PRESS TO blue: shall we?\nPURGE Manjak\nEND PRESS\nPURGE Satin")
    assert quoted(presses(four, "blue")[0]) == "shall we?\nPURGE Manjak"
    assert four.orders("red") == ["PURGE Satin"]


def test_who_speaks_of_an_order_is_sent_and_may_give_it_by_yes(four):
    say(four, "red", "PRESS TO blue: dear Boris,\nI will purge Manjak")
    assert quoted(presses(four, "blue")[0]) == "dear Boris,\nI will purge Manjak"
    assert four.orders("red") == []
    assert "nothing of it is carried out" in words(four.to("red")[-1])
    say(four, "red", "YES")
    assert four.orders("red") == ["PURGE Manjak"]


def test_a_yes_to_another_mail_does_not_give_what_was_only_spoken_of(four):
    report = four.to("red")[-1]
    say(four, "red", "PRESS TO blue: dear Boris,\nI will purge Manjak")
    say(four, "red", "YES", to=report)
    assert four.orders("red") == []


def test_ready_waits_for_the_answer(four):
    say(four, "red", "READY\nPRESS TO blue: hi\n\nPURGE Manjak")
    assert four.record().seat_rows["red"].ready == ""
    assert "this line of your letter waits for your YES: “PURGE Manjak”" in words(four.to("red")[-1])
    say(four, "red", "YES\nREADY")
    assert four.record().seat_rows["red"].ready
    assert four.orders("red") == ["PURGE Manjak"]


# -- answers -----------------------------------------------------------------------------------------------------------------


def test_what_stands_above_the_quotation_goes_to_its_sender_alone(four):
    say(four, "red", "PRESS TO blue, green: shall we?")
    mail = presses(four, "blue")[0]
    body = "\n".join(f"> {line}" for line in text_of(mail).split("\n"))
    say(
        four,
        "blue",
        f"Gladly.\n\nBut not before the parade.\n\nOn Tue, 1 Dec 2026 at 14:00, Kremlin Judge <judge@judge.example> wrote:\n{body}",
        to=mail,
    )
    (answer,) = presses(four, "red")
    assert quoted(answer) == "Gladly.\n\nBut not before the parade."
    assert "an answer from Boris" in subject_of(answer)
    assert len(presses(four, "green")) == 1
    assert "goes to Anna." in words(four.to("blue")[-1])


def test_to_all_answers_everybody_who_has_to_do_with_it(four):
    say(four, "red", "PRESS TO blue, green: shall we?")
    say(four, "blue", "TO ALL: no", to=presses(four, "blue")[0])
    assert quoted(presses(four, "red")[-1]) == quoted(presses(four, "green")[-1]) == "no"
    assert presses(four, "yellow") == []


def test_a_first_line_names_others(four):
    say(four, "red", "PRESS TO blue: shall we?")
    say(four, "blue", "TO green, Dmitri:\nRed asks me to", to=presses(four, "blue")[0])
    assert quoted(presses(four, "yellow")[0]) == quoted(presses(four, "green")[0]) == "Red asks me to"
    assert presses(four, "red") == []


def test_a_name_that_nobody_bears_sends_nothing_in_an_answer_either(four):
    say(four, "red", "PRESS TO blue: shall we?")
    say(four, "blue", "TO gren: Red asks me to", to=presses(four, "blue")[0])
    assert "did you mean green?" in words(four.to("blue")[-1])
    assert presses(four, "red") == presses(four, "green") == []


def test_an_answer_to_an_anonymous_message_finds_its_writer_and_names_him_to_nobody(four):
    say(four, "yellow", "PRESS ANONYMOUS TO blue, green: who am I?")
    say(four, "blue", "TO ALL: I do not care", to=presses(four, "blue")[0])
    assert quoted(presses(four, "yellow")[0]) == "I do not care"
    assert "answers your anonymous message" in words(presses(four, "yellow")[0])
    assert "sends the answer to the anonymous player, too" in words(presses(four, "green")[-1])
    for mail in (*presses(four, "blue"), *presses(four, "green"), four.to("blue")[-1]):
        told = words(mail).partition("Not ready yet")[0]
        assert "Dmitri" not in told
        assert "yellow" not in told
    assert presses(four, "red") == []


def test_who_wrote_anonymously_stays_so_when_he_answers_by_reflex(four):
    say(four, "yellow", "ANONYMOUS PRESS: who am I?")
    say(four, "blue", "tell me", to=presses(four, "blue")[0])
    say(four, "yellow", "never", to=presses(four, "yellow")[0])
    assert "an anonymous player" in subject_of(presses(four, "blue")[-1])
    assert "Dmitri" not in words(presses(four, "blue")[-1])
    four.poll(0.5)
    say(four, "yellow", "SIGNED:\nit was me", to=presses(four, "yellow")[0])
    assert "an answer from Dmitri" in subject_of(presses(four, "blue")[-1])


def test_an_answer_may_be_anonymous(four):
    say(four, "red", "PRESS: who is with me?")
    say(four, "blue", "ANONYMOUS\nI am", to=presses(four, "blue")[0])
    assert quoted(presses(four, "red")[0]) == "I am"
    assert "Boris" not in words(presses(four, "red")[0])


def test_an_order_in_an_answer_is_kept_back_and_asked_about(four):
    say(four, "red", "PRESS TO blue: whom shall we purge?")
    mail = presses(four, "blue")[0]
    say(four, "blue", "DECLARE 3 Palavrian\nPURGE Manjak", to=mail)
    assert presses(four, "red") == []
    assert four.orders("blue") == []
    assert "order or message?" in subject_of(four.to("blue")[-1])
    assert "with the line “END PRESS” below it" in words(four.to("blue")[-1])
    say(four, "blue", "NO")
    assert presses(four, "red") == []
    say(four, "blue", "DECLARE 3 Palavrian\nPURGE Manjak\nEND PRESS", to=mail)
    assert quoted(presses(four, "red")[0]) == "DECLARE 3 Palavrian\nPURGE Manjak"
    assert four.orders("blue") == []


def test_end_press_in_an_answer_goes_to_nobody_and_what_follows_it_is_asked_about(four):
    say(four, "red", "PRESS TO blue: shall we?")
    mail = presses(four, "blue")[0]
    say(four, "blue", "PRESS TO green: Red asks me to\nEND PRESS\nsee you\nPURGE Manjak\nREADY", to=mail)
    assert quoted(presses(four, "green")[0]) == "Red asks me to"
    assert presses(four, "red") == []
    receipt = four.to("blue")[-1]
    assert "| see you" in text_of(receipt)
    assert "below the line END PRESS" in words(receipt)
    assert four.orders("blue") == []
    assert four.record().seat_rows["blue"].ready == ""
    say(four, "blue", "YES")
    assert four.orders("blue") == ["PURGE Manjak"]
    assert four.record().seat_rows["blue"].ready


def test_a_second_head_in_an_answer_begins_a_message_of_its_own(four):
    say(four, "red", "PRESS TO blue, Dmitri: shall we?")
    say(four, "blue", "TO ALL: see you\nTO GREEN: hi Clara only\nand more", to=presses(four, "blue")[0])
    assert quoted(presses(four, "green")[0]) == "hi Clara only\nand more"
    assert quoted(presses(four, "red")[0]) == quoted(presses(four, "yellow")[-1]) == "see you"


def test_a_second_head_with_a_wrong_name_sends_its_words_to_nobody(four):
    say(four, "red", "PRESS TO blue: shall we?")
    say(four, "blue", "gladly\nTO Clra: Red is a fool\nPURGE Manjak", to=presses(four, "blue")[0])
    assert quoted(presses(four, "red")[0]) == "gladly"
    assert presses(four, "green") == []
    assert "| TO Clra: Red is a fool" in text_of(four.to("blue")[-1])
    say(four, "blue", "YES")
    assert four.orders("blue") == ["PURGE Manjak"]


def test_who_answers_without_his_name_what_he_alone_got_is_told_that_he_would_be_known(four):
    say(four, "red", "PRESS TO blue: shall we?")
    mail = presses(four, "blue")[0]
    say(four, "blue", "ANONYMOUS:\nnever\nTO green: not you", to=mail)
    assert presses(four, "red") == []
    assert "its writer would know who answers" in words(four.to("blue")[-1])
    assert "an anonymous player" in subject_of(presses(four, "green")[0]), "once unnamed, unnamed to the end"
    say(four, "blue", "SIGNED:\nnever", to=mail)
    assert quoted(presses(four, "red")[0]) == "never"


def test_several_words_are_told_in_the_plural(four):
    say(four, "red", "PRESS TO blue: all well?")
    say(four, "blue", "OK\nREADY", to=presses(four, "blue")[0])
    assert "“OK” and “READY” went with it as words, and count for nothing else" in words(four.to("blue")[-1])


def test_a_copy_to_the_moderator_is_no_copy_to_an_outsider(four):
    say(four, "red", "PURGE Manjak", Cc="gm@judge.example")
    assert four.orders("red") == ["PURGE Manjak"]


@pytest.mark.parametrize("word", ["ok", "READY", "yes", "no", "pass", "nothing", "done"])
def test_a_word_is_a_word_in_an_answer(four, word):
    say(four, "red", "PRESS TO blue: all well?")
    say(four, "blue", word, to=presses(four, "blue")[0])
    assert quoted(presses(four, "red")[0]) == word
    assert four.orders("blue") == []
    assert four.record().seat_rows["blue"].ready == ""
    assert "you are READY" not in words(four.to("blue")[-1])


def test_a_press_or_a_word_to_the_moderator_in_an_answer_goes_where_it_says(four):
    say(four, "red", "PRESS TO blue: shall we?")
    say(
        four,
        "blue",
        "maybe\nPRESS TO green: Red is up to something\nMODERATOR: is that allowed?",
        to=presses(four, "blue")[0],
    )
    assert quoted(presses(four, "red")[0]) == "maybe"
    assert quoted(presses(four, "green")[0]) == "Red is up to something"
    assert "is that allowed?" in text_of(four.to("gm@judge.example")[-1])


def test_an_answer_without_words_on_top_is_told_so(four):
    say(four, "red", "PRESS TO blue: shall we?")
    say(four, "blue", "> shall we?\n\nGladly.", to=presses(four, "blue")[0])
    assert presses(four, "red") == []
    assert "stand between or below quoted lines" in words(four.to("blue")[-1])


@pytest.mark.parametrize("other", ["clara@players.example", "somebody@elsewhere.example"])
def test_an_answer_with_a_copy_to_somebody_else_goes_nowhere(four, other):
    say(four, "red", "PRESS TO blue: shall we?")
    say(four, "blue", "Gladly", to=presses(four, "blue")[0], Cc=other)
    assert presses(four, "red") == []
    assert "Gladly" not in words(four.to("blue")[-1])


def test_answers_are_carried_in_another_session_and_on_hold(four):
    say(four, "red", "PRESS TO blue: shall we?")
    mail = presses(four, "blue")[0]
    four.poll(72)
    say(four, "blue", "late, but yes", to=mail)
    desk.hold(four.site, "test", "a holiday", four.now)
    say(four, "blue", "and on hold", to=mail)
    assert [quoted(one) for one in presses(four, "red")] == ["late, but yes", "and on hold"]


def test_d4_a_press_in_an_answer_to_an_old_report_is_sent_and_the_orders_in_it_are_held(four):
    old = four.to("red")[0]
    say(four, "red", "PURGE Manjak\nPRESS TO blue: hello", to=old)
    assert quoted(presses(four, "blue")[0]) == "hello"
    assert four.orders("red") == []
    assert "1 message sent and 1 order held for your YES" in " ".join(subject_of(four.to("red")[-1]).split())
    say(four, "red", "YES")
    assert four.orders("red") == ["PURGE Manjak"]
    assert len(presses(four, "blue")) == 1


def test_a_letter_without_reply_code_sends_nothing(four):
    say(four, "red", "PRESS TO blue: hello", subject="hi")
    assert presses(four, "blue") == []
    say(four, "red", "YES")
    assert quoted(presses(four, "blue")[0]) == "hello"


def test_somebody_elses_code_sends_nothing(four):
    say(four, "red", "PRESS TO blue: hello")
    mail = presses(four, "blue")[0]
    say(four, "green", "I am Boris", to=mail)
    say(four, "green", "I am Boris", to=mail, From="Mallory <m@evil.example>")
    assert presses(four, "red") == []


# -- after the end -----------------------------------------------------------------------------------------------------------


def over(game):
    with sqlite3.connect(game.folder / "pbem.db") as database:
        database.execute("update game set status = 'over', session = '', deadline = null")
        database.execute(
            "update mail set created = ? where kind = 'report'", (f"{game.now:%Y-%m-%d %H:%M:%S.%f}",)
        )


def test_for_two_weeks_after_the_end_messages_are_carried(four):
    say(four, "red", "PRESS TO blue: shall we?")
    mail = presses(four, "blue")[0]
    over(four)
    say(four, "blue", "PURGE Manjak", to=mail)
    say(four, "red", "PRESS TO blue: well played")
    assert quoted(presses(four, "red")[0]) == "PURGE Manjak"
    assert quoted(presses(four, "blue")[-1]) == "well played"
    four.now += timedelta(days=15)
    say(four, "blue", "still there?", to=mail)
    assert len(presses(four, "red")) == 1
    assert "over for more than 14 days" in words(four.to("blue")[-1])


# -- what nobody may learn ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "text", ["ANONYMOUS PRESS: Somebody knows.", "PRESS ANONYMOUS TO green: Somebody knows."]
)
def test_d25_an_anonymous_message_is_the_same_to_the_byte_whoever_wrote_it(tmp_path, text):
    """Red has written much before in one world, Blue in the other; Green gets the same mails."""
    boxes = []
    for author, other in (("red", "blue"), ("blue", "red")):
        game = MailGame(tmp_path / author, seats=4, rules="advanced")
        game.begin()
        for number in range(3):
            say(game, author, f"PRESS TO {other}: number {number}")
        say(game, author, text)
        (first,) = presses(game, "green")
        game.write("green", "TO ALL: who?", to=first, message_id="<same@players.example>")
        game.poll(0.5)
        say(game, author, "not you", to=presses(game, author)[-1])
        boxes.append([mail.as_bytes() for mail in game.to("green")])
        yellow = [mail.as_bytes() for mail in game.to("yellow")]
        boxes[-1] += yellow
    assert len(presses(game, "green")) == 2
    assert boxes[0] == boxes[1]


def test_a_message_moves_no_byte_of_a_third_players_mails(tmp_path):
    boxes = []
    for name, talking in (("one", True), ("other", False)):
        game = MailGame(tmp_path / name, seats=4, rules="advanced")
        game.begin()
        if talking:
            say(game, "red", "PRESS TO blue: shall we?\n\nPURGE Manjak")
            say(game, "blue", "Yes", to=presses(game, "blue")[0])
        else:
            game.poll(0.5)
            game.poll(0.5)
        say(game, "red", "PRESS: to you all")
        game.poll(72)
        boxes.append([mail.as_bytes() for mail in game.to("green")])
    assert boxes[0] == boxes[1]


def test_tokens_threads_and_ids_differ_for_each_receiver(four):
    say(four, "red", "PRESS: good morning")
    mails = [presses(four, colour)[0] for colour in ("blue", "green", "yellow")]
    for header in ("Message-ID", "References", "Subject"):
        assert len({str(mail[header]) for mail in mails}) == 3


LINES = [
    "PURGE Manjak",
    "DECLARE 6 Palavrian",
    "READY",
    "YES",
    "END",
    "G10 K9 M8",
    "TO ALL: VOTE NO",
    "PRESS TO blue: x",
]


def test_no_line_of_a_message_is_an_order_when_it_comes_back(four):
    """Quoted, forwarded or typed off, with an order on every line of it."""
    text = "\n".join(
        [
            "PURGE Manjak",
            "DECLARE 6 Palavrian IF blue CONTROLS FM AND Palavrian AT WORK OR I CONTROL KGB",
            "VOTE NO",
            "READY",
            "NO",
        ]
        * 9
    )
    say(four, "red", f"PRESS TO all: KGB: PURGE K\n{text}\nEND PRESS")
    mail = presses(four, "blue")[0]
    say(four, "blue", f"TO ALL: PURGE G\n{text}", to=mail)
    say(four, "blue", f"TO ALL: PURGE G\n{text}\nEND PRESS\nREADY", to=mail)
    say(four, "blue", f"PRESS TO Clra: PURGE G\n{text}")
    lexicon = four.record().lexicon
    mails = [mail for colour in four.colours for mail in four.to(colour)]
    assert len(presses(four, "green")) == 3
    for mail in mails:
        body = text_of(mail)
        raw = "\n".join(f"> {line}" for line in body.split("\n"))
        for back in (body, raw, f"see below\n\n{body}", f"On Monday judge wrote:\n{raw}"):
            letter = read_letter(
                f"From: a@b.example\nSubject: x\nContent-Type: text/plain; charset=utf-8\n\n{back}\n".encode()
            )
            for lines in (letter.lines, letter.below, tuple(back.split("\n"))):
                assert [r.text for r in read(lines, lexicon) if r.kind in ("order", "held")] == []


def test_an_answer_that_quotes_without_marks_sends_nothing_of_our_mail(four):
    say(four, "red", "PRESS TO blue: shall we?")
    mail = presses(four, "blue")[0]
    say(four, "blue", f"Gladly\n\n{text_of(mail)}", to=mail)
    assert quoted(presses(four, "red")[0]) == "Gladly"


# -- the moderator, and afterwards -------------------------------------------------------------------------------------------


def test_the_moderator_reads_messages_only_where_he_asks(four):
    say(four, "yellow", "ANONYMOUS PRESS: who am I?")
    say(four, "blue", "tell me", to=presses(four, "blue")[0])
    plain, revealed = pressbook.book(four.site, "test", False), pressbook.book(four.site, "test", True)
    assert "an anonymous player to everybody" in plain.text
    assert "1 private message is not shown; --reveal shows it." in plain.text
    assert "tell me" not in plain.text + str(plain.data)
    assert "Boris (blue, Reform Expansionists) to Dmitri" in revealed.text
    assert "yellow" not in plain.text + str(plain.data)
    assert "Dmitri (yellow, Lysenko Evolutionists), unnamed to everybody" in revealed.text
    assert not [mail for mail in four.to("gm@judge.example") if "who am I" in text_of(mail)]


def test_an_archive_holds_what_was_said_to_all_and_nothing_private(four, tmp_path):
    say(four, "yellow", "ANONYMOUS PRESS: write to me at y@home.example")
    say(four, "blue", "tell me privately", to=presses(four, "blue")[0])
    say(four, "red", "PRESS TO blue: privately as well\n\nPURGE Manjak")
    say(four, "green", "PRESS: to all of you")
    running = archive.write(four.site, "test", tmp_path / "running", True, four.now)
    assert "to all of you" not in everything(running)
    over(four)
    folder = archive.write(four.site, "test", tmp_path / "over", False, four.now)
    told = (folder / "press.txt").read_text("utf-8")
    assert "an anonymous player to everybody\n| write to me at (address)" in told
    assert "Clara (green, Red Army Militarists) to everybody\n| to all of you" in told
    assert "privately" not in everything(folder)
    assert "write to me" not in everything(folder, "yellow").replace(told, ""), "his own mails would name him"
    assert "write to me" not in (folder / "letters.jsonl").read_text("utf-8")


def everything(folder, whose=""):
    """Of all files that lie open; or of one player's reports."""
    files = sorted((folder / "reports" / whose if whose else folder).rglob("*"))
    return "\n".join(
        p.read_bytes().decode("utf-8", "replace") for p in files if p.is_file() and "private" not in p.parts
    )


def test_our_words_in_a_message_are_short(four):
    """A phone shows some forty lines: those of ours are few, and none is wide."""
    say(four, "red", "PRESS: hello")
    lines = text_of(presses(four, "blue")[0]).split("\n")
    assert len(lines) < 16
    assert max(map(len, lines)) <= 72
    assert not [line for line in lines if re.match(r"\| (What|It)", line)]


def test_the_moderator_may_send_one_for_somebody_and_he_may_answer_the_question(four):
    entered = desk.enter(four.site, "test", "red", ["PRESS TO blue: hello", "", "PURGE Manjak"], four.now)
    assert "Order or message?" in entered.text
    four.poll()
    assert quoted(presses(four, "blue")[0]) == "hello"
    say(four, "red", "YES")
    assert four.orders("red") == ["PURGE Manjak"]


def test_a_paragraph_without_line_breaks_is_sent_whole(four):
    long = "Comrades, the harvest is late and the winter is early. " * 30
    say(four, "red", f"PRESS TO blue: {long}\n\n{long}# and so on")
    got = " ".join(quoted(presses(four, "blue")[0]).split())
    assert got == " ".join(f"{long} {long}# and so on".split())
