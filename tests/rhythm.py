"""The plain rhythm: a session resolves at its deadline or when all are READY, and nothing but mails of its own happens in between.

Most tests are about something else than time, and play games so; whoever is about time gives options of his own.
"""

from collections.abc import Mapping

from msgspec.structs import replace
from sqlalchemy import Engine

from pbem.service.site import Site
from pbem.store.database import transaction

PLAIN: Mapping[str, str] = {
    "pauses": "none",
    "earliest": "0h",
    "ballot_earliest": "0h",
    "ready": "said",
    "grace": "0h",
    "reading": "0m",
    "reminders": "none",
    "limit": "off",
    "bulletins": "off",
    "silence": "defaults",
}


def plainly(options: Mapping[str, str] | None = None) -> dict[str, str]:
    """These options of a game, in the plain rhythm as far as they say nothing of it."""
    return {**PLAIN, **(options or {})}


def words(options: Mapping[str, str] | None = None) -> list[str]:
    """The same as they are typed behind `pbem new`."""
    return [word for key, value in plainly(options).items() for word in ("--option", f"{key}={value}")]


def unarchived(site: Site) -> Site:
    """The site, where archives are written by `pbem archive` alone: after each resolution they take time that most tests can do without."""
    file = site.path / "pbem.toml"
    text = file.read_text("utf-8")
    assert "# auto = true" in text
    file.write_text(text.replace("# auto = true", "auto = false  "), "utf-8")
    site.config = replace(site.config, archive=replace(site.config.archive, auto=False))
    return site


def in_words(engine: Engine) -> None:
    """Everybody's mails come as text alone, as after SET MAIL TEXT: HTML and pictures take half of the time of a game."""
    with transaction(engine) as connection:
        connection.exec_driver_sql("update seat set style = 'text'")
