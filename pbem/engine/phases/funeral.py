"""R7: phase 5, the Funeral Commission; only if the Party Chief's slot is vacant."""

from collections.abc import Sequence

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
from ..questions import Step
from ..state import Politician, State
from ..table import Table, announcement
from . import ballot

DEFEAT_SP = 1
DEFEATING_NOES = 3
NOMINATIONS = 2


def play(table: Table) -> Step[None]:
    """R7.1–R7.4: two nominations at most; then the nominator takes the post himself.

    Only a ruling can take a nominator out of office meanwhile; then the next in succession goes on.
    """
    yield from table.start()
    if table.state.holder("PC") is not None:
        return
    nominator = yield from table.empower(table.rules.funeral_succession, "funeral", renew=True)
    if nominator is None:
        yield from _nobody_active(table)
        return
    name = nominator.letter
    while table.state.holder("PC") is None:
        if table.state.ballot is None:
            if not eligible(table.state, name) or len(table.state.defeats) == NOMINATIONS:
                yield from _himself(table, name)
                return
            nominee = yield from _nominate(table, name)
            yield BallotOpened("nomination", nominee)
        yield from _vote(table, name)


def eligible(state: State, nominator: Name) -> list[Politician]:
    """R7.1: the other members of the first level, else of the second; R7.4: after a defeat those who voted "no"."""
    if state.defeats:
        return [p for p in state.politburo() if p.letter in state.defeats[-1][1] and p.letter != nominator]
    for slots in (board.FIRST_LEVEL, board.SECOND_LEVEL):
        others = [p for p in map(state.holder, slots) if p is not None and p.letter != nominator]
        if others:
            return others
    return []


def _nominate(table: Table, name: Name) -> Step[Name]:
    """R7.1: he may not decline; R7.5, R7.6: without an order or a controller the oldest is nominated."""
    while True:
        player, choice = table.state.controller(name), None
        options = tuple(Choice("nomination", p.letter) for p in eligible(table.state, name))
        if player is not None:
            choice = yield from table.ask(name, "nomination", (options, ()), optional=False)
        if choice is None:
            candidates = eligible(table.state, name)
            yield from table.facts(rulings_of(candidates))
            choice = Choice("nomination", oldest(candidates).letter)
        if (yield from table.announce(announcement(name, choice, player))):
            return choice.target


def _vote(table: Table, nominator: Name) -> Step[None]:
    """R7.2: three "no" defeat; nominator and nominee count as "yes" (in R17.3 the nominee has no vote)."""
    opened = table.state.ballot
    assert opened is not None
    nominee = opened.politician
    yield from ballot.hold(table, {nominee: "yes" if table.rules.nominee_votes else None, nominator: "yes"})
    held = table.state.ballot
    assert held is not None
    noes = tuple(voter for voter, vote in held.votes.items() if vote == "no")
    if len(noes) < DEFEATING_NOES:
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
