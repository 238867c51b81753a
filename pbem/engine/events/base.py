"""What every event is: a fact with a face for each viewer.

Facts are in the past tense.  An event is secret unless its class says otherwise: `seen_by` gives the face that a viewer may
read, or None.  Politicians are named by card letter, players by faction colour.
"""

from typing import Self

import msgspec

Player = str
Name = str

#: The viewer who sees everything.
MODERATOR: Player = "moderator"


class Event(msgspec.Struct, frozen=True, tag=True, tag_field="event", omit_defaults=True):
    """A fact.  Secret from everybody but the moderator."""

    def seen_by(self, viewer: Player) -> "Self | None":
        """What this viewer may read of it: the event, a face of it, or nothing."""
        return self if viewer == MODERATOR else None


class Public(Event, frozen=True):
    """A fact that everybody sees on the table."""

    def seen_by(self, viewer: Player) -> "Self | None":
        return self
