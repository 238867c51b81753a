"""The further deck of the Revolution (R18.1): Politicians, suspicion and votes."""

from typing import TYPE_CHECKING

from .. import board
from ..events import Absolved, Aged, Announced, HealthChanged, InForce, Moved, Name, Play, TrialDropped
from ..questions import Step
from ..state import Politician, State
from .code import card
from .health import HEALER, MILD_WINTER, one_cross_more
from .suspicion import APPLAUSE, suspect

if TYPE_CHECKING:
    from ..table import Table


#: Card 58 is in force.
IN_THE_LIFT = "in the lift"


@card(41)
def faith_healer(table: "Table", play: Play, announced: Announced) -> Step[None]:
    """Add 4 to his health roll in this phase."""
    yield InForce(HEALER, "phase", play.on[0])


def _voting(state: State, play: Play, announced: Announced) -> str:
    return "not while votes are being stated" if state.ballot is not None else ""


@card(42, _voting)
def hunting_accident(table: "Table", play: Play, announced: Announced) -> Step[None]:
    """Roll: 16 or more, he gains one Red Cross; 6 to 15, he gets 2 SP; less, nothing. Not while votes are being stated."""
    die = yield from table.roll(f"hunting accident {play.on[0]}")
    if die >= 16:
        yield from one_cross_more(table, play.on[0])
    elif die >= 6:
        yield Aged(play.on[0], 2, "hunting accident")


@card(43)
def sleepless_nights(table: "Table", play: Play, announced: Announced) -> Step[None]:
    """He gets 2 SP."""
    yield Aged(play.on[0], 2, "sleepless nights")


def _healthy(state: State, play: Play, announced: Announced) -> str:
    return "" if state.people[play.on[0]].crosses else "he has no Red Cross"


@card(44, _healthy)
def mineral_water(table: "Table", play: Play, announced: Announced) -> Step[None]:
    """He loses one Red Cross and stays at the Sanatorium until the next Cure Phase."""
    yield HealthChanged(play.on[0], -1)


@card(45)
def a_fence_around_the_sanatorium(table: "Table", play: Play, announced: Announced) -> Step[None]:
    """While he is at the Sanatorium, subtract 3 from every purge roll against him."""
    yield from ()


@card(46)
def diary_under_the_floorboards(table: "Table", play: Play, announced: Announced) -> Step[None]:
    """While he bears at least one suspicion marker, add 4 to every purge roll against him."""
    yield from ()


@card(47)
def week_of_vigilance(table: "Table", play: Play, announced: Announced) -> Step[None]:
    """Every Politburo member who bears a suspicion marker gains one more. Where the limit is one, every member of the second
    level without a marker gains one instead."""
    limit = table.rules.max_suspicion
    slots = board.POLITBURO if limit > 1 else board.SECOND_LEVEL
    for slot in slots:
        member = table.state.holder(slot)
        if member is not None and bool(member.suspicion) == (limit > 1):
            yield from suspect(table, member.letter, limit)


def _acquitted(state: State, play: Play, announced: Announced) -> str:
    return "he was acquitted this turn" if play.on[0] in state.acquitted else ""


@card(48, _acquitted)
def denounced_by_a_neighbour(table: "Table", play: Play, announced: Announced) -> Step[None]:
    """He gains two suspicion markers, or one if only one more is possible. Not if he was acquitted this turn."""
    for _ in range(2):
        yield from suspect(table, play.on[0], table.rules.max_suspicion)


def _on_trial(state: State, play: Play, announced: Announced) -> str:
    trial = announced.action == "trial" or (state.ballot is not None and state.ballot.matter == "trial")
    return "not between the announcement of a trial and its verdict" if trial else ""


@card(49, _on_trial)
def files_lost_in_the_flood(table: "Table", play: Play, announced: Announced) -> Step[None]:
    """All suspicion markers of all Politicians are removed. Not between the announcement of a trial and its verdict."""
    for politician in list(table.state.people.values()):
        if politician.suspicion:
            yield Absolved(politician.letter)


def _full(state: State, play: Play, announced: Announced) -> str:
    return "" if state.vacant(board.CANDIDATES) else "no Candidate slot is vacant"


@card(56, _full)
def ambassador_to_ulan_bator(table: "Table", play: Play, announced: Announced) -> Step[None]:
    """He moves to the first vacant Candidate slot, counted from C1. Not playable if no Candidate slot is vacant."""
    yield from table.move(play.on[0], table.state.vacant(board.CANDIDATES)[0], "card")


def _no_origin(state: State, play: Play, announced: Announced) -> str:
    if state.people[play.on[0]].place != board.PEOPLE:
        return "he is not one of the People"
    return _full(state, play, announced)


@card(57, _no_origin)
def corrected_class_origin(table: "Table", play: Play, announced: Announced) -> Step[None]:
    """Only on one of the People: he moves to the first vacant Candidate slot, counted from C1. Not playable if no Candidate slot
    is vacant."""
    yield from table.move(play.on[0], table.state.vacant(board.CANDIDATES)[0], "card")


def _must_vote(state: State, play: Play, announced: Announced) -> str:
    ballot, name = state.ballot, play.on[0]
    if ballot is not None and name in ballot.votes:
        return "his vote is fixed already"
    about = announced.target if ballot is None else ballot.politician
    return "the vote is about him, or he called it" if name in (about, state.acting) else ""


@card(58, _must_vote)
def the_lift_is_out_of_order(table: "Table", play: Play, announced: Announced) -> Step[None]:
    """He has no vote in the ballot under way. Not on the accused, the nominee, the nominator or the one who called the trial, nor
    on a member whose vote is already fixed."""
    yield InForce(IN_THE_LIFT, "vote", play.on[0])


def voteless(state: State, name: Name) -> bool:
    """R2.8 with card 58."""
    return any(effect.code == IN_THE_LIFT and effect.about == name for effect in state.force)


@card(59)
def stormy_prolonged_applause(table: "Table", play: Play, announced: Announced) -> Step[None]:
    """Four no votes are needed to defeat this nomination. Cancels against card 21."""
    yield InForce(APPLAUSE, "vote")


@card(60)
def a_point_of_order(table: "Table", play: Play, announced: Announced) -> Step[None]:
    """The trial ends at once without a verdict and without cost. He keeps his suspicion markers; the year's trial is used up."""
    accused = table.state.ballot.politician if table.state.ballot is not None else announced.target
    assert accused is not None
    yield TrialDropped(accused)


@card(61)
def hero_of_labour(table: "Table", play: Play, announced: Announced) -> Step[None]:
    """In each Cure Phase in which he is a Politburo member he gets 1 SP less, but never less than none in all."""
    yield from ()


@card(62)
def forty_a_day(table: "Table", play: Play, announced: Announced) -> Step[None]:
    """In each Cure Phase in which he is a Politburo member he gets 1 SP more, at the Sanatorium too."""
    yield from ()


def aging(state: State, member: Politician, codes: dict[int, int]) -> tuple[tuple[str, int], ...]:
    """R3.3 with cards 61 and 62."""
    lying = [codes.get(number, 0) for number in state.lasting.get(member.letter, ())]
    return tuple((words, years) for code, words, years in _AGING for one in lying if one == code)


_AGING = ((61, "hero of labour", -1), (62, "forty a day", 1))


@card(65)
def mild_winter(table: "Table", play: Play, announced: Announced) -> Step[None]:
    """Add 3 to every health roll of this phase."""
    yield InForce(MILD_WINTER, "phase")


@card(66)
def jumped_from_the_train(table: "Table", play: Play, announced: Announced) -> Step[None]:
    """He is released to the People and gets 3 SP for the walk home."""
    name = play.on[0]
    yield Moved(name, table.state.people[name].place, board.PEOPLE, "card")
    yield Aged(name, 3, "the walk home")


@card(67)
def winter_on_the_lena(table: "Table", play: Play, announced: Announced) -> Step[None]:
    """He gets 2 SP."""
    yield Aged(play.on[0], 2, "winter on the Lena")
