"""R15.7: offers, and what they bind to."""

from typing import Self

import msgspec

from .base import MODERATOR, Event, Name, Player


class Promise(msgspec.Struct, frozen=True, omit_defaults=True):
    """R15.7, decision D11: what an accepted bribe binds to.

    `action` as in `Announced`; with `never` it may not be announced of `target`, else it must be as soon as it can.
    `to`: a slot, where the promise names one; `vote`: the vote on `target`.
    """

    action: str
    target: Name
    to: str = ""
    vote: str = ""
    never: bool = False


class _OfferEvent(Event, frozen=True):
    """Something about an offer.  `number` counts the receiver's offers, `own` the giver's; neither learns the other count."""

    giver: Player
    receiver: Player
    number: int
    own: int

    def seen_by(self, viewer: Player) -> "Self | None":
        if viewer == MODERATOR:
            return self
        if viewer == self.receiver:
            return msgspec.structs.replace(self, own=0)
        return msgspec.structs.replace(self, number=0) if viewer == self.giver else None


class Offered(_OfferEvent, frozen=True):
    """R15.7: cards for a promise, or for `words` that bind nobody.  It is about this phase of this turn."""

    cards: tuple[int, ...]
    turn: int
    phase: str
    promise: Promise | None = None
    words: str = ""


class OfferAccepted(_OfferEvent, frozen=True):
    """`giving`: the change that the receiver chooses; the giver sees it when it changes hands."""

    giving: tuple[int, ...] = ()

    def seen_by(self, viewer: Player) -> "Self | None":
        face = super().seen_by(viewer)
        return msgspec.structs.replace(face, giving=()) if face and viewer == self.giver else face


class OfferClosed(_OfferEvent, frozen=True):
    """`why`: struck (the cards changed hands), refused, withdrawn (E26), or in words why it came to nothing."""

    why: str


class Bound(Event, frozen=True):
    """R15.7: until the phase ends `player` keeps this promise to `giver`."""

    player: Player
    giver: Player
    promise: Promise

    def seen_by(self, viewer: Player) -> "Self | None":
        return self if viewer in (self.player, self.giver, MODERATOR) else None


class PromiseKept(Event, frozen=True):
    """What was promised has been done; it binds no longer."""

    player: Player
    giver: Player
    promise: Promise

    def seen_by(self, viewer: Player) -> "Self | None":
        return self if viewer in (self.player, self.giver, MODERATOR) else None
