"""What a game began with, as its first act says it: enough to begin it again."""

from datetime import datetime
from typing import TYPE_CHECKING

import msgspec

from pbem.config import Config
from pbem.gamesettings import Settings

from .. import acts
from ..record import Record
from .judge import Judge, judge_of

if TYPE_CHECKING:
    from ..start import Terms


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
    moderator = config.judge.moderator.casefold()
    begun = Begun(
        terms.rules,
        dict(terms.switches),
        terms.tempo,
        terms.schedule.text,
        terms.press,
        terms.settings,
        tuple(pack.name for pack in terms.own.own),
        judge_of(config),
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
