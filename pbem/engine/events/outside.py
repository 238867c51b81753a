"""What came from outside: answers, wishes in windows, the moderator's word."""

from typing import Self

import msgspec

from .base import MODERATOR, Event, Name, Player, Public
from .bribes import Promise
from .desk import DieRuled, ReadingRuled, TallyRuled, Voided
from .intrigue import (
    CardsAside,
    CardsDiscarded,
    CardsDrawn,
    CardsHanded,
    CardSpent,
    DeckShuffled,
    HealthChanged,
    InForce,
    TenPlus,
    TieOpened,
)
from .table import (
    Aged,
    CameBack,
    Cleared,
    Died,
    GameEnded,
    HealthRolled,
    HouseRuled,
    InfluenceDeclared,
    InfluenceLost,
    InfluenceRecorded,
    Moved,
    Retired,
    Rolled,
    SentToSiberia,
    Suspected,
    Swapped,
    TieBroken,
    WentToSanatorium,
)


class Choice(msgspec.Struct, frozen=True, omit_defaults=True):
    """One legal option of a question.

    `action` as in `Announced`, or for a vote the vote itself, or "cure"/"work"; `target` and `other` Politicians, `to` a slot
    (a player, for support); `number` and `cards` for growth and cards.
    """

    action: str
    target: Name = ""
    to: str = ""
    other: Name = ""
    number: int = 0
    cards: tuple[int, ...] = ()


class Answered(Event, frozen=True):
    """The answer to one question; `choice` None: he declines.

    `line`: number of the order line that gave it (None: no order); `entry`: which Politician of that line; `because`: its words.
    `barred`: house rulings that alone kept an order of his from being used.
    """

    player: Player
    actor: Name
    action: str
    choice: Choice | None
    line: int | None = None
    entry: int = 0
    because: str = ""
    barred: tuple[str, ...] = ()

    def seen_by(self, viewer: Player) -> "Self | None":
        return self if viewer in (self.player, MODERATOR) else None


class Claim(msgspec.Struct, frozen=True, omit_defaults=True):
    """One player's wish, in one round of a window, to raise his declared total to `points`."""

    player: Player
    politician: Name
    points: int
    line: int | None = None
    because: str = ""


class Play(msgspec.Struct, frozen=True, omit_defaults=True):
    """One player's wish, in one round of a window, to play a card, or with `discard` to lay it off.

    `vote`: what a blackmailed vote becomes; `line` and `because` as in `Claim`.
    """

    player: Player
    card: int
    on: tuple[Name, ...] = ()
    against: Player | None = None
    vote: str | None = None
    discard: bool = False
    line: int | None = None
    because: str = ""


class Bribe(msgspec.Struct, frozen=True, omit_defaults=True):
    """An offer with a trigger that met a standing ACCEPT ANY (decision D11).

    `giving`: the change that the receiver named; `line` and `accepted`: numbers of the order lines of giver and receiver.
    """

    giver: Player
    receiver: Player
    cards: tuple[int, ...]
    promise: Promise | None = None
    words: str = ""
    giving: tuple[int, ...] = ()
    line: int | None = None
    accepted: int | None = None


class Claimed(Event, frozen=True, omit_defaults=True):
    """What was wished in one round of a window.  Each player may read what is his."""

    claims: tuple[Claim, ...] = ()
    plays: tuple[Play, ...] = ()
    bribes: tuple[Bribe, ...] = ()

    def seen_by(self, viewer: Player) -> "Self | None":
        if viewer == MODERATOR:
            return self
        claims = tuple(claim for claim in self.claims if claim.player == viewer)
        plays = tuple(play for play in self.plays if play.player == viewer)
        bribes = tuple(
            _face(bribe, viewer) for bribe in self.bribes if viewer in (bribe.giver, bribe.receiver)
        )
        if not claims and not plays and not bribes:
            return None
        return msgspec.structs.replace(self, claims=claims, plays=plays, bribes=bribes)


def _face(bribe: Bribe, viewer: Player) -> Bribe:
    """Neither learns the order numbers of the other; the giver sees the change when it changes hands."""
    if viewer == bribe.giver:
        return msgspec.structs.replace(bribe, accepted=None, giving=())
    return msgspec.structs.replace(bribe, line=None)


#: What the moderator may impose in a ruling: facts that change the position.
Fact = (
    InfluenceDeclared
    | InfluenceRecorded
    | TieBroken
    | InfluenceLost
    | WentToSanatorium
    | CameBack
    | Aged
    | SentToSiberia
    | Suspected
    | Cleared
    | HealthRolled
    | Died
    | Moved
    | Swapped
    | Retired
    | GameEnded
    | DeckShuffled
    | CardsDrawn
    | CardsDiscarded
    | CardsHanded
    | CardsAside
    | CardSpent
    | InForce
    | HealthChanged
    | Voided
    | DieRuled
    | ReadingRuled
    | TallyRuled
)


class Bulletin(Public, frozen=True):
    """E5: influence that was shown between the phases, all of it one round; with the dice of its ties (HR-3)."""

    facts: tuple[InfluenceDeclared | Rolled | HouseRuled | TieBroken | TieOpened | TenPlus, ...] = ()


class Ruled(Public, frozen=True):
    """The moderator's override: his public words and the facts he imposes, each with its own face for each viewer.

    `private`: words that he keeps to himself.
    """

    words: str
    facts: tuple[Fact, ...] = ()
    private: str = ""

    def seen_by(self, viewer: Player) -> "Self | None":
        if viewer == MODERATOR:
            return self
        faces = tuple(face for fact in self.facts if (face := fact.seen_by(viewer)) is not None)
        if faces == self.facts and not self.private:
            return self
        return msgspec.structs.replace(self, facts=faces, private="")
