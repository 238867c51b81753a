"""A phase may be started afresh at any question: after a ruling (D28), in every phase, whatever was ruled."""

from collections.abc import Sequence
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pbem.engine import board, events, view
from pbem.engine.events import Announced, Answered, Choice, Claimed, Event, HouseRuled, Ruled
from pbem.engine.questions import Ask, Window
from pbem.engine.run import Reply, Result, Silent, Views, advance
from pbem.engine.state import State, fold
from tests.fuzz.imposing import imposed
from tests.invariants import check
from tests.laws.chance import Lot
from tests.laws.phases import TABLES, Phase, Stopping, by_chance, by_orders

phases = (
    st.sampled_from(TABLES)
    .flatmap(lambda rules: st.integers(1, 12).map(lambda seed: by_chance(seed, rules)))
    .flatmap(st.sampled_from)
)
#: Phases with a vote: there most is half done at a question.
voting = st.sampled_from(
    [
        phase
        for rules in TABLES
        for seed in range(1, 13)
        for phase in by_chance(seed, rules)
        if any(isinstance(event, events.BallotOpened) for event in phase.story)
    ]
)
#: What may be asked before the first window (HR-30, R15.7).
OPENING = ("keep", "change")
SAID = (Announced, Answered, Claimed, HouseRuled, Ruled, events.Withdrawn)


class Settled(Silent):
    """Answers the same question always the same way, and declares nothing."""

    def __init__(self, seed: int) -> None:
        self.seed = seed

    def ask(self, question: Ask, views: Views) -> Reply:
        lot = Lot(self.seed, hash(str(question)) % 2**32)
        if (
            question.action in ("case", "shift") or lot(3) == 0
        ):  # shifts are free: the same answer would never end
            return Reply(None)
        return Reply(question.options[lot(len(question.options))])


def deeds(story: Sequence[Event]) -> list[Event]:
    """What happened, without what was said."""
    return [event for event in story if not isinstance(event, SAID)]


@settings(max_examples=200, deadline=None)
@given(phases | voting, st.integers(0, 2**32), st.integers(0, 40))
def test_a_ruling_without_facts_changes_no_deed(phase: Phase, seed: int, patience: int) -> None:
    plain = phase.resumed([], Settled(seed))
    begun = phase.resumed([], Stopping(Settled(seed), patience))
    if begun.question is None:
        return

    rest = phase.resumed([*begun.events, Ruled("nothing changes")], Settled(seed))

    assert rest.question is None
    assert deeds([*begun.events, *rest.events]) == deeds(plain.events)


def ruled_at(phase: Phase, patience: int, rng: Random) -> tuple[list[Event], Result] | None:
    """The phase with a ruling at a question: what was written before and with it, and what comes then."""
    begun = phase.resumed([], Stopping(phase.answerer(), patience))
    if begun.question is None:
        return None
    written: list[Event] = [
        *begun.events,
        Ruled("so be it", imposed(begun.state, Lot(rng.getrandbits(32), 0))),
    ]
    return written, phase.resumed(written)


@settings(max_examples=400, deadline=None)
@given(phases | voting, st.integers(0, 40), st.randoms(use_true_random=False))
def test_a_phase_goes_on_after_any_ruling(phase: Phase, patience: int, rng: Random) -> None:
    found = ruled_at(phase, patience, rng)
    if found is None:
        return
    written, rest = found
    state = fold(written, phase.base)

    for event in rest.events:  # the laws hold from the ruling on
        state, before = fold([event], state), state
        check(before, event, state, phase.rules)
    assert rest.question is None
    assert state == rest.state


@settings(max_examples=100, deadline=None)
@given(phases, st.integers(0, 40), st.randoms(use_true_random=False), st.data())
def test_a_phase_with_a_ruling_can_be_cut_anywhere_too(
    phase: Phase, patience: int, rng: Random, data: st.DataObject
) -> None:
    found = ruled_at(phase, patience, rng)
    if found is None:
        return
    written, rest = found
    story = [*written, *rest.events]
    cut = data.draw(st.integers(len(written), len(story)))

    again = phase.resumed(story[:cut])

    assert [*story[:cut], *again.events] == story


# --- single cases ---------------------------------------------------------------------------------------------------


def first(seed: int, phase: str, rules: str = "basic") -> Phase:
    return next(p for p in by_orders(seed, rules) if p.base.phase == phase)


class Purging(Silent):
    """Every controller of a purger purges the Sport Minister's slot first, until he is stopped."""

    def ask(self, question: Ask, views: Views) -> Reply:
        return Reply(question.options[-1] if question.action == "purge" else None)


def purging(seed: int) -> tuple[Phase, str]:
    """A Purge Phase whose purger somebody controls, and who he is."""
    for phase in (phase for own in range(seed, seed + 5) for phase in by_chance(own, "basic")):
        purger = next(filter(None, map(phase.base.active, board.PURGE_SUCCESSION)), None)
        if (
            phase.base.phase == "purge"
            and purger
            and phase.base.controller(purger.letter)
            and purger.age < 90
        ):
            return phase, purger.letter
    raise AssertionError("no such phase")


@pytest.mark.parametrize("seed", range(1, 9))
def test_hr_8_a_purger_who_leaves_his_slot_by_a_ruling_takes_the_power_with_him(seed: int) -> None:
    phase, purger = purging(seed)
    begun = phase.resumed([], Stopping(Purging(), 1))
    assert isinstance(begun.question, Ask)
    assert begun.question.actor == purger
    place = phase.base.people[purger].place

    ruling = Ruled("he resigns", (events.Moved(purger, place, board.PEOPLE, "ruling"),))
    rest = phase.resumed([*begun.events, ruling], Purging())

    assert [e.ruling for e in rest.events if isinstance(e, HouseRuled)] == ["HR-8"]
    assert not any(isinstance(e, (Announced, events.PurgeRolled)) for e in rest.events)
    assert isinstance(rest.events[-1], events.PhaseClosed)


@pytest.mark.parametrize("phase", board.PHASES)
@pytest.mark.parametrize("rules", TABLES)
def test_every_phase_can_be_started_afresh_at_its_first_window(phase: str, rules: str) -> None:
    found = [p for seed in range(1, 4) for p in by_orders(seed, rules) if p.base.phase == phase]
    for one in found[:10]:
        plain = one.resumed([], Settled(1))
        begun = one.resumed([], Stopping(Settled(1), 0))
        assert isinstance(begun.question, Window) or begun.question.action in OPENING  # type: ignore[union-attr]

        rest = one.resumed([*begun.events, Ruled("")], Settled(1))

        assert deeds([*begun.events, *rest.events]) == deeds(plain.events)


def voted(matter: str) -> Phase:
    """A phase with such a vote."""
    return next(
        phase
        for seed in range(1, 20)
        for phase in by_chance(seed, "basic")
        if any(isinstance(event, events.BallotOpened) and event.matter == matter for event in phase.story)
    )


def at_first_vote(phase: Phase) -> tuple[list[Event], State]:
    """What is written up to the first question after a vote has begun."""
    for patience in range(200):
        begun = phase.resumed([], Stopping(phase.answerer(), patience))
        if begun.state.ballot is not None:
            return begun.events, begun.state
    raise AssertionError("no question after the vote has begun")


def test_r7_3_a_nominee_who_dies_by_a_ruling_is_not_elected() -> None:
    phase = voted("nomination")
    written, state = at_first_vote(phase)
    assert state.ballot is not None
    nominee = state.people[state.ballot.politician]

    buried = (events.HealthRolled(nominee.letter, 1, 0, True), events.Died(nominee.letter, nominee.place))
    rest = phase.resumed([*written, Ruled("he is dead", buried)])

    assert rest.state.people[nominee.letter].place == board.WALL
    assert rest.state.slots.get("PC") not in (None, nominee.letter)


def test_r5_2_an_accused_whom_a_ruling_takes_away_is_not_convicted() -> None:
    phase = voted("trial")
    written, state = at_first_vote(phase)
    assert state.ballot is not None
    accused = state.people[state.ballot.politician]

    ruling = Ruled("he is nobody", (events.Moved(accused.letter, accused.place, board.PEOPLE, "ruling"),))
    rest = phase.resumed([*written, ruling])

    assert not any(isinstance(event, events.Convicted | events.Acquitted) for event in rest.events[:1])
    assert rest.state.people[accused.letter].place == board.PEOPLE


def test_r7_1_a_nominator_whom_a_ruling_takes_away_is_followed_by_the_next() -> None:
    phase = voted("nomination")
    written, state = at_first_vote(phase)
    assert state.acting is not None
    nominator = state.people[state.acting]

    ruling = Ruled("he goes", (events.Moved(nominator.letter, nominator.place, board.PEOPLE, "ruling"),))
    rest = phase.resumed([*written, ruling])

    assert rest.state.acting != nominator.letter
    assert rest.state.slots["PC"] != nominator.letter


def test_a_reply_that_is_no_option_is_an_error_of_ours() -> None:
    from pbem.engine.run import IllegalAnswer

    class Cheat(Silent):
        def ask(self, question: Ask, views: Views) -> Reply:
            return Reply(Choice("purge", "?"))

    phase, _ = purging(1)
    bases = {player: view.position(player, phase.base) for player in phase.base.seats}
    with pytest.raises(IllegalAnswer):
        advance(phase.base, bases, [], phase.rules, Cheat(), phase.roll)
