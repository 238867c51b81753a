"""The Intrigue cards (R15): one function a card, whose docstring is the card's text.

To add a card: an entry in a pack, and a function here with the same text.
"""

from . import blackmail, favours, health, purges, revolution, revolution_hands, sanatorium, suspicion
from .code import CODES, Code

__all__ = [
    "CODES",
    "Code",
    "blackmail",
    "favours",
    "health",
    "purges",
    "revolution",
    "revolution_hands",
    "sanatorium",
    "suspicion",
]
