"""The packs that come with the program, and the packs of one game."""

from collections.abc import Mapping
from functools import cache
from importlib import resources
from typing import NamedTuple

from ..rules import IntrigueCard
from .pack import Pack, read

POLITICIANS, HISTORICAL, HEALTH = "politicians", "historical", "swiss-1986"
HOUSE_DECK, REVOLUTION_DECK = "intrigue", "revolution-deck"
#: Name -> file.
_FILES = {
    POLITICIANS: "politicians",
    HISTORICAL: "historical",
    HEALTH: "health",
    HOUSE_DECK: "intrigue",
    REVOLUTION_DECK: "revolution-deck",
}
#: What `pbem packs list` says of each.
ABOUT = {
    POLITICIANS: "the 26 contemporary Politicians",
    HISTORICAL: "the 26 historical Politicians of the Revolution",
    HEALTH: "the health chart of 1986",
    HOUSE_DECK: "the house deck of Intrigue cards",
    REVOLUTION_DECK: "the further Intrigue cards of the Revolution",
}


def data_text(file: str) -> str:
    """A data file of the engine."""
    home = resources.files(__package__.rpartition(".")[0])
    return home.joinpath("data", f"{file}.toml").read_text("utf-8")


@cache
def supplied(name: str) -> Pack:
    """A pack that comes with the program.  Raises KeyError."""
    return read(data_text(_FILES[name]), name)


def names() -> tuple[str, ...]:
    """What `supplied` knows."""
    return tuple(_FILES)


@cache
def effects() -> Mapping[int, IntrigueCard]:
    """Every card of ours, by number: what `like` in a pack can name."""
    return {**supplied(HOUSE_DECK).cards, **supplied(REVOLUTION_DECK).cards}


class Packs(NamedTuple):
    """What a game is played with: packs of its own, and those of the program as they were when it began."""

    own: tuple[Pack, ...] = ()
    kept: tuple[Pack, ...] = ()

    def of(self, name: str) -> Pack:
        """A pack that comes with the program, as this game knows it."""
        return next((pack for pack in self.kept if pack.name == name), None) or supplied(name)

    def with_kind(self, kind: str) -> tuple[Pack, ...]:
        """The game's own packs that hold something of a kind."""
        return tuple(pack for pack in self.own if kind in pack.holds)
