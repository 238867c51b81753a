"""Days as people write them: `3 May`, `2027-05-03`, `next Friday`, `3–10 May`, `for 2 weeks`."""

import re
from datetime import date, timedelta
from typing import NamedTuple

_DAYS = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
_MONTHS = (
    *("january", "february", "march", "april", "may", "june"),
    *("july", "august", "september", "october", "november", "december"),
)
_NUMBERS = dict(zip("a one two three four five six".split(), (1, 1, 2, 3, 4, 5, 6), strict=True))
#: Nobody says more than a year ahead where he will be.
FARTHEST = timedelta(days=366)

_ORDINAL = re.compile(r"(?<=\d)(?:st|nd|rd|th)\b")
_SPAN = re.compile(r"\s*(?:\bto\b|\btill?\b|\buntil\b|\bthrough\b|[–—]|(?<=[\w.])\s*-\s*(?=\w))\s*")
_WORDY = re.compile(r"(\d{1,2})\.?(?: of)? ([a-z]{3,9})\.?,?(?: (\d{4}))?")
_MONTH_FIRST = re.compile(r"([a-z]{3,9})\.? (\d{1,2})\.?,?(?: (\d{4}))?")
_ISO = re.compile(r"(\d{4})-(\d{1,2})-(\d{1,2})")
_DOTTED = re.compile(r"(\d{1,2})\.\s?(\d{1,2})(?:\.(?:\s?(\d{4}))?)?")
_WEEKDAY = re.compile(r"(?:(?:next|this|the coming|coming) )?([a-z]{3,9})")
_LENGTH = re.compile(r"(?:for |in |the next |next )?(\d{1,3}|a|one|two|three|four|five|six) (day|week)s?")


class Days(NamedTuple):
    """From the beginning of `first` (None: from now on) to the end of `last`."""

    first: date | None
    last: date


def days(text: str, today: date) -> Days | None:
    """`until 3 May`, `3–10 May`, `from 3 May to 10 May`, `for 2 weeks`; None if it is none of them, lies in the past or too far ahead.

    A day without a year is the next one of that name.

    >>> days("until 3 May", date(2027, 4, 1))
    Days(first=None, last=datetime.date(2027, 5, 3))
    >>> days("3-10 May", date(2027, 4, 1))
    Days(first=datetime.date(2027, 5, 3), last=datetime.date(2027, 5, 10))
    """
    said = _ORDINAL.sub("", " ".join(text.casefold().split())).strip(" .,;:!()")
    found = _ISO.fullmatch(said)
    if found is None and (parts := [part for part in _SPAN.split(_iso_safe(said)) if part])[1:]:
        return _span([part.replace("·", "-") for part in parts], today)
    last = day(re.sub(r"^(?:until|till?|to|through|on) ", "", said), today)
    return None if last is None else _sound(Days(None, last), today)


def _iso_safe(text: str) -> str:
    """The hyphens of 2027-05-03 join no span."""
    return _ISO.sub(lambda found: found[0].replace("-", "·"), text)


def _span(parts: list[str], today: date) -> Days | None:
    if len(parts) != 2:
        return None
    first_said, last_said = parts[0].removeprefix("from ").strip(" ,"), parts[1].strip(" ,")
    first = day(first_said, today)
    if first is None and (number := re.fullmatch(r"(\d{1,2})\.?", first_said)):
        first = day(re.sub(r"\d{1,2}", number[1], last_said, count=1), today)
    if first is None and re.fullmatch(r"from|", first_said):
        return days(last_said, today)
    last = day(last_said, first or today)
    if last is None and first is not None and (number := re.fullmatch(r"(\d{1,2})\.?", last_said)):
        last = _dated(first.year, first.month, int(number[1]))  # May 3-10
    return None if first is None or last is None else _sound(Days(first, last), today)


def _sound(found: Days, today: date) -> Days | None:
    first, last = found.first or today, found.last
    return found if today <= first <= last <= today + FARTHEST else None


def day(text: str, today: date) -> date | None:
    """One day; None if the words name none."""
    text = re.sub(
        r"^(?:the |(?:mon|tues?|wed(?:nes)?|thu(?:rs)?|fri|sat(?:ur)?|sun)(?:day)?,? (?=[\da-z]))",
        "",
        text.strip(" ,"),
    )
    if text in ("today", "tomorrow"):
        return today + timedelta(days=text == "tomorrow")
    if found := _LENGTH.fullmatch(text):
        number = _NUMBERS.get(found[1]) or int(found[1])
        return today + timedelta(days=number * (7 if found[2] == "week" else 1))
    if found := _ISO.fullmatch(text):
        return _dated(int(found[1]), int(found[2]), int(found[3]))
    if found := _DOTTED.fullmatch(text):
        return _coming(found[3], int(found[2]), int(found[1]), today)
    if found := _WORDY.fullmatch(text):
        return _coming(found[3], _named(found[2], _MONTHS) + 1, int(found[1]), today)
    if found := _MONTH_FIRST.fullmatch(text):
        return _coming(found[3], _named(found[1], _MONTHS) + 1, int(found[2]), today)
    if (found := _WEEKDAY.fullmatch(text)) and (weekday := _named(found[1], _DAYS)) >= 0:
        return today + timedelta(days=(weekday - today.weekday() - 1) % 7 + 1)
    return None


def _named(word: str, names: tuple[str, ...]) -> int:
    """Its place, by three letters or more; -1: none."""
    return next((at for at, name in enumerate(names) if len(word) > 2 and name.startswith(word)), -1)


def _coming(year: str | None, month: int, number: int, today: date) -> date | None:
    if year:
        return _dated(int(year), month, number)
    found = (_dated(today.year + ahead, month, number) for ahead in range(5))
    return next((one for one in found if one is not None and one >= today), None)


def _dated(year: int, month: int, number: int) -> date | None:
    try:
        return date(year, month, number)
    except ValueError:
        return None
