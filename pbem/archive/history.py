"""`history.jsonl`: one event a line, numbered, each with the hash of the one before (decision D25).

A public event stands as it is; a secret one goes into the chain as its seal, sha256(nonce + event), and stands beside it with its
nonce, so that anybody can check both.  What is shown of a running game has its own numbers and its own chain, of nothing but
public faces: not even how many secrets there are may be read from it.
"""

import hashlib
import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

import msgspec

from pbem.engine import codec, view
from pbem.engine.events import Event

from . import chain
from .chain import Broken as Broken
from .chain import chained as chained

#: So many digits of a head stand in a report.
SAID = 12


def seal(data: bytes, nonce: bytes) -> str:
    """What stands in the chain for a secret event."""
    return hashlib.sha256(nonce + data).hexdigest()


def is_public(event: Event) -> bool:
    """Does the table see all of it?"""
    return event.seen_by(view.TABLE) == event


def leaf(event: Event, data: bytes, nonce: bytes) -> bytes:
    """What of an event goes into the chain."""
    return data if is_public(event) else seal(data, nonce).encode()


def line(number: int, data: bytes, nonce: bytes, before: str) -> str:
    """One line of the whole history: a secret event with its seal and nonce.

    Words that the moderator keeps to himself are in no archive: of such an event the seal alone stands in the chain.
    """
    event, start = codec.decode(data), f'{{"number":{number},"before":"{before}",'
    if is_public(event):
        return f'{start}"event":{data.decode()}}}'
    start += f'"seal":"{seal(data, nonce)}",'
    if getattr(event, "private", ""):
        told = codec.encode(msgspec.structs.replace(event, private=""))
        return f'{start}"event":{told.decode()},"withheld":"private"}}'
    return f'{start}"event":{data.decode()},"nonce":"{nonce.hex()}"}}'


def public_line(number: int, data: bytes, before: str) -> str:
    """One line of what the table sees: of its own numbers, and its own chain."""
    return f'{{"number":{number},"before":"{before}","event":{data.decode()}}}'


def public(journal: Iterable[Event]) -> tuple[list[str], str]:
    """What the table sees of a journal, in lines, and the head of their chain."""
    lines: list[str] = []
    head = ""
    for number, face in enumerate(view.see(view.TABLE, journal), 1):
        data = codec.encode(face)
        lines.append(public_line(number, data, head))
        head = chained(head, data)
    return lines, head


def public_head(journal: Iterable[Event]) -> str:
    """The head of the chain of what the table sees."""
    head = ""
    for face in view.see(view.TABLE, journal):
        head = chained(head, codec.encode(face))
    return head


def said(head: str, shown: int) -> str:
    """How a report says it (decision D29): `0123456789ab after [217]`; "" where nothing has been seen yet."""
    return f"{head[:SAID]} after [{shown}]" if head and shown else ""


class Checked(NamedTuple):
    """An event of a history that was checked; `sealed`: it was secret while the game ran; `whole`: no word of it is withheld."""

    event: Event
    sealed: bool
    whole: bool


def check(lines: Sequence[str], head: str | None = None) -> Iterator[Event]:
    """The events of a history while checking its chain.  `head`: what it should lead to, where that is known.  Raises Broken.

    Which of the events are in force says `pbem.engine.journal`.
    """
    return (one.event for one in checked(lines, head))


def checked(lines: Sequence[str], head: str | None = None) -> Iterator[Checked]:
    """The same, with what is known of each event."""
    known = ""
    for number, text in enumerate(lines, 1):
        entry = chain.parsed(number, text)
        one, leaf = _one(number, entry)
        if _written(number, entry, one) != text:
            raise Broken(number, "is not written as the program writes it")
        chain.follow(lines, number, entry, known, lambda at: _one(at, chain.parsed(at, lines[at - 1]))[1])
        known = chained(known, leaf)
        yield one
    chain.ended(lines, known, head)


def _one(number: int, entry: Mapping[str, Any]) -> tuple[Checked, bytes]:
    """The event of a line, and its leaf.  Raises Broken."""
    try:
        event = codec.decode(json.dumps(entry.get("event")))
    except (msgspec.ValidationError, ValueError):
        raise Broken(number, "holds no event that this program knows") from None
    data = codec.encode(event)
    if "seal" not in entry:
        return Checked(event, False, True), data
    sealed = str(entry["seal"])
    if "withheld" not in entry:
        try:
            nonce = bytes.fromhex(str(entry.get("nonce")))
        except ValueError:
            raise Broken(number, "has no nonce to its seal") from None
        if seal(data, nonce) != sealed:
            raise Broken(number, "is not the event that was sealed")
    return Checked(event, True, "withheld" not in entry), sealed.encode()


def _written(number: int, entry: Mapping[str, Any], one: Checked) -> str:
    """The line as the program would have written it."""
    start, event = f'{{"number":{number},"before":"{entry["before"]}",', codec.encode(one.event).decode()
    if not one.sealed:
        return f'{start}"event":{event}}}'
    last = f'"nonce":"{entry["nonce"]}"' if one.whole else '"withheld":"private"'
    return f'{start}"seal":"{entry["seal"]}","event":{event},{last}}}'
