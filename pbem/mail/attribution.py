"""`On Monday, X <x@example.org> wrote:`, in any language, with or without its verb, over several lines.

Where words fail the shape decides: an address or a moment, and a colon at the end.
"""

import re
from collections.abc import Sequence
from functools import lru_cache

from pbem.mail import phrases
from pbem.mail.dates import DAY, TIME, YEAR, has_date, has_moment
from pbem.mail.limits import LONGEST

_I = re.IGNORECASE

_MAYBE = re.compile(r"[\d<@:\"]|---|wrote|写|寫|작성|쓴|メール|เขียน|napisan|missatge", _I)
#: What the last line of an attribution has at least; most lines of a text have nothing of it, which saves
#: the rest.
_CLOSES = re.compile(r"[:<@]|GMT|UTC|---|\d\W{0,3}$|[写寫道쓴]|작성|書き|メール|メッセージ|邮件|เขียน")
_VERB_LAST = re.compile(rf".*\b(?:{phrases.WROTE})\W{{0,5}}", _I)

_WROTE = re.compile(
    rf"(?:.*[\s\"'>)\]\d,:-])?(?:{phrases.WROTE})(?:[\s(].{{0,80}}?)?\s?:\W{{0,5}}"
    r"|.*(?:写道|寫道|写到|的邮件|書きました|のメール|のメッセージ|작성|작성하였습니다|쓴 글|쓰셨습니다|เขียนว่า|เขียน)\W{0,5}",
    _I,
)
_WROTE_NAME = re.compile(
    rf"(?:.*[\s\"'>)\]\d,:-])?(?:{phrases.WROTE})(?:[\s(][^.!?;]{{0,40}})?\s?:\W{{0,5}}", _I
)
_WROTE_LAST = re.compile(rf".*[\s\"'>)\]\d,](?:{phrases.WROTE})\W{{0,5}}", _I)
_WROTE_INSIDE = re.compile(rf".*\s(?:{phrases.WROTE_BEFORE_NAME})[\s,].{{1,100}}", _I)
_WROTE_DASHED = re.compile(rf"\W{{0,5}}-{{2,}}.*\b(?:{phrases.WROTE})\b.*", _I)
_QUOTING = re.compile(rf"(?:{phrases.QUOTING})\s.{{1,120}}:\W{{0,5}}", _I)
_QUOTES = re.compile(rf"(?:{phrases.QUOTING})\s", _I)
_ON_DATE = re.compile(rf"\W{{0,5}}(?:{phrases.ON})[\s,\d-].{{0,60}}?(?:{YEAR}|{DAY}|{TIME}).*", _I)
_DATE_FIRST = re.compile(
    rf"\W{{0,5}}(?:(?:\w{{1,14}}[,.]{{0,2}}\s){{0,2}}\d{{1,2}}\.?\s?(?:de\s)?[^\W\d]+\.?,?\s(?:de\s)?{YEAR}"
    rf"|(?:\w+[,.]?\s){{0,2}}\d{{1,2}},\s{YEAR}|(?:\w{{1,14}}[,.]{{0,2}}\s)?(?:{YEAR}|{DAY})[\s.,:/年년-]).*",
    _I,
)
#: No year: `Mo., 30. Nov., 09:00`, as Gmail writes of the last twelve months.
_DAY_AND_TIME = re.compile(
    rf"\W{{0,5}}[^\W\d]{{1,12}}[.,]{{1,2}}\s\d{{1,2}}\.?\s[^\W\d]{{2,12}}\.?,?\s.{{0,12}}{TIME}.*", _I
)
_ADDRESS = re.compile(r"[^<>@\s\"(\[]+@[^<>\s]+\.[^<>\s]+")
_NAMED = re.compile(
    r".*[<(\[\s](?:mailto:)?[^<>@\s]+@[^<>\s]+\s?[>)\]]{0,3}.*:\W{0,5}|[^<>@\s]+@[^<>\s]+\s?:\W{0,5}"
)
_NAME_AND_ADDRESS = re.compile(r"\W{0,5}\w[^:]{0,80}<\s*(?:(?:mailto:)?\S*@|$)")
_TAIL = re.compile(r"[<@]|GMT[+-]|UTC[+-]")
_ENDS_OPEN = re.compile(r".*:\W{0,5}")
_MOMENT_ALONE = re.compile(r"\W{0,5}(?:[^\W\d]{1,14}[.,]{0,2}\s){0,2}\d[\w\s.,:/()+年月日时時分-]{8,60}")
_WORDS = re.compile(r"[^\W\d_]+")
#: The end of an attribution that a mail program has broken behind something that could be its end: an address, a verb, both.
_BROKEN_VERB = "|".join(
    dict.fromkeys(part for verb in phrases.WROTE.split("|") for part in (verb, *verb.split(r"\s+", 1)[1:]))
)
_REMAINDER = re.compile(
    rf"(?=.*\w)[<(\[\s]*(?:mailto:)?(?:[^<>@\s]+@[^<>@\s]+?)?[>)\]\s,]*(?:(?:{_BROKEN_VERB})(?:\s?\([^)]{{1,40}}\))?)?\W{{0,5}}"
    r"|[^:]{0,60}<[^<>@\s]+@[^<>\s]+>[^:]{0,40}:\W{0,5}",
    _I,
)
#: A line of its own in Gmail, as it is copied from the screen.
_NAME_ALONE = re.compile(r"\W{0,3}[^:<>@]{1,60}<[^<>@\s]{1,80}@[^<>@\s]{1,120}>\W{0,3}")
_TALK = re.compile(r"\W{0,5}(?:press|moderator)\b[^<@:]{0,60}:", _I)
_MY_ADDRESS = re.compile(
    r"\b(?:address|addr|e-?mail|mail|mails|write|send|reach|use|set|change|add|adresse?|to|please|bitte|me|my)\b",
    _I,
)
#: A heading of the player's own may end in a date, a time and a colon.
_OWN = re.compile(
    r"\b(?:orders?|turn|deadline|session|phase|parade|vacation|holidays?|moderator|press|befehle?|züge?|zug|anweisung\w*|"
    r"ordres?|tour|ordini|ordine|turno|órdenes|ordenes|ordens|rozkaz\w*|приказ\w*|ход\w*|bevelen|order)\b",
    _I,
)

#: Mail programs break an attribution into so many lines at most; an old order may have got between them.
_SPAN = 5


def is_attribution(lines: Sequence[str], at: int) -> bool:
    """Whether an attribution begins here.

    Where it could begin on a later line as well, the later one is right: the order above must not be taken
    along.
    """
    if not _MAYBE.search(lines[at][:LONGEST]) or _TALK.match(lines[at]):
        return False
    whole = length(lines, at)
    if whole <= 1 or _starts_surely(lines[at]):
        return whole > 0
    return not any(
        length(lines, later) and _starts_strongly(lines[later])
        for later in range(at + 1, min(at + _SPAN, len(lines)))
        if lines[later].strip()
    )


def length(lines: Sequence[str], at: int) -> int:
    """How many lines from here on make a whole attribution, at most `_SPAN` and blank ones; 0 if they are
    none.
    """
    parts: list[str] = []
    sure = _starts_surely(lines[at])
    for count, line in enumerate(lines[at : at + 2 * _SPAN], start=1):
        line = line.strip()
        if line:
            parts.append(line)
            if len(parts) > _SPAN or sum(map(len, parts)) > LONGEST:
                return 0
            if _may_close(line, sure) and _is_whole(" ".join(parts), len(parts)):
                return count
            if len(parts) == 1 and not _starts_strongly(line):
                return 0  # nor may the lines above an attribution be taken for its beginning
        elif not sure and not any(after.strip().startswith("<") for after in lines[at + 1 : at + _SPAN]):
            return 0
    return 0


def whole_length(lines: Sequence[str], at: int) -> int:
    """How many lines the attribution has that begins here, its broken end included; 0 if there is none."""
    count = length(lines, at)
    while 0 < count < 2 * _SPAN and at + count < len(lines):
        line = lines[at + count].strip()[:LONGEST]
        if not line or _TALK.match(line) or not _REMAINDER.fullmatch(line):
            break
        count += 1
    return count


def _may_close(line: str, sure: bool) -> bool:
    """Whether it could be the last line; without a colon, or something as plain, only below a sure beginning."""
    return _CLOSES.search(line) is not None or (sure and _VERB_LAST.fullmatch(line) is not None)


@lru_cache(maxsize=512)
def _starts_strongly(line: str) -> bool:
    line = line.strip()[:LONGEST]
    found = (
        (has_date(line) and (_ON_DATE.fullmatch(line) or _DATE_FIRST.fullmatch(line)))
        or _DAY_AND_TIME.fullmatch(line)
        or ("<" in line and _NAME_AND_ADDRESS.match(line) and not _MY_ADDRESS.search(line.partition("<")[0]))
        or _QUOTES.match(line)
    )
    return bool(found) and ("@" in line or _OWN.search(line) is None)


def _starts_surely(line: str) -> bool:
    """A name and an address, or a day and a time of day: whatever stands below, this is the first line."""
    line = line.strip()[:LONGEST]
    return _starts_strongly(line) and ("<" in line or has_moment(line))


def _is_whole(text: str, lines: int) -> bool:
    """Whether the text, joined of so many lines, is an attribution from beginning to end."""
    if _is_said(text) or _WROTE_DASHED.fullmatch(text) or _QUOTING.fullmatch(text):
        return True
    if _NAME_ALONE.fullmatch(text):
        return _MY_ADDRESS.search(text) is None
    if "@" in text and (_NAMED.fullmatch(text) or _WROTE_LAST.fullmatch(text)):
        return True
    dated = has_date(text)
    if not dated and not _DAY_AND_TIME.fullmatch(text):
        return False
    if _OWN.search(text):
        return False
    starts = bool(_ON_DATE.fullmatch(text) or _DATE_FIRST.fullmatch(text) or _DAY_AND_TIME.fullmatch(text))
    if starts and (_TAIL.search(text) or _WROTE_LAST.fullmatch(text)):
        return True
    return lines <= 2 and has_moment(text) and _is_dated(text, starts, lines)


def _is_said(text: str) -> bool:
    """Ends in "X wrote:", and of what follows the verb nothing begins another sentence."""
    if "@" in text or has_date(text) or not text.isascii():
        return _WROTE.fullmatch(text) is not None
    return _WROTE_NAME.fullmatch(text) is not None


def _is_dated(text: str, starts: bool, lines: int) -> bool:
    """No verb and, before the colon, no address; more lines would be the player's own."""
    if _ENDS_OPEN.fullmatch(text) or (starts and _WROTE_INSIDE.fullmatch(text)):
        return True
    if "@" in text and _NAME_AND_ADDRESS.match(text):
        return True
    return lines == 1 and len(_WORDS.findall(text)) <= 5 and bool(_MOMENT_ALONE.fullmatch(text))
