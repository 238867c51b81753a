"""A seat changes hands (E24): the old codes are dead, the newcomer knows what the leaver knew, and nothing else."""

import re
from datetime import timedelta

import pytest

from pbem.engine.events import Decreed
from pbem.mail.compose import html_of
from pbem.service import replacing
from pbem.service.errors import ServiceError, UsageError
from pbem.service.replacing import Replaced

from .mailgame import EVERYBODY, MailGame, subject_of, text_of
from .spoofing import copied
from .whims import lawful

ELENA = "Elena <elena@new.example>"


@pytest.fixture
def game(tmp_path, monkeypatch):
    game = MailGame(tmp_path / "site", rules="advanced", options={"bribes": "true"})
    game.begin()
    monkeypatch.setitem(EVERYBODY, "elena", ELENA)
    return game


def _replace(game: MailGame, player: str = "green", address: str = ELENA, **more) -> Replaced:
    values = {"name": None, "zone": None, "until": None, "because": "", "private": "", "silent": False} | more
    return replacing.replace(game.site, "test", player, address, now=game.now, **values)


def _said(game: MailGame, who: str, mail: int = -1) -> str:
    one = game.to(who)[mail]
    return " ".join(f"{subject_of(one)} {text_of(one)}".replace("\u00a0", " ").split())


def test_the_newcomer_is_told_all_that_the_leaver_knew(game):
    game.write("green", "HOLD A\nHOLD B EACH TURN")
    game.write("blue", "HOLD C UP TO 7")
    game.poll(1)
    state = game.record().state
    _replace(game)
    game.poll()
    told = _said(game, "elena")
    for words in (
        "You play the Red Army Militarists (green) in the place of Clara", "Your influence (secret)", "Your cards (secret)", "| 1 HOLD Aparatschik",
        "| 2 HOLD Schukrutoff EACH TURN", "KEEP ORDERS", "1951, phase 1: Cure Phase", "Anna: no wave yet", "Your form", "The dice are sealed",
    ):  # fmt: skip
        assert words in told
    html = html_of(game.to("elena")[-1].as_bytes())
    assert ">Fill in my orders</a>" in html, "as in a report (E12)"
    assert ">Send PASS: none of it</a>" in html
    for name, number in state.recorded["green"].items():
        assert re.search(rf" {name} \S+ (?:{number}|10\+) ", told), (name, number)
    deck = game.record().rules.deck
    for number in state.hands["green"].cards:
        assert deck[number].name in told
    assert "UP TO 7" not in told
    assert not any(deck[number].name in told for number in state.hands["blue"].cards)


def test_the_others_learn_that_the_seat_has_a_new_player_and_the_leaver_that_it_is_gone(game):
    _replace(game, because="Clara has moved to Novosibirsk.", private="she wrote to me")
    game.poll()
    assert "played by Elena from now on. Clara has moved to Novosibirsk." in _said(game, "red")
    assert "somebody else from now on. Thank you" in _said(game, "green")
    assert "elena@new.example" not in _said(game, "red")
    assert "elena@new.example" not in _said(game, "green")
    (event,) = [event for event in game.events() if isinstance(event, Decreed) and event.act == "replace"]
    assert event.private == "she wrote to me"
    assert event.seen_by("red").private == ""
    assert "she wrote" not in "".join(text_of(mail) for mail in game.outgoing())


def test_the_old_codes_are_dead_at_once(game):
    old = game.to("green")[-1]
    _replace(game)
    game.write("green", "HOLD A", to=old)
    game.poll(1)
    assert game.orders("green") == []
    assert "plays in no game here" in _said(game, "green")
    assert game.to("red")[-1]["Subject"] is not None
    assert not any("reply code" in _said(game, "elena", at) for at in range(len(game.to("elena"))))


def test_a_letter_from_the_new_address_with_the_old_code_does_nothing(game):
    old = game.to("green")[-1]
    _replace(game)
    game.poll()
    game.write("elena", "HOLD A", to=old)
    game.poll(1)
    assert game.orders("green") == []
    assert "reply code that nobody has" in _said(game, "elena")
    game.write("elena", "HOLD A", to=game.to("elena")[0])
    game.poll(1)
    assert game.orders("green") == ["HOLD Aparatschik"]


def test_codes_of_press_of_further_addresses_and_of_held_lines_die_with_them(game):
    game.write("red", "TO green: will you help me?")
    game.write("green", "ADD ADDRESS clara@elsewhere.example")
    game.poll(1)
    asked = game.to("clara@elsewhere.example")[-1]
    press = next(mail for mail in reversed(game.to("green")) if "will you help me" in text_of(mail))
    game.write("green", "HOLD A", to=game.to("green")[0])  # an old report: held for a YES
    game.poll(1)
    held = game.to("green")[-1]
    _replace(game)
    game.poll()
    before = len(game.to("red"))
    game.write("green", "yes", to=asked, From="Clara <clara@elsewhere.example>")
    game.write("green", "gladly", to=press)
    game.write("green", "YES", to=held)
    game.poll(1)
    assert len(game.to("red")) == before
    assert game.orders("green") == []
    with game.site.engine.connect() as connection:
        left = connection.exec_driver_sql("select count(*) from address where player = 'green'").scalar_one()
        codes = connection.exec_driver_sql(
            "select count(*) from press_token where player = 'green'"
        ).scalar_one()
    assert (left, codes) == (0, 0)


def test_mails_that_still_waited_for_the_leaver_are_not_sent(game):
    with game.site.engine.begin() as connection:
        connection.exec_driver_sql(
            "update mail set state = 'failed' where id = (select max(id) from mail where player = 'green')"
        )
    _replace(game)
    game.poll()
    with game.site.engine.connect() as connection:
        states = (
            connection.exec_driver_sql("select state from mail where player = 'green' order by id")
            .scalars()
            .all()
        )
    assert states[-2:] == ["dropped", "sent"]


def test_orders_sleep_until_he_says_keep(game):
    game.write("green", "HOLD A\nHOLD B EACH TURN\nHOLD C")
    game.poll(1)
    _replace(game)
    game.poll()
    assert game.orders("green") == []
    game.write("elena", "KEEP ORDERS 2, 7")
    game.poll(1)
    assert "No order that is asleep has the number 7" in _said(game, "elena")
    game.write("elena", "HOLD C UP TO 2")
    game.poll(1)
    game.write("elena", "KEEP ORDERS 1")
    game.poll(1)
    assert game.orders("green") == ["HOLD Aparatschik", "HOLD Goferbrok UP TO 2"]
    assert "2 orders sleep on" in _said(game, "elena")
    game.write("elena", "KEEP ORDERS")
    game.poll(1)
    assert game.orders("green") == [
        "HOLD Aparatschik",
        "HOLD Schukrutoff EACH TURN",
        "HOLD Goferbrok UP TO 2",
    ]
    assert "gave way to what you have ordered yourself" in _said(game, "elena")


def test_nothing_is_decided_for_two_days_and_all_are_told(game):
    game.poll(40)
    done = _replace(game)
    assert done.moved
    assert done.deadline is not None
    assert done.deadline >= game.now + timedelta(hours=48)
    game.poll()
    assert "the deadline is now" in _said(game, "red")
    early = game.record().row.deadline
    _replace(game, "red", "Fritz <fritz@new.example>")
    assert game.record().row.deadline == early


def test_reports_read_afterwards_as_if_he_had_always_been_there(game):
    _replace(game)
    game.poll()
    game.poll(80)
    theirs, his = _said(game, "red"), _said(game, "elena")
    assert game.record().row.session not in ("setup", "")
    assert theirs.partition("== The board")[2][:300] == his.partition("== The board")[2][:300]
    assert "Elena" in theirs
    assert "Clara" not in theirs


def test_a_stand_in_gives_the_seat_back_by_itself(game):
    first = game.to("green")[-1]
    done = _replace(game, until="3 Dec")
    assert done.until == "Thursday 3 December 2026"
    game.poll()
    assert "until the end of Thursday 3 December 2026" in _said(game, "elena")
    assert "comes back to you by itself" in _said(game, "green")
    mine = game.to("elena")[0]
    game.write("elena", "HOLD A")
    game.poll(1)
    game.poll(60)
    assert game.record().seat_rows["green"].name == "Clara"
    assert "are yours again" in _said(game, "green")
    assert "| 1 HOLD Aparatschik" in _said(game, "green")
    game.write("elena", "HOLD B", to=mine)
    game.write("green", "HOLD C", to=first)
    game.poll(1)
    assert game.orders("green") == []
    back = next(mail for mail in game.to("green") if "are yours again" in " ".join(text_of(mail).split()))
    game.write("green", "HOLD D", to=back)
    game.poll(1)
    assert game.orders("green") == ["HOLD Niewitko"]


def test_the_stand_in_of_a_stand_in_gives_it_back_to_the_first(game):
    _replace(game, until="3 Dec")
    _replace(game, address="Fritz <fritz@new.example>", until="4 Dec")
    game.poll(100)
    assert game.record().seat_rows["green"].name == "Clara"


def test_what_is_wrong_is_said(game):
    before = len(game.to("red"))
    for more, said in (
        ({"address": "anna@players.example"}, "belongs to red"), ({"address": "clara@players.example"}, "already"),
        ({"address": "Boris <new@x.example>"}, "There is a Boris"), ({"until": "yesterday"}, "--until"), ({"zone": "Mars"}, "Mars"),
        ({"player": "yellow"}, "yellow"), ({"address": "nonsense"}, "@-sign"), ({"address": "KGB <new@x.example>"}, "means something else"),
    ):  # fmt: skip
        with pytest.raises((UsageError, ServiceError), match=said):
            _replace(game, **more)
    game.poll()
    assert len(game.to("red")) == before


def test_during_set_up_the_sheet_so_far_goes_on(tmp_path, monkeypatch):
    monkeypatch.setitem(EVERYBODY, "elena", ELENA)
    game = MailGame(tmp_path / "site")
    game.write("green", "K 10\nT 9")
    game.poll(1)
    _replace(game)
    game.poll()
    told = _said(game, "elena")
    assert "Boremtodev" in told
    assert game.record().draft("green") == {"K": 10, "T": 9}
    game.write("elena", "INFLUENCE K T S R Q P O N M L")
    game.poll(1)
    assert len(game.record().draft("green")) == 10


def test_silently(game):
    before = len(game.to("green"))
    _replace(game, silent=True)
    game.poll()
    assert len(game.to("green")) == before


def test_the_handover_is_the_same_whatever_the_others_hide(game, tmp_path):
    """Two worlds: the others' orders, letters and press between them differ, and no byte of what he is told does."""
    twin = copied(game, tmp_path / "twin")
    twin.write("blue", "HOLD C UP TO 7\nVOTE GUILTY ON MINE")
    twin.write("red", "TO blue: let us be friends")
    twin.poll(1)
    game.poll(1)
    for one in (game, twin):
        _replace(one)
        one.poll()
    assert game.to("elena")[-1].as_bytes() == twin.to("elena")[-1].as_bytes()


@pytest.mark.parametrize("deed", ["replace", "vacation", "concede", "agree"])
def test_while_a_ballot_is_talked_about(tmp_path, monkeypatch, deed):
    monkeypatch.setitem(EVERYBODY, "elena", ELENA)
    game = MailGame(tmp_path / "site", rules="advanced", options={"pauses": "purge"})
    game.begin()
    game.write("red", "DECLARE 1 KGB\nPURGE Manjak")
    game.poll(1)
    game.poll(80)
    assert game.record().row.pause == "purge"
    if deed == "replace":
        _replace(game)
        game.poll()
        assert "has announced the purge of Candidate Manjak" in _said(game, "elena")
    elif deed == "vacation":
        game.write("green", "VACATION UNTIL 12 Dec")
        game.poll(1)
        assert game.record().row.deadline.isoformat() > "2026-12-12T23"
    elif deed == "concede":
        for who in ("blue", "green"):
            game.write(who, "CONCEDE")
            game.poll(1)
        assert game.record().state.winners == ("red",)
    else:
        game.write("blue", "PROPOSE END")
        game.poll(1)
        for who in ("red", "green"):
            game.write(who, "AGREE END")
        game.poll(1)
        assert game.record().state.over
        assert game.record().state.winners == ()
    lawful(game)
    game.poll(24 * 12)
    lawful(game)
    assert "Manjak" in _said(game, "red")
