"""The Politburo as a board: a card for each slot, in the colour of whoever controls him; what has changed is marked in yellow."""

from functools import lru_cache
from typing import NamedTuple

from pbem.engine import board
from pbem.engine.state import State

from ..naming import Names
from . import Picture
from . import canvas as c
from .canvas import Canvas, Colour
from .facts import AGE, HOLDER, MARKS, WHO, BoardFacts, Sitting, Waving, board_facts, in_words
from .portraits import head_of, portrait

_KEPT = 32
_MARGIN, _GAP = 8, 6
_HEAD, _CARD = 54, 122
#: Rows of the board, and how wide a card of each is.
_ROWS = (
    (("PC",), 260),
    (board.FIRST_LEVEL, 204),
    (board.SECOND_LEVEL, 151),
    (board.CANDIDATES, 120),
)


def board_picture(names: Names, view: State, before: State | None) -> Picture:
    """The board as all see it; `before`: the position at the last report."""
    return _drawn(board_facts(names, view, before))


@lru_cache(maxsize=_KEPT)
def _drawn(facts: BoardFacts) -> Picture:
    said = _areas_said(facts)
    rows = len(_ROWS) * (_CARD + _GAP)
    canvas = Canvas(_HEAD + _GAP + rows + _TRACK + 24 * len(said) + 44)
    headed(canvas, "The Politburo", facts.when)
    seats = {one.slot: one for one in facts.seats}
    y = _HEAD + _GAP
    for slots, width in _ROWS:
        x = (c.WIDTH - len(slots) * width - (len(slots) - 1) * _GAP) / 2
        for slot in slots:
            _card(canvas, x, y, width, seats[slot])
            x += width + _GAP
        y += _CARD + _GAP
    _tally(canvas, y, facts.waves)
    y += _TRACK
    for line, heading in said:
        canvas.text((_MARGIN, y), heading, 19, c.FLAG, bold=True)
        canvas.text((_MARGIN + c.length(heading, 19, True), y), line, 19)
        y += 24
    _legend(canvas, y + 6, facts)
    return Picture(canvas.png(), in_words(facts))


def headed(canvas: Canvas, title: str, beside: str, height: int = _HEAD) -> None:
    """The red band on top."""
    canvas.box((0, 0, c.WIDTH, height), c.FLAG)
    title, size = c.fit(title, c.WIDTH * 0.6, 30, bold=True)
    canvas.text((_MARGIN + 4, height / 2), title, size, c.WHITE, bold=True, anchor="lm")
    left = _MARGIN + 16 + c.length(title, size, True)
    canvas.fitted((left, 0, c.WIDTH - _MARGIN - 4, height), beside, 22, c.WHITE, align="r")


# --- a card ---


class _At(NamedTuple):
    """Where a card lies."""

    x: float
    y: float
    width: float

    def within(self, left: float, top: float, right: float, bottom: float) -> c.Box:
        """A part of it, from its corner; `right` counts from its right edge."""
        return self.x + left, self.y + top, self.x + self.width - right, self.y + bottom


def _card(canvas: Canvas, x: float, y: float, width: float, one: Sitting) -> None:
    at = _At(x, y, width)
    candidate = one.slot in board.CANDIDATES
    canvas.box(at.within(0, 0, 0, _CARD), c.CARD, c.RULE)
    canvas.box(at.within(0, 0, 0, 24), c.SOFT if candidate else c.FLAG)
    title = board.OFFICES.get(one.slot, "")
    canvas.text((x + 7, y + 12), one.slot, 18, c.WHITE, bold=True, anchor="lm")
    if title and width > 200:
        canvas.fitted(at.within(50, 0, 32 if one.letter else 7, 24), title, 17, c.WHITE, align="r")
    if one.letter:  # by which orders name him
        canvas.box(at.within(width - 26, 2, 2, 22), c.CARD)
        canvas.fitted(at.within(width - 26, 2, 2, 22), one.letter, 18, bold=True)
    if not one.letter:
        if WHO in one.fresh:
            canvas.box(at.within(8, 56, 8, 82), c.FRESH)
        canvas.fitted(at.within(8, 56, 8, 82), "vacant", 20, c.SOFT)
        return
    _portrait(canvas, at, one)
    if WHO in one.fresh:
        canvas.box(at.within(3, 73, 3, 97), c.FRESH)
    canvas.fitted(at.within(5, 73, 5, 97), one.name, 20, bold=True)
    _controlled(canvas, at, one)


def _portrait(canvas: Canvas, at: _At, one: Sitting) -> None:
    """His head before the colour of his faction, age with its stress, and what is the matter with him."""
    wide = at.width > 200
    radius = 23 if at.width > 140 else 20
    left = at.x + (at.width / 2 - 60 if wide else 6)
    canvas.disc((left + radius, at.y + 49), radius, c.of_player(one.holder))
    canvas.stamp((left, at.y + 49 - radius), portrait(head_of(one.letter, one.age, one.crosses, radius)))
    x = left + 2 * radius + 6
    _age(canvas, x, at.y, one)
    _marks(canvas, x, at.y + 63, one)


def _age(canvas: Canvas, x: float, y: float, one: Sitting) -> None:
    """The age, big; small beside it how much of it is stress, and how much of that is new."""
    age = str(one.age)
    right = x + c.length(age, 29, True) + 4
    if AGE in one.fresh:
        canvas.box((x - 3, y + 27, right - 1, y + 54), c.FRESH)
    canvas.text((x, y + 41), age, 29, bold=True, anchor="lm")
    if one.stress:
        canvas.text((right, y + 34), f"+{one.stress}", 16, c.SOFT, anchor="lm")
    if one.older:
        grown = f"▲{one.older}" if one.older > 0 else f"▼{-one.older}"
        canvas.text((right, y + 49), grown, 15, c.FLAG, bold=True, anchor="lm")


def _marks(canvas: Canvas, x: float, y: float, one: Sitting) -> None:
    """Red Crosses, "?", Cure marker."""
    signs = one.crosses + min(one.suspicion, 2) + one.cure
    if MARKS in one.fresh:
        canvas.box((x - 3, y - 9, x + max(1, signs) * 18, y + 10), c.FRESH)
    for _ in range(one.crosses):
        canvas.cross((x + 7, y), 15)
        x += 18
    for _ in range(min(one.suspicion, 2)):
        canvas.disc((x + 7.5, y), 8, c.INK)
        canvas.text((x + 7.5, y), "?", 14, c.WHITE, bold=True, anchor="mm")
        x += 18
    if one.cure:
        canvas.disc((x + 7.5, y), 8, c.CROSS)
        canvas.text((x + 7.5, y), "C", 13, c.WHITE, bold=True, anchor="mm")


def _controlled(canvas: Canvas, at: _At, one: Sitting) -> None:
    """Whose he is, and with how much."""
    box = at.within(1, 99, 1, _CARD - 1)
    if one.holder is None:
        canvas.box(box, c.NOBODY)
        canvas.fitted(box, "nobody’s", 17, c.INK)
    else:
        canvas.box(box, c.of_player(one.holder))
        shown = f" {one.shown}{'!' if one.locked else ''}"
        room = at.width - 22 - c.length(shown, 18, True)
        name, size = c.fit(one.player, room, 18, bold=True)
        canvas.fitted(at.within(4, 99, 4, _CARD - 1), name + shown, size, c.WHITE, bold=True)
    if HOLDER in one.fresh:
        canvas.draw.rectangle((at.x, at.y + 98, at.x + at.width - 1, at.y + _CARD - 1), None, c.FRESH, 4)


# --- below the board ---

_TRACK = 62


def _tally(canvas: Canvas, y: float, waves: tuple[Waving, ...]) -> None:
    """The Tally Track: a field a year."""
    width = (c.WIDTH - 2 * _MARGIN) / board.LAST_TURN
    known = {wave.year: wave for wave in waves}
    for turn in range(1, board.LAST_TURN + 1):
        left = _MARGIN + (turn - 1) * width
        box = (left, y + 2, left + width - 4, y + 52)
        wave = known.get(board.year(turn))
        waved = wave is not None and bool(wave.politician)
        canvas.box(box, _field(wave), c.RULE)
        ink = c.WHITE if waved and wave and wave.holder else c.INK if wave else c.SOFT
        canvas.fitted((left, y + 4, left + width - 4, y + 28), str(board.year(turn)), 17, ink)
        said = "" if wave is None else wave.player or ("nobody’s" if waved else "–")
        canvas.fitted((left + 2, y + 27, left + width - 6, y + 50), said, 17, ink, bold=True)


def _field(wave: Waving | None) -> Colour:
    if wave is None:
        return c.PAPER
    return c.of_player(wave.holder) if wave.politician else c.CARD


def _areas_said(facts: BoardFacts) -> list[tuple[str, str]]:
    """Lines, the first of an area with its title."""
    lines: list[tuple[str, str]] = []
    for title, whom in facts.areas:
        heading = f"{title}: "
        room = c.WIDTH - 2 * _MARGIN - c.length(heading, 19, True)
        for at, line in enumerate(c.filled(", ".join(whom), room, 19)):
            lines.append((line, heading if not at else "      "))
    return lines


def _legend(canvas: Canvas, y: float, facts: BoardFacts) -> None:
    """What the signs mean."""
    x: float = _MARGIN
    canvas.cross((x + 7, y + 12), 15)
    canvas.text((x + 19, y + 12), "ill", 17, c.SOFT, anchor="lm")
    canvas.disc((x + 64, y + 12), 8, c.INK)
    canvas.text((x + 64, y + 12), "?", 14, c.WHITE, bold=True, anchor="mm")
    canvas.text((x + 77, y + 12), "suspected", 17, c.SOFT, anchor="lm")
    canvas.disc((x + 182, y + 12), 8, c.CROSS)
    canvas.text((x + 182, y + 12), "C", 13, c.WHITE, bold=True, anchor="mm")
    canvas.text((x + 195, y + 12), "Sanatorium", 17, c.SOFT, anchor="lm")
    if facts.marked:
        canvas.box((x + 318, y + 2, x + 336, y + 22), c.FRESH)
        canvas.text((x + 343, y + 12), "new since the last report", 17, c.SOFT, anchor="lm")
