"""The course of a phase: its own rules, then what ends every phase (R10, R11)."""

from ..questions import Step
from ..table import Table
from . import retirement


def play(table: Table) -> Step[None]:
    """HR-26: retirements come before the count of R8.10, but after an end by waves and after R11.2 and R17.6."""
    phase = table.state.phase
    if table.rules.opening is not None:
        yield from table.rules.opening(table)
    yield from table.rules.phases[phase](table)
    if phase == "funeral" and not table.state.over:
        yield from table.facts(table.rules.after_funeral(table.state))
    if phase == "replacement":
        yield from table.facts(table.rules.after_replacement(table.state))
    retired = yield from retirement.play(table)
    if phase == "replacement" and not table.state.over:
        yield from table.facts(table.rules.after_retirement(table.state, retired))
