"""The position as a value: what lies on the table, and what is written on the sheets."""

from collections.abc import Iterable

import msgspec

from .. import board, events
from ..events import Name, Player

replace = msgspec.structs.replace


class Politician(msgspec.Struct, frozen=True):
    """One card.  `fresh`: how many of his "?" were placed this year; `stress`: SP; `crosses`: Red Crosses (3 = dead)."""

    letter: Name
    printed: int
    place: str
    stress: int = 0
    crosses: int = 0
    suspicion: int = 0
    fresh: int = 0
    cure: bool = False

    @property
    def age(self) -> int:
        """R0.4: printed age and stress points."""
        return self.printed + self.stress


class Stake(msgspec.Struct, frozen=True):
    """Declared IP.  `round` and `rank` say who was first: the lower pair (R2.2, HR-3)."""

    points: int
    round: int
    rank: int = 0


class Ballot(msgspec.Struct, frozen=True):
    """A vote that is going on; `votes` by voter, None: does not vote."""

    matter: str
    politician: Name
    votes: dict[Name, str | None]

    def count(self, vote: str) -> int:
        return sum(cast == vote for cast in self.votes.values())


class Wave(msgspec.Struct, frozen=True):
    """One entry of the Tally Track; without a Politician nobody waved."""

    turn: int
    politician: Name | None
    player: Player | None


class Hand(msgspec.Struct, frozen=True, omit_defaults=True):
    """R15.1: Intrigue cards.  In the view of others `cards` and `aside` are None, and only the counts are known.

    `aside`: what lies aside, unplayable, until the next deadline (HR-30), `lying` so many.  `spent`: blackmail that was handed to
    him, and in which turn; it can only be discarded.
    """

    cards: tuple[int, ...] | None = ()
    count: int = 0
    aside: tuple[int, ...] | None = ()
    lying: int = 0
    spent: tuple[tuple[int, int], ...] = ()


class Effect(msgspec.Struct, frozen=True, omit_defaults=True):
    """What a card has put in force: `until` the end of the vote, the phase or the turn."""

    code: str
    until: str
    about: str = ""


class Victor(msgspec.Struct, frozen=True):
    """R13.3: who won a tie, among whom, at which total."""

    player: Player
    tied: tuple[Player, ...]
    points: int


class Offer(msgspec.Struct, frozen=True, omit_defaults=True):
    """R15.7: an open offer.  `number` counts the receiver's offers, `own` the giver's (0 where the viewer may not know)."""

    giver: Player
    receiver: Player
    number: int
    own: int
    cards: tuple[int, ...]
    turn: int
    phase: str
    promise: events.Promise | None = None
    words: str = ""
    accepted: bool = False
    giving: tuple[int, ...] = ()


class Bond(msgspec.Struct, frozen=True):
    """R15.7: `player` keeps this promise until the phase ends."""

    player: Player
    giver: Player
    promise: events.Promise


class State(msgspec.Struct, frozen=True):
    """Everything the table shows, and the sheets and hands.

    The fields from `dice` on serve the open phase and start empty in each.
    """

    seats: tuple[Player, ...] = ()
    turn: int = 0
    phase: str = "setup"
    people: dict[Name, Politician] = {}
    slots: dict[str, Name] = {}
    declared: dict[Name, dict[Player, Stake]] = {}
    recorded: dict[Player, dict[Name, int] | None] = {}
    round: int = 0
    waves: tuple[Wave, ...] = ()
    over: bool = False
    winners: tuple[Player, ...] = ()
    ended_by: str = ""
    acquitted: frozenset[Name] = frozenset()
    # ties, growth and intrigue (R13, R15)
    victors: dict[Name, Victor] = {}
    contested: dict[Name, Player | None] = {}
    locked: dict[Name, Player] = {}
    hands: dict[Player, Hand] = {}
    deck: tuple[int, ...] | None = ()
    deck_size: int = 0
    lasting: dict[Name, tuple[int, ...]] = {}
    force: tuple[Effect, ...] = ()
    offers: tuple[Offer, ...] = ()
    offered: dict[Player, int] = {}
    bonds: tuple[Bond, ...] = ()
    # rulings and undo: dice by label, readings by house ruling, what may not be announced again
    fixed: dict[str, int] = {}
    generations: dict[str, int] = {}
    reseen: dict[str, tuple[Player, str]] = {}
    readings: dict[str, tuple[str, bool]] = {}
    voided: frozenset[tuple[int, str, Name, str, Name]] = frozenset()
    conceded: tuple[Player, ...] = ()
    # the open phase
    after_deadline: bool = False
    dice: dict[str, int] = {}
    acting: Name | None = None
    tried: tuple[str, ...] = ()
    closed: frozenset[Name] = frozenset()
    ballot: Ballot | None = None
    defeats: tuple[tuple[Name, tuple[Name, ...]], ...] = ()
    steps: frozenset[tuple[Name, Name]] = frozenset()
    finished: frozenset[Name] = frozenset()
    attempted: tuple[Name, ...] = ()
    grown: tuple[Player, ...] = ()
    gained: int = 0
    start_card: int = 0
    underway: bool = False
    cancelled: str = ""
    changed_vote: str = ""
    barred: frozenset[tuple[Name, str, Name, str, Name]] = frozenset()

    def holder(self, slot: str) -> Politician | None:
        """Who sits in this slot, at the Sanatorium or not."""
        letter = self.slots.get(slot)
        return None if letter is None else self.people[letter]

    def active(self, slot: str) -> Politician | None:
        """R0.5: who sits in this Politburo slot and is not at the Sanatorium."""
        holder = self.holder(slot)
        return holder if holder is not None and not holder.cure else None

    def politburo(self) -> list[Politician]:
        """The members in voting order."""
        return [self.people[self.slots[slot]] for slot in board.POLITBURO if slot in self.slots]

    def at(self, area: str) -> list[Politician]:
        """Everyone in an area (people, siberia, wall, retired), by card letter."""
        return [p for p in self.people.values() if p.place == area]

    def vacant(self, slots: Iterable[str]) -> list[str]:
        return [slot for slot in slots if slot not in self.slots]

    def controller(self, name: Name) -> Player | None:
        """R2.2: most declared IP; a tie goes to whoever reached his total first."""
        stakes = self.declared.get(name)
        if not stakes:
            return None
        if name in self.contested:
            return self.contested[name]
        if self.victors and (winner := self._victor(name, stakes)):
            return winner
        return min(stakes, key=lambda player: (-(s := stakes[player]).points, s.round, s.rank))

    def _victor(self, name: Name, stakes: dict[Player, Stake]) -> Player | None:
        """R13.3: who won the tie, as long as his total is still the highest."""
        victor = self.victors.get(name)
        if victor is None or victor.player not in stakes:
            return None
        top = max(stake.points for stake in stakes.values())
        return victor.player if stakes[victor.player].points == top == victor.points else None

    def enforced(self, code: str) -> int:
        """How many cards of this kind are in force."""
        return sum(effect.code == code for effect in self.force)

    def playable(self, player: Player) -> tuple[int, ...]:
        """His cards that are neither offered to anybody (they lie with the judge) nor spent."""
        hand = self.hands.get(player)
        if hand is None or hand.cards is None:
            return ()
        away = {card for offer in self.offers if offer.giver == player for card in offer.cards}
        away |= {card for card, _ in hand.spent}
        return tuple(card for card in hand.cards if card not in away)

    def shown(self, player: Player, name: Name) -> int:
        """His declared total on this Politician."""
        stake = self.declared.get(name, {}).get(player)
        return stake.points if stake else 0

    def written(self, player: Player, name: Name) -> int:
        """His recorded total there; 0 where the sheet is unknown."""
        return (self.recorded.get(player) or {}).get(name, 0)

    def credited(self, player: Player) -> int:
        """Waves that count for this faction."""
        return sum(wave.player == player for wave in self.waves)
