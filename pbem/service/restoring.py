"""A site out of its backup.  What was there before is kept aside, and no game goes on by itself.

Since the backup, deadlines have passed, mails were sent and letters came.  So every game that runs is on hold until its moderator says
`pbem resume`; mails that had not gone out then go out now, with the Message-ID that they had; letters that the mailbox still has and the
backup does not know are read by the next poll.
"""

import hashlib
import os
import re
import tarfile
import tempfile
from collections.abc import Iterator, Mapping
from datetime import UTC, datetime
from pathlib import Path
from typing import NamedTuple

import msgspec
from sqlalchemy import Engine, func, select

from pbem.config import SITE_FILE, ConfigError, load
from pbem.deadlines import in_zone
from pbem.mail.settings import holds_password
from pbem.store import tables
from pbem.store.database import bring_up_to_date, connect, transaction

from . import notes
from .backup import DATABASE, FORMAT, LAST, LIST, Manifest, carry, take
from .doctor import CHECKS, FAIL
from .doctor.findings import Finding, Patient
from .errors import ServiceError, UsageError
from .record import GAME
from .site import FOLDERS, Site

#: What is looked at once it is there.
LOOKED_AT = ("database", "tables", "integrity", "journals", "zones", "secrets")
_URL = re.compile(r'^(\s*url\s*=\s*)("[^"]*"|\'[^\']*\')', re.MULTILINE)
_MOST = 4 << 30


class Restored(NamedTuple):
    """What is there now.  `aside`: where the site lies that was there before, "" if there was none; `held`: games that wait for `pbem resume`;
    `findings`: what does not look well.
    """

    site: str
    made: datetime
    files: int
    held: list[str]
    aside: str
    findings: list[Finding]


def restore(file: Path, folder: Path, now: datetime, force: bool = False, database: str = "") -> Restored:
    """Make the site of this backup in `folder`.  `force`: even if there is something, which is kept aside; `database`: another [database] url.

    Raises UsageError for a file that is no backup or is damaged, and for a folder or database that is in use.
    """
    folder = folder.absolute()
    _free(folder, force)
    folder.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix=f".{folder.name}-restoring-", dir=folder.parent) as scratch:
        staged = Path(scratch) / "site"
        about = _unpack(file, staged)
        if database:
            _other_database(staged / SITE_FILE, database)
        kept = _database(staged, folder, now, force)
        for name in FOLDERS:
            (staged / name).mkdir(parents=True, exist_ok=True)
        for name in ("mail", "mail/in", "mail/out"):
            (staged / name).chmod(0o700)
        aside = _aside(folder, now)
        staged.rename(folder)
    if kept:
        aside = aside or str(folder)
        kept.rename(Path(aside) / f"{DATABASE}.before")
    site = Site.open(folder)
    held = _hold(site, about, now)
    return Restored(str(folder), about.made, len(about.files), held, aside, _looked_at(folder, now))


def _free(folder: Path, force: bool) -> None:
    """Raises UsageError if something is there, or ServiceError if a poll is at work on it."""
    if folder.exists() and not folder.is_dir():
        raise UsageError(f"{folder} is a file; name the folder of the site.")
    if not folder.is_dir() or not any(folder.iterdir()):
        return
    if not force:
        raise UsageError(
            f"{folder} is not empty: name a new folder by --site, or say --force, which keeps what is there aside."
        )
    if (folder / SITE_FILE).exists():
        try:
            site = Site.open(folder)
            try:
                with site.lock():
                    pass
            finally:
                site.engine.dispose()
        except (UsageError, ConfigError):
            return  # it is broken: all the more reason
        except ServiceError as error:
            if "at work" in str(error):
                raise ServiceError("A poll of that site is at work; wait for it, or stop it first.") from None


# --- the file ---


def _unpack(file: Path, staged: Path) -> Manifest:
    """Everything in it, each file with the hash that the list says; the list.  Raises UsageError."""
    staged.mkdir(mode=0o755)
    found: dict[str, str] = {}
    about: Manifest | None = None
    try:
        with tarfile.open(file, "r:gz") as archive:
            for member in archive:
                raw = archive.extractfile(member)
                if raw is None or not member.isfile() or not _sound(member.name) or member.size > _MOST:
                    raise UsageError(
                        f"{file} is no backup of pbem: there is {member.name!r} in it; nothing was changed."
                    )
                if member.name == LIST:
                    about = msgspec.json.decode(raw.read(), type=Manifest)
                    continue
                found[member.name] = _write(staged / member.name, raw.read(), member.mode)
    except (tarfile.TarError, EOFError, OSError, msgspec.MsgspecError) as error:
        if isinstance(error, FileNotFoundError):
            raise
        raise UsageError(
            f"{file} is no backup of pbem, or is damaged ({error}); nothing was changed."
        ) from None
    _check(file, about, found)
    assert about is not None
    return about


def _sound(name: str) -> bool:
    path = Path(name)
    return not path.is_absolute() and ".." not in path.parts and bool(path.parts)


def _write(path: Path, raw: bytes, mode: int) -> str:
    path.parent.mkdir(parents=True, exist_ok=True)
    with os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as stream:
        stream.write(raw)
    path.chmod(mode & 0o777)
    return hashlib.sha256(raw).hexdigest()


def _check(file: Path, about: Manifest | None, found: Mapping[str, str]) -> None:
    """Raises UsageError if it is not what the list says, or made by a newer program."""
    if about is None:
        raise UsageError(f"{file} is no backup of pbem, or its end is missing; nothing was changed.")
    if about.format > FORMAT or about.schema > tables.SCHEMA:
        raise UsageError(
            f"{file} was made by a newer pbem ({about.program}): update pbem; nothing was changed."
        )
    wrong = [name for name, item in about.files.items() if found.get(name) != item.sha256]
    wrong += [name for name in found if name not in about.files]
    if wrong or SITE_FILE not in found or DATABASE not in found:
        named = ", ".join(sorted(wrong)[:5]) or f"{SITE_FILE} or {DATABASE}"
        raise UsageError(
            f"{file} is damaged: {named} is not as it was written; nothing was changed. Take another backup."
        )


# --- the database ---


def _other_database(toml: Path, url: str) -> None:
    """Write this url into [database].  Raises UsageError."""
    if holds_password(url):
        raise UsageError("--database holds a password: set PBEM_DATABASE_URL to the whole url instead.")
    text = toml.read_text("utf-8")
    head, table, tail = text.partition("[database]")
    line = f'url = "{url}"'
    if not table:
        toml.write_text(f"{text.rstrip()}\n\n[database]\n{line}\n", "utf-8")
        return
    rest, begin, more = tail.partition("\n[")
    changed, count = _URL.subn(lambda found: f'{found[1]}"{url}"', rest, count=1)
    toml.write_text(head + table + (changed if count else f"\n{line}{rest}") + begin + more, "utf-8")


def _database(staged: Path, folder: Path, now: datetime, force: bool) -> Path | None:
    """Bring the snapshot where the settings want it; what was there before, if that was not in the folder."""
    config = load(staged / SITE_FILE)
    url = config.database_url(os.environ)
    snapshot = staged / DATABASE
    if url.startswith("sqlite:///"):
        goal = staged / url.removeprefix("sqlite:///")
        if not goal.is_relative_to(staged) and goal.exists() and not force:
            raise UsageError(
                f"The database {goal} exists already; say --force, which keeps a copy, or name another --database."
            )
        kept = None
        if not goal.is_relative_to(staged) and goal.exists():
            kept = folder.parent / f".{folder.name}.before.db"
            goal.replace(kept)
        goal.parent.mkdir(parents=True, exist_ok=True)
        snapshot.replace(goal)
        goal.chmod(0o600)
        return kept
    return _into_server(snapshot, url, folder, force)


def _into_server(snapshot: Path, url: str, folder: Path, force: bool) -> Path | None:
    """Into PostgreSQL, in one transaction; a copy of what was there, if there were games."""
    source, target = connect(f"sqlite:///{snapshot}", snapshot.parent), connect(url, folder)
    kept: Path | None = None
    try:
        bring_up_to_date(source)
        bring_up_to_date(target)
        if _games(target):
            if not force:
                raise UsageError(
                    "The database has games already: name an empty one by PBEM_DATABASE_URL or --database, or say --force, which keeps a copy."
                )
            kept = folder.parent / f".{folder.name}.before.db"
            kept.unlink(missing_ok=True)
            take(target, kept)
        with transaction(source) as old, transaction(target) as new:
            carry(old, new)
    finally:
        source.dispose()
        target.dispose()
    for rest in snapshot.parent.glob(f"{DATABASE}*"):
        rest.unlink()
    return kept


def _games(engine: Engine) -> int:
    with transaction(engine) as connection:
        return int(connection.execute(select(func.count()).select_from(GAME)).scalar_one())


# --- afterwards ---


def _aside(folder: Path, now: datetime) -> str:
    """Put away what is there; where it is now, "" if nothing was."""
    if not folder.exists():
        return ""
    if not any(folder.iterdir()):
        folder.rmdir()
        return ""
    aside = folder.with_name(f"{folder.name}.before-{now.astimezone(UTC):%Y%m%dT%H%M%SZ}")
    folder.rename(aside)
    return str(aside)


def _hold(site: Site, about: Manifest, now: datetime) -> list[str]:
    """No game goes on by itself: deadlines have passed that nobody was told of.  Nobody is mailed."""
    words = f"it was restored from a backup of {in_zone(about.made, site.config.judge.timezone)}; the moderator lets it go on"
    with transaction(site.engine) as connection:
        running = GAME.c.status.in_((tables.SETUP, tables.RUNNING)) & (GAME.c.held == "")
        names = [str(name) for name in connection.execute(select(GAME.c.name).where(running)).scalars()]
        connection.execute(GAME.update().where(running).values(held=words))
        notes.write(connection, LAST, about.made.replace(microsecond=0).isoformat())
    return sorted(names)


def _looked_at(folder: Path, now: datetime) -> list[Finding]:
    return [one for one in _found(folder, now) if one.verdict == FAIL]


def _found(folder: Path, now: datetime) -> Iterator[Finding]:
    patient = Patient(folder, now, mail=False)
    try:
        for name, check in CHECKS:
            if name in LOOKED_AT:
                yield from (found._replace(check=name) for found in check(patient))
    finally:
        patient.close()
