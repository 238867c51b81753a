"""The two kinds of refusal that reach a person, one clear sentence each."""


class ServiceError(Exception):
    """Something cannot be done as things stand (exit status 1)."""


class Told(str):
    """A problem of a poll about which the moderator has a mail of its own, or gets one when it lasts: no other mail tells it."""

    __slots__ = ()


class UsageError(ServiceError):
    """The command or its input is wrong (exit status 2)."""
