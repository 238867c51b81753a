"""What must hold of every message and of every line, whatever stands in it."""

import time
import unicodedata
from collections.abc import Callable, Sequence
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
from hypothesis import strategies as st
from msgspec.structs import replace

from pbem.mail.child import LetterReader
from pbem.mail.compose import Draft, Mailbox, compose
from pbem.mail.letters import Letter, read_letter
from pbem.mail.limits import MAX_LINE, MAX_LINES
from pbem.mail.normal import order_line
from pbem.mail.signs import STRUCK, TURNING
from pbem.orders.canonical import canonical
from pbem.orders.names import Lexicon
from pbem.orders.reader import _echo, _ends, closes, read
from pbem.orders.text import clean
from pbem.orders.verbs import VERBS
from tests.fuzzmail import mutants, soups, trees
from tests.mail.letter_samples import message
from tests.orders.names_of_the_game import ADVANCED, BASIC, GROWING, LEXICON

REPORTS = Path(__file__).parents[1] / "report" / "golden"
#: Seconds of processor time for a message, and for a line of 200 characters.
MOST_LETTER, MOST_LINE = 1.8, 0.05
LEXICONS = st.sampled_from([LEXICON, BASIC, ADVANCED, GROWING])


class Law(NamedTuple):
    """`check` raises for an example that breaks it."""

    examples: st.SearchStrategy[Any]
    check: Callable[[Any], None]


# --- messages -----------------------------------------------------------------------------------------------------------


def sound(raw: bytes) -> Letter:
    """It is read, within its time, twice the same, and can be sent on; its lines hold nothing invisible."""
    started = time.process_time()
    letter = read_letter(raw)
    assert time.process_time() - started < MOST_LETTER
    assert not letter.poison, letter.poison
    assert read_letter(raw) == letter
    assert msgspec.msgpack.decode(msgspec.msgpack.encode(letter), type=Letter) == letter
    assert len(letter.lines) <= MAX_LINES
    for line in letter.lines:
        assert_visible(line)
    return letter


def assert_visible(line: str) -> None:
    """Signs that turn the writing round stay, so that the order reader can name them; it takes no such line."""
    assert len(line) <= 20 * MAX_LINE
    assert line == " ".join(line.split())
    hidden = [
        sign
        for sign in line
        if unicodedata.category(sign) in ("Cc", "Cf", "Cs", "Co", "Cn")
        and sign not in TURNING
        and sign != STRUCK
    ]
    assert not hidden, [hex(ord(sign)) for sign in hidden]


def quotes_nothing(raw: bytes) -> None:
    """What stands behind `>`, or in a quotation of HTML, is never a line."""
    letter = sound(raw)
    assert not [line for line in letter.lines + letter.below if trees.MARK in line]


_reader: list[LetterReader] = []


def same_in_the_other_process(raw: bytes) -> None:
    if not _reader:
        _reader.append(LetterReader())
    assert _reader[0].read(raw) == read_letter(raw)


@cache
def reports() -> tuple[str, ...]:
    """What we write to players."""
    return tuple(path.read_text("utf-8") for path in sorted(REPORTS.rglob("*.txt")))


#: A stretch of a report: (text, first line, lines), what is put before each line, and what stands above all of it.
OWN = st.deferred(
    lambda: st.tuples(
        st.sampled_from(reports()),
        st.integers(0, 400),
        st.integers(1, 400),
        st.sampled_from(["", "> ", ">", "  ", "\t", "* "]),
        st.sampled_from(
            ["", "see below\n\n", "On Mon, Nov 30, 2026 at 9:00 Judge <judge@judge.example> wrote:\n", "\n"]
        ),
    )
)


def no_order_of_ours(example: tuple[str, int, int, str, str]) -> None:
    """A mail of ours is known when it comes back, and what it says is no order, in whatever way it is quoted."""
    report, first, count, sign, above = example
    lines = report.splitlines()
    some = lines[first % len(lines) :][:count]
    text = above + "\n".join(sign + line for line in some) + "\n"
    returned = read_letter(_ours(text))
    assert returned.auto
    letter = sound(message(text))
    for found in (letter.lines, letter.below):
        taken = [one.text for one in read(found, LEXICON) if one.kind == "order"]
        assert not taken, taken


def _ours(text: str) -> bytes:
    from datetime import UTC, datetime

    judge, anna = Mailbox("Judge", "judge@judge.example"), Mailbox("Anna", "anna@players.example")
    when = datetime(2026, 12, 1, 12, tzinfo=UTC)
    return compose(
        Draft(sender=judge, to=anna, subject="Report", date=when, message_id="<1@judge.example>", text=text)
    )


# --- order lines --------------------------------------------------------------------------------------------------------


def understood(example: tuple[Sequence[str], Lexicon]) -> None:
    """Read without an error, twice the same, every line told of; and each order of a real letter reads back as itself."""
    lines, lexicon = example
    real = all(line == order_line(line) for line in lines)
    readings = read(lines, lexicon)
    assert read(lines, lexicon) == readings
    # END PRESS goes with the message that it closes
    closing = [
        number
        for number, raw in enumerate(lines, start=1)
        if closes(clean(raw), "press") or closes(clean(raw), "moderator")
    ]
    assert sorted({*told(lines, readings), *closing}) == sorted({*expected(lines), *closing})
    for reading in readings:
        assert (reading.kind == "rejected") <= bool(reading.error)
        for line in reading.lines if reading.kind == "order" and real else ():
            again(line, lexicon)


def expected(lines: Sequence[str]) -> list[int]:
    """Numbers of the lines before the end of the orders that are not blank."""
    found = []
    for number, raw in enumerate(lines, start=1):
        line = clean(raw)
        if _ends(raw, line):
            break
        if line.text.strip():
            found.append(number)
    return found


def told(lines: Sequence[str], readings: Sequence[Any]) -> list[int]:
    """Numbers of the lines that the readings are of, in order.  Parts of one line count once; a message leaves quoted lines out."""
    found: set[int] = set()
    for reading in readings:
        at = reading.number
        for place, part in enumerate(reading.text.split("\n")):
            while place and _echo(clean(lines[at - 1])) and not _echo(clean(part)):
                at += 1
            if clean(lines[at - 1]).text.strip():
                assert place == 0 or at not in found, at
                found.add(at)
            at += 1
    return sorted(found)


def again(line: Any, lexicon: Lexicon) -> None:
    """But for HELP, behind which any words may stand."""
    if line.verb == "help" or lexicon.lacks(
        next(verb.switch for verb in VERBS.values() if verb.name == line.verb)
    ):
        return
    text = canonical(line, lexicon)
    readings = read(text.split("\n"), lexicon)
    assert [one.kind for one in readings] == ["order"], (text, readings)
    assert tuple(replace(one, text="") for one in readings[0].lines) == (replace(line, text=""),), text


def quick(example: tuple[str, Lexicon]) -> None:
    """A line of 200 characters takes no more than 50 ms, one of 4,000 no more than twenty of them."""
    line, lexicon = example
    most = MOST_LINE * max(1, len(line) / 200)
    assert min(_seconds(line, lexicon, most) for _ in range(3)) < most


def _seconds(line: str, lexicon: Lexicon, enough: float) -> float:
    started = time.process_time()
    read([line], lexicon)
    return time.process_time() - started


LAWS = {
    "trees": Law(trees.MESSAGES, sound),
    "mutants": Law(mutants.MUTANTS, sound),
    "quotes": Law(trees.QUOTING, quotes_nothing),
    "apart": Law(trees.MESSAGES | mutants.MUTANTS, same_in_the_other_process),
    "own": Law(OWN, no_order_of_ours),
    "orders": Law(st.tuples(soups.LETTERS, LEXICONS), understood),
    "quick": Law(
        st.tuples(
            (soups.AGAIN | soups.SOUPS | soups.NEAR).map(lambda line: line.replace("\n", " ")[:200])
            | soups.LONG,
            LEXICONS,
        ),
        quick,
    ),
}
