"""What a check finds, and what it looks at."""

import os
import shlex
from datetime import datetime
from functools import cached_property
from pathlib import Path
from typing import NamedTuple

from sqlalchemy import Engine

from pbem.config import Config, ConfigError, load
from pbem.mail.urls import Server, parse_url
from pbem.store.database import connect

OK, WARN, FAIL = "ok", "warn", "fail"
SCHEMES = ("imaps", "imap", "smtps", "smtp")


class Finding(NamedTuple):
    """`verdict`: ok; warn: it works, but somebody should know; fail: something does not.  `remedy`: one sentence with what to type, "" if ok."""

    verdict: str
    said: str
    remedy: str = ""
    check: str = ""


def ok(said: str) -> Finding:
    """It is as it should be."""
    return Finding(OK, said)


def warn(said: str, remedy: str) -> Finding:
    """It works, but somebody should know."""
    return Finding(WARN, said, remedy)


def fail(said: str, remedy: str) -> Finding:
    """Something does not work, or is open to everybody."""
    return Finding(FAIL, said, remedy)


class Patient:
    """The site, as far as it can be read.  `mail`: servers may be asked, and one mail sent."""

    def __init__(self, folder: Path, now: datetime, mail: bool) -> None:
        self.folder, self.now, self.mail = folder, now, mail
        self._engine: Engine | None = None

    @cached_property
    def fault(self) -> str:
        """Why pbem.toml cannot be used, "" if it can."""
        try:
            load(self.folder)
        except ConfigError as error:
            return str(error)
        return ""

    @cached_property
    def config(self) -> Config | None:
        """The settings; None if they cannot be read."""
        return None if self.fault else load(self.folder)

    @property
    def site(self) -> str:
        """`--site DIR`, as it is typed."""
        return f"--site {shlex.quote(str(self.folder))}"

    @cached_property
    def file(self) -> Path | None:
        """The SQLite file; None where the database is another one."""
        url = self.config.database_url(os.environ) if self.config else ""
        return self.folder / url.removeprefix("sqlite:///") if url.startswith("sqlite:///") else None

    @property
    def engine(self) -> Engine | None:
        """The database, as it is: nothing in it is brought up to date.  None if there is none to ask."""
        if self._engine is None and self.config and (self.file is None or self.file.exists()):
            self._engine = connect(self.config.database_url(os.environ), self.folder)
        return self._engine

    def server(self, box: str) -> Server | None:
        """The mail server of `box` (inbox, outbox); None where it is a folder, or the settings cannot be read."""
        if self.config is None:
            return None
        place = parse_url(getattr(self.config, box).url, self.folder, SCHEMES)
        return place if isinstance(place, Server) else None

    def close(self) -> None:
        """Let the database go."""
        if self._engine is not None:
            self._engine.dispose()
