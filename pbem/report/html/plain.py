"""Any text mail of ours as HTML: the same words in the same order, made to be looked at."""

import re
from collections.abc import Sequence
from functools import lru_cache

from pbem.orders.names import Lexicon

from ..prose import joins
from . import paint
from .blocks import CLAUSE, COMMAND, ECHOED, HEADING, POINT, RULE, SAID, TABLED, WARNING, Block, blocks
from .paint import FLAG, INK, MONO, QUIET, TABLE, heading, inline, kept, paragraph
from .tables import table

#: How sentences begin that people look for.
LABELS = ("Asked of you:", "Your silence means:", "Deadline:", "For your eyes only:", "Not used:")
#: `By which rule:` is no sentence, but what is this short and ends so.
_NAMING = 32
_ROW = re.compile(r'<p style="margin:0;padding:3px 0 3px \d+px;text-indent:-\d+px;">')
_NEXT_ROW = re.compile(f"</p>{_ROW.pattern}")
_OPTION = re.compile(r"--[a-z][a-z-]*")
#: The chronicle stands so far in; what explains the line above it, further.
_INDENT = 2
#: Of more characters than that a mail does without ornaments, for Gmail cuts off after 102 kB.
LONG = 46_000
_FURTHER_IN = 'style="margin:0 0 12px;padding:0 0 0 20px;"'
_MONO = f"background-color:{QUIET};color:{INK};font-family:{MONO};font-size:14px;"


@lru_cache(maxsize=512)
def from_text(text: str, lexicon: Lexicon | None = None) -> str:
    """The whole of a text mail, from below its marker on.  `lexicon`: the names of its game, so that no line of it reads as an order
    (D3); without it those of the box.
    """
    whole = told(blocks(text.strip("\n").split("\n")), lexicon or paint.box())
    return whole if len(whole) < LONG else lean(whole)


@lru_cache(maxsize=4096)
def _told(found: tuple[Block, ...], lexicon: Lexicon) -> str:
    pieces: list[str] = []
    at = 0
    while at < len(found):
        end = at + 1
        if found[at].kind == POINT:
            while end < len(found) and found[end].kind == POINT:
                end += 1
            pieces.append(_points(found[at:end], lexicon))
        else:
            pieces.append(_one(found[at], lexicon))
        at = end
    return "".join(pieces)


def told(found: Sequence[Block], lexicon: Lexicon) -> str:
    """These as HTML; the players of a game read many of the same."""
    return _told(tuple(found), lexicon)


def _one(block: Block, lexicon: Lexicon) -> str:
    if block.kind in (HEADING, CLAUSE):
        return heading(2 if block.kind == HEADING else 3, block.text)
    if block.kind == RULE:
        return f'<p class="kt" style="margin:0 0 18px;border-bottom:2px solid {paint.RULE};">&nbsp;</p>'
    if block.kind == SAID:
        return paragraph(paint.safe(inline(block.text), lexicon))
    if block.kind == COMMAND:
        return f'<p class="ke" style="margin:0 0 12px;padding:4px 10px;{_MONO}">{_command(block.text)}</p>'
    if block.kind == ECHOED:
        return echoed(block.lines)
    if block.kind == TABLED:
        return _tabled(block.lines, lexicon)
    if block.kind == WARNING:
        return _warning(block, lexicon)
    piece = labelled(said(block, lexicon))
    deep = len(block.lines[0]) - len(block.lines[0].lstrip())
    return paragraph(piece, left=20) if deep > _INDENT else paragraph(piece)


def _command(text: str) -> str:
    """A command to copy; its options stay whole where the page is narrow."""
    return _OPTION.sub(r'<span style="white-space:nowrap;">\g<0></span>', kept(text))


def labelled(piece: str) -> str:
    """What people look for first stands out, and so does what names the lines below it."""
    if len(piece) <= _NAMING and piece.endswith(":"):
        return f"<b>{piece}</b>"
    found = next((label for label in LABELS if piece.startswith(label)), "")
    return f"<b>{found}</b>{piece[len(found) :]}" if found else piece


def said(block: Block, lexicon: Lexicon) -> str:
    """A paragraph's words; where they would be read as an order in one line, the lines are ended as in the text."""
    if joins(block.lines, lexicon) or not paint.is_order(block.text, lexicon):
        return inline(block.text)
    return "<br>".join(inline(line.strip()) for line in block.lines)


def _points(found: Sequence[Block], lexicon: Lexicon) -> str:
    """A list.  Its marks are words, for converters drop those that a list draws."""
    return "".join(
        f'<p style="margin:0 0 8px;padding:0 0 0 18px;text-indent:-15px;">•&nbsp;&nbsp;{said(one, lexicon)}</p>'
        for one in found
    )


def _warning(block: Block, lexicon: Lexicon) -> str:
    return (
        f'{TABLE} style="margin:0 0 12px;"><tr><td class="kn" style="padding:8px 12px;border-left:5px solid {FLAG};background-color:'
        f'{paint.FRESH};color:{INK};font-size:16px;line-height:1.45;">{said(block, lexicon)}</td></tr></table>'
    )


def echoed(rows: Sequence[str]) -> str:
    """What stands behind `| `, the mark and all (D3), a row each; where the page is narrow a row goes on further in."""
    columns = table(rows)
    if columns:
        return columns
    told = "".join(map(_row, rows))
    return f'<div class="ke" style="margin:0 0 12px;padding:3px 8px;{_MONO}">{told}</div>'


def _row(row: str) -> str:
    inner = row.removeprefix("|").removeprefix(" ")
    words = inner.lstrip()
    depth = len(inner) - len(words)
    deep = depth * 8 + 30
    return (
        f'<p style="margin:0;padding:3px 0 3px {deep}px;text-indent:-{deep}px;">'
        f"{paint.BAR}{'&nbsp;' * depth}{_remarked(words)}</p>"
    )


def _remarked(row: str) -> str:
    """An example with what it does: `PURGE Satin # a remark`; columns would not hold on a phone."""
    order, mark, remark = row.partition(" # ")
    return f"{kept(order.rstrip())} {paint.soft('# ' + kept(remark))}" if mark else kept(row)


def _tabled(lines: Sequence[str], lexicon: Lexicon) -> str:
    """Words in columns, with a name in front: `  Time zone: Europe/Zurich`."""
    told = [paint.safe(kept(line.strip()), lexicon) for line in lines]
    return f'<p class="ke" style="margin:0 0 12px;padding:6px 10px;{_MONO}">{"<br>".join(told)}</p>'


def lean(piece: str) -> str:
    """The same with fewer ornaments; rows stand below each other all the same."""
    piece = _ROW.sub('<p style="margin:0;">', _NEXT_ROW.sub("<br>", piece))
    for ornate, plain in (
        (_MONO, ""),
        (
            '<div class="ke" style="margin:0 0 12px;padding:3px 8px;"><p style="margin:0;">',
            '<p class="ke" style="margin:0 0 9px;">',
        ),
        ("</p></div>", "</p>"),
        (paint.BAR, "|&nbsp;"),
        (_FURTHER_IN, 'style="margin:0 0 9px;"'),
    ):
        piece = piece.replace(ornate, plain)
    return piece
