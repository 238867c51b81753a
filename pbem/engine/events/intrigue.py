"""Intrigue, ties and growing influence (R13, R15): what happens to cards, and what is known of it.

The number of cards in a hand is public, the cards are not: faces hide them as None (R15.1).
"""

from typing import Self

import msgspec

from .base import MODERATOR, Event, Name, Player, Public


class DeckShuffled(Event, frozen=True):
    """R15.1: the deck, top first, before the deal.  All see its name and its size."""

    deck: str
    size: int
    cards: tuple[int, ...] | None = None

    def seen_by(self, viewer: Player) -> "Self | None":
        return self if viewer == MODERATOR else msgspec.structs.replace(self, cards=None)


class _OwnCards(Event, frozen=True):
    """Cards that only their owner sees; everybody sees how many they are."""

    player: Player
    count: int
    cards: tuple[int, ...] | None = None

    def seen_by(self, viewer: Player) -> "Self | None":
        return self if viewer in (self.player, MODERATOR) else msgspec.structs.replace(self, cards=None)


class CardsDrawn(_OwnCards, frozen=True):
    """R15.1, R15.6: from the top of the deck."""


class CardsDiscarded(_OwnCards, frozen=True):
    """R15.2: to the bottom of the deck, face down."""


class CardsAside(_OwnCards, frozen=True):
    """HR-30: more than three; these lie aside, unplayable, until the next deadline."""


class CardsTakenUp(_OwnCards, frozen=True):
    """HR-30: these came back from aside into the hand."""


class CardsHanded(Event, frozen=True):
    """From hand to hand; both see the cards.  `why`: bribe, change or theft."""

    giver: Player
    receiver: Player
    count: int
    why: str
    cards: tuple[int, ...] | None = None

    def seen_by(self, viewer: Player) -> "Self | None":
        known = viewer in (self.giver, self.receiver, MODERATOR)
        return self if known else msgspec.structs.replace(self, cards=None)


class CardPlayed(Public, frozen=True):
    """R15.2.  `start`: a card for the start of a phase (R15.3); `lies`: the Politician on whom it stays."""

    player: Player
    card: int
    on: tuple[Name, ...] = ()
    against: Player | None = None
    start: bool = False
    lies: Name | None = None


class Blackmailed(Event, frozen=True):
    """Cards 1 to 4: handed to the victim, whose action is cancelled or whose vote becomes another.

    The table sees a card pass, and what comes of it; the card itself only the two (R15.7).
    """

    player: Player
    victim: Player
    actor: Name
    action: str
    vote: str | None = None
    card: int | None = None

    def seen_by(self, viewer: Player) -> "Self | None":
        known = viewer in (self.player, self.victim, MODERATOR)
        return self if known else msgspec.structs.replace(self, card=None)


class CardSpent(Event, frozen=True):
    """A blackmail card has been handed to him: it stays in his hand, where it can only be discarded, in a later turn."""

    player: Player
    giver: Player
    card: int | None = None

    def seen_by(self, viewer: Player) -> "Self | None":
        return self if viewer in (self.player, self.giver, MODERATOR) else None


class Barred(Public, frozen=True):
    """A blackmailed action, which this Politician does not announce again in this phase."""

    actor: Name
    action: str
    target: Name = ""
    to: str = ""
    other: Name = ""


class InForce(Public, frozen=True):
    """What a card has put in force.  `until`: vote, phase or turn; `about`: a slot or a number, as the card's text needs it."""

    code: str
    until: str
    about: str = ""


class Underway(Public, frozen=True):
    """R15.3: an action of this phase has stood; it is too late for cards of its start."""


class HealthChanged(Public, frozen=True):
    """Red Crosses more or less, by a card."""

    politician: Name
    change: int


class Absolved(Public, frozen=True):
    """All his "?" are removed by a card; a trial of his ends without a verdict."""

    politician: Name


class TrialDropped(Public, frozen=True):
    """A card has ended the trial, without a verdict; it was the trial of this year."""

    politician: Name


class Watched(Event, frozen=True):
    """A card told `player` how many IP `other` has recorded there."""

    player: Player
    other: Player
    politician: Name
    points: int

    def seen_by(self, viewer: Player) -> "Self | None":
        return self if viewer in (self.player, MODERATOR) else None


class InfluenceGrown(Public, frozen=True):
    """R15.6: `points` more recorded, and as many more declared."""

    player: Player
    politician: Name
    points: int
    round: int


class GrowthDone(Public, frozen=True):
    """R15.6: this player has had his turn to grow."""

    player: Player


class TenPlus(Public, frozen=True):
    """R15.6, "10+": he has the Politician for good; what others declared comes off the card, and stays on the sheets."""

    player: Player
    politician: Name


class Supported(Public, frozen=True):
    """R13.1: a tenth of what `player` has declared there counts for `supports`."""

    player: Player
    politician: Name
    supports: Player
    tenths: int


class TieOpened(Public, frozen=True):
    """R13, decision D10: several passed the one who had him together; until the window is quiet he stays with `holder`."""

    politician: Name
    holder: Player | None


class TieResolved(Public, frozen=True):
    """R13.2: the winner keeps him until a new tie or a higher total (R13.3)."""

    politician: Name
    winner: Player
    tied: tuple[Player, ...]
