"""SET MAIL, ZONE, REMIND, CALENDAR, PRESS (E27), as people type them."""

import pytest

from pbem.orders.canonical import canonical
from pbem.orders.reader import read
from pbem.orders.verbs import help_text

from .names_of_the_game import LEXICON


def said(line: str) -> list[str]:
    """Each order of the line in full words; `!` and the sentence where it is rejected; nothing where it is prose."""
    found = []
    for reading in read([line], LEXICON):
        found += [canonical(one, LEXICON) for one in reading.lines]
        found += [f"! {reading.error}"] if reading.kind == "rejected" else []
    return found


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("SET MAIL SHORT", "SET MAIL SHORT"),
        ("Set Mail: short", "SET MAIL SHORT"),
        ("set mail to text please", "SET MAIL TEXT"),
        ("set my mails to full", "SET MAIL FULL"),
        ("please set mail = plain text", "SET MAIL TEXT"),
        ("set reports short.", "SET MAIL SHORT"),
        ("set mail short from now on. Thanks!", "SET MAIL SHORT"),
        ("change mail to long", "SET MAIL FULL"),
        ("SET ZONE Europe/Zurich", "SET ZONE Europe/Zurich"),
        ("set zone europe/zurich", "SET ZONE Europe/Zurich"),
        ("set timezone to New York", "SET ZONE America/New_York"),
        ("settimezone zurich", "SET ZONE Europe/Zurich"),
        ("Set my time zone: Asia/Kolkata, thanks", "SET ZONE Asia/Kolkata"),
        ("my timezone is Europe/Paris", "SET ZONE Europe/Paris"),
        ("SET ZONE utc", "SET ZONE UTC"),
        ("SET REMIND 24h, 3h", "SET REMIND 24h, 3h"),
        ("set remind 3h and 24h", "SET REMIND 24h, 3h"),
        ("set reminders to 2 days and 6 hours before the deadline", "SET REMIND 2d, 6h"),
        ("set remind 90 minutes", "SET REMIND 90m"),
        ("set remind 24", "SET REMIND 24h"),
        ("remind me a day before", "SET REMIND 24h"),
        ("SET REMIND OFF", "SET REMIND OFF"),
        ("set reminders off please", "SET REMIND OFF"),
        ("set remind on", "SET REMIND ON"),
        ("set calendar on please", "SET CALENDAR ON"),
        ("SET CALENDAR: on", "SET CALENDAR ON"),
        ("set calendar", "SET CALENDAR ON"),
        ("Calendar off", "SET CALENDAR OFF"),
        ("set the calendar to off", "SET CALENDAR OFF"),
        ("SET PRESS OPEN", "SET PRESS OPEN"),
        ("set my press to closed", "SET PRESS CLOSED"),
    ],
)
def test_what_people_type(typed: str, meant: str) -> None:
    assert said(typed) == [meant]
    assert said(meant) == [meant], "reading it again gives the same"


@pytest.mark.parametrize(
    ("typed", "why"),
    [
        ("SET ZONE Europe/Zurch", "there is no time zone “Europe/Zurch”; did you mean Europe/Zurich"),
        ("SET ZONE Mars", "write it like Europe/Zurich or America/New_York"),
        ("SET ZONE", "like SET ZONE Europe/Zurich"),
        ("SET MAIL tiny", "SET MAIL needs SHORT, FULL or TEXT behind it, and “tiny” is none of them"),
        ("SET CALENDAR weekly", "ON or OFF"),
        ("SET PRESS ajar", "OPEN or CLOSED"),
        ("SET REMIND soon", "lengths like 24h, 3h"),
        ("SET REMIND 1h, 2h, 3h, 4h", "at most three times"),
        ("SET MAIL SHORT FOR blue", "one SET a line"),
        ("SET MAIL SHORT, ZONE Zurich", "“zone zurich”"),
        ("set mail short and set calendar on", "one SET a line"),
        ("SET CALENDAR ON, MAIL TEXT", "one SET a line"),
        ("set calender on", "did you mean SET CALENDAR"),
        ("SET everything", "there is SET MAIL, SET ZONE"),
        ("SET", "there is SET MAIL, SET ZONE"),
        ("SET ZONE UTC+2", "like Europe/Zurich"),
        ("set zone EST", "like Europe/Zurich"),
        ("SET REMIND 5 minutes", "between 15 minutes and 14 days"),
        ("SET REMIND 99999999999999999999 weeks", "between 15 minutes and 14 days"),
    ],
)
def test_what_cannot_be_meant(typed: str, why: str) -> None:
    (error,) = said(typed)
    assert error.startswith("! ")
    assert why.casefold() in error.casefold()


@pytest.mark.parametrize(
    "prose",
    [
        "Calendars are nice",
        "Calendar says Friday, so I am late",
        "Remind me who you are",
        "Time zone differences are a pain",
        "Reminders would be nice",
        "My timezone is the worst",
        "Set an example to the others",
        "Set them free",
    ],
)
def test_prose_settles_nothing(prose: str) -> None:
    assert said(prose) == []


def test_help_tells_them() -> None:
    assert "SET CALENDAR ON|OFF" in help_text("set calendar")
    assert "How you want your mails" in help_text()


def test_the_last_line_of_a_letter_on_one_thing_holds() -> None:
    found = read(["SET CALENDAR ON", "SET MAIL TEXT", "SET CALENDAR OFF", "SET CALENDAR ON"], LEXICON)
    assert [canonical(line, LEXICON) for one in found for line in one.lines] == [
        "SET MAIL TEXT",
        "SET CALENDAR ON",
    ]
    assert found[0].notes == ("a later line of the same letter says it anew",)
