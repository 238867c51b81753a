"""Backups on PostgreSQL, and from the one database into the other: the game goes on as it would have."""

import shutil
from pathlib import Path

import pytest

from pbem.service.backup import backup
from pbem.service.desk import resume
from pbem.service.errors import UsageError
from pbem.service.restoring import restore
from pbem.service.site import Site
from tests.laws.mailgame import MailGame
from tests.postgres.server import Postgres, postgres

__all__ = ["postgres"]
pytestmark = pytest.mark.servers

SESSIONS = 4


def again(game: MailGame, site: Site, folder: Path) -> MailGame:
    """The same game, in the restored site."""
    twin: MailGame = object.__new__(MailGame)
    twin.__dict__.update(game.__dict__)
    twin.site, twin.folder = site, folder
    return twin


@pytest.mark.parametrize("source", ["sqlite", "postgresql"])
@pytest.mark.parametrize("target", ["sqlite", "postgresql"])
def test_a_restored_game_goes_on_on_either_database(
    postgres: Postgres, tmp_path: Path, source: str, target: str
) -> None:
    game = MailGame(
        tmp_path / "site", "advanced", 4, seed=5, database=postgres.fresh() if source == "postgresql" else ""
    )
    for _ in range(SESSIONS):
        game.session()
    file = tmp_path / "backup.tar.gz"
    assert backup(game.site, file, game.now).games == 1
    url = postgres.fresh() if target == "postgresql" else "sqlite:///pbem.db"
    done = restore(file, tmp_path / "twin", game.now, database=url)
    assert done.findings == []
    site = Site.open(tmp_path / "twin")
    assert site.engine.dialect.name == target
    assert rows(game.site) == rows(site)
    resume(site, done.held[0], game.now)
    twin = again(game, site, tmp_path / "twin")
    for _ in range(2):
        assert twin.session()
    assert twin.outbox(), "new rows get numbers of their own"


def rows(site: Site) -> list[object]:
    """Journal, lines and letters, which must be the same to the byte."""
    found: list[object] = []
    with site.engine.begin() as connection:
        for query in (
            "SELECT game, number, data, digest, shown FROM event ORDER BY game, number",
            "SELECT game, player, number, data, state, why FROM line ORDER BY game, player, number",
            "SELECT id, key, sha256, raw, state FROM letter ORDER BY id",
            "SELECT id, kind, recipient, raw, state FROM mail ORDER BY id",
        ):
            found.append(
                [
                    tuple(bytes(one) if isinstance(one, memoryview) else one for one in row)
                    for row in connection.exec_driver_sql(query)
                ]
            )
    return found


def test_a_database_with_games_is_not_overwritten(postgres: Postgres, tmp_path: Path) -> None:
    url = postgres.fresh()
    game = MailGame(tmp_path / "site", "basic", 3, seed=5, database=url)
    file = tmp_path / "backup.tar.gz"
    backup(game.site, file, game.now)
    with pytest.raises(UsageError, match="has games already"):
        restore(file, tmp_path / "twin", game.now)
    assert not (tmp_path / "twin").exists()
    game.session()
    game.site.engine.dispose()
    done = restore(file, tmp_path / "twin", game.now, force=True)
    kept = Path(done.aside) / "pbem.db.before"
    shutil.copy(kept, tmp_path / "old.db")
    other = Site.open(tmp_path / "twin")
    assert len(rows(other)[0]) < count(kept)  # type: ignore[arg-type]


def count(file: Path) -> int:
    import sqlite3

    connection = sqlite3.connect(file)
    number = int(connection.execute("SELECT count(*) FROM event").fetchone()[0])
    connection.close()
    return number
