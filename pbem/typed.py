"""The command that is being done now, as it was typed: whoever stores what it changes writes it down beside that (`service/acts`).

It stands here, below everything, so that the command line need not load a database to say what was typed.
"""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any


@dataclass
class Typed:
    """`argv`: the command and what was typed behind it, without what only says where, when and how to print; `at`: the time that it
    went by, once it has asked; `more`: what was agreed on meanwhile, like --yes; `rows`: where it was written down already."""

    argv: tuple[str, ...]
    at: datetime | None = None
    more: tuple[str, ...] = ()
    rows: dict[Any, int] = field(default_factory=dict)


_now: ContextVar[Typed | None] = ContextVar("typed", default=None)

#: Options that say where, when and how to print, not what is done; whether a value follows.
_ASIDE = {"--site": True, "--now": True, "--json": False}


def bare(argv: Sequence[str]) -> tuple[str, ...]:
    """A command line without `--site`, `--now` and `--json`.

    >>> bare(["hold", "g1", "--site", "/srv/x", "--because", "a storm", "--now=2026-12-01"])
    ('hold', 'g1', '--because', 'a storm')
    """
    kept: list[str] = []
    rest = iter(argv)
    for word in rest:
        name, sign, _ = word.partition("=")
        if word == "--":
            return (*kept, word, *rest)
        if name not in _ASIDE:
            kept.append(word)
        elif _ASIDE[name] and not sign:
            next(rest, None)
    return tuple(kept)


@contextmanager
def typed(argv: Sequence[str]) -> Iterator[None]:
    """Inside this the command is done."""
    token = _now.set(Typed(bare(argv)))
    try:
        yield
    finally:
        _now.reset(token)


def typed_now() -> Typed | None:
    """The command that is being done; None outside of one."""
    return _now.get()


def at(moment: datetime) -> None:
    """The command goes by this time."""
    if (one := _now.get()) is not None and one.at is None:
        one.at = moment


@contextmanager
def agreed(*more: str) -> Iterator[None]:
    """Inside this the command is done as if these had been typed too: `--yes` after a question, `--dry-run` before it."""
    one = _now.get()
    if one is None:
        yield
        return
    before, missing = one.more, tuple(word for word in more if word not in one.argv)
    one.more = missing
    try:
        yield
    finally:
        one.more = before
