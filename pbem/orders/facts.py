"""Conditions and triggers: their rules of `grammar.lark` to values.  `build.py` has the other half."""

from collections.abc import Sequence
from typing import Any, get_args

from lark import Transformer

from pbem.orders import lines as ast
from pbem.orders.lines import And, Ballot, Condition, Not, Or, Trigger, Who

Children = list[Any]
WHO = (ast.Named, ast.Office, ast.Group)
_CONDITION = (
    *(ast.Controls, ast.Sits, ast.Health, ast.Age, ast.Declared, ast.Turn, ast.Waves, ast.Votes),
    *(Not, And, Or),
)


def whos(children: Children) -> tuple[Who, ...]:
    """The Politicians, offices and groups among the children."""
    return tuple(child for child in children if isinstance(child, WHO))


def at(children: Sequence[Any], index: int) -> Any:
    """The child with this index, None if there are not so many."""
    return children[index] if index < len(children) else None


def number_in(children: Children) -> int:
    """The one number among the children."""
    return next(child for child in children if isinstance(child, int) and not isinstance(child, bool))


def _conditions(children: Children) -> tuple[Condition, ...]:
    return tuple(child for child in children if isinstance(child, _CONDITION))


_BALLOTS: dict[str, Ballot] = {word: word for word in get_args(Ballot)}


def _ballot(children: Children) -> Ballot | None:
    """How somebody votes, if it is said."""
    return next((_BALLOTS[child] for child in children if isinstance(child, str)), None)


class FactBuilder(Transformer[Any, Any]):
    """What may stand behind IF, UNLESS, WHILE and WHEN."""

    def either(self, children: Children) -> Condition:
        parts = _conditions(children)
        return parts[0] if len(parts) == 1 else Or(parts)

    def both(self, children: Children) -> Condition:
        parts = _conditions(children)
        return parts[0] if len(parts) == 1 else And(parts)

    def negated(self, children: Children) -> Condition:
        return Not(children[-1])

    def controls(self, children: Children) -> Condition:
        return ast.Controls(children[0], children[1])

    def controlled(self, children: Children) -> Condition:
        return ast.Controls(children[1], children[0])

    def declared(self, children: Children) -> Condition:
        return ast.Declared(*children)

    def waves(self, children: Children) -> Condition:
        return ast.Waves(*children)

    def state(self, children: Children) -> Condition:
        """`G IS NOT SICK`, `G AT WORK`, `G IS DM`, `KGB IS MINE`."""
        who, said = children[0], children[-1]
        fact: Condition
        if said in ("healthy", "sick", "ill", "suspect"):
            fact = ast.Health(who, said)
        elif said in ("nobody", "i"):
            fact = ast.Controls(said, who)
        else:
            fact = ast.Sits(who, said)
        return Not(fact) if len(children) == 3 else fact

    def age(self, children: Children) -> Condition:
        return ast.Age(*children)

    def turn(self, children: Children) -> Condition:
        return ast.Turn(*children)

    def innocent_votes(self, children: Children) -> Condition:
        return ast.Votes("innocent", *children)

    def no_votes(self, children: Children) -> Condition:
        return ast.Votes("no", *children)

    # -- triggers ----------------------------------------------------------------------------------------------------

    def announced(self, children: Children) -> Trigger:
        return Trigger(children[0], of=at(children, 1), by=at(children, 2))

    def announced_by(self, children: Children) -> Trigger:
        return Trigger(children[0], by=at(children, 1), of=at(children, 2))

    def done(self, children: Children) -> Trigger:
        return Trigger(children[1], of=children[0], by=at(children, 2))

    def announces(self, children: Children) -> Trigger:
        return Trigger(children[1], by=children[0], of=at(children, 2))

    def voted(self, children: Children) -> Trigger:
        by, on = next((child for child in children if isinstance(child, tuple)), (None, None))
        return Trigger("vote", vote=_ballot(children), by=by, on=on)

    def voter(self, children: Children) -> tuple[Who, Who | None]:
        return children[0], at(children, 1)

    def voted_on(self, children: Children) -> Trigger:
        names = whos(children)
        return Trigger("vote", vote=_ballot(children), on=names[0], by=at(names, 1))

    def votes(self, children: Children) -> Trigger:
        names = whos(children)
        return Trigger("vote", vote=_ballot(children), by=names[0], on=at(names, 1))

    def passed(self, children: Children) -> Trigger:
        return Trigger("pass", by=children[0] if children else None)

    def any_action(self, children: Children) -> Trigger:
        return Trigger("any", by=children[0] if children else None)

    def parade(self, children: Children) -> Trigger:
        return Trigger("parade")

    def phase_start(self, children: Children) -> Trigger:
        return Trigger("start", phase=children[0])
