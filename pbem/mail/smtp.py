"""Handing mails to an SMTP server (RFC 5321), one at a time over one connection.

MAIL, RCPT and DATA are driven here, because the library's `send` raises the same error for "not sent" and
for "perhaps sent".  Until DATA nothing can have been taken; within it, only a refusal in so many words
(4xx, 5xx) is a refusal.
"""

import asyncio
import re
import ssl
from collections.abc import Iterable, Iterator
from contextlib import suppress
from types import TracebackType
from typing import Self

import aiosmtplib
import msgspec
from aiosmtplib import SMTPDataError, SMTPException, SMTPResponseException

from pbem.mail.errors import MailError
from pbem.mail.outbox import Outcome, Outgoing, sent
from pbem.mail.urls import Server


class Timeouts(msgspec.Struct, frozen=True):
    """Seconds for connecting, for each command, and for the answer after the final dot (RFC 5321,
    4.5.3.2.6: ten minutes).
    """

    connect: float = 20.0
    command: float = 60.0
    data: float = 600.0


#: After so many connections that could not be made, the rest of a batch is left for the next time.
_MAX_FAILURES = 2
_ADDRESS = re.compile(r"[^\s<>\x00-\x20\x7f,;:\"\\]{1,64}@[A-Za-z0-9.-]{1,255}")


class SmtpOutbox:
    """See `outbox.Outbox`.  Owns an event loop, so it must not be used inside another."""

    def __init__(self, server: Server, password: str | None, timeouts: Timeouts = Timeouts()) -> None:  # noqa: B008 - frozen
        self.server = server
        self._password = password
        self._timeouts = timeouts
        self._runner: asyncio.Runner | None = None
        self._client: aiosmtplib.SMTP | None = None
        self._failures = 0
        self._why = ""  # why the last connection could not be made

    def __enter__(self) -> Self:
        self._runner = asyncio.Runner()
        self._failures = 0
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._runner is not None:
            with suppress(Exception):
                self._runner.run(self._quit())
            self._runner.close()
            self._runner = None

    def send(self, mail: Outgoing) -> Outcome:
        if self._runner is None:
            raise RuntimeError("an outbox is used in a with block")
        return self._runner.run(self._send(mail))

    def send_all(self, mails: Iterable[Outgoing]) -> Iterator[tuple[str, Outcome]]:
        for mail in mails:
            yield mail.id, self.send(mail)

    def check(self) -> str:
        if self._runner is None:
            raise RuntimeError("an outbox is used in a with block")
        self._runner.run(self._open())
        return f"{self.server}: connected" + (
            f", logged in as {self.server.user}" if self.server.user else ""
        )

    # -- one mail
    # --------------------------------------------------------------------------------------------------

    async def _send(self, mail: Outgoing) -> Outcome:
        for address in (mail.envelope_from, mail.recipient):
            if not (address.isascii() and _ADDRESS.fullmatch(address)):
                return Outcome("failed", f"{address!r} is not an address that can be sent to")
        if self._failures >= _MAX_FAILURES:
            return Outcome("retry", self._why)
        try:
            client = await self._open()
        except MailError as error:
            self._failures += 1
            self._why = str(error)
            return Outcome("retry", self._why)
        try:
            outcome = await self._transaction(client, mail)
        except TimeoutError:  # the library's own time limits are within this one
            outcome = Outcome("unknown", "the server did not answer in time")
        if outcome.state != "sent":
            await self._recover(client, outcome)
        return outcome

    async def _transaction(self, client: aiosmtplib.SMTP, mail: Outgoing) -> Outcome:
        """MAIL, one RCPT, DATA."""
        size = [f"size={len(mail.raw)}"] if client.supports_extension("size") else []
        limit = self._timeouts.command
        try:
            await client.mail(mail.envelope_from, options=size, timeout=limit)
            await client.rcpt(mail.recipient, timeout=limit)
        except SMTPResponseException as error:
            return _refused(error, "the server refuses this mail")
        except (SMTPException, OSError) as error:
            return Outcome(
                "retry", f"the connection was lost before the mail was handed over ({type(error).__name__})"
            )
        # A final line end is added here, not by the library: a dot glued to the last line would end nothing.
        raw = mail.raw if mail.raw.endswith(b"\n") else mail.raw + b"\n"
        try:
            await client.data(raw, timeout=self._timeouts.data)
        except SMTPDataError as error:
            return _refused(error, "the server refuses the text of this mail")
        except (SMTPException, OSError) as error:
            return Outcome(
                "unknown", f"the connection was lost while the mail was handed over ({type(error).__name__})"
            )
        return sent()

    async def _recover(self, client: aiosmtplib.SMTP, outcome: Outcome) -> None:
        """Start afresh on the same connection after a plain refusal, on a new one after anything else."""
        if outcome.state == "unknown" or not client.is_connected or " 421 " in f" {outcome.reason} ":
            self._forget()
            return
        try:
            await client.rset(timeout=self._timeouts.command)
        except (SMTPException, OSError):
            self._forget()

    # -- connection
    # ------------------------------------------------------------------------------------------------

    async def _open(self) -> aiosmtplib.SMTP:
        """The open connection, or a new one.  MailError says why there is none."""
        if self._client is not None and self._client.is_connected:
            return self._client
        self._forget()
        server = self.server
        client = aiosmtplib.SMTP(
            hostname=server.host,
            port=server.port,
            use_tls=server.implicit_tls,
            start_tls=not server.implicit_tls,  # required: without it nothing is sent, above all no password
            tls_context=server.tls(),
            local_hostname="localhost",  # or the library asks the name service, which may take 20 seconds
            timeout=self._timeouts.connect,
        )
        try:
            async with asyncio.timeout(2 * self._timeouts.connect):
                await client.connect()
                if server.user is not None:
                    await client.login(server.user, self._password or "", timeout=self._timeouts.command)
        except (SMTPException, OSError, ValueError) as error:
            client.close()
            raise MailError(_sentence(server, error)) from error
        self._client = client
        return client

    def _forget(self) -> None:
        if self._client is not None:
            with suppress(Exception):
                self._client.close()
            self._client = None

    async def _quit(self) -> None:
        """All outcomes are known by now; some servers never answer QUIT."""
        if self._client is not None and self._client.is_connected:
            with suppress(SMTPException, OSError):
                await self._client.quit(timeout=2.0)
        self._forget()


def _refused(error: SMTPResponseException, what: str) -> Outcome:
    """4xx: later; 5xx: never; anything else is no answer to rely on."""
    reason = f"{what}: {error.code} {' '.join(error.message.split())[:300]}"
    if 400 <= error.code < 500:
        return Outcome("retry", reason)
    if 500 <= error.code < 600:
        return Outcome("failed", reason)
    return Outcome("unknown" if isinstance(error, SMTPDataError) else "retry", reason)


def _sentence(server: Server, error: BaseException) -> str:
    """What, where, how to mend it."""
    cause = error.__cause__ or error
    if isinstance(error, aiosmtplib.SMTPAuthenticationError):
        why = "the server refuses the user name or password; check PBEM_OUTBOX_PASSWORD"
    elif isinstance(cause, ssl.SSLCertVerificationError):
        why = f"its certificate is not trusted ({cause.verify_message}); name its authority by ?cafile=PATH"
    elif isinstance(cause, ssl.SSLError):
        why = "it speaks no TLS there; check port, and smtps:// or smtp://"
    elif isinstance(error, aiosmtplib.SMTPNotSupported) or "STARTTLS" in str(error):
        why = "the server offers no STARTTLS; use smtps:// instead"
    elif isinstance(error, TimeoutError):
        why = "the server does not answer; check host and port, or try later"
    else:
        why = f"{' '.join(str(error).split())[:200] or type(error).__name__}; check host and port"
    return f"the outbox {server} cannot be reached: {why}"
