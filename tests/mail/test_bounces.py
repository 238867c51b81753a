"""What a bounce says of the mail that came back, and the envelope senders by which we know it."""

import time

import pytest

from pbem.mail import verp
from pbem.mail.bounces import Returned, meaning
from pbem.mail.letters import read_letter

from .bounce_samples import dsn, plain
from .corpora import files, needs_corpora
from .letter_samples import message

JUDGE = "judge@judge.example"
ANNA = "anna@players.example"


def returned(raw: bytes) -> Returned:
    found = read_letter(raw).returned
    assert found is not None
    return found


# --- envelope senders ---


def test_each_secret_has_its_own_envelope_sender() -> None:
    ours = verp.address(b"0123456789", JUDGE)
    assert ours == "judge+b-60rk4csm6mv3ee1s@judge.example"
    assert ours == verp.address(b"0123456789", JUDGE)
    assert ours != verp.address(b"0123456788", JUDGE)


def test_an_envelope_sender_is_found_however_a_server_wrote_it() -> None:
    ours = verp.address(b"0123456789", "Judge@judge.example")
    assert verp.envelopes([ANNA, ours.upper(), "judge+0123456789abcdef@judge.example"]) == (ours.upper(),)
    assert ours in verp.envelopes([ours.lower()], "Judge@judge.example")
    assert verp.envelopes(["judge+b-tooshort@judge.example"], JUDGE) == ()


def test_a_local_part_that_servers_would_refuse_is_not_made() -> None:
    assert verp.address(b"0123456789", f"{'j' * 45}@judge.example").startswith("j" * 45 + "+b-")
    assert verp.address(b"0123456789", f"{'j' * 46}@judge.example") == ""
    assert verp.envelopes([verp.address(b"0123456789", JUDGE)], f"{'j' * 46}@judge.example") != ()


# --- reading ---


@pytest.mark.parametrize(
    ("action", "status", "kind"),
    [
        ("failed", "5.1.1", "permanent"),
        ("failure", "553 too large", "permanent"),
        ("failed", "4.4.7", "permanent"),  # given up: it does not come any more
        ("delayed", "4.4.1", "temporary"),
        ("delivered", "2.0.0", "delivered"),
        ("relayed", "2.6.0", "delivered"),
        ("expanded", "2.0.0", "delivered"),
        ("", "5.2.1", "permanent"),
        ("", "4.2.2", "temporary"),
        ("", "", "unknown"),
    ],
)
def test_rfc_3464_what_was_done_says_for_how_long(action: str, status: str, kind: str) -> None:
    found = returned(dsn(JUDGE, action=action, status=status))
    assert (found.kind, found.failed) == (kind, (ANNA,))


def test_rfc_3464_of_several_recipients_the_failed_ones_count() -> None:
    raw = dsn(JUDGE, "boris@players.example", action="delivered", status="2.0.0")
    more = b"Final-Recipient: rfc822; anna@players.example\nAction: failed\nStatus: 5.2.2\n\nReporting-MTA"
    found = returned(raw.replace(b"Reporting-MTA", more, 1))
    assert found == Returned("permanent", "5.2.2", (ANNA,))


def test_the_code_of_the_last_server_says_more_than_5_0_0() -> None:
    raw = dsn(JUDGE, status="5.0.0").replace(b"smtp; 550 5.0.0", b"smtp; 550 5.1.10")
    assert returned(raw).status == "5.1.10"
    assert meaning("5.1.10") == "the domain takes no mail"
    assert meaning("5.9.99") == meaning("") == ""


@pytest.mark.parametrize(
    ("text", "kind", "status"),
    [
        ("<anna@players.example>:\n550 5.1.1 User unknown", "permanent", "5.1.1"),
        ("Remote host said: 550 mailbox unavailable. Exim 4.94.2 from [192.0.5.1]", "permanent", ""),
        ("I was not able to connect. (#4.4.1)\nI'm not going to try again.", "permanent", "4.4.1"),
        ("This is a warning. Your mail is delayed and will be retried for 4 more days.", "temporary", ""),
        ("451 4.7.1 Greylisted, please come again", "temporary", "4.7.1"),
        ("Sorry, no such user here. Your message had a warning in it.", "permanent", ""),
        ("Your message could not be delivered.", "permanent", ""),
        ("Something happened.", "unknown", ""),
    ],
)
def test_free_words(text: str, kind: str, status: str) -> None:
    found = returned(plain(JUDGE, text))
    assert (found.kind, found.status) == (kind, status)


def test_our_message_ids_are_found_in_what_comes_back_and_no_others() -> None:
    own = "pbem.0123456789abcdef.aabbccddeeff00112233@judge.example"
    found = returned(
        dsn(JUDGE, returned=f"Message-ID:\n <{own}>\nReferences: <pbem-root00000000@judge.example>")
    )
    assert found.mails == (own,)
    assert returned(plain(JUDGE, f"> Message-Id: <{own}>\n> Subject: x")).mails == (own,)
    assert returned(plain(JUDGE, f"In-Reply-To: <{own}>\nMessage-ID: <x@y>")).mails == ()


def test_an_ordinary_letter_is_not_looked_through() -> None:
    assert read_letter(message("550 5.1.1 anna@example.org unknown")).returned is None


def test_who_writes_to_an_envelope_sender_is_looked_through() -> None:
    to = verp.address(b"0123456789", JUDGE)
    found = read_letter(message("550 5.1.1 User unknown", to=to))
    assert (found.bounce, found.returned) == ("", Returned("permanent", "5.1.1", ()))


@pytest.mark.parametrize(
    "raw",
    [
        message("I am away", "Return-Path: <>", "Auto-Submitted: auto-replied"),
        message("I am away", "Return-Path: <>", subject="Abwesenheitsnotiz"),
        message("I am away", "Return-Path: <>", "X-Autoreply: yes"),
    ],
)
def test_who_answers_for_a_person_is_no_bounce_though_it_has_no_return_path(raw: bytes) -> None:
    letter = read_letter(raw)
    assert letter.auto
    assert not letter.bounce


# --- real ones ---


@needs_corpora
def test_real_bounces_are_known_and_name_their_addresses() -> None:
    """flufl.bounce finds addresses in 112 of these 117; in 110 of them the reader finds the same ones (the two others name none with a domain)."""
    letters = [read_letter(path.read_bytes()) for path in files("flufl_bounce/data")]
    known = [letter for letter in letters if letter.returned]
    assert len(letters) == 117
    assert len(known) >= 106
    assert sum(bool(one.returned and one.returned.failed) for one in known) >= 105
    assert sum(bool(one.returned and one.returned.kind != "unknown") for one in known) >= 104
    assert all(letter.bounce or letter.auto or letter.returned is None for letter in letters)
    assert not any(letter.poison for letter in letters)


@needs_corpora
def test_no_reply_of_a_person_is_taken_for_a_bounce() -> None:
    replies = [
        *files("email_reply_trimmer/emails"),
        *files("talon", "*.eml"),
        *files("ruby_mail/emails/plain_emails"),
    ]
    assert len(replies) > 80
    taken = [path.name for path in replies if read_letter(path.read_bytes()).bounce]
    assert taken == []


@needs_corpora
@pytest.mark.slow
def test_a_bounce_cut_off_anywhere_breaks_nothing() -> None:
    for path in files("flufl_bounce/data"):
        raw = path.read_bytes()
        for part in range(1, 20):
            assert not read_letter(raw[: len(raw) * part // 20]).poison


HOSTILE = {
    "fields": b"Final-Recipient: rfc822; a@b.org\n",
    "blocks": b"Final-Recipient: rfc822; a@b.org\n\n",
    "ids": b"Message-ID: <pbem-aaaaaaaaaaaaaaaaaaaa@x",
    "folded": b"Message-ID:\n\n\n\n",
    "spaces": b" \t",
    "blanks": b"\n \n",
    "addresses": b"aa@bb.cc ",
    "no address": b"a" * 64 + b"@",
    "equals": b"a=",
    "codes": b"5.1.",
    "words": b"could not be will be still not yet ",
}


@pytest.mark.parametrize("name", HOSTILE)
@pytest.mark.parametrize("kind", ["text/plain", "multipart/report; report-type=delivery-status; boundary=b"])
def test_no_bounce_takes_long(name: str, kind: str) -> None:
    unit = HOSTILE[name]
    head = (
        f"From: MAILER-DAEMON@x.org\nTo: {JUDGE}\nSubject: Undeliverable\nContent-Type: {kind}\n\n".encode()
    )
    raw = head + unit * (1_000_000 // len(unit))
    begun = time.process_time()
    letter = read_letter(raw)
    assert time.process_time() - begun < 2  # measured: 0.1, blank lines 0.6
    assert letter.bounce
    assert len(letter.returned.failed if letter.returned else ()) <= 20
