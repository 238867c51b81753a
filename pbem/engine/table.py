"""What a phase may do: look at the position, ask, announce, roll, and state facts.

Two laws: nothing derived survives a yield (after any yield read `table.state` again), and a phase may be started afresh at any
question (what must not happen twice is in State, not in a local).
"""

from collections.abc import Callable, Iterable
from typing import NamedTuple

from . import applied, board, bonds, bribes, influence, readings
from .events import (
    Acting,
    Aged,
    Announced,
    Answered,
    Choice,
    Event,
    Moved,
    Name,
    Player,
    PromiseKept,
    SentToSiberia,
    Underway,
    Withdrawn,
)
from .questions import Ask, Roll, Step, Window
from .rules import Rules
from .state import Politician, State

Options = tuple[tuple[Choice, ...], tuple[tuple[Choice, str], ...]]


class Proposal(NamedTuple):
    """What came of one question.  `stands`: control did not change in the window (R2.7)."""

    choice: Choice | None
    player: Player | None
    stands: bool


NOTHING = Proposal(None, None, True)


class Table:
    """The position, and the rules it is played by."""

    def __init__(self, state: State, rules: Rules) -> None:
        self.state = state
        self.rules = rules

    def facts(self, events: Iterable[Event]) -> Step[None]:
        """State what a policy says, one event after the other."""
        for event in events:
            yield event

    def start(self) -> Step[None]:
        """R2.6 (a): the window at the start of a phase; it opens even where the phase turns out empty (decision D18)."""
        yield from self.window(Announced("", "start", choice=self.state.phase))

    def window(self, announced: Announced) -> Step[None]:
        """R2.6: rounds of declarations, bribes and cards until one brings none; then ties, where players may support (R13)."""
        rules, number = self.rules, 1
        while True:
            if self.state.readings:
                yield from influence.left_alone(self)
            heard = yield Window(announced, number)
            if rules.deck:  # R15.7: what was accepted while the phase stood open for a ballot (E3)
                yield from bribes.strike_accepted(self)
            busy = yield from influence.declare_round(self, heard.claims)
            if rules.intrigue is not None and (heard.plays or heard.bribes):
                busy = (yield from rules.intrigue(self, announced, heard)) or busy
            if not busy and (rules.settle_late is None or not (yield from rules.settle_late(self))):
                return
            number += 1

    def ruled(self, ruling: str, about: str, player: Player | None = None) -> Step[None]:
        """Say that a house ruling is applied, and how it is read; `used` follows when that has been done."""
        yield applied.said(self.state, ruling, about, player)

    def used(self, ruling: str) -> Step[None]:
        """A reading for one case is used up."""
        yield from self.facts(applied.used(self.state, ruling))

    def announce(self, announced: Announced, options: Callable[[], Options] | None = None) -> Step[bool]:
        """R2.6 (b), R2.7: say it, hold the window; True if it stands.

        `options`: what is legal now; a card may have made illegal what was announced, or a bribe forbidden it.
        """
        yield announced
        yield from self.window(announced)
        why = self._falls(announced, options)
        if why is None:
            yield from self._stands(announced)
            return True
        yield Withdrawn(announced.actor, announced.action, why)
        return False

    def _falls(self, announced: Announced, options: Callable[[], Options] | None) -> str | None:
        """Why the announcement counts as never made ("": control changed), or None if it stands."""
        state = self.state
        if state.controller(announced.actor) != announced.player:
            return ""
        if not self.rules.deck:
            return None
        if state.cancelled:
            return state.cancelled
        if announced.action not in ("cure", "work", "vote") and not self.in_office(announced.actor):
            return "illegal"  # a card has sent him away
        if options is None:
            return None
        legal, forced = bonds.binding(state, announced.actor, options()[0])
        choice = bonds.choice_of(announced)
        if choice is None:
            return "promise" if forced else None
        if choice in legal:
            return None
        return "promise" if choice in options()[0] else "illegal"

    def _stands(self, announced: Announced) -> Step[None]:
        """R15.3: too late for cards of the start; R15.7: what was promised has been done."""
        if not self.rules.deck or announced.action in ("pass", "vote"):
            return
        yield from self.underway()
        for bond in bonds.kept(self.state, announced):
            yield PromiseKept(bond.player, bond.giver, bond.promise)

    def underway(self) -> Step[None]:
        """R15.3, decision D18: an action has taken effect."""
        if self.rules.deck and not self.state.underway:
            yield Underway()

    def ask(self, actor: Name, action: str, options: Options, optional: bool = True) -> Step[Choice | None]:
        """Put a question to the controller, who must exist; returns his Choice or None.

        Blackmail and promises narrow the options; what he has promised he cannot decline (R15.7).
        """
        player = self.state.controller(actor)
        assert player is not None
        legal, forced = bonds.binding(self.state, actor, options[0])
        if not legal:
            return None
        choice = yield from self.ask_player(
            player, actor, action, (legal, options[1]), optional and not forced
        )
        return legal[0] if choice is None and forced else choice

    def ask_player(
        self, player: Player, actor: Name, action: str, options: Options, optional: bool = True
    ) -> Step[Choice | None]:
        """Put a question to a player, of whichever Politician or of none (`actor` "")."""
        answered: Answered = yield Ask(player, actor, action, *options, optional)
        for ruling in answered.barred:
            yield from self.ruled(ruling, f"{player}'s order for {actor}", player)
        return answered.choice

    def propose(self, actor: Name, action: str, options: Callable[[], Options]) -> Step[Proposal]:
        """Ask and announce once.  An uncontrolled member's pass is announced, too (R0.6); without options nothing is."""
        legal = options()
        if not bonds.binding(self.state, actor, legal[0])[0]:
            return NOTHING
        player = self.state.controller(actor)
        choice = (yield from self.ask(actor, action, legal)) if player is not None else None
        stands = yield from self.announce(announcement(actor, choice, player), options)
        return Proposal(choice, player, stands)

    def empower(self, succession: Iterable[str], power: str, renew: bool = False) -> Step[Politician | None]:
        """R0.3: the office itself or the first alternate that is neither vacant nor inactive, or None.

        He is named once a phase (HR-8); with `renew` the next one follows him if he has left office (HR-13).
        """
        acting = self.state.acting
        if acting is None or (renew and not self.in_office(acting)):
            first = next(filter(None, map(self.state.active, succession)), None)
            if first is None:
                return None
            yield Acting(first.letter, power)
        assert self.state.acting is not None
        return self.state.people[self.state.acting]

    def in_office(self, name: Name) -> bool:
        """Active in the Politburo."""
        politician = self.state.people[name]
        return politician.place in board.POLITBURO and not politician.cure

    def may_age(self, name: Name) -> bool:
        """R10.2: from 96 on he initiates nothing that would age him."""
        return self.state.people[name].age < board.RETIREMENT_AGE

    def draw(self, number: int, purpose: str) -> Step[int]:
        """Decision D16: one of so many by d20, from 1; rolls above the largest multiple are repeated."""
        while True:
            die = yield from self.roll(purpose)
            if die <= 20 - 20 % number:
                return (die - 1) % number + 1

    def roll(self, purpose: str) -> Step[int]:
        """R0.7: a d20, labelled with year and phase."""
        die: int = yield Roll(f"{board.year(self.state.turn)}/{self.state.phase} {purpose}")
        return die

    def age(self, name: Name, years: int, reason: str) -> Step[None]:
        if years:
            yield Aged(name, years, reason)

    def exile(self, name: Name, how: str) -> Step[None]:
        """R4.8, R2.4: to Siberia, and what goes with him."""
        yield from self.underway()
        exiled = self.state.people[name]
        lost = tuple(self.rules.exile(self.state, name))
        if exiled.cure:
            kept = readings.says(self.state, "HR-6", "stays")
            leaves = "keeps his Cure marker" if kept else "leaves the Sanatorium with the Politburo"
            yield from self.ruled("HR-6", f"{name} {leaves}")
        yield SentToSiberia(name, how, exiled.place)
        if exiled.cure:
            yield from self.used("HR-6")
        yield from self.facts(lost)

    def move(self, name: Name, to: str, how: str, sponsor: Name | None = None) -> Step[None]:
        """From slot to slot, or down to the People.  HR-6 says what becomes of a Cure marker."""
        if how != "card":
            yield from self.underway()
        mover = self.state.people[name]
        if mover.cure:
            yield from self.marked(name, board.level(to) <= board.level("SPO"))
        yield Moved(name, mover.place, to, how, sponsor)
        if mover.cure:
            yield from self.used("HR-6")

    def marked(self, name: Name, inside: bool) -> Step[None]:
        """HR-6: whether he keeps his Cure marker.  `inside`: he stays in the Politburo."""
        reading = readings.of(self.state, "HR-6")
        stays = reading == "stays" if reading else inside
        yield from self.ruled("HR-6", f"{name} {'keeps' if stays else 'loses'} his Cure marker")


def announcement(actor: Name, choice: Choice | None, player: Player | None) -> Announced:
    """A choice as it is said aloud; declining is a pass."""
    if choice is None:
        return Announced(actor, "pass", player=player)
    target, to, other = choice.target or None, choice.to or None, choice.other or None
    return Announced(actor, choice.action, target, to, other, player=player)
