"""R9.1: phase 7, Rehabilitation."""

from ..board import PEOPLE, POLITBURO, SIBERIA
from ..events import Aged, Choice, Finished, Name
from ..questions import Step
from ..table import Options, Table

RELEASE_SP = 5


def play(table: Table) -> Step[None]:
    """In voting order each active, controlled member may release any number, at 5 SP each."""
    yield from table.start()
    for slot in POLITBURO:
        member = table.state.active(slot)
        if member is not None:
            yield from _releases(table, member.letter)


def _releases(table: Table, name: Name) -> Step[None]:
    """R0.6: an uncontrolled one is passed over without a window."""
    while name not in table.state.finished and table.in_office(name):
        if table.state.controller(name) is None:
            return
        proposal = yield from table.propose(name, "release", lambda: options(table, name))
        if not proposal.stands:
            continue
        if proposal.choice is None:
            yield Finished(name)
            return
        freed: Name = proposal.choice.target
        yield from table.move(freed, PEOPLE, "release", name)
        yield Aged(name, RELEASE_SP, "release")


def options(table: Table, name: Name) -> Options:
    """Everyone in Siberia; R10.2: nobody from 96 on."""
    if not table.may_age(name):
        return (), ()
    return tuple(Choice("release", p.letter) for p in table.state.at(SIBERIA)), ()
