"""Addresses in orders: SET ADDRESS and its like."""

import pytest

from pbem.orders.reader import read

from .names_of_the_game import LEXICON


def said(text: str) -> list[tuple[str, str]]:
    return [(line.verb, line.words) for reading in read([text], LEXICON) for line in reading.lines]


@pytest.mark.parametrize(
    ("text", "verb", "address"),
    [
        ("SET ADDRESS anna@new.example", "set address", "anna@new.example"),
        ("set address: Anna <Anna@New.example>", "set address", "Anna@New.example"),
        ("Change my address to anna@new.example.", "set address", "anna@new.example"),
        ("SET ADDRESS = anna@new.example", "set address", "anna@new.example"),
        ("please set address <anna@new.example>", "set address", "anna@new.example"),
        ("SET ADDRESS anna@new.example<mailto:anna@new.example>", "set address", "anna@new.example"),
        ("2) add address anna_b.c+d@new.example  # my office", "add address", "anna_b.c+d@new.example"),
        ("Add address mailto:anna@new.example", "add address", "anna@new.example"),
        ("remove address anna@new.example!", "forget address", "anna@new.example"),
        ("FORGET ADDRESS tom@to.example", "forget address", "tom@to.example"),
        ("SET ADDRESS to to@is.example", "set address", "to@is.example"),
        ("my addresses", "addresses", ""),
        ("Addresses.", "addresses", ""),
    ],
)
def test_the_ways_in_which_people_write_it(text: str, verb: str, address: str) -> None:
    assert said(text) == [(verb, address)]


@pytest.mark.parametrize(
    "text",
    [
        "SET ADDRESS",
        "SET ADDRESS anna@new.example and vote no",
        "ADD ADDRESS a@b.example, c@d.example",
        "ADD ADDRESS a@b.example c@d.example",
        "SET ADDRESS anna@",
        "SET ADDRESS <anna@new.example> <eve@evil.example>",
        "SET ADDRESS \u0430nna@new.example",
        "SET ADDRESS " + "a" * 400 + "@b.example",
    ],
)
def test_what_is_not_one_address_is_sent_back(text: str) -> None:
    (reading,) = read([text], LEXICON)
    assert (reading.kind, reading.lines) == ("rejected", ())


@pytest.mark.parametrize(
    "text",
    ["My address has changed", "Add address lines to the report", "Addresses are at the bottom", "> SET ADDRESS a@b.example",
     "| SET ADDRESS a@b.example", "I set addresses aside", "write to anna@new.example"],
)  # fmt: skip
def test_prose_is_none(text: str) -> None:
    assert said(text) == []
