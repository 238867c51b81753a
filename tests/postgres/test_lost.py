"""The connection to PostgreSQL is lost: one sentence, and the next poll goes on."""

import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from pbem.mail import points
from pbem.service.errors import ServiceError
from pbem.service.poll import poll
from pbem.service.site import Site
from tests.laws.mailgame import MailGame
from tests.laws.test_mails import outcome
from tests.postgres.server import Postgres, postgres

__all__ = ["postgres"]
pytestmark = pytest.mark.servers


@pytest.fixture(autouse=True)
def nobody_listens() -> Iterator[None]:
    yield
    points.listen(None)


def test_wherever_the_connection_is_lost_the_next_poll_goes_on(postgres: Postgres, tmp_path: Path) -> None:
    """At each moment of a poll all connections are cut: one sentence, and then the same outcome as without."""
    base = MailGame(tmp_path / "base", database=postgres.fresh())
    base.everybody_writes()
    whole = base.copy(tmp_path / "whole")
    passed: list[str] = []
    points.listen(passed.append)
    poll(whole.site, whole.now)
    points.listen(None)
    wanted = outcome(whole)
    for at in range(1, len(passed) + 1):
        game = base.copy(tmp_path / f"lost{at}")
        url = game.site.config.database.url
        name = url.partition("?")[0].rpartition("/")[2]
        moments = iter(range(1, 1000))

        def cut(_: str, at: int = at, name: str = name, moments: Iterator[int] = moments) -> None:
            if next(moments) == at:
                where = f"FROM pg_stat_activity WHERE datname = '{name}'"
                postgres.ask(f"SELECT pg_terminate_backend(pid) {where}")
                while postgres.ask(f"SELECT count(*) {where}") != [(0,)]:  # it takes its time
                    time.sleep(0.01)

        points.listen(cut)
        result = poll(game.site, game.now)
        points.listen(None)
        last = passed[at - 1] == "sent" and at == len(passed)
        assert len(result.problems) == 1 or last, (passed[at - 1], result.problems)
        assert all("cannot be used now" in problem and "\n" not in problem for problem in result.problems)
        assert poll(game.site, game.now).problems == []
        assert outcome(game) == wanted, f"lost at {passed[at - 1]}"
        postgres.drop(url)


def test_a_poll_whose_lock_is_lost_writes_no_more(postgres: Postgres, tmp_path: Path) -> None:
    """Its other connection lives: without the lock another machine could be at work."""
    game = MailGame(tmp_path / "site", database=postgres.fresh())
    game.everybody_writes()

    def cut(moment: str) -> None:
        if moment == "parsed":
            held = "SELECT pid FROM pg_locks WHERE locktype = 'advisory' AND granted"
            assert postgres.ask(f"SELECT pg_terminate_backend(pid) FROM ({held}) AS held")

    points.listen(cut)
    result = poll(game.site, game.now)
    points.listen(None)

    assert len(result.problems) == 1
    assert "lock of this poll was lost" in result.problems[0]
    with game.site.engine.begin() as connection:
        assert set(connection.exec_driver_sql("select state from letter").scalars()) == {"new"}
    game.poll()


def test_a_server_that_is_started_anew_is_found_again(postgres: Postgres, tmp_path: Path) -> None:
    game = MailGame(tmp_path / "site", database=postgres.fresh())
    game.everybody_writes()
    postgres.stop()
    try:
        result = poll(game.site, game.now)
        with pytest.raises(ServiceError, match="cannot be used now") as refused:
            Site.open(game.folder)
    finally:
        postgres.start()
    assert len(result.problems) == 1
    assert "\n" not in str(refused.value)
    assert game.session()


def test_a_database_that_cannot_be_reached_is_one_sentence(postgres: Postgres, tmp_path: Path) -> None:
    game = MailGame(tmp_path / "site", database=postgres.fresh())
    postgres.drop(game.site.config.database.url)
    done = subprocess.run(
        [sys.executable, "-m", "pbem", "poll", "--site", str(game.folder)],
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr.count("\n") == 1
    assert "There is no database" in done.stderr
