"""Order lines about the game itself rather than the position: VACATION, CONCEDE, EXTEND, WHY, PROTEST …

Each is served on arrival by a function `(record, config, player, line, now) -> Served`.
"""

from datetime import datetime
from importlib import import_module
from typing import NamedTuple

from pbem.config import Config
from pbem.engine.events import Player
from pbem.orders.lines import Line
from pbem.report.pages import Titled

from .record import Record

#: What serves a verb: `module:function` of this package.
VERBS: dict[str, str] = {
    "declare now": "bulletins:declare_now",
    "extend": "extending:extend",
    "vacation": "vacations:away",
    "vacation off": "vacations:back",
    "concede": "leaving:concede",
    "propose end": "leaving:propose",
    "agree end": "leaving:agree",
    "keep orders": "keeping:keep",
    "standby": "leaving:stand_by",
    "protest": "protests:protest",
    "form": "deskverbs:later",
}


class Served(NamedTuple):
    """What a receipt says of it: `clause` what was done, or `error` why not; `sections`: what it asked to read."""

    clause: str = ""
    error: str = ""
    sections: tuple[Titled, ...] = ()


def serve(record: Record, config: Config, player: Player, line: Line, now: datetime) -> Served:
    """One line."""
    module, _, name = VERBS[line.verb].partition(":")
    served: Served = getattr(import_module(f".{module}", __package__), name)(
        record, config, player, line, now
    )
    return served


def later(record: Record, config: Config, player: Player, line: Line, now: datetime) -> Served:
    """What is not built yet."""
    said = f"{line.verb.upper()} is not built yet; MODERATOR: followed by your words reaches the moderator."
    return Served(error=said)
