"""Scenarios: a position, orders and dice, and what must come of it (`docs/scenarios.md`).

A scenario is played with the same engine and the same order reader as a mailed game.
"""

from .loading import load, parse
from .playing import Verdict, play
from .shape import Malformed, Scenario

__all__ = ["Malformed", "Scenario", "Verdict", "load", "parse", "play"]
