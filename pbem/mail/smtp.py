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
from pbem.mail.oauth import Secret, where_set
from pbem.mail.outbox import Outcome, Outgoing, fault, sent
from pbem.mail.points import point
from pbem.mail.urls import Server


class Timeouts(msgspec.Struct, frozen=True):
    """Seconds for connecting, for each command, and for the answer after the final dot (RFC 5321,
    4.5.3.2.6: ten minutes).
    """

    connect: float = 20.0
    command: float = 60.0
    data: float = 600.0


#: After so many connections in a row that broke at a mail, the rest is left for the next time.
_MAX_BREAKS = 3
#: Refusals that are about us and not about the mail: too fast (432 and the like), or enough for today.
_BUSY = re.compile(
    r"too many (?:\w+ )?(?:connections|sessions|logins?|messages|e?mails)|concurrent|rate limit|\b4\.7\.28\b",
    re.IGNORECASE,
)
_USED_UP = re.compile(
    r"\b5\.4\.5\b|\b(?:daily|hourly|sending|submission|outgoing)\b[^.]{0,40}\b(?:limit|quota)|submissionquota",
    re.IGNORECASE,
)
#: RFC 1870, RFC 3463: the one refusal of MAIL that is about the mail, its size.
_SIZE = re.compile(r"\b5\.(?:2\.3|3\.4)\b|\bsize\b|too (?:large|big)", re.IGNORECASE)


#: The connection was lost before the server knew anything of the mail.
_BETWEEN = Outcome("retry", "the connection was lost between two mails")


class SmtpOutbox:
    """See `outbox.Outbox`.  Owns an event loop, so it must not be used inside another."""

    at_once = 1

    def __init__(self, server: Server, secret: Secret, timeouts: Timeouts = Timeouts()) -> None:  # noqa: B008 - frozen
        self.server = server
        self._secret = secret
        self._timeouts = timeouts
        self._runner: asyncio.Runner | None = None
        self._client: aiosmtplib.SMTP | None = None
        self._breaks = 0

    def __enter__(self) -> Self:
        self._runner = asyncio.Runner()
        self._breaks = 0
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
        stopped = ""
        for mail in mails:
            outcome = _untried(stopped) if stopped else self.send(mail)
            stopped = stopped or (outcome.reason if outcome.stop else "")
            yield mail.id, outcome

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
        wrong = fault(mail)
        if wrong:
            return Outcome("failed", wrong)
        fresh = self._client is None
        try:
            client = await self._open()
        except MailError as error:
            return _untried(str(error))
        point("handing")
        outcome = await self._transaction(client, mail)
        if outcome is _BETWEEN and not fresh:  # Yahoo cuts the line after twenty mails
            self._forget()
            try:
                client = await self._open()
            except MailError as error:
                return _untried(str(error))
            outcome = await self._transaction(client, mail)
        if outcome.state != "sent":
            await self._recover(client, outcome)
        self._breaks = 0 if self._client is not None else self._breaks + 1
        return msgspec.structs.replace(outcome, stop=True) if self._breaks >= _MAX_BREAKS else outcome

    async def _transaction(self, client: aiosmtplib.SMTP, mail: Outgoing) -> Outcome:
        """MAIL, one RCPT, DATA."""
        size = [f"size={len(mail.raw)}"] if client.supports_extension("size") else []
        limit = self._timeouts.command
        try:
            await client.mail(mail.envelope_from, options=size, timeout=limit)
        except SMTPResponseException as error:
            return _refused_sender(error, mail)
        except (SMTPException, OSError):
            return _BETWEEN
        try:
            await client.rcpt(mail.recipient, timeout=limit)
        except SMTPResponseException as error:
            return _refused(error, "the server refuses this mail")
        except (SMTPException, OSError) as error:
            why = f"the connection was lost before the mail was handed over ({type(error).__name__})"
            return Outcome("retry", why)
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
        try:
            self._client = await self._connect(afresh=False)
        except aiosmtplib.SMTPAuthenticationError as error:
            if self._secret is None or isinstance(self._secret, str):
                raise MailError(self._sentence(error)) from None
            try:  # the token may just have expired
                self._client = await self._connect(afresh=True)
            except aiosmtplib.SMTPAuthenticationError as again:
                raise MailError(self._sentence(again)) from None
        return self._client

    async def _connect(self, afresh: bool) -> aiosmtplib.SMTP:
        """A new connection, logged in.  SMTPAuthenticationError for a wrong secret, MailError for any other trouble."""
        server, secret = self.server, self._secret
        word = secret if secret is None or isinstance(secret, str) else secret.token(afresh)
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
                await self._login(client, word or "", by_token=word is not secret)
        except (SMTPException, OSError, ValueError) as error:
            client.close()
            if isinstance(error, aiosmtplib.SMTPAuthenticationError) and not _later(error):
                raise
            raise MailError(self._sentence(error)) from error
        except MailError:
            client.close()
            raise
        return client

    async def _login(self, client: aiosmtplib.SMTP, word: str, by_token: bool) -> None:
        user, limit = self.server.user, self._timeouts.command
        if user is None:
            return
        if not by_token:
            await client.login(user, word, timeout=limit)
            return
        await client.ehlo(timeout=limit)  # what it offers after TLS
        if "xoauth2" in client.server_auth_methods:
            await client.auth_xoauth2(user, word, timeout=limit)
        else:
            raise MailError(f'the outbox {self.server} knows no login = "xoauth2"; use a password')

    def _sentence(self, error: BaseException) -> str:
        """What, where, how to mend it."""
        cause = error.__cause__ or error
        if isinstance(error, aiosmtplib.SMTPAuthenticationError):
            why = self._refused_login(error)
        elif isinstance(cause, ssl.SSLCertVerificationError):
            why = (
                f"its certificate is not trusted ({cause.verify_message}); name its authority by ?cafile=PATH"
            )
        elif isinstance(cause, ssl.SSLError):
            why = "it speaks no TLS there; check port, and smtps:// or smtp://"
        elif isinstance(error, aiosmtplib.SMTPNotSupported) or "STARTTLS" in str(error):
            why = "the server offers no STARTTLS; use smtps:// instead"
        elif isinstance(error, TimeoutError):
            why = "the server does not answer; check host and port, or try later"
        else:
            why = f"{' '.join(str(error).split())[:200] or type(error).__name__}; check host and port"
        return f"the outbox {self.server} cannot be reached: {why}"

    def _refused_login(self, error: aiosmtplib.SMTPAuthenticationError) -> str:
        said = f"{error.code} {' '.join(error.message.split())[:150]}"
        if _later(error):
            return f"it lets nobody in now ({said}); the next poll tries again"
        if self._secret is None or isinstance(self._secret, str):
            return (
                f"the server refuses the user name or password ({said}); {where_set(self._secret, 'outbox')}"
            )
        return f"the server refuses the access token ({said}); {self._secret.advice}"

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


def _untried(why: str) -> Outcome:
    return Outcome("retry", why, stop=True, tried=False)


def _later(error: SMTPResponseException) -> bool:
    return 400 <= error.code < 500


def _refused_sender(error: SMTPResponseException, mail: Outgoing) -> Outcome:
    """What is refused at MAIL is refused to the judge, whoever gets the mail; but for its size."""
    outcome = _refused(error, f"the server takes no mail from {mail.envelope_from}")
    return (
        outcome
        if _SIZE.search(outcome.reason)
        else msgspec.structs.replace(outcome, state="retry", stop=True)
    )


def _refused(error: SMTPResponseException, what: str) -> Outcome:
    """4xx: later; 5xx: never; anything else is no answer to rely on."""
    reason = f"{what}: {error.code} {' '.join(error.message.split())[:300]}"
    if error.code in (421, 432) or (_later(error) and _BUSY.search(reason)) or _USED_UP.search(reason):
        return Outcome("retry", reason, stop=True)
    if _later(error):
        return Outcome("retry", reason)
    if 500 <= error.code < 600:
        return Outcome("failed", reason)
    return Outcome("unknown" if isinstance(error, SMTPDataError) else "retry", reason)
