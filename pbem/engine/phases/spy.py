"""R5: phase 3, the Spy Investigation Phase, in three steps by one acting member."""

from collections.abc import Callable
from functools import partial

from .. import board, readings
from ..events import Acquitted, Aged, BallotOpened, Choice, Cleared, Convicted, Name, Suspected
from ..questions import Step
from ..rules import Closing
from ..state import Politician
from ..table import Options, Table, announcement
from . import ballot

ACQUITTAL_SP = 3
CONDEMNATION_SP = 2
INVESTIGATION_SP = 1


def play(table: Table) -> Step[None]:
    """R5: the steps of the acting member; HR-13: if his own trial costs him his office, the next goes on."""
    yield from table.start()
    while acting := (yield from table.empower(board.SPY_SUCCESSION, "spy", renew=True)):
        if (yield from _steps(table, acting.letter)):
            break
        if (yield from _nobody_follows(table, acting.letter)):
            break
    yield from table.facts(table.rules.after_spy(table.state))


def _nobody_follows(table: Table, name: Name) -> Step[bool]:
    """HR-13: does the phase end with the member who has left his office?"""
    ends = readings.says(table.state, "HR-13", "nobody")
    goes_on = "nobody goes on" if ends else "the next in succession goes on"
    yield from table.ruled("HR-13", f"{name} is out of office; {goes_on}")
    yield from table.used("HR-13")
    return ends


def _steps(table: Table, name: Name) -> Step[bool]:
    """R5.1, then R5.4 and R5.5 as he likes (HR-12).  True: he is done; False: he has left office.

    R5.5: who takes him over at an announced investigation may still hold the trial if none was held.
    """
    if table.state.ballot is not None:
        yield from _vote(table, name)
    first_step = True
    while table.in_office(name):
        player, choice = table.state.controller(name), None
        cases, inquiries = case_options(table, name), inquiry_options(table, name)
        if not any(cases) and not inquiries[0]:
            return True  # R10.2
        for case in cases:
            if player is not None and first_step and choice is None and case:
                choice = yield from table.ask(name, "case", (case, ()))
        if player is not None and choice is None and inquiries[0]:
            first_step = False
            choice = yield from table.ask(name, "inquiry", inquiries)
        if not (
            yield from table.announce(announcement(name, choice, player), partial(_options, table, name))
        ):
            first_step = True
        elif choice is None:
            return True  # R5.6
        else:
            yield from _carry_out(table, name, choice)
    return False


def _carry_out(table: Table, name: Name, choice: Choice) -> Step[None]:
    deed: Callable[[Table, Name, Name], Step[None]] = _DEEDS[choice.action]
    yield from deed(table, name, choice.target)


def _options(table: Table, name: Name) -> Options:
    """All that he may announce."""
    cases = tuple(choice for case in case_options(table, name) for choice in case)
    return cases + inquiry_options(table, name)[0], ()


def case_options(table: Table, name: Name) -> tuple[tuple[Choice, ...], ...]:
    """R5.1: one trial of a suspect or one condemnation a year; R10.2, decision D17: neither from 96 on.

    One question or, where both may be held (HR-31), two: first the trial, then the condemnation.
    """
    if not table.may_age(name):
        return ()
    tried, members, single = table.state.tried, table.state.politburo(), one_case(table)
    barred = bool(tried) and (single or "condemnation" in tried)
    trials = () if tried else tuple(Choice("trial", p.letter) for p in members if table.rules.accusable(p))
    slots = () if barred else board.CANDIDATES
    candidates = [table.state.slots[slot] for slot in slots if slot in table.state.slots]
    condemnations = tuple(Choice("condemnation", letter) for letter in candidates)
    return (trials + condemnations,) if single else (trials, condemnations)


def one_case(table: Table) -> bool:
    """R5.1, HR-31: only one of the two a year."""
    return table.rules.trial_bars_condemnation or readings.says(table.state, "HR-31", "one")


def inquiry_options(table: Table, name: Name) -> Options:
    """R5.4, R5.5; not on one acquitted this turn.  What a house ruling forbids is named with it."""
    state, able = table.state, table.may_age(name)
    innocent = [p for p in state.politburo() if able and p.letter not in state.acquitted]
    suspects = sorted((p for p in state.people.values() if p.suspicion), key=lambda p: board.RANK[p.place])
    deeds = [(Choice("investigation", p.letter), _spared(table, name, p)) for p in innocent]
    deeds += [
        (Choice("closing", p.letter), _kept_open(table, p))
        for p in suspects
        if able or not closing(table, p).cost
    ]
    free = tuple(choice for choice, ruling in deeds if not ruling)
    return free, tuple((choice, ruling) for choice, ruling in deeds if ruling)


def _spared(table: Table, name: Name, suspect: Politician) -> str:
    """HR-10: who already bears a "?" (R18.3: three); other readings of HR-11 and HR-12; "": he may be investigated."""
    state, most = table.state, table.rules.max_suspicion
    if suspect.suspicion >= most and not (most == 1 and readings.says(state, "HR-10", "more")):
        return "HR-10"
    if not state.readings:
        return ""
    if suspect.letter == name and readings.says(state, "HR-11", "forbidden"):
        return "HR-11"
    return "HR-12" if state.closed and readings.says(state, "HR-12", "investigations-first") else ""


def _kept_open(table: Table, suspect: Politician) -> str:
    """HR-12, HR-32, read "not-this-year": his "?" are all of this year; "": the case may be closed."""
    if not table.state.readings:
        return ""
    ruling = table.rules.closing(suspect).ruling
    fresh = suspect.suspicion <= suspect.fresh
    return ruling if ruling and fresh and readings.says(table.state, ruling, "not-this-year") else ""


def closing(table: Table, suspect: Politician) -> Closing:
    """R5.5, R17.2; HR-32, read "free": for nothing in any case."""
    found = table.rules.closing(suspect)
    free = found.ruling == "HR-32" and readings.says(table.state, "HR-32", "free")
    return Closing(0, found.ruling) if free else found


def _trial(table: Table, accuser: Name, accused: Name) -> Step[None]:
    """R5.2: the active members vote."""
    yield BallotOpened("trial", accused)
    yield from _vote(table, accuser)


def _vote(table: Table, accuser: Name) -> Step[None]:
    """R5.2: two "innocent" acquit, at 3 SP; else he is guilty, at no cost."""
    yield from ballot.hold(table, {})
    held = table.state.ballot
    if held is None:  # a card has ended it, without a verdict and without cost
        return
    innocent = held.count("innocent")
    if innocent >= table.rules.acquitting(table.state):
        yield Acquitted(held.politician, innocent)
        yield Aged(accuser, ACQUITTAL_SP, "acquittal")
    else:
        yield Convicted(held.politician, innocent)
        yield from table.exile(held.politician, "trial")


def _condemn(table: Table, name: Name, candidate: Name) -> Step[None]:
    """R5.3: without a vote, at 2 SP."""
    if table.state.tried:
        yield from table.ruled("HR-31", "a condemnation after the trial of the same year")
    yield from table.exile(candidate, "condemnation")
    yield Aged(name, CONDEMNATION_SP, "condemnation")


def _investigate(table: Table, name: Name, suspect: Name) -> Step[None]:
    """R5.4: a "?" at 1 SP; HR-11: on himself, too."""
    if suspect == name:
        yield from table.ruled("HR-11", f"{name} investigates himself")
    if table.state.closed:
        yield from table.ruled("HR-12", "an investigation after a closing")
    if table.rules.max_suspicion == 1 and table.state.people[suspect].suspicion:
        yield from table.ruled("HR-10", f"{suspect} gets one “?” more")
    yield Suspected(suspect)
    yield from table.age(name, INVESTIGATION_SP, "investigation")


def _close(table: Table, name: Name, suspect: Name) -> Step[None]:
    """R5.5: a "?" less at 1 SP; HR-12: one of this year too, and in any order with investigations."""
    case = closing(table, table.state.people[suspect])
    if case.ruling:
        yield from table.ruled(case.ruling, f"the case of {suspect} is closed in the year it was opened")
    yield Cleared(suspect)
    yield from table.age(name, case.cost, "closing")


_DEEDS = {"trial": _trial, "condemnation": _condemn, "investigation": _investigate, "closing": _close}
