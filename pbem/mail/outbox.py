"""Sending: one recipient a mail, and an honest answer about what became of it.

`retry` and `failed` mean that the mail was certainly not handed over, `unknown` that it may have been.
"""

import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from types import TracebackType
from typing import Literal, Protocol, Self

import msgspec

from pbem.mail.oauth import Secret
from pbem.mail.urls import Server, parse_url

#: RFC 5321, 4.5.3.1.6: more a line may be cut by any server on the way.
LONGEST_LINE = 998
_ADDRESS = re.compile(r"[^\s<>\x00-\x20\x7f,;:\"\\]{1,64}@[A-Za-z0-9.-]{1,255}")


class Outgoing(msgspec.Struct, frozen=True):
    """A mail to send.  `id` is the caller's own name for it; `raw` are its bytes, which never change."""

    id: str
    envelope_from: str
    recipient: str
    raw: bytes


class Outcome(msgspec.Struct, frozen=True):
    """What became of a mail: sent; not sent, try again; not sent and never will be; perhaps sent.

    `stop`: it is not this mail's fault, nothing more should be tried now; `tried`: the server has seen this mail at all.
    """

    state: Literal["sent", "retry", "failed", "unknown"]
    reason: str = ""
    stop: bool = False
    tried: bool = True


def sent() -> Outcome:
    """It was handed over."""
    return Outcome("sent")


def fault(mail: Outgoing) -> str:
    """Why this mail can never be sent: it is not to one address, or no server would pass it on unchanged; "" if it can."""
    for address in (mail.envelope_from, mail.recipient):
        if not (address.isascii() and _ADDRESS.fullmatch(address)):
            return f"{address!r} is not an address that can be sent to"
    if not mail.raw.isascii() or b"\0" in mail.raw or max(map(len, mail.raw.split(b"\n"))) > LONGEST_LINE:
        return "its bytes are not plain text in short lines"
    return ""


class Outbox(Protocol):
    """A context manager; a connection is made at the first mail and serves all of the block.

    `at_once`: how many mails may be on their way together.  Of those a process that dies leaves no word, so where sending again
    would double them it is one.
    """

    at_once: int

    def __enter__(self) -> Self: ...
    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None: ...

    def send(self, mail: Outgoing) -> Outcome:
        """Send one mail; trouble is an outcome, not an exception."""
        ...

    def send_all(self, mails: Iterable[Outgoing]) -> Iterator[tuple[str, Outcome]]:
        """Send mails in order; (id, outcome) of each as soon as it is known.  After a `stop` the rest is not tried."""
        ...

    def check(self) -> str:
        """A line for `pbem doctor` about an outbox that works.  MailError if it does not."""
        ...


def open_outbox(url: str, secret: Secret, base_dir: Path) -> Outbox:
    """The outbox that `url` names (`urls.py`).  MailError for a url that cannot be read; nothing is
    connected yet.
    """
    place = parse_url(url, base_dir, ("smtps", "smtp"))
    if not isinstance(place, Server):
        from pbem.mail.maildir import MaildirOutbox

        return MaildirOutbox(place)
    from pbem.mail.smtp import SmtpOutbox  # heavy: only who needs it pays

    return SmtpOutbox(place, secret)
