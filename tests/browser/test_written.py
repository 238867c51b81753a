"""The pages that a site writes by itself, as a game goes on and when it is over."""

from pbem.service import ending
from tests.laws.mailgame import MailGame

from .films import film_of

CANARY = "the bear has moved the samovar, seven f three a"


class Archived(MailGame):
    """Its archive is written as it goes on."""

    ARCHIVED = True


def public_files(home):
    """What anybody may read of the site's games."""
    return [path for path in sorted(home.rglob("*")) if path.is_file() and "private" not in path.parts]


def test_a_diary_is_sealed_in_every_page_until_the_game_is_over(tmp_path):
    game = Archived(tmp_path / "site", "basic", 3, seed=4)
    home = game.folder / "games"

    def with_diary(player, lines):
        return [f"DIARY: {CANARY}", *lines] if player == "red" else lines

    game.session()
    game.session(with_diary)
    game.session()
    secret = game.look().record.seed.hex()
    assert len(public_files(home)) > 4
    for path in public_files(home):
        assert CANARY.encode() not in path.read_bytes(), path
        assert secret.encode() not in path.read_bytes(), path
    film = film_of((home / "test" / "index.html").read_text("utf-8"))
    assert not film["opened"]
    assert not any("z" in frame for frame in film["frames"])
    assert "1 game, 0 over; 1 going on" in (home / "index.html").read_text("utf-8")

    ending.end(game.site, "test", "enough", game.now)
    game.poll()
    film = film_of((home / "test" / "index.html").read_text("utf-8"))
    assert film["opened"]
    kept = [one for frame in film["frames"] for one in frame.get("z", ())]
    (diary,) = [words for _, kind, words, *_ in kept if kind == "diary"]
    assert diary.startswith(CANARY)
    assert len([one for one in kept if one[1] == "order"]) > 10
    assert "Nobody won, the moderator has ended it" in (home / "index.html").read_text("utf-8")
