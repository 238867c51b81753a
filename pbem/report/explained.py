"""What there is to know of an event, in words: for the moderator's `pbem explain`, and for a player's WHY (E22)."""

from collections.abc import Iterator, Sequence
from datetime import datetime
from typing import NamedTuple

from .naming import one_line
from .pages import moment
from .prose import capital, echo, wrap

#: A rule is quoted up to so many signs.
_MOST_RULE = 700


class Source(NamedTuple):
    """Where an order came from.

    `order`: its number in the list; `words`: as it was understood; `by`: who gave it, where not its player by letter; `letter`: which of his;
    `row`: the line of it, 0 where that is not known; `typed`: that line.
    """

    order: int
    words: str
    by: str = ""
    letter: str = ""
    received: datetime | None = None
    row: int = 0
    typed: str = ""


class Question(NamedTuple):
    """What was asked.  `asked`: whom and what; `options`: all that was legal, () where that is not known; `answer`; `barred`: house rulings that
    alone kept an order from being used; `lapse`: there was no order."""

    asked: str
    options: Sequence[str]
    answer: str
    source: Source | None
    barred: Sequence[str] = ()


class Line(NamedTuple):
    """An event beside it: its number in brackets, its words; `here`: it is the one that is explained."""

    number: str
    words: str
    here: bool = False


class Case(NamedTuple):
    """An event and what is known of it; `head`: which one it is and when; `force`: whether it is in force, where that is to be said."""

    head: str
    words: str
    force: str
    rules: Sequence[tuple[str, str, str]]
    standing: Sequence[str]
    questions: Sequence[Question]
    follows: str
    around: Sequence[Line]
    dice: Sequence[str]
    house: Sequence[str]
    later: Sequence[Line]
    zone: str = "UTC"


def text(case: Case) -> list[str]:
    """All of it, as lines of a mail or a page."""
    lines = [*wrap(case.head), *wrap(case.words, "  ")]
    lines += ["", *wrap(case.force)] if case.force else []
    for title, told in _parts(case):
        lines += ["", f"{title}:", *told]
    return lines


def _parts(case: Case) -> Iterator[tuple[str, list[str]]]:
    """What there is to say, in its order."""
    parts = (
        ("By which rule", [line for rule in case.rules for line in _rule(*rule)]),
        ("Before it", [line for said in case.standing for line in wrap(said, "  ", "    ")]),
        ("Who was asked", [line for one in case.questions for line in _question(one, case.zone)]),
        ("Why it followed", wrap(case.follows, "  ") if case.follows else []),
        ("What stands around it", [line for one in case.around for line in _around(one)]),
        ("Dice", [line for said in case.dice for line in wrap(said, "  ", "    ")]),
        ("House rulings", [line for said in case.house for line in wrap(said, "  ", "    ")]),
        ("What came later", [line for one in case.later for line in _around(one)]),
    )
    yield from ((title, told) for title, told in parts if told)


def _rule(number: str, title: str, said: str) -> list[str]:
    named = (
        f"Clause {number}" if number.startswith("R") else number
    )  # `R4` alone would be a number for card R
    return wrap(f"{named}, {title}. {one_line(said, _MOST_RULE)}", "  ", "    ")


def _around(one: Line) -> list[str]:
    mark = "> " if one.here else "  "
    number = f"{one.number} " if one.number else ""
    return wrap(f"{number}{one.words}", f"  {mark}" if not one.here else "  * ", "      ")


def _question(one: Question, zone: str) -> Iterator[str]:
    yield from wrap(f"{capital(one.asked)}.", "  ", "    ")
    if one.options:
        yield from wrap(f"What was legal: {'; '.join(one.options)}.", "  ", "    ")
    yield from wrap(f"The answer: {one.answer}.", "  ", "    ")
    if one.source is not None:
        yield from _source(one.source, zone)
    for said in one.barred:
        yield from wrap(f"{said} alone kept an order from being used.", "  ", "    ")


def _source(source: Source, zone: str) -> Iterator[str]:
    """Which order, and how it came."""
    when = f", received {moment(source.received, zone)}" if source.received is not None else ""
    row = f", line {source.row}" if source.row else ""
    came = f"it was given by {source.by}" if source.by else f"it came in {source.letter}{when}{row}"
    yield from wrap(
        f"It is order {source.order} of the list; {came or 'by whom is not known'}. As it was understood:",
        "  ",
        "    ",
    )
    yield from (f"  {line}" for line in echo(source.words))
    if source.typed and not source.by:  # what a bot or the moderator gave stands in no letter
        yield from wrap("As it stands in the letter:", "  ", "    ")
        yield from (f"  {line}" for line in echo(one_line(source.typed, 400)))
