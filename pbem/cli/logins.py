"""Logging in to mailboxes that take no passwords."""

import os
import sys
from enum import StrEnum
from typing import Annotated

import typer

from pbem.cli import show
from pbem.cli.options import Json, SiteDir
from pbem.cli.program import SITE, command


class Which(StrEnum):
    """For what of a site."""

    INBOX = "inbox"
    OUTBOX = "outbox"
    BOTH = "both"


@command("login", SITE)
def login(
    which: Annotated[
        Which, typer.Argument(help="For what: inbox or outbox, or both where they are one account.")
    ],
    json: Json = False,
    site: SiteDir = None,
) -> None:
    """Log in at Microsoft for a mailbox of Microsoft 365 or Outlook.com, once; later polls renew it.

    For [inbox] or [outbox] with login = "xoauth2" and an oauth_client, see docs/providers/microsoft.md. It prints a code to enter in
    any browser, and waits. What it gets lies in the site's folder, in oauth-….json, and is as secret as a password.
    """
    from pbem.config import find_site, load
    from pbem.service import logins

    config = load(find_site(site, os.environ))

    def say(words: str) -> None:
        print(words, file=sys.stderr if json else None, flush=True)

    who = logins.login(config, config.folder, which.value, say)
    if json:
        show.as_json({"login": which.value, "user": who})
    else:
        print(f"Logged in as {who}.")
