"""Printed data (R1.2, R6.1, R15.1, R18.1): what comes with the program, and packs that others have written."""

from .pack import Faulty, Pack, read
from .printed import Faction, factions, health_chart, politicians
from .source import Fault
from .supplied import (
    ABOUT,
    HEALTH,
    HISTORICAL,
    HOUSE_DECK,
    POLITICIANS,
    REVOLUTION_DECK,
    Packs,
    effects,
    names,
    supplied,
)
from .words import meant, nearest

__all__ = [
    "ABOUT",
    "HEALTH",
    "HISTORICAL",
    "HOUSE_DECK",
    "POLITICIANS",
    "REVOLUTION_DECK",
    "Faction",
    "Fault",
    "Faulty",
    "Pack",
    "Packs",
    "effects",
    "factions",
    "health_chart",
    "meant",
    "names",
    "nearest",
    "politicians",
    "read",
    "supplied",
]
