"""R4: phase 2, the Purge Phase."""

from ..board import PURGE_NUMBER, PURGE_SUCCESSION, RANK
from ..events import Aged, Choice, HouseRuled, Name, PurgeRolled
from ..questions import Step
from ..table import Options, Table

SUCCESS_SP = 1
FAILURE_SP = 3


def play(table: Table) -> Step[None]:
    """R4.3: he may purge again and again, until a purge fails or he declines (R4.4).

    HR-8: the power stays with whom it fell to at the start of the phase.
    """
    yield from table.start()
    purger = yield from table.empower(PURGE_SUCCESSION, "purge")
    if purger is None:
        return
    name = purger.letter
    goes_on = True
    while goes_on:
        if not table.in_office(name):
            yield HouseRuled("HR-8", f"{name} left his slot, and the power with him")
            return
        goes_on = yield from _attempt(table, name)


def _attempt(table: Table, purger: Name) -> Step[bool]:
    """One announcement.  False: the phase is over."""
    proposal = yield from table.propose(purger, "purge", lambda: targets(table, purger))
    if not proposal.stands:
        return True
    if proposal.choice is None:
        return False
    victim = proposal.choice.target
    if victim == purger:
        yield HouseRuled("HR-7", f"{purger} purges himself")
    rolled = yield from _roll(table, purger, victim)
    if not rolled.succeeded:
        yield Aged(purger, FAILURE_SP, "failed purge")
        return False
    yield from table.exile(victim, "purge")
    if victim == purger:
        return False
    yield Aged(purger, SUCCESS_SP, "purge")
    return True


def targets(table: Table, purger: Name) -> Options:
    """R4.1: anyone in the Politburo or among the Candidates, HR-7 himself too; R4.7: nobody from 96 on."""
    if not table.may_age(purger):
        return (), ()
    names = sorted(
        (p for p in table.state.people.values() if p.place in PURGE_NUMBER), key=lambda p: RANK[p.place]
    )
    return tuple(Choice("purge", p.letter) for p in names), ()


def _roll(table: Table, purger: Name, victim: Name) -> Step[PurgeRolled]:
    """R4.1, R4.2: the die and what is added to it must reach the Purge Number."""
    die = yield from table.roll(f"purge {victim}")
    target = table.state.people[victim]
    modifier = sum(of(table.state, target) for of in table.rules.purge_modifiers)
    rolled = PurgeRolled(purger, victim, die, modifier, PURGE_NUMBER[target.place])
    yield rolled
    return rolled
