"""R9.2, R9.3: phase 8, the October Parade."""

from ..events import Aged, Announced, NobodyWaved, ParadeRolled, Waved
from ..questions import Step
from ..state import Politician
from ..table import Table


def play(table: Table) -> Step[None]:
    """R9.2, then what the end of the year brings (R15.6)."""
    if not _held(table):
        yield from table.start()
        yield from _parade(table)
    if table.rules.after_parade is not None and not table.state.over:
        yield from table.rules.after_parade(table)


def _held(table: Table) -> bool:
    """Has this year's parade been decided (before a ruling that had the phase looked at afresh)?"""
    return bool(table.state.waves) and table.state.waves[-1].turn == table.state.turn


def _parade(table: Table) -> Step[None]:
    """R9.2: the Party Chief at work must stand; poor health costs SP and needs a roll."""
    chief, turn = table.state.holder("PC"), table.state.turn
    if chief is None:
        yield NobodyWaved(turn, "vacant")
    elif chief.cure:
        yield NobodyWaved(turn, "sanatorium", chief.letter)
    else:
        yield from _stand(table, chief)


def _stand(table: Table, chief: Politician) -> Step[None]:
    """R2.6 (d), R9.2: his wave is credited to whoever controls him when the window has closed (R9.3)."""
    name, turn = chief.letter, table.state.turn
    said = Announced(name, "parade", player=table.state.controller(name))
    yield said
    yield from table.window(said)
    if table.state.people[name].place != "PC":  # a card has taken him away
        yield NobodyWaved(turn, "vacant")
        return
    crosses = table.state.people[name].crosses
    if crosses:
        yield Aged(name, crosses, "parade")
        needed = table.rules.wave_needs[crosses]
        die = yield from table.roll(name)
        yield ParadeRolled(name, die, needed)
        if die < needed:
            yield NobodyWaved(turn, "failed", name)
            return
    yield Waved(turn, name, table.state.controller(name))
    yield from table.facts(table.rules.after_wave(table.state))
