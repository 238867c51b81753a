"""Who plays: the seats of a new game as the moderator types them."""

import re
from collections.abc import Callable, Sequence
from typing import NamedTuple

from pbem.deadlines import DeadlineError, the_zone
from pbem.engine import board
from pbem.engine.packs import factions
from pbem.engine.phases import setup

from .errors import UsageError

_SEAT = re.compile(
    r'\s*(?:"?(?P<name>[^<>"]*)"?\s*<\s*(?P<address>[^<>]*)>|(?P<bare>[^<>\s]+))\s*(?P<zone>\S*)\s*'
)
LONGEST_NAME = 40
#: Words that mean something else in orders and on the board.
WORDS = "i me mine all anyone anybody nobody actor moderator judge table anonymous"
TAKEN = frozenset(
    word.casefold() for word in (*board.OFFICES, *board.OFFICES.values(), *board.SLOTS, *WORDS.split())
)


class NewSeat(NamedTuple):
    """A player as `pbem new` names him; `zone`: IANA name."""

    colour: str
    name: str
    address: str
    zone: str


def parse_seats(players: Sequence[str], zone: str, judge: str = "") -> list[NewSeat]:
    """Seats from "red=Anna <anna@example.org>", with a time zone behind it where it is not `zone`.

    `judge`: the address that nobody may play from.  Raises UsageError.
    """
    seats = [_seat(text, zone) for text in players]
    differ: tuple[tuple[str, Callable[[NewSeat], str]], ...] = (
        ("colour", lambda seat: seat.colour),
        ("name", lambda seat: seat.name.casefold()),
        ("address", lambda seat: seat.address.lower()),
    )
    for what, value_of in differ:
        values = [value_of(seat) for seat in seats]
        for value in values:
            if values.count(value) > 1:
                raise UsageError(f"Two players have the same {what}, {value}; each needs his own.")
    if len(seats) not in setup.PLAYERS:
        raise UsageError(
            f"KREMLIN is played by 3 to 6 players, not by {len(seats)}; give one --player for each."
        )
    for seat in seats:
        if seat.address.lower() == judge.lower():
            raise UsageError(f"{seat.address} is the judge's own address; {seat.name} needs another.")
    return seats


def _seat(text: str, zone: str) -> NewSeat:
    colour, sign, rest = text.partition("=")
    colour = colour.strip().lower()
    if not sign or colour not in factions():
        known = ", ".join(factions())
        raise UsageError(f'--player {text!r}: write "red=Anna <anna@example.org>"; the colours are {known}.')
    found = _SEAT.fullmatch(rest) if rest.isprintable() else None
    if found is None:
        raise UsageError(f'--player {text!r}: write "{colour}=Anna <anna@example.org>", on one line.')
    address = _address(found["address"] or found["bare"] or "", text)
    own_zone = found["zone"]
    if own_zone:
        try:
            the_zone(own_zone)
        except DeadlineError as error:
            raise UsageError(f"--player {text!r}: {str(error)[:1].upper()}{str(error)[1:]}.") from error
    return NewSeat(colour, _name(found["name"] or "", address, colour, text), address, own_zone or zone)


def parse_person(text: str, judge: str = "") -> tuple[str, str]:
    """Name ("" if none is given) and address of "Anna <anna@example.org>" or "anna@example.org".  Raises UsageError."""
    found = _SEAT.fullmatch(text) if text.isprintable() else None
    if found is None or found["zone"]:
        raise UsageError(f'{text!r}: write "Anna <anna@example.org>", or the address alone.')
    address = _address(found["address"] or found["bare"] or "", text, "")
    if address.lower() == judge.lower():
        raise UsageError(f"{address} is the judge's own address; name the player's.")
    name = " ".join((found["name"] or "").split())
    if len(name) > LONGEST_NAME:
        raise UsageError(f"{text!r}: a name has at most {LONGEST_NAME} characters.")
    return name, address


def sound_name(name: str, colour: str) -> str:
    """Why nobody of this colour can be called so; "" if he can."""
    try:
        _name(name, "", colour, "")
    except UsageError as error:
        return str(error).partition(": ")[2]
    return ""


def _address(typed: str, text: str, option: str = "--player ") -> str:
    from email_validator import EmailNotValidError, validate_email  # large, and seldom needed

    try:
        address = validate_email(typed.strip(), check_deliverability=False, test_environment=True).normalized
    except EmailNotValidError as error:
        first = str(error).split("\n")[0]
        raise UsageError(f"{option}{text!r}: {first}") from error
    if not address.isascii():
        raise UsageError(
            f"{option}{text!r}: addresses with letters beyond ASCII cannot be mailed to everywhere."
        )
    return address


def _name(typed: str, address: str, colour: str, text: str) -> str:
    name = " ".join(typed.split()) or address.partition("@")[0]
    if len(name) > LONGEST_NAME:
        raise UsageError(f"--player {text!r}: a name has at most {LONGEST_NAME} characters.")
    others = {
        word for f in factions().values() if f.colour != colour for word in (f.colour, f.name.casefold())
    }
    if name.casefold() in TAKEN | others:
        raise UsageError(f"--player {text!r}: {name} means something else in orders; choose another name.")
    return name
