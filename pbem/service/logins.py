"""How the judge proves himself to his mail servers: passwords, tokens that a command prints, tokens kept since `pbem login`."""

import os
from collections.abc import Callable, Sequence
from pathlib import Path

from pbem.config import ENV_INBOX, ENV_OUTBOX, SITE_FILE, Config, ConfigError
from pbem.mail.errors import MailError
from pbem.mail.oauth import KeptTokens, Printed, PrintedTokens, Secret, kept_in, no_password
from pbem.mail.urls import Server, parse_url

from .errors import UsageError

BOXES = ("inbox", "outbox")


def secret(config: Config, folder: Path, box: str) -> Secret:
    """What logs in to `box` (inbox, outbox).  MailError if a command of the site's owner fails."""
    settings = config.inbox if box == "inbox" else config.outbox
    if settings.login == "password":
        return _named(config, folder, box)
    if settings.password_command or not settings.oauth_client:
        return PrintedTokens(lambda: _password(config, box) or "", box)
    return kept(config, folder, box)


def _named(config: Config, folder: Path, box: str) -> str | None:
    """The password, marked if a command printed it; None if the url names no user either.  MailError if none is set for him."""
    settings, given = (config.inbox, ENV_INBOX) if box == "inbox" else (config.outbox, ENV_OUTBOX)
    password = _password(config, box)
    if password:
        return password if os.environ.get(given) else Printed(password)
    if user := _user(settings.url, folder):
        raise MailError(f"nobody can log in to the {box} as {user}: {no_password(box)}")
    return None


def _password(config: Config, box: str) -> str | None:
    try:
        return config.inbox_password(os.environ) if box == "inbox" else config.outbox_password(os.environ)
    except ConfigError as error:  # the next poll may find the password store open
        raise MailError(str(error)) from error


def kept(config: Config, folder: Path, box: str) -> KeptTokens:
    """The tokens that `pbem login` keeps for this box; both boxes of one account share a file."""
    settings = config.inbox if box == "inbox" else config.outbox
    user = _user(settings.url, folder)
    return KeptTokens(kept_in(folder, user), settings.oauth_client, settings.oauth_tenant, user, box)


def _user(url: str, folder: Path) -> str:
    place = parse_url(url, folder, ("imaps", "imap", "smtps", "smtp"))
    return (place.user if isinstance(place, Server) else None) or ""


def login(config: Config, folder: Path, which: str, say: Callable[[str], None]) -> str:
    """Log in at Microsoft for `which` (inbox, outbox, both); who logged in.  `say` tells the person what to do.

    Raises UsageError where the settings know no such login, MailError if it does not succeed.
    """
    boxes = BOXES if which == "both" else (which,)
    for box in boxes:
        settings = config.inbox if box == "inbox" else config.outbox
        if settings.login != "xoauth2" or not settings.oauth_client or settings.password_command:
            raise UsageError(
                f'{SITE_FILE}, [{box}]: `pbem login` is for login = "xoauth2" with an oauth_client and no password_command; '
                "see docs/providers/microsoft.md."
            )
    _one_account(config, folder, boxes)
    return kept(config, folder, boxes[0]).login(boxes, say)


def _one_account(config: Config, folder: Path, boxes: Sequence[str]) -> None:
    found = {
        (_user(box.url, folder).lower(), box.oauth_client, box.oauth_tenant)
        for box in ((config.inbox if name == "inbox" else config.outbox) for name in boxes)
    }
    if len(found) > 1:
        raise UsageError(
            "[inbox] and [outbox] name different accounts or applications; log in to each: `pbem login inbox`, `pbem login outbox`."
        )
