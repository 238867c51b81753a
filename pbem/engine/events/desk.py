"""What is done about a game from outside its phases: the moderator's desk, players who give up, dice and readings that are ruled."""

from typing import Self

import msgspec

from .base import MODERATOR, Event, Name, Player, Public


class Decreed(Event, frozen=True):
    """What the moderator, or the judge for him, decided about the game without touching the position.

    `act`: what it is about: hold, resume, deadline, recess, outage, grace, set, replace, reveal, approve, tell, answer …; `words`: for
    those who may read it; `private`: for the moderator alone; `about`: the players concerned; `only`: who may read it (none: everybody).
    """

    act: str
    words: str = ""
    private: str = ""
    about: tuple[Player, ...] = ()
    only: tuple[Player, ...] = ()

    def seen_by(self, viewer: Player) -> "Self | None":
        if viewer == MODERATOR:
            return self
        if self.only and viewer not in self.only:
            return None
        return msgspec.structs.replace(self, private="") if self.private else self


class Seen(msgspec.Struct, frozen=True, omit_defaults=True):
    """A die that was seen before an undo (decision D27).

    `label`: with its generation ("1953/purge purge K #0 again 1"); `player`, `words`: whose order asked for it, "" if none did.
    """

    label: str
    player: Player = ""
    words: str = ""


class Rewound(Event, frozen=True):
    """Undo: the game stands again where it stood after event number `to`; nothing is erased.

    `turn`, `phase`: where that is; `seen`: dice that get a new generation unless the same order asks for them again (decision D27).
    `shown`: how many events the table had seen up to `to`: in the faces it stands for `to`, as there they are numbered so.
    """

    to: int
    turn: int
    phase: str
    words: str
    private: str = ""
    seen: tuple[Seen, ...] = ()
    shown: int = 0

    def seen_by(self, viewer: Player) -> "Self | None":
        """Everybody; but no number of the whole journal reaches a player (decision D25), nor whose secret order rolled a die."""
        if viewer == MODERATOR:
            return self
        seen = tuple(Seen(one.label) for one in self.seen)
        return msgspec.structs.replace(self, to=self.shown, private="", seen=seen)


class Conceded(Public, frozen=True):
    """HR-33: his declared influence stays on the table; this seat cannot win any more."""

    player: Player


class TallyRuled(Public, frozen=True):
    """A fact of a ruling: who waved in that turn, and whom it counts for; None: nobody."""

    turn: int
    politician: Name | None = None
    player: Player | None = None


class Voided(Public, frozen=True):
    """A fact of a ruling: in that phase this Politician may not announce this again."""

    turn: int
    phase: str
    actor: Name
    action: str
    target: Name = ""


class DieRuled(Public, frozen=True):
    """A fact of a ruling: the die with this label shows `value`; None: it is rolled anew, in public, as its next generation."""

    label: str
    value: int | None = None


class ReadingRuled(Public, frozen=True):
    """A fact of a ruling: the house ruling is read so from now on; `once`: only the next time it is applied.  "": as the house reads it."""

    ruling: str
    reading: str
    once: bool = False
