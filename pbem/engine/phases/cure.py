"""R3: phase 1, the Cure Phase."""

from functools import partial

from .. import board, bonds
from ..events import Aged, CameBack, Choice, Finished, HouseRuled, Name, WentToSanatorium
from ..questions import Step
from ..table import Options, Table, announcement

GO, STAY = Choice("cure"), Choice("work")


def play(table: Table) -> Step[None]:
    """R3.1: the poor in health choose in voting order; then the members age."""
    yield from table.start()
    for member in table.state.politburo():
        yield from _attend(table, member.letter)
    for member in table.state.politburo():
        yield from _age(table, member.letter)


def _attend(table: Table, name: Name) -> Step[None]:
    """R3.1, R3.2: he chooses, or comes back because he is healthy or uncontrolled."""
    member = table.state.people[name]
    if name in table.state.finished or member.place not in board.POLITBURO:
        return
    if member.cure and not member.crosses:
        yield CameBack(name, "healthy")
    elif member.crosses and table.state.controller(name) is None:
        if member.cure:  # R0.6
            yield HouseRuled("HR-1", f"{name} comes back: nobody controls him")
            yield CameBack(name, "uncontrolled")
    elif member.crosses:
        yield from _choose(table, name)
        now = table.state.people[name]
        if now.cure and not now.crosses:  # a card has cured him
            yield CameBack(name, "healthy")
    yield Finished(name)


def _choose(table: Table, name: Name) -> Step[None]:
    """R3.1, with R2.7; HR-27: without an order he stays where he is."""
    while table.state.people[name].crosses and (player := table.state.controller(name)) is not None:
        choice = yield from table.ask(name, "cure", options(table))
        if choice is None:
            legal = bonds.binding(table.state, name, options(table)[0])[0]
            if not legal:  # blackmail has barred both
                return
            usual = GO if table.state.people[name].cure else STAY
            choice = usual if usual in legal else legal[0]
            yield HouseRuled("HR-27", f"no order for {name}", player)
        if (yield from table.announce(announcement(name, choice, player), partial(options, table))):
            break
    else:  # only a card can bring him here: cured, dead, or without a controller
        return
    cure = table.state.people[name].cure
    if choice == GO and not cure:
        yield WentToSanatorium(name)
    elif choice == STAY and cure:
        yield CameBack(name)


def options(table: Table) -> Options:
    """R3.1; there may be nowhere to go."""
    return ((GO, STAY) if table.rules.sanatorium_open(table.state) else (STAY,)), ()


def _age(table: Table, name: Name) -> Step[None]:
    """R3.3; R14.2 never below nothing; R16.2 and R17.1 cap it."""
    member = table.state.people[name]
    reasons = table.rules.aging(table.state, member)
    years = max(0, sum(number for _, number in reasons))
    if table.rules.aging_cap is not None:
        years = min(years, table.rules.aging_cap)
    if any(reason == "suspicion" and number < member.suspicion for reason, number in reasons):
        yield HouseRuled("HR-5", f"{name} ages once for all his suspicion")
    if years:
        yield Aged(name, years, ", ".join(reason for reason, _ in reasons))
