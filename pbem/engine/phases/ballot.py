"""R2.8: a vote of the Politburo, in trials (R5.2) and on nominations (R7.2)."""

from collections.abc import Mapping
from functools import partial

from ..board import POLITBURO
from ..events import Announced, Choice, HouseRuled, Name, VoteFixed
from ..questions import Step
from ..table import Options, Table

#: What a controlled member without an order votes: HR-9 in trials (the accused: innocent), HR-14 on nominations.
DEFAULTS: Mapping[str, tuple[str, str | None]] = {"trial": ("HR-9", None), "nomination": ("HR-14", "yes")}
OPTIONS = {"trial": ("guilty", "innocent"), "nomination": ("yes", "no")}


def hold(table: Table, forced: Mapping[Name, str | None]) -> Step[None]:
    """Every active member votes, one by one, in voting order; `forced` votes count without asking."""
    for slot in POLITBURO:
        ballot = table.state.ballot
        if ballot is None:  # a card has ended it
            return
        voter = table.state.active(slot)
        if voter is None or voter.letter in ballot.votes:
            continue
        if voter.letter in forced:
            yield VoteFixed(voter.letter, forced[voter.letter], table.state.controller(voter.letter))
            continue
        if table.rules.voteless(table.state, voter.letter):
            yield VoteFixed(voter.letter, None, table.state.controller(voter.letter))
            continue
        if ballot.matter == "trial" and ballot.count("innocent") == table.rules.acquitting(table.state):
            yield HouseRuled("HR-9", "the vote goes on to the end, though it is decided")
        yield from _vote(table, voter.letter)


def _vote(table: Table, voter: Name) -> Step[None]:
    """R2.8: his controller states a vote, the window opens, a new controller may state another; then it is fixed.

    R0.6: an uncontrolled one does not vote, but may be taken just then; accused, he votes innocent.
    """
    while (ballot := table.state.ballot) is not None and table.in_office(voter):
        player = table.state.controller(voter)
        accused = ballot.matter == "trial" and ballot.politician == voter
        if player is None:
            vote = "innocent" if accused else None
        else:
            vote = yield from _state(table, voter, accused)
        said = Announced(voter, "vote", ballot.politician, choice=vote, player=player)
        legal = partial(votes, ballot.matter, ballot.politician)
        if (yield from table.announce(said, legal if vote is not None else None)):
            break
    else:  # a card has ended the vote, or taken the voter out of office
        return
    if table.state.ballot is not None and table.in_office(voter):
        silent = table.rules.voteless(table.state, voter)
        yield VoteFixed(voter, None if silent else table.state.changed_vote or vote, player)


def votes(matter: str, politician: Name) -> Options:
    """What may be voted."""
    return tuple(Choice(vote, politician) for vote in OPTIONS[matter]), ()


def _state(table: Table, voter: Name, accused: bool) -> Step[str | None]:
    """The controller's vote, or the default for silence: HR-9, HR-14."""
    ballot = table.state.ballot
    assert ballot is not None
    player = table.state.controller(voter)
    choice = yield from table.ask(voter, "vote", votes(ballot.matter, ballot.politician))
    if choice is not None:
        vote: str = choice.action
        return vote
    ruling, default = DEFAULTS[ballot.matter]
    yield HouseRuled(ruling, f"no order for the vote of {voter}", player)
    return "innocent" if accused else default
