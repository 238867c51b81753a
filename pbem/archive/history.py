"""`history.jsonl`: one event a line, numbered, each with the hash of the one before (decision D25).

A public event stands as it is; of a secret one the line holds only its seal, sha256(nonce + event), until the game is over; then
the event and its nonce stand there, and anybody can check both against the chain.
"""

import hashlib
import json
from collections.abc import Iterable, Iterator
from typing import Any

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


def line(number: int, data: bytes, nonce: bytes, before: str, opened: bool) -> str:
    """One line of history.jsonl.  `opened`: secret events stand there with their nonces; else only their seals."""
    event = codec.decode(data)
    entry: dict[str, Any] = {"number": number, "before": before}
    if is_public(event):
        entry["event"] = json.loads(data)
    else:
        entry["seal"] = seal(data, nonce)
        if opened:
            entry |= {"event": json.loads(data), "nonce": nonce.hex()}
        elif (face := event.seen_by(view.TABLE)) is not None:
            entry["face"] = json.loads(codec.encode(face))
    return json.dumps(entry, ensure_ascii=False, separators=(",", ":"))


def check(lines: Iterable[str]) -> Iterator[Event | None]:
    """The events of a history, None for a sealed one, while checking its chain.  Raises Broken.

    The last line's own hash is not in the file; it is the head that reports print.
    """
    head = ""
    for number, text in enumerate(lines, 1):
        entry = json.loads(text)
        if entry["number"] != number or entry["before"] != head:
            raise Broken(f"line {number} does not follow the line before it")
        event = codec.decode(json.dumps(entry["event"])) if "event" in entry else None
        data = codec.encode(event) if event is not None else b""
        if "seal" in entry:
            if event is not None and seal(data, bytes.fromhex(entry["nonce"])) != entry["seal"]:
                raise Broken(f"line {number} is not the event that was sealed")
            head = chained(head, entry["seal"].encode())
        else:
            head = chained(head, data)
        yield event
