"""A phase can be left anywhere: cut its journal at any place, play on, and it tells the same story."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pbem.engine.events import Aged, Answered, Claimed, Ruled, VoteFixed
from pbem.engine.questions import Window
from pbem.engine.run import Diverged
from pbem.orders.answers import OrderBook
from tests.laws.phases import TABLES, Phase, Stopping, by_chance, by_orders

SMALL = 40
games = st.sampled_from(TABLES).flatmap(
    lambda rules: st.integers(1, 12).flatmap(
        lambda seed: st.sampled_from((by_chance, by_orders)).map(lambda how: how(seed, rules))
    )
)
phases = games.flatmap(st.sampled_from)


def resumes(phase: Phase, cut: int) -> bool:
    result = phase.resumed(phase.story[:cut])
    return result.question is None and tuple(result.events) == phase.story[cut:]


@settings(max_examples=120, deadline=None)
@given(phases, st.data())
def test_a_phase_cut_anywhere_tells_the_same_story(phase: Phase, data: st.DataObject) -> None:
    cuts = range(len(phase.story) + 1)
    chosen = (
        cuts if len(cuts) <= SMALL else data.draw(st.lists(st.sampled_from(cuts), min_size=5, max_size=5))
    )

    for cut in chosen:
        assert resumes(phase, cut), f"cut at {cut} of {phase.base.turn}/{phase.base.phase}"


@settings(max_examples=100, deadline=None)
@given(phases, st.lists(st.integers(0, 6), max_size=12))
def test_answers_that_come_bit_by_bit_give_the_same_story(phase: Phase, portions: list[int]) -> None:
    written: list[object] = []
    for patience in portions:
        result = phase.resumed(written, Stopping(phase.answerer(), patience))  # type: ignore[arg-type]
        written += result.events
        if result.question is None:
            break
    rest = phase.resumed(written)  # type: ignore[arg-type]

    assert (*written, *rest.events) == phase.story
    assert rest.question is None


@settings(max_examples=100, deadline=None)
@given(phases, st.data())
def test_a_question_left_open_has_changed_nothing(phase: Phase, data: st.DataObject) -> None:
    """What is written up to a question is a beginning of the story, whoever asks how often."""
    patience = data.draw(st.integers(0, 30))

    once = phase.resumed([], Stopping(phase.answerer(), patience))
    again = phase.resumed(once.events, Stopping(phase.answerer(), 0))

    assert tuple(once.events) == phase.story[: len(once.events)]
    assert again.question is not None or once.question is None
    if once.question is not None:
        assert again.question == once.question or isinstance(
            again.question, Window
        )  # an empty window leaves no trace
        assert again.events == []


@pytest.mark.parametrize("rules", TABLES)
def test_every_cut_of_one_whole_game(rules: str) -> None:
    for phase in by_orders(3, rules)[:17]:
        assert all(resumes(phase, cut) for cut in range(0, len(phase.story) + 1))


def serves_when_triggered(phase: Phase) -> bool:
    """Was an order with WHEN used here?  A book that lost count of announcements would no longer use it."""
    book = phase.answerer()
    if not isinstance(book, OrderBook):
        return False
    waiting = {(p, one.number) for p, own in book.lists.items() for one in own if one.line.when is not None}
    return any(isinstance(event, Answered) and (event.player, event.line) in waiting for event in phase.story)


def test_every_cut_of_the_phases_in_which_orders_waited_for_an_announcement() -> None:
    found = [p for seed in range(1, 25) for p in by_orders(seed, "basic") if serves_when_triggered(p)]

    assert len(found) > 2
    for phase in found:
        assert all(resumes(phase, cut) for cut in range(0, len(phase.story) + 1))


@settings(max_examples=60, deadline=None)
@given(phases, st.data())
def test_a_changed_fact_is_noticed(phase: Phase, data: st.DataObject) -> None:
    """Tampering with a fact of the tape is a divergence (answers and dice are inputs: those may lead elsewhere)."""
    facts = [n for n, event in enumerate(phase.story) if not isinstance(event, (Answered, Claimed, Ruled))]
    at = data.draw(st.sampled_from(facts))
    forged = Aged("A", 99, "forged") if not isinstance(phase.story[at], VoteFixed) else VoteFixed("?", "yes")
    if type(phase.story[at]).__name__ == "Rolled":
        return

    with pytest.raises(Diverged):
        phase.resumed((*phase.story[:at], forged, *phase.story[at + 1 :]))
