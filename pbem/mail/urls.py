"""Where mail is fetched from and handed to: the `url` values of `pbem.toml`.

`maildir:PATH`, `imaps://user@host[:port][/MAILBOX]`, `imap://…` (STARTTLS), `smtps://user@host[:port]`,
`smtp://…` (STARTTLS); `?cafile=PATH` names the certificate of a private authority.  A user name may hold an
`@`.
"""

import ssl
from pathlib import Path
from urllib.parse import parse_qs, unquote, urlsplit

import msgspec

from pbem.mail.errors import MailError

DEFAULT_PORTS = {"imap": 143, "imaps": 993, "smtp": 587, "smtps": 465}


class Server(msgspec.Struct, frozen=True):
    """A mail server.  `mailbox` is for IMAP only; without a `user` no login is tried."""

    scheme: str
    host: str
    port: int
    user: str | None = None
    mailbox: str = "INBOX"
    cafile: Path | None = None

    @property
    def implicit_tls(self) -> bool:
        return self.scheme.endswith("s")

    def __str__(self) -> str:
        return f"{self.scheme}://{self.user + '@' if self.user else ''}{self.host}:{self.port}"

    def tls(self) -> ssl.SSLContext:
        """A context that checks name and chain.  MailError if the `cafile` is no certificate."""
        try:
            context = ssl.create_default_context(cafile=str(self.cafile) if self.cafile else None)
        except (OSError, ssl.SSLError) as error:
            raise MailError(
                f"the cafile {self.cafile} of {self} cannot be read ({error}); it must be a PEM certificate"
            ) from None
        context.minimum_version = ssl.TLSVersion.TLSv1_2
        return context


def parse_url(url: str, base_dir: Path, schemes: tuple[str, ...]) -> Server | Path:
    """A `Server`, or the folder of a Maildir (relative ones start at `base_dir`).  MailError if it is
    neither.
    """
    scheme, _, rest = url.partition(":")
    if scheme == "maildir":
        if not rest:
            raise MailError(f"the mail url {url!r} names no folder; write maildir:PATH")
        return base_dir / unquote(rest.removeprefix("//"))
    if scheme not in schemes:
        usual = ", ".join(f"{name}://user@host" for name in schemes)
        raise MailError(
            f"the mail url {_without_password(url)!r} is of no known kind; write maildir:PATH or {usual}"
        )
    try:
        parts = urlsplit(url)
        port = parts.port or DEFAULT_PORTS[scheme]
        options = parse_qs(parts.query, strict_parsing=bool(parts.query))
    except ValueError as error:
        raise MailError(f"the mail url {_without_password(url)!r} cannot be read: {error}") from None
    if parts.password is not None:
        raise MailError(
            f"the mail url {_without_password(url)!r} holds a password; put it into the environment instead"
        )
    if not parts.hostname or set(options) - {"cafile"}:
        raise MailError(f"the mail url {url!r} needs a host and knows no option but cafile")
    cafile = base_dir / options["cafile"][-1] if "cafile" in options else None
    user = unquote(parts.username) if parts.username else None
    return Server(scheme, parts.hostname, port, user, unquote(parts.path.strip("/")) or "INBOX", cafile)


def _without_password(url: str) -> str:
    head, at, tail = url.rpartition("@")
    scheme, slashes, login = head.partition("://")
    return f"{scheme}{slashes}{login.partition(':')[0]}@{tail}" if at else url
