"""Sending: one recipient a mail, and an honest answer about what became of it.

`retry` and `failed` mean that the mail was certainly not handed over, `unknown` that it may have been.
"""

from collections.abc import Iterable, Iterator
from pathlib import Path
from types import TracebackType
from typing import Literal, Protocol, Self

import msgspec

from pbem.mail.urls import Server, parse_url


class Outgoing(msgspec.Struct, frozen=True):
    """A mail to send.  `id` is the caller's own name for it; `raw` are its bytes, which never change."""

    id: str
    envelope_from: str
    recipient: str
    raw: bytes


class Outcome(msgspec.Struct, frozen=True):
    """What became of a mail: sent; not sent, try again; not sent and never will be; perhaps sent."""

    state: Literal["sent", "retry", "failed", "unknown"]
    reason: str = ""


def sent() -> Outcome:
    """It was handed over."""
    return Outcome("sent")


class Outbox(Protocol):
    """A context manager; a connection is made at the first mail and serves all of the block."""

    def __enter__(self) -> Self: ...
    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None: ...

    def send(self, mail: Outgoing) -> Outcome:
        """Send one mail; trouble is an outcome, not an exception."""
        ...

    def send_all(self, mails: Iterable[Outgoing]) -> Iterator[tuple[str, Outcome]]:
        """Send mails in order; (id, outcome) of each as soon as it is known."""
        ...

    def check(self) -> str:
        """A line for `pbem doctor` about an outbox that works.  MailError if it does not."""
        ...


def open_outbox(url: str, password: str | None, base_dir: Path) -> Outbox:
    """The outbox that `url` names (`urls.py`).  MailError for a url that cannot be read; nothing is
    connected yet.
    """
    place = parse_url(url, base_dir, ("smtps", "smtp"))
    if not isinstance(place, Server):
        from pbem.mail.maildir import MaildirOutbox

        return MaildirOutbox(place)
    from pbem.mail.smtp import SmtpOutbox  # heavy: only who needs it pays

    return SmtpOutbox(place, password)
