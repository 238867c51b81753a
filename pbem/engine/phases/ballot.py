"""R2.8: a vote of the Politburo, in trials (R5.2) and on nominations (R7.2)."""

from collections.abc import Mapping

from ..board import POLITBURO
from ..events import Announced, Choice, HouseRuled, Name, VoteFixed
from ..questions import Step
from ..table import Table

#: What a controlled member without an order votes: HR-9 in trials (the accused: innocent), HR-14 on nominations.
DEFAULTS: Mapping[str, tuple[str, str | None]] = {"trial": ("HR-9", None), "nomination": ("HR-14", "yes")}
ACQUITTING_VOTES = 2  # R5.2
OPTIONS = {"trial": ("guilty", "innocent"), "nomination": ("yes", "no")}


def hold(table: Table, forced: Mapping[Name, str | None]) -> Step[None]:
    """Every active member votes, one by one, in voting order; `forced` votes count without asking."""
    for slot in POLITBURO:
        ballot = table.state.ballot
        assert ballot is not None
        voter = table.state.active(slot)
        if voter is None or voter.letter in ballot.votes:
            continue
        if voter.letter in forced:
            yield VoteFixed(voter.letter, forced[voter.letter], table.state.controller(voter.letter))
            continue
        if ballot.matter == "trial" and ballot.count("innocent") == ACQUITTING_VOTES:
            yield HouseRuled("HR-9", "the vote goes on to the end, though it is decided")
        yield from _vote(table, voter.letter)


def _vote(table: Table, voter: Name) -> Step[None]:
    """R2.8: his controller states a vote, the window opens, a new controller may state another; then it is fixed.

    R0.6: an uncontrolled one does not vote, but may be taken just then; accused, he votes innocent.
    """
    while True:
        ballot = table.state.ballot
        assert ballot is not None
        player = table.state.controller(voter)
        accused = ballot.matter == "trial" and ballot.politician == voter
        if player is None:
            vote = "innocent" if accused else None
        else:
            vote = yield from _state(table, voter, accused)
        said = Announced(voter, "vote", ballot.politician, choice=vote, player=player)
        if (yield from table.announce(said)):
            break
    yield VoteFixed(voter, vote, player)


def _state(table: Table, voter: Name, accused: bool) -> Step[str | None]:
    """The controller's vote, or the default for silence: HR-9, HR-14."""
    ballot = table.state.ballot
    assert ballot is not None
    player = table.state.controller(voter)
    options = tuple(Choice(vote, ballot.politician) for vote in OPTIONS[ballot.matter])
    choice = yield from table.ask(voter, "vote", (options, ()))
    if choice is not None:
        vote: str = choice.action
        return vote
    ruling, default = DEFAULTS[ballot.matter]
    yield HouseRuled(ruling, f"no order for the vote of {voter}", player)
    return "innocent" if accused else default
