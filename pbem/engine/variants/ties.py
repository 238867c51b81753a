"""R13: support in ties (advanced B)."""

from dataclasses import replace

from .. import support
from ..rules import Rules


def ties(rules: Rules) -> Rules:
    """Ties are settled when a window is quiet (decision D10)."""
    return replace(rules, settle_late=support.settle)
