"""Who sent it: exactly one plain address, or nobody."""

import time

import pytest

from pbem.mail.addresses import domain_of, fold, parse_mailbox, same_mailbox, untagged
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
        "anna@faß.example",
        "anna@ｅxample.org",
        "anna@\u212arl.example",
        "anna@exa\u00admple.org",
        "anna@exa\u200dmple.org",
        "anna@example.org <Anna@example.org>",
        "anna@example.org\x0bboris@example.org",
        "<anna@example.org>, ",
        "Anna <anna@example.org>; Boris <boris@example.org>",
        "anna@example.org (Anna (at) home)",
        "anna @example.org",
        "anna@ example.org",
        "@example.org",
        "anna@",
        '"anna"@example.org',
        "=?utf-8?b?YW5uYUBleGFtcGxlLm9yZw==?=",
        "Anna <=?utf-8?q?anna=40example.org?=>",
        "Anna <mailto:anna@example.org>",
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


def test_only_to_and_cc_say_who_else_got_it_and_names_are_no_addresses() -> None:
    raw = message(
        "",
        "Delivered-To: judge+abc@alias.org",
        "X-Original-To: kremlin@alias.org",
        'Cc: "boris@x.org" <b2@x.org>, clara@x.org (dmitri@x.org), friends: elena@x.org, f@x.org;, <g@x.org>',
        to='"anna@example.org, judge" <Judge@Example.ORG>',
    )
    letter = read_letter(raw)
    assert letter.addressees == (
        "Judge@example.org",
        "b2@x.org",
        "clara@x.org",
        "elena@x.org",
        "f@x.org",
        "g@x.org",
    )
    assert letter.delivered == ("kremlin@alias.org", "judge+abc@alias.org")


def test_our_own_match_folds_case_in_ascii_and_nothing_else() -> None:
    assert same_mailbox("Anna@Example.org ", "anna@example.ORG")
    assert not same_mailbox("\u212aarl@example.org", "karl@example.org")
    assert not same_mailbox("anna+x@example.org", "anna@example.org")
    assert not same_mailbox("an.na@gmail.com", "anna@gmail.com")
    assert fold("ÄNNA@example.org") == "ÄNNA@example.org"
    assert untagged("Judge+0123@Example.org") == "judge@example.org"


def test_a_domain_that_programs_read_in_two_ways_is_none() -> None:
    assert domain_of("BÜCHER.example") == "xn--bcher-kva.example"
    for odd in ("faß.example", "ς.example", "ｅ.example", "\u212aarl.example", "a\u200cb.example"):
        assert domain_of(odd) is None


def test_lists_of_readers_are_read_fast() -> None:
    for sign in ('"', "(", "<", "a", "a,", '\\"', '("', "a@"):
        raw = message("", *[f"Cc: {sign * (7000 // len(sign))}"] * 8)
        started = time.perf_counter()
        read_letter(raw)
        assert time.perf_counter() - started < 1
