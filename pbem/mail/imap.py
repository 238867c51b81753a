"""Fetching from an IMAP server (RFC 9051): read-only but for the flag \\Seen, nothing is ever expunged.

A fresh connection for each poll, no IDLE: both hang in the long run.  Messages are named by (account,
mailbox, UIDVALIDITY, UID), which no other message ever gets (RFC 9051, 2.3.1.1).  Commands hold numbers and
constants only, never a word from a mail.
"""

import imaplib
import logging
import socket
import ssl
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from datetime import UTC, datetime
from functools import partial
from types import TracebackType
from typing import Any, Self, TypeVar

import imapclient
import msgspec
from imapclient import IMAPClient, SocketTimeout
from imapclient.exceptions import (
    CapabilityError,
    LoginError,
    ProtocolError,
)

from pbem.mail.errors import MailError
from pbem.mail.inbox import Delivery, Known, unknown
from pbem.mail.limits import MAX_HEADER_BLOCK, MAX_MESSAGE, shortened
from pbem.mail.oauth import Secret, sasl, where_set
from pbem.mail.urls import Server

CONNECT_SECONDS = 15.0
READ_SECONDS = 60.0
#: Messages asked for in one command, and how many bytes they may have together.
_BATCH = 100
_BATCH_BYTES = 8 << 20
#: imapclient and imaplib raise any of these on a broken connection or an odd server (mail.md, 1.8).
_TROUBLE = (imaplib.IMAP4.error, OSError, ProtocolError, ValueError, KeyError, IndexError, AssertionError)
#: UIDs only rise (RFC 9051, 2.3.1.1), but what a server gave for a moment without its text, or showed late, is found among so many.
_WINDOW = 200
_log = logging.getLogger(__name__)
T = TypeVar("T")


class Read(msgspec.Struct, frozen=True):
    """How far a mailbox is read: its name with UIDVALIDITY, the highest UID, and the day on which all of it was last looked through."""

    place: str
    last: int
    day: str


class _Expired(MailError):
    """The access token ran out in the middle (`BYE … AccessTokenExpired`), or before."""


class ImapInbox:
    """See `inbox.Inbox`."""

    def __init__(
        self,
        server: Server,
        secret: Secret,
        connect_seconds: float = CONNECT_SECONDS,
        read_seconds: float = READ_SECONDS,
    ) -> None:
        self.server = server
        self._secret = secret
        self._renewed = False  # a new token is asked for once a visit
        self._mark: Read | None = None
        self._timeout = SocketTimeout(connect_seconds, read_seconds)
        self._client: Any = None  # imapclient has no types
        self._prefix = ""
        self._count = 0

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._client is not None and kind is None:
            with suppress(*_TROUBLE):
                self._client.logout()
        self._drop()

    @property
    def mark(self) -> str:
        return msgspec.json.encode(self._mark).decode() if self._mark else ""

    def fetch(self, known: Known = (), limit: int | None = None, mark: str = "") -> Iterator[Delivery]:
        """See `Inbox.fetch`; oldest first by UID.  A message that vanishes meanwhile is passed over."""
        fresh, read = self.visit(lambda client: self._listed(client, known, mark))
        place = self._prefix
        all_of_them = limit is None or len(fresh) <= limit
        fresh = fresh[:limit]
        for start in range(0, len(fresh), _BATCH):
            some = fresh[start : start + _BATCH]
            yield from self.visit(partial(self._fetch_batch, some, place))
        if all_of_them:
            self._mark = read

    def _listed(self, client: Any, known: Known, mark: str) -> tuple[list[int], Read]:
        """UIDs of messages that are not known, and how far the mailbox is read once they are stored.

        Only the newest are asked for; once a day, or in another mailbox, all.
        """
        today = datetime.now(UTC).date().isoformat()
        try:
            before = msgspec.json.decode(mark, type=Read)
        except msgspec.DecodeError:
            before = Read("", 0, "")
        going_on = before.place == self._prefix and before.day == today
        first = max(1, before.last - _WINDOW + 1) if going_on else 1
        newest = ["UID", f"{first}:*"] if first > 1 and self._count else ["ALL"]  # no `*` where there is none
        uids = sorted({uid for uid in client.search(newest) if uid >= first})
        keys = unknown(known, [self._key(uid) for uid in uids])
        last = max([*uids, before.last if going_on else 0])
        return [int(key.removeprefix(self._prefix)) for key in keys], Read(self._prefix, last, today)

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
            self._connected()
        return f"{self.server}: {self._count} messages in {self.server.mailbox}"

    def visit(self, work: Callable[[Any], T]) -> T:
        """Do it; once more over a new connection with a new token, if the token has expired."""
        try:
            with self._explained("read"):
                return work(self._connected())
        except _Expired:
            with self._explained("read"):
                return work(self._connected(afresh=True))

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

    def _fetch_batch(self, uids: list[int], place: str, client: Any) -> list[Delivery]:
        """Sizes first, then the messages in portions, the big ones as headers only."""
        if place != self._prefix:
            raise MailError(
                f"mailbox {self.server.mailbox} of {self.server} was made anew meanwhile; the next poll reads it"
            )
        facts = client.fetch(uids, ["RFC822.SIZE", "INTERNALDATE"])
        sizes = {uid: int(facts[uid].get(b"RFC822.SIZE") or 0) for uid in uids if uid in facts}
        whole = [uid for uid, size in sizes.items() if 0 < size <= MAX_MESSAGE]
        raws: dict[int, bytes] = {}
        for portion in _portions(whole, sizes):
            raws.update(_bodies(client, portion, "BODY.PEEK[]", b"BODY[]"))
        for uid in [uid for uid, size in sizes.items() if not size]:  # a server that cannot tell
            raws.update(_bodies(client, [uid], f"BODY.PEEK[]<0.{MAX_MESSAGE}>", b"BODY[]<0>"))
        big = [uid for uid, size in sizes.items() if size > MAX_MESSAGE]
        if big:
            heads = _bodies(client, big, f"BODY.PEEK[HEADER]<0.{MAX_HEADER_BLOCK}>", b"BODY[HEADER]<0>")
            raws.update((uid, shortened(head, sizes[uid])) for uid, head in heads.items())
        return [
            Delivery(
                self._key(uid), raws[uid], _utc(facts[uid].get(b"INTERNALDATE")), sizes[uid] or len(raws[uid])
            )
            for uid in uids
            if raws.get(uid)
        ]

    # -- connection
    # ------------------------------------------------------------------------------------------------

    def _connected(self, afresh: bool = False) -> Any:
        if self._client is None:
            self._renewed = self._renewed or afresh
            self._client = self._connect(afresh)
            chosen = self._client.select_folder(self.server.mailbox)
            self._count = int(chosen.get(b"EXISTS") or 0)
            validity = chosen.get(b"UIDVALIDITY")
            if not validity:
                raise MailError(
                    f"the server {self.server} gives no UIDVALIDITY and cannot tell messages apart; use another"
                )
            self._prefix = f"imap:{self.server.user}@{self.server.host}/{self.server.mailbox}:{validity}:"
        return self._client

    def _connect(self, afresh: bool) -> Any:
        server, context = self.server, self.server.tls()
        secret = self._secret
        word = secret if secret is None or isinstance(secret, str) else secret.token(afresh)
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
            if word is secret:
                client.login(server.user, word or "")
            else:
                client.sasl_login("XOAUTH2", sasl(server.user or "", word or ""))
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
            said = self._parting()
            self._drop()
            if self._may_be_expired(error, said):
                raise _Expired(self._sentence(doing, error, said)) from None
            raise MailError(self._sentence(doing, error, said)) from error

    def _parting(self) -> str:
        """The server's last word, if it has said goodbye; the libraries tell of a cut connection only."""
        with suppress(Exception):
            return str(self._client._imap.untagged_responses["BYE"][-1], "ascii", "replace")
        return ""

    def _may_be_expired(self, error: BaseException, parting: str) -> bool:
        by_token = not (self._secret is None or isinstance(self._secret, str))
        expired = isinstance(error, LoginError) or "AccessTokenExpired" in f"{parting} {error}"
        return by_token and expired and not self._renewed

    def _sentence(self, doing: str, error: BaseException, parting: str) -> str:
        """What, where, how to mend it.  The server's own words are told only where they name no mail."""
        server = self.server
        if isinstance(error, LoginError):
            why = self._refused_login()
        elif isinstance(error, ssl.SSLCertVerificationError):
            why = (
                f"its certificate is not trusted ({error.verify_message}); name its authority by ?cafile=PATH"
            )
        elif isinstance(error, ssl.SSLError):
            why = "it speaks no TLS there; check port, and imaps:// or imap://"
        elif isinstance(error, socket.gaierror):
            why = "no such host; check its name and the network"
        elif parting:
            why = f"the server said goodbye ({' '.join(parting.split())[:150]}); the next poll tries again"
        else:
            said = " ".join(str(error).split())[:200] or type(error).__name__
            said += "; check host, port and mailbox"
            why = next((advice for kind, advice in _ADVICE if isinstance(error, kind)), said)
        return f"mailbox {server.mailbox} of {server} could not be {doing}: {why}"

    def _refused_login(self) -> str:
        if self._secret is None or isinstance(self._secret, str):
            return f"the server refuses the user name or password; {where_set(self._secret, 'inbox')}"
        return f"the server refuses the access token; {self._secret.advice}"


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
    (CapabilityError, "the server offers no STARTTLS; use imaps:// instead"),
    (TimeoutError, "the server does not answer; check host and port, or try later"),
    (ConnectionRefusedError, "nothing listens there; check host and port"),
    (ConnectionError, "the connection was cut; the next poll tries again"),
)
