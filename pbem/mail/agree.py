"""Whether the text and the HTML of one message say the same (mail.md 1.1).

Mail programs make the text from the HTML: they break lines, write bold as `*bold*` and links as `word <http://…>`, name
pictures, number lists.  Only letters, figures and the signs of conditions are compared, in their order.
"""

import re
from collections.abc import Iterable, Sequence
from typing import NamedTuple

import msgspec

from pbem.mail.cut import Cut, cut
from pbem.mail.html import html_text
from pbem.mail.limits import MAX_LINE
from pbem.mail.normal import split_lines, visible

_LINK = re.compile(
    r"<\s*(?:https?|mailto|tel|ftp|cid|sip|file|callto|x-[a-z]+)\s?:[^<>]{0,3000}>", re.IGNORECASE
)
_PICTURE = re.compile(
    r"\[\s?(?:cid|image|inline image|bild|logo|https?)\b[^\[\]]{0,300}\]|\[[^\[\]]{0,200}\bgenerated\]",
    re.IGNORECASE,
)
_BRACKETED_LINK = re.compile(r"[\[(]\s?(?:https?|mailto):[^\[\]()\s]{1,2000}\s?[\])]", re.IGNORECASE)
_LIST_MARK = re.compile(r"\s*(?:[-*+o]|\(?\d{1,3}[.)]|\(?[a-z]{1,4}[.)])\s+(?=\S)", re.IGNORECASE)
_QUOTE_MARKS = re.compile(r"[\s>|]+")
_SAID = re.compile(r"[^\W_]+|[<>=#]")
#: An address or link that is written out on one side and hung on the same words on the other.
_ADDRESS = re.compile(r"(?:https?://|mailto:|www\.)\S{1,2000}", re.IGNORECASE)


class Agreement(NamedTuple):
    """`done`: the reading that counts; `other`: the HTML's lines where they say something else, ("",) if they say
    nothing at all; `struck`, `unseen`: something was left out of the HTML."""

    done: Cut
    other: tuple[str, ...] = ()
    struck: bool = False
    unseen: bool = False


def agreement(done: Cut, source: str, wrapped: bool) -> Agreement:
    """Hold the text's reading against the HTML beside it.

    Where one of the two takes more for quoted than the other, the shorter reading counts.  `wrapped`: some lines of the
    text may have been broken by a mail program; then the HTML's lines are taken.
    """
    top = html_text(source, top_only=True)
    if top is None:
        return Agreement(done)
    other = cut(split_lines(top.text))
    if _same(done.top, other.top):
        taken = wrapped and all(len(line) <= MAX_LINE for line in other.top)
        return Agreement(_with_top(done, other.top) if taken else done, unseen=top.unseen)
    return _beyond(done, source)


def _beyond(done: Cut, source: str) -> Agreement:
    """The two tops differ: it may be for struck-out words, or for how much each takes for quoted."""
    read, full = html_text(source), html_text(source, keep_struck=True)
    if read is None or full is None or not (read.text.strip() or read.struck or read.unseen):
        return Agreement(done)
    other = cut(split_lines(read.text))
    if read.struck and _same(done.top, cut(split_lines(full.text)).top):
        return Agreement(_with_top(done, other.top), struck=True, unseen=read.unseen)
    if (shorter := _shorter(done, other)) is not None:
        return Agreement(shorter, unseen=read.unseen)
    return Agreement(done, other.top if any(map(_said, other.top)) else ("",), read.struck, read.unseen)


def _with_top(done: Cut, top: tuple[str, ...]) -> Cut:
    return msgspec.structs.replace(done, top=top)


def _shorter(done: Cut, other: Cut) -> Cut | None:
    """The reading of whichever takes more for quoted, if the rest is what the other has below; None if it is not."""
    mine, theirs = _essence(done.top), _essence(other.top)
    if mine and theirs.startswith(mine):
        return done if _essence(done.rest).startswith(theirs[len(mine) :]) else None
    if not mine.startswith(theirs):
        return None
    said, count = 0, 0
    while said < len(theirs) and count < len(done.top):
        said += len(_essence(done.top[count : count + 1]))
        count += 1
    moved = done.top[count:]
    if said != len(theirs) or not _essence(other.rest).startswith(_essence(moved)):
        return None
    below = _found_in(moved, other.below) + done.below
    under = _found_in(moved, other.under_header) + done.under_header
    marked = tuple(line for line in moved if line.strip() and line not in below and line not in under)
    return Cut(done.top[:count], moved + done.rest, below, other.why, under, marked + done.quoted)


def _found_in(moved: Sequence[str], kept: Sequence[str]) -> tuple[str, ...]:
    """Those of the lines that the HTML does not mark as quoted either."""
    whole = _essence(kept)
    return tuple(line for line in moved if (said := _essence([line])) and said in whole)


def _same(text: Sequence[str], html: Sequence[str]) -> bool:
    if _essence(text) == _essence(html):
        return True
    bare = _essence(text, _LIST_MARK)
    return (
        bare == _essence(html)
        or bare == _essence(html, _LIST_MARK)
        or _written_out(text) == _written_out(html)
    )


def _essence(lines: Iterable[str], mark: re.Pattern[str] = _QUOTE_MARKS) -> str:
    """What the lines say, without what mail programs add; `mark` goes from the beginning of each."""
    shown = (visible(line) for line in lines)
    text = "\n".join(line[found.end() :] if (found := mark.match(line)) else line for line in shown)
    return _said(text)


def _said(text: str) -> str:
    for pattern in (_LINK, _PICTURE, _BRACKETED_LINK):
        text = pattern.sub(" ", text)
    return "".join(_SAID.findall(text)).casefold()


def _written_out(lines: Iterable[str]) -> str:
    text = "\n".join(_LIST_MARK.sub("", visible(line), count=1) for line in lines)
    return _said(_ADDRESS.sub(" ", text))
