"""Our text tables as real ones: columns are found where all rows have a space.

The first cell of each row keeps the mark behind which the text stands, so that no row reads as an order (D3).
"""

import re
from collections.abc import Container, Iterator, Sequence
from functools import cache

from .paint import BAR, INK, QUIET, RULE, SOFT, escaped

_CELL = re.compile(r"\S+(?: \S+)*")
_LEAST = 3  # columns that a heading names
_MOST = 5  # columns that a phone has room for; of more the last one goes below the others
_CODE = 6  # `KGB J` is no wider, and stays in one line
_NUMBER = re.compile(r"[-+–\d=]+")
_DRAWN = re.compile(r"-{3,}")

Span = tuple[int, int]


def table(rows: Sequence[str]) -> str:
    """`rows`: lines behind `| `, the first with the headings; "" if they are no table."""
    inner = [row.removeprefix("|").removeprefix(" ") for row in rows]
    heads = [found.span() for found in _CELL.finditer(inner[0])]
    if len(rows) < 2 or len(heads) < _LEAST or any(sign.isdigit() for sign in inner[0]):
        return ""
    starts = [start for start, _ in heads[1:]]
    last, regular = max(
        (
            (at, [row for row in inner if _is_regular(row, at, starts)])
            for at in (heads[-1][0] - n for n in range(3))
        ),
        key=lambda found: len(found[1]),
    )
    if len(regular) < 2 or inner[0] not in regular:
        return ""
    spans = _columns(regular, last, {start for start, _ in heads})
    apart = _apart(regular, spans)
    width = max(apart, len(spans) - apart)
    told: list[str] = []
    for said in _gathered(inner, regular, spans):
        told.append(_across(said, width) if isinstance(said, str) else _row(said, not told, apart))
    return (
        f'<table width="100%" cellpadding="4" cellspacing="0" border="0" class="ke" style="margin:0 0 14px;border-collapse:collapse;'
        f'background-color:{QUIET};color:{INK};font-size:14px;line-height:1.4;text-align:left;word-break:normal;">{"".join(told)}</table>'
    )


def _gathered(
    inner: Sequence[str], regular: Sequence[str], spans: Sequence[Span]
) -> Iterator[list[str] | str]:
    """Each row as its cells; what was wrapped within them is one row again; a line that keeps to no column as it is."""
    last: list[str] = []
    for row in inner:
        if row not in regular:
            if last:
                yield last
            last = []
            yield row
            continue
        cells = [row[start:end].strip() for start, end in spans]
        if last and not cells[0]:
            last = [f"{before} {more}".strip() for before, more in zip(last, cells, strict=True)]
            continue
        if last:
            yield last
        last = cells
    if last:
        yield last


def _is_regular(row: str, last: int, starts: Sequence[int]) -> bool:
    """Does it keep to the columns?  `starts`: of all but the first; what was wrapped within cells begins below one of them."""
    before = row[:last]
    if _DRAWN.search(before) or (len(row) > last and row[last - 1] != " "):
        return False
    return "  " in before.strip() or len(row) - len(row.lstrip()) in starts


def _columns(rows: Sequence[str], last: int, heads: Container[int]) -> list[Span]:
    """From where to where each reaches; the last one has no end.  One space parts columns only in front of a heading: it may be one within
    words.
    """
    filled = [any(at < len(row) and row[at] != " " for row in rows) for at in range(last)]
    spans: list[Span] = []
    at = 0
    while at < last:
        end = at
        while end < last and (filled[end] or (filled[end + 1 :][:1] == [True] and end + 1 not in heads)):
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


def _row(said: Sequence[str], head: bool, apart: int) -> str:
    """`apart`: so many cells, and the others below them."""
    first, second = said[:apart], said[apart:]
    most = max(len(first), len(second))
    below = _cells(second, head, most, False) if any(second) else ""
    return _cells(first, head, most, bool(below)) + below


def _cells(said: Sequence[str], head: bool, most: int, goes_on: bool) -> str:
    """`goes_on`: what stands below it belongs to it."""
    across = most if len(said) == 1 else 1
    cells = (_cell(words, head, at, goes_on or at + 1 < len(said), across) for at, words in enumerate(said))
    return f"{_line(not goes_on)}{''.join(cells)}</tr>"


@cache
def _line(ruled: bool) -> str:
    """How a row begins; `ruled`: there is a line below it."""
    return (
        f'<tr valign="top" class="kt" style="border-bottom:1px solid {RULE};">'
        if ruled
        else '<tr valign="top">'
    )


def _cell(words: str, head: bool, at: int, numeric: bool, columns: int) -> str:
    """`numeric`: a number here stands to the right."""
    across = f' colspan="{columns}"' if columns > 1 else ""
    said = (
        escaped(words) if at else BAR + escaped(words if len(words) > _CODE else words.replace(" ", "\u00a0"))
    )
    if head:
        return f'<th scope="col"{across} align="left" class="ks" style="font-weight:normal;color:{SOFT};">{said}</th>'
    right = ' align="right"' if numeric and _NUMBER.fullmatch(words) else ""
    return f"<td{across}{right}>{said}</td>"


def _across(row: str, width: int) -> str:
    """A line that keeps to no column; one that is only drawn says nothing."""
    said = _DRAWN.sub(" ", row).strip()
    if not said:
        return ""
    return f'{_line(True)}<td colspan="{width}">{BAR}{escaped(said)}</td></tr>'
