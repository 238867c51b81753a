"""Cards 1 to 4: blackmail (R15.2a)."""

from typing import TYPE_CHECKING

from .. import readings, surplus
from ..bonds import choice_of
from ..events import Announced, Barred, Blackmailed, CardsHanded, CardSpent, Play
from ..nominees import eligible, unbarred
from ..questions import Step
from ..state import Hand, State
from .code import card

if TYPE_CHECKING:
    from ..table import Table

_VOTES = {"trial": ("guilty", "innocent"), "nomination": ("yes", "no")}
#: What can be announced and is no action that could be cancelled.
_NO_ACTIONS = ("", "start", "pass", "parade", "growth")


def _objection(state: State, play: Play, announced: Announced) -> str:
    """The member has just announced an action or stated a vote, and somebody else controls him."""
    name = play.on[0]
    if announced.actor != name or announced.action in _NO_ACTIONS:
        return "he has not just announced an action or stated a vote"
    victim = state.controller(name)
    if victim is None or victim == play.player:
        return "no other player controls him"
    if announced.action == "vote":
        return _against_vote(state, play, announced)
    if play.vote is not None:
        return "AS goes with a vote, and he has announced an action"
    if state.cancelled:
        return "the action is cancelled already"
    return _last_nominee(state, announced)


def _against_vote(state: State, play: Play, announced: Announced) -> str:
    matter = state.ballot.matter if state.ballot is not None else ""
    if announced.choice is None or (state.changed_vote or announced.choice) == play.vote:
        return "he abstains" if announced.choice is None else "that is what he votes anyway"
    if play.vote not in _VOTES.get(matter, ()):
        return f"against a vote it needs AS {' or '.join(_VOTES.get(matter, ('a vote',))).upper()}"
    return ""


def _last_nominee(state: State, announced: Announced) -> str:
    """HR-35: a nominator may not decline, so the last whom he may name cannot be taken from him."""
    if announced.action != "nomination" or readings.of(state, "HR-35"):
        return ""
    left = unbarred(state, announced.actor, eligible(state, announced.actor))
    return "HR-35: he may name nobody else, and he may not decline" if len(left) < 2 else ""


@card(1, _objection)
def blackmail(table: "Table", play: Play, announced: Announced) -> Step[None]:
    """Hand this to the controller of a Politburo member who has just announced an action or stated a vote. The action is
    cancelled and not announced again this phase, or the vote becomes the one you name. The card stays in his hand, where it can
    only be discarded, and not this turn."""
    victim = table.state.controller(play.on[0])
    assert victim is not None
    needed = table.state.hands.get(victim, Hand()).count + 1 - table.rules.hand_size
    change = yield from surplus.change(table, victim, needed)
    yield CardsHanded(play.player, victim, 1, "blackmail", (play.card,))
    yield CardSpent(victim, play.player, play.card)
    yield from surplus.give_back(table, victim, play.player, change)
    yield from surplus.lay_aside(table, victim)  # all that he holds may be spent
    yield Blackmailed(play.player, victim, announced.actor, announced.action, play.vote, play.card)
    choice = choice_of(announced)
    if play.vote is None and choice is not None:
        yield Barred(announced.actor, choice.action, choice.target, choice.to, choice.other)
    if announced.action == "nomination" and not unbarred(
        table.state, announced.actor, eligible(table.state, announced.actor)
    ):
        yield from table.ruled("HR-35", f"{announced.actor} may name nobody of those whom he could name")


@card(2, _objection)
def account_in_zurich(table: "Table", play: Play, announced: Announced) -> Step[None]:
    """As card 1."""
    yield from blackmail(table, play, announced)


@card(3, _objection)
def forged_war_record(table: "Table", play: Play, announced: Announced) -> Step[None]:
    """As card 1."""
    yield from blackmail(table, play, announced)


@card(4, _objection)
def a_cousin_in_chicago(table: "Table", play: Play, announced: Announced) -> Step[None]:
    """As card 1."""
    yield from blackmail(table, play, announced)
