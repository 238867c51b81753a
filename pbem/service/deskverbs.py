"""Order lines about the game itself rather than the position: VACATION, CONCEDE, EXTEND, WHY, PROTEST …

Each is served on arrival by a function `(record, config, player, line, now) -> Served`.
"""

from datetime import datetime
from importlib import import_module
from typing import NamedTuple

from pbem.config import Config
from pbem.engine.events import Player
from pbem.orders.lines import Line
from pbem.orders.personal import SETTINGS
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
    "practice": "practising:practise",
    "end practice": "practising:finished",
    "watch": "watching:watch",
    "unwatch": "watching:unwatch",
    "diary": "diaries:diary",
    "memoirs": "diaries:memoirs",
    "form": "forms:promise",
    **{verb.name: "personal:settle" for verb in SETTINGS},
}


class Served(NamedTuple):
    """What a receipt says of it: `clause` what was done, or `error` why not; `sections`: what it asked to read."""

    clause: str = ""
    error: str = ""
    sections: tuple[Titled, ...] = ()


def serve(record: Record, config: Config, player: Player, line: Line, now: datetime) -> Served:
    """One line."""
    from . import practising

    if (said := practising.instead(record, config, player, line, now)) is not None:
        return said
    module, _, name = VERBS[line.verb].partition(":")
    served: Served = getattr(import_module(f".{module}", __package__), name)(
        record, config, player, line, now
    )
    return served
