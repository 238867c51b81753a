"""Sections that players ask for: STATUS, HISTORY, ORDERS, HELP, RULES."""

import re

from . import hand
from .boardtext import board_text, legend, tally
from .brief import Brief
from .naming import names_of
from .pages import Titled, filled
from .prose import TABLE_WIDTH, wrap
from .report import secrets, subject, told
from .sheet import sheet_text


def status_section(brief: Brief) -> Titled:
    """STATUS: the board, my sheet, the tally; only what I may see."""
    names = names_of(brief.rules, brief.seats)
    lines = [*board_text(names, brief.view), *legend(names, brief.view)]
    mine = sheet_text(names, brief.view, brief.me, brief.sheets.get(brief.me))
    lines += ["", "Your influence (secret):", *mine] if mine else []
    for title, own in secrets(brief, names):
        lines += ["", f"{title}:", *own] if own else []
    return f"The position, {subject(brief).partition('] ')[2].partition(':')[0]}", [
        *lines,
        "",
        *tally(names, brief.view),
    ]


def history_section(brief: Brief, turn: int | None = None) -> list[Titled]:
    """HISTORY: `brief.story` as the chronicle tells it, of one turn or of all."""
    names = names_of(brief.rules, brief.seats)
    wanted = [s for s in told(brief, names) if turn is None or s.turn == turn]
    if not wanted:
        return [("Of that nothing is written", ["No such turn has been played."])]
    return [(s.heading, filled(s.paragraphs, "  ")) for s in wanted]


def orders_section(brief: Brief) -> list[Titled]:
    """ORDERS: what goes with the list, which every receipt ends with: offers to and from him, and promises."""
    names = names_of(brief.rules, brief.seats)
    return [
        ("Offers (secret)", hand.offers_text(names, brief.view, brief.me)),
        ("Promises (secret)", hand.promises_text(names, brief.view, brief.me)),
    ]


def words_section(title: str, text: str) -> Titled:
    """HELP and RULES: text from elsewhere, its paragraphs filled.  Whatever would read as an order gets its `| `."""
    lines: list[str] = []
    paragraph: list[str] = []
    for line in [*text.split("\n"), ""]:
        indent = len(line) - len(line.lstrip())
        runs_on = indent > 2 and line.strip()[:1] not in "|:*#"
        if paragraph and not (runs_on and indent == _indent(paragraph[0])):
            lines += wrap(" ".join(map(str.strip, paragraph)), " " * _indent(paragraph[0]))
            paragraph = []
        if runs_on:
            paragraph.append(line)
        elif _CLAUSE.match(line):  # `R4` alone would be a number for card R
            lines.append(f"Clause {line}")
        elif set(line.strip()) != {"="}:
            lines += wrap(line) if len(line) > TABLE_WIDTH else [line]
    return title, lines[:-1]


_CLAUSE = re.compile(r"(R\d|HR-)")


def _indent(line: str) -> int:
    return len(line) - len(line.lstrip())
