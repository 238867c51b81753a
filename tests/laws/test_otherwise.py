"""The other world of a player (the gate's): what he sees is the same, what he does not see is not."""

from collections import Counter

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pbem.engine import view
from pbem.engine.events import MODERATOR, Decreed, Event, Player, Rewound, Ruled, Seen
from pbem.engine.otherwise import OtherWorld
from pbem.engine.state import State, replace
from tests.laws.phases import TABLES, Phase, by_chance, by_orders

phases = (
    st.tuples(st.integers(1, 12), st.sampled_from((*TABLES, "basic+intrigue+bribes")))
    .map(lambda drawn: by_chance(*drawn))
    .flatmap(st.sampled_from)
)
ordered = (
    st.tuples(st.integers(1, 12), st.sampled_from(TABLES))
    .map(lambda drawn: by_orders(*drawn))
    .flatmap(st.sampled_from)
)


def worlds(phase: Phase) -> list[tuple[Player, OtherWorld]]:
    return [(player, OtherWorld(player, list(phase.rules.deck))) for player in phase.base.seats]


@settings(max_examples=150, deadline=None)
@given(phases | ordered)
def test_what_he_may_read_is_the_same_there(phase: Phase) -> None:
    for me, world in worlds(phase):
        there = [world.event(event) for event in phase.story]

        assert list(view.see(me, there)) == list(view.see(me, phase.story))
        assert world.event(there[0]).seen_by(me) == phase.story[0].seen_by(me)


@settings(max_examples=150, deadline=None)
@given(phases | ordered)
def test_the_position_that_he_sees_is_the_same_there(phase: Phase) -> None:
    for state in (phase.base, phase.resumed(phase.story).state):
        for me, world in worlds(phase):
            there = world.state(MODERATOR, state)

            assert view.position(me, there) == view.position(me, state)
            assert world.state(me, state) is state
            assert world.state(view.TABLE, state) is state


def test_whatever_can_be_hidden_is_otherwise_there() -> None:
    """Of hundreds of facts that somebody does not see, every kind becomes another one, and nearly all of them do."""
    same: Counter[str] = Counter()
    hidden: Counter[str] = Counter()
    for table in ("advanced/5", "basic+intrigue+bribes", "swiss"):
        for seed in (1, 2, 3):
            for phase in (*by_chance(seed, table), *by_orders(seed, table if table in TABLES else "basic")):
                me, world = worlds(phase)[0]
                for event in phase.story:
                    if event.seen_by(me) != event:
                        hidden[kind(event)] += 1
                        same[kind(event)] += world.event(event) == event

    assert sum(hidden.values()) > 500
    assert len(hidden) > 10
    assert +same == Counter()


def kind(event: Event) -> str:
    return type(event).__name__


def test_hands_deck_sheets_and_offers_are_others_there() -> None:
    differ: Counter[str] = Counter()
    for phase in (*by_chance(1, "advanced/5"), *by_chance(2, "basic+intrigue+bribes")):
        _, world = worlds(phase)[0]
        there = world.state(MODERATOR, phase.base)
        for name in ("hands", "deck", "recorded", "offers"):
            differ[name] += getattr(there, name) != getattr(phase.base, name)

    assert min(differ[name] for name in ("hands", "deck", "recorded")) > 20
    assert differ["offers"] > 0


def test_nothing_of_the_table_is_changed() -> None:
    """Only these parts of a position are ever touched."""
    touched = {"hands", "deck", "recorded", "offers", "offered", "bonds"}
    for phase in by_chance(3, "advanced/5"):
        for _, world in worlds(phase):
            there = world.state(MODERATOR, phase.base)
            assert different(there, phase.base) <= touched


def different(one: State, other: State) -> set[str]:
    return {
        name
        for name in one.__struct_fields__
        if msgspec.msgpack.encode(getattr(one, name)) != msgspec.msgpack.encode(getattr(other, name))
    }


DESK = (
    Decreed("answer", "PURGE K", "he phoned", ("blue",), ("blue",)),
    Decreed("hold", "for the holidays", "he begged"),
    Rewound(
        117, 3, "purge", "a slip", "in confidence", (Seen("1953/purge purge K #0", "blue", "PURGE K"),), 60
    ),
    Ruled("so be it", (), "in confidence"),
)


@pytest.mark.parametrize("event", DESK, ids=lambda event: type(event).__name__)
def test_what_the_moderator_keeps_to_himself_is_otherwise_there(event: Event) -> None:
    world = OtherWorld("red", [1, 2, 3])
    there = world.event(event)
    assert there != event
    assert there.seen_by("red") == event.seen_by("red")
    assert getattr(there, "to", 0) == getattr(event, "to", 0), "views are folded by it"


def test_whose_order_a_die_belongs_to_is_otherwise_there() -> None:
    state = replace(State(), reseen={"1953/purge purge K #0": ("blue", "PURGE K")})
    there = OtherWorld("red", []).state(MODERATOR, state)
    assert there.reseen != state.reseen
    for viewer in ("red", "blue", view.TABLE):
        assert view.position(viewer, there) == view.position(viewer, state)
