"""R7: phase 5, the Funeral Commission; only if the Party Chief's slot is vacant."""

from collections.abc import Sequence
from functools import partial

from .. import board
from ..age import oldest, rulings_of
from ..events import (
    Aged,
    BallotOpened,
    Choice,
    HouseRuled,
    Name,
    NominationDefeated,
)
from ..nominees import eligible
from ..questions import Step
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
        nominator = yield from table.empower(table.rules.funeral_succession, "funeral", renew=True)
        if nominator is None:
            yield from _nobody_active(table)
            return
        name = nominator.letter
        if table.state.ballot is None:
            if not eligible(table.state, name) or len(table.state.defeats) == NOMINATIONS:
                yield from _himself(table, name)
                return
            nominee = yield from _nominate(table, name)
            if nominee is None:
                continue
            yield BallotOpened("nomination", nominee)
        yield from _vote(table, name)


def nominations(table: Table, name: Name) -> Options:
    """R7.1, R7.4.  HR-35: blackmail cannot take the last one away."""
    return tuple(Choice("nomination", p.letter) for p in eligible(table.state, name)), ()


def _nominate(table: Table, name: Name) -> Step[Name | None]:
    """R7.1: he may not decline; R7.5, R7.6: without an order or a controller the oldest is nominated.

    None: he can no longer nominate (a card has changed the table).
    """
    while table.in_office(name) and eligible(table.state, name):
        player, choice = table.state.controller(name), None
        if player is not None:
            choice = yield from table.ask(name, "nomination", nominations(table, name), optional=False)
        if choice is None:
            barred = {target for who, _, target, _, _ in table.state.barred if who == name}
            everyone = eligible(table.state, name)
            candidates = [p for p in everyone if p.letter not in barred] or everyone
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
    """R7.1, R7.4: no other member, or two defeats."""
    if not table.may_age(name):
        yield HouseRuled("HR-16", f"{name} becomes Party Chief at {table.state.people[name].age}")
    yield from table.move(name, "PC", "election")


def _nobody_active(table: Table) -> Step[None]:
    """HR-15: nobody can nominate; the oldest of the highest occupied level follows, if there is anybody."""
    levels: Sequence[Sequence[str]] = (board.FIRST_LEVEL, board.SECOND_LEVEL)
    for slots in levels:
        members = [p for p in map(table.state.holder, slots) if p is not None]
        if members:
            yield HouseRuled("HR-15", "no active member can nominate")
            if any(map(table.state.active, board.POLITBURO)):
                yield HouseRuled("HR-21", "the only active member has no place in the succession")
            yield from table.facts(rulings_of(members))
            yield from table.move(oldest(members).letter, "PC", "election")
            return
    yield HouseRuled("HR-15", "the Politburo is empty; nobody becomes Party Chief")
