import pytest

from .mailgame import MailGame


@pytest.fixture
def game(tmp_path):
    """A game of three with its set-up reports sent."""
    return MailGame(tmp_path / "site")


@pytest.fixture
def begun(game):
    """The same, with full sheets: the first Spring waits for its deadline."""
    game.begin()
    return game
