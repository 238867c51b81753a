"""Hostile messages, and real ones, in the process that reads them: no exception gets out, and each takes less than 2 s and 250 MB."""

from collections.abc import Iterator

import pytest

from pbem.mail.child import LetterReader
from pbem.mail.letters import Letter
from pbem.mail.limits import READ_MEMORY
from pbem.mail.screen import Verdict, screen
from tests.mail import faults
from tests.mail.bombs import BOMBS
from tests.mail.corpora import files, needs_corpora

MOST_SECONDS = 2.0
JUDGE = "judge@judge.example"


@pytest.fixture(scope="module")
def reader() -> Iterator[LetterReader]:
    """One that says what reading took.  All messages go through it: what one leaves behind counts for the next, too."""
    with LetterReader(faults.MEASURED) as opened:
        yield opened


def read(reader: LetterReader, raw: bytes) -> tuple[Letter, Verdict]:
    letter = reader.read(raw)
    assert not letter.poison
    seconds, memory = float(letter.defects[0]), int(letter.defects[1])
    assert seconds < MOST_SECONDS
    assert memory < READ_MEMORY
    return letter, screen(letter, JUDGE, {"READY", "CONCEDE"}.__contains__)


@pytest.mark.parametrize("name", BOMBS)
def test_a_hostile_message_is_judged_within_two_seconds_and_250_mb(reader: LetterReader, name: str) -> None:
    letter, verdict = read(reader, BOMBS[name].raw())
    assert verdict.verdict in BOMBS[name].verdicts.split(), verdict.reason
    assert all(line.isprintable() for line in letter.lines)
    assert sum(map(len, letter.lines)) < 1 << 20


@needs_corpora
def test_every_real_message_takes_less_than_that(reader: LetterReader) -> None:
    for path in files():
        read(reader, path.read_bytes())


def test_there_are_bombs_of_every_kind_and_none_is_more_than_the_judge_looks_at_anyway() -> None:
    assert len(BOMBS) > 200
    assert {verdict for bomb in BOMBS.values() for verdict in bomb.verdicts.split()} >= {
        "orders",
        "refused",
        "empty",
        "automatic",
        "bounce",
    }
