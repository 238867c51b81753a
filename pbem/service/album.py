"""The pictures that mails show, and pages that go with them: each kept once, by its sha256 (decision D30)."""

from collections.abc import Iterable, Mapping

from sqlalchemy import Connection, insert, select

from pbem.mail.compose import filled
from pbem.store.database import table
from pbem.store.tables import PictureRow

PICTURE = table(PictureRow)


def keep(connection: Connection, game: int, pictures: Mapping[str, bytes]) -> None:
    """Those that are not there yet.  `pictures`: PNGs by their sha256."""
    if not pictures:
        return
    known = pngs(connection, pictures)
    rows = [{"sha256": name, "game": game, "png": png} for name, png in pictures.items() if name not in known]
    if rows:
        connection.execute(insert(PICTURE), rows)


def complete(connection: Connection, raw: bytes, *names: str) -> bytes:
    """A mail as it is sent.  `names`: of what it shows and what goes along, "" for nothing; without one that is lost its words are shown."""
    for kept in pngs(connection, names).values():
        raw = filled(raw, kept)
    return raw


def pngs(connection: Connection, names: Iterable[str]) -> dict[str, bytes]:
    """The pictures of these names, as far as they are known."""
    wanted = sorted(set(names) - {""})
    if not wanted:
        return {}
    found = connection.execute(select(PICTURE).where(PICTURE.c.sha256.in_(wanted)))
    return {row.sha256: bytes(row.png) for row in found}
