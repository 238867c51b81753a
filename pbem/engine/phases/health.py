"""R6: phase 4, the Health Phase."""

from ..events import Died, HealthRolled, Name
from ..questions import Step
from ..rules import HealthChart
from ..state import Politician
from ..table import Table

YOUNGEST, OLDEST = 50, 95
DEADLY = 3
LOWEST = 1


def play(table: Table) -> Step[None]:
    """R6.1: every member rolls in voting order, active or not, controlled or not."""
    yield from table.start()
    for member in table.state.politburo():
        yield from _examine(table, member.letter)


def _examine(table: Table, name: Name) -> Step[None]:
    die = yield from table.roll(name)
    patient = table.state.people[name]
    modifier = sum(of(table.state, patient) for of in table.rules.health_modifiers)
    change, dead = result(table.rules.chart, patient, max(LOWEST, die + modifier))
    yield HealthRolled(name, die, change, dead, modifier)
    if table.state.people[name].crosses >= DEADLY:
        yield Died(name, patient.place)


def result(chart: HealthChart, patient: Politician, die: int) -> tuple[int, bool]:
    """What the chart says: Red Crosses more (−1: one less, where he has one), and whether he dies at once."""
    rows = chart.sanatorium if patient.cure else chart.at_work
    row = rows[min(OLDEST, max(YOUNGEST, patient.age))]
    if die <= row.dead:
        return 0, True
    if die <= row.two:
        return 2, False
    if die <= row.one:
        return 1, False
    return (0, False) if die <= row.keep or not patient.crosses else (-1, False)
