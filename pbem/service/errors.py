"""The two kinds of refusal that reach a person, one clear sentence each."""


class ServiceError(Exception):
    """Something cannot be done as things stand (exit status 1)."""


class UsageError(ServiceError):
    """The command or its input is wrong (exit status 2)."""
