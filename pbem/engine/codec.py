"""Events and JSON: one line each, deterministic, readable without the program."""

from typing import Union

import msgspec

from . import events

#: Every event class there is, by name.
KINDS: dict[str, type[events.Event]] = {
    name: kind
    for name, kind in vars(events).items()
    if isinstance(kind, type) and issubclass(kind, events.Event) and kind not in (events.Event, events.Public)
}

_encoder = msgspec.json.Encoder(order="deterministic")
_decoder: "msgspec.json.Decoder[events.Event]" = msgspec.json.Decoder(
    Union[tuple(KINDS.values())]  # noqa: UP007 - the list is only known at run time
)


def encode(event: events.Event) -> bytes:
    """One JSON object without line breaks; the same event gives the same bytes."""
    return _encoder.encode(event)


def decode(line: bytes | str) -> events.Event:
    """The event of one JSON object.  Raises `msgspec.ValidationError` for anything else."""
    return _decoder.decode(line)
