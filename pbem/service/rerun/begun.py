"""What a game began with, as its first act says it: enough to begin it again."""

from datetime import datetime
from typing import TYPE_CHECKING

import msgspec

from pbem.config import Config
from pbem.gamesettings import Settings

from .. import acts
from ..record import Record

if TYPE_CHECKING:
    from ..start import Terms


class Judge(msgspec.Struct, frozen=True):
    """Of the judge what mails print.  `length`: of his address, on which it depends how much fits into a link."""

    name: str
    length: int
    zone: str
    subaddress: bool
    moderator: bool


class Seated(msgspec.Struct, frozen=True):
    """A player at the beginning.  `moderates`: he is the moderator, too."""

    colour: str
    name: str
    zone: str
    moderates: bool = False


class Begun(msgspec.Struct, frozen=True):
    """Everything that `start.begin` was given, without any address."""

    rules: str
    switches: dict[str, str]
    tempo: str
    schedule: str
    press: str
    settings: Settings
    own: tuple[str, ...]  # names of packs that did not come with the program
    judge: Judge
    seats: tuple[Seated, ...]
    practice: str = ""


def begun_with(record: Record, config: Config, terms: "Terms", now: datetime) -> None:
    """Note it, beside the events that begin the game."""
    judge = config.judge
    moderator = judge.moderator.casefold()
    begun = Begun(
        terms.rules,
        dict(terms.switches),
        terms.tempo,
        terms.schedule.text,
        terms.press,
        terms.settings,
        tuple(pack.name for pack in terms.own.own),
        Judge(judge.name, len(judge.address), judge.timezone, bool(judge.subaddress), bool(moderator)),
        tuple(
            Seated(row.colour, row.name, row.zone, bool(moderator) and row.address.casefold() == moderator)
            for row in record.seat_rows.values()
        ),
        record.row.practice,
    )
    acts.also(record, [acts.BEGIN, msgspec.json.encode(begun).decode()], now)


def read(text: str) -> Begun:
    """What `begun_with` wrote.  Raises ValueError."""
    return msgspec.json.decode(text, type=Begun)
