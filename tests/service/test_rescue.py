"""What is held, and the YES that gives it (E10): once, before the deadline, and only what its receipt showed."""

from email.message import EmailMessage

import pytest

from .mailgame import EVERYBODY, subject_of, text_of

UNDER_OUTLOOK = """my answers are below
From: Kremlin Judge <judge@judge.example>
Sent: Tuesday, December 1, 2026 1:00 PM
To: Anna <anna@players.example>
Subject: report

PURGE M
"""


def body(mail):
    """The words of a mail, however its lines are broken."""
    return " ".join(text_of(mail).split())


def letter(game, text, **more):
    """One letter of red's, read; the receipt."""
    game.write("red", text, **more)
    game.poll(1)
    return game.to("red")[-1]


def held(game, text="PURGE M"):
    """A letter in answer to an old report; the receipt that holds its lines."""
    return letter(game, text, to=game.to("red")[0])


def unthreaded(game, text):
    """A new mail that a telephone begins with our subject and nothing else."""
    return letter(game, text, subject=f"Re: {subject_of(game.to('red')[-1])}")


def in_two_versions(game, plain, html):
    """A letter whose program sends both."""
    answered, mail = game.to("red")[-1], EmailMessage()
    mail["From"], mail["To"] = EVERYBODY["red"], "judge@judge.example"
    mail["Subject"] = " ".join(f"Re: {subject_of(answered)}".split())
    mail["Message-ID"] = f"<two-{next(game.ids)}@players.example>"
    mail["In-Reply-To"] = str(answered["Message-ID"])
    mail.set_content(plain)
    mail.add_alternative(html, subtype="html")
    game.put(mail.as_bytes())
    game.poll(1)
    return game.to("red")[-1]


def ready(game):
    return bool(game.record().seat_rows["red"].ready)


# --- near misses ---


def test_only_the_line_in_doubt_waits_and_its_receipt_asks(begun):
    receipt = letter(begun, "HOLD B\nPURGE Satinn\nVOTE GUILTY")
    assert begun.orders("red") == ["HOLD Schukrutoff", "VOTE GUILTY"]
    assert "2 orders and 1 order held for your YES" in " ".join(subject_of(receipt).split())
    assert "| PURGE Satin" in text_of(receipt)
    assert "most like Oleg Satin (O), but it may be Ludmilla Patina (S) as well" in body(receipt)
    letter(begun, "yes please")
    assert begun.orders("red") == ["HOLD Schukrutoff", "VOTE GUILTY", "PURGE Satin"]


def test_a_slip_that_fits_two_alike_is_rejected_with_both(begun):
    receipt = letter(begun, "PURGE Satina\nYES")
    assert "fits Oleg Satin (O) and Ludmilla Patina (S)" in body(receipt)
    assert begun.orders("red") == []
    assert "is held and waits" in body(receipt), "and no YES gives it"


def test_yes_may_name_whom_it_means_and_another_name_is_no_yes(begun):
    letter(begun, "PURGE Satinn")
    assert "YES by itself gives it" in body(letter(begun, "Yes, I meant Patina"))
    assert begun.orders("red") == []
    letter(begun, "Yes, I meant Satin")
    assert begun.orders("red") == ["PURGE Satin"]


def test_a_no_with_another_name_forgets_and_asks_for_the_whole_line(begun):
    receipt = letter(begun, "PURGE Satinn")
    assert "write the whole line anew" in body(letter(begun, "No, Patina"))
    letter(begun, "yes", to=receipt)
    assert begun.orders("red") == []


# --- once ---


def test_a_second_yes_does_nothing_and_says_so(begun):
    receipt = held(begun)
    letter(begun, "YES", to=receipt)
    letter(begun, "CANCEL ALL")
    again = letter(begun, "YES", to=receipt)
    assert begun.orders("red") == []
    assert "were given before, on your YES" in body(again)


def test_a_yes_after_a_no_does_nothing_and_says_so(begun):
    receipt = held(begun)
    letter(begun, "no thanks", to=receipt)
    again = letter(begun, "YES", to=receipt)
    assert begun.orders("red") == []
    assert "were forgotten before, on your NO" in body(again)


def test_a_yes_that_came_with_the_letter_itself_gives_nothing_that_nobody_has_seen(begun):
    begun.write("red", "PURGE M", to=begun.to("red")[0])
    begun.write("red", "YES", subject=f"Re: {subject_of(begun.to('red')[-1])}")
    begun.poll(1)
    assert begun.orders("red") == []
    letter(begun, "YES")
    assert begun.orders("red") == ["PURGE Eatstumuch"]


def test_yes_where_nothing_is_held_is_told_what_else_it_may_have_meant(begun):
    said = body(letter(begun, "Yes"))
    assert "Nothing of yours is held" in said
    assert "VOTE YES" in said


# --- which receipt ---


def test_the_receipt_that_is_answered_counts_not_the_last(begun):
    first = held(begun, "PURGE M")
    held(begun, "HOLD B")
    letter(begun, "YES", to=first)
    assert begun.orders("red") == ["PURGE Eatstumuch"]
    assert "| HOLD Schukrutoff" in text_of(begun.to("red")[-1]), "the other is still offered"
    letter(begun, "YES")
    assert begun.orders("red") == ["PURGE Eatstumuch", "HOLD Schukrutoff"]


def test_a_yes_to_no_mail_in_particular_takes_the_last_receipts(begun):
    held(begun, "PURGE M")
    held(begun, "HOLD B")
    unthreaded(begun, "YES")
    assert begun.orders("red") == ["HOLD Schukrutoff"]


def test_what_came_without_a_code_shares_no_receipt_with_what_is_surely_his(begun):
    before = len(begun.to("red"))
    begun.write("red", "CANCEL ALL\nPURGE I", subject="hello")  # anybody can write this
    begun.write("red", "HOLD B", to=begun.to("red")[0])
    begun.poll(1)
    first, second = begun.to("red")[before:]
    his = first if "HOLD Schukrutoff" in text_of(first) else second
    assert "PURGE Mischif" not in text_of(his)
    letter(begun, "YES", to=his)
    assert begun.orders("red") == ["HOLD Schukrutoff"]


# --- beside other orders ---


def test_yes_gives_older_lines_and_the_orders_beside_it_are_newer(begun):
    held(begun, "PURGE M\nHOLD B")
    receipt = letter(begun, "PURGE N\nYES")
    assert begun.orders("red") == ["HOLD Schukrutoff", "PURGE Karrienko"]
    assert "PURGE Eatstumuch" in body(receipt), "E7: what was replaced is named"


def test_no_forgets_and_the_orders_beside_it_stand(begun):
    held(begun, "PURGE M")
    letter(begun, "no, forget it\nHOLD B")
    assert begun.orders("red") == ["HOLD Schukrutoff"]


def test_ready_waits_for_the_yes_and_counts_beside_it(begun):
    receipt = letter(begun, "PURGE Satinn\nREADY")
    assert not ready(begun)
    assert text_of(receipt).partition("\n\n")[2].startswith("You do not count as READY yet")
    letter(begun, "YES\nREADY")
    assert ready(begun)
    assert begun.orders("red") == ["PURGE Satin"]


def test_ok_to_a_receipt_that_asks_is_neither_yes_nor_ready(begun):
    held(begun)
    assert "may be YES" in body(letter(begun, "Ok!"))
    assert not ready(begun)
    assert begun.orders("red") == []
    letter(begun, "ok yes")
    assert begun.orders("red") == ["PURGE Eatstumuch"]
    letter(begun, "ok")
    assert ready(begun)


# --- below quotations ---


def test_lines_between_quotations_wait_while_those_on_top_are_done(begun):
    receipt = letter(begun, "HOLD B\n> what you asked\nPURGE M\n> and this\nREADY\nsounds good?")
    assert begun.orders("red") == ["HOLD Schukrutoff"]
    said = body(receipt)
    assert "| PURGE Eatstumuch" in text_of(receipt)
    assert "READY is never kept" in said
    assert "“sounds good?”" in said
    assert not ready(begun)
    letter(begun, "YES")
    assert begun.orders("red") == ["HOLD Schukrutoff", "PURGE Eatstumuch"]
    assert not ready(begun)


def test_below_the_header_of_another_mail_nothing_is_held(begun):
    receipt = letter(begun, UNDER_OUTLOOK)
    assert "“PURGE M”" in body(receipt)
    assert "from where nothing is ever taken" in body(receipt)
    assert "YES" not in subject_of(receipt)
    letter(begun, "YES")
    assert begun.orders("red") == []


def test_below_a_line_END_nothing_is_held(begun):
    receipt = letter(begun, "HOLD B\nEND\nPURGE M")
    assert "below the line END" in body(receipt)
    letter(begun, "YES")
    assert begun.orders("red") == ["HOLD Schukrutoff"]


def test_our_own_words_quoted_without_marks_are_not_told_back(begun):
    report = text_of(begun.to("red")[-1]).partition("\n\n")[2]
    receipt = letter(
        begun, f"On Tue, Dec 1, 2026 at 1:00 PM, Judge<judge@judge.example> wrote:\n{report}\nwell well"
    )
    assert "Your silence means" not in text_of(receipt)
    assert "“well well”" in body(receipt)


# --- two versions ---


def test_versions_that_differ_are_shown_side_by_side_and_yes_takes_the_plain_one(begun):
    receipt = in_two_versions(begun, "PURGE M\nHOLD B", "<p>PURGE N</p><p>HOLD B</p>")
    assert begun.orders("red") == []
    plain, _, formatted = text_of(receipt).partition("B, the formatted text:")
    assert "| PURGE Eatstumuch" in plain
    assert "| PURGE Karrienko" in formatted
    letter(begun, "YES")
    assert begun.orders("red") == ["PURGE Eatstumuch", "HOLD Schukrutoff"]


def test_versions_with_the_same_orders_in_other_words_are_one_letter(begun):
    in_two_versions(begun, "Hi! PURGE M", "<div>Hello <b>purge eatstumuch</b> please</div>")
    assert begun.orders("red") == ["PURGE Eatstumuch"]


def test_orders_of_the_formatted_version_alone_wait_for_a_yes(begun):
    receipt = in_two_versions(begun, "Please view this in a modern mail program", "<p>PURGE N</p>")
    assert begun.orders("red") == []
    assert "only the formatted one" in body(receipt)
    letter(begun, "YES")
    assert begun.orders("red") == ["PURGE Karrienko"]


# --- its end ---


def test_what_was_never_answered_is_told_in_the_next_report(begun):
    held(begun, "PURGE M\nHOLD B")
    begun.poll(80)
    report = next(mail for mail in reversed(begun.to("red")) if mail["Auto-Submitted"] != "auto-replied")
    assert "PURGE Eatstumuch; HOLD Schukrutoff" in body(report)
    assert "held for your YES, which did not come" in body(report)
    others = [body(mail) for colour in ("blue", "green") for mail in begun.to(colour)]
    assert not any("held for your YES" in said for said in others)


@pytest.mark.parametrize("answer", ["YES", "NO"])
def test_what_was_answered_is_not_told_again(begun, answer):
    held(begun, "HOLD B")
    letter(begun, answer)
    begun.poll(80)
    assert "which did not come" not in body(begun.to("red")[-1])


def test_a_yes_after_the_deadline_gives_nothing_and_offers_the_same_lines_anew_once(begun):
    receipt = held(begun, "HOLD B")
    begun.poll(80)
    late = letter(begun, "YES", to=receipt)
    assert begun.orders("red") == []
    assert "Your YES came after the deadline" in body(late)
    assert "| HOLD Schukrutoff" in text_of(late)
    again = letter(begun, "YES", to=receipt)
    assert "1 order held" not in subject_of(again)
    letter(begun, "YES", to=late)
    assert begun.orders("red") == ["HOLD Schukrutoff"]


def test_a_yes_that_comes_after_the_deadline_and_before_the_next_report_offers_them_anew(begun):
    receipt = held(begun, "HOLD B")
    begun.write("red", "YES", to=receipt)
    assert begun.poll(80).resolved == ["test"]
    late = begun.to("red")[-1]
    assert begun.orders("red") == []
    assert body(late).count("after the deadline") == 1
    letter(begun, "Yes", to=late)
    assert begun.orders("red") == ["HOLD Schukrutoff"]


def test_a_yes_without_a_code_gives_nothing_and_is_answered(begun):
    held(begun, "HOLD B")
    said = body(letter(begun, "YES", subject="hello"))
    assert begun.orders("red") == []
    assert "YES is never kept" in said
    letter(begun, "YES")
    assert begun.orders("red") == ["HOLD Schukrutoff"], "the answer to it carries one"
