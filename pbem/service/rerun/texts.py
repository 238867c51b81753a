"""Two versions of a text: the first line in which they differ.

A masked address may have had another length, so in paragraphs that hold one only the words count, not where their lines break.
"""

from collections.abc import Sequence
from typing import NamedTuple

from .letters import MASKED


class Mail(NamedTuple):
    """The first line in which a mail is another.  `file`: where it lies in the archive; `line` 0: not its text but `what` differs; `at`: when
    the mail was written."""

    file: str
    line: int
    was: str
    now: str
    what: str = ""
    at: str = ""


def first_line(was: str, now: str) -> tuple[int, str, str] | None:
    """Number and both versions of the first line that is another; None if none is."""
    if was == now:
        return None
    old, new = _paragraphs(was), _paragraphs(now)
    for (at, before), (_, after) in zip(old, new, strict=False):
        if before == after or (_masked(before) and _words(before) == _words(after)):
            continue
        for place in range(max(len(before), len(after))):
            one, other = _at(before, place), _at(after, place)
            if one != other:
                return at + place, one, other
    if len(old) == len(new):
        return None
    longer = (old if len(old) > len(new) else new)[min(len(old), len(new))]
    return (longer[0], longer[1][0], "") if len(old) > len(new) else (longer[0], "", longer[1][0])


def _paragraphs(text: str) -> list[tuple[int, list[str]]]:
    """Lines between blank ones, with the number of their first; a blank line is a paragraph of its own."""
    found: list[tuple[int, list[str]]] = []
    for number, line in enumerate(text.split("\n"), 1):
        if line and found and found[-1][1][-1]:
            found[-1][1].append(line)
        else:
            found.append((number, [line]))
    return found


def _masked(lines: Sequence[str]) -> bool:
    return MASKED in "\n".join(lines)


def _words(lines: Sequence[str]) -> list[str]:
    return " ".join(lines).split()


def _at(lines: Sequence[str], place: int) -> str:
    return lines[place] if place < len(lines) else ""
