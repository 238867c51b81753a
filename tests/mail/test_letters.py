"""Raw bytes to a letter: encodings, flowed text, invisible signs; and no bytes at all that raise."""

import base64
import quopri
import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pbem.mail.letters import read_letter
from pbem.mail.limits import MAX_MESSAGE
from tests.mail.corpora import files, needs_corpora
from tests.mail.letter_samples import message

ORDERS = ("PURGE Badenuff", "DECLARE 6 Palavrian")
TEXT = "\n".join(ORDERS) + "\n"


def test_the_everyday_reply() -> None:
    raw = message(
        f"Hi,\n\n{TEXT}\nOn Mon, Nov 30, 2026 at 9:00 AM Judge <j@e.org> wrote:\n> old\n",
        "Message-ID: <1@example.org>",
        "In-Reply-To: <pbem.x@e.org>",
        "References: <root@e.org>\n <pbem.x@e.org>",
        "Date: Mon, 30 Nov 2026 10:00:00 +0100",
    )
    letter = read_letter(raw)
    assert letter.sender == "anna@example.org"
    assert letter.lines == ("Hi,", "", *ORDERS)
    assert letter.cut.startswith("On Mon, Nov 30")
    assert letter.below == ()
    assert letter.message_id == "1@example.org"
    assert letter.in_reply_to == ("pbem.x@e.org",)
    assert letter.references == ("root@e.org", "pbem.x@e.org")
    assert letter.date == "Mon, 30 Nov 2026 10:00:00 +0100"
    assert not (letter.auto or letter.bounce or letter.refusal or letter.poison or letter.defects)


def encoded(coding: str, text: bytes, charset: str) -> bytes:
    body = {"base64": base64.encodebytes, "quoted-printable": quopri.encodestring}.get(
        coding.strip().lower(), bytes
    )(text)
    head = (
        f"From: a@b.org\nContent-Type: text/plain; charset={charset}\nContent-Transfer-Encoding: {coding}\n\n"
    )
    return head.encode() + body


@pytest.mark.parametrize(
    "coding", ["7bit", "8bit", "base64", "quoted-printable", "BASE64 ", "Quoted-Printable"]
)
@pytest.mark.parametrize("charset", ["utf-8", '"UTF-8"', "iso-8859-1", "windows-1252", "ISO-8859-15"])
def test_transfer_codings_and_common_character_sets(coding: str, charset: str) -> None:
    text = "PRESS: Bädenüff\n"
    letter = read_letter(encoded(coding, text.encode(charset.strip('"')), charset))
    assert letter.lines == ("PRESS: Bädenüff",)
    assert letter.defects == ()


def test_a_soft_line_break_is_none() -> None:
    letter = read_letter(encoded("quoted-printable", b"PURGE " + b"Badenuff, " * 20, "utf-8"))
    assert len(letter.lines) == 1


def test_a_wrong_label_is_mended_and_mentioned() -> None:
    letter = read_letter(encoded("8bit", "Bädenüff".encode(), "us-ascii"))
    assert letter.lines == ("Bädenüff",)
    letter = read_letter(encoded("8bit", "Bädenüff".encode("latin-1"), "utf-8"))
    assert letter.lines == ("Bädenüff",)
    assert "windows-1252" in letter.defects[0]


@pytest.mark.parametrize(
    "charset", ["x-unknown", "unicode_escape", "utf-7", "utf-16", "punycode", "rot13", "idna", "hex"]
)
def test_an_unknown_character_set_is_refused_unless_it_does_not_matter(charset: str) -> None:
    letter = read_letter(encoded("8bit", "Bädenüff".encode(), charset))
    assert charset in letter.refusal
    assert letter.lines == ()
    letter = read_letter(encoded("8bit", b"# \\x50URGE\\nBadenuff\nREADY", charset))
    assert letter.lines == ("# \\x50URGE\\nBadenuff", "READY")


def test_flowed_text_is_joined_as_its_sender_saw_it() -> None:
    text = "DECLARE 6 Palavrian WHEN VOTE BY FM \nIF blue CONTROLS FM\nREADY\n\n>> old \n>> text\n-- \nAnna\n"
    letter = read_letter(message(text, kind="text/plain; charset=utf-8; format=flowed"))
    assert letter.lines == ("DECLARE 6 Palavrian WHEN VOTE BY FM IF blue CONTROLS FM", "READY")
    assert letter.cut.startswith(">> old text")
    letter = read_letter(
        message("PURGE Bade \nnuff\n From here\n", kind="text/plain; Format=Flowed; DelSp=Yes")
    )
    assert letter.lines == ("PURGE Badenuff", "From here")


def test_lines_that_gmail_broke_are_taken_from_its_html() -> None:
    order = "PURGE Manjak, Satin, Patina, Palavrian, Badenuff, Strychnin, Bungaloff WHILE KGB AGE < 75"
    broken = order[:60] + "\n" + order[61:]
    quote = "\n\nOn Mon, Nov 30, 2026 at 9:00 AM J <\nj@e.org> wrote:\n> old\n"
    html = f'<div dir="ltr">{order.replace("<", "&lt;")}<br>READY</div><div class="gmail_quote">old</div>'
    letter = read_letter(alternative(f"{broken}\nREADY{quote}", html))
    assert letter.lines == (order, "READY")
    letter = read_letter(alternative(f"{broken}\nREADY{quote}", html.replace("READY", "CONCEDE")))
    assert letter.lines == (order[:60].strip(), order[61:], "READY")


def alternative(text: str, html: str, kind: str = "alternative") -> bytes:
    parts = f"--b\nContent-Type: text/plain\n\n{text}\n--b\nContent-Type: text/html\n\n{html}\n--b--\n"
    return message(parts, kind=f'multipart/{kind}; boundary="b"')


def test_html_counts_where_the_text_is_blank() -> None:
    assert read_letter(alternative(" \n", "<p>READY</p>")).lines == ("READY",)
    assert read_letter(alternative("READY\n", "<p>CONCEDE</p>")).lines == ("READY",)


def test_attachments_and_attached_messages_are_not_read() -> None:
    parts = (
        "--b\nContent-Type: text/plain\n\nREADY\n"
        "--b\nContent-Type: text/plain\nContent-Disposition: attachment; filename=x.txt\n\nCONCEDE\n"
        "--b\nContent-Type: message/rfc822\n\nFrom: x@y.org\n\nCONCEDE\n--b--\n"
    )
    assert read_letter(message(parts, kind="multipart/mixed; boundary=b")).lines == ("READY",)


def test_text_around_a_picture_is_read() -> None:
    parts = (
        "--b\n\nREADY\n--b\nContent-Type: image/png\n\nx\n--b\nContent-Type: text/plain\n\nPURGE K\n--b--\n"
    )
    assert [
        line for line in read_letter(message(parts, kind="multipart/mixed; boundary=b")).lines if line
    ] == ["READY", "PURGE K"]


def test_of_a_signed_message_the_text_is_read() -> None:
    parts = (
        "--b\nContent-Type: text/plain\n\nREADY\n--b\nContent-Type: application/pgp-signature\n\nx\n--b--\n"
    )
    assert read_letter(message(parts, kind="multipart/signed; boundary=b; micalg=pgp-sha1")).lines == (
        "READY",
    )


@pytest.mark.parametrize(
    ("typed", "line"),
    [
        ("PURGE\u00a0\u3000Badenuff", "PURGE Badenuff"),
        ("\ufeffPURGE Bade\u00adn\u200buff\u200e", "PURGE Badenuff"),
        ("ＰＵＲＧＥ Ｋ", "PURGE K"),
        ("PRESS: “well” – it’s so…", 'PRESS: "well" - it\'s so...'),
        ("*PURGE Badenuff*", "PURGE Badenuff"),
        ("__PURGE Badenuff__", "PURGE Badenuff"),
        ("* PURGE Badenuff", "* PURGE Badenuff"),
        ("PURGE Badenuff<http://badenuff>", "PURGE Badenuff"),
        ("PRESS: mail anna@x.org<mailto:anna@x.org> now", "PRESS: mail anna@x.org now"),
        ("PURGE K WHILE KGB AGE <75", "PURGE K WHILE KGB AGE <75"),
        ("\tPURGE   K  ", "PURGE K"),
        ("PURGE\x0bK\x0cREADY\u2028CONCEDE\x85STATUS\x1eX", "PURGE K READY CONCEDE STATUS X"),
        ("PU\x00RGE K", "PURGE K"),
    ],
)
def test_a_line_is_what_its_writer_saw(typed: str, line: str) -> None:
    assert read_letter(message(typed)).lines == (line,)


def test_line_ends_of_all_kinds() -> None:
    assert read_letter(message("READY\r\nPURGE K\rSTATUS\n\n\n\nHELP")).lines == (
        "READY",
        "PURGE K",
        "STATUS",
        "",
        "HELP",
    )


@given(st.binary(max_size=2000))
def test_no_bytes_raise(raw: bytes) -> None:
    assert not read_letter(raw).poison


part = st.sampled_from(
    [
        "From: a@b.org",
        "From: ",
        "Content-Type: multipart/mixed; boundary=b",
        "Content-Type: text/html",
        "\n",
        "--b",
        "--b--",
        "x",
    ]
    + [
        "Content-Type: message/rfc822",
        "Content-Transfer-Encoding: base64",
        "Content-Type: ;;",
        "Subject: =?utf-8?b?//?=",
        " fold",
    ]
    + [
        "Content-Transfer-Encoding: x-uuencode",
        "begin 666 x",
        "Message-ID: <[a@b]>",
        "To: a:;",
        "Content-Type: text/plain; charset=utf-16",
    ]
    + [
        "Content-Type: multipart/report",
        "\udce4\udc00",
        "Content-Type: text/plain; format=flowed",
        "> x ",
        "<p>x",
        "Auto-Submitted: x",
    ]
)


@given(st.lists(part, max_size=30).map("\n".join))
def test_no_message_raises(text: str) -> None:
    assert not read_letter(
        text.encode("utf-8", "surrogateescape" if "\udce4" not in text else "replace")
    ).poison


@needs_corpora
def test_no_real_message_raises_or_takes_long() -> None:
    for path in files():
        started = time.process_time()
        letter = read_letter(path.read_bytes())
        assert not letter.poison, path
        assert time.process_time() - started < 1, path


HOSTILE = {
    "too large": b"From: a@b.org\n\n" + b"x\n" * MAX_MESSAGE,
    "a long header": b"From: a@b.org\nX: " + b"y" * 70_000 + b"\n\nREADY",
    "many encoded words": b"From: a@b.org\nSubject: " + b"=?utf-8?q?a?= " * 4_000 + b"\n\nREADY",
    "many parts": b"Content-Type: multipart/mixed; boundary=b\n\n" + b"--b\n\nx\n" * 50_000,
    "deep parts": b"".join(
        b"Content-Type: multipart/mixed; boundary=b%d\n\n--b%d\n" % (i, i) for i in range(3_000)
    ),
    "messages in messages": b"Content-Type: message/rfc822\n\n" * 3_000,
    "many parameters": b"Content-Type: text/plain" + b"; a=b" * 10_000 + b"\n\nREADY",
    "many addresses": b"From: a@b.org\nTo: " + b"a@b.org, " * 6_000 + b"\n\nREADY",
    "quotes": b'From: "' + b'\\"' * 30_000 + b"\n\nREADY",
    "comments": b"From: " + b"(" * 50_000 + b"\n\nREADY",
    "newlines": b"From: a@b.org\n\n" + b"\n" * 1_000_000,
    "one line": b"From: a@b.org\n\n" + b"x" * 1_000_000,
}


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_messages_take_no_second(name: str) -> None:
    started = time.process_time()
    letter = read_letter(HOSTILE[name])
    assert time.process_time() - started < 1
    assert not letter.poison


def test_fifteen_hundred_letters_a_second_with_room_to_spare() -> None:
    raw = message(
        f"Hi,\n\n{TEXT}\nOn Mon, Nov 30, 2026 at 9:00 AM J <j@e.org> wrote:\n"
        + "> old line of the report\n" * 50
    )
    best = min(timed(raw) for _ in range(5))
    assert best < 1 / 750  # half of what bench/ measures on a quiet machine


def timed(raw: bytes) -> float:
    started = time.process_time()
    for _ in range(50):
        read_letter(raw)
    return (time.process_time() - started) / 50
