"""Pictures of public facts, drawn once and sent to many (decisions D30, D39).  Which one goes with a report: `chosen.picture_of`."""

from typing import NamedTuple


class Picture(NamedTuple):
    """`png`: its bytes; `alt`: what it shows, in a sentence or two, for whoever does not see it."""

    png: bytes
    alt: str
