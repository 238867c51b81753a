"""Our own mails: deterministic, seven-bit, and read back by the standard library to the letter."""

import email
import email.policy
import email.utils
from datetime import UTC, datetime, timedelta, timezone
from hashlib import sha256
from typing import Any
from urllib.parse import unquote

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from pbem.mail.compose import Draft, Mailbox, compose, filled, html_of, text_of
from pbem.mail.letters import read_letter
from pbem.service.unsubscribing import WORDS, heard

WHEN = datetime(2026, 11, 30, 7, 0, tzinfo=timezone(timedelta(hours=1)))


def draft(**changes: Any) -> Draft:
    fields: dict[str, Any] = {
        "sender": Mailbox("Kremlin Judge", "judge@example.org"),
        "to": Mailbox("", "anna@example.org"),
        "subject": "Turn 1",
        "date": WHEN,
        "message_id": "<pbem.0123456789abcdef.x@example.org>",
        "text": "Hello\n",
    }
    return Draft(**(fields | changes))


def parsed(raw: bytes) -> Any:
    return email.message_from_bytes(raw, policy=email.policy.default)


awkward = st.one_of(
    st.text(),
    st.text(alphabet="a =.\t\n\r\u00e4\U0001f600"),
    st.lists(
        st.sampled_from(["From me", ".", "..", "From " + "x" * 70, "a ", "\t", "", "=", "ä" * 40, "x" * 200])
    ).map("\n".join),
)


@given(awkward)
def test_the_text_comes_back_to_the_letter_in_short_seven_bit_lines(text: str) -> None:
    raw = compose(draft(text=text))
    assert parsed(raw).get_content() == text
    assert raw.isascii()
    assert max(map(len, raw.split(b"\n"))) <= 76
    body = raw.partition(b"\n\n")[2].split(b"\n")
    assert not any(
        line.startswith(b"From ") or line in (b".", b".\r") or line.endswith((b" ", b"\t")) for line in body
    )


printable = st.text(st.characters(exclude_categories=("Cc", "Cs", "Zl", "Zp")), max_size=200)


@given(printable, printable)
def test_subject_and_name_come_back(subject: str, name: str) -> None:
    raw = compose(draft(subject=subject, to=Mailbox(name, "anna@example.org")))
    letter = read_letter(raw)
    visible = " ".join("".join(c if c.isprintable() else " " for c in " ".join(subject.split())).split())
    assert letter.subject == visible
    assert max(map(len, raw.split(b"\n"))) <= 76
    back = parsed(raw)["to"].addresses[0]
    assert back.addr_spec == "anna@example.org"
    assert "".join(back.display_name.split()) == "".join(name.split())


@given(awkward)
def test_the_same_input_gives_the_same_bytes(text: str) -> None:
    assert compose(draft(text=text, html=text)) == compose(draft(text=text, html=text))


@given(awkward, awkward)
def test_text_and_html_come_back(text: str, html: str) -> None:
    message = parsed(compose(draft(text=text, html=html)))
    assert [part.get_content() for part in message.iter_parts()] == [text, html]


def test_all_headers() -> None:
    raw = compose(
        draft(
            reply_to="judge+0123456789abcdef@example.org",
            in_reply_to="<a@b>",
            references=["<root@example.org>", *(f"<{i}{'x' * 30}@example.org>" for i in range(4))],
            unsubscribe="judge@example.org",
            judge="kremlin at example.org",
            answers=True,
        )
    )
    message = parsed(raw)
    assert message["Date"] == "Mon, 30 Nov 2026 06:00:00 +0000"
    assert message["From"] == "Kremlin Judge <judge@example.org>"
    assert message["Reply-To"] == "judge+0123456789abcdef@example.org"
    assert message["In-Reply-To"] == "<a@b>"
    assert len(message["References"].split()) == 5
    assert message["Auto-Submitted"] == "auto-replied"
    assert message["X-Auto-Response-Suppress"] == "All"
    assert message["List-Unsubscribe"] == "<mailto:judge@example.org?subject=unsubscribe>"
    assert message["X-Pbem-Judge"] == "kremlin at example.org"
    assert not message.defects


@pytest.mark.parametrize("bad", ["a\nBcc: x@y", "a\r", "nul\x00", "sep\u2028", "nel\x85", "vt\x0b"])
@pytest.mark.parametrize(
    "field", ["subject", "judge", "name", "message_id", "in_reply_to", "reply_to", "address"]
)
def test_nothing_can_begin_another_header(field: str, bad: str) -> None:
    special: dict[str, dict[str, Any]] = {
        "name": {"to": Mailbox(bad, "a@b")},
        "address": {"to": Mailbox("", f"{bad}@b.org")},
        "message_id": {"message_id": f"<{bad}@b>"},
        "in_reply_to": {"in_reply_to": f"<{bad}@b>"},
        "reply_to": {"reply_to": f"{bad}@b.org"},
    }
    changes = special.get(field, {field: bad})
    with pytest.raises(ValueError, match=r"header|address|Message-ID"):
        compose(draft(**changes))


def test_the_letter_that_unsubscribes_has_a_reply_code() -> None:
    asked = draft(unsubscribe="judge@example.org", code="0123-4567-89AB-CDEF")
    message = parsed(compose(asked))
    wanted = "mailto:judge@example.org?subject=unsubscribe%200123-4567-89AB-CDEF"
    assert message["List-Unsubscribe"].strip() == f"<{wanted}>"
    subject = unquote(wanted.partition("subject=")[2])
    letter = read_letter(f"From: anna@example.org\nSubject: {subject}\n\nThis is automatic.\n".encode())
    assert letter.tokens == ("0123-4567-89AB-CDEF",)
    assert heard(letter).lines == (WORDS,)
    spoken = replace(letter, subject="unsubscribe Karpov, please")
    assert heard(spoken) == spoken


def test_a_mail_has_one_recipient() -> None:
    for several in ("a@b.org,c@d.org", "a@b.org c@d.org", "a@b.org>,<c@d.org", "a@b.org;c@d.org"):
        with pytest.raises(ValueError, match="address"):
            compose(draft(to=Mailbox("Anna", several)))
    raw = compose(draft(to=Mailbox("a@x.org, b", "anna@example.org")))
    assert [one.addr_spec for one in parsed(raw)["to"].addresses] == ["anna@example.org"]
    assert not {"cc", "bcc"} & {name.lower() for name in parsed(raw)}


def test_a_line_that_a_server_might_break_is_refused() -> None:
    assert compose(draft(message_id=f"<{'x' * 900}@e.org>"))
    with pytest.raises(ValueError, match="too long"):
        compose(draft(message_id=f"<{'x' * 1000}@e.org>"))


def test_nothing_is_loaded_from_elsewhere_and_no_list_or_bulk_is_pretended() -> None:
    message = parsed(compose(draft(html="<p>x</p>", unsubscribe="j@e.org")))
    names = {name.lower() for name in message}
    assert not {"precedence", "list-id", "feedback-id", "return-path", "sender"} & names
    assert {"date", "message-id", "mime-version", "auto-submitted", "x-auto-response-suppress"} <= names


def test_a_naive_date_is_refused() -> None:
    with pytest.raises(ValueError, match="time zone"):
        compose(draft(date=WHEN.replace(tzinfo=None)))


def test_a_name_with_a_comma_is_quoted_and_one_with_an_umlaut_encoded() -> None:
    assert b'To: "Smith, Anna" <a@b.org>' in compose(draft(to=Mailbox("Smith, Anna", "a@b.org")))
    assert b"To: =?utf-8?b?w4RubmE=?= <a@b.org>" in compose(draft(to=Mailbox("Änna", "a@b.org")))


def test_the_date_is_that_of_the_draft_in_utc() -> None:
    assert email.utils.parsedate_to_datetime(parsed(compose(draft()))["Date"]) == WHEN.astimezone(UTC)


# --- pictures and calendars ---

PNG = b"\x89PNG\r\n\x1a\n" + bytes(range(256)) * 20
ICS = "BEGIN:VCALENDAR\r\nMETHOD:CANCEL\r\nSUMMARY:Zü\r\nEND:VCALENDAR\r\n"


def types(message: Any) -> Any:
    """The tree of content types."""
    if message.is_multipart():
        return message.get_content_type(), [types(part) for part in message.iter_parts()]
    return message.get_content_type()


@pytest.mark.parametrize("html", [None, "<p>ä</p>\n"])
@pytest.mark.parametrize("picture", ["", sha256(PNG).hexdigest()])
@pytest.mark.parametrize("calendar", ["", ICS])
def test_text_html_picture_and_calendar_stand_where_mail_programs_look(
    html: str | None, picture: str, calendar: str
) -> None:
    raw = compose(draft(text="Täxt\n=_\n--=_r\n", html=html, picture=picture, calendar=calendar))
    assert (text_of(raw), html_of(raw)) == ("Täxt\n=_\n--=_r\n", html or "")
    shown: Any = "text/html"
    if picture:
        shown = "multipart/related", ["text/html", "image/png"]
    expected: Any = ("multipart/alternative", ["text/plain", shown]) if html else "text/plain"
    if calendar:
        expected = "multipart/mixed", [expected, "text/calendar"]
    message = parsed(raw)
    assert types(message) == expected
    assert not [part.defects for part in message.walk() if part.defects and not picture]
    for part in message.walk():
        if part.get_content_type() == "text/calendar":
            assert part.get_content_disposition() == "attachment"
            assert part["Content-Type"].params["method"] == "CANCEL", "as the file says (RFC 6047)"
            assert part.get_payload(decode=True).decode() == calendar


def test_the_picture_is_put_in_when_the_mail_is_sent() -> None:
    name = sha256(PNG).hexdigest()
    kept = compose(draft(html="<img src='cid:picture'>", picture=name))
    assert len(kept) < 1500, "the kept mail holds its hash only"
    sent = filled(kept, PNG)
    assert sent.isascii() and max(map(len, sent.split(b"\n"))) <= 76
    message = parsed(sent)
    (image,) = [part for part in message.walk() if part.get_content_type() == "image/png"]
    assert image.get_content() == PNG
    assert image["Content-ID"] == "<picture>"
    assert not [part.defects for part in message.walk() if part.defects]
    assert (text_of(sent), html_of(sent)) == (text_of(kept), html_of(kept))
    with pytest.raises(ValueError, match="another picture"):
        filled(kept, PNG + b"x")
    with pytest.raises(ValueError, match="another picture"):
        filled(compose(draft()), PNG)


@given(awkward, st.none() | awkward)
def test_what_a_mail_says_is_found_without_taking_it_apart(text: str, html: str | None) -> None:
    raw = compose(draft(text=text, html=html, calendar=ICS))
    assert text_of(raw) == text
    assert html_of(raw) == (html or "")


def test_another_picture_or_calendar_makes_other_boundaries() -> None:
    first, second = (compose(draft(html="x", calendar=ICS + end)) for end in ("", "\r\n"))
    lines = {line for line in first.split(b"\n") if line.startswith(b"--=_")}
    assert len(lines) == 4
    assert not lines & set(second.split(b"\n"))
