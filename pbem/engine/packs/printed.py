"""The printed components as data: Politicians, health chart, factions."""

import tomllib
from collections.abc import Mapping
from functools import cache
from typing import NamedTuple

from ..rules import HealthChart, PoliticianCard
from .supplied import HEALTH, POLITICIANS, data_text, supplied


class Faction(NamedTuple):
    """One of the six: its number on the board, its name and the colour that players type."""

    number: int
    name: str
    colour: str


def politicians() -> Mapping[str, PoliticianCard]:
    """The 26 of the 1988 edition, by card letter."""
    return supplied(POLITICIANS).politicians


@cache
def factions() -> Mapping[str, Faction]:
    """By colour."""
    return {entry["colour"]: Faction(**entry) for entry in tomllib.loads(data_text("factions"))["faction"]}


def health_chart() -> HealthChart:
    """R6.1: the chart that comes with the program; its header says where it is from."""
    chart = supplied(HEALTH).chart
    assert chart is not None
    return chart
