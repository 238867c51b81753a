"""Portraits: a head for each Politician, always the same one, greyer with age, paler in poor health.

Drawn once four times as large and reduced; which hat, brows, glasses and moustache he wears follows from his card letter.
"""

from collections.abc import Callable
from functools import lru_cache
from typing import NamedTuple

from PIL import Image, ImageChops, ImageDraw

from .canvas import Colour

_LARGE = 4
SUIT: Colour = (58, 60, 70)
FUR: Colour = (96, 72, 52)
CAP: Colour = (74, 84, 58)
STAR: Colour = (206, 32, 36)
#: Healthy, sick, ill.
SKINS: tuple[Colour, ...] = ((238, 196, 160), (226, 210, 176), (206, 214, 178))
#: Below 60, below 72, and from there on.
_GREY, _WHITE_HAIRED = 60, 72
HAIRS: tuple[Colour, ...] = ((70, 54, 44), (138, 132, 126), (226, 224, 220))
_DARK: Colour = (38, 33, 30)
_WHITE: Colour = (255, 255, 255)


#: Draws something within left, top, right, bottom.
Shape = Callable[[float, float, float, float, Colour], None]


class Head(NamedTuple):
    """What a portrait depends on: `hair` by his age, `crosses` for the colour of his face."""

    letter: str
    hair: int
    crosses: int
    radius: int


def head_of(letter: str, age: int, crosses: int, radius: int) -> Head:
    """His head at this age, for a disc of this size."""
    return Head(letter, 0 if age < _GREY else 1 if age < _WHITE_HAIRED else 2, min(2, crosses), radius)


@lru_cache(maxsize=512)
def portrait(head: Head) -> Image.Image:
    """Cut out, to be laid over a disc of any colour."""
    size = 2 * head.radius * _LARGE
    image = Image.new("RGBA", (size, size), (0, 0, 0, 0))
    _drawn(ImageDraw.Draw(image), size, head)
    disc = Image.new("L", (size, size))
    ImageDraw.Draw(disc).ellipse((0, 0, size - 1, size - 1), fill=255)
    image.putalpha(ImageChops.multiply(image.getchannel("A"), disc))
    return image.reduce(_LARGE)


def _drawn(draw: ImageDraw.ImageDraw, size: int, head: Head) -> None:
    """Shoulders, head, hair or hat, face; in hundredths of the disc."""
    skin, hair = SKINS[head.crosses], HAIRS[head.hair]
    number = ord(head.letter[0]) - ord("A")

    def oval(left: float, top: float, right: float, bottom: float, fill: Colour) -> None:
        draw.ellipse([n * size / 100 for n in (left, top, right, bottom)], fill=fill)

    def bar(left: float, top: float, right: float, bottom: float, fill: Colour) -> None:
        draw.rounded_rectangle([n * size / 100 for n in (left, top, right, bottom)], size / 50, fill=fill)

    oval(8, 74, 92, 150, SUIT)
    draw.polygon([(n * size / 100, m * size / 100) for n, m in ((42, 76), (58, 76), (50, 92))], fill=_WHITE)
    for medal in range(1 + number % 3):
        oval(64 + 8 * medal, 83, 70 + 8 * medal, 89, STAR)
    oval(22, 44, 31, 60, skin)
    oval(69, 44, 78, 60, skin)
    _hair(oval, bar, number, hair)
    oval(27, 22, 73, 82, skin)
    _hat(oval, bar, number, hair)
    _face(oval, bar, number, hair)


def _hair(oval: Shape, bar: Shape, number: int, hair: Colour) -> None:
    """Behind the head."""
    if number % 4 in (0, 2):
        oval(24, 16, 76, 66, hair)


def _hat(oval: Shape, bar: Shape, number: int, hair: Colour) -> None:
    """A fur hat, an officer's cap, hair combed over, or nothing at all."""
    kind = (number * 5 + number // 7) % 4
    if kind == 0:
        bar(22, 12, 78, 34, FUR)
        bar(18, 28, 30, 54, FUR)
        bar(70, 28, 82, 54, FUR)
        oval(46, 17, 54, 25, STAR)
    elif kind == 1:
        oval(18, 8, 82, 36, CAP)
        bar(25, 26, 75, 34, STAR)
        bar(22, 33, 78, 38, _DARK)
    elif kind == 2:
        oval(27, 16, 73, 38, hair)
        bar(27, 28, 36, 46, hair)
        bar(64, 28, 73, 46, hair)


def _face(oval: Shape, bar: Shape, number: int, hair: Colour) -> None:
    """Brows, eyes, perhaps glasses, nose, and what is below it."""
    brows = 4 + 2 * (number % 3)
    dark = hair if hair != HAIRS[2] else HAIRS[1]
    bar(31, 46 - brows, 47, 46, dark)
    bar(53, 46 - brows, 69, 46, dark)
    for left in (36, 59):
        oval(left, 48, left + 6, 54, _DARK)
    if number % 5 == 1:
        for left in (31, 54):
            oval(left, 44, left + 16, 60, _DARK)
            oval(left + 3, 47, left + 13, 57, SKINS[0])
            oval(left + 6, 50, left + 10, 54, _DARK)
        bar(46, 50, 55, 53, _DARK)
    if number % 3 == 0:
        bar(36, 63, 64, 70, dark)
    else:
        bar(41, 68, 59, 71, FUR)
