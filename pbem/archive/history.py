"""`history.jsonl`: one event a line, numbered, each with the hash of the one before (decision D25).

A public event stands as it is; a secret one goes into the chain as its seal, sha256(nonce + event), and stands beside it with its
nonce, so that anybody can check both.  What is shown of a running game has its own numbers and its own chain, of nothing but
public faces: not even how many secrets there are may be read from it.
"""

import hashlib
import json
from collections.abc import Iterable, Iterator
from typing import Any

import msgspec

from pbem.engine import codec, view
from pbem.engine.events import Event


class Broken(ValueError):
    """A line of a history does not fit the chain; the text says which."""


def seal(data: bytes, nonce: bytes) -> str:
    """What stands in the chain for a secret event."""
    return hashlib.sha256(nonce + data).hexdigest()


def chained(head: str, leaf: bytes) -> str:
    """The next hash of the chain: of the one before and the leaf (an event's JSON, or its seal)."""
    return hashlib.sha256(head.encode() + b"\n" + leaf).hexdigest()


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
    event = codec.decode(data)
    entry: dict[str, Any] = {"number": number, "before": before}
    if is_public(event):
        entry["event"] = json.loads(data)
    elif getattr(event, "private", ""):
        told = codec.encode(msgspec.structs.replace(event, private=""))
        entry |= {"seal": seal(data, nonce), "event": json.loads(told), "withheld": "private"}
    else:
        entry |= {"seal": seal(data, nonce), "event": json.loads(data), "nonce": nonce.hex()}
    return json.dumps(entry, ensure_ascii=False, separators=(",", ":"))


def public(journal: Iterable[Event]) -> tuple[list[str], str]:
    """What the table sees of a journal, in lines of their own numbers and chain, and the head of that chain."""
    lines: list[str] = []
    head = ""
    for number, face in enumerate(view.see(view.TABLE, journal), 1):
        data = codec.encode(face)
        entry = {"number": number, "before": head, "event": json.loads(data)}
        lines.append(json.dumps(entry, ensure_ascii=False, separators=(",", ":")))
        head = chained(head, data)
    return lines, head


def check(lines: Iterable[str]) -> Iterator[Event]:
    """The events of a history while checking its chain.  Raises Broken.

    The last line's own hash is not in the file; it is the head that reports print.  Which of the events are in force says
    `pbem.engine.journal`.
    """
    head = ""
    for number, text in enumerate(lines, 1):
        entry = json.loads(text)
        if entry["number"] != number or entry["before"] != head:
            raise Broken(f"line {number} does not follow the line before it")
        event = codec.decode(json.dumps(entry["event"]))
        data = codec.encode(event)
        if "withheld" in entry:
            head = chained(head, entry["seal"].encode())
        elif "seal" in entry:
            if seal(data, bytes.fromhex(entry["nonce"])) != entry["seal"]:
                raise Broken(f"line {number} is not the event that was sealed")
            head = chained(head, entry["seal"].encode())
        else:
            head = chained(head, data)
        yield event
