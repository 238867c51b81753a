"""Where a reply ends and what it answers begins.

Everything from the first thing that looks like a quotation, a signature or our marker is cut off; nothing
below comes back.  That loses the words of those who answer below the quotation, so the rest is handed over
too: whoever finds no order on top and some below asks the player to send them again on top.  (Libraries
that try to keep what stands between quotations would have executed one old order in ten of those planted
into real replies; this lets through none in a hundred.)
"""

import re
from functools import lru_cache

import msgspec

from pbem.mail import phrases
from pbem.mail.limits import MAX_LINES
from pbem.mail.marker import is_marker
from pbem.mail.normal import visible

_I = re.IGNORECASE
_QUOTE = re.compile(r"[>|]|[a-z]{1,12}>(?:\s|$)", _I)
_END = re.compile(r"end\s?\.?", _I)
_RULE = re.compile(r"-{2,}|_{3,}|={10,}|(?:-\s){4,}-?|(?:_\s){4,}_?")
_ORIGINAL = re.compile(rf"[\W_]*(?:{phrases.ORIGINAL})[\W_]*", _I)
_SENT_FROM = re.compile(rf"[^\w]*(?:{phrases.SENT_FROM})", _I)
_PGP_SIGNATURE = re.compile(r"-----BEGIN PGP SIGNATURE-----")

_FIELDS = {kind: re.compile(rf"(?:{words})\s*:", _I) for kind, words in phrases.HEADER_WORDS.items()}
_ANY_FIELD = re.compile(rf"(?:{'|'.join(phrases.HEADER_WORDS.values())})\s*:", _I)

_YEAR = r"(?:19|20)\d\d"
_TIME = r"\d{1,2}\s?[:.h]\s?\d\d"
_DAY = r"\d{1,4}[-/.]\d{1,2}[-/.]\d{2,4}"
_MAYBE_ATTRIBUTION = re.compile(r"[\d<@:：\"]")
#: What the last line of an attribution has at least; most lines of a text have nothing of it, which saves
#: the rest.
_CLOSES = re.compile(r"[:：<@\"]|GMT|---|道|書き|メール|작성")
_WROTE = re.compile(
    rf"(?:.*[\s\"'>)\d,:])?(?:{phrases.WROTE})(?:\s.{{0,60}})?[:：]\W{{0,5}}|.*(?:写道|寫道|書きました|のメール|작성)\W{{0,5}}",
    _I,
)
_WROTE_DASHED = re.compile(rf"\W{{0,5}}-{{3}}.*\b(?:{phrases.WROTE})\b.*", _I)
_ON_DATE = re.compile(rf"\W{{0,5}}(?:{phrases.ON})[\s,\d].{{0,60}}?(?:{_YEAR}|{_DAY}|{_TIME}).*", _I)
_DATE_FIRST = re.compile(
    rf"\W{{0,5}}(?:(?:\w+,\s)?\d{{1,2}}\.?\s\w+\.?\s{_YEAR}|{_YEAR}[-/.年]\s?\d{{1,2}}[-/.月]\s?\d{{1,2}}|{_DAY}).*",
    _I,
)
_NAMED = re.compile(r".*<\s?(?:mailto:)?[^<>@\s]+@[^<>\s]+\s?>.*[:：]\W{0,5}")
_DATED = re.compile(rf".*(?:{_YEAR}|{_DAY}).*{_TIME}.*[:：]\W{{0,5}}")
_NAME_AND_ADDRESS = re.compile(r"\W{0,5}\w.*<\S*@")
_TAIL = re.compile(r"[<@\"]|GMT[+-]|[:：]\W{0,5}$")

#: Mail programs break an attribution into so many lines at most.
_SPAN = 4
#: Header fields above a quoted mail stand so close together.
_WINDOW = 8
#: No attribution is longer; bounds the time of the patterns.
_LONGEST = 400


class Cut(msgspec.Struct, frozen=True):
    """`top`: the lines above the cut; `rest`: all that was cut off; `below`: its lines that are no quotation;
    `why`: quote, marker, original, headers, attribution, signature, end, or empty if nothing was cut."""

    top: tuple[str, ...]
    rest: tuple[str, ...]
    below: tuple[str, ...]
    why: str = ""


def cut(lines: list[str]) -> Cut:
    """Cut the lines of a text (`normal.split_lines`); time grows linearly with it."""
    seen = [line if line.startswith(">") else visible(line) for line in lines]  # quoted ones need no care
    for at, line in enumerate(seen[: MAX_LINES + 1]):  # longer letters are refused anyway
        if not line or line.isspace():
            continue
        if why := _begins(seen, at):
            opening = _length(seen, at) if why == "attribution" else 0
            return Cut(tuple(seen[:at]), tuple(lines[at:]), _unquoted(seen[at + opening :]), why)
    return Cut(tuple(seen), (), ())


def _begins(lines: list[str], at: int) -> str:
    """Why the quoted part begins with this line, or an empty string."""
    line = lines[at].strip()[:_LONGEST]
    if _QUOTE.match(line):
        return "quote"
    if ("#" in line or "above" in line) and is_marker(line):
        return "marker"
    bare = line.strip("*_ ") or line
    if _END.fullmatch(line):
        return "end"
    if _is_signature(line, bare):
        return "signature"
    if _ORIGINAL.fullmatch(bare):
        return "original"
    if ":" in bare and _is_header_block(lines, at):
        return "headers"
    return "attribution" if _is_attribution(lines, at) else ""


def _is_signature(line: str, bare: str) -> bool:
    return bool(_RULE.fullmatch(line) or _SENT_FROM.match(bare) or _PGP_SIGNATURE.match(line))


@lru_cache(maxsize=256)
def _field(line: str) -> str:
    """Which header field this line looks like (a key of `phrases.HEADER_WORDS`), or an empty string."""
    if ":" not in line:
        return ""
    bare = line.strip()[:_LONGEST].lstrip("*_ ").replace("*", "")
    if not _ANY_FIELD.match(bare):
        return ""
    return next((kind for kind, pattern in _FIELDS.items() if pattern.match(bare)), "")


def _is_header_block(lines: list[str], at: int) -> bool:
    """Three kinds of header fields close together, the first of them here.

    Two would be too few, and "to" cannot be the first: `A: VOTE NO` is an order for Politician A, and "to"
    in Italian.
    """
    if _field(lines[at]) not in ("from", "sent", "subject"):
        return False
    kinds: set[str] = set()
    strangers = 0
    for line in lines[at : at + _WINDOW]:
        if kind := _field(line):
            kinds.add(kind)
            strangers = 0
        elif line.strip():
            strangers += 1
        if strangers > 2:  # a subject may run over, an order between them may not
            break
    return len(kinds) >= 3 and bool(kinds & {"from", "subject"})


def _is_attribution(lines: list[str], at: int) -> bool:
    """Whether "On Monday, X <x@example.org> wrote:", in any language and over several lines, begins here.

    Where it could begin on a later line as well, the later one is right: the order above must not be taken
    along.
    """
    if not _MAYBE_ATTRIBUTION.search(lines[at][:_LONGEST]) or not _length(lines, at):
        return False
    strong = _starts_strongly(lines[at])
    return not any(
        _length(lines, later) and (not strong or _starts_strongly(lines[later]))
        for later in range(at + 1, min(at + _SPAN, len(lines)))
        if lines[later].strip()
    )


def _starts_strongly(line: str) -> bool:
    line = line.strip()[:_LONGEST]
    return bool(_ON_DATE.fullmatch(line) or _DATE_FIRST.fullmatch(line) or _NAME_AND_ADDRESS.match(line))


def _length(lines: list[str], at: int) -> int:
    """How many lines from here on make a whole attribution, at most `_SPAN` and blank ones; 0 if they are
    none.
    """
    parts: list[str] = []
    for count, line in enumerate(lines[at : at + 2 * _SPAN], start=1):
        line = line.strip()
        if line:
            parts.append(line)
            if len(parts) > _SPAN or sum(map(len, parts)) > _LONGEST:
                return 0
            if _CLOSES.search(line) and _is_whole(" ".join(parts), len(parts)):
                return count
        elif not any(after.strip().startswith("<") for after in lines[at + 1 : at + _SPAN]):
            return 0
    return 0


def _is_whole(text: str, lines: int) -> bool:
    """Whether the text, joined of so many lines, is an attribution from beginning to end."""
    if _WROTE.fullmatch(text) or _WROTE_DASHED.fullmatch(text) or _NAMED.fullmatch(text):
        return True
    if lines <= 2 and _DATED.fullmatch(text):  # no verb and no address: more lines would be the player's own
        return True
    return bool((_ON_DATE.fullmatch(text) or _DATE_FIRST.fullmatch(text)) and _TAIL.search(text))


def _unquoted(rest: list[str]) -> tuple[str, ...]:
    """Lines of the cut-off part that might be the player's own: not quoted, no header field, no marker, no
    rule.
    """
    return tuple(
        line
        for line in rest
        if (bare := line.strip()[:_LONGEST])
        and not _QUOTE.match(bare)
        and not is_marker(bare)
        and not _is_signature(bare, bare)
        and not _ORIGINAL.fullmatch(bare)
        and not _END.fullmatch(bare)
        and not _field(bare)
    )
