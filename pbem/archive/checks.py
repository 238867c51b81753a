"""What a check of an archive is, and what it finds."""

from collections.abc import Callable, Sequence
from typing import NamedTuple

from .folder import Folder
from .manifest import Fault


class Found(NamedTuple):
    """`number`: of things looked at; `faults`: the first wrong one first; `note`: why nothing was looked at, or what else is to be said."""

    number: int
    faults: Sequence[Fault] = ()
    note: str = ""


class Check(NamedTuple):
    """`key`: for programs; `what`: what is looked at, in words; `stops`: without it the others mean nothing."""

    key: str
    what: str
    make: Callable[[Folder], Found]
    stops: bool = False

    @property
    def needs_history(self) -> bool:
        """Can it say nothing where the history is broken?"""
        return self.key in (
            "seals",
            "private history",
            "commitment",
            "deal",
            "dice",
            "story",
            "phases",
            "result",
            "heads",
            "record",
        )
