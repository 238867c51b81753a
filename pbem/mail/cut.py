"""Where a reply ends and what it answers begins.

Everything from the first thing that looks like a quotation, a signature or our marker is cut off; nothing
below comes back.  That loses the words of those who answer below the quotation, so the rest is handed over
too: whoever finds no order on top and some below asks the player to send them again on top.  (Libraries
that try to keep what stands between quotations would have executed one old order in ten of those planted
into real replies; `tests/mail/test_planted.py` counts what comes through here.)
"""

import re
from collections.abc import Iterator, Sequence

import msgspec

from pbem.mail import footers, phrases
from pbem.mail.attribution import is_attribution, whole_length
from pbem.mail.fields import begins_block, field
from pbem.mail.limits import LONGEST, MAX_LINES
from pbem.mail.marker import is_marker
from pbem.mail.normal import visible

_I = re.IGNORECASE
_QUOTE = re.compile(r">(?!=\s?\d)|[|¦│┃❘❯›»}]|:\s|&gt;|=3e|[a-z][\w.-]{0,11}>+(?:\s|$)", _I)
#: Not `|`, with which our own mails begin a line that is no order.
_QUOTE_MARK = re.compile(r"\s*(?:[>»›❯]\s*)+")
_END = re.compile(r"end\s?\.?", _I)
_RULE = re.compile(
    r"-{2,}|_{3,}|[=*~+]{10,}|[\u2500-\u257f\u2581-\u2593]{3,}|_{2}|\.{6,}|(?:[-*_=~]\s){4,}[-*_=~]?|-+\s?[\u2702\u2704]\s?-*|\u2e3a+|\u1427+"
)
#: A dash of that length alone on its line; Discourse and GitHub sign so.
_LONG_DASH = re.compile(r"\s*[\u2013\u2014\u2015]+\s*")
_ORIGINAL = re.compile(rf"[\W_]*(?:{phrases.ORIGINAL})[\W_]*|[-_=]{{2,}}\s?(?:{phrases.ORIGINAL})\b.*", _I)
#: Any words between so many dashes; the player's own headings are shorter or speak of orders.
_BETWEEN_DASHES = re.compile(r"[-_=]{5,}\s?\w.*[-_=]{5,}")
_OWN = re.compile(r"order|befehl|ordre|ordin|orden|turn|tour|zug|zarz|приказ|press|phase|session", _I)
_SENT_FROM = re.compile(rf"[^\w]{{0,20}}(?:{footers.SENT_FROM})", _I)
_SENT_LAST = re.compile(rf"(?:{footers.SENT_LAST})", _I)
_FOOTER = re.compile(rf"[^\w]{{0,20}}(?:{footers.DISCLAIMER}|{footers.LIST_FOOTER})", _I)
_PGP = re.compile(r"-----BEGIN PGP (?:SIGNATURE|PUBLIC KEY BLOCK)-----")
#: Of the part that was cut off, so many lines are looked at for a further attribution, and none that is longer.
_MOST_ATTRIBUTIONS, _LONGEST_ATTRIBUTION = 60, 160
#: Begins a footer, of which few beginnings of lines are one; saves the rest of the time.
_LONG_ENOUGH = 6


class Cut(msgspec.Struct, frozen=True):
    """`top`: the lines above the cut; `rest`: all that was cut off; `why`: quote, marker, original, headers,
    attribution, signature, end, or empty if nothing was cut.

    The lines of the rest that are no quotation: `below`, which may be the player's own, and `under_header`,
    which stand below the copied header of another mail and therefore never are; and `quoted`, those marked as quotation,
    without their marks: a few programs let their users write among them.  Nothing in these three that mail programs add.
    """

    top: tuple[str, ...]
    rest: tuple[str, ...] = ()
    below: tuple[str, ...] = ()
    why: str = ""
    under_header: tuple[str, ...] = ()
    quoted: tuple[str, ...] = ()


def cut(lines: Sequence[str]) -> Cut:
    """Cut the lines of a text (`normal.split_lines`); time grows linearly with it."""
    seen = _seen(lines)
    for at, line in enumerate(seen[: MAX_LINES + 1]):  # longer letters are refused anyway
        if not line or line.isspace():
            if not _LONG_DASH.fullmatch(lines[at]):
                continue
        if why := _begins(lines, seen, at):
            opening = whole_length(seen, at) if why == "attribution" else 0
            below, under = _unquoted(seen, at + opening, why)
            mine, never = tuple(lines[i] for i in below), tuple(lines[i] for i in under)
            return Cut(tuple(lines[:at]), tuple(lines[at:]), mine, why, never, _quoted(seen, at))
    return Cut(tuple(lines))


def _seen(lines: Sequence[str]) -> list[str]:
    """The lines as people see them, as far as they can matter; quoted ones need no care."""
    seen: list[str] = []
    left = 2 * MAX_LINES + 20
    for line in lines:
        if line.startswith(">"):
            seen.append(line)
        elif left:
            seen.append(visible(line))
            left -= 1
        else:
            break
    return seen


def _begins(raw: Sequence[str], lines: Sequence[str], at: int) -> str:
    """Why the quoted part begins with this line, or an empty string."""
    line = lines[at].strip()[:LONGEST]
    if _QUOTE.match(line) or (not raw[at].isascii() and raw[at].lstrip()[:1] in "»›"):
        return "quote"
    if is_marker(line):
        return "marker"
    bare = line.strip("*_ ") or line
    if _END.fullmatch(line):
        return "end"
    if _is_signature(line, bare) or (not raw[at].isascii() and _LONG_DASH.fullmatch(raw[at])):
        return "signature"
    if _is_original(bare):
        return "original"
    if begins_block(lines, at):
        return "headers"
    return "attribution" if is_attribution(lines, at) else ""


def _is_signature(line: str, bare: str) -> bool:
    if _RULE.fullmatch(line) or _PGP.match(line):
        return True
    if len(bare) < _LONG_ENOUGH:
        return False
    return bool(
        _SENT_FROM.match(bare) or _FOOTER.match(bare) or (not bare.isascii() and _SENT_LAST.match(bare))
    )


def _is_original(bare: str) -> bool:
    if _ORIGINAL.fullmatch(bare):
        return True
    return bool(_BETWEEN_DASHES.fullmatch(bare)) and not _OWN.search(bare)


def _unquoted(lines: Sequence[str], start: int, why: str) -> tuple[list[int], list[int]]:
    """Which lines of the part that was cut off might be the player's own, and which stand below a copied header."""
    below: list[int] = []
    under: list[int] = []
    headed = why in ("original", "headers")
    past, looked = start, 0
    for place, bare in _bare_lines(lines, start):
        if place < past:
            continue
        if not headed and (_is_original(bare.strip("*_ ")) or begins_block(lines, place)):
            headed = True
        if _is_frame(bare):
            continue
        looked += 1
        if (
            looked <= _MOST_ATTRIBUTIONS
            and len(bare) <= _LONGEST_ATTRIBUTION
            and is_attribution(lines, place)
        ):
            past = place + whole_length(lines, place)
        else:
            (under if headed else below).append(place)
    return below, under


def _bare_lines(lines: Sequence[str], start: int) -> Iterator[tuple[int, str]]:
    """(number, text) of the lines that are neither blank nor quoted; no more than a letter may have."""
    found = 0
    for place in range(start, len(lines)):
        bare = lines[place].strip()[:LONGEST]
        if bare and not _QUOTE.match(bare):
            yield place, bare
            found += 1
            if found >= MAX_LINES:
                return


def _quoted(lines: Sequence[str], start: int) -> tuple[str, ...]:
    """The lines that are marked as quotation, without the marks."""
    found: list[str] = []
    for line in lines[start:]:
        if mark := _QUOTE_MARK.match(line):
            bare = visible(line[mark.end() :]).strip()[:LONGEST]
            if bare and not _is_frame(bare):
                found.append(bare)
                if len(found) >= MAX_LINES:
                    break
    return tuple(found)


def _is_frame(bare: str) -> bool:
    """No words of a person: a header field, our marker, a rule, a footer."""
    return bool(
        is_marker(bare)
        or _is_signature(bare, bare)
        or _is_original(bare)
        or _END.fullmatch(bare)
        or field(bare)
    )
