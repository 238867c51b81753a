"""Archives to look at: of a game of three that is over, and of one that runs; both with letters, messages, a ruling and an undo."""

import shutil
from pathlib import Path

import pytest

from pbem.service import archive, rulings, undoing
from pbem.service.undoing import Manner
from tests.service.mailgame import ArchivedGame
from tests.service.test_cards import deal

#: Words that nobody but their writer, and who is meant, may ever read.
PRIVATE = "the nightingale sings at four"
ANONYMOUS = "nobody knows who says so"
#: A message to everybody, with signs that a text must survive.
SAID = "To “all”: 3 < 4 & naïve — ü; \\n is no line end"


def played(folder: Path) -> ArchivedGame:
    """An Advanced game in its second year, with everything that can stand in an archive."""
    game = ArchivedGame(folder, rules="advanced")
    game.begin()
    deal(game, red="5,6,10", blue="30,31,32", green="20,21,22")
    game.write("red", "EACH TURN TAKE KGB\nEACH TURN PURGE FM\nEACH TURN VOTE GUILTY")
    game.write("blue", "EACH TURN TAKE IDE\nEACH TURN TRY DM\nEACH TURN VOTE GUILTY")
    game.write("green", "EACH TURN TAKE PC\nVOTE INNOCENT")
    game.write("red", f"PRESS: {SAID}\nEND PRESS\nPURGE G\nDIARY: I shall be chief")
    game.write("blue", f"PRESS TO red: {PRIVATE}\nEND PRESS\nREADY")
    game.write("green", f"ANONYMOUS PRESS: {ANONYMOUS}")
    game.poll(1)
    game.write("green", "TRY K\nHOLD T WHEN PURGE OF T\nSET ADDRESS clara@elsewhere.example")
    game.poll(72)
    rulings.rule(game.site, "test", ["Palavrian sp=3"], "the minutes say so", game.now)
    game.poll(72)
    undoing.undo(game.site, "test", "last", "a slip", game.now, Manner(again=True))
    game.poll(1)
    game.write("red", "PURGE K\nVOTE GUILTY")
    game.poll(72)
    game.poll(72)
    return game


def finished(folder: Path) -> ArchivedGame:
    """The same to its end."""
    game = played(folder)
    for _ in range(120):
        if not game.poll(73).resolved:
            break
    assert game.record().row.status == "over"
    return game


@pytest.fixture(scope="session")
def running(tmp_path_factory: pytest.TempPathFactory) -> ArchivedGame:
    """Not to be changed."""
    return played(tmp_path_factory.mktemp("running") / "site")


@pytest.fixture(scope="session")
def over(tmp_path_factory: pytest.TempPathFactory) -> ArchivedGame:
    """Not to be changed."""
    return finished(tmp_path_factory.mktemp("over") / "site")


@pytest.fixture
def folder(over: ArchivedGame, tmp_path: Path) -> Path:
    """A copy of the archive of the finished game, to be spoilt."""
    return Path(shutil.copytree(over.site.path / "games" / "test", tmp_path / "test"))


@pytest.fixture
def public(running: ArchivedGame, tmp_path: Path) -> Path:
    """The public archive of the running game."""
    return archive.write(running.site, "test", tmp_path / "public", True, running.now)
