"""The plain rhythm: a session resolves at its deadline or when all are READY, and nothing but mails of its own happens in between.

Most tests are about something else than time, and play games so; whoever is about time gives options of his own.
"""

from collections.abc import Mapping

PLAIN: Mapping[str, str] = {
    "pauses": "none",
    "earliest": "0h",
    "ballot_earliest": "0h",
    "ready": "said",
    "grace": "0h",
    "reading": "0m",
    "reminders": "none",
    "limit": "off",
    "bulletins": "off",
    "silence": "defaults",
}


def plainly(options: Mapping[str, str] | None = None) -> dict[str, str]:
    """These options of a game, in the plain rhythm as far as they say nothing of it."""
    return {**PLAIN, **(options or {})}


def words(options: Mapping[str, str] | None = None) -> list[str]:
    """The same as they are typed behind `pbem new`."""
    return [word for key, value in plainly(options).items() for word in ("--option", f"{key}={value}")]
