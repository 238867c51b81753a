"""Blind moderating: no secret without --reveal, and to reveal is an event that the players see."""

from collections.abc import Callable
from datetime import timedelta
from pathlib import Path

import pytest

from pbem.engine import view
from pbem.engine.events import Decreed
from pbem.service import desk, mailbook, pressbook, releasing
from pbem.service.errors import ServiceError
from pbem.service.site import Site
from pbem.service.start import new_game

from .mailgame import SEED, START, MailGame, subject_of, text_of

CANARY = "CANARY"


@pytest.fixture
def game(tmp_path: Path) -> MailGame:
    game = MailGame(tmp_path / "site", options={"approval": "on", "blind": "on"})
    game.begin()
    game.now += timedelta(hours=1)
    releasing.release(game.site, "test", game.now)
    game.poll()
    game.write("red", f"PURGE Manjak\nPRESS TO blue: {CANARY}\nREADY")
    game.poll(1)
    return game


def _revealed(game: MailGame) -> list[Decreed]:
    return [event for event in game.events() if isinstance(event, Decreed) and event.act == "reveal"]


LOOKS: dict[str, Callable[[MailGame, bool], object]] = {
    "orders": lambda g, r: desk.orders(g.site, "test", "red", g.now, r),
    "all orders": lambda g, r: desk.orders(g.site, "test", None, g.now, r),
    "report": lambda g, r: desk.report(g.site, "test", "red", None, None, g.now, r),
    "view": lambda g, r: desk.show(g.site, "test", "red", r, g.now).text,
    "dry run": lambda g, r: releasing.resolve(g.site, "test", g.now, True, r).text,
}


@pytest.mark.parametrize("what", LOOKS)
def test_secrets_need_reveal_and_revealing_is_told_to_all_once(game: MailGame, what: str):
    before = len(game.outgoing())
    with pytest.raises(ServiceError, match="With --reveal they are, and all players are told"):
        LOOKS[what](game, False)
    game.poll(0)
    assert (len(game.outgoing()), _revealed(game)) == (before, [])
    assert LOOKS[what](game, True)
    game.poll(0)
    (event,) = _revealed(game)
    assert event.seen_by(view.TABLE) is not None
    told = game.outgoing()[before:]
    assert sorted(str(mail["To"]).rpartition("<")[2] for mail in told) == sorted(
        f"{name}@players.example>" for name in ("anna", "boris", "clara")
    )
    assert all("the moderator has looked" in subject_of(mail) for mail in told)
    assert all("Manjak" not in text_of(mail) and CANARY not in text_of(mail) for mail in told)


def test_what_is_public_is_shown_without_an_event(game: MailGame):
    assert "1951" in desk.show(game.site, "test", None, False, game.now).text
    assert CANARY not in pressbook.book(game.site, "test", False, game.now).text
    assert _revealed(game) == []
    assert CANARY in pressbook.book(game.site, "test", True, game.now).text
    assert len(_revealed(game)) == 1


def test_entering_orders_shows_what_was_entered_and_its_fate_and_nothing_else(game: MailGame):
    shown = desk.enter(game.site, "test", "red", ["PURGE Palavrian", "PURGE Xyzzyplugh", "ORDERS"], game.now)
    assert "Taken: PURGE Palavrian" in shown.text
    assert "Rejected: PURGE Xyzzyplugh" in shown.text
    assert "Manjak" not in shown.text
    assert shown.rejected == 1


def test_a_letter_that_is_looked_at_is_told(game: MailGame):
    mailbook.reveal(game.site, "L", 4, game.now)
    assert [event.words for event in _revealed(game)] == ["The moderator has looked at a letter of Anna."]


def test_what_waits_for_approval_is_counted_not_shown(game: MailGame):
    game.poll(72)
    hidden = releasing.preview(game.site, "test", game.now, reveal=False)
    assert hidden.mails == ()
    assert "mails would go out" in hidden.text
    assert "Manjak" not in hidden.text
    assert "story" not in hidden.data
    assert _revealed(game) == []
    shown = releasing.preview(game.site, "test", game.now, reveal=True)
    assert len(shown.mails) == 3
    assert len(_revealed(game)) == 1


def test_mails_to_the_moderator_hold_no_secret(game: MailGame):
    game.poll(72)
    said = "".join(text_of(mail) for mail in game.to("gm@judge.example"))
    assert "Manjak" not in said
    assert CANARY not in said


def test_once_it_is_over_everything_is_told_anyway(game: MailGame):
    with game.site.engine.begin() as connection:
        connection.exec_driver_sql("update game set status = 'over'")
    desk.orders(game.site, "test", "red", game.now)
    assert _revealed(game) == []


def _site(folder: Path, options: dict[str, str]):
    site = Site.create(folder, name="J", address="judge@x.example", moderator="Gm@x.example", zone="UTC")
    players = ["red=Anna <gm@X.example>", "blue=Boris <b@x.example>", "green=Clara <c@x.example>"]
    return site, new_game(
        site,
        "test",
        rules="basic",
        players=players,
        deadline=None,
        tempo=None,
        options=options,
        seed=SEED,
        now=START,
    )


def test_a_moderator_who_plays_moderates_blind_and_sees_his_own_seat(tmp_path: Path):
    site, game = _site(tmp_path / "site", {})
    assert any("moderated blind" in note for note in game.notes)
    assert desk.report(site, "test", "red", None, None)
    with pytest.raises(ServiceError, match="--reveal"):
        desk.report(site, "test", "blue", None, None)


def test_unless_he_says_otherwise(tmp_path: Path):
    site, game = _site(tmp_path / "site", {"blind": "off"})
    assert not any("blind" in note for note in game.notes)
    assert desk.report(site, "test", "blue", None, None)
