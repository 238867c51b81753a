"""What is to be done with a letter."""

import msgspec
import pytest

from pbem.mail.compose import Draft, Mailbox, compose
from pbem.mail.letters import read_letter
from pbem.mail.screen import examine, sift
from tests.mail.letter_samples import message
from tests.mail.test_compose import WHEN

JUDGE = "judge@example.org"


def is_order(line: str) -> bool:
    return line.startswith(("PURGE", "READY"))


def test_orders_and_ignored_lines() -> None:
    verdict = examine(message("Hi, my orders:\nPURGE K\n\nREADY\n> old"), JUDGE, is_order)
    assert msgspec.json.decode(msgspec.json.encode(verdict)) == {
        "from": "anna@example.org",
        "verdict": "orders",
        "reason": "",
        "lines": ["PURGE K", "READY"],
        "ignored": ["Hi, my orders:"],
        "cut": "> old",
    }


def test_without_an_order_reader_every_line_may_be_an_order() -> None:
    assert examine(message("Hi,\nPURGE K\n")).lines == ("Hi,", "PURGE K")


@pytest.mark.parametrize(
    ("raw", "verdict", "reason"),
    [
        (message("Thanks!\n"), "empty", "no line"),
        (message("> old\n"), "empty", "no text"),
        (message(""), "empty", "no text"),
        (message("> old\n\nPURGE K\n"), "refused", "on top"),
        (message("Thanks!\n\n> old\nPURGE K\n> old\n"), "refused", "on top"),
        (message("Thanks!\n\n> old\nGreetings\n"), "empty", "no line"),
        (message("READY", "From: x@y.org"), "refused", "several From"),
        (message("READY", sender="victim@good.org <attacker@evil.net>"), "refused", "From"),
        (message("BÄH", kind="text/plain; charset=x-none"), "refused", "UTF-8"),
        (message("READY", kind="application/pkcs7-mime; smime-type=signed-data"), "refused", "plain text"),
        (message("READY", sender=JUDGE), "automatic", "own address"),
        (message("READY", sender="Judge+b-0123456789abcdef@EXAMPLE.org"), "automatic", "own address"),
        (message("READY", "X-Pbem-Judge: 1"), "automatic", "judge"),
        (message("READY", "Auto-Submitted: auto-replied"), "automatic", "Auto-Submitted"),
        (message("READY", "Auto-Submitted: auto-replied", "Return-Path: <>"), "automatic", "Auto-Submitted"),
        (message("READY", "Precedence: bulk"), "automatic", "Precedence"),
        (message("READY", "List-Id: <x.y.org>"), "automatic", "list"),
        (message("READY", "X-Autoreply: yes"), "automatic", "automatic"),
        (message("READY", subject="Automatic reply: Turn 1"), "automatic", "subject"),
        (message("READY", subject="=?utf-8?q?R=C3=A9ponse_automatique?="), "automatic", "subject"),
        (message("READY", subject="Abwesenheitsnotiz"), "automatic", "subject"),
        (message("READY", sender="no-reply@example.org"), "automatic", "no replies"),
        (
            message("READY", kind="multipart/report; report-type=disposition-notification"),
            "automatic",
            "report",
        ),
        (message("READY", "Return-Path: <>"), "bounce", "return path"),
        (message("READY", sender="MAILER-DAEMON@example.org"), "bounce", "mail system"),
        (
            message("READY", kind='multipart/report; boundary=x; report-type="delivery-status"'),
            "bounce",
            "delivery report",
        ),
        (message("READY", "X-Failed-Recipients: a@b.org"), "bounce", "failed"),
    ],
)
def test_verdicts(raw: bytes, verdict: str, reason: str) -> None:
    found = examine(raw, JUDGE, is_order)
    assert (found.verdict, found.lines) == (verdict, ())
    assert reason in found.reason


@pytest.mark.parametrize(
    "raw",
    [
        message("READY", "Auto-Submitted: no"),
        message("READY", "X-Auto-Response-Suppress: All"),  # Exchange sets it on ordinary mail
        message("READY", "Return-Path: <anna@example.org>"),
        message("READY", subject="Re: Automatic reply: x"),
        message("READY", sender="Postmaster Anna <anna@example.org>"),
    ],
)
def test_what_only_looks_automatic(raw: bytes) -> None:
    assert examine(raw, JUDGE, is_order).verdict == "orders"


def test_what_breaks_the_reader_is_poison(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(_: object) -> object:
        raise RecursionError

    monkeypatch.setattr("pbem.mail.letters.read_body", broken)
    found = examine(message("READY"), JUDGE, is_order)
    assert (found.verdict, found.sender) == ("poison", None)
    assert "RecursionError" in found.reason


def test_our_own_mail_is_never_answered() -> None:
    raw = compose(
        Draft(
            sender=Mailbox("Judge", "other@example.org"),
            to=Mailbox("", JUDGE),
            subject="x",
            date=WHEN,
            message_id="<a@b>",
            text="READY\n",
        )
    )
    assert examine(raw, JUDGE, is_order).verdict == "automatic"


def test_who_keeps_the_players_hears_the_same_of_all_that_no_line_can_change() -> None:
    for raw in (
        message("READY", sender="MAILER-DAEMON@example.org"),
        message("READY", sender=JUDGE),
        message("READY", "Precedence: bulk"),
        message("READY", "From: x@y.org"),
        message("READY", kind="application/pkcs7-mime; smime-type=signed-data"),
    ):
        verdict = examine(raw, JUDGE, is_order)
        assert sift(read_letter(raw), JUDGE) == (verdict.verdict, verdict.reason)
    for text in ("READY", "Thanks!", "", "> old\nREADY\n> old"):
        assert sift(read_letter(message(text)), JUDGE) is None


def test_what_only_looks_like_a_bounce_is_none_where_a_code_proves_its_writer() -> None:
    letter = read_letter(message("READY", sender="postmaster@example.org"))
    assert sift(letter, JUDGE) == ("bounce", "it comes from a mail system")
    assert sift(letter, JUDGE, doubtful=False) is None
    sure = read_letter(message("READY", "X-Failed-Recipients: a@b.org", sender="postmaster@example.org"))
    assert sift(sure, JUDGE, doubtful=False) == ("bounce", "it names failed recipients")
