"""Fetching: one way to ask for new messages, whatever holds them.

An inbox never deletes and never decides what is new: that does whoever stored the keys.  The flag that
`done` sets is for people who look into the mailbox.
"""

from collections.abc import Callable, Container, Iterable, Iterator, Sequence
from datetime import datetime
from pathlib import Path
from types import TracebackType
from typing import Protocol, Self, runtime_checkable

import msgspec

from pbem.mail.errors import MailError
from pbem.mail.oauth import Secret
from pbem.mail.urls import Server, parse_url


@runtime_checkable
class Store(Protocol):
    """Who knows which messages were stored, and is asked for many at once."""

    def among(self, keys: Sequence[str]) -> set[str]:
        """Those of the keys that are known."""
        ...


Known = Container[str] | Callable[[str], bool] | Store


class Delivery(msgspec.Struct, frozen=True):
    """One fetched message.

    `key` never names another message; `raw` is the message, or only its header with a note
    (`limits.shortened`) if its `size` is over the limit; `received` (UTC) is IMAP's INTERNALDATE or the
    file's time of change (D34).
    """

    key: str
    raw: bytes
    received: datetime
    size: int


class Inbox(Protocol):
    """A context manager; a connection is made at the first call and closed at the end of the block."""

    def __enter__(self) -> Self: ...
    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None: ...

    def fetch(self, known: Known = (), limit: int | None = None, mark: str = "") -> Iterator[Delivery]:
        """Messages whose key is not `known`, oldest first, at most `limit`.  MailError if the mailbox
        cannot be read.

        `mark`: what `mark` said after an earlier visit.  It only saves looking at old messages again: without it, or
        with an older one, the same new messages are found.
        """
        ...

    @property
    def mark(self) -> str:
        """How far the mailbox is read, once all that `fetch` gave is stored and said to be `done`."""
        ...

    def done(self, keys: Iterable[str]) -> None:
        """Mark messages as read, after what they caused is committed.  Keys that are gone are passed over."""
        ...

    def check(self) -> str:
        """A line for `pbem doctor` about a mailbox that works.  MailError if it does not."""
        ...


def unknown(known: Known, keys: Sequence[str]) -> list[str]:
    """Those of the keys that are not known, in their order."""
    if isinstance(known, Store):
        there = known.among(keys)
        return [key for key in keys if key not in there]
    asked = known if callable(known) else known.__contains__
    return [key for key in keys if not asked(key)]


def open_inbox(url: str, secret: Secret, base_dir: Path) -> Inbox:
    """The inbox that `url` names (`urls.py`).  MailError for a url that cannot be read; nothing is
    connected yet.
    """
    place = parse_url(url, base_dir, ("imaps", "imap"))
    if not isinstance(place, Server):
        from pbem.mail.maildir import MaildirInbox

        return MaildirInbox(place)
    if place.user is None:
        raise MailError(f"the inbox {place} names no user; write {place.scheme}://USER@{place.host}")
    from pbem.mail.imap import ImapInbox  # heavy: only who needs it pays

    return ImapInbox(place, secret)
