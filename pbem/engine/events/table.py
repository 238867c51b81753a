"""What happens on the table, in the order of the rules."""

from typing import Self

import msgspec

from .base import MODERATOR, Event, Name, Player, Public

# --- setting up (R1) ---------------------------------------------------------------------------------------------


class GameStarted(Public, frozen=True):
    """`commitment`: sha256 of the dice seed, published before the first roll."""

    rules: str
    options: dict[str, str]
    seats: tuple[Player, ...]
    packs: dict[str, str]
    commitment: str


class Card(msgspec.Struct, frozen=True, omit_defaults=True):
    """A Politician as he enters the game."""

    printed: int
    place: str
    crosses: int = 0


class Dealt(Public, frozen=True):
    """R1.2: where everyone starts."""

    cards: dict[Name, Card]


class InfluenceRecorded(Event, frozen=True):
    """R1.3: a sheet.  The others see that it was handed in."""

    player: Player
    sheet: dict[Name, int] | None

    def seen_by(self, viewer: Player) -> "Self | None":
        return self if viewer in (self.player, MODERATOR) else msgspec.structs.replace(self, sheet=None)


class SaltsPublished(Public, frozen=True):
    """The players' own words, which go into every later die (decision D26)."""

    salts: dict[Player, str]


# --- the course of a phase ----------------------------------------------------------------------------------------


class PhaseOpened(Public, frozen=True):
    """A phase begins.  `deadline`: the first that is resolved at a new deadline."""

    turn: int
    phase: str
    deadline: bool = False


class PhaseClosed(Public, frozen=True):
    """A phase is over."""

    turn: int
    phase: str


class Acting(Public, frozen=True):
    """R0.3: who holds the power of this phase."""

    politician: Name
    power: str


class Announced(Public, frozen=True):
    """An action, pass, vote or parade, before its window (R2.6).

    `action`: cure purge trial condemnation investigation closing vote nomination shift swap promotion demotion release
    parade pass; growth, where no Politician acts.  `choice`: a vote, or "cure"/"work"; `player`: the controller who announced
    it, None for an uncontrolled one.
    """

    actor: Name
    action: str
    target: Name | None = None
    to: str | None = None
    other: Name | None = None
    choice: str | None = None
    player: Player | None = None


class Withdrawn(Public, frozen=True):
    """The action counts as never announced: control changed in the window (R2.7), or `why`: card, promise or illegal."""

    actor: Name
    action: str
    why: str = ""


class Finished(Public, frozen=True):
    """A Politician is done with his part of this phase."""

    actor: Name


class Rolled(Public, frozen=True):
    """A die, named by its label: "1953/purge Palavrian #0"."""

    label: str
    value: int


class HouseRuled(Public, frozen=True):
    """The engine used a house ruling.  With `player`, only he may know (it tells of his orders or of their absence).

    `reading`: which one it used, where that was not the house's.
    """

    ruling: str
    about: str
    player: Player | None = None
    reading: str = ""

    def seen_by(self, viewer: Player) -> "Self | None":
        return self if self.player is None or viewer in (self.player, MODERATOR) else None


class ReadingUsed(Public, frozen=True):
    """A reading that was ruled for one case is used up: the house's own is in force again."""

    ruling: str
    reading: str


# --- influence (R2) -----------------------------------------------------------------------------------------------


class InfluenceDeclared(Public, frozen=True):
    """`points`: his new total there; `round`: all declarations of one round are simultaneous."""

    player: Player
    politician: Name
    points: int
    round: int


class TieBroken(Public, frozen=True):
    """HR-3: `first` counts as having reached the tied total before the `others`."""

    politician: Name
    first: Player
    others: tuple[Player, ...]


class InfluenceLost(Public, frozen=True):
    """R2.4: declared points come off the card and off the sheet.  What is left counts as placed just now (R13.4)."""

    player: Player
    politician: Name
    points: int


# --- what happens to Politicians ----------------------------------------------------------------------------------


class WentToSanatorium(Public, frozen=True):
    """R3.1: he gets a Cure marker."""

    politician: Name


class CameBack(Public, frozen=True):
    """`why`: "order", "healthy" (R3.2), "uncontrolled" (HR-1) or "card"."""

    politician: Name
    why: str = "order"


class Aged(Public, frozen=True):
    """Stress points more, and what for."""

    politician: Name
    years: int
    reason: str


class PurgeRolled(Public, frozen=True):
    """R4.1: the die, what is added to it, and the Purge Number."""

    purger: Name
    victim: Name
    die: int
    modifier: int
    needed: int

    @property
    def succeeded(self) -> bool:
        return self.die + self.modifier >= self.needed


class SentToSiberia(Public, frozen=True):
    """`how`: purge, trial or condemnation; `origin`: the slot he left."""

    politician: Name
    how: str
    origin: str


class BallotOpened(Public, frozen=True):
    """`matter`: trial or nomination."""

    matter: str
    politician: Name


class VoteFixed(Public, frozen=True):
    """`vote`: guilty innocent yes no, or None (he does not vote)."""

    voter: Name
    vote: str | None
    player: Player | None = None


class Acquitted(Public, frozen=True):
    """R5.2: all his "?" are removed."""

    politician: Name
    innocent: int


class Convicted(Public, frozen=True):
    """R5.2: guilty; Siberia follows."""

    politician: Name
    innocent: int


class Suspected(Public, frozen=True):
    """R5.4: one "?" more."""

    politician: Name


class Cleared(Public, frozen=True):
    """One "?" is removed (R5.5)."""

    politician: Name


class HealthRolled(Public, frozen=True):
    """`change`: Red Crosses more (or −1, one less); `dead`: the chart says so at once; `modifier`: what cards add to the die."""

    politician: Name
    die: int
    change: int
    dead: bool = False
    modifier: int = 0


class Died(Public, frozen=True):
    """R6.1: buried in the Kremlin Wall."""

    politician: Name
    origin: str


class NominationDefeated(Public, frozen=True):
    """R7.4; `noes`: who voted against."""

    nominator: Name
    nominee: Name
    noes: tuple[Name, ...]


class Moved(Public, frozen=True):
    """`how`: shift promotion demotion election age release card; `sponsor` pays."""

    politician: Name
    origin: str
    to: str
    how: str
    sponsor: Name | None = None


class Swapped(Public, frozen=True):
    """R8.1: two members of one level exchange their slots."""

    politician: Name
    other: Name
    sponsor: Name


class ParadeRolled(Public, frozen=True):
    """R9.2: the die of a Party Chief in poor health."""

    politician: Name
    die: int
    needed: int


class Waved(Public, frozen=True):
    """R9.3; `player` None: credited to nobody."""

    turn: int
    politician: Name
    player: Player | None


class NobodyWaved(Public, frozen=True):
    """`why`: vacant, sanatorium or failed."""

    turn: int
    why: str
    politician: Name | None = None


class Retired(Public, frozen=True):
    """R10.1."""

    politician: Name
    origin: str


class GameEnded(Public, frozen=True):
    """`clause`: the rule that ended it; no winners: nobody wins."""

    winners: tuple[Player, ...]
    clause: str
