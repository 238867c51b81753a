"""Which picture goes with a report: the year's at its end, the whole game's at the end, else the board."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from pbem.engine import codec
from pbem.engine.events import Event, Name, Player

from ..annals import annals_of, parades
from ..brief import Brief
from ..naming import Names
from . import Picture
from .board import board_picture
from .years import end_picture, year_picture


def picture_of(brief: Brief, names: Names) -> Picture | None:
    """The picture of this report; None before there is anybody to show.

    Public facts only, whoever's report it is: the same for all players of a game (and kept, so that it is drawn once).  After
    the end what had been recorded is public, too.
    """
    if not brief.view.people or brief.draft is not None or not brief.view.turn:  # it has not begun
        return None
    begun = bool(annals_of(brief.past).years)
    if brief.view.over and begun:
        opened = brief.sheets if brief.opened else {}
        return _kept(names, brief, 0, opened)
    closed = parades(brief.story)
    if closed and begun:
        return _kept(names, brief, closed[-1], {})
    return board_picture(names, brief.view, None if brief.rerun is not None else brief.before)


class _Key(NamedTuple):
    """Whatever such a picture shows."""

    names: Names
    game: str
    turn: int
    past: tuple[bytes, ...]
    sheets: tuple[tuple[Player, tuple[tuple[Name, int], ...]], ...]


_MOST = 16
_pictures: dict[_Key, Picture] = {}


def _kept(names: Names, brief: Brief, turn: int, sheets: Mapping[Player, Mapping[Name, int]]) -> Picture:
    """Drawn once for all players of a batch, and for the gate."""
    given = tuple((player, tuple(sheet.items())) for player, sheet in sheets.items())
    key = _Key(names, brief.game, turn, _written(brief.past), given)
    if key not in _pictures:
        if len(_pictures) >= _MOST:
            _pictures.clear()
        _pictures[key] = (
            year_picture(names, brief.rules, brief.past, brief.game, turn)
            if turn
            else end_picture(names, brief.rules, brief.past, brief.game, sheets)
        )
    return _pictures[key]


def _written(story: Sequence[Event]) -> tuple[bytes, ...]:
    return tuple(map(codec.encode, story))
