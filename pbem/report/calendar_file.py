"""The deadline as an .ics file (RFC 5545, 5546): when, and that it is his move; nothing of what happens in the game."""

from datetime import UTC, datetime, timedelta
from typing import NamedTuple

from icalendar import Calendar, Event, vCalAddress, vText

LENGTH = timedelta(minutes=15)


class Entry(NamedTuple):
    """`uid`: the same for good, so that the entry moves; `sequence`: rises with each file; `when`: the deadline; `now`: of the mail."""

    game: str
    uid: str
    sequence: int
    when: datetime
    now: datetime


def calendar_file(entry: Entry, name: str, address: str, gone: bool = False) -> str:
    """The file.  `name`, `address`: of the judge; `gone`: the entry is to be taken out."""
    calendar = Calendar()
    calendar.add("prodid", "-//pbem//KREMLIN//EN")
    calendar.add("version", "2.0")
    calendar.add("method", "CANCEL" if gone else "PUBLISH")
    calendar.add_component(_event(entry, name, address, gone))
    text: str = calendar.to_ical().decode("utf-8")
    return text


def _event(entry: Entry, name: str, address: str, gone: bool) -> Event:
    event = Event()
    event.add("uid", entry.uid)
    event.add("sequence", entry.sequence)
    event.add("dtstamp", entry.now.astimezone(UTC).replace(microsecond=0))
    event.add("dtstart", entry.when.astimezone(UTC))
    event.add("dtend", entry.when.astimezone(UTC) + LENGTH)
    event.add("summary", f"[{entry.game}] your move")
    event.add(
        "description", f"The deadline of the game {entry.game}. Your last report says what is asked of you."
    )
    event.add("status", "CANCELLED" if gone else "CONFIRMED")
    event.add("transp", "TRANSPARENT")
    judge = vCalAddress(f"mailto:{address}")
    judge.params["CN"] = vText(name)
    event["organizer"] = judge
    return event
