"""R15.7: bribes (advanced E)."""

from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING

from .. import bribes as bribery
from ..questions import Step
from ..rules import Rules

if TYPE_CHECKING:
    from ..table import Table


def bribes(rules: Rules) -> Rules:
    """Offers accepted for a phase are struck when it opens."""
    before: Callable[[Table], Step[None]] | None = rules.opening

    def opening(table: "Table") -> Step[None]:
        if before is not None:
            yield from before(table)
        yield from bribery.strike_accepted(table)

    return replace(rules, opening=opening)
