"""The header of the answered mail, which Outlook and others copy above it: `From:`, `Sent:`, `To:`, `Subject:`.

In any order, with any of them missing, in bold, in many languages, each on its line or all on one.  What stands below
such a block is never a player's own word.
"""

import re
from collections.abc import Sequence
from functools import lru_cache

from pbem.mail import phrases
from pbem.mail.dates import has_date, has_moment
from pbem.mail.limits import LONGEST

_I = re.IGNORECASE
_FIELDS = {kind: re.compile(rf"(?:{words})\s*:", _I) for kind, words in phrases.HEADER_WORDS.items()}
_ANY_FIELD = re.compile(rf"(?:{'|'.join(phrases.HEADER_WORDS.values())})\s*:", _I)
_INLINE = {
    kind: re.compile(rf"(?:^|[\s;,>)\]])(?:{words})\s*:", _I)
    for kind, words in phrases.HEADER_WORDS.items()
    if kind != "more"
}
#: Lotus Notes prints a table of labels without colons.
_LABELS = {kind: re.compile(rf"(?:{phrases.HEADER_WORDS[kind]})", _I) for kind in ("to", "subject", "more")}
_UNKNOWN = re.compile(r"[^\W\d_][^:<@\d]{0,24}?\s?:\s?(?=\S)")
_OWN = re.compile(
    r"(?:please\s)?(?:press|moderator|vacation|offer|salt|play|set|add|change|forget|remove|new|my|use)\b", _I
)
_ADDRESS = re.compile(r"\S@\S|mailto:", _I)
_MARKS = str.maketrans("", "", "*")

#: Fields stand so close together: lines, and those among them that are not blank.
_WINDOW = 16
_FILLED = 9
#: Lines between two fields: a subject or a list of addresses may run over.
_STRANGERS = 2


def _bare(line: str) -> str:
    return line.strip()[:LONGEST].lstrip("*_ ").translate(_MARKS)


@lru_cache(maxsize=512)
def field(line: str) -> str:
    """Which header field this line looks like (a key of `phrases.HEADER_WORDS`), or an empty string."""
    if ":" not in line:
        return ""
    bare = _bare(line)
    if not _ANY_FIELD.match(bare):
        return ""
    return next((kind for kind, pattern in _FIELDS.items() if pattern.match(bare)), "")


def begins_block(lines: Sequence[str], at: int) -> bool:
    """Whether the copied header of another mail begins with this line."""
    line = lines[at]
    if ":" in line:
        bare = _bare(line)
        return _is_block(lines, at, bare) or _in_one_line(bare) or _of_unknown_words(lines, at, bare)
    return len(line) < 80 and _is_table(lines, at)


def _is_block(lines: Sequence[str], at: int, bare: str) -> bool:
    """Three kinds of fields, or two with an address or a moment, or a lone `From:` with an address.

    `A: VOTE NO` is an order for Politician A, and "to" in Italian: that begins nothing without an address.
    """
    first = field(lines[at])
    if not first or (bare[:1] in "aAàÀ" and bare[1:2] in ": " and not _ADDRESS.search(bare)):
        return False
    kinds, sure = _fields_from(lines, at)
    if len(kinds) == 1:
        return sure and first in ("from", "sent")
    if first in ("to", "more") and not kinds & {"from", "sent"} and not _ADDRESS.search(bare):
        return False
    if first != "from" and not _is_sure(first, bare) and _begins_later(lines, at):
        return False
    return len(kinds) >= 3 or sure


def _fields_from(lines: Sequence[str], at: int) -> tuple[set[str], bool]:
    """(kinds of fields that stand together from here on, whether an address or a moment is among them)"""
    kinds: set[str] = set()
    sure = False
    filled = strangers = 0
    for line in lines[at : at + _WINDOW]:
        if not line.strip():
            continue
        filled += 1
        if kind := field(line):
            kinds.add(kind)
            strangers = 0
            sure = sure or _is_sure(kind, line)
        else:
            strangers += 1
            if kinds == {"from"} and strangers == 1 and line.strip()[:1] in "<[":
                sure = sure or _ADDRESS.search(line) is not None
        if strangers > _STRANGERS or filled >= _FILLED:
            break
    return kinds, sure


def _is_sure(kind: str, line: str) -> bool:
    return has_moment(line) if kind == "sent" else _ADDRESS.search(line) is not None


def _begins_later(lines: Sequence[str], at: int) -> bool:
    """`To: everyone` above a block is the player's own, if a blank line stands between."""
    later = next(
        (place for place in range(at + 1, min(at + _WINDOW, len(lines))) if field(lines[place])), at + 1
    )
    between = any(not line.strip() for line in lines[at + 1 : later])
    return between and _is_block(lines, later, _bare(lines[later]))


def _in_one_line(bare: str) -> bool:
    """`From: X Sent: Monday To: Y Subject: Z`: what is left of a block whose line breaks were lost."""
    if bare.count(":") < 3 or not field(bare):
        return False
    found = {kind for kind, pattern in _INLINE.items() if pattern.search(bare)}
    return len(found) >= 3 and "from" in found


def _of_unknown_words(lines: Sequence[str], at: int, bare: str) -> bool:
    """The shape alone, in a language that we do not know: `label: name <address>`, and labels with a date below."""
    if "@" not in bare or not _UNKNOWN.match(bare) or not _ADDRESS.search(bare) or _OWN.match(bare):
        return False
    labelled = [bool(_UNKNOWN.match(_bare(line))) for line in lines[at + 1 : at + 7]]
    dated = any(
        there and has_date(line) for there, line in zip(labelled, lines[at + 1 : at + 7], strict=False)
    )
    return any(labelled[:3]) and sum(labelled) >= 2 and dated


def _is_table(lines: Sequence[str], at: int) -> bool:
    """Notes: `To`, `cc`, `Subject`, each alone on its line or with what belongs to it."""
    if not _label(lines[at]):
        return False
    kinds = {_label(line) for line in lines[at : at + 10]} - {""}
    return {"to", "subject"} <= kinds


@lru_cache(maxsize=512)
def _label(line: str) -> str:
    bare = _bare(line).strip()
    word = re.split(r"\s{2,}|\t", bare, maxsplit=1)[0]
    return next((kind for kind, pattern in _LABELS.items() if pattern.fullmatch(word)), "")
