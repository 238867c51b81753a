"""What the mail settings of a site may say: each function gives the fault as `key: sentence`, or "" for none."""

import re
from urllib.parse import urlsplit

SCHEMES = {"inbox": ("maildir", "imaps", "imap"), "outbox": ("maildir", "smtps", "smtp")}
_PLAIN = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]*")  # a host, an id


def url_fault(box: str, url: str) -> str:
    """`box`: inbox or outbox."""
    scheme, colon, rest = url.partition(":")
    if not colon or scheme not in SCHEMES[box] or not rest:
        return f"url: {scheme!r} is none of {', '.join(s + ':' for s in SCHEMES[box])}"
    if scheme != "maildir" and holds_password(url):
        return f"url: holds a password; take it out and set PBEM_{box.upper()}_PASSWORD"
    return ""


def holds_password(url: str) -> bool:
    """Does this url carry a password?"""
    try:
        return urlsplit(url).password is not None
    except ValueError:
        return False


def login_fault(box: str, url: str, login: str, command: str, client: str, tenant: str) -> str:
    """A way to log in that cannot work."""
    if login not in ("password", "xoauth2"):
        return 'login: write "password" or "xoauth2"'
    for key, value in (("oauth_client", client), ("oauth_tenant", tenant)):
        if value and not _PLAIN.fullmatch(value):
            return f"{key}: {value!r} is no id; copy it from the page of your application"
    if login == "password":
        wrong = 'oauth_client: is for login = "xoauth2" only; write that, or take it out'
        return wrong if client else ""
    if url.startswith("maildir:") or "@" not in url:
        return 'login: "xoauth2" needs a url with a server and a user, like imaps://USER@HOST'
    if not command and not client:
        return (
            'login: "xoauth2" needs a password_command that prints an access token, or an oauth_client and then '
            f"`pbem login {box}`"
        )
    if not tenant:
        return 'oauth_tenant: write "common", "consumers", "organizations" or the id of a tenant'
    return ""


def inbox_fault(url: str, authserv: str, junk: str) -> str:
    """What only an inbox has."""
    if authserv and not _PLAIN.fullmatch(authserv.removeprefix("*.")):
        return f"authserv: {authserv!r} is no name of a server; write the first word after Authentication-Results:"
    if junk and (url.startswith("maildir:") or not junk.isprintable() or not junk.isascii()):
        return "junk: names a folder of an IMAP server in plain letters, like Junk; take it out"
    return ""


def outbox_fault(per_minute: int, per_day: int) -> str:
    """What only an outbox has."""
    for key, value in (("per_minute", per_minute), ("per_day", per_day)):
        if value < 0:
            return f"{key}: write how many mails may be sent, or 0 for any number"
    return ""
