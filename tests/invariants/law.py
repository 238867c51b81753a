"""How a law is told, and which laws look at which events."""

from collections.abc import Callable
from typing import Any

from pbem.engine.events import Event
from pbem.engine.rules import Rules
from pbem.engine.state import State

#: Position before, event, position after.
Check = Callable[[State, Any, State, Rules], None]
CHECKS: dict[type[Event], list[Check]] = {}


class Broken(AssertionError):
    """A law was broken; the text names it, and the event."""


def law(holds: bool, said: str, event: Event) -> None:
    if not holds:
        raise Broken(f"{said}: {event}")


def of(*kinds: type[Event]) -> Callable[[Check], Check]:
    """This check looks at every event of these kinds."""

    def register(own: Check) -> Check:
        for kind in kinds:
            CHECKS.setdefault(kind, []).append(own)
        return own

    return register
