"""Words of the players that the game keeps: what is printed in the chronicle, and what is sealed until the end (E15, E16)."""

from typing import Self

from .base import MODERATOR, Event, Name, Player, Public


class Printed(Public, frozen=True):
    """A player's own words stand in the chronicle, signed with the faction, or with nobody if `player` is "".

    `kind`: pravda (a letter to the paper), obituary (of `politician`), slogan (over the parade of that turn), memoirs (after the end).
    It touches no position.
    """

    kind: str
    player: Player = ""
    politician: Name = ""
    text: str = ""


class Diary(Event, frozen=True):
    """What somebody wrote into a diary.  Until the end its author alone reads it; it touches no position."""

    player: Player
    text: str

    def seen_by(self, viewer: Player) -> "Self | None":
        return self if viewer in (MODERATOR, self.player) else None
