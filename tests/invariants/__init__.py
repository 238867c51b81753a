"""What must be true of every game, after every event: the laws that the fuzzer and the property tests check.

`check` looks at one event between two positions; `Watch` stands between the engine and any answerer, and checks a whole game.
"""

from tests.invariants.law import Broken
from tests.invariants.table import check, conserved, flat
from tests.invariants.watch import Watch

__all__ = ["Broken", "Watch", "check", "conserved", "flat"]
