"""Who sent it: exactly one plain address, or nobody."""

import pytest

from pbem.mail.addresses import parse_mailbox
from pbem.mail.letters import read_letter
from tests.mail.letter_samples import message


@pytest.mark.parametrize(
    ("value", "address"),
    [
        ("anna@example.org", "anna@example.org"),
        ("<anna@example.org>", "anna@example.org"),
        ("Anna.Smith@EXAMPLE.org", "Anna.Smith@example.org"),
        ("Anna <anna+games@example.org>", "anna+games@example.org"),
        ('"Smith, Anna" <anna@example.org>', "anna@example.org"),
        ('"An \\"A\\" na" Smith <anna@example.org>', "anna@example.org"),
        ("Anna (at home) <anna@example.org>", "anna@example.org"),
        ("anna@example.org (Anna)", "anna@example.org"),
        ("=?utf-8?q?=C3=84nna?= <anna@example.org>", "anna@example.org"),
        ("Änna <anna@bücher.example>", "anna@xn--bcher-kva.example"),
        ("anna@example.org <anna@example.org>", "anna@example.org"),
        ('"victim@good.org" <attacker@evil.net>', "attacker@evil.net"),
    ],
)
def test_usual_forms_of_one_address(value: str, address: str) -> None:
    assert parse_mailbox(value) == address


@pytest.mark.parametrize(
    "value",
    [
        "",
        "Anna",
        "victim@good.org <attacker@evil.net>",
        "victim <attacker>",
        "<victim> <attacker@evil.net>",
        "victim@good.org, attacker@evil.net",
        "victim@good.org;attacker@evil.net",
        "victim@good.org\x00<attacker@evil.net>",
        "=?utf-8?q?victim?=@good.org",
        "friends: victim@good.org;",
        "<@route.org:victim@good.org>",
        "victim@[127.0.0.1]",
        "victim@good.org@evil.net",
        "victim@good..org",
        '"un closed <victim@good.org>',
        "Anna <anna@example.org> x",
    ],
)
def test_anything_else_is_nobody(value: str) -> None:
    assert parse_mailbox(value) is None


def test_two_from_fields_are_nobody() -> None:
    letter = read_letter(message("", "From: victim@good.org"))
    assert letter.sender is None
    assert "several From" in letter.sender_reason


def test_no_from_field_is_nobody() -> None:
    assert read_letter(b"To: judge@example.org\n\nPURGE K\n").sender is None


def test_a_patient_of_the_parser_is_read_fast() -> None:
    for sign in '"(<a':
        assert parse_mailbox(sign * 8000) is None


def test_recipients_are_read_loosely() -> None:
    raw = message("", "Delivered-To: judge+abc@Example.ORG", "Cc: Boris <boris@x.org>, clara@x.org (Clara)")
    assert read_letter(raw).to == ("judge+abc@example.org", "judge@example.org", "boris@x.org", "clara@x.org")
