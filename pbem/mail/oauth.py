"""Access tokens in place of passwords (XOAUTH2): printed by a command, or kept after a login at Microsoft.

A token lives for about an hour; what gets new ones (the refresh token) lies in a file that only its owner can read.
Neither ever stands in a message, an error or a log.
"""

import os
import re
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, Protocol

from pbem.mail.errors import MailError

#: What the judge may do with the mailbox, by [inbox] and [outbox] (Microsoft, "Authenticate an IMAP, POP or SMTP connection using OAuth").
SCOPES = {
    "inbox": "https://outlook.office.com/IMAP.AccessAsUser.All",
    "outbox": "https://outlook.office.com/SMTP.Send",
}
AUTHORITY = "https://login.microsoftonline.com/"
_SECONDS = 20
_LEFT = 300  # seconds that a token must still be good for: a poll may take that long
_ODD = re.compile(r"[^A-Za-z0-9@._+-]")


class Tokens(Protocol):
    """Where access tokens come from.  `advice`: what to do when the server refuses them."""

    @property
    def advice(self) -> str: ...
    def token(self, afresh: bool = False) -> str:
        """An access token; `afresh`: the last one was refused.  MailError if there is none."""
        ...


class Printed(str):
    """A password that [inbox] or [outbox] password_command printed: that is where a wrong one is mended."""


#: What a user proves himself with: a password, tokens, or nothing.
Secret = str | Tokens | None


def where_set(secret: str | None, box: str) -> str:
    """What to check when the password of `box` (inbox, outbox) is refused."""
    if isinstance(secret, Printed):
        return f"check what [{box}] password_command prints"
    return f"check PBEM_{box.upper()}_PASSWORD" if secret else no_password(box)


def no_password(box: str) -> str:
    """That none is set, and how it is."""
    return f"no password is set: set PBEM_{box.upper()}_PASSWORD in the environment, or name a password_command in [{box}] of pbem.toml"


def sasl(user: str, token: str) -> Callable[[bytes], bytes]:
    """What a client says for XOAUTH2; to the server's second question, which holds its error, nothing."""
    answers = iter([f"user={user}\1auth=Bearer {token}\1\1".encode()])
    return lambda _: next(answers, b"")


class PrintedTokens:
    """Tokens that a command of the site's owner prints; `command` runs it (MailError if that fails)."""

    def __init__(self, command: Callable[[], str], box: str) -> None:
        self._command = command
        self._token: str | None = None
        self.advice = f"what [{box}] password_command prints is no valid access token for this user"

    def token(self, afresh: bool = False) -> str:
        if self._token is None or afresh:
            self._token = self._command()
        return self._token


def kept_in(folder: Path, user: str) -> Path:
    """The file with the tokens of this account."""
    return folder / f"oauth-{_ODD.sub('_', user)}.json"


class KeptTokens:
    """Tokens of Microsoft 365 or Outlook.com, kept in a file since `login` and renewed when needed.

    `client`: the id of the application; `tenant`: whose accounts may use it; `http`: for tests, who asks instead of `requests`.
    """

    def __init__(
        self, file: Path, client: str, tenant: str, user: str, box: str, http: Any | None = None
    ) -> None:
        self._file, self._client, self._tenant = file, client, tenant
        self._user, self._box, self._http = user, box, http
        self._now: str | None = None
        self.advice = f"run `pbem login {box}` again, as {user}"

    def token(self, afresh: bool = False) -> str:
        if self._now is not None and not afresh:
            return self._now
        cache = self._read()
        for refused in self._kept(cache) if afresh else ():
            cache.remove_at(refused)
        soon = time.time() + _LEFT
        good = (str(one["secret"]) for one in self._kept(cache) if int(one.get("expires_on", 0)) > soon)
        self._now = next(good, None) or self._taken(self._asked(lambda: self._silent(cache, afresh)), cache)
        return self._now

    def _kept(self, cache: Any) -> list[dict[str, Any]]:
        """The kept access tokens for this box: as long as one is good, nobody is asked."""
        return list(
            cache.search("AccessToken", target=[SCOPES[self._box]], query={"client_id": self._client})
        )

    def login(self, boxes: Sequence[str], say: Callable[[str], None]) -> str:
        """Ask the owner of the account for his consent (RFC 8628) and keep the tokens; who he is.

        `boxes`: inbox, outbox or both; `say` tells him what to do.  It waits for him, for fifteen minutes at most.
        """
        cache = self._cache("")
        app = self._asked(lambda: self._application(cache))
        scopes = [SCOPES[box] for box in boxes]
        flow = self._asked(lambda: app.initiate_device_flow(scopes=scopes))
        if "user_code" not in flow:
            raise MailError(self._refusal(flow))
        say(
            f"Open {flow['verification_uri']} in any browser, enter {flow['user_code']}, and log in as {self._user}."
        )
        answer = self._asked(lambda: app.acquire_token_by_device_flow(flow))
        self._now = self._taken(answer, cache)
        claims: dict[str, str] = answer.get("id_token_claims") or {}
        return claims.get("preferred_username") or self._user

    # --- msal

    def _application(self, cache: Any) -> Any:
        """Microsoft's library, which asks the network where to log in."""
        more = {"http_client": self._http} if self._http is not None else {"timeout": _SECONDS}
        return _msal().PublicClientApplication(
            self._client,
            authority=AUTHORITY + self._tenant,
            token_cache=cache,
            instance_discovery=False,
            **more,
        )

    def _silent(self, cache: Any, afresh: bool) -> dict[str, Any]:
        app = self._application(cache)
        accounts: list[dict[str, Any]] = app.get_accounts()
        own = [one for one in accounts if str(one.get("username", "")).lower() == self._user.lower()]
        for account in own or accounts:
            found = app.acquire_token_silent_with_error([SCOPES[self._box]], account, force_refresh=afresh)
            return found or {"error": "no_login"}
        return {"error": "no_login"}

    def _asked(self, ask: Callable[[], Any]) -> Any:
        """The answer; MailError for a network or a server that gives none."""
        try:
            return ask()
        except (OSError, ValueError, KeyError, RuntimeError) as error:
            what = (
                "its answer cannot be read; check oauth_tenant"
                if isinstance(error, ValueError)
                else "check the network"
            )
            raise MailError(
                f"Microsoft gave no access token for {self._user} ({type(error).__name__}): {what}"
            ) from None

    def _taken(self, answer: dict[str, Any], cache: Any) -> str:
        token = answer.get("access_token")
        if not isinstance(token, str):
            raise MailError(self._refusal(answer))
        if cache.has_state_changed:
            write_secret(self._file, cache.serialize())
        return token

    def _refusal(self, answer: dict[str, Any]) -> str:
        """One sentence of an error, without what names tokens and traces."""
        error = str(answer.get("error", ""))
        number = re.search(r"AADSTS\d+", str(answer.get("error_description", "")))
        said = (
            f" ({number[0]})" if number else f" ({error})" if error and _ODD.sub("", error) == error else ""
        )
        why = {
            "no_login": f"nobody has logged in for [{self._box}] yet",
            "invalid_grant": "the login has expired or was revoked",
            "interaction_required": "the login has expired or was revoked",
            "consent_required": "consent is missing",
            "expired_token": "nobody entered the code in time",
            "code_expired": "nobody entered the code in time",
            "authorization_declined": "the owner of the account declined",
            "access_denied": "the owner of the account declined",
            "invalid_client": "oauth_client is no public client application; allow it public client flows",
            "unauthorized_client": "oauth_client is not an application for these accounts; check oauth_client and oauth_tenant",
        }.get(error, "it was refused")
        said = "" if error == "no_login" else said
        return f"Microsoft gave no access token for {self._user}: {why}{said}; {self.advice}"

    # --- the file

    def _cache(self, text: str) -> Any:
        cache = _msal().SerializableTokenCache()
        cache.deserialize(text)
        return cache

    def _read(self) -> Any:
        try:
            if self._file.stat().st_mode & 0o077:
                raise MailError(f"others can read {self._file}; say chmod 600, and {self.advice}")
            return self._cache(self._file.read_text("utf-8"))
        except FileNotFoundError:
            raise MailError(
                f"nobody has logged in as {self._user} yet; run `pbem login {self._box}`"
            ) from None
        except (OSError, ValueError) as error:
            raise MailError(f"{self._file} cannot be used ({type(error).__name__}); {self.advice}") from None


def _msal() -> Any:
    try:
        import msal  # heavy, and not everybody has it
    except ImportError:
        raise MailError(
            "login with an oauth_client needs the Python package msal; install it: pip install 'pbem[microsoft]'"
        ) from None
    return msal


def write_secret(file: Path, text: str) -> None:
    """Write a file that only its owner can read, whole or not at all.  MailError if that fails."""
    beside = file.with_name(f".{file.name}.{os.getpid()}")
    try:
        beside.unlink(missing_ok=True)
        descriptor = os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with open(descriptor, "w", encoding="utf-8") as stream:
            stream.write(text)
            stream.flush()
            os.fsync(descriptor)
        os.replace(beside, file)
    except OSError as error:
        raise MailError(f"{file} cannot be written: {error.strerror}") from None
