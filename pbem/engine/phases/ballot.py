"""R2.8: a vote of the Politburo, in trials (R5.2) and on nominations (R7.2)."""

from collections.abc import Mapping
from functools import partial

from .. import readings
from ..board import POLITBURO
from ..events import Announced, Choice, Name, VoteFixed
from ..questions import Step
from ..state import State
from ..table import Options, Table

#: The ruling on what a controlled member without an order votes.
RULINGS: Mapping[str, str] = {"trial": "HR-9", "nomination": "HR-14"}
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
        if (yield from _decided(table)):
            return
        yield from _vote(table, voter.letter)


def _decided(table: Table) -> Step[bool]:
    """HR-9: does the vote end, now that enough are innocent?"""
    ballot = table.state.ballot
    assert ballot is not None
    if ballot.matter != "trial":
        return False
    innocent, needed = ballot.count("innocent"), table.rules.acquitting(table.state)
    if innocent >= needed and readings.says(table.state, "HR-9", "stop-when-decided"):
        yield from table.ruled("HR-9", "the vote ends here, as it is decided")
        return True
    if innocent == needed:
        yield from table.ruled("HR-9", "the vote goes on to the end, though it is decided")
    return False


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
    yield from table.ruled(RULINGS[ballot.matter], f"no order for the vote of {voter}", player)
    return unless_ordered(table.state, ballot.matter, accused)


def unless_ordered(state: State, matter: str, accused: bool = False) -> str | None:
    """HR-9: in a trial the accused is innocent, the others abstain; HR-14: on a nomination it is consent."""
    if matter == "nomination":
        return {"no": "no", "abstain": None}.get(readings.of(state, "HR-14"), "yes")
    if accused and not readings.says(state, "HR-9", "as-others"):
        return "innocent"
    return next((vote for vote in OPTIONS["trial"] if readings.says(state, "HR-9", vote)), None)
