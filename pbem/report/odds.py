"""What is added to a purge roll, and why, so that the plan and the chronicle say the same (R4.2, R14.3, R15.4)."""

from pbem.engine import board
from pbem.engine.cards.purges import purge_modifier
from pbem.engine.state import Politician, State

from .naming import Names
from .prose import listed

_SANATORIUM, _ELEMENT = 3, 2


def purge_odds(names: Names, state: State, target: Politician) -> str:
    """`14`, `14, with +2 for a weakness and -3 by cards on the die`: the Purge Number, and what the die gets."""
    number = str(board.PURGE_NUMBER.get(target.place, 0))
    helps = [f"{more:+d} {why}" for more, why in _helps(names, state, target) if more]
    return f"{number}, with {listed(helps)} on the die" if helps else number


def _helps(names: Names, state: State, target: Politician) -> list[tuple[int, str]]:
    codes = {card.number: card.code for card in names.deck.values()}
    strength, weakness = names.elements.get(target.letter, ("", ""))
    return [
        (_SANATORIUM * target.cure, "at the Sanatorium"),
        (-_ELEMENT * (target.place == strength), "for a strength"),
        (_ELEMENT * (target.place == weakness), "for a weakness"),
        (purge_modifier(state, target, codes), "by cards"),
    ]
