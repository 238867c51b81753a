"""Whole mailed games on PostgreSQL, which must be those on SQLite to the byte."""

from pathlib import Path

import pytest

from tests.laws.mailgame import MailGame
from tests.postgres.server import Postgres, postgres

__all__ = ["postgres"]
pytestmark = pytest.mark.servers


@pytest.mark.parametrize(("rules", "seats"), [("basic", 3), ("advanced", 4)])
def test_a_whole_game_sends_the_same_mails_on_both_databases(
    postgres: Postgres, tmp_path: Path, rules: str, seats: int
) -> None:
    boxes = []
    for name, url in (("sqlite", ""), ("postgresql", postgres.fresh())):
        game = MailGame(tmp_path / name, rules, seats, seed=5, database=url)
        sessions = 0
        while sessions < 40 and game.session():
            sessions += 1
        assert game.look().session == ()
        assert game.site.engine.dialect.name == name
        boxes.append(game.outbox())
    assert boxes[0] == boxes[1]
