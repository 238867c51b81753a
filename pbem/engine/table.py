"""What a phase may do: look at the position, ask, announce, roll, and state facts.

Two laws: nothing derived survives a yield (after any yield read `table.state` again), and a phase may be started afresh at any
question (what must not happen twice is in State, not in a local).
"""

from collections.abc import Callable, Iterable
from typing import NamedTuple

from . import board, influence
from .events import (
    Acting,
    Aged,
    Announced,
    Answered,
    Choice,
    Event,
    HouseRuled,
    Moved,
    Name,
    Player,
    SentToSiberia,
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
        """R2.6: rounds of declarations until one brings none."""
        number = 1
        while (yield from influence.declare_round(self, (yield Window(announced, number)))):
            number += 1

    def announce(self, announced: Announced) -> Step[bool]:
        """R2.6 (b), R2.7: say it, hold the window; True if it stands."""
        yield announced
        yield from self.window(announced)
        if self.state.controller(announced.actor) == announced.player:
            return True
        yield Withdrawn(announced.actor, announced.action)
        return False

    def ask(self, actor: Name, action: str, options: Options, optional: bool = True) -> Step[Choice | None]:
        """Put a question to the controller, who must exist; returns his Choice or None."""
        player = self.state.controller(actor)
        assert player is not None
        answered: Answered = yield Ask(player, actor, action, *options, optional)
        for ruling in answered.barred:
            yield HouseRuled(ruling, f"{player}'s order for {actor}", player)
        return answered.choice

    def propose(self, actor: Name, action: str, options: Callable[[], Options]) -> Step[Proposal]:
        """Ask and announce once.  An uncontrolled member's pass is announced, too (R0.6); without options nothing is."""
        legal = options()
        if not legal[0]:
            return NOTHING
        player = self.state.controller(actor)
        choice = (yield from self.ask(actor, action, legal)) if player is not None else None
        stands = yield from self.announce(announcement(actor, choice, player))
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

    def roll(self, purpose: str) -> Step[int]:
        """R0.7: a d20, labelled with year and phase."""
        die: int = yield Roll(f"{board.year(self.state.turn)}/{self.state.phase} {purpose}")
        return die

    def age(self, name: Name, years: int, reason: str) -> Step[None]:
        if years:
            yield Aged(name, years, reason)

    def exile(self, name: Name, how: str) -> Step[None]:
        """R4.8, R2.4: to Siberia, and what goes with him."""
        exiled = self.state.people[name]
        lost = tuple(self.rules.exile(self.state, name))
        if exiled.cure:
            yield HouseRuled("HR-6", f"{name} leaves the Sanatorium with the Politburo")
        yield SentToSiberia(name, how, exiled.place)
        yield from self.facts(lost)

    def move(self, name: Name, to: str, how: str, sponsor: Name | None = None) -> Step[None]:
        """From slot to slot, or down to the People.  HR-6 says what becomes of a Cure marker."""
        mover = self.state.people[name]
        if mover.cure:
            stays = "keeps" if board.level(to) <= board.level("SPO") else "loses"
            yield HouseRuled("HR-6", f"{name} {stays} his Cure marker")
        yield Moved(name, mover.place, to, how, sponsor)


def announcement(actor: Name, choice: Choice | None, player: Player | None) -> Announced:
    """A choice as it is said aloud; declining is a pass."""
    if choice is None:
        return Announced(actor, "pass", player=player)
    target, to, other = choice.target or None, choice.to or None, choice.other or None
    return Announced(actor, choice.action, target, to, other, player=player)
