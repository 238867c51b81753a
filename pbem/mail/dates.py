"""What a date and a time look like in the lines that mail programs write, in any language."""

import re

YEAR = r"(?:(?:19|20|25)\d\d|(?<!\d)(?:13|14)\d\d)"
TIME = r"\d{1,2}\s?[:.h時时点]\s?\d\d"
DAY = r"(?<![\d-])\d{1,4}\s?[-/.年년]\s?\d{1,2}\s?[-/.月월]\s?\d{1,4}(?!\d)"

_DATE = re.compile(rf"{YEAR}|{DAY}")
_TIME = re.compile(TIME)


def has_date(text: str) -> bool:
    """Whether a year or a day in figures stands in it."""
    return _DATE.search(text) is not None


def has_moment(text: str) -> bool:
    """Whether a date and a time of day stand in it."""
    found = _DATE.search(text)
    if found is None:
        return False
    return _TIME.search(text, found.end()) is not None or _TIME.search(text[: found.start()]) is not None
