"""A bot plays for somebody (issue 5, *Silence*): from his view, where he has ordered nothing, and told to him."""

import pytest

from pbem.service import autopilot, desk
from pbem.service.record import load
from pbem.store.database import transaction

from .mailgame import MailGame, text_of


@pytest.fixture
def game(tmp_path):
    game = MailGame(tmp_path / "site", rules="advanced")
    game.begin()
    return game


def _rows(game: MailGame) -> list[tuple[str, str, str]]:
    with game.site.engine.connect() as connection:
        query = "select player, by, data from line order by player, number"
        return [tuple(row) for row in connection.exec_driver_sql(query)]


def _away(game: MailGame, *who: str) -> None:
    for one in who:
        game.write(one, "VACATION UNTIL 30 Dec AUTOPILOT")
    game.poll(1)


def test_it_orders_before_a_session_resolves_and_its_player_is_told(game):
    _away(game, "green", "blue")
    game.poll(80)
    given = {player for player, by, _ in _rows(game) if by == "autopilot"}
    assert given
    for colour in given:
        assert "A bot that saw no more than you has played for you" in " ".join(
            text_of(game.to(colour)[-1]).split()
        )
    assert "A bot" not in text_of(game.to("red")[-1])
    told = text_of(game.to("blue")[-1])
    game.write("blue", "VACATION OFF")
    game.poll(1)
    game.poll(80)
    assert "Played for you" in told
    assert "Played for you" not in text_of(game.to("blue")[-1])


def test_what_he_has_ordered_himself_comes_first(game):
    own = ["HOLD KGB UP TO 1", "VOTE GUILTY ON MINE", "PASS"]
    game.write("green", "\n".join(own))
    _away(game, "green")
    with transaction(game.site.engine) as connection:
        record = load(connection, "test")
        before = [one.number for one in record.lists()["green"]]
        autopilot.fill(record, game.site.config, game.now)
        after = record.lists()["green"]
        assert [one.number for one in after][: len(before)] == before
        added = [one.line for one in after if one.number not in before]
        assert all(line.verb in ("vote", "hold", "protect") for line in added)


def test_a_dry_run_shows_what_will_be(game):
    _away(game, "green", "blue", "red")
    for _ in range(3):
        game.now = game.record().row.deadline.replace(tzinfo=game.now.tzinfo)
        dry = desk.resolve(game.site, "test", game.now, True).text
        assert all(by != "autopilot" for _, by, _ in _rows(game)) or dry
        before = len(game.events())
        real = desk.resolve(game.site, "test", game.now, False).text
        assert dry == real
        assert len(game.events()) > before


def test_it_sees_no_more_than_its_player(game):
    """Whatever the others hide, it orders the same."""
    from msgspec.structs import replace

    _away(game, "green")
    with transaction(game.site.engine) as connection:
        record = load(connection, "test")
        record.views()
        wanted = autopilot._wanted(record, "green")
        other = load(connection, "test")
        views = other.views()
        truth = views["moderator"]
        mixed = {"red": truth.recorded["blue"], "blue": truth.recorded["red"]}
        views["moderator"] = replace(truth, recorded={**truth.recorded, **mixed}, deck=truth.deck[::-1])
        assert autopilot._wanted(other, "green") == wanted


def test_silence_ends_with_any_letter_and_nothing_of_the_bot_stays(game):
    with transaction(game.site.engine) as connection:
        record = load(connection, "test")
        autopilot.engage(record, game.site.config, "green", "silence", game.now)
        autopilot.fill(record, game.site.config, game.now)
        record.flush()
    game.write("green", "HOLD A")
    game.poll(1)
    assert game.record().seat_rows["green"].autopilot == ""
    assert game.orders("green") == ["HOLD Aparatschik"]


def test_before_the_game_has_begun_nobody_plays_for_anybody(tmp_path):
    game = MailGame(tmp_path / "site")
    game.write("green", "VACATION UNTIL 30 Dec AUTOPILOT")
    game.poll(1)
    assert "no bot can play before the game has begun" in " ".join(text_of(game.to("green")[-1]).split())
    with transaction(game.site.engine) as connection:
        record = load(connection, "test")
        autopilot.engage(record, game.site.config, "green", "silence", game.now)
        assert record.seat_rows["green"].autopilot == ""
