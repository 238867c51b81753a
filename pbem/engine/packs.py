"""The printed components as data: politicians, health chart, factions."""

import tomllib
from collections.abc import Mapping
from functools import cache
from importlib import resources
from typing import Any, NamedTuple

from .rules import HealthChart, HealthRow, PoliticianCard


class Faction(NamedTuple):
    """One of the six: its number on the board, its name and the colour that players type."""

    number: int
    name: str
    colour: str


def _read(name: str) -> dict[str, Any]:
    return tomllib.loads(resources.files(__package__).joinpath("data", name).read_text("utf-8"))


@cache
def politicians() -> Mapping[str, PoliticianCard]:
    """The 26 of the 1988 edition, by card letter."""
    cards = (PoliticianCard(**entry) for entry in _read("politicians.toml")["politician"])
    return {card.letter: card for card in cards}


@cache
def factions() -> Mapping[str, Faction]:
    """By colour."""
    return {entry["colour"]: Faction(**entry) for entry in _read("factions.toml")["faction"]}


@cache
def health_chart() -> HealthChart:
    """R6.1: the chart that comes with the program; its header says where it is from."""
    data = _read("health.toml")
    return HealthChart(data["name"], _rows(data["at_work"]), _rows(data["sanatorium"]))


def _rows(columns: Mapping[str, str]) -> dict[int, HealthRow]:
    """ "50-68:0 69-82:1" for each result -> one row an age."""
    by_age: dict[int, dict[str, int]] = {}
    for result, text in columns.items():
        for part in text.split():
            ages, _, value = part.partition(":")
            first, _, last = ages.partition("-")
            for age in range(int(first), int(last or first) + 1):
                by_age.setdefault(age, {})[result] = int(value)
    return {age: HealthRow(**row) for age, row in by_age.items()}
