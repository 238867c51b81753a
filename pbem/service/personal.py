"""What a player settles for himself by mail (SET, E27): how long his mails are, his zone, reminders, calendar files, his press in the archive."""

from collections.abc import Callable, Mapping
from datetime import datetime

from pbem.config import Config
from pbem.engine.events import Player
from pbem.orders.lines import Line
from pbem.orders.personal import SETTINGS
from pbem.orders.verbs import ECHO
from pbem.report.brief import FULL, SHORT, TEXT
from pbem.report.notices_time import lasted
from pbem.report.pages import Titled
from pbem.report.prose import listed, wrap

from . import timing
from .deskverbs import Served
from .record import Record

OFF, ON = "off", "on"
_MAILS = {
    FULL: "your mails are in full",
    SHORT: "your reports are short; an answer with STATUS brings the board and your influence",
    TEXT: "your mails are in full, but plain text alone",
}


def settle(record: Record, config: Config, player: Player, line: Line, now: datetime) -> Served:
    """One line, done at once; the clause says what holds now."""
    return Served(f"from now on {settled(record, player, line.verb, line.words, now)}")


def settled(record: Record, player: Player, verb: str, value: str, now: datetime) -> str:
    """`set zone`, `Europe/Zurich` (as `orders.personal.value` reads them): done at once; the clause says what holds now."""
    return _SETTLED[verb](record, player, value, now)


def told(record: Record, player: Player) -> Titled:
    """For STATUS: all that he has settled, and how it is changed."""
    said = [words(record, player) for words in (_mails, _times, _reminders, _files, _archived)]
    lines = [line for words in said for line in wrap(f"{words[0].upper()}{words[1:]}.", "* ", "  ")]
    lines += wrap("Each is changed by a line like these:")
    return "Your settings", [*lines, *(f"{ECHO}{verb.examples[0]}" for verb in SETTINGS)]


# --- one of them ---


def _mail(record: Record, player: Player, value: str, now: datetime) -> str:
    record.change_seat(player, style=value)
    return _mails(record, player)


def _zone(record: Record, player: Player, value: str, now: datetime) -> str:
    record.change_seat(player, zone=value)
    record.__dict__.pop("seats", None)  # they know it
    return _times(record, player)


def _remind(record: Record, player: Player, value: str, now: datetime) -> str:
    record.change_seat(player, remind="" if value == ON else value)
    timing.plan_reminders(record, now, anew=False)
    return _reminders(record, player)


def _calendar(record: Record, player: Player, value: str, now: datetime) -> str:
    record.change_seat(player, calendar=value == ON)
    return _files(record, player)


def _press(record: Record, player: Player, value: str, now: datetime) -> str:
    record.change_seat(player, open_press=value == "open")
    return _archived(record, player)


_SETTLED: Mapping[str, Callable[[Record, Player, str, datetime], str]] = {
    "set mail": _mail,
    "set zone": _zone,
    "set remind": _remind,
    "set calendar": _calendar,
    "set press": _press,
}


# --- in words ---


def _mails(record: Record, player: Player) -> str:
    return _MAILS[record.seat_rows[player].style]


def _times(record: Record, player: Player) -> str:
    return f"your mails tell times in the zone {record.seat_rows[player].zone}"


def _reminders(record: Record, player: Player) -> str:
    """Whether he has a wish of his own, and what it comes to."""
    lengths = timing.reminders_of(record, player)
    if not lengths:
        return "no deadline is called to your mind"
    said = listed([lasted(length) for length in sorted(lengths, reverse=True)])
    how = "" if record.seat_rows[player].remind else ", as the game does it"
    return f"a reminder comes {said} before a deadline{how}, if nothing has come from you"


def _files(record: Record, player: Player) -> str:
    if record.seat_rows[player].calendar:
        return (
            "a calendar file comes with each deadline of yours, and moves the entry when the deadline moves"
        )
    return "no calendar files come"


def _archived(record: Record, player: Player) -> str:
    if record.seat_rows[player].open_press:
        return "messages between you and some players only may stand in the archive after the end, where they agree as well"
    return "no message between you and some players only stands in the archive"
