"""`pbem archive`: a game as a folder that needs neither site nor program to be read; and the same as the game goes on.

While a game runs only its public face is written openly; everything else lies in `private/`, which nobody but the owner of the
site may enter (decision D32).  No address and no reply code of a player stands in an archive (E25).
"""

import logging
from datetime import datetime
from pathlib import Path

from sqlalchemy import bindparam, or_, select, text, update

from pbem.archive import manifest, shelf
from pbem.mail.points import point
from pbem.store.database import DatabaseTrouble, transaction
from pbem.store.tables import OVER

from . import revealing
from .archiving import home
from .archiving.home import Home
from .archiving.writing import Writing, is_open
from .errors import ServiceError, UsageError
from .record import GAME, Record, load_id
from .site import Site
from .start import record_of

log = logging.getLogger("pbem")

#: What a blind moderator would find in `private/`.
SECRETS = "the secret history and all reports"
#: By index: games of which something is new; somebody's practice only once it is over (E18).
_BEHIND = (
    select(GAME.c.id, GAME.c.name)
    .where(text("archived < events"), or_(GAME.c.practice == "", GAME.c.status == OVER))
    .order_by(GAME.c.id)
)
_WRITTEN = update(GAME).where(GAME.c.id == bindparam("game_")).values(archived=bindparam("events_"))


def write(site: Site, game: str, out: Path | None, public: bool, now: datetime, reveal: bool = False) -> Path:
    """Write `games/NAME` (or `out`) and return the folder.  `public`: only what the table may see, whether over or not.

    Of a game that is moderated blind nothing else is written, unless `reveal`.  Raises UsageError, ServiceError.
    """
    with transaction(site.engine) as connection:
        record = record_of(connection, game)
        folder = out or site.path / "games" / game
        if folder.is_dir() and any(folder.iterdir()) and not _is_archive(folder):
            raise UsageError(f"{folder} holds other files; name an empty or new folder for the archive.")
        if not public and not revealing.ask(record, site.config, SECRETS, now, reveal):
            raise ServiceError(
                f"{revealing.hidden(record, SECRETS)} --public writes what everybody may know."
            )
        record.flush()
        _write(record, site, folder, not public, now, fresh=True)
    if out is None:
        shelf.write(folder.parent)
    return folder


def record(site: Site, game: str, public: bool, now: datetime, reveal: bool = False) -> str:
    """The text record of a game (docs/record.md).  `public`: only what the table may see.  Raises UsageError, ServiceError."""
    with transaction(site.engine) as connection:
        found = record_of(connection, game)
        if not public and not revealing.ask(found, site.config, SECRETS, now, reveal):
            raise ServiceError(f"{revealing.hidden(found, SECRETS)} --public prints what everybody may know.")
        found.flush()
        return Writing(found, site.config, now).text_record(not public)


def go_on(site: Site, now: datetime, problems: list[str]) -> None:
    """Write the archives of games in which something has happened; one that fails is told, and stops nothing."""
    if not site.config.archive.auto:
        return
    with transaction(site.engine) as connection:
        behind = connection.execute(_BEHIND).all()
    for row in behind:
        try:
            with transaction(site.engine) as connection:
                record = load_id(connection, row.id)
                _write(record, site, site.path / "games" / row.name, not revealing.blind(record), now)
                connection.execute(_WRITTEN, {"game_": row.id, "events_": record.row.events})
        except DatabaseTrouble:
            raise
        except OSError as error:
            problems.append(
                f"The archive of {row.name} cannot be written: {error.strerror or error} ({error.filename})."
            )
        except Exception as error:
            log.exception("archive of %s", row.name)
            problems.append(f"The archive of {row.name} failed ({type(error).__name__}); pbem.log says more.")
    if behind:
        _shelve(site.path / "games", problems)


def _shelve(home: Path, problems: list[str]) -> None:
    """The index over all archives of the site."""
    try:
        shelf.write(home)
    except OSError as error:
        problems.append(
            f"The index of the archives cannot be written: {error.strerror or error} ({error.filename})."
        )


def _write(record: Record, site: Site, folder: Path, whole: bool, now: datetime, fresh: bool = False) -> None:
    """`whole`: with what is secret; `fresh`: trust nothing of what lies there."""
    folder.mkdir(parents=True, exist_ok=True)
    writing = Writing(record, site.config, now)
    if whole and is_open(record):
        before = None if fresh else Home(folder / manifest.PRIVATE)
        writing.rest(Home(folder, fresh), True, before)
        point("archived")
        home.open_up(folder)
        return
    home.cover(folder)
    writing.face(Home(folder, fresh))
    point("archived")
    if whole:
        writing.rest(Home(home.private(folder), fresh), opened=False)


def _is_archive(folder: Path) -> bool:
    """Was it written by this program, perhaps not to its end?"""
    return any((folder / name).is_file() for name in ("game.toml", "history.jsonl", manifest.NAME))
