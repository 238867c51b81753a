"""A process that dies while a card without code stops the game, or while the moderator rules on it."""

import os
import shutil
import signal
from pathlib import Path

import pytest
from sqlalchemy import event

from pbem.service import ruled_dice, rulings, undoing
from pbem.service.poll import poll
from pbem.service.site import Site
from tests.postgres.server import database, move, the_server

from .mailgame import MailGame
from .whims import hand, whimsical

__all__ = ["database"]


def _everything(folder: Path) -> dict[str, list[tuple[object, ...]]]:
    """All that lasts, but for how often something was tried and when it was sent."""
    queries = {
        "game": "select turn, session, deadline, events, head, status, held from game",
        "events": "select number, data, digest from event order by number",
        "lines": "select player, number, data, state, why from line order by player, number",
        "question": "select * from question",
        "mails": "select player, kind, number, message_id, raw from mail order by player, kind, number",
        "seats": "select colour, seen, mails, letters, lines, ready from seat order by colour",
        "snapshots": "select viewer, number, state from snapshot order by viewer",
    }
    engine = Site.open(folder).engine
    with engine.begin() as database:
        found = {
            name: [tuple(row) for row in database.exec_driver_sql(query)] for name, query in queries.items()
        }
    engine.dispose()
    return found


def _copied(folder: Path, to: Path) -> Path:
    """The site with its database."""
    shutil.copytree(folder, to)
    site = Site.open(to)
    site.engine.dispose()
    if site.engine.dialect.name == "postgresql":
        move(site, the_server().copy(site.config.database.url)).engine.dispose()
    return to


def _in_a_child(folder: Path, deed, at: int) -> int | None:
    """Do it in a process that is killed at its commit or begin number `at`; None if it was, else how many there were."""
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        count = 0

        def step(*anything: object) -> None:
            nonlocal count
            count += 1
            if count == at:
                os.kill(os.getpid(), signal.SIGKILL)

        try:
            site = Site.open(folder)
            event.listen(site.engine, "commit", step)
            event.listen(site.engine, "begin", step)
            deed(site)
            os.write(writing, str(count).encode())
        finally:
            os._exit(0)
    os.close(writing)
    with os.fdopen(reading) as pipe:
        told = pipe.read()
    _, status = os.waitpid(child, 0)
    return None if os.WIFSIGNALED(status) else int(told)


@pytest.mark.parametrize("step", ["the deadline", "the ruling"])
def test_killed_anywhere_and_repeated_the_game_is_the_same(tmp_path, step, database):
    whims = whimsical(tmp_path, database)
    card = hand(whims, "red")[0]
    whims.write("red", f"DECLARE 3 KGB\nPURGE Manjak\nPLAY {card} ON Manjak WHEN PURGE OF ANYONE")
    whims.poll(1)
    whims.now = whims.now.replace(day=whims.now.day + 4)
    now = whims.now
    if step == "the ruling":
        poll(whims.site, now)

    def deed(site):
        if step == "the deadline":
            poll(site, now)
        else:
            rulings.rule(site, "test", ["Manjak sp=3"], "so be it", now)

    whims.site.engine.dispose()
    steps = _in_a_child(_copied(whims.folder, tmp_path / "whole"), deed, 0)
    assert steps
    wanted = _everything(tmp_path / "whole")
    assert bool(wanted["question"]) == (step == "the deadline")
    for at in range(1, steps + 1):
        folder = _copied(whims.folder, tmp_path / f"killed{at}")
        assert _in_a_child(folder, deed, at) is None
        # the commit itself may have been reached: then the ruling has been done
        done = step == "the ruling" and not _everything(folder)["question"]
        if not done:
            site = Site.open(folder)
            deed(site)
            site.engine.dispose()
        assert _everything(folder) == wanted, f"killed at {at} of {steps}"


UNDOS = {
    "undo": lambda site, now: undoing.undo(site, "test", "last", "a slip", now),
    "die": lambda site, now: ruled_dice.die(site, "test", "1951/purge Wasolin #0", "20", "loaded", now),
}


@pytest.mark.parametrize("deed", UNDOS)
def test_an_undo_killed_anywhere_and_repeated_leaves_the_same_game(tmp_path, deed, database):
    game = MailGame(tmp_path / "site", database=database)
    game.begin()
    game.write("red", "DECLARE 2 KGB\nPURGE FM\nPURGE SPO")
    game.poll(1)
    game.poll(73)
    before, now = len(game.events()), game.now
    game.site.engine.dispose()

    def act(site):
        UNDOS[deed](site, now)

    steps = _in_a_child(_copied(game.folder, tmp_path / "whole"), act, 0)
    assert steps
    wanted = _everything(tmp_path / "whole")
    for at in range(1, steps + 1):
        folder = _copied(game.folder, tmp_path / f"killed{at}")
        assert _in_a_child(folder, act, at) is None
        if len(_everything(folder)["events"]) == before:  # else it was done when the kill came
            site = Site.open(folder)
            act(site)
            site.engine.dispose()
        assert _everything(folder) == wanted, f"killed at {at} of {steps}"
