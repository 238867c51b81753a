"""The picture of a year, made to be forwarded, and of the whole game: ages and health, who controlled each office, waves.

Everything is labelled, so that no colour has to be told from another.
"""

from collections.abc import Mapping, Sequence

from pbem.engine import board
from pbem.engine.events import Event, Name, Player
from pbem.engine.rules import Rules
from pbem.engine.state import State

from ..annals import Annals, Reign
from ..captions import caption
from ..naming import Names, year
from . import Picture
from . import canvas as c
from .board import headed
from .canvas import Canvas
from .portraits import head_of, portrait

_HEAD = 58
_LEFT, _RIGHT = 60, c.WIDTH - 8
_AGES, _ROW = 276, 33
_TITLE = 30
#: Ages are drawn from here; the upper end is where R10.1 retires them.
_YOUNGEST = 50

#: How much trouble is taken to make the file small: the end is drawn once a game.
_YEAR, _END = 6, 9
#: So many rows of a sheet are shown.
_ROWS = 11

#: Six columns leave little room; a whole name is worth small letters.
_LEAST = 11

Sheets = Mapping[Player, Mapping[Name, int]]


def year_picture(names: Names, rules: Rules, past: Sequence[Event], game: str = "", turn: int = 0) -> Picture:
    """`past`: the public story in force; `turn`: the year, 0 for the last one in it."""
    annals = Annals(past, turn)
    title, beside = (
        (game, f"{year(annals.span)} in a picture") if game else (year(annals.span), "in a picture")
    )
    said = caption(names, annals)
    return _drawn(names, annals, title, beside, said)


def end_picture(
    names: Names, rules: Rules, past: Sequence[Event], game: str = "", sheets: Sheets | None = None
) -> Picture:
    """The whole game, with the winner, and with `sheets`, where they are opened, who had recorded what."""
    annals = Annals(past)
    last = annals.last
    won = " and ".join(names.who(player) for player in last.winners)
    said = f"{won} {'have' if len(last.winners) > 1 else 'has'} won. History is being informed."
    said = said if won else "Nobody has won. This will be celebrated every year."
    beside = f"{won or 'nobody'} wins, {year(annals.span)}"
    return _drawn(names, annals, game or "Kremlin", beside, said, sheets or {})


def _drawn(
    names: Names, annals: Annals, title: str, beside: str, said: str, sheets: Sheets | None = None
) -> Picture:
    chief = annals.last.holder("PC")
    left = 76 if chief else 12
    lines = c.filled(said, c.WIDTH - left - 16, 21)
    foot = max(68, 28 * len(lines) + 20)
    table = _table_height(sheets) if sheets else 0
    bands = len(board.POLITBURO) * _ROW
    height = _HEAD + _TITLE + _AGES + _TITLE + bands + 18 + _ROW + 16 + table + foot
    canvas = Canvas(height)
    headed(canvas, title, beside, _HEAD)
    y = _HEAD
    _titled(canvas, y, "Ages in the Politburo")
    _ages(canvas, names, annals, y + _TITLE)
    y += _TITLE + _AGES
    _titled(canvas, y, "Who controlled the offices")
    _bands(canvas, names, annals, y + _TITLE)
    y += _TITLE + bands + 18
    _waves(canvas, names, annals, y)
    y += _ROW + 16
    if sheets:
        _sheets(canvas, names, annals, sheets, y)
        y += table
    canvas.box((0, y, c.WIDTH, height), c.FLAG)
    if chief:  # he says it
        canvas.disc((40, y + foot / 2), 27, c.PAPER)
        canvas.stamp((13, y + foot / 2 - 27), portrait(head_of(chief.letter, chief.age, chief.crosses, 27)))
    top = y + foot / 2 - 14 * (len(lines) - 1)
    for n, line in enumerate(lines):
        canvas.text((left + (c.WIDTH - left - 12) / 2, top + 28 * n), line, 21, c.WHITE, anchor="mm")
    return Picture(canvas.png(_END if sheets else _YEAR), _alt(names, annals, title, beside, said, sheets))


def _titled(canvas: Canvas, y: float, words: str) -> None:
    canvas.text((8, y + _TITLE / 2 + 2), words, 20, c.FLAG, bold=True, anchor="lm")


# --- ages and health ---

_LABELS = 172


def _ages(canvas: Canvas, names: Names, annals: Annals, top: float) -> None:
    """A line for each who ever sat there, over the years; those who sit there now with name and age."""
    bottom, right = top + _AGES - 26, _RIGHT - _LABELS
    span = max(1, annals.span)

    def at(turn: float, age: float) -> c.Point:
        share = (min(age, board.RETIREMENT_AGE + 3) - _YOUNGEST) / (board.RETIREMENT_AGE + 3 - _YOUNGEST)
        return _LEFT + (right - _LEFT) * turn / span, bottom - (bottom - top) * share

    for age in (50, 60, 70, 80, 90):
        y = at(0, age)[1]
        canvas.box((_LEFT, y, right, y + 1), c.RULE)
        canvas.text((_LEFT - 8, y), str(age), 17, c.SOFT, anchor="rm")
    y = at(0, board.RETIREMENT_AGE)[1]
    canvas.box((_LEFT, y - 1, right, y + 1), c.FLAG)
    canvas.text((_LEFT - 8, y), str(board.RETIREMENT_AGE), 17, c.FLAG, bold=True, anchor="rm")
    for turn in range(1, span + 1):
        canvas.text((at(turn - 0.5, 0)[0], bottom + 14), _short(turn, span), 17, c.SOFT, anchor="mm")
    now = set(annals.years[-1].members)
    for letter in sorted(_sat(annals), key=lambda n: (n in now, n)):
        _life(canvas, annals, letter, [(t, s.people[letter].age) for t, s in _points(annals, letter)], at)
    _labels(canvas, names, annals, at, right)


def _short(turn: int, span: int) -> str:
    """`1953`, or `’53` where there is little room."""
    return year(turn) if span <= 6 else f"’{year(turn)[2:]}"


def _sat(annals: Annals) -> set[str]:
    """Who sat in the Politburo at the beginning or at the end of a year."""
    letters = {p.letter for p in annals.first.politburo()}
    return letters.union(*(one.members for one in annals.years))


def _points(annals: Annals, letter: str) -> list[tuple[int, State]]:
    """The years at whose end he was alive and not retired, with the beginning; the year in which he left is the last."""
    found = [(0, annals.first)]
    for one in annals.years:
        found.append((one.turn, one.closed))
        if one.closed.people[letter].place in (board.WALL, board.RETIRED):
            break
    return found


def _life(canvas: Canvas, annals: Annals, letter: str, ages: Sequence[tuple[int, int]], at: c.Place) -> None:
    """His line; crosses where he was in poor health, a sign where it ends."""
    last = annals.last
    sits = letter in annals.years[-1].members
    colour = c.of_player(last.controller(letter)) if sits and last.controller(letter) else c.SOFT
    canvas.line([at(turn, age) for turn, age in ages], colour if sits else c.RULE, 3 if sits else 2)
    where = last.people[letter].place
    for turn, state in _points(annals, letter):
        who = state.people[letter]
        x, y = at(turn, who.age)
        if who.crosses and where != board.WALL and sits:
            canvas.cross((x, y), 15 if who.crosses > 1 else 11)
    if where in (board.WALL, board.RETIRED):
        x, y = at(*ages[-1])
        canvas.text((x, y), "†" if where == board.WALL else "●", 22, c.INK, bold=True, anchor="mm")


def _labels(canvas: Canvas, names: Names, annals: Annals, at: c.Place, right: float) -> None:
    """Names and ages beside the ends of the lines, pushed apart."""
    step, state = 27, annals.last
    members = sorted(annals.years[-1].members, key=lambda n: (-state.people[n].age, n))
    wanted = [at(annals.span, state.people[n].age)[1] for n in members]
    places = c.apart(wanted, step, _HEAD + _TITLE + 4, _HEAD + _TITLE + _AGES - 14)
    for letter, here, there in zip(members, wanted, places, strict=True):
        who, holder = state.people[letter], state.controller(letter)
        colour = c.of_player(holder) if holder else c.SOFT
        canvas.line([(right + 4, here), (right + 20, there)], colour, 1.5)
        label = f"{names.of(letter)} {who.age}"
        words, size = c.fit(label, _LABELS - 26 - 17 * who.crosses, 19, bold=True)
        canvas.text((right + 24, there), words, size, colour if holder else c.INK, bold=True, anchor="lm")
        for n in range(who.crosses):
            canvas.cross((right + 24 + c.length(words, size, True) + 13 + 16 * n, there), 13)


# --- the offices ---


def _across(annals: Annals, place: float) -> float:
    return _LEFT + (_RIGHT - _LEFT) * min(1.0, place / annals.span)


def _bands(canvas: Canvas, names: Names, annals: Annals, top: float) -> None:
    """A band an office, in the colour of whoever controlled who sat there, with his name in it."""
    _year_rules(canvas, annals, top)
    for row, slot in enumerate(board.POLITBURO):
        y = top + row * _ROW
        canvas.text((8, y + _ROW / 2), slot, 18, c.INK, bold=True, anchor="lm")
        reigns = _merged(annals.reigns(slot))
        for one, after in zip(reigns, [*(r.since for r in reigns[1:]), annals.end], strict=True):
            box = (_across(annals, one.since), y + 2, _across(annals, after) - 1, y + _ROW - 2)
            _band(canvas, names, box, one)


def _year_rules(canvas: Canvas, annals: Annals, top: float) -> None:
    """Where years begin and end."""
    bottom = top + len(board.POLITBURO) * _ROW
    for turn in range(annals.span + 1):
        x = _across(annals, turn)
        canvas.box((x - 1, top, x, bottom + 3), c.INK if turn in (0, annals.span) else c.RULE)
        if turn < annals.span:
            middle = (_across(annals, turn) + _across(annals, turn + 1)) / 2
            label = _short(turn + 1, annals.span)
            canvas.text((middle, bottom + 9), label, 16, c.SOFT, anchor="mm")


def _merged(reigns: Sequence[Reign]) -> list[Reign]:
    """By player: a new member of the same faction does not end a band."""
    found: list[Reign] = []
    for one in reigns:
        key = bool(one.letter), one.player
        if not found or (bool(found[-1].letter), found[-1].player) != key:
            found.append(one)
    return found


def _band(canvas: Canvas, names: Names, box: c.Box, one: Reign) -> None:
    left, top, right, bottom = box
    if right <= left:
        return
    if not one.letter:
        canvas.box((left, (top + bottom) / 2 - 1, right, (top + bottom) / 2 + 1), c.RULE)
        return
    canvas.box(box, c.of_player(one.player))
    said = names.who(one.player) if one.player else "nobody"
    ink = c.WHITE if one.player else c.INK
    room = right - left - 6
    words, size = c.fit(said, room, 18, bold=one.player is not None)
    if words != said:  # as many letters as there is room for
        begun = (said[:n] for n in (3, 2, 1) if one.player and c.length(said[:n], 15, True) <= room + 4)
        words = next(begun, "")
        size = 15
    canvas.text(((left + right) / 2, (top + bottom) / 2), words, size, ink, one.player is not None, "mm")


def _waves(canvas: Canvas, names: Names, annals: Annals, top: float) -> None:
    """Who waved in each year, and for whom."""
    canvas.text((8, top + _ROW / 2), "Wave", 17, c.INK, bold=True, anchor="lm")
    for wave in annals.last.waves:
        box = (_across(annals, wave.turn - 1), top, _across(annals, wave.turn) - 2, top + _ROW)
        if wave.politician is None:
            canvas.box(box, c.CARD, c.RULE)
            canvas.fitted(box, "nobody" if box[2] - box[0] > 70 else "–", 17, c.SOFT)
            continue
        canvas.box(box, c.of_player(wave.player))
        said = names.who(wave.player) if wave.player else names.of(wave.politician)
        ink = c.WHITE if wave.player else c.INK
        canvas.fitted((box[0] + 3, box[1], box[2] - 3, box[3]), said, 18, ink, bold=True)


# --- who had recorded what ---


def _table_height(sheets: Sheets) -> int:
    return _TITLE + 34 + 25 * min(_ROWS, max(map(len, sheets.values()), default=0)) + 14


def _sheets(canvas: Canvas, names: Names, annals: Annals, sheets: Sheets, top: float) -> None:
    """A column a player, the highest first; bold what was ever shown."""
    _titled(canvas, top, "Recorded in secret (bold: ever shown)")
    players = [player for player in annals.last.seats if player in sheets]
    width = (c.WIDTH - 16) / len(players)
    size = 18 if width > 110 else 15
    for column, player in enumerate(players):
        left = 8 + column * width
        head = (left, top + _TITLE + 2, left + width - 4, top + _TITLE + 28)
        canvas.box(head, c.of_player(player))
        canvas.fitted((head[0] + 4, *head[1:]), names.who(player), 18, c.WHITE, bold=True)
        rows = sorted(sheets[player].items(), key=lambda one: (-one[1], one[0]))
        for row, (letter, points) in enumerate(rows[:_ROWS]):
            y = top + _TITLE + 46 + 25 * row
            canvas.text((left + 22, y), str(points), size, c.SOFT, anchor="rm")
            shown = (player, letter) in annals.most_shown
            words, small = c.fit(names.of(letter), width - 32, size, shown, _LEAST)
            canvas.text((left + 28, y), words, small, c.INK, shown, "lm")


def _alt(names: Names, annals: Annals, title: str, beside: str, said: str, sheets: Sheets | None) -> str:
    """What it shows, in a sentence, and what is written below it."""
    waves = [f"{names.who(p)} {count}" for p in annals.last.seats if (count := annals.last.credited(p))]
    shown = f"the waves ({', '.join(waves) or 'none yet'})"
    shown += ", and what each player had recorded" if sheets else ""
    told = "Ages and health in the Politburo over the years, who controlled each office"
    return f"{title}: {beside}. {told}, {shown}. {said}"
