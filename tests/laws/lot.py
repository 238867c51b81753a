"""Numbers from a seed and a place: splitmix64, without a generator's state."""

from collections.abc import Sequence
from typing import TypeVar

MASK = 2**64 - 1
T = TypeVar("T")


class Lot:
    """One row of numbers."""

    def __init__(self, seed: int, place: int) -> None:
        self.state = (seed * 0x9E3779B97F4A7C15 + place * 0xD1B54A32D192ED03) & MASK

    def __call__(self, below: int) -> int:
        self.state = (self.state + 0x9E3779B97F4A7C15) & MASK
        mixed = ((self.state ^ (self.state >> 30)) * 0xBF58476D1CE4E5B9) & MASK
        mixed = ((mixed ^ (mixed >> 27)) * 0x94D049BB133111EB) & MASK
        return (mixed ^ (mixed >> 31)) % below

    def of(self, several: Sequence[T]) -> T:
        return several[self(len(several))]
