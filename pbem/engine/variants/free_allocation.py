"""R1.5: the same total of IP, on any number of Politicians, in any amounts (advanced H)."""

from collections.abc import Mapping
from dataclasses import replace

from .. import readings
from ..events import Name
from ..phases import setup
from ..rules import Rules
from ..state import State

MOST = 55  # HR-2
TEN = 10  # the same, read "ten-at-most"


def most(state: State) -> int:
    """HR-2: how much may be recorded on one Politician."""
    return TEN if readings.says(state, "HR-2", "ten-at-most") else MOST


def _in_any_amounts(rules: Rules, state: State, sheet: Mapping[Name, int]) -> list[str]:
    """R1.5; HR-2: at least 1 on each, at most 55.  HR-34: the total is that of the sheet, 66 with three players."""
    faults, total, given = setup.may_get_none(rules, state, sheet), sum(rules.sheet), sum(sheet.values())
    for name in sorted(sheet):
        if not 1 <= sheet[name] <= most(state):
            surname = rules.cards[name].surname
            faults.append(f"{surname} can get 1 to {most(state)}, not {sheet[name]}")
    if given < total:
        faults.append(f"still to give: {total - given} of {total} points")
    if given > total:
        faults.append(f"{given - total} too many: you have {total} points")
    return faults


def free_allocation(rules: Rules) -> Rules:
    """R1.5."""
    return replace(rules, sheet_faults=_in_any_amounts)
