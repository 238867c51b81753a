"""What somebody answers to an invitation (E19): `YES as Anna, Europe/Zurich, away 3–10 May`, `no, sorry`, `STANDBY`."""

import re
from collections.abc import Iterator, Mapping, Sequence
from datetime import date
from typing import NamedTuple

from .days import Days, days
from .zones import zone_named

#: So many lines of a letter are looked at.
MOST_LINES = 12
LONGEST_NAME = 40

_YES = (
    r"no (?:problem|worries|objections?)|why not|yes+|yep|yeah|yup|ja|sure(?:ly)?|gladly|certainly|of course|absolutely|with pleasure|count me in|i(?: a|')?m in|i am in|"
    r"i(?:'d| would| will|'ll) (?:love|like|be glad|be happy|be there|play|join)(?: to)?|(?:i(?: a|')?m )?(?:very )?(?:happy|glad) to|ok|okay|please do|da|"
    r"(?:would )?love to|definitely|i accept|(?:invitation )?accepted|sounds (?:good|great|fun)|let's (?:play|do it|go)|you bet|i want to (?:play|join)|"
    r"i(?: a|')?m game|fine(?: with me)?|hell yes"
)
_NO = (
    r"no|nope|nein|nyet|sorry|i (?:can't|cannot|can not|won't|will not)|not (?:this time|now|me|for me|interested)|without me|count me out|"
    r"i(?: a|')?m (?:out|afraid(?: not)?)|unfortunately(?: not)?|unsubscribe|(?:i (?:must |have to )?)?decline|i (?:must|have to) say no|"
    r"i (?:don't|do not) want to|i(?:'d| would) rather not"
)
#: Said before the answer, and no part of it.
_BEFORE = re.compile(
    r"^(?:(?:hi|hello|thanks|thank you|well|great|hmm+|oops|wait|actually|but|on second thoughts?|i(?: have|'ve)? changed my mind|changed my mind)"
    r"(?: again)?[,:;.!\- ]+)+"
)
#: What takes a yes or no back in the same breath: then nobody can tell.
_ALAS = r"unfortunately(?! (?:i(?: am|'m|'ll be| will be) )?(?:away|on|absent|travelling))"
_BUT_NO = re.compile(
    rf"\b(?:(?:can't|cannot|can not)(?! wait)|won't|will not|(?<!why )not?(?! (?:problem|worries|before|objections?|later|on)\b)|nope|decline|{_ALAS})\b"
)
_AGAIN = re.compile(
    r"(?P<yes>yes|yep|count me in|i(?: a|')?m in|i(?: wi|')ll play)\b|(?:no(?! (?:problem|worries))|i (?:can't|cannot|can not)(?! wait)|"
    rf"i(?: a|')?m out|{_ALAS})\b"
)
_BUT_YES = re.compile(r"\b(?:yes|yep|yeah|count me in|i(?: a|')?m in|i(?: wi|')ll play)\b")
_STANDBY = r"stand[- ]?by|stand[- ]?in|reserve|back-?up|substitute|waiting list"
_NO_STANDBY = re.compile(
    rf"\b(?:not?|don't want)(?: (?:a|an|as|on|the|to be|to))* (?:{_STANDBY})\b|\b(?:{_STANDBY})\b\W+not?\b"
)
_UNSURE = r"maybe|perhaps|not sure|unsure|depends|let me think|don't know|possibly"
_FIRST = re.compile(rf"(?P<yes>{_YES})\b|(?P<no>{_NO})\b")
_AS = re.compile(r"(?:as|i am|i'm|name|my name is|call me|name is|play(?:ing)? as)[: ]+(.+)", re.IGNORECASE)
_HEAD = re.compile(rf"^(?:(?:{_YES}|please|thanks|thank you|and|but)[,!. ]+)+", re.IGNORECASE)
_COLOUR = re.compile(
    r"(?:colou?r|play(?:ing)?|i(?:'d| would) (?:like|love)(?: to (?:play|be|have))?|if possible)[: ]+(.+)",
    re.IGNORECASE,
)
_AWAY = re.compile(
    r"(?:but )?(?:i(?:'m| am|'ll be| will be) )?(?:away|on (?:holiday|vacation)|absent|travelling)\b[: ]*(.*)",
    re.I,
)
#: What only a time zone looks like.
_LIKE_A_ZONE = re.compile(
    r"(?:time ?)?zone[: ].+|(?-i:[A-Z]\w+/[A-Z][\w/ ]+)|(?:UTC|GMT) ?[+-−–]? ?\d{1,2}(?::?\d\d)?|(?-i:[A-Z]{1,3}[SD]?T|CES?T|MES?Z)|"
    r"(?:eastern|central|mountain|pacific|european|my|local)(?: \w+)? time",
    re.IGNORECASE,
)


class Answered(NamedTuple):
    """`says`: yes, no, standby, or "" if that cannot be told.  `name`, `zone` (IANA), `colour`: "" where he says nothing of it; `away`:
    when he cannot play; `odd`: parts that were not understood, and words about what cannot be.
    """

    says: str
    name: str = ""
    zone: str = ""
    colour: str = ""
    away: tuple[Days, ...] = ()
    odd: tuple[str, ...] = ()


def answer(lines: Sequence[str], factions: Mapping[str, str], today: date) -> Answered:
    """Read the lines of such a letter.  `factions`: colour -> name of its faction; `today`: for days without a year.

    >>> answer(["Yes please, as Anna"], {}, date(2027, 4, 1))
    Answered(says='yes', name='Anna', zone='', colour='', away=(), odd=())
    """
    written = [" ".join(line.replace("’", "'").split()) for line in lines]
    written = [line for line in written if line][:MOST_LINES]
    says = _says(written)
    if says not in ("yes", "standby"):
        return Answered(says)
    found = _Found(factions, today)
    for at, part in enumerate(_parts(written)):
        found.take(part, at == 0)
    return Answered(says, found.name, found.zone, found.colour, tuple(found.away), tuple(found.odd))


def _says(lines: Sequence[str]) -> str:
    """The first line that begins with yes or no decides; with a doubt in it, or in a line below it, nothing does."""
    for at, line in enumerate(lines):
        said = _BEFORE.sub("", line.casefold().strip(" \"'*_>.,!-–—"))
        found = _FIRST.match(said)
        if re.search(rf"\b(?:{_STANDBY})\b", said):
            return "" if _NO_STANDBY.search(said) else "standby"
        if re.search(rf"\b(?:{_UNSURE})\b", said) and not (found and found["no"]):
            return ""
        if found:
            back = (_BUT_NO if found["yes"] else _BUT_YES).search(_before_details(said[found.end() :]))
            return "" if back or _taken_back(found, lines[at + 1 :]) else "yes" if found["yes"] else "no"
    return ""


def _taken_back(found: re.Match[str], below: Sequence[str]) -> bool:
    """`I'd love to.` and in the next line `But I can't.`"""
    starts = (_BEFORE.sub("", line.casefold().strip(" .,!-")) for line in below)
    again = (_AGAIN.match(start) for start in starts)
    return any(one is not None and bool(one["yes"]) != bool(found["yes"]) for one in again)


def _before_details(rest: str) -> str:
    """Without the names and days, which may hold anything."""
    return re.split(r"\b(?:as|name|call me|away (?:from|on|until|till|\d))\b", rest, maxsplit=1)[0]


def _parts(lines: Sequence[str]) -> Iterator[str]:
    """`YES as Anna, Europe/Zurich, away 3-10 May` in its parts, without the yes."""
    for line in lines:
        for part in re.split(
            r"[,;]\s*|(?<=\D)\.\s+|!\s*|\s+\((?=[A-Za-z])|\s+(?=away\b)|\s+(?=as [A-ZÀ-Ž])|\s+-\s+(?=[A-Za-z])",
            line,
        ):
            said = _HEAD.sub("", f"{part} ").strip(" .!,:()[]\"'*")
            if said and not re.fullmatch(rf"(?:{_YES}|{_STANDBY}|please|thanks?|only)", said, re.I):
                yield said


class _Found:
    """What the parts have told so far."""

    def __init__(self, factions: Mapping[str, str], today: date) -> None:
        self.factions, self.today = factions, today
        self.name = self.zone = self.colour = ""
        self.away: list[Days] = []
        self.odd: list[str] = []

    def take(self, part: str, first: bool) -> None:
        """One part; what nobody understands is kept to be told, if it stands among things that were."""
        if away := _AWAY.fullmatch(part):
            self._gone(away[1], part)
        elif zone := zone_named(part):
            self.zone = zone
        elif colour := self._colour(part):
            self.colour = colour
        elif (named := _AS.fullmatch(part)) and not self.name:
            self._named(named[1])
        elif _LIKE_A_ZONE.fullmatch(part):
            self.odd.append(f"“{part}” is no time zone that I know; write it like Europe/Zurich")

    def _gone(self, words: str, part: str) -> None:
        if found := re.fullmatch(r"(.+?)\s+([A-Za-z_]+/[A-Za-z_/]+)", words):
            words, self.zone = found[1], zone_named(found[2]) or self.zone
        when = days(words, self.today)
        several = [days(one, self.today) for one in words.split(" and ")]
        if when is None and None not in several:
            self.away += [one for one in several if one is not None]
        elif when is None:
            self.odd.append(f"“{part}”: these days were not understood; write them like away 3-10 May")
        else:
            self.away.append(when)

    def _named(self, words: str) -> None:
        if zone := re.fullmatch(r"(.+?)\s+(?:(?:from|in)\s+)?([A-Za-z_]+/[A-Za-z_/]+)", words):
            words, self.zone = zone[1], zone_named(zone[2])
        elif (city := re.fullmatch(r"(.+?)\s+(?:from|in)\s+(.+)", words)) and zone_named(city[2]):
            words, self.zone = city[1], zone_named(city[2])
        words = words.strip(" .\"'“”()")
        if not words or len(words) > LONGEST_NAME or set(words) & set('<>"@') or not words.isprintable():
            self.odd.append(f"“{words[:LONGEST_NAME]}” cannot be a name")
        else:
            self.name = words

    def _colour(self, part: str) -> str:
        asked = _COLOUR.fullmatch(part) or _AS.fullmatch(part)
        said = (asked[1] if asked else part).casefold().removeprefix("the ")
        said = re.sub(r"\s*(?:,|if possible|please|faction)\s*$", "", said).strip()
        return next((c for c, name in self.factions.items() if said in (c, name.casefold())), "")
