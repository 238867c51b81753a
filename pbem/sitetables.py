"""The tables of `pbem.toml`, each a frozen struct with what it holds by default; `config` reads them."""

from datetime import time

import msgspec

from pbem.tempo import DEFAULT_TEMPO


class Table(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A table of the file: a key that is none is an error."""


class Judge(Table, frozen=True):
    """Who writes the mails.

    `subaddress` "+" puts the token of a mail into its Reply-To (`judge+TOKEN@…`).  Off unless asked for: where the
    server does not know such addresses every reply would bounce, while subject and Message-ID carry the token anyway.
    With it, mails of ours that come back tell by their address whose they are.  `gate`: every mail to a player is written a
    second time with the others' secrets changed before it goes out.  `digest`: when the moderator gets his mail of the day, by
    `timezone`, like "08:00"; "off" for none.
    """

    address: str
    moderator: str
    timezone: str
    name: str = "Kremlin Judge"
    subaddress: str = ""
    gate: bool = True
    digest: str = "08:00"

    @property
    def digest_at(self) -> time | None:
        """The hour of `digest`; None for none."""
        return None if self.digest == "off" else time.fromisoformat(self.digest)


class Database(Table, frozen=True):
    """`url` as SQLAlchemy reads it; the path of an SQLite file begins at the site's folder.  `apart`: whatever the environment says of a
    database, it is that of another site: so in sandboxes."""

    url: str = "sqlite:///pbem.db"
    apart: bool = False


class Mailbox(Table, frozen=True):
    """[inbox] or [outbox]: `url` as `pbem.mail.urls` reads it; `password_command` prints the password.

    `login`: "password", or "xoauth2": then what the command prints is an access token; without a command the token is
    kept by `pbem login`, for the application `oauth_client` of Microsoft's `oauth_tenant`.
    """

    url: str
    password_command: str = ""
    login: str = "password"
    oauth_client: str = ""
    oauth_tenant: str = "common"


class Inbox(Mailbox, frozen=True):
    """[inbox]: a `Mailbox`.  `authserv`: the name of the own receiving server, as its Authentication-Results say it; where it is set,
    only letters for which that server says dmarc=pass count.  `junk`: the folder for spam (IMAP), which is looked at once a day and
    never changed.
    """

    authserv: str = ""
    junk: str = ""


class Outbox(Mailbox, frozen=True):
    """[outbox]: a `Mailbox`.  `per_minute`, `per_day`: no more mails than that are handed over (0: any number)."""

    per_minute: int = 0
    per_day: int = 0


class Games(Table, frozen=True):
    """What a new game gets unless `pbem new` says otherwise; an empty `deadline` is the tempo's own.

    `press`: "free", "named" (nothing anonymous) or "off".  `options`: settings of `pbem set` that differ from the program's, like
    { grace = "24h" }.
    """

    tempo: str = DEFAULT_TEMPO
    deadline: str = ""
    press: str = "free"
    options: dict[str, str] = {}


class Archives(Table, frozen=True):
    """[archive]: `auto`: `games/NAME` is written after each resolution; `keep_raw_days`: so long after a game's end its letters are kept
    as they came in (E25), 0: for ever.
    """

    auto: bool = True
    keep_raw_days: int = 30
