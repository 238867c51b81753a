"""What a player settles for himself (E27): SET MAIL, ZONE, REMIND, CALENDAR, PRESS; the verbs, and what stands behind them."""

import re
from collections.abc import Callable, Mapping, Sequence
from datetime import timedelta

from pbem.orders.errors import Unread
from pbem.orders.facts import Children
from pbem.orders.lines import Line
from pbem.orders.verbtable import Verb, row
from pbem.orders.zones import like, zone_named

__all__ = ["SETTINGS", "SettingBuilder", "as_written", "settles"]


def _set(what: str, form: str, meaning: str, *examples: str, synonyms: Sequence[str] = ()) -> Verb:
    own = [f"{verb} {mine}{what}" for verb in ("SET", "CHANGE") for mine in ("", "MY ", "THE ")][1:]
    rest = {"synonyms": [*own, *synonyms], "firm": False}
    return row(f"SET {what}", "SETTING", "own", f"SET {what} {form}", meaning, *examples, **rest)


SETTINGS: tuple[Verb, ...] = (
    _set(
        "MAIL",
        "SHORT|FULL|TEXT",
        "How long my mails are: SHORT without board, influence and tally, FULL with all of it, TEXT in full but as plain text alone.",
        "SET MAIL SHORT",
        "set mail: text please",
        synonyms=[
            "SET MAILS",
            "SET MY MAILS",
            "SET REPORT",
            "SET REPORTS",
            "SET EMAIL",
            "SET EMAILS",
            "SETMAIL",
        ],
    ),
    _set(
        "ZONE",
        "zone",
        "The time zone in which my mails tell times: a name like Europe/Zurich, or its city.",
        "SET ZONE Europe/Zurich",
        "set time zone to New York",
        synonyms=[
            *(
                "SET TIMEZONE",
                "SET TIME ZONE",
                "SETTIMEZONE",
                "SETZONE",
                "SET MY TIMEZONE",
                "SET MY TIME ZONE",
            ),
            *("CHANGE TIMEZONE", "CHANGE TIME ZONE", "CHANGE MY TIMEZONE", "CHANGE MY TIME ZONE"),
            *("TIMEZONE", "TIME ZONE", "MY TIMEZONE IS", "MY TIME ZONE IS"),
        ],
    ),
    _set(
        "REMIND",
        "length {, length}|OFF|ON",
        "So long before a deadline I am reminded, if nothing has come from me: at most three times, or never, or with ON as the game does it.",
        "SET REMIND 24h, 3h",
        "SET REMIND OFF",
        "remind me 2 days and 6 hours before",
        synonyms=[
            "SET REMINDER",
            "SET REMINDERS",
            "SET MY REMINDERS",
            "REMIND ME",
            "REMINDER",
            "REMINDERS",
            "SETREMIND",
        ],
    ),
    _set(
        "CALENDAR",
        "ON|OFF",
        "A calendar file with each deadline of mine, which moves the entry in my calendar when the deadline moves.",
        "SET CALENDAR ON",
        "calendar on please",
        synonyms=[
            "CALENDAR",
            "SET ICS",
            "SETCALENDAR",
            "SEND CALENDAR",
            "SEND ME CALENDAR",
            "SEND ME A CALENDAR",
        ],
    ),
    _set(
        "PRESS",
        "OPEN|CLOSED",
        "Whether messages of mine to some players only may stand in the archive once the game is over, if their receivers agree as well. It is CLOSED "
        "unless I say so.",
        "SET PRESS OPEN",
        synonyms=["SET PRIVATE PRESS", "SET MY PRIVATE PRESS", "SETPRESS"],
    ),
)

_POLITE = re.compile(r"\b(?:please|pls|plz|thanks|thank you|thx)\b|[.!?]+$", re.IGNORECASE)
_BEFORE = re.compile(
    r"^(?:[\s:=,>-]|(?:to|as|is|be|at|me|my|the|turn|turned|switch|them|it|file|files|mails?|reports?)\b)+",
    re.IGNORECASE,
)
_BEHIND = re.compile(
    r"[\s,]+(?:mails?|reports?|version|only|ones?|before(?: (?:the |each )?deadlines?)?|(?:the |each )?deadlines?|time|again)$",
    re.IGNORECASE,
)
_WORDS: Mapping[str, Mapping[str, str]] = {
    "set mail": {
        "short": "short brief shorter summary",
        "full": "full long normal complete all html default",
        "text": "text plain plaintext plain-text textonly txt",
    },
    "set calendar": {
        "on": "on yes true enabled enable start",
        "off": "off no false disabled disable none never stop",
    },
    "set press": {"open": "open public on yes", "closed": "closed close private off no shut"},
}
_WANTED: Mapping[str, str] = {
    "set mail": "SHORT, FULL or TEXT",
    "set calendar": "ON or OFF",
    "set press": "OPEN or CLOSED",
    "set zone": "a time zone behind it, like SET ZONE Europe/Zurich",
    "set remind": "lengths like 24h, 3h, or OFF, or ON for what the game does",
}
#: They change nothing in what was said before them.
_IDLE = frozenset(
    "now again always from on onwards here me my mine mail mails report reports version versions format form mode only ones thank you".split()
)
_OFF, _ON = frozenset("off none never no stop".split()), frozenset("on yes default normal".split())
_LENGTH = re.compile(
    r"(\d+(?=[\s-]*[a-z])|(?:an?|one|two|three)(?=\s))[\s-]*(minutes?|mins?|m|hours?|hrs?|h|days?|d|weeks?|w)\b",
    re.IGNORECASE,
)
_JOINTS = re.compile(r"[\s,;&+]|\band\b", re.IGNORECASE)
_NUMBERS = {"a": 1, "an": 1, "one": 1, "two": 2, "three": 3}
_UNITS = {"m": timedelta(minutes=1), "h": timedelta(hours=1), "d": timedelta(days=1), "w": timedelta(weeks=1)}
#: `UTC+2`, `CEST`: one of these says nothing of summer or winter.
_NO_PLACE = re.compile(r"(?:utc|gmt)?\s*[-+]\s*\d.*|[a-z]{2,4}T", re.IGNORECASE)
#: Reminders lie between these, and there are no more of them.
SOONEST, LATEST, MOST = timedelta(minutes=15), timedelta(days=14), 3


def value(verb: str, said: str) -> str:
    """What stands behind the verb in its one form: `short`, `on`, `Europe/Zurich`, `24h, 3h`.  Raises Unread."""
    words = _BEFORE.sub("", _POLITE.sub("", said.partition(" #")[0]).strip())
    words = _BEHIND.sub("", words.strip(" .,:;!\"'"))
    if verb == "set zone":
        return _zone(words)
    if verb == "set remind":
        return _lengths(words.casefold())
    return _word(verb, words.casefold())


def _word(verb: str, words: str) -> str:
    if verb == "set calendar" and not words:
        return "on"
    first, *more = re.split(r"[\s,]+", re.split(r"[.!?;(]+(?:\s|$)", words)[0])
    found = next((name for name, known in _WORDS[verb].items() if first in known.split()), None)
    if found is None:
        raise Unread(f"{verb.upper()} needs {_WANTED[verb]} behind it{_not(words)}")
    if not {*more} <= _IDLE | {*_WORDS[verb][found].split()}:
        raise Unread(
            f"behind {first.upper()} I do not understand “{' '.join(more)[:40]}”; please write one SET a line, and for yourself alone"
        )
    return found


def _not(words: str) -> str:
    return f", and “{words[:30]}” is none of them" if words else ""


def _zone(words: str) -> str:
    found = zone_named(words) or zone_named(words.replace(" / ", "/"))
    if found:
        return found
    if not words:
        raise Unread(f"SET ZONE needs {_WANTED['set zone']}")
    near = [] if _NO_PLACE.fullmatch(words) else like(words)
    place = "write it like Europe/Zurich or America/New_York: a place knows its summer time"
    meant = f"did you mean {' or '.join(near)}?" if near else place
    raise Unread(f"there is no time zone “{words[:40]}”; {meant}")


def _lengths(words: str) -> str:
    """`24h, 3h`, the longest first; `off`; `on`."""
    if words in _OFF or words in _ON:
        return "off" if words in _OFF else "on"
    words = re.sub(r"\b(\d+)(?=\s*(?:$|,|and\b|&))", r"\1h", words)  # a bare number counts hours
    found = {_length(n, unit) for n, unit in _LENGTH.findall(words)}
    if not found or _JOINTS.sub("", _LENGTH.sub("", words)):
        raise Unread(f"SET REMIND needs {_WANTED['set remind']}")
    if len(found) > MOST or not all(SOONEST <= one <= LATEST for one in found):
        raise Unread(
            "reminders come at most three times, and between 15 minutes and 14 days before a deadline"
        )
    return ", ".join(map(_short, sorted(found, reverse=True)))


def _length(number: str, unit: str) -> timedelta:
    return min(int(number[:6]) if number.isdigit() else _NUMBERS[number], 100_000) * _UNITS[unit[0]]


def _short(length: timedelta) -> str:
    """`24h`, `3d`, `30m`: as the settings of a game are written."""
    minutes = length // timedelta(minutes=1)
    if minutes % 60:
        return f"{minutes}m"
    return f"{minutes // 60}h" if minutes < 48 * 60 or minutes % 1440 else f"{minutes // 1440}d"


def as_written(line: Line, lexicon: object = None) -> str:
    """`SET MAIL SHORT`"""
    upper = line.verb in _WORDS or line.words in ("on", "off")
    return f"{line.verb.upper()} {line.words.upper() if upper else line.words}"


def settles(verb: str) -> Callable[[Sequence[str], int, object], bool]:
    """Does a line that begins with such a verb mean it?  `SET …` always does; `Calendar …`, `Remind me …` only before what can be settled."""

    def meant(words: Sequence[str], after: int, lexicon: object) -> bool:
        if words[0] in ("set", "change") or words[0].startswith("set"):
            return True
        try:
            value(verb, " ".join(words[after:]))
        except Unread:
            return False
        return True

    return meant


class SettingBuilder:
    """The part of the builder for these verbs; see `build.Builder`."""

    def setting(self, children: Children) -> list[Line]:
        """`SET CALENDAR on, please`"""
        return [Line(children[0], words=value(children[0], children[1] if len(children) > 1 else ""))]
