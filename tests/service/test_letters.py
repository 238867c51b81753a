"""What becomes of a letter: read, doubled, too old, without a token, from somebody else, late."""

import pytest

from .mailgame import PLAYERS, subject_of, text_of


def body(mail):
    """The words of a mail, however its lines are broken."""
    return " ".join(text_of(mail).split())


def test_orders_are_acknowledged_in_one_receipt_with_a_numbered_list(begun):
    begun.write("red", "Hello!\nCURE Schukrutoff\npurge M, N while KGB age < 90\nVOTE MAYBE")
    assert begun.poll(1).receipts == 1
    receipt = begun.to("red")[-1]
    text = text_of(receipt)
    assert "PURGE Eatstumuch, Karrienko WHILE KGB AGE < 90" in text
    assert "VOTE MAYBE" in text
    assert "Hello!" in text
    assert receipt["Auto-Submitted"] == "auto-replied"
    assert begun.orders("red") == ["CURE Schukrutoff", "PURGE Eatstumuch, Karrienko WHILE KGB AGE < 90"]


def test_several_letters_of_one_player_in_one_poll_share_a_receipt(begun):
    before = len(begun.to("red"))
    begun.write("red", "PURGE M")
    begun.write("red", "HOLD B")
    assert begun.poll(1).receipts == 1
    assert len(begun.to("red")) == before + 1


def test_d2_the_same_message_twice_has_one_effect(begun):
    message_id = begun.write("red", "PURGE M")
    begun.poll(1)
    before = len(begun.to("red"))
    begun.write("red", "PURGE M", to=begun.to("red")[-2], message_id=message_id)
    assert begun.poll(1).receipts == 0
    assert begun.orders("red") == ["PURGE Eatstumuch"]
    assert [subject_of(mail).rpartition(" [")[0] for mail in begun.to("red")[before:]] == [
        "[test] a letter that came twice"
    ]


def test_d2_the_same_message_id_with_other_words_is_another_letter(begun):
    message_id = begun.write("red", "PURGE M")
    begun.poll(1)
    begun.write("red", "ALSO PURGE N", message_id=message_id)
    assert begun.poll(1).receipts == 1
    assert begun.orders("red") == ["PURGE Eatstumuch", "PURGE Karrienko"]


def test_e7_a_later_mail_replaces_the_same_decision_and_the_receipt_says_so(begun):
    begun.write("red", "PURGE M\nVOTE GUILTY")
    begun.poll(1)
    begun.write("red", "PURGE N")
    begun.poll(1)
    assert begun.orders("red") == ["VOTE GUILTY", "PURGE Karrienko"]
    assert "PURGE Eatstumuch" in text_of(begun.to("red")[-1])


def test_cancel_by_number_and_cancel_all(begun):
    begun.write("red", "PURGE M\nHOLD B\nVOTE GUILTY")
    begun.poll(1)
    begun.write("red", "CANCEL 2")
    begun.poll(1)
    assert begun.orders("red") == ["PURGE Eatstumuch", "VOTE GUILTY"]
    begun.write("red", "CANCEL ALL\nPASS")
    begun.poll(1)
    assert begun.orders("red") == ["PASS"]


def test_an_answer_to_an_old_report_is_held_and_yes_gives_it(begun):
    old = begun.to("red")[0]  # the set-up report
    begun.write("red", "PURGE M\nREADY", to=old)
    begun.poll(1)
    assert begun.orders("red") == []
    assert "PURGE Eatstumuch" in text_of(begun.to("red")[-1])
    assert "READY" in text_of(begun.to("red")[-1])
    assert begun.record().seat_rows["red"].ready == "" or "purge" not in begun.record().seat_rows["red"].ready
    begun.write("red", "YES")
    begun.poll(1)
    assert begun.orders("red") == ["PURGE Eatstumuch"]
    begun.write("red", "YES")
    begun.poll(1)
    assert begun.orders("red") == ["PURGE Eatstumuch"], "once"


def test_no_forgets_what_was_held(begun):
    begun.write("red", "PURGE M", to=begun.to("red")[0])
    begun.poll(1)
    begun.write("red", "NO")
    begun.poll(1)
    begun.write("red", "YES")
    begun.poll(1)
    assert begun.orders("red") == []


def test_without_a_token_nothing_is_applied_and_a_fresh_one_comes(begun):
    begun.write("red", "PURGE M", subject="my orders")
    begun.poll(1)
    assert begun.orders("red") == []
    begun.write("red", "CONFIRM")
    begun.poll(1)
    assert begun.orders("red") == ["PURGE Eatstumuch"]


def test_orders_below_the_quotation_are_answered_never_executed(begun):
    begun.write("red", "> old text of yours\nPURGE M")
    begun.poll(1)
    assert begun.orders("red") == []
    assert "PURGE Eatstumuch" in text_of(begun.to("red")[-1])


def test_another_players_token_does_nothing_and_its_owner_is_warned_once(begun):
    stolen = begun.to("red")[-1]
    before = len(begun.to("blue"))
    begun.write("blue", "PURGE M", to=stolen)
    begun.write("blue", "PURGE N", to=stolen)
    begun.poll(1)
    assert begun.orders("red") == []
    assert begun.orders("blue") == []
    assert len(begun.to("blue")) == before + 1
    assert "somebody else's reply code" in body(begun.to("blue")[-1])
    warnings = [mail for mail in begun.to("red") if "not from your address" in subject_of(mail)]
    assert len(warnings) == 1


def test_a_stranger_gets_one_short_answer_a_day_without_a_word_of_his(begun):
    before = len(begun.outgoing())
    for _ in range(3):
        begun.put(b"From: eve@evil.example\nTo: judge@judge.example\nSubject: hello\n\nPURGE M\n")
        begun.poll(1)
    answers = begun.outgoing()[before:]
    assert [answer["To"] for answer in answers] == ["eve@evil.example"]
    assert "plays in no game here" in body(answers[0])
    assert "PURGE" not in answers[0].as_string() and "hello" not in answers[0].as_string()


@pytest.mark.parametrize(
    "header", ["Auto-Submitted: auto-replied", "Precedence: bulk", "List-Id: <x.example>"]
)
def test_automatic_mail_is_never_answered(begun, header):
    name, _, value = header.partition(": ")
    before = len(begun.outgoing())
    begun.write("red", "PURGE M", **{name: value})
    begun.poll(1)
    assert len(begun.outgoing()) == before
    assert begun.orders("red") == []


def test_a_letter_after_the_deadline_waits_until_the_session_is_resolved_and_is_held(begun):
    deadline = begun.record().row.deadline
    begun.write("red", "PROMOTE J")
    hours = (deadline.replace(tzinfo=begun.now.tzinfo) - begun.now).total_seconds() / 3600 + 0.1
    result = begun.poll(hours)
    assert result.resolved == ["test"]
    assert begun.orders("red") == []
    assert "after the deadline" in body(begun.to("red")[-1])


def test_an_empty_letter_and_prose_are_answered(begun):
    for text in ("", "What a nice game this is, dear judge."):
        before = len(begun.to("red"))
        begun.write("red", text)
        begun.poll(1)
        assert len(begun.to("red")) == before + 1


def test_questions_are_answered_with_what_i_may_see(begun):
    begun.write("red", "STATUS\nHISTORY\nRULES R4.1\nHELP PURGE\nORDERS")
    begun.poll(1)
    text = text_of(begun.to("red")[-1])
    assert "R4.1" in text
    assert "Schukrutoff" in text
    assert "INFLUENCE L M" not in text


def test_words_for_the_moderator_reach_him(begun):
    begun.write("red", "MODERATOR: Boris is asleep")
    begun.poll(1)
    mail = begun.to("gm@judge.example")[-1]
    assert "Boris is asleep" in text_of(mail)


def test_one_recipient_a_mail_and_never_another(begun):
    for mail in begun.outgoing():
        assert len(mail.get_all("To")) == 1
        assert mail["Cc"] is None
        assert mail["Bcc"] is None
    assert {str(mail["To"]) for mail in begun.outgoing()} == set(PLAYERS.values())


def test_yes_belongs_to_the_receipt_that_offered_it_whatever_a_forger_sends_meanwhile(begun):
    begun.write("red", "CURE B", to=begun.to("red")[0])
    begun.poll(1)
    offered = begun.to("red")[-1]
    begun.write("red", "CANCEL ALL\nPURGE M", subject="hello")  # anybody can write this
    begun.poll(1)
    begun.write("red", "YES", to=offered)
    begun.poll(1)
    assert begun.orders("red") == ["CURE Schukrutoff"]


def test_yes_from_a_mail_program_that_names_no_mail_never_gives_what_came_without_a_code(begun):
    begun.write("red", "PURGE M", subject="hello")
    begun.poll(1)
    token = subject_of(begun.to("red")[-1])
    begun.write("red", "YES", subject=f"Re: {token}")
    begun.poll(1)
    assert begun.orders("red") == []


def test_letters_without_a_code_are_answered_three_times_a_day_and_serve_nothing(begun):
    before, moderator = len(begun.to("red")), len(begun.to("gm@judge.example"))
    for _ in range(6):
        begun.write("red", "MODERATOR: I cheat\nRULES\nHELP\nPURGE M", subject="hello")
        begun.poll(1)
    assert len(begun.to("red")) == before + 3
    assert len(begun.to("gm@judge.example")) == moderator
    assert all(len(text_of(mail)) < 3000 for mail in begun.to("red")[before:])


def test_many_questions_and_many_words_make_one_short_answer_and_one_mail(begun):
    moderator = len(begun.to("gm@judge.example"))
    begun.write("red", "\n".join(["STATUS"] * 50 + ["MODERATOR: hello", ""] * 20))
    begun.poll(1)
    assert text_of(begun.to("red")[-1]).count("The Tally Track") <= 2
    assert len(begun.to("gm@judge.example")) == moderator + 1


def test_a_letter_that_went_to_another_player_too_is_not_applied(begun):
    begun.write("red", "PURGE M", Cc=PLAYERS["blue"])
    begun.poll(1)
    assert begun.orders("red") == []
    assert "to other people, too" in body(begun.to("red")[-1])


def test_a_letter_with_anothers_code_beside_ones_own_is_not_read(begun):
    theirs = subject_of(begun.to("blue")[-1]).rpartition("[")[2].strip("]").replace("-", "").lower()
    begun.write("red", "PURGE M", To=f"judge+{theirs}@judge.example")
    begun.poll(1)
    assert begun.orders("red") == []
    assert "reply code" in body(begun.to("red")[-1])
