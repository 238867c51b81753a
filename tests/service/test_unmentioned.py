"""Nothing that a player wrote goes by unmentioned: inside quotations, below copied headers, struck out, in foreign letters, attached."""

import html
from email.message import EmailMessage

import pytest

from tests.service.mailgame import EVERYBODY, subject_of, text_of

HEADER = "From: Kremlin Judge <judge@judge.example>\nSent: Tuesday, December 1, 2026 1:00 PM\nTo: Anna <anna@players.example>\nSubject: {subject}\n"
GERMAN = "Gesendet: Dienstag, 1. Dezember 2026 um 13:00\nVon: Kremlin Judge <judge@judge.example>\nAn: anna@players.example\nBetreff: {subject}\n"


def words(mail):
    return " ".join(text_of(mail).split())


def begin(game):
    """A new answer to red's last mail: the message, and the lines of that mail."""
    answered, mail = game.to("red")[-1], EmailMessage()
    mail["From"], mail["To"] = EVERYBODY["red"], "judge@judge.example"
    mail["Subject"] = " ".join(f"Re: {subject_of(answered)}".split())
    mail["Message-ID"] = f"<new-{next(game.ids)}@players.example>"
    mail["In-Reply-To"] = str(answered["Message-ID"])
    return mail, text_of(answered).strip().split("\n"), subject_of(answered)


def sent(game, mail):
    game.put(mail.as_bytes() if isinstance(mail, EmailMessage) else mail)
    game.poll(1)
    return game.to("red")[-1]


def written(game, text):
    game.write("red", text)
    game.poll(1)
    return game.to("red")[-1]


def web_de(game, top, inside, after=""):
    """HTML alone; all that is quoted in one element, the header of the answered mail too."""
    mail, lines, subject = begin(game)
    quoted = [*lines[:4], *inside, *lines[4:]]
    block = "<br>".join(map(html.escape, GERMAN.format(subject=subject).split("\n")))
    source = (
        f'<html><body><div style="font-family: Verdana;"><div>{html.escape(top)}</div><div>&nbsp;<div name="quote" style="margin:10px; '
        f'border-left:2px solid #C3D9E5;"><div>{block}</div><div name="quoted-content">{"<br>".join(map(html.escape, quoted))}</div></div>'
        f"<div>{html.escape(after)}</div></div></div></body></html>"
    )
    mail.set_content(source, subtype="html")
    return sent(game, mail)


def outlook(game, top, inside):
    """No mark on what is quoted, and its header above it."""
    mail, lines, subject = begin(game)
    mail.set_content(
        "\n".join([top, "", *HEADER.format(subject=subject).split("\n"), *lines[:4], *inside, *lines[4:]])
    )
    return sent(game, mail)


# --- inside quotations ---


@pytest.mark.parametrize("top", ["See below", "HOLD B"])
def test_an_order_inside_the_one_quotation_of_web_de_is_mentioned_and_never_given(begun, top):
    receipt = web_de(begun, top, ["PURGE Manjak"])
    assert "“PURGE Manjak”. It stands inside the quotation, from where nothing is ever taken" in words(
        receipt
    )
    written(begun, "YES")
    assert begun.orders("red") == (["HOLD Schukrutoff"] if top == "HOLD B" else [])


def test_an_order_behind_the_quotation_of_web_de_waits_for_yes(begun):
    receipt = web_de(begun, "See below", [], "PURGE Manjak")
    assert "| PURGE Manjak" in text_of(receipt)
    written(begun, "YES")
    assert begun.orders("red") == ["PURGE Manjak"]


@pytest.mark.parametrize(
    "line",
    [
        "PURGE Manjak",
        "[Anna] PURGE Manjak",
        "Anna: TRY Satin",
        "My answer: I want to condemn Satin",
        "-> VOTE GUILTY",
    ],
)
def test_an_answer_below_a_copied_header_is_mentioned_with_whatever_mark_and_never_given(begun, line):
    receipt = outlook(begun, "Please see below.", [line])
    assert f"“{line}”" in words(receipt)
    assert "below the header of another mail, from where nothing is ever taken" in words(receipt)
    written(begun, "YES")
    assert begun.orders("red") == []


@pytest.mark.parametrize("mark", ["> ", ">", "> > "])
def test_an_order_behind_the_mark_of_a_quotation_is_mentioned_and_never_given(begun, mark):
    _, lines, _ = begin(begun)
    quoted = [*lines[:4], "PURGE Manjak", *lines[4:]]
    receipt = written(begun, "\n".join(["HOLD B", "", *(mark + line for line in quoted)]))
    assert "“PURGE Manjak”. It stands inside the quotation" in words(receipt)
    written(begun, "YES")
    assert begun.orders("red") == ["HOLD Schukrutoff"]


def test_of_our_own_mail_nothing_is_told_back_however_it_is_quoted(begun):
    written(begun, "HOLD B\nPURGE Manjak\nDECLARE 3 C\nhello")
    _, lines, _ = begin(begun)
    for receipt in (
        web_de(begun, "OK", []),
        outlook(begun, "OK", []),
        written(
            begun,
            "\n".join(
                ["OK", "", "On Tue, Dec 1, 2026 at 1:00 PM Kremlin Judge <judge@judge.example>", "wrote:", ""]
                + [f"> {line}" for line in lines]
            ),
        ),
    ):
        assert "Ignored ==" not in text_of(receipt)


@pytest.mark.parametrize("verb", ["wrote:", "escribió:", "a écrit :", "napisał(a):", "ha scritto:"])
def test_the_end_of_a_broken_attribution_is_not_told_back(begun, verb):
    top = "Sent from my iPhone"
    receipt = written(
        begun,
        f"{top}\n\nOn Tue, Dec 1, 2026 at 1:00 PM Kremlin Judge <judge@judge.example>\n{verb}\n\n> old words",
    )
    assert verb not in words(receipt)
    assert "There was no text above the quoted mail" in words(receipt)


# --- left out, or guessed ---


def test_struck_out_and_unseen_lines_are_said_to_be_left_out(begun):
    mail, _, _ = begin(begun)
    mail.set_content(
        '<p><s>PURGE Manjak</s></p><p>HOLD B</p><p style="display:none">TRY C</p>', subtype="html"
    )
    receipt = sent(begun, mail)
    assert begun.orders("red") == ["HOLD Schukrutoff"]
    assert (
        "Please note: struck-out text was left out. Please note: text that nobody could see was left out."
        in words(receipt)
    )


def test_words_that_our_quotation_strikes_out_are_no_matter(begun):
    mail, _, _ = begin(begun)
    mail.set_content('<p>HOLD B</p><blockquote type="cite"><s>old</s></blockquote>', subtype="html")
    assert "left out" not in words(sent(begun, mail))


def test_a_guessed_character_set_is_told(begun):
    mail, _, _ = begin(begun)
    head = f"From: {mail['From']}\nTo: judge@judge.example\nSubject: {mail['Subject']}\nMessage-ID: <g@x>\nIn-Reply-To: {mail['In-Reply-To']}\n"
    receipt = sent(
        begun, f"{head}Content-Type: text/plain; charset=utf-8\n\nHOLD B\nGrüße\n".encode("cp1252")
    )
    assert begun.orders("red") == ["HOLD Schukrutoff"]
    assert "Please note: character set guessed: read as windows-1252, not utf-8." in words(receipt)


def test_a_letter_that_cannot_be_read_has_one_reason_and_one_advice(begun):
    mail, _, _ = begin(begun)
    head = f"From: {mail['From']}\nTo: judge@judge.example\nSubject: {mail['Subject']}\nMessage-ID: <g@x>\nIn-Reply-To: {mail['In-Reply-To']}\n"
    receipt = sent(
        begun, f"{head}Content-Type: text/plain; charset=x-unknown\n\nHOLD B\nGrüße\n".encode("cp1252")
    )
    assert "please send the text as UTF-8" in words(receipt)
    assert words(receipt).casefold().count("please send") == 1


def test_why_a_letter_does_nothing_is_not_said_again_under_each_line(begun):
    begun.write("red", "HOLD B\nREADY\nUNREADY", to=begun.to("red")[0])
    begun.poll(1)
    said = words(begun.to("red")[-1])
    assert said.count("It answers an older report") == 1
    assert said.count("is never kept") == 2


# --- foreign letters ---


def test_letters_that_only_look_latin_are_named_and_their_lines_sent_back(begun):
    receipt = written(begun, "РURGE Satin\nHОLD FM up to 9\nTRY Мanjak\nТАКЕ KGB\nпривет всем")
    said = words(receipt)
    assert begun.orders("red") == []
    assert 'in its word "РURGE" the first letter, the Cyrillic "Р" (U+0420), is of another alphabet' in said
    assert 'in its word "HОLD" the second letter, the Cyrillic "О" (U+041E), is of another alphabet' in said
    assert 'in its word "Мanjak" the first letter, the Cyrillic "М" (U+041C)' in said
    assert "did you mean PURGE" not in said
    assert "“привет всем”" in said


def test_mixed_letters_in_messages_are_no_harm(begun):
    receipt = written(begun, "MODERATOR: is РURGE a word?")
    assert "Rejected ==" not in text_of(receipt)
    assert "РURGE" in text_of(begun.to("gm@judge.example")[-1])
    written(begun, "PRESS TO blue: the РURGE is mine")
    assert "the РURGE is mine" in text_of(begun.to("blue")[-1])


def test_figures_in_boxes_and_circles_number_lines(begun):
    written(begun, "1\ufe0f\u20e3 HOLD B\n2\u20e3 PURGE Manjak\n③ VOTE GUILTY\n🔟 DECLARE 2 C")
    assert begun.orders("red")[:3] == ["HOLD Schukrutoff", "PURGE Manjak", "VOTE GUILTY"]
    assert len(begun.orders("red")) == 4


# --- attached ---


@pytest.mark.parametrize("kind", ["text/plain", "image/jpeg"])
def test_of_a_letter_with_files_alone_is_said_that_files_are_not_read(begun, kind):
    mail, _, _ = begin(begun)
    mail.set_content("\n")
    main, sub = kind.split("/")
    mail.add_attachment(b"PURGE Manjak", maintype=main, subtype=sub, filename="orders")
    said = words(sent(begun, mail))
    assert "attached files are not looked at. Please type your orders, one a line, in the mail itself" in said
    assert "above the quot" not in said
    assert begun.orders("red") == []


def test_of_an_empty_letter_that_quotes_nothing_no_quotation_is_spoken_of(begun):
    said = words(written(begun, "\n"))
    assert "There was no text in it. Please type your orders" in said
    assert "quot" not in said
