"""R7: phase 5, the Funeral Commission; only if the Party Chief's slot is vacant."""

from functools import partial

from .. import board, readings
from ..age import oldest, rulings_of
from ..events import Aged, BallotOpened, CameBack, Choice, Name, NominationDefeated
from ..nominees import open_to, unbarred
from ..questions import Step
from ..rules import Rules
from ..state import Politician, State
from ..table import Options, Table, announcement
from . import ballot

DEFEAT_SP = 1
NOMINATIONS = 2


def play(table: Table) -> Step[None]:
    """R7.1–R7.4: two nominations at most; then the nominator takes the post himself.

    Only a card or a ruling can take a nominator out of office meanwhile; then the next in succession goes on.
    """
    yield from table.start()
    if table.state.holder("PC") is not None:
        return
    while table.state.holder("PC") is None:
        nominator = yield from _nominator(table)
        if nominator is None:
            if (yield from _nobody_active(table)):
                continue
            return
        name = nominator.letter
        if table.state.ballot is None:
            if not open_to(table.state, name) or len(table.state.defeats) == NOMINATIONS:
                yield from _himself(table, name)
                return
            nominee = yield from _nominate(table, name)
            if nominee is None:
                continue
            yield BallotOpened("nomination", nominee)
        yield from _vote(table, name)


def succession(state: State, rules: Rules) -> tuple[str, ...]:
    """R0.3, R17.3; HR-21: in the original Swiss game the Industry Minister is not in it, or after all others."""
    usual = rules.funeral_succession
    return usual if "IND" in usual or not readings.of(state, "HR-21") else (*usual, "IND")


def _nominator(table: Table) -> Step[Politician | None]:
    """R0.3: the first of the succession who is active."""
    before = table.state.acting
    found = yield from table.empower(succession(table.state, table.rules), "funeral", renew=True)
    if found is not None and found.letter != before and found.place not in table.rules.funeral_succession:
        yield from table.ruled("HR-21", f"{found.letter} nominates, as nobody else can")
        yield from table.used("HR-21")
    return found


def nominations(table: Table, name: Name) -> Options:
    """R7.1, R7.4.  HR-35: blackmail cannot take the last one away."""
    return tuple(Choice("nomination", p.letter) for p in open_to(table.state, name)), ()


def _nominate(table: Table, name: Name) -> Step[Name | None]:
    """R7.1: he may not decline; R7.5, R7.6: without an order or a controller the oldest is nominated.

    None: he can no longer nominate (a card has changed the table).
    """
    while table.in_office(name) and open_to(table.state, name):
        player, choice = table.state.controller(name), None
        if player is not None:
            choice = yield from table.ask(name, "nomination", nominations(table, name), optional=False)
        if choice is None:
            everyone = open_to(table.state, name)
            candidates = unbarred(table.state, name, everyone) or everyone
            yield from table.facts(rulings_of(candidates))
            choice = Choice("nomination", oldest(candidates).letter)
        if (yield from table.announce(announcement(name, choice, player), partial(nominations, table, name))):
            return choice.target
    return None


def _vote(table: Table, nominator: Name) -> Step[None]:
    """R7.2: three "no" defeat; nominator and nominee count as "yes" (in R17.3 the nominee has no vote)."""
    opened = table.state.ballot
    assert opened is not None
    nominee = opened.politician
    yield from ballot.hold(table, {nominee: "yes" if table.rules.nominee_votes else None, nominator: "yes"})
    held = table.state.ballot
    if held is None:  # the nominee died
        return
    noes = tuple(voter for voter, vote in held.votes.items() if vote == "no")
    if len(noes) < table.rules.defeating(table.state):
        yield from table.move(nominee, "PC", "election")  # R7.3, R7.7
        return
    yield NominationDefeated(nominator, nominee, noes)
    yield Aged(nominator, DEFEAT_SP, "defeated nomination")


def _himself(table: Table, name: Name) -> Step[None]:
    """R7.1, R7.4: no other member, or two defeats; HR-16: from 96 on, too."""
    if not table.may_age(name):
        vacant, age = readings.says(table.state, "HR-16", "vacant"), table.state.people[name].age
        nobody = f"{name} is {age}, and nobody becomes Party Chief"
        yield from table.ruled("HR-16", nobody if vacant else f"{name} becomes Party Chief at {age}")
        yield from table.used("HR-16")
        if vacant:
            return
    yield from table.move(name, "PC", "election")


def _nobody_active(table: Table) -> Step[bool]:
    """HR-15: nobody can nominate; the oldest of the highest occupied level follows, if there is anybody.

    True: read "recalled", somebody has come back who can.
    """
    levels = (board.FIRST_LEVEL, board.SECOND_LEVEL)
    seated = [[p for p in map(table.state.holder, slots) if p is not None] for slots in levels]
    members = next(filter(None, seated), None)
    if members is None:
        yield from table.ruled("HR-15", "the Politburo is empty; nobody becomes Party Chief")
        return False
    yield from table.ruled("HR-15", "no active member can nominate")
    if readings.says(table.state, "HR-15", "recalled") and (yield from _recalled(table)):
        return True
    vacant = readings.says(table.state, "HR-15", "vacant")
    yield from table.used("HR-15")
    if any(map(table.state.active, board.POLITBURO)):
        yield from table.ruled("HR-21", "the only active member has no place in the succession")
    if not vacant:
        yield from table.facts(rulings_of(members))
        yield from table.move(oldest(members).letter, "PC", "election")
    return False


def _recalled(table: Table) -> Step[bool]:
    """The first of the succession who is at the Sanatorium; False: nobody is."""
    guests = filter(None, map(table.state.holder, succession(table.state, table.rules)))
    first = next(guests, None)
    if first is None:
        return False
    yield CameBack(first.letter, "recalled")
    yield from table.used("HR-15")
    return True
