"""The text record: lossless for every kind of event, and whoever mistypes a line is told which."""

from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pbem.archive import record
from pbem.engine import codec, events, view
from pbem.engine.variants import rules_for
from pbem.report.naming import names_of
from pbem.service import archive as service

ODD = 'He said “no”: "yes" = {a} [b] \\ ; == — ü\u2028\t\n1 Aged x=1'


def said(journal: list[Any]) -> str:
    lines = [record.event_line(number, codec.encode(event)) for number, event in enumerate(journal, 1)]
    return "\n".join([*record.header({"game": "test", "events": len(journal)}), *lines, ""])


@pytest.mark.parametrize("game", ["over", "running"])
def test_a_whole_game_reads_back_to_the_byte(game, request):
    played = request.getfixturevalue(game)
    text = service.record(played.site, "test", False, played.now)
    found = record.read(text)
    assert [codec.encode(event) for event in found.events] == [
        codec.encode(event) for event in played.events()
    ]
    assert found.players() == {"red": "Anna", "blue": "Boris", "green": "Clara"}
    assert found.header["face"] == "whole"
    kinds = {type(event).__name__ for event in found.events}
    assert {"Ruled", "Rewound", "Diary", "CardsDrawn", "Answered", "Rolled"} <= kinds


def test_what_the_table_may_see_is_a_record_too(running):
    found = record.read(service.record(running.site, "test", True, running.now))
    assert found.events == list(view.see(view.TABLE, running.events()))
    assert found.header["face"] == "table"


def test_it_tells_the_game_between_the_events(over):
    text = service.record(over.site, "test", False, over.now)
    assert "\n\n== set-up ==\n; " in text
    assert "\n1 GameStarted rules=advanced " in text
    assert "\n== 1951, phase 2: Purge Phase ==\n" in text
    assert "\n== taken back to event " in text
    assert "\n; " in text


# -- every kind, with everything in it that there may be -------------------------------------------------------------


def _texts() -> st.SearchStrategy[str]:
    return st.one_of(
        st.sampled_from(["", "true", "null", "1953/purge", "K", "-", "x y", ODD]), st.text(max_size=12)
    )


@st.composite
def _events(draw: st.DrawFn) -> events.Event:
    kind = draw(st.sampled_from(sorted(codec.KINDS)))
    fields = {
        field.name: draw(_values(field.type))
        for field in msgspec.structs.fields(codec.KINDS[kind])
        if field.required or draw(st.booleans())
    }
    return codec.KINDS[kind](**fields)


def _values(kind: Any) -> st.SearchStrategy[Any]:
    info = msgspec.inspect.type_info(kind)
    return _of(info)


def _of(info: Any) -> st.SearchStrategy[Any]:
    """Values of a type, as msgspec knows it."""
    inspect = msgspec.inspect
    if isinstance(info, inspect.StrType):
        return _texts()
    if isinstance(info, inspect.BoolType):
        return st.booleans()
    if isinstance(info, inspect.IntType):
        return st.integers(-5, 10**6)
    if isinstance(info, inspect.NoneType):
        return st.none()
    if isinstance(info, inspect.UnionType):
        return st.one_of(*(_of(one) for one in info.types))
    if isinstance(info, inspect.VarTupleType):
        return st.lists(_of(info.item_type), max_size=3).map(tuple)
    if isinstance(info, inspect.TupleType):
        return st.tuples(*(_of(one) for one in info.item_types))
    if isinstance(info, inspect.DictType):
        return st.dictionaries(_of(info.key_type), _of(info.value_type), max_size=3)
    if isinstance(info, inspect.StructType):
        given_ = {field.encode_name: _of(field.type) for field in info.fields}
        return st.fixed_dictionaries(given_).map(lambda values, cls=info.cls: cls(**values))
    raise AssertionError(f"no values for {info}")


@settings(max_examples=400, deadline=None)
@given(st.lists(_events(), min_size=1, max_size=5))
def test_every_kind_of_event_reads_back_to_the_byte(journal):
    found = record.read(said(journal))
    assert [codec.encode(event) for event in found.events] == [codec.encode(event) for event in journal]
    assert found.events == journal


def test_a_record_that_was_mailed_is_read_with_other_line_ends():
    journal = [events.Aged("K", 3, ODD), events.Decreed("tell", "x")]
    assert record.read("\ufeff" + said(journal).replace("\n", "\r\n")).events == journal


# -- mistyped --------------------------------------------------------------------------------------------------------

GOOD = said([events.Aged("K", 3, "because"), events.Decreed("tell", "x")])
LINE = len(GOOD.split("\n")) - 1  # of the second event


@pytest.mark.parametrize(
    ("wrong", "line", "words"),
    [
        ("KREMLIN record 2", 1, "a record begins with"),
        (GOOD.replace("game: test", "game test"), 2, "like “key: value”"),
        (GOOD.replace("2 Decreed", "3 Decreed"), LINE, "event 2 should stand here, and not event 3"),
        (GOOD.replace("2 Decreed", "two Decreed"), LINE, "an event is like"),
        (GOOD.replace("Decreed", "Decided"), LINE, "there is no kind of event “Decided”"),
        (GOOD.replace("act=tell", "act=tell act=tell"), LINE, "the field act stands there twice"),
        (GOOD.replace("act=tell", "deed=tell"), LINE, "Decreed has no field “deed”"),
        (GOOD.replace("act=tell", "act=[tell"), LINE, "is no value"),
        (GOOD.replace("act=tell", "act=5"), LINE, "Decreed: Expected `str`, got `int`"),
        (GOOD.replace("act=tell ", 'act="tell"'), LINE, "a space is missing"),
        (GOOD.replace(" act=tell", " tell"), LINE, "a field is like “actor=K”"),
        (GOOD.replace("events: 2", "events: 3"), LINE + 1, "speaks of 3 events, and there are 2"),
    ],
)
def test_an_error_names_the_line(wrong, line, words):
    with pytest.raises(record.Faulty) as found:
        record.read(wrong)
    assert found.value.line == line
    assert words in found.value.said


def test_blocks_that_were_written_before_are_taken_as_they_are(over):
    names = names_of(rules_for("advanced", {}, seats=3), over.record().seats)
    journal = over.events()
    whole = list(record.body(journal, names))
    older = record.blocks("x\n\n" + "\n".join(record.body(journal[: len(journal) // 2], names)))
    assert list(record.body(journal, names, older)) == whole
    marked = {number: [line.replace("; ", "; MARK ") for line in lines] for number, lines in older.items()}
    again = "\n".join(record.body(journal, names, marked))
    assert "; MARK " in again, "they are not told again"
