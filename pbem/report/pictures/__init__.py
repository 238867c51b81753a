"""Pictures of public facts, drawn once and sent to many (decisions D30, D39).  Which one goes with a report: `chosen.picture_of`."""

from typing import NamedTuple


class Picture(NamedTuple):
    """`png`: its bytes; `alt`: the same in words."""

    png: bytes
    alt: str
