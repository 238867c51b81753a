"""R10: retirement at 96, at the end of every phase."""

from .. import readings
from ..board import POLITBURO, RANK, RETIRED, RETIREMENT_AGE, WALL
from ..events import HouseRuled, Retired
from ..questions import Step
from ..state import Politician
from ..table import Table


def due(table: Table) -> list[Politician]:
    """R10.1: everyone of 96 or more, wherever he is (HR-19), as the board shows them."""
    old = _old(table)
    return [p for p in old if p.place in POLITBURO] if readings.of(table.state, "HR-19") else old


def _old(table: Table) -> list[Politician]:
    gone = (WALL, RETIRED)
    old = [p for p in table.state.people.values() if p.age >= RETIREMENT_AGE and p.place not in gone]
    return sorted(old, key=lambda p: RANK[p.place])


def play(table: Table) -> Step[int]:
    """Out of the game for good; HR-19: from Siberia, too.  Returns how many."""
    leaving = due(table)
    if leaving and table.state.over:
        yield HouseRuled("HR-26", "the game was over before these retirements")
    for politician in leaving:
        if politician.place not in POLITBURO:
            yield HouseRuled("HR-19", f"{politician.letter} retires outside the Politburo")
        yield Retired(politician.letter, politician.place)
    if readings.says(table.state, "HR-19", "politburo"):
        yield from _staying(table)
    return len(leaving)


def _staying(table: Table) -> Step[None]:
    """HR-19, read "politburo": who is old enough elsewhere."""
    staying = _old(table)
    for politician in staying:
        yield from table.ruled("HR-19", f"{politician.letter} does not retire outside the Politburo")
    if staying:
        yield from table.used("HR-19")
