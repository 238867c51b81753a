import pytest

from .mailgame import MailGame
from .test_cards import deal


@pytest.fixture
def game(tmp_path):
    """A game of three with its set-up reports sent."""
    return MailGame(tmp_path / "site")


@pytest.fixture
def begun(game):
    """The same, with full sheets: the first Spring waits for its deadline."""
    game.begin()
    return game


@pytest.fixture
def cards(tmp_path):
    """An Advanced game whose first Spring waits for its deadline."""
    game = MailGame(tmp_path / "site", rules="advanced")
    game.begin()
    deal(game, red="5,6,10", blue="30,31,32", green="20,21,22")
    return game
