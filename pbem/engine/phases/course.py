"""The course of a phase: its own rules, then what ends every phase (R10, R11)."""

from .. import applied, readings
from ..questions import Step
from ..table import Table
from . import retirement


def play(table: Table) -> Step[None]:
    """The phase from its first line, or from a question at which the moderator has ruled, or ended the game."""
    if not table.state.over:
        yield from _course(table)


def _course(table: Table) -> Step[None]:
    """HR-26: retirements come before the count of R8.10, but after an end by waves and after R11.2 and R17.6."""
    phase = table.state.phase
    if table.rules.opening is not None:
        yield from table.rules.opening(table)
    yield from table.rules.phases[phase](table)
    if phase == "funeral" and not table.state.over:
        yield from table.facts(table.rules.after_funeral(table.state))
    if phase == "replacement":
        yield from table.facts(table.rules.after_replacement(table.state))
    counted = False
    if phase == "replacement":
        counted = yield from _count_first(table)
    retired = yield from retirement.play(table)
    if phase == "replacement" and not table.state.over and not counted:
        yield from table.facts(table.rules.after_retirement(table.state, retired))
    if table.state.readings and not table.state.over:
        yield from table.facts(applied.over(table.state))


def _count_first(table: Table) -> Step[bool]:
    """HR-26, where it is read "count-first": the count of R8.10 with those who are about to retire."""
    if (
        table.state.over
        or not readings.says(table.state, "HR-26", "count-first")
        or not retirement.due(table)
    ):
        return False
    yield from table.ruled("HR-26", "this phase's retirements do not count")
    yield from table.facts(table.rules.after_retirement(table.state, 0))
    yield from table.used("HR-26")
    return True
