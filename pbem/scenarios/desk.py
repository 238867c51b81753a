"""[readings] and conceded: what the moderator has ruled about house rulings, and who has given up, before the scenario begins."""

from collections.abc import Mapping
from typing import Any

from pbem.engine import readings
from pbem.engine.state import State, replace

from .shape import Malformed, seated


def ruled(data: Mapping[str, Any], state: State) -> State:
    """The position with them.  Raises Malformed.

    `HR-9 = "guilty"`, or `HR-9 = { read = "guilty", once = true }`; `conceded = ["red"]`.
    """
    found: dict[str, tuple[str, bool]] = {}
    for ruling, said in data.get("readings", {}).items():
        word, once = (said, False) if isinstance(said, str) else (said["read"], bool(said.get("once", False)))
        try:
            reading = readings.find(ruling, word)
        except ValueError as error:
            raise Malformed(f"readings.{ruling}: {error}") from error
        if reading.word:
            found[readings.ruling(ruling)] = reading.word, once
    conceded = data.get("conceded", [])
    seated(dict.fromkeys(conceded), state.seats, "conceded")
    return replace(state, readings=found, conceded=tuple(conceded))
