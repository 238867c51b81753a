"""R1.4: the cards take their slots by age (advanced H)."""

from dataclasses import replace

from ..events import Card, Name
from ..phases import setup
from ..rules import Rules


def _in_order_of_letters(rules: Rules, seed: bytes) -> dict[Name, Card]:
    """R1.4: no shuffle; B, C, D … on slots 2, 3, 4 … C5."""
    return setup.seated(rules, sorted(setup.others(rules)))


def by_age(rules: Rules) -> Rules:
    """R1.4."""
    return replace(rules, deal=_in_order_of_letters)
