"""The text of our mails taken apart again: headings, paragraphs, points, warnings, commands, and what stands behind `| `.

Paragraphs come filled to a width and are joined again.  Lines that were filled by `prose.wrap` know how many they are; of others it is told
from where they end, from the words alone, so that the same text always gives the same.
"""

import re
from collections.abc import Sequence
from typing import NamedTuple

from pbem.orders.verbs import ECHO

from ..prose import TABLE_WIDTH, WIDTH

HEADING, CLAUSE, PARAGRAPH, POINT, WARNING, ECHOED, TABLED, COMMAND, RULE, SAID = (
    "heading",
    "clause",
    "paragraph",
    "point",
    "warning",
    "echo",
    "table",
    "command",
    "rule",
    "said",
)
_TITLE = re.compile(r"== (.+) ==")
_POINT, _WARNING = "* ", "!! "
#: `Clause R4.1   A purge`, `Card 3  Forged war record`.
_CLAUSE = re.compile(r"(?:Clause|Card) [\w.-]+ {2,}\S.*")
_DRAWN = re.compile(r"-{5,}")
#: A line for the moderator to copy; within a paragraph it is none.
_COMMAND = re.compile(r"pbem [a-z]+(?: |$)")
#: HELP sets what it says behind this mark, so that no line of it begins like an order.
_UNLIKE = ": "
#: So many words may have been taken down to the next line, so that it does not begin like an order.
_CARRIED = 3
#: A paragraph, a point, a warning may go on so much further in.
_HANGING = 3
#: What explains an order or a card stands so far in behind the mark.
_TEXT = 5
_COLUMNS = re.compile(r"\S {2,}\S")


class Block(NamedTuple):
    """`text`: its words, joined, without its mark; `lines`: as they stood, for tables and echoes a row each."""

    kind: str
    text: str
    lines: tuple[str, ...] = ()


def blocks(lines: Sequence[str], known: Sequence[int] = ()) -> list[Block]:
    """What these lines of a mail are.  `known`: what `prose.runs` says of them."""
    found: list[Block] = []
    known = known or (0,) * len(lines)
    at = 0
    while at < len(lines):
        line = lines[at]
        if not line.strip():
            at += 1
            continue
        end = _end(lines, at, known)
        found += _told(_kind(lines, at), lines[at:end], known[at:end])
        at = end
    return found


def _mark(line: str) -> str:
    """What kind of thing begins with this line."""
    said = line.lstrip()
    if said.startswith("|"):
        return ECHOED
    if _TITLE.fullmatch(line):
        return HEADING
    if _CLAUSE.fullmatch(line):
        return CLAUSE
    if _DRAWN.fullmatch(said):
        return RULE
    if said.startswith(_POINT):
        return POINT
    if said.startswith(_WARNING):
        return WARNING
    return TABLED if _COLUMNS.search(said) else PARAGRAPH


def _kind(lines: Sequence[str], at: int) -> str:
    """What begins here; a command only stands apart: further in than what is above it, below another one, or alone."""
    line, above = lines[at], lines[at - 1] if at else ""
    if not _COMMAND.match(line.lstrip()):
        return _mark(line)
    apart = not above.strip() or _indent(line) != _indent(above) or bool(_COMMAND.match(above.lstrip()))
    return COMMAND if apart else _mark(line)


def _end(lines: Sequence[str], at: int, known: Sequence[int]) -> int:
    """Where what begins in this line is over."""
    kind = _kind(lines, at)
    end = at + 1
    if kind in (HEADING, CLAUSE, RULE, COMMAND):
        return end
    if known[at] and kind not in (ECHOED, TABLED):
        return at + known[at]
    while end < len(lines) and lines[end].strip():
        mark = _kind(lines, end)
        if kind in (ECHOED, TABLED):
            if mark != kind:
                break
        elif mark != PARAGRAPH or known[end] or not _goes_on(lines[end - 1], lines[end]):
            break
        end += 1
    return end


def _goes_on(line: str, after: str) -> bool:
    """Are these two of one paragraph?  What stands further in always goes on; of the rest it is told from where the line ends."""
    deep, here = _indent(after), _indent(line)
    words = after.split()
    full = len(line) + 1 + len(words[0]) > WIDTH
    if deep > here and line.endswith(":") and not full:  # it names what stands below it
        return False
    if deep:
        return deep == here or here < deep <= here + _HANGING
    last = line.rstrip()[-1:]
    if last in ".!?" or (last == ":" and not words[0][:1].islower()):
        return full
    some = words[: _CARRIED + 1]
    return full or len(line) + sum(map(len, some)) + len(some) > WIDTH


def _indent(line: str) -> int:
    return len(line) - len(line.lstrip())


def _told(kind: str, run: Sequence[str], known: Sequence[int]) -> list[Block]:
    if kind == HEADING:
        return [Block(HEADING, run[0][3:-3])]
    if kind == CLAUSE:
        return [Block(CLAUSE, " ".join(run[0].split()))]
    if kind == ECHOED:
        rows = _rows(run, known)
        return [Block(ECHOED, "\n".join(rows), rows)]
    if kind == TABLED:
        return [Block(TABLED, "\n".join(run), tuple(run))]
    if run[0].lstrip().startswith(_UNLIKE):
        return [Block(SAID, " ".join(line.lstrip().removeprefix(_UNLIKE).strip() for line in run))]
    text = " ".join(line.strip() for line in run)
    if kind in (POINT, WARNING):
        text = text.split(" ", 1)[1]
    return [Block(kind, text, tuple(run))]


def _rows(run: Sequence[str], known: Sequence[int]) -> tuple[str, ...]:
    """Lines behind `| `; what was wrapped is one row again."""
    rows: list[str] = []
    last = ""
    left = 0  # lines of this row that are still to come
    for line, begins in zip(run, known, strict=True):
        said = line.lstrip()
        left = begins or left
        if rows and not begins and (left or _same_row(last, said)):
            rows[-1] += " " + said.removeprefix("|").strip()
        else:
            rows.append(said)
        last = said
        left = max(0, left - 1)
    return tuple(rows)


def _same_row(last: str, line: str) -> bool:
    """Was this wrapped behind the mark?"""
    before, inner = last.removeprefix("|").removeprefix(" "), line.removeprefix("|").removeprefix(" ")
    words = inner.split()
    if not words or not last.startswith(ECHO) or _COLUMNS.search(inner.strip()):
        return False
    deep, here = _indent(inner), _indent(before)
    some = words[: _CARRIED + 1]
    full = len(last) + 1 + len(words[0]) > WIDTH - 2
    ended = last[-1:] in ".:!?)"
    if deep >= _TEXT and deep == here:
        return full or not ended
    if deep == here:
        return full and words[0][0].islower() and not _COLUMNS.search(before.strip())
    carried = len(last) + sum(map(len, some)) + len(some) > WIDTH
    return deep > here and not ended and (full or carried) and len(last) <= TABLE_WIDTH
