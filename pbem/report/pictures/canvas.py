"""What pictures are drawn on: paper of their own, so that they look the same in dark mode; bundled letters; a fixed palette.

Circles and slanted lines are drawn from a mask four times as large, for Pillow draws them without smooth edges.
"""

from collections.abc import Callable, Sequence
from functools import cache, lru_cache
from importlib.resources import as_file, files
from io import BytesIO

from PIL import Image, ImageDraw, ImageFont

Colour = tuple[int, int, int]
Box = tuple[float, float, float, float]
Point = tuple[float, float]
#: Where two numbers lie on a chart.
Place = Callable[[float, float], Point]

WIDTH = 640
PAPER: Colour = (246, 239, 224)
CARD: Colour = (255, 253, 247)
INK: Colour = (38, 33, 30)
SOFT: Colour = (112, 102, 92)
RULE: Colour = (208, 196, 174)
FLAG: Colour = (150, 22, 26)
CROSS: Colour = (206, 32, 36)
FRESH: Colour = (255, 214, 74)
WHITE: Colour = (255, 255, 255)
NOBODY: Colour = (196, 188, 174)
#: Factions; white letters can be read on each.
FACTION: dict[str, Colour] = {
    "red": (188, 38, 42),
    "green": (34, 112, 58),
    "yellow": (150, 106, 0),
    "blue": (34, 86, 164),
    "brown": (116, 70, 40),
    "black": (52, 50, 54),
}
#: Of the portraits.
FLESH: tuple[Colour, ...] = (
    (238, 196, 160),
    (226, 210, 176),
    (206, 214, 178),
    (70, 54, 44),
    (138, 132, 126),
    (226, 224, 220),
    (58, 60, 70),
    (96, 72, 52),
    (74, 84, 58),
    (188, 150, 120),
    (150, 150, 140),
    (120, 84, 66),
)
_SHADES = 4
_LARGE = 4


def of_player(colour: str | None) -> Colour:
    """The colour of a faction; of nobody a grey."""
    return NOBODY if colour is None else FACTION.get(colour, SOFT)


@cache
def font(size: int, bold: bool = False) -> ImageFont.FreeTypeFont:
    """The bundled letters in this size."""
    name = f"DejaVuSansCondensed{'-Bold' if bold else ''}.ttf"
    with as_file(files(__package__) / "fonts" / name) as path:
        return ImageFont.truetype(BytesIO(path.read_bytes()), size, layout_engine=ImageFont.Layout.BASIC)


@cache
def _palette() -> Image.Image:
    """The colours, and the shades between ink and ground that smooth edges need; never more than 256."""
    grounds = [PAPER, CARD, WHITE]
    pairs = [(ink, ground) for ink in (INK, SOFT, FLAG, CROSS) for ground in (PAPER, CARD)]
    pairs += [(WHITE, dark) for dark in (*FACTION.values(), FLAG)]
    pairs += [(dark, PAPER) for dark in FACTION.values()]
    pairs += [(INK, NOBODY), (INK, FRESH), (CROSS, FRESH)]
    flat = [RULE, FRESH, NOBODY, *grounds, *FACTION.values()]
    mixed = [_between(a, b, step) for a, b in pairs for step in range(_SHADES + 1)]
    colours = list(dict.fromkeys([*flat, *FLESH, *mixed]))[:256]
    colours += colours[-1:] * (256 - len(colours))
    palette = Image.new("P", (1, 1))
    palette.putpalette([part for colour in colours for part in colour])
    return palette


def _between(one: Colour, other: Colour, step: int) -> Colour:
    parts = [(a * step + b * (_SHADES - step)) // _SHADES for a, b in zip(one, other, strict=True)]
    return parts[0], parts[1], parts[2]


class Canvas:
    """A sheet of paper `WIDTH` wide."""

    def __init__(self, height: int) -> None:
        self.image = Image.new("RGB", (WIDTH, height), PAPER)
        self.draw = ImageDraw.Draw(self.image)

    def png(self, level: int = 4) -> bytes:
        """The picture with a small palette; `level`: of compression, 1 is quick and 9 small."""
        file = BytesIO()
        few = self.image.quantize(palette=_palette(), dither=Image.Dither.NONE)
        few.save(file, "PNG", compress_level=level)
        return file.getvalue()

    # --- letters ---

    def text(
        self, at: Point, words: str, size: int, colour: Colour = INK, bold: bool = False, anchor: str = "la"
    ) -> None:
        """`anchor` as Pillow has it: l, m or r, and a (top), m (middle), s (line of writing)."""
        mask, left, top = _letters(words, size, bold)
        ascent, descent = font(size, bold).getmetrics()
        x = at[0] - {"l": 0, "m": 0.5, "r": 1}[anchor[0]] * length(words, size, bold) + left
        y = at[1] + {"a": ascent, "m": (ascent - descent) / 2, "s": 0}[anchor[1]] + top
        self.image.paste(colour, (round(x), round(y)), mask)

    def fitted(
        self, box: Box, words: str, size: int, colour: Colour = INK, bold: bool = False, align: str = "m"
    ) -> None:
        """One line in the middle of a box: smaller where it must, cut off where that is not enough."""
        left, top, right, bottom = box
        words, size = fit(words, right - left, size, bold)
        x = {"l": left, "m": (left + right) / 2, "r": right}[align]
        self.text((x, (top + bottom) / 2), words, size, colour, bold, f"{align}m")

    # --- shapes ---

    def box(self, box: Box, fill: Colour | None, outline: Colour | None = None, width: int = 1) -> None:
        """A rectangle; `box` without its right and lower edge."""
        left, top, right, bottom = box
        self.draw.rectangle((left, top, right - 1, bottom - 1), fill, outline, width)

    def disc(self, middle: Point, radius: float, fill: Colour, ring: Colour | None = None) -> None:
        """A circle; with `ring` around it."""
        if ring is not None:
            self._disc(middle, radius, ring)
            radius -= 2.5
        self._disc(middle, radius, fill)

    def stamp(self, at: Point, picture: Image.Image) -> None:
        """A small picture that is partly transparent; its left upper corner."""
        self.image.paste(picture, (round(at[0]), round(at[1])), picture)

    def _disc(self, middle: Point, radius: float, fill: Colour) -> None:
        mask = _round(int(radius * 2))
        at = int(middle[0] - mask.width / 2), int(middle[1] - mask.height / 2)
        self.image.paste(fill, (*at, at[0] + mask.width, at[1] + mask.height), mask)

    def line(self, points: list[Point], colour: Colour, width: float = 2) -> None:
        """A line through points, with smooth edges."""
        if len(points) < 2:
            return
        left, top = (int(min(p[k] for p in points) - width - 1) for k in (0, 1))
        right, bottom = (int(max(p[k] for p in points) + width + 2) for k in (0, 1))
        large = Image.new("L", ((right - left) * _LARGE, (bottom - top) * _LARGE))
        path = [((x - left) * _LARGE, (y - top) * _LARGE) for x, y in points]
        ImageDraw.Draw(large).line(path, fill=255, width=int(width * _LARGE), joint="curve")
        mask = large.reduce(_LARGE)
        self.image.paste(colour, (left, top, right, bottom), mask)

    def cross(self, middle: Point, size: int, colour: Colour = CROSS) -> None:
        """A Red Cross."""
        x, y = int(middle[0]), int(middle[1])
        half, arm = size // 2, max(1, size // 6)
        self.draw.rectangle((x - half, y - arm, x + half, y + arm), colour)
        self.draw.rectangle((x - arm, y - half, x + arm, y + half), colour)


@cache
def _round(size: int) -> Image.Image:
    """The mask of a disc."""
    large = Image.new("L", (size * _LARGE, size * _LARGE))
    ImageDraw.Draw(large).ellipse((0, 0, size * _LARGE - 1, size * _LARGE - 1), fill=255)
    return large.reduce(_LARGE)


@lru_cache(maxsize=4096)
def _letters(words: str, size: int, bold: bool) -> tuple[Image.Image, int, int]:
    """The mask of a line, and where it begins against the beginning of the line of writing; names come again in every picture."""
    left, top, right, bottom = map(int, font(size, bold).getbbox(words, anchor="ls"))
    mask = Image.new("L", (max(1, right - left + 1), max(1, bottom - top + 1)))
    ImageDraw.Draw(mask).text((-left, -top), words, fill=255, font=font(size, bold), anchor="ls")
    return mask, left, top


@lru_cache(maxsize=4096)
def length(words: str, size: int, bold: bool = False) -> float:
    """How wide a line is."""
    return font(size, bold).getlength(words)


_SMALLEST = 13


def fit(words: str, width: float, size: int, bold: bool = False, least: int = _SMALLEST) -> tuple[str, int]:
    """Words and size so that they are no wider than this; letters smaller than `least` are none, so that words may be cut off."""
    while size > least and length(words, size, bold) > width:
        size -= 1
    if length(words, size, bold) <= width:
        return words, size
    while words and length(words + "…", size, bold) > width:
        words = words[:-1].rstrip()
    return words + "…", size


def filled(words: str, width: float, size: int, bold: bool = False) -> list[str]:
    """Words in lines of at most this width."""
    lines: list[str] = []
    line = ""
    for word in words.split():
        longer = f"{line} {word}" if line else word
        if line and length(longer, size, bold) > width:
            lines.append(line)
            line = word
        else:
            line = longer
    return [*lines, line] if line else lines


def apart(wanted: Sequence[float], step: float, top: float, bottom: float) -> list[float]:
    """Places in order from above, `step` apart at least, each as near as can be to where it is wanted."""
    places: list[float] = []
    for here in wanted:
        places.append(max(here, places[-1] + step if places else top))
    over = places[-1] - bottom if places else 0
    for n in range(len(places) - 1, -1, -1):
        if over > 0:
            most = bottom if n + 1 == len(places) else places[n + 1] - step
            places[n] = min(places[n], most)
    return places
