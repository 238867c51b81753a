"""What a plan is made from: one player's view, and how it answers the questions of a plan."""

from collections.abc import Sequence
from typing import NamedTuple

from pbem.engine.events import Name, Player
from pbem.engine.questions import Ask
from pbem.engine.rules import Rules
from pbem.engine.state import State
from pbem.orders.conditions import Context, letters, meant
from pbem.orders.lines import Group, Line, Named, Office, Who
from pbem.orders.wishes import VERBS_FOR

from .naming import Names, following_turn


class Scene(NamedTuple):
    """What a plan is made from."""

    names: Names
    rules: Rules
    view: State
    me: Player
    session: tuple[str, ...]
    asks: Sequence[Ask]

    @property
    def context(self) -> Context:
        return Context(self.me, self.view)

    @property
    def turn(self) -> int:
        return max(
            1, following_turn(self.view, self.session, self.session[0]) if self.session else self.view.turn
        )

    def whom(self, who: Who) -> tuple[Name, ...]:
        """The Politicians meant now; a group is not spelled out here."""
        return () if isinstance(who, Group) else letters(who, self.context)

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

    def actors(self, line: Line) -> list[Name]:
        """Who of mine would carry it out, as far as the questions foreseen tell."""
        found: dict[Name, None] = {}
        for ask in self.asks:
            if line.verb in VERBS_FOR.get(ask.action, ()) and (
                line.actor is None or meant(line.actor, ask.actor, self.context)
            ):
                found.setdefault(ask.actor)
        return list(found)
