"""A few seconds of it, the same in every run; `make fuzz-mail` looks for more."""

import time

import pytest

from pbem.orders.reader import read
from tests.fuzzmail import LAWS, broken
from tests.orders.names_of_the_game import LEXICON

EXAMPLES = 60


@pytest.mark.parametrize("name", LAWS)
def test_no_message_and_no_line_by_chance_breaks_a_law(name: str) -> None:
    assert broken(LAWS[name], 1, EXAMPLES) == ""


@pytest.mark.parametrize("said", ["no, ", "READY THEN ", "I PASS and ", "ok & ", "pass; ", "I concede, "])
def test_one_word_again_and_again_takes_no_time(said: str) -> None:
    """Each repetition once doubled the time: a line of 66 characters took 8 s, one of 200 would not have ended."""
    read(["READY"], LEXICON)  # which builds the parser
    started = time.process_time()
    read([(said * 100)[:196] + "QX"], LEXICON)
    assert time.process_time() - started < 0.5


@pytest.mark.parametrize(
    "lines", [["REFUSE ALL", "["], ["READY", "~~~~"], ["PURGE Manjak", '"'], ["VOTE NO", "===="]]
)
def test_a_line_of_signs_alone_below_an_order_is_no_error(lines: list[str]) -> None:
    assert [reading.number for reading in read(lines, LEXICON)] == [1, 2]
