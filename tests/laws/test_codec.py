"""Events and JSON: one line each, deterministic, and back again; for every class of event there is."""

import json
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pbem.engine import codec, events, view
from pbem.engine.events import MODERATOR, Event
from pbem.engine.state import fold
from tests import fuzz
from tests.laws.phases import TABLES

SEATS = ("red", "blue", "green")


def built(kind: Any) -> st.SearchStrategy[Any]:
    """Any value of a struct, from the types of its fields."""
    fields = msgspec.structs.fields(kind)
    return st.builds(lambda **given: kind(**given), **{f.name: st.from_type(f.type) for f in fields})


st.register_type_strategy(str, st.text(max_size=12))
for plain in (events.Card, events.Choice, events.Claim):
    st.register_type_strategy(plain, built(plain))
for fact in msgspec.inspect.type_info(events.Fact).types:  # type: ignore[attr-defined]
    st.register_type_strategy(fact.cls, built(fact.cls))

any_event = st.one_of(*(built(kind) for kind in codec.KINDS.values()))


@pytest.mark.parametrize("kind", codec.KINDS.values(), ids=lambda kind: kind.__name__)
def test_every_class_of_event_comes_back_as_it_was(kind: type[Event]) -> None:
    @given(built(kind))
    def comes_back(event: Event) -> None:
        line = codec.encode(event)
        assert codec.decode(line) == event
        assert type(codec.decode(line)) is kind
        assert codec.encode(codec.decode(line)) == line
        assert b"\n" not in line
        assert json.loads(line)["event"] == kind.__name__

    comes_back()


@given(any_event)
def test_the_order_in_a_mapping_does_not_matter(event: Event) -> None:
    turned = msgspec.structs.replace(
        event,
        **{
            name: dict(reversed(value.items()))
            for name in event.__struct_fields__
            if isinstance(value := getattr(event, name), dict)
        },
    )

    assert codec.encode(turned) == codec.encode(event)


@given(any_event, st.sampled_from((*SEATS, view.TABLE)))
def test_a_face_says_no_more_than_the_event(event: Event, viewer: str) -> None:
    """What somebody sees is an event of the same class; whoever looks twice sees the same; the moderator sees all."""
    face = event.seen_by(viewer)

    assert event.seen_by(MODERATOR) is event
    if face is not None:
        assert type(face) is type(event)
        assert face.seen_by(viewer) == face


@pytest.mark.parametrize("rules", TABLES)
def test_a_whole_game_survives_the_codec(rules: str) -> None:
    watch = fuzz.by_orders(77, rules).watch
    state, journal = watch.state, watch.journal

    read = [codec.decode(codec.encode(event)) for event in journal]

    assert read == journal
    assert fold(read) == state


@given(st.binary(max_size=60))
def test_anything_else_is_refused(line: bytes) -> None:
    with pytest.raises((msgspec.DecodeError, UnicodeDecodeError)):
        codec.decode(line)
