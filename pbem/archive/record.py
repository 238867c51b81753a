"""`record.txt`: a game in one text that people can read, mail and compare line by line, and that is read back to the same events.

docs/record.md is its grammar: `KREMLIN record 1`, header lines, and then an event a line; what begins with `;` or `==` is for people alone.
"""

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Any, NamedTuple

import msgspec

from pbem.engine import board, codec, view
from pbem.engine.events import Event, PhaseOpened, Rewound
from pbem.engine.journal import effective
from pbem.engine.state import State, fold
from pbem.report.chronicle import chronicle
from pbem.report.naming import Names, number_of, year
from pbem.report.year_so_far import YearSoFar

from .chain import compact

FIRST = "KREMLIN record 1"
#: What people may set before or behind a record that they mail.
WORD = re.compile(r"[A-Za-z][A-Za-z0-9_/.+-]*")
_NOT_WORDS = frozenset(("true", "false", "null"))
_LINE = re.compile(r"(\d+) ([A-Za-z]+)(?: (.*))?")
_FIELD = re.compile(r"([a-z_]+)=")
_json = json.JSONDecoder()


class Faulty(ValueError):
    """A line that is none of a record's.  `line`: its number from 1; the text names it and what is wrong, in one sentence."""

    def __init__(self, line: int, said: str) -> None:
        super().__init__(f"line {line}: {said}")
        self.line, self.said = line, said


class Text(NamedTuple):
    """A record that was read.  `header`: key -> value; `lines`: where each event stands, from 1."""

    header: dict[str, str]
    events: list[Event]
    lines: list[int]

    def players(self) -> dict[str, str]:
        """Colour -> name, as the header says; {} where it does not."""
        try:
            found = json.loads(self.header.get("players", "{}"))
        except ValueError:
            return {}
        return {str(colour): str(name) for colour, name in found.items()} if isinstance(found, dict) else {}


# --- writing ---


def header(values: Mapping[str, Any]) -> list[str]:
    """`KREMLIN record 1` and a line a value."""
    return [FIRST, *(f"{key}: {word(value)}" for key, value in values.items()), ""]


def event_line(number: int, data: bytes) -> str:
    """An event of the journal's JSON as a line: `217 Announced actor=K action=purge target=G`."""
    fields: dict[str, Any] = json.loads(data)
    kind = fields.pop("event")
    return " ".join([f"{number} {kind}", *(f"{name}={word(value)}" for name, value in fields.items())])


def word(value: Any) -> str:
    """A bare word as it is, everything else as JSON."""
    if isinstance(value, str) and WORD.fullmatch(value) and value not in _NOT_WORDS:
        return value
    return compact(value)


def body(
    journal: Sequence[Event],
    names: Names,
    kept: Mapping[int, Sequence[str]] | None = None,
    game: str = "",
) -> Iterator[str]:
    """The lines below the header.  `journal`: every event as this record may show it, undone ones too, for they are counted.

    `kept`: blocks of an earlier record of this game, by the number of their first event (`blocks`): what is written does not change.
    `game`: its name, so that the chronicle has the words of the reports.
    """
    starts = [n for n, event in enumerate(journal, 1) if n == 1 or isinstance(event, PhaseOpened | Rewound)]
    state, so_far = State(), YearSoFar(names)
    for first, behind in pairwise([*starts, len(journal) + 1]):
        some = journal[first - 1 : behind - 1]
        old = (kept or {}).get(first)
        if old is not None and old[-1].startswith(f"{behind - 1} "):
            yield from old
        else:
            voice = game, so_far.used(list(view.see(view.TABLE, effective(journal[: first - 1]))))
            yield from _block(some, first, names, state, voice)
        yield ""
        if isinstance(some[0], Rewound):
            state = fold(effective(journal[: behind - 1]))
        else:
            state = fold(some, state)


def _block(
    some: Sequence[Event], first: int, names: Names, before: State, voice: tuple[str, Mapping[str, int]]
) -> Iterator[str]:
    """One phase, or what follows an undo within one: heading, chronicle, events.  `before`: the position before it; `voice`: the game's
    name, and which wordings its year has used.
    """
    yield f"== {_heading(some[0])} =="
    if not isinstance(some[0], Rewound):
        sections = chronicle(names, before, some, None, label=voice[0], used=voice[1])
        told = (said.split() for section in sections for said in section.paragraphs)
        yield from ("; " + " ".join(words) for words in told)
    for number, event in enumerate(some, first):
        yield event_line(number, codec.encode(event))


def _heading(event: Event) -> str:
    if isinstance(event, PhaseOpened):
        return f"{year(event.turn)}, phase {number_of(event.phase)}: {board.PHASE_NAMES[event.phase]}"
    if isinstance(event, Rewound):
        return f"taken back to event {event.to}"
    return "set-up"


def blocks(text: str) -> dict[int, list[str]]:
    """The blocks of a record that the program wrote, by the number of their first event."""
    found: dict[int, list[str]] = {}
    for block in text.split("\n\n")[1:]:
        lines = block.rstrip("\n").split("\n")
        first = next((line.partition(" ")[0] for line in lines if line[:1].isdigit()), "")
        if first:
            found[int(first)] = lines
    return found


# --- reading ---


def read(text: str) -> Text:
    """The events of a record.  Raises Faulty."""
    lines = [line.rstrip("\r") for line in text.removeprefix("\ufeff").split("\n")]
    if lines[0].strip() != FIRST:
        raise Faulty(1, f"a record begins with “{FIRST}”")
    found, at = Text({}, [], []), 1
    while at < len(lines) and lines[at].strip():
        key, colon, value = lines[at].partition(":")
        if not colon:
            raise Faulty(at + 1, "a line of the header is like “key: value”; an empty line ends it")
        found.header[key.strip()] = value.strip()
        at += 1
    for number, line in enumerate(lines[at:], at + 1):
        if line.strip() and not line.startswith((";", "==")):
            found.events.append(_event(number, line, len(found.events) + 1))
            found.lines.append(number)
    _all_there(found, len(lines))
    return found


def _all_there(found: Text, last: int) -> None:
    """The header says how many events there are."""
    said = found.header.get("events", "")
    if said and said != str(len(found.events)):
        raise Faulty(last, f"the header speaks of {said} events, and there are {len(found.events)}")


def _event(number: int, line: str, expected: int) -> Event:
    """Raises Faulty."""
    parts = _LINE.fullmatch(line.strip())
    if parts is None:
        raise Faulty(number, "an event is like “217 Announced actor=K action=purge”")
    if int(parts[1]) != expected:
        raise Faulty(number, f"event {expected} should stand here, and not event {parts[1]}")
    if parts[2] not in codec.KINDS:
        raise Faulty(number, f"there is no kind of event “{parts[2]}”")
    fields = dict(_fields(number, parts[3] or ""))
    if odd := [name for name in fields if name not in codec.KINDS[parts[2]].__struct_fields__]:
        raise Faulty(number, f"{parts[2]} has no field “{odd[0]}”")
    try:
        return codec.decode(json.dumps({"event": parts[2], **fields}))
    except msgspec.ValidationError as error:
        raise Faulty(number, f"{parts[2]}: {error}") from None


def _fields(number: int, text: str) -> Iterator[tuple[str, Any]]:
    """`actor=K to="the wall"` as pairs.  Raises Faulty."""
    at, seen = 0, set()
    while at < len(text):
        name = _FIELD.match(text, at)
        if name is None:
            raise Faulty(number, f"a field is like “actor=K”, and not “{text[at : at + 20]}”")
        if name[1] in seen:
            raise Faulty(number, f"the field {name[1]} stands there twice")
        seen.add(name[1])
        value, at = _value(number, text, name.end())
        yield name[1], value
        if at < len(text):
            if text[at] != " ":
                raise Faulty(number, f"behind the field {name[1]} a space is missing")
            at += 1


def _value(number: int, text: str, at: int) -> tuple[Any, int]:
    """A bare word, or JSON, and where it ends.  Raises Faulty."""
    word = WORD.match(text, at)
    if word is not None and word[0] not in _NOT_WORDS:
        return word[0], word.end()
    try:
        value, end = _json.raw_decode(text, at)
    except ValueError:
        raise Faulty(number, f"“{text[at : at + 20]}” is no value: a bare word, or JSON") from None
    return value, end
