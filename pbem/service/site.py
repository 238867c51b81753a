"""A site: a folder with `pbem.toml`, the database and the mailboxes."""

import fcntl
import logging
import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from sqlalchemy import Engine
from sqlalchemy.exc import SQLAlchemyError

from pbem.config import SITE_FILE, Config, default_toml, load
from pbem.mail.inbox import Inbox, open_inbox
from pbem.mail.outbox import Outbox, open_outbox
from pbem.store import database

from . import logins
from .errors import ServiceError, UsageError
from .rerun.judge import text_of

BUSY = "Another poll of this site is at work; this one does nothing."


#: What a new site consists of, each folder behind the one that it lies in.
_BOXES = ("mail/in", "mail/out")
FOLDERS = (
    "",
    "games",
    "mail",
    *_BOXES,
    *(f"{box}/{part}" for box in _BOXES for part in ("new", "cur", "tmp")),
)
FILES = (SITE_FILE, "pbem.log", "pbem.db", "pbem.db-wal", "pbem.db-shm")


class Site:
    """Where games are played.  `Site.open` for one that is there, `Site.create` for a new one."""

    def __init__(self, path: Path, config: Config, engine: Engine) -> None:
        self.path = path
        self.engine = engine
        self.settle(config)

    def settle(self, config: Config) -> None:
        """What `pbem.toml` says from now on; whatever is stored of a game knows by which judge (`acts`)."""
        self.config = config
        self.engine.update_execution_options(judge=text_of(config))

    @classmethod
    def open(cls, path: Path, new: bool = False) -> "Site":
        """The site in this folder.  Raises ConfigError or UsageError if it cannot be used.

        `new`: the database may be made, where it is not there yet.
        """
        config = load(path)
        url = config.database_url(os.environ)
        file = Path(url.removeprefix("sqlite:///"))
        if url.startswith("sqlite:///") and not new and (lack := _lack(path / file)):
            raise UsageError(
                f"The database {path / file} is {lack}: restore it, or correct [database] url in {SITE_FILE}."
            )
        _log_into(path)
        try:
            engine = database.connect(url, path)
            database.bring_up_to_date(engine)
        except ModuleNotFoundError as error:
            raise UsageError(
                f"[database] url needs the Python package {error.name}: pip install 'pbem[postgresql]'."
            ) from error
        except database.DatabaseTrouble as error:
            raise ServiceError(str(error)) from error
        except (SQLAlchemyError, OSError) as error:
            reason = str(getattr(error, "orig", None) or error).split("\n")[0]
            raise UsageError(f"The database of [database] url cannot be used: {reason}.") from error
        return cls(path, config, engine)

    @classmethod
    def create(cls, path: Path, **values: str) -> "Site":
        """Make a site with embedded defaults.  Raises UsageError if there already is one.

        `values`: what `pbem.toml` is to say of the judge: name, address, moderator, zone.
        """
        if (path / SITE_FILE).exists():
            raise UsageError(f"{path / SITE_FILE} exists already: this folder is a site.")
        settings = default_toml(**values)
        with _nothing_left(path):
            for folder in FOLDERS:
                (path / folder).mkdir(parents=True, exist_ok=True)
            for box in ("mail", "mail/in", "mail/out"):
                (path / box).chmod(0o700)  # letters, reports and reply codes are nobody else's business
            (path / SITE_FILE).write_text(settings, "utf-8")
            return cls.open(path, new=True)

    def inbox(self) -> Inbox:
        return open_inbox(self.config.inbox.url, logins.secret(self.config, self.path, "inbox"), self.path)

    def outbox(self) -> Outbox:
        return open_outbox(self.config.outbox.url, logins.secret(self.config, self.path, "outbox"), self.path)

    @contextmanager
    def lock(self) -> Iterator[None]:
        """One poll at a time, on this machine and on this database.  Raises ServiceError if another one is at work.

        A process that dies lets go of both locks, whatever is left in the folder.
        """
        path = self.path / "pbem.lock"
        try:
            file = path.open("w")
        except OSError as error:
            raise ServiceError(
                f"{path} cannot be written ({error.strerror}), so no poll can begin."
            ) from error
        with file:
            try:
                fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except OSError as error:
                raise ServiceError(BUSY) from error
            with database.one_poll(self.engine) as got:
                if not got:
                    raise ServiceError(BUSY)
                yield


def _lack(file: Path) -> str:
    """What is wrong with the file of a database that must be there already; "" if nothing is.

    An empty one was never a site's: to make its tables anew would begin all games as if there were none.
    """
    if not file.exists():
        return "missing"
    return "empty" if not file.stat().st_size else ""


@contextmanager
def _nothing_left(path: Path) -> Iterator[None]:
    """If a site cannot be made, what was made of it is taken away again; what was there before stays."""
    whole = path.absolute()
    folders = [whole / name for name in reversed(FOLDERS)]
    new = [one for one in (*folders, *whole.parents) if not one.exists()]
    files = [whole / name for name in FILES if not (whole / name).exists()]
    try:
        yield
    except BaseException:
        _log_into(None)
        with suppress(OSError):
            for file in files:
                file.unlink(missing_ok=True)
            for folder in new:
                folder.rmdir()
        raise


class _SiteLog(logging.FileHandler):
    """A log that cannot be written (a full disk, a read-only folder) must not break what it tells of."""

    def emit(self, record: logging.LogRecord) -> None:
        with suppress(OSError):
            super().emit(record)

    def handleError(self, record: logging.LogRecord) -> None:
        pass


def _log_into(path: Path | None) -> None:
    """What goes wrong inside is written into the site's own log, not on anybody's screen.  None: there is no site any more."""
    log = logging.getLogger("pbem")
    for old in list(log.handlers):
        log.removeHandler(old)
        old.close()
    if path is None:
        return
    file = path / "pbem.log"
    with suppress(OSError):
        if not file.exists():
            file.touch(mode=0o600)  # what failed may stand beside secrets
    handler = _SiteLog(file, encoding="utf-8", errors="backslashreplace", delay=True)
    handler.setFormatter(logging.Formatter("%(asctime)s %(levelname)s %(message)s"))
    log.addHandler(handler)
    log.setLevel(logging.INFO)  # what the moderator has looked at before he decided (decision D27)
    log.propagate = False
