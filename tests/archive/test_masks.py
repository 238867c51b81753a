"""What stands in an archive instead of addresses, codes, and words that are nobody's business."""

import pytest

from pbem.service.archiving import letters
from pbem.service.archiving.masks import argument, leaks, masked

CODE = "0A1B-2C3D-4E5F-6G7H"


@pytest.mark.parametrize(
    ("text", "told"),
    [
        (f"[test] your move [{CODE}]", "[test] your move "),
        (
            f"mailto:judge@x.example?subject=Re%3A%20%5B{CODE}%5D&amp;body=PASS",
            "mailto:(address)?subject=Re%3A%20&amp;body=PASS",
        ),
        ("write to <anna+kgb@mail.example.org>, or not.", "write to <(address)>, or not."),
        ("mailto:judge%40x.example?body=1", "mailto:(address)?body=1"),
        ("to a.b@c.example.", "to (address)."),
        ("three @ home, 40% off", "three @ home, 40% off"),
        ("2026-12-01 and 1234-5678", "2026-12-01 and 1234-5678"),
    ],
)
def test_addresses_and_codes_are_masked_wherever_they_stand(text, told):
    assert masked(text) == told
    assert not leaks(told)


def test_the_key_of_a_game_is_in_no_command():
    assert argument(f"--seed={'ab' * 16}", "ab" * 16) == "--seed=(key)"
    assert argument("cd" * 16, "ab" * 16) == "cd" * 16


def test_words_that_the_moderator_keeps_to_himself_are_in_no_command():
    private = ["rule", "g", "set", "G sp=1", "--because", "he lied", "--private"]
    assert list(letters._open(private)) == [*private[:5], "(withheld)", "--private"]
    assert list(letters._open(["undo", "g", "--because=he lied", "--private"]))[2] == "--because=(withheld)"
    assert list(letters._open(["undo", "g", "--because", "a slip"]))[3] == "a slip"
