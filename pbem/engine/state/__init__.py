"""The position, and the one function that changes it: the position is `fold(journal)`.

A player's view is the same State, folded from what `see` lets through: the sheets and hands of the others are None in it.
"""

from . import cards, desk, table
from .core import evolve, fold
from .position import Ballot, Bond, Effect, Hand, Offer, Politician, Stake, State, Victor, Wave, replace

__all__ = [
    "Ballot",
    "Bond",
    "Effect",
    "Hand",
    "Offer",
    "Politician",
    "Stake",
    "State",
    "Victor",
    "Wave",
    "cards",
    "desk",
    "evolve",
    "fold",
    "replace",
    "table",
]
