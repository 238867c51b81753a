"""Tokens come back by address, subject or Message-ID, however a mail program or a person mistreats them."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pbem.mail.letters import read_letter
from pbem.mail.tokens import find_tokens, in_address, in_message_id, in_subject, make_token, parse_token
from tests.mail.letter_samples import message

TOKEN = make_token(bytes(range(10)))
OTHER = make_token(bytes(range(10, 20)))


@given(st.binary(min_size=10, max_size=32))
def test_a_token_survives_lower_case_lost_hyphens_and_misread_letters(raw: bytes) -> None:
    token = make_token(raw)
    assert parse_token(token) == token
    assert parse_token(token.lower().replace("-", "")) == token
    assert parse_token(token.replace("0", "o").replace("1", "l")) == token


@given(st.binary(min_size=10, max_size=10), st.binary(min_size=10, max_size=10))
def test_different_bytes_give_different_tokens(one: bytes, two: bytes) -> None:
    assert (make_token(one) == make_token(two)) == (one == two)


def test_too_few_bytes_make_no_token() -> None:
    with pytest.raises(ValueError, match="10 bytes"):
        make_token(b"short")


@pytest.mark.parametrize(
    "raw",
    [
        message(to=in_address(TOKEN, "judge@example.org")),
        message(to=f"Judge <{in_address(TOKEN, 'judge@example.org').upper()}>"),
        message("", f"Delivered-To: {in_address(TOKEN, 'judge@example.org')}"),
        message(subject=f"AW: Turn 3 {in_subject(TOKEN)}"),
        message(subject=f"Re: turn 3 {TOKEN.lower()}"),
        message(subject=f"=?utf-8?q?Z=C3=BCrich_=5B{TOKEN[:9]}?=\n =?utf-8?q?{TOKEN[9:]}=5D?="),
        message("", f"In-Reply-To: {in_message_id(TOKEN, 'r1', 'example.org')}"),
        message("", f"References: <a@b> {in_message_id(TOKEN, 'r1', 'example.org')}\n <c@d>"),
    ],
)
def test_a_token_is_found_wherever_it_comes_back(raw: bytes) -> None:
    assert read_letter(raw).tokens == (TOKEN,)


def test_address_before_subject_before_answered_mail_before_older_ones() -> None:
    third, fourth = make_token(b"c" * 10), make_token(b"d" * 10)
    references = " ".join(in_message_id(token, "x", "e.org") for token in (fourth, third))
    raw = message("", f"References: {references}", to=in_address(TOKEN, "j@e.org"), subject=in_subject(OTHER))
    letter = read_letter(raw)
    assert find_tokens(letter) == (TOKEN, OTHER, third, fourth)


@pytest.mark.parametrize(
    "subject", ["1234-5678-9012", "call 0123-4567-89AB-CDEF-0123", "ABCDEFGHJKMNPQRS", "AB-CD"]
)
def test_other_numbers_are_no_tokens(subject: str) -> None:
    assert read_letter(message(subject=subject)).tokens == ()


def test_ids_of_other_programs_are_no_tokens() -> None:
    raw = message("", "In-Reply-To: <0123456789abcdef.x@mail.gmail.com>")
    assert read_letter(raw).tokens == ()
