"""Our text tables as real ones: columns are found where all rows have a space.

The first cell of each row keeps the mark behind which the text stands, so that no row reads as an order (D3).
"""

import re
from collections.abc import Sequence

from .paint import BAR, INK, QUIET, RULE, SOFT, escaped

_CELL = re.compile(r"\S+(?: \S+)*")
_LEAST = 3  # columns that a heading names
_MOST = 5  # columns that a phone has room for; of more the last one goes below the others
_SHORT = 8  # signs that are not parted
_NUMBER = re.compile(r"[-+–\d=]+")
_DRAWN = re.compile(r"-{3,}")

Span = tuple[int, int]


def table(rows: Sequence[str]) -> str:
    """`rows`: lines behind `| `, the first with the headings; "" if they are no table."""
    inner = [row.removeprefix("|").removeprefix(" ") for row in rows]
    heads = [found.span() for found in _CELL.finditer(inner[0])]
    if len(rows) < 2 or len(heads) < _LEAST or any(sign.isdigit() for sign in inner[0]):
        return ""
    last, regular = max(
        ((at, [row for row in inner if _is_regular(row, at)]) for at in (heads[-1][0] - n for n in range(3))),
        key=lambda found: len(found[1]),
    )
    if len(regular) < 2 or inner[0] not in regular:
        return ""
    spans = _columns(regular, last)
    apart = _apart(regular, spans)
    width = max(apart, len(spans) - apart)
    told = [
        _row(row, spans, "th" if not at else "td", apart) if row in regular else _across(row, width)
        for at, row in enumerate(inner)
    ]
    return (
        f'<table width="100%" cellpadding="0" cellspacing="0" border="0" class="ke" style="margin:0 0 14px;border-collapse:collapse;'
        f'background-color:{QUIET};color:{INK};font-size:14px;line-height:1.4;text-align:left;word-break:normal;">{"".join(told)}</table>'
    )


def _is_regular(row: str, last: int) -> bool:
    """Does it keep to the columns?"""
    before = row[:last]
    return not _DRAWN.search(before) and (len(row) <= last or row[last - 1] == " ") and "  " in before.strip()


def _columns(rows: Sequence[str], last: int) -> list[Span]:
    """From where to where each reaches; the last one has no end."""
    filled = [any(at < len(row) and row[at] != " " for row in rows) for at in range(last)]
    spans: list[Span] = []
    at = 0
    while at < last:
        end = at
        while end < last and filled[end]:
            end += 1
        if end > at:
            spans.append((at, end))
        at = end + 1
    return [*spans, (last, 10_000)]


def _apart(rows: Sequence[str], spans: Sequence[Span]) -> int:
    """How many columns stand in the first of two rows, where there are too many for one: all but words at the end, or the name alone."""
    if len(spans) <= _MOST:
        return len(spans)
    wordy = any(" " in row[spans[-1][0] :].strip() for row in rows[1:])
    return len(spans) - 1 if wordy else 1


def _row(row: str, spans: Sequence[Span], tag: str, apart: int) -> str:
    """`apart`: so many cells, and the others below them."""
    said = [row[start:end].strip() for start, end in spans]
    first, second = said[:apart], said[apart:]
    most = max(len(first), len(second))
    return _cells(first, tag, most, any(second)) + (_cells(second, tag, most, False) if any(second) else "")


def _cells(said: Sequence[str], tag: str, most: int, goes_on: bool) -> str:
    across = most if len(said) == 1 else 1
    return f"<tr>{''.join(_cell(words, tag, at, len(said), goes_on, across) for at, words in enumerate(said))}</tr>"


def _cell(words: str, tag: str, at: int, cells: int, goes_on: bool, columns: int = 1) -> str:
    """One of `cells`; `goes_on`: what stands below it belongs to it."""
    rule = "" if goes_on else f"border-bottom:1px solid {RULE};"
    across = f' colspan="{columns}"' if columns > 1 else ""
    bar = BAR if not at else ""
    if tag == "th":
        style = f"padding:4px 5px;font-weight:normal;word-break:break-word;color:{SOFT};{rule}"
        return (
            f'<th scope="col"{across} align="left" class="ks kt" style="{style}">{bar}{escaped(words)}</th>'
        )
    right = "text-align:right;" if _NUMBER.fullmatch(words) and (goes_on or at + 1 < cells) else ""
    close = "white-space:nowrap;" if bar and len(words) <= _SHORT else ""
    return f'<td{across} class="kt" style="padding:4px 5px;vertical-align:top;{right}{close}{rule}">{bar}{escaped(words)}</td>'


def _across(row: str, width: int) -> str:
    """A line that keeps to no column; one that is only drawn says nothing."""
    said = _DRAWN.sub(" ", row).strip()
    if not said:
        return ""
    return f'<tr><td class="kt" colspan="{width}" style="padding:4px 5px;border-bottom:1px solid {RULE};">{BAR}{escaped(said)}</td></tr>'
