"""R3: phase 1, the Cure Phase."""

from functools import partial

from .. import board, bonds, readings
from ..events import Aged, CameBack, Choice, Finished, Name, WentToSanatorium
from ..questions import Step
from ..state import Politician, State
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
            yield from _alone(table, name)
    elif member.crosses:
        yield from _choose(table, name)
        now = table.state.people[name]
        if now.cure and not now.crosses:  # a card has cured him
            yield CameBack(name, "healthy")
    yield Finished(name)


def _alone(table: Table, name: Name) -> Step[None]:
    """HR-1: a guest whom nobody controls."""
    stays = readings.says(table.state, "HR-1", "stays")
    yield from table.ruled("HR-1", f"{name} {'stays' if stays else 'comes back'}: nobody controls him")
    if not stays:
        yield CameBack(name, "uncontrolled")
    yield from table.used("HR-1")


def _choose(table: Table, name: Name) -> Step[None]:
    """R3.1, with R2.7; HR-27: without an order he stays where he is."""
    while table.state.people[name].crosses and (player := table.state.controller(name)) is not None:
        choice = yield from table.ask(name, "cure", options(table))
        if choice is None:
            legal = bonds.binding(table.state, name, options(table)[0])[0]
            if not legal:  # blackmail has barred both
                return
            usual = unless_ordered(table.state, name)
            choice = usual if usual in legal else legal[0]
            yield from table.ruled("HR-27", f"no order for {name}", player)
        if (yield from table.announce(announcement(name, choice, player), partial(options, table))):
            break
    else:  # only a card can bring him here: cured, dead, or without a controller
        return
    cure = table.state.people[name].cure
    if choice == GO and not cure:
        yield WentToSanatorium(name)
    elif choice == STAY and cure:
        yield CameBack(name)


def unless_ordered(state: State, name: Name) -> Choice:
    """HR-27: he stays where he is."""
    return GO if state.people[name].cure and not readings.says(state, "HR-27", "at-work") else STAY


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
        yield from table.ruled("HR-5", f"{name} ages once for all his suspicion")
    elif _each_mark(table, member):
        yield from table.ruled("HR-5", f"{name} ages once for each “?”")
    if years:
        yield Aged(name, years, ", ".join(reason for reason, _ in reasons))


def _each_mark(table: Table, member: Politician) -> bool:
    """HR-5, read "each-mark"; in the Revolution it is the rule (R18.3)."""
    several = member.suspicion > 1 and table.rules.max_suspicion == 1
    return several and readings.says(table.state, "HR-5", "each-mark")
