"""A mail that the judge sends to himself, and how it comes back: the proof that mail works both ways.

What comes in is only looked at: no flag changes, and the next poll takes it for what it is, mail of the judge's own.
"""

import time
from collections.abc import Sequence
from datetime import UTC, datetime
from email import message_from_bytes
from typing import Any

import msgspec

from pbem.mail.compose import Draft, Mailbox, compose
from pbem.mail.imap import ImapInbox
from pbem.mail.outbox import Outbox, Outcome, Outgoing

SECONDS, PAUSE = 30.0, 1.0
TEXT = (
    "This mail is of the program itself: `pbem doctor` looks whether mail to the judge arrives. It needs no answer, and the next poll "
    "passes it over.\n"
)


class Returned(msgspec.Struct, frozen=True):
    """It came back: after how many seconds, when the server says that it did, which server vouches on top ("" if none), and to whom it says
    that it went.
    """

    seconds: float
    received: datetime | None
    authserv: str
    to: str


def send(outbox: Outbox, judge: str, name: str, to: str, nonce: str, now: datetime) -> Outcome:
    """Hand it over; `to` is the judge's own address, perhaps with a subaddress, `nonce` what it is known by."""
    raw = compose(
        Draft(
            sender=Mailbox(name, judge),
            to=Mailbox("", to),
            subject=f"pbem doctor {nonce}",
            date=now,
            message_id=f"<{nonce}@{judge.rpartition('@')[2]}>",
            text=TEXT,
        )
    )
    return outbox.send(Outgoing(nonce, judge, to, raw))


def newest(inbox: ImapInbox) -> int:
    """The highest UID there is; 0 in an empty mailbox.  MailError if it cannot be read."""
    return int(inbox.visit(lambda client: max(client.search(["ALL"]), default=0)))


def wait(inbox: ImapInbox, after: int, nonce: str, seconds: float = SECONDS) -> Returned | None:
    """Look for it among the messages with a higher UID than `after`; None if it did not come in time.  MailError if the mailbox cannot be read."""
    begun = time.monotonic()
    while True:
        for raw, received in inbox.visit(lambda client: _newer(client, after)):
            if nonce.encode() in raw:
                message = message_from_bytes(raw)
                on_top = named(message.get_all("Authentication-Results") or ())
                return Returned(time.monotonic() - begun, received, on_top, str(message["To"] or ""))
        if time.monotonic() - begun > seconds:
            return None
        time.sleep(PAUSE)


def _newer(client: Any, after: int) -> list[tuple[bytes, datetime | None]]:
    """Headers of what came since; the server is asked afresh whether there is something."""
    client.noop()
    uids = [uid for uid in client.search(["UID", f"{after + 1}:*"]) if uid > after]
    if not uids:
        return []
    answer = client.fetch(uids, ["INTERNALDATE", "BODY.PEEK[HEADER]"])
    return [
        (bytes(facts[b"BODY[HEADER]"]), _utc(facts.get(b"INTERNALDATE")))
        for facts in answer.values()
        if b"BODY[HEADER]" in facts
    ]


def named(fields: Sequence[str]) -> str:
    """The name with which the topmost Authentication-Results begins (RFC 8601, 2.2); "" without any."""
    return fields[0].partition(";")[0].split()[0] if fields and fields[0].partition(";")[0].split() else ""


def _utc(when: object) -> datetime | None:
    return when.astimezone(UTC) if isinstance(when, datetime) and when.tzinfo else None
