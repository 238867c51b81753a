"""R10: retirement at 96, at the end of every phase."""

from ..board import POLITBURO, RANK, RETIRED, RETIREMENT_AGE, WALL
from ..events import HouseRuled, Retired
from ..questions import Step
from ..state import Politician
from ..table import Table


def due(table: Table) -> list[Politician]:
    """R10.1: everyone of 96 or more, wherever he is, as the board shows them."""
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
    return len(leaving)
