"""The chronicle of a film: paragraphs with their numbers, those that were taken back in their places."""

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from pbem.engine import board, events, journal, view
from pbem.engine.events import Event, Rewound
from pbem.engine.state import State, fold
from pbem.report.chronicle import Section
from pbem.report.naming import Names
from pbem.report.sentences import sentences

_MARK = re.compile(r" \[\d+\]$")


class Told(NamedTuple):
    """A paragraph: the table's number of its first event (0: of none), its words, and whether it was taken back."""

    number: int
    words: str
    undone: bool = False


class Part(NamedTuple):
    """What is told under one heading; `year`: 1951 for turn 1, the year before for set-up."""

    heading: str
    year: int
    told: list[Told]


class Story(NamedTuple):
    """The chronicle, and the words of those events that have a sentence of their own, by number."""

    parts: list[Part]
    own: dict[int, str]


def story(names: Names, faces: Sequence[Event], label: str) -> Story:
    """The whole chronicle as the table may read it.

    `faces`: the journal as the table sees it, undone events and all; `label`: the game's name, which chooses the wordings that the
    reports had.
    """
    found: list[tuple[int, str, int, Told]] = []
    shown = journal.in_force(faces)
    sections, own = sentences(names, State(), [faces[n - 1] for n in shown], shown, label)
    _gather(found, sections, False)
    for number, taken in journal.undone(faces):
        rewound = faces[number - 1]
        assert isinstance(rewound, Rewound)
        before = fold(journal.effective(faces[: rewound.to]))
        sections, said = sentences(names, before, [faces[n - 1] for n in taken], taken, label)
        _gather(found, sections, True)
        own |= said
    found.sort(key=lambda one: one[0])
    return Story(list(_grouped(found)), own)


def _gather(found: list[tuple[int, str, int, Told]], sections: Sequence[Section], undone: bool) -> None:
    """Each paragraph with the number by which it is put in order: never less than that of the one before."""
    at = 0
    for section in sections:
        for words, number in zip(section.paragraphs, section.numbers, strict=True):
            at = max(at, number)
            told = Told(number, _MARK.sub("", words) if number else words, undone)
            found.append((at, section.heading, section.turn, told))


def _grouped(found: Sequence[tuple[int, str, int, Told]]) -> Iterator[Part]:
    part: Part | None = None
    for _, heading, turn, told in found:
        if part is None or part.heading != heading:
            if part is not None:
                yield part
            part = Part(heading, board.year(turn) if turn else board.FIRST_YEAR - 1, [])
        part.told.append(told)
    if part is not None:
        yield part


def faces(story: Sequence[Event]) -> list[Event]:
    """What the table sees of a journal.  An undo's `to` is the table's number in its face, as everywhere in what this returns."""
    return list(view.see(view.TABLE, story))


def ending(story: Sequence[Event]) -> events.GameEnded | None:
    """How it ended, if it did; `story`: what is in force."""
    return next((one for one in reversed(story) if isinstance(one, events.GameEnded)), None)
