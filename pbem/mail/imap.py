"""Fetching from an IMAP server (RFC 9051): read-only but for the flag \\Seen, nothing is ever expunged.

A fresh connection for each poll, no IDLE: both hang in the long run.  Messages are named by (account,
mailbox, UIDVALIDITY, UID), which no other message ever gets (RFC 9051, 2.3.1.1).  Commands hold numbers and
constants only, never a word from a mail.
"""

import imaplib
import logging
import socket
import ssl
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from datetime import UTC, datetime
from itertools import islice
from types import TracebackType
from typing import Any, Self

import imapclient
from imapclient import IMAPClient, SocketTimeout
from imapclient.exceptions import (
    CapabilityError,
    LoginError,
    ProtocolError,
)

from pbem.mail.errors import MailError
from pbem.mail.inbox import Delivery, Known, is_known
from pbem.mail.limits import MAX_HEADER_BLOCK, MAX_MESSAGE, shortened
from pbem.mail.urls import Server

CONNECT_SECONDS = 15.0
READ_SECONDS = 60.0
#: Messages asked for in one command, and how many bytes they may have together.
_BATCH = 100
_BATCH_BYTES = 8 << 20
#: imapclient and imaplib raise any of these on a broken connection or an odd server (mail.md, 1.8).
_TROUBLE = (imaplib.IMAP4.error, OSError, ProtocolError, ValueError, KeyError, IndexError, AssertionError)
_log = logging.getLogger(__name__)


class ImapInbox:
    """See `inbox.Inbox`."""

    def __init__(
        self,
        server: Server,
        password: str | None,
        connect_seconds: float = CONNECT_SECONDS,
        read_seconds: float = READ_SECONDS,
    ) -> None:
        self.server = server
        self._password = password
        self._timeout = SocketTimeout(connect_seconds, read_seconds)
        self._client: Any = None  # imapclient has no types
        self._prefix = ""

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._client is not None and kind is None:
            with suppress(*_TROUBLE):
                self._client.logout()
        self._drop()

    def fetch(self, known: Known = (), limit: int | None = None) -> Iterator[Delivery]:
        """See `Inbox.fetch`; oldest first by UID.  A message that vanishes meanwhile is passed over."""
        skip = is_known(known)
        with self._explained("read"):
            client = self._connected()
            fresh = list(
                islice((uid for uid in sorted(client.search("ALL")) if not skip(self._key(uid))), limit)
            )
        for start in range(0, len(fresh), _BATCH):
            with self._explained("read"):
                deliveries = self._fetch_batch(client, fresh[start : start + _BATCH])
            yield from deliveries

    def done(self, keys: Iterable[str]) -> None:
        r"""Set \Seen.  Trouble is logged and forgotten: the flag is for people, the keys are what counts."""
        wanted = list(keys)
        try:
            client = self._connected()
            uids = sorted({uid for key in wanted if (uid := self._uid(key))})
            for start in range(0, len(uids), _BATCH):
                client.add_flags(uids[start : start + _BATCH], [imapclient.SEEN], silent=True)
        except (*_TROUBLE, MailError) as error:
            self._drop()
            _log.warning("messages in %s could not be marked as read: %s", self.server, type(error).__name__)

    def check(self) -> str:
        with self._explained("read"):
            client = self._connected()
            return f"{self.server}: {len(client.search('ALL'))} messages in {self.server.mailbox}"

    # -- messages
    # --------------------------------------------------------------------------------------------------

    def _key(self, uid: int) -> str:
        return f"{self._prefix}{uid}"

    def _uid(self, key: str) -> int | None:
        """The number in a key of this mailbox as it is now; None for keys of another, or from before it was
        made anew.
        """
        tail = key.removeprefix(self._prefix)
        return int(tail) if key.startswith(self._prefix) and tail.isascii() and tail.isdigit() else None

    def _fetch_batch(self, client: Any, uids: list[int]) -> list[Delivery]:
        """Sizes first, then the messages in portions, the big ones as headers only."""
        facts = client.fetch(uids, ["RFC822.SIZE", "INTERNALDATE"])
        sizes = {uid: int(facts.get(uid, {}).get(b"RFC822.SIZE") or 0) for uid in uids}
        whole = [uid for uid in uids if 0 < sizes[uid] <= MAX_MESSAGE]
        big = [uid for uid in uids if sizes[uid] > MAX_MESSAGE]
        raws: dict[int, bytes] = {}
        for portion in _portions(whole, sizes):
            raws.update(_bodies(client, portion, "BODY.PEEK[]", b"BODY[]"))
        if big:
            heads = _bodies(client, big, f"BODY.PEEK[HEADER]<0.{MAX_HEADER_BLOCK}>", b"BODY[HEADER]<0>")
            raws.update((uid, shortened(head, sizes[uid])) for uid, head in heads.items())
        return [
            Delivery(self._key(uid), raws[uid], _utc(facts[uid].get(b"INTERNALDATE")), sizes[uid])
            for uid in uids
            if uid in raws
        ]

    # -- connection
    # ------------------------------------------------------------------------------------------------

    def _connected(self) -> Any:
        if self._client is None:
            self._client = self._connect()
            chosen = self._client.select_folder(self.server.mailbox)
            validity = chosen.get(b"UIDVALIDITY")
            if not validity:
                raise MailError(
                    f"the server {self.server} gives no UIDVALIDITY and cannot tell messages apart; use another"
                )
            self._prefix = f"imap:{self.server.user}@{self.server.host}/{self.server.mailbox}:{validity}:"
        return self._client

    def _connect(self) -> Any:
        server, context = self.server, self.server.tls()
        client: Any = IMAPClient(
            server.host,
            server.port,
            ssl=server.implicit_tls,
            ssl_context=context if server.implicit_tls else None,
            timeout=self._timeout,
        )
        client.normalise_times = False
        try:
            if not server.implicit_tls:
                client.starttls(context)
            client.login(server.user, self._password or "")
        except BaseException:
            with suppress(Exception):
                client.shutdown()
            raise
        return client

    def _drop(self) -> None:
        """After any trouble the connection is out of step with the server and must not be used again."""
        if self._client is not None:
            with suppress(Exception):
                self._client.shutdown()
            self._client = None

    @contextmanager
    def _explained(self, doing: str) -> Iterator[None]:
        """Make a MailError of whatever the libraries raise."""
        try:
            yield
        except MailError:
            self._drop()
            raise
        except _TROUBLE as error:
            self._drop()
            raise MailError(_sentence(self.server, doing, error)) from error


def _portions(uids: list[int], sizes: dict[int, int]) -> Iterator[list[int]]:
    portion: list[int] = []
    total = 0
    for uid in uids:
        if portion and total + sizes[uid] > _BATCH_BYTES:
            yield portion
            portion, total = [], 0
        portion.append(uid)
        total += sizes[uid]
    if portion:
        yield portion


def _bodies(client: Any, uids: list[int], item: str, key: bytes) -> dict[int, bytes]:
    """Bytes by UID; a message that another client has just removed comes without, or not at all."""
    answer = client.fetch(uids, [item])
    return {uid: body for uid in uids if isinstance(body := answer.get(uid, {}).get(key), bytes)}


def _utc(when: object) -> datetime:
    """INTERNALDATE in UTC; a server that gives none, or one without a zone, gets the time of this moment."""
    return when.astimezone(UTC) if isinstance(when, datetime) and when.tzinfo else datetime.now(UTC)


_ADVICE: tuple[tuple[type[BaseException], str], ...] = (
    (LoginError, "the server refuses the user name or password; check PBEM_INBOX_PASSWORD"),
    (CapabilityError, "the server offers no STARTTLS; use imaps:// instead"),
    (TimeoutError, "the server does not answer; check host and port, or try later"),
    (ConnectionRefusedError, "nothing listens there; check host and port"),
    (ConnectionError, "the connection was cut; the next poll tries again"),
)


def _sentence(server: Server, doing: str, error: BaseException) -> str:
    """What, where, how to mend it.  The server's own words are told only where they name no mail."""
    if isinstance(error, ssl.SSLCertVerificationError):
        why = f"its certificate is not trusted ({error.verify_message}); name its authority by ?cafile=PATH"
    elif isinstance(error, ssl.SSLError):
        why = "it speaks no TLS there; check port, and imaps:// or imap://"
    elif isinstance(error, socket.gaierror):
        why = "no such host; check its name and the network"
    else:
        said = " ".join(str(error).split())[:200] or type(error).__name__
        said += "; check host, port and mailbox"
        why = next((advice for kind, advice in _ADVICE if isinstance(error, kind)), said)
    return f"mailbox {server.mailbox} of {server} could not be {doing}: {why}"
