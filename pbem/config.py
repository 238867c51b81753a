"""`pbem.toml` and the environment (interface.md, "A site"); no globals.

Passwords never stand in the file: PBEM_INBOX_PASSWORD, PBEM_OUTBOX_PASSWORD, or the output of a `password_command`.
PBEM_DATABASE_URL, where it is set, stands in for `[database] url`, password and all.
"""

import os
import re
import shlex
import subprocess
import tomllib
from collections.abc import Mapping
from difflib import get_close_matches
from pathlib import Path
from typing import Any

import msgspec

from pbem.deadlines import DeadlineError, parse_schedule, the_zone
from pbem.gamesettings import DEFAULT, SettingsError, changed
from pbem.mail import settings
from pbem.sitefile import TEMPLATE
from pbem.sitetables import Archives as Archives
from pbem.sitetables import Database, Games, Inbox, Judge, Mailbox, Outbox, Table
from pbem.tempo import tempo_named

SITE_FILE = "pbem.toml"
ENV_SITE, ENV_DATABASE = "PBEM_SITE", "PBEM_DATABASE_URL"
ENV_INBOX, ENV_OUTBOX = "PBEM_INBOX_PASSWORD", "PBEM_OUTBOX_PASSWORD"
COMMAND_SECONDS = 30  # a password store may ask its owner first
PRESS = ("free", "named", "off")
MOST_DAYS = 36500  # a hundred years


class ConfigError(ValueError):
    """The site or its `pbem.toml` cannot be used: one sentence with the file, the key and how to mend it."""


class Config(Table, frozen=True):
    """A whole `pbem.toml`.  `folder` is the site's; it is not written in the file."""

    judge: Judge
    database: Database = Database()
    inbox: Inbox = Inbox("maildir:mail/in")
    outbox: Outbox = Outbox("maildir:mail/out")
    games: Games = Games()
    archive: Archives = Archives()
    folder: Path = Path()

    def database_url(self, env: Mapping[str, str] = os.environ) -> str:
        """PBEM_DATABASE_URL where it is set, else the file's; of a site that is `apart` always the file's.  ConfigError if that is no url."""
        url = (not self.database.apart and env.get(ENV_DATABASE)) or self.database.url
        if "://" not in url:
            raise ConfigError(f"{ENV_DATABASE} is no database url; write it like sqlite:///pbem.db")
        return url

    def inbox_password(self, env: Mapping[str, str] = os.environ) -> str | None:
        """The password of the inbox, None if none is set.  ConfigError if its command fails."""
        return _password(self, "inbox", self.inbox, env.get(ENV_INBOX))

    def outbox_password(self, env: Mapping[str, str] = os.environ) -> str | None:
        """The password of the outbox, None if none is set.  ConfigError if its command fails."""
        return _password(self, "outbox", self.outbox, env.get(ENV_OUTBOX))


def find_site(start: Path | None, env: Mapping[str, str]) -> Path:
    """The folder of the site: `start`, else $PBEM_SITE, else the nearest one upwards with a `pbem.toml`, else this."""
    if start is not None:
        return start
    if env.get(ENV_SITE):
        return Path(env[ENV_SITE])
    here = Path.cwd()
    return next((folder for folder in (here, *here.parents) if (folder / SITE_FILE).is_file()), here)


def load(path: Path) -> Config:
    """Read a `pbem.toml` (or the one in the folder `path`).  ConfigError if it cannot be used."""
    path = path if path.name == SITE_FILE or path.is_file() else path / SITE_FILE
    try:
        return parse(path.read_text("utf-8"), path)
    except FileNotFoundError:
        raise ConfigError(
            f"{path.parent} is no site: it has no {SITE_FILE}; make one with `pbem init`, or say --site DIR"
        ) from None
    except (OSError, UnicodeDecodeError) as error:
        raise ConfigError(f"{path} cannot be read: {error}") from None


def parse(text: str, path: Path) -> Config:
    """The settings in the text of a `pbem.toml`, which is or will be at `path`.  ConfigError if they cannot be used."""
    try:
        data = tomllib.loads(text)
        _check_keys(path, data)
        config = msgspec.convert(data, Config)
    except tomllib.TOMLDecodeError as error:
        raise ConfigError(f"{path} cannot be read: {error}") from None
    except msgspec.ValidationError as error:
        raise ConfigError(f"{path}, {_plain(str(error))}") from None
    _check_values(path, config)
    return msgspec.structs.replace(config, folder=path.absolute().parent)


def _check_keys(path: Path, data: Mapping[str, Any]) -> None:
    """ConfigError for a key that means nothing: a mistyped one must not be passed over."""
    tables = {
        "judge": Judge,
        "database": Database,
        "inbox": Inbox,
        "outbox": Outbox,
        "games": Games,
        "archive": Archives,
    }
    _known(path, "", data, tuple(tables))
    for name, struct in tables.items():
        table = data.get(name, {})
        if not isinstance(table, dict):
            raise ConfigError(f"{path}: {name} should be a table; write [{name}] on a line of its own")
        if "password" in table:
            raise ConfigError(
                f"{path}, [{name}] password: passwords do not belong in this file; set PBEM_{name.upper()}_PASSWORD, "
                "or name a password_command"
            )
        _known(path, f"[{name}] ", table, struct.__struct_fields__)
    if "judge" not in data:
        raise ConfigError(f"{path}, [judge]: is missing, with address, moderator and timezone")


def _known(path: Path, where: str, table: Mapping[str, Any], names: tuple[str, ...]) -> None:
    for key in table:
        if key not in names:
            near = get_close_matches(key, names, 1, 0.6)
            mend = f"did you mean {near[0]}?" if near else f"there are {', '.join(names)}"
            raise ConfigError(f"{path}, {where}{key}: no such key; {mend}")


def _plain(error: str) -> str:
    """msgspec's sentence with the key in front: `[judge] timezone: Expected …`."""
    said, _, where = error.partition(" - at `$")
    table, _, key = where.rstrip("`").lstrip(".").partition(".")
    if said.startswith("Object missing required field"):
        missing = said.partition("`")[2].rstrip("`")
        return f"[{table}] {missing} is missing; `pbem init` in a new folder shows an example"
    said = said.replace("`str`", "a text between quotation marks").replace("`int`", "a number")
    return f"[{table}] {key}: {said[0].lower()}{said[1:]}"


def _check_values(path: Path, config: Config) -> None:
    """ConfigError for values of the right kind that mean nothing."""
    judge = config.judge
    for key, address in (("address", judge.address), ("moderator", judge.moderator)):
        local, _, domain = address.rpartition("@")
        if not local or not domain or any(c.isspace() or c in "<>,;" for c in address):
            raise ConfigError(
                f"{path}, [judge] {key}: {address!r} is no mail address; write only the address, like gm@example.org"
            )
    if judge.subaddress not in ("", "+"):
        raise ConfigError(f'{path}, [judge] subaddress: write "+", or "" for none')
    if not judge.name.isprintable() or not judge.name.strip():
        raise ConfigError(f"{path}, [judge] name: write a name in one line, like Kremlin Judge")
    if judge.digest != "off" and not re.fullmatch(r"([01]\d|2[0-3]):[0-5]\d", judge.digest):
        raise ConfigError(f'{path}, [judge] digest: write an hour like "08:00", or "off"')
    try:
        where = "[judge] timezone"
        the_zone(judge.timezone)
        where = "[games] tempo"
        tempo = tempo_named(config.games.tempo)
        where = "[games] deadline"
        parse_schedule(config.games.deadline or tempo.deadline, judge.timezone)
    except DeadlineError as error:
        raise ConfigError(f"{path}, {where}: {error}") from None
    if config.games.press not in PRESS:
        raise ConfigError(f"{path}, [games] press: write one of {', '.join(PRESS)}")
    if not 0 <= config.archive.keep_raw_days <= MOST_DAYS:
        raise ConfigError(
            f"{path}, [archive] keep_raw_days: write a number of days from 0 (for ever) to {MOST_DAYS}"
        )
    try:
        changed(DEFAULT, config.games.options)
    except SettingsError as error:
        raise ConfigError(f"{path}, [games] options: {error}") from None
    _check_mail(path, config)
    _check_database(path, config)


def _check_mail(path: Path, config: Config) -> None:
    """ConfigError for mailboxes that cannot work."""
    inbox, outbox = config.inbox, config.outbox
    for name, box, special in (
        ("inbox", inbox, settings.inbox_fault(inbox.url, inbox.authserv, inbox.junk)),
        ("outbox", outbox, settings.outbox_fault(outbox.per_minute, outbox.per_day)),
    ):
        login = box.login, box.password_command, box.oauth_client, box.oauth_tenant
        fault = settings.url_fault(name, box.url) or settings.login_fault(name, box.url, *login) or special
        if fault:
            raise ConfigError(f"{path}, [{name}] {fault}")


def _check_database(path: Path, config: Config) -> None:
    if "://" not in config.database.url:
        raise ConfigError(
            f'{path}, [database] url: write it like "sqlite:///pbem.db" or "postgresql+psycopg://host/name"'
        )
    if settings.holds_password(config.database.url):
        raise ConfigError(
            f"{path}, [database] url: holds a password; take it out and set {ENV_DATABASE} to the whole url"
        )


def _password(config: Config, name: str, box: Mailbox, given: str | None) -> str | None:
    """From the environment, else the first line that the command prints; the command runs in the site's folder."""
    if given:
        return given
    if not box.password_command:
        return None
    where = f"{config.folder / SITE_FILE}, [{name}] password_command"
    try:
        done = subprocess.run(  # noqa: S603 - the site's owner wrote the command, and no shell reads it
            shlex.split(box.password_command),
            cwd=config.folder,
            stdout=subprocess.PIPE,
            stdin=subprocess.DEVNULL,
            timeout=COMMAND_SECONDS,
            check=False,
        )
    except (OSError, ValueError, subprocess.TimeoutExpired) as error:
        reason = "took too long" if isinstance(error, subprocess.TimeoutExpired) else str(error)
        raise ConfigError(f"{where}: {reason}; try the command by hand in {config.folder}") from None
    password = done.stdout.decode("utf-8", "replace").split("\n", 1)[0].rstrip("\r")
    if done.returncode or not password:
        raise ConfigError(
            f"{where}: it ended with status {done.returncode} and printed no password; try it by hand"
        )
    return password


def default_toml(name: str, address: str, moderator: str, zone: str) -> str:
    """A new site's `pbem.toml`, for a person who never saw one; it works at once.  ConfigError for values that do not."""
    values = {"name": name, "address": address, "moderator": moderator, "zone": zone}
    text = TEMPLATE.format(**{key: _quoted(value) for key, value in values.items()})
    parse(text, Path(SITE_FILE))
    return text


def _quoted(text: str) -> str:
    """A TOML string."""
    plain = "".join(c if c.isprintable() and c not in '"\\' else f"\\U{ord(c):08X}" for c in text)
    return f'"{plain}"'
