"""Moments in a poll that have names, so that tests can stop the program at each of them.

Between two of them something lasting was done, or is about to be.  Outside of tests nothing listens.
"""

from collections.abc import Callable

#: Every moment, in the order in which a poll passes it.
POINTS = (
    "connected",  # the inbox is open
    "fetched",  # raw messages are here, nothing is stored yet
    "stored",  # they are in the database, not marked on the server yet
    "marked",  # they are
    "counted",  # the try to read them is counted
    "parsed",  # they are read, nothing is decided yet
    "applied",  # lines, journal and mails of a game are written, not committed yet
    "settled",  # they are committed
    "resolving",  # a game is due, nothing is played yet
    "resolved",  # its phases and reports are written, not committed yet
    "gated",  # the gate has let its mails through
    "queued",  # they are committed
    "sending",  # mails are marked as on their way
    "handing",  # one of them is about to be handed over
    "handed",  # it was, nobody has written that down yet
    "sent",  # it is written down
    "archived",  # of a game's archive what everybody may know is written, the rest is not; or all of a finished one is
)

_listener: Callable[[str], None] | None = None


def point(name: str) -> None:
    """The program is at this moment (one of `POINTS`)."""
    if _listener is not None:
        _listener(name)


def listen(listener: Callable[[str], None] | None) -> None:
    """For tests: call this at every moment from now on; None: no longer."""
    global _listener
    _listener = listener
