"""E5: DECLARE … NOW comes out in the next bulletin; all of one bulletin is one round, and there is none without anything to show."""

import pytest

from pbem.engine.events import Bulletin, InfluenceDeclared, InfluenceRecorded, Ruled, TieBroken, Withdrawn
from pbem.service.record import load
from pbem.store.database import transaction

from .mailgame import MailGame, subject_of, text_of


def body(mail):
    return " ".join(text_of(mail).split())


def of(game, kind):
    return [event for event in game.events() if isinstance(event, kind)]


def begun(folder, bulletins="twice", **options):
    """It is 13:00 UTC, 14:00 in Zurich; the first Spring waits for three days.  All have recorded 9 on the Foreign Minister."""
    game = MailGame(folder, options={"bulletins": bulletins, **options})
    game.begin()
    state = game.record().state
    fm = state.slots["FM"]
    with transaction(game.site.engine) as connection:
        record = load(connection, game.name)
        assert record is not None
        facts = (InfluenceRecorded(c, {**(state.recorded[c] or {}), fm: 9}) for c in game.colours)
        record.write([Ruled("for this test", tuple(facts))])
        record.flush()
    return game


@pytest.fixture
def game(tmp_path):
    return begun(tmp_path / "site")


def test_it_comes_out_at_the_next_hour_for_everybody(game):
    game.write("red", "DECLARE 4 FM NOW")
    game.poll(1)
    said = body(game.to("red")[-1])
    assert "becomes public in the bulletin of Tue 1 Dec 20:00 (Europe/Zurich" in said
    assert len(game.orders("red")) == 1
    before = {colour: len(game.to(colour)) for colour in game.colours}
    game.poll(4)
    assert not of(game, Bulletin), "18:00 in Zurich"
    game.poll(2)
    (event,) = of(game, Bulletin)
    assert [(fact.player, fact.points) for fact in event.facts] == [("red", 4)]
    record = game.record()
    fm = record.state.slots["FM"]
    assert record.state.controller(fm) == "red"
    assert record.views()["blue"].controller(fm) == "red"
    for colour in game.colours:
        assert len(game.to(colour)) == before[colour] + 1
        assert "a bulletin" in subject_of(game.to(colour)[-1])
        assert "(Anna)" in body(game.to(colour)[-1])
    assert game.orders("red") == []


def test_there_is_none_without_anything_to_show(game):
    before = len(game.outgoing())
    for _ in range(4):
        game.poll(6)
    assert len(game.outgoing()) == before
    assert not of(game, Bulletin)


def test_all_of_one_bulletin_is_one_round_and_ties_go_by_dice(game):
    for colour in ("red", "blue"):
        game.write(colour, "DECLARE 5 FM NOW")
    game.poll(1)
    game.poll(7)
    (event,) = of(game, Bulletin)
    shown = [fact for fact in event.facts if isinstance(fact, InfluenceDeclared)]
    assert len({fact.round for fact in shown}) == 1
    (tie,) = [fact for fact in event.facts if isinstance(fact, TieBroken)]
    assert game.record().state.controller(tie.politician) == tie.first


def test_it_can_be_taken_back_until_then_and_a_newer_one_replaces_it(game):
    game.write("red", "DECLARE 4 FM NOW")
    game.poll(1)
    game.write("red", "DECLARE 6 FM NOW")
    game.poll(1)
    assert len(game.orders("red")) == 1
    game.write("blue", "DECLARE 5 FM NOW")
    game.poll(1)
    game.write("blue", "CANCEL 1")
    game.poll(6)
    (event,) = of(game, Bulletin)
    assert [(fact.player, fact.points) for fact in event.facts] == [("red", 6)]


def test_the_next_report_tells_it_and_a_window_that_comes_first_takes_it(tmp_path):
    game = begun(tmp_path / "site", "daily")
    game.write("red", "DECLARE 4 FM NOW")
    game.poll(1)
    for colour in game.colours:
        game.write(colour, "READY")
    game.poll(1)
    assert not of(game, Bulletin)
    assert of(game, InfluenceDeclared)[-1].points == 4
    assert game.orders("red") == []
    game.write("blue", "DECLARE 6 FM NOW")
    game.poll(1)
    game.poll(7)
    assert of(game, Bulletin)
    for _ in range(4):
        game.poll(20)
    told = [mail for mail in game.to("green") if "In the bulletin:" in body(mail)]
    assert len(told) == 1


def test_what_cannot_be_shown_is_refused_at_once_and_told_to_its_sender_alone_if_that_comes_later(game):
    game.write("red", "DECLARE 10 FM NOW")
    game.poll(1)
    assert "you recorded 9 on" in body(game.to("red")[-1])
    assert game.orders("red") == []
    game.write("red", "DECLARE 4 FM NOW")
    game.poll(1)
    fm = game.record().state.slots["FM"]
    with transaction(game.site.engine) as connection:
        record = load(connection, game.name)
        assert record is not None
        record.write([Ruled("gone", (InfluenceRecorded("red", {fm: 2}),))])
        record.flush()
    before = {colour: len(game.to(colour)) for colour in game.colours}
    game.poll(7)
    assert not of(game, Bulletin)
    assert "Your order did not come into the bulletin" in body(game.to("red")[-1])
    assert [len(game.to(c)) - before[c] for c in game.colours] == [1, 0, 0]


def test_without_bulletins_it_is_an_ordinary_declare_and_says_so(tmp_path):
    game = begun(tmp_path / "site", "off")
    game.write("red", "DECLARE 4 FM NOW")
    game.poll(1)
    assert "waits for the next window, for this game has no bulletins" in body(game.to("red")[-1])
    assert game.orders("red") == ["DECLARE 4 FM"]


def test_on_hold_it_waits_for_the_next_one(game):
    from pbem.service import desk

    game.write("red", "DECLARE 4 FM NOW")
    game.poll(1)
    desk.hold(game.site, game.name, "", game.now)
    game.poll(7)
    assert not of(game, Bulletin)
    desk.resume(game.site, game.name, game.now)
    game.poll(12)
    assert of(game, Bulletin)


def test_in_a_pause_it_stands_on_the_tape_and_undoes_the_announcement(tmp_path):
    from .test_pauses import on_trial

    game = on_trial(tmp_path, bulletins="twice")
    game.write("blue", "DECLARE 7 DM NOW")
    game.poll(1)
    while not of(game, Bulletin):
        game.poll(4)
    assert game.record().row.pause == "trial"
    while game.record().row.pause:
        game.poll(8)
    assert of(game, Withdrawn)[-1].action == "trial"
