"""R3: phase 1, the Cure Phase."""

from ..events import Aged, CameBack, Choice, Finished, HouseRuled, Name, WentToSanatorium
from ..questions import Step
from ..table import Table, announcement

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
    if name in table.state.finished:
        return
    if member.cure and not member.crosses:
        yield CameBack(name, "healthy")
    elif member.crosses and table.state.controller(name) is None:
        if member.cure:  # R0.6
            yield HouseRuled("HR-1", f"{name} comes back: nobody controls him")
            yield CameBack(name, "uncontrolled")
    elif member.crosses:
        yield from _choose(table, name)
    yield Finished(name)


def _choose(table: Table, name: Name) -> Step[None]:
    """R3.1, with R2.7; HR-27: without an order he stays where he is."""
    while True:
        member, player = table.state.people[name], table.state.controller(name)
        choice = yield from table.ask(name, "cure", ((GO, STAY), ()))
        if choice is None:
            choice = GO if member.cure else STAY
            yield HouseRuled("HR-27", f"no order for {name}", player)
        if (yield from table.announce(announcement(name, choice, player))):
            break
    if choice == GO and not member.cure:
        yield WentToSanatorium(name)
    elif choice == STAY and member.cure:
        yield CameBack(name)


def _age(table: Table, name: Name) -> Step[None]:
    """R3.3; R14.2 never below nothing; R16.2 and R17.1 cap it."""
    member = table.state.people[name]
    reasons = table.rules.aging(table.state, member)
    years = max(0, sum(number for _, number in reasons))
    if table.rules.aging_cap is not None:
        years = min(years, table.rules.aging_cap)
    if member.suspicion > 1 and any(reason == "suspicion" for reason, _ in reasons):
        yield HouseRuled("HR-5", f"{name} ages once for all his suspicion")
    if years:
        yield Aged(name, years, ", ".join(reason for reason, _ in reasons))
