"""A process that dies while people are invited, seated, replaced: done again, all is as if nothing had happened."""

from pathlib import Path

import pytest

from pbem.service import inviting, replacing
from pbem.service.poll import poll
from pbem.service.site import Site

from .mailgame import EVERYBODY, TextGame
from .seatmail import SeatMail
from .test_killed import _copied, _in_a_child

LASTING = {
    "game": "select name, turn, session, deadline, events, head, status from game",
    "events": "select number, data, digest from event order by number",
    "lines": "select player, number, state from line order by player, number",
    "seats": "select colour, name, address, zone, generation, mails, letters, autopilot, stand_in from seat order by colour",
    "invites": "select address, name, zone, state, nonce, answer, game from invite order by id",
    "plans": "select name, state, game from plan order by id",
    "offers": "select player, invite, state from seat_offer order by token",
    "agenda": "select what, key, due from agenda order by what, key",
    "tokens": "select token, player from token order by token",
    "mails": "select player, kind, number, recipient, state, raw from mail order by player, kind, number",
    "letters": "select sender, state, verdict from letter order by received, id",
}


def _everything(folder: Path) -> dict[str, list[tuple[object, ...]]]:
    site = Site.open(folder)
    with site.engine.begin() as database:
        found = {name: [tuple(row) for row in database.exec_driver_sql(sql)] for name, sql in LASTING.items()}
    site.engine.dispose()
    return found


def _survives(folder: Path, deed, done, tmp_path: Path) -> None:
    """Killed at any commit or begin and done again, unless it `done` already; then a poll: always the same."""

    def again(site: Site) -> None:
        if not done(_everything(site.path)):
            deed(site)

    whole = _copied(folder, tmp_path / "whole")
    steps = _in_a_child(whole, deed, 0)
    assert steps
    _poll_once(whole)
    wanted = _everything(whole)
    for at in range(1, steps + 1):
        killed = _copied(folder, tmp_path / f"killed{at}")
        assert _in_a_child(killed, deed, at) is None
        site = Site.open(killed)
        again(site)
        site.engine.dispose()
        _poll_once(killed)
        assert _everything(killed) == wanted, f"killed at {at} of {steps}"


NOW: list = []


def _poll_once(folder: Path) -> None:
    site = Site.open(folder)
    poll(site, NOW[0])
    site.engine.dispose()


@pytest.fixture
def people(tmp_path):
    people = SeatMail(tmp_path / "site")
    people.invite("anna", "boris", "clara", "dmitri")
    people.poll()
    return people


def test_answers(people, tmp_path):
    for one in ("anna", "boris", "clara"):
        people.write(one, "YES as Somebody")
    NOW[:] = [people.now]
    people.site.engine.dispose()
    _survives(people.folder, lambda site: poll(site, people.now), lambda found: False, tmp_path)


def test_the_start(people, tmp_path):
    people.said("anna", "boris", "clara", "dmitri")
    NOW[:] = [people.now]
    people.site.engine.dispose()

    def start(site: Site) -> None:
        inviting.start(site, "test", None, people.now)

    _survives(people.folder, start, lambda found: found["game"], tmp_path)


def test_a_replacement(tmp_path):
    game = TextGame(tmp_path / "site")
    game.begin()
    game.write("green", "HOLD A")
    game.poll(1)
    NOW[:] = [game.now]
    game.site.engine.dispose()

    def replace(site: Site) -> None:
        replacing.replace(
            site, "test", "green", "Elena <elena@new.example>", name=None, zone=None, until="3 Dec", because="", private="", silent=False,
            now=game.now,
        )  # fmt: skip

    _survives(game.folder, replace, lambda found: any(row[4] for row in found["seats"]), tmp_path)


def test_a_stand_by_who_takes_a_seat_and_its_player_concedes(tmp_path, monkeypatch):
    from pbem.service import standby_list

    monkeypatch.setitem(EVERYBODY, "elena", "Elena <elena@new.example>")
    game = TextGame(tmp_path / "site")
    game.begin()
    standby_list.ask(game.site, ["Elena <elena@new.example>"], "test", game.now)
    game.poll()
    game.write("elena", "YES")
    game.poll(1)
    game.write("green", "CONCEDE")
    game.poll(1)
    game.write("elena", "YES")
    game.write("red", "CONCEDE")
    NOW[:] = [game.now]
    game.site.engine.dispose()
    _survives(game.folder, lambda site: poll(site, game.now), lambda found: False, tmp_path)
