"""R15.6: growing influence and "10+" (advanced F)."""

from dataclasses import replace

from .. import growth as growing
from ..rules import Rules


def growth(rules: Rules) -> Rules:
    """At the end of turns 3, 6 and 9."""
    return replace(rules, after_parade=growing.play, ten_plus=True)
