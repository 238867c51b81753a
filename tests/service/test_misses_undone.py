"""E20 and undo: a session that comes again has not been missed yet."""

from pbem.service import undoing
from pbem.service.undoing import Manner

from .mailgame import MailGame
from .test_timing import spring


def misses(game: MailGame) -> list[tuple[int, str]]:
    return [(seat.misses, seat.missed) for seat in game.record().seat_rows.values()]


def silent(tmp_path) -> MailGame:
    """Anna has answered the Spring of 1952, Boris has not, and it is resolved."""
    game = spring(tmp_path, limit="off")
    game.write("red", "PASS")
    game.poll(1)
    game.poll(73)
    assert game.record().row.session != "purge spy health"
    assert [one for one, _ in misses(game)] == [0, 1, 0]
    return game


def test_an_undo_takes_the_miss_back_and_it_counts_once_when_it_comes_again(tmp_path):
    game = silent(tmp_path)
    undoing.undo(game.site, "test", "last", "a slip", game.now)
    game.poll()
    assert misses(game) == [(0, "[]")] * 3
    game.write("red", "PASS")
    game.poll(1)
    game.poll(80)
    assert [one for one, _ in misses(game)] == [0, 1, 0]


def test_resolved_again_at_once_it_stays_missed(tmp_path):
    game = silent(tmp_path)
    before = misses(game)
    undoing.undo(game.site, "test", "last", "a slip", game.now, Manner(again=True))
    game.poll()
    assert misses(game) == before
