"""R4: phase 2, the Purge Phase."""

from collections.abc import Iterable

from ..board import PURGE_NUMBER, PURGE_SUCCESSION, RANK
from ..events import Acting, Aged, Choice, Finished, HouseRuled, Name, PurgeRolled
from ..questions import Step
from ..state import Politician
from ..table import Options, Table

SUCCESS_SP = 1
FAILURE_SP = 3


def play(table: Table) -> Step[None]:
    """R4.3: he may purge again and again, until a purge fails or he declines (R4.4).

    HR-8: the power stays with whom it fell to at the start of the phase, unless a card passes it on (R15.4).
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
        if not goes_on and (heir := _instead(table, name)) is not None:
            yield Finished(name)
            yield Acting(heir.letter, "purge")
            name, goes_on = heir.letter, True


def _attempt(table: Table, purger: Name) -> Step[bool]:
    """One announcement.  False: the phase is over."""
    proposal = yield from table.propose(purger, "purge", lambda: targets(table, purger))
    if not proposal.stands:
        return True
    if proposal.choice is None:
        return False
    victim = proposal.choice.target
    bound = table.rules.first_purge(table.state)
    if bound is not None and bound not in table.state.slots and not table.state.attempted:
        yield HouseRuled(
            "HR-37", f"the slot of the {bound}, whom a card bound the first attempt to, is empty"
        )
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


def _instead(table: Table, name: Name) -> Politician | None:
    """R15.4, decision D19: if the KGB Head made no attempt, the Ideology Chief may; the usual succession for the inactive."""
    state = table.state
    if _first(table) is None or state.people[name].place != "KGB":
        return None
    return next(filter(None, map(state.active, PURGE_SUCCESSION[1:])), None)


def _first(table: Table) -> str | None:
    """R15.4: the slot that the first attempt is bound to; HR-37: as long as somebody sits there."""
    first = table.rules.first_purge(table.state)
    return first if first in table.state.slots and not table.state.attempted else None


def _heir(table: Table, purger: Name) -> bool:
    """Does he purge only by a card?  Somebody has declined before him."""
    return bool(table.state.finished - {purger})


def targets(table: Table, purger: Name) -> Options:
    """R4.1: anyone in the Politburo or among the Candidates, HR-7 himself too; R4.7: nobody from 96 on.

    R15.4: a card may bind the first attempt to one slot; who purges only by the card may then attempt the KGB Head.
    """
    if not table.may_age(purger):
        return (), ()
    slots: Iterable[str] = PURGE_NUMBER
    first = _first(table)
    if first is not None:
        slots = (first,)
    elif _heir(table, purger):
        slots = ("KGB",) if len(table.state.attempted) == 1 else ()
    held = [
        table.state.slots[slot] for slot in sorted(slots, key=RANK.__getitem__) if slot in table.state.slots
    ]
    return tuple(Choice("purge", letter) for letter in held), ()


def _roll(table: Table, purger: Name, victim: Name) -> Step[PurgeRolled]:
    """R4.1, R4.2: the die and what is added to it must reach the Purge Number."""
    die = yield from table.roll(f"purge {victim}")
    target = table.state.people[victim]
    modifier = sum(of(table.state, target) for of in table.rules.purge_modifiers)
    rolled = PurgeRolled(purger, victim, die, modifier, PURGE_NUMBER[target.place])
    yield rolled
    return rolled
