"""R4: phase 2, the Purge Phase."""

from collections.abc import Iterable

from .. import readings
from ..board import PURGE_NUMBER, PURGE_SUCCESSION, RANK
from ..events import Acting, Aged, Choice, Finished, Name, PurgeRolled
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
            next_one = yield from _follower(table, name)
            if next_one is None:
                return
            name = next_one
        goes_on = yield from _attempt(table, name)
        if not goes_on and (heir := _instead(table, name)) is not None:
            yield Finished(name)
            yield Acting(heir.letter, "purge")
            name, goes_on = heir.letter, True


def _follower(table: Table, name: Name) -> Step[Name | None]:
    """HR-8: the phase is over, or the next in succession goes on."""
    first = next(filter(None, map(table.state.active, PURGE_SUCCESSION)), None)
    if not readings.says(table.state, "HR-8", "next") or first is None:
        yield from table.ruled("HR-8", f"{name} left his slot, and the power with him")
        return None
    yield from table.ruled("HR-8", f"{name} left his slot; {first.letter} goes on")
    yield from table.used("HR-8")
    yield Acting(first.letter, "purge")
    return first.letter


def _attempt(table: Table, purger: Name) -> Step[bool]:
    """One announcement.  False: the phase is over."""
    if _forgone(table):
        yield from table.ruled("HR-37", "the office that a card bound the first attempt to is empty")
        return False
    proposal = yield from table.propose(purger, "purge", lambda: targets(table, purger))
    if not proposal.stands:
        return True
    if proposal.choice is None:
        return False
    victim = proposal.choice.target
    bound = table.rules.first_purge(table.state)
    if bound is not None and bound not in table.state.slots and not table.state.attempted:
        yield from table.ruled(
            "HR-37", f"the slot of the {bound}, whom a card bound the first attempt to, is empty"
        )
    if victim == purger:
        yield from table.ruled("HR-7", f"{purger} purges himself")
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


def _forgone(table: Table) -> bool:
    """HR-37, read "none": a card binds the first attempt to an office that is empty."""
    if not readings.says(table.state, "HR-37", "none"):
        return False
    bound = table.rules.first_purge(table.state)
    return bound is not None and bound not in table.state.slots and not table.state.attempted


def _heir(table: Table, purger: Name) -> bool:
    """Does he purge only by a card?  Somebody has declined before him."""
    return bool(table.state.finished - {purger})


def targets(table: Table, purger: Name) -> Options:
    """R4.1: anyone in the Politburo or among the Candidates, HR-7 himself too; R4.7: nobody from 96 on.

    R15.4: a card may bind the first attempt to one slot; who purges only by the card may then attempt the KGB Head.
    """
    if not table.may_age(purger) or _forgone(table):
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
    options = tuple(Choice("purge", letter) for letter in held)
    if purger not in held or not readings.says(table.state, "HR-7", "forbidden"):
        return options, ()
    return tuple(c for c in options if c.target != purger), ((Choice("purge", purger), "HR-7"),)


def _roll(table: Table, purger: Name, victim: Name) -> Step[PurgeRolled]:
    """R4.1, R4.2: the die and what is added to it must reach the Purge Number."""
    die = yield from table.roll(f"purge {victim}")
    target = table.state.people[victim]
    modifier = sum(of(table.state, target) for of in table.rules.purge_modifiers)
    rolled = PurgeRolled(purger, victim, die, modifier, PURGE_NUMBER[target.place])
    yield rolled
    return rolled
