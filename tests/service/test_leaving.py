"""CONCEDE (HR-33) and an end to which all agree (E24)."""

import pytest

from pbem.engine import victory
from pbem.engine.events import Conceded, GameEnded, Ruled
from pbem.service import standby_list, undoing
from pbem.store.tables import OVER

from .mailgame import EVERYBODY, MailGame, subject_of, text_of


@pytest.fixture
def game(tmp_path):
    game = MailGame(tmp_path / "site")
    game.begin()
    return game


def _said(game: MailGame, who: str, mail: int = -1) -> str:
    one = game.to(who)[mail]
    return " ".join(f"{subject_of(one)} {text_of(one)}".replace("\u00a0", " ").split())


def test_who_concedes_is_played_by_a_bot_and_all_are_told(game):
    game.write("green", "CONCEDE")
    game.poll(1)
    assert game.record().state.conceded == ("green",)
    assert game.record().seat_rows["green"].autopilot == "conceded"
    assert "you have conceded" in _said(game, "green")
    assert "MODERATOR" in _said(game, "green")
    assert "Clara has conceded" in _said(game, "red")
    game.write("green", "I concede")
    game.poll(1)
    assert "you have conceded already" in _said(game, "green").lower()
    assert sum(isinstance(event, Conceded) for event in game.events()) == 1


def test_what_he_has_declared_stays(game):
    game.write("green", "DECLARE 3 S")
    game.poll(80)
    before = game.record().state.declared
    game.write("green", "CONCEDE")
    game.poll(1)
    assert game.record().state.declared == before


def test_if_all_but_one_have_conceded_he_wins(game):
    game.write("green", "CONCEDE")
    game.poll(1)
    game.write("red", "CONCEDE")
    game.poll(1)
    assert game.record().row.status == OVER
    assert game.record().state.winners == ("blue",)
    for who in ("red", "blue", "green"):
        assert "Boris wins" in _said(game, who)
    assert "moderator has ruled" not in _said(game, "blue")


def test_two_who_concede_in_one_poll(game):
    game.write("green", "CONCEDE")
    game.write("red", "CONCEDE")
    game.poll(1)
    assert game.record().state.winners == ("blue",)


def test_a_forged_concession_does_nothing(game):
    mail = game.to("green")[-1]
    game.write("green", "CONCEDE", to=mail, From="Eve <eve@evil.example>")
    game.write("green", "CONCEDE", subject="no code")
    game.write("red", "CONCEDE", to=mail)
    game.poll(1)
    assert game.record().state.conceded == ()


def test_before_the_game_has_begun_the_seat_is_offered_and_nothing_is_lost(tmp_path):
    game = MailGame(tmp_path / "site")
    game.write("green", "CONCEDE")
    game.poll(1)
    assert game.record().state.conceded == ()
    assert "leaves before the game has begun" in _said(game, "red")
    assert "nobody stands by" in _said(game, "gm@judge.example")


def test_if_all_agree_it_ends_without_a_winner(game):
    game.write("red", "PROPOSE END")
    game.poll(1)
    assert "Anna proposes to end the game" in _said(game, "blue")
    assert "AGREE END" in _said(game, "blue")
    game.write("blue", "AGREE END")
    game.poll(1)
    assert game.record().row.status != OVER
    game.write("green", "agree end")
    game.poll(1)
    assert game.record().row.status == OVER
    assert game.record().state.winners == ()
    (ruled,) = [event for event in game.events() if isinstance(event, Ruled)]
    assert ruled.facts == (GameEnded((), victory.AGREED),)
    for who in ("red", "blue", "green"):
        assert "nobody wins: all players have agreed to end it" in _said(game, who)


def test_a_proposal_lapses_with_the_deadline_and_nobody_agrees_to_none(game):
    game.write("red", "AGREE END")
    game.poll(1)
    assert "Nobody has proposed" in _said(game, "red")
    game.write("red", "PROPOSE END")
    game.write("blue", "PROPOSE END")
    game.poll(1)
    game.poll(80)
    game.write("green", "AGREE END")
    game.poll(1)
    assert "Nobody has proposed" in _said(game, "green")
    assert game.record().row.status != OVER


def test_who_has_conceded_need_not_agree(game):
    game.write("green", "CONCEDE")
    game.poll(1)
    game.write("red", "PROPOSE END")
    game.poll(1)
    game.write("blue", "AGREE END")
    game.poll(1)
    assert game.record().state.winners == ()
    assert game.record().row.status == OVER


def test_whether_others_have_agreed_is_told_to_nobody(game):
    game.write("red", "PROPOSE END")
    game.poll(1)
    before = {who: len(game.to(who)) for who in ("red", "green")}
    game.write("blue", "AGREE END")
    game.poll(1)
    assert {who: len(game.to(who)) for who in ("red", "green")} == before


def test_an_undo_takes_a_concession_back_and_nobody_takes_the_seat_any_more(game, monkeypatch):
    monkeypatch.setitem(EVERYBODY, "elena", "Elena <elena@new.example>")
    standby_list.ask(game.site, ["elena@new.example"], "test", game.now)
    game.poll()
    game.write("elena", "YES")
    game.poll(1)
    before = len(game.events())
    game.write("green", "CONCEDE")
    game.poll(1)
    undoing.undo(game.site, "test", str(before), "a slip of the finger", game.now)
    game.write("elena", "YES")
    game.poll(1)
    seat = game.record().seat_rows["green"]
    assert (game.record().state.conceded, seat.autopilot, seat.name) == ((), "", "Clara")
    assert "not free any more" in _said(game, "elena")
