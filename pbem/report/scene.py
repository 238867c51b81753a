"""What a plan is made from: one player's view, and how it answers the questions of a plan."""

from collections.abc import Iterator, Sequence
from functools import cached_property

from pbem.engine import board
from pbem.engine.events import Announced, Choice, Name, Player
from pbem.engine.influence import takes_influence
from pbem.engine.rules import Rules
from pbem.engine.state import State
from pbem.orders import wishes
from pbem.orders.conditions import Context, letters, meant
from pbem.orders.lines import Group, Line, Named, Office, Who
from pbem.orders.standing import Standing, phase_of
from pbem.orders.wishes import VERBS_FOR

from .forecast import Decision, Shown, decisions, shown, top
from .naming import Names, following_turn
from .prose import HELD


class Scene:
    """`view`: as he sees it now; `later`: when his own lines have shown the influence that they show at once."""

    def __init__(
        self,
        names: Names,
        rules: Rules,
        view: State,
        me: Player,
        session: tuple[str, ...],
        standing: Sequence[Standing] = (),
        pause: Announced | None = None,
        made_by: int | None = None,
    ) -> None:
        self.names, self.rules, self.view, self.me, self.session = names, rules, view, me, session
        self.standing, self.pause, self.made_by = standing, pause, made_by
        self._decisions: dict[str, list[Decision]] = {}
        #: by the identity of a line, which is kept with it
        self._powers: dict[int, tuple[Line, list[Decision]]] = {}
        self._actors: dict[int, tuple[Line, list[Name]]] = {}

    @cached_property
    def turn(self) -> int:
        return self.turn_of(self.session[0]) if self.session else max(1, self.view.turn)

    def turn_of(self, phase: str) -> int:
        """In which turn this phase is played next."""
        return max(1, following_turn(self.view, self.session, phase))

    @cached_property
    def _shown(self) -> Shown:
        return shown(self.view, self.me, self.standing, self.turn)

    @property
    def later(self) -> State:
        return self._shown.view

    @property
    def gained(self) -> dict[Name, int]:
        """Whom his own lines bring him, by the number of the order."""
        return self._shown.gained

    @cached_property
    def context(self) -> Context:
        return Context(self.me, self.later)

    def growing(self, name: Name) -> int:
        """What his GAIN lines will add to this Politician (D13)."""
        gains = [one.line for one in self.standing if one.line.verb == "gain"]
        return sum(line.number or 0 for line in gains if self.one(line.who[0]) == name)

    # --- who and whom ---

    def whom(self, who: Who) -> tuple[Name, ...]:
        """The Politicians meant now; a group is not spelled out here."""
        return () if isinstance(who, Group) else letters(who, self.context)

    def one(self, who: Who) -> Name | None:
        """The one Politician meant, if it is one."""
        named = self.whom(who)
        return named[0] if named else None

    def said(self, who: Who) -> str:
        """`Palavrian`, `KGB Strychnin`, `one of yours`."""
        match who:
            case Group(word):
                return {"mine": "one of yours", "anyone": "anybody", "actor": "whoever announced it"}[word]
            case Office(slot):
                holder = self.view.holder(slot)
                return f"{slot} {self.names.of(holder.letter)}" if holder else f"the {slot} (vacant)"
            case Named(letter):
                return self.names.of(letter)

    def age(self, letter: Name) -> int:
        return self.view.people[letter].age

    def mine(self, letter: Name) -> bool:
        """His, once his own lines have shown their influence."""
        return letter in self._his

    @cached_property
    def _his(self) -> frozenset[Name]:
        later = self.later
        return frozenset(letter for letter in later.declared if later.controller(letter) == self.me)

    def held(self, letter: Name) -> str:
        """`KGB Head Strychnin (Ben’s)`; of one whom his own lines will have taken by then: `(yours by your orders)`."""
        holder = self.later.controller(letter)
        whose = (
            "yours by your orders"
            if holder == self.me != self.view.controller(letter)
            else "yours"
            if holder == self.me
            else "nobody’s"
            if holder is None
            else f"{self.names.who(holder)}’s"
        )
        return f"{self.names.titled(self.view, letter)} ({whose})"

    def need(self, letter: Name) -> str:
        """What it takes to make him mine."""
        written, most = self.later.written(self.me, letter), top(self.later, letter)
        if not written:
            return "you recorded nothing there"
        if not takes_influence(self.view, letter):
            return "out of reach of all influence"
        if letter in self.view.locked:
            return "held for good (10+)"
        if written <= most:
            return f"your {written} cannot beat the {most} shown there"
        return f"{most + 1} of your {written} would do"

    # --- who decides ---

    def decisions(self, phase: str) -> list[Decision]:
        """All that would be decided there, by whomever."""
        found = self._decisions.get(phase)
        if found is None:
            found = decisions(self.later, self.rules, phase, self.turn_of(phase))
            self._decisions[phase] = found
        return found

    def powers(self, line: Line) -> list[Decision]:
        """The decisions that this line could serve, if they were all his."""
        found = self._powers.get(id(line))
        if found is None:
            found = self._powers[id(line)] = line, list(self._found_powers(line))
        return found[1]

    def _found_powers(self, line: Line) -> Iterator[Decision]:
        phase = phase_of(line)
        for one in self.decisions(phase) if phase else ():
            if line.verb not in VERBS_FOR[one.action]:
                continue
            if line.actor is None or meant(line.actor, one.actor, self.context):
                yield one

    def own(self, line: Line) -> list[Decision]:
        """Those that are his."""
        return [d for d in self.powers(line) if d.player == self.me]

    def legal(self, line: Line, decision: Decision) -> list[tuple[int, Choice]]:
        """The choices of this line that are legal there, with their entries in its list."""
        at = Context(self.me, self.later, decision.actor)
        return [
            (n, wish) for n, wish in wishes.of(line, decision.asked(), at, set()) if wish in decision.options
        ]

    def actors(self, line: Line) -> list[Name]:
        """Who of his would carry it out."""
        found = self._actors.get(id(line))
        if found is None:
            own = self.own(line)
            able = [d.actor for d in own if self.legal(line, d)] if len(own) > 1 else []
            found = self._actors[id(line)] = line, list(dict.fromkeys(able or [d.actor for d in own]))
        return found[1]

    def voters(self, line: Line) -> list[Name]:
        """Active members of his who would vote by this line."""
        members = filter(None, map(self.later.active, board.POLITBURO))
        return [
            p.letter
            for p in members
            if self.mine(p.letter) and (line.actor is None or meant(line.actor, p.letter, self.context))
        ]

    def by_order(self, letter: Name) -> str:
        """` (yours by order 3)` where his own line brings him."""
        number = self.gained.get(letter)
        return f" (yours by order{HELD}{number})" if number else ""
