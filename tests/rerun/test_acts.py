"""The script of a game: a command stands in it exactly where it had an effect, and a round exactly where something was done."""

import os
from pathlib import Path

import pytest
from sqlalchemy import Engine, event

from pbem.archive import fingerprint
from pbem.cli.played_again import play
from pbem.service import acts, desk
from pbem.service.record import load
from pbem.service.rerun.story import updated
from pbem.service.secret import DICE, master_of, seed_of
from pbem.service.start import record_of
from pbem.store.database import transaction
from pbem.typed import bare, typed

from .archived import again
from .desk import Desk


@pytest.fixture
def game(tmp_path: Path) -> Desk:
    game = Desk(tmp_path / "site")
    game.begin()
    return game


@pytest.mark.parametrize(
    ("typed_", "kept"),
    [
        (["hold", "g", "--site", "/srv", "--because", "x"], ("hold", "g", "--because", "x")),
        (["hold", "g", "--now=2026-12-01", "--json"], ("hold", "g")),
        (["order", "g", "red", "--", "--site"], ("order", "g", "red", "--", "--site")),
        ([], ()),
    ],
)
def test_where_when_and_how_to_print_is_left_out(typed_: list[str], kept: tuple[str, ...]):
    assert bare(typed_) == kept


def test_the_first_act_says_what_it_began_with_and_no_address(game: Desk):
    first = game.script()[0]
    assert first[0] == "@begin"
    assert "Anna" in first[1] and "Europe/Zurich" in first[1]
    assert "@" not in first[1]


def test_rounds_that_do_nothing_are_not_noted(game: Desk):
    before = game.script()
    for _ in range(5):
        game.poll(1)
    assert game.script() == before
    game.write("red", "PURGE M")
    game.poll(1)
    assert game.script() == [*before, ["@poll"]]


def test_a_command_is_noted_with_its_time_and_the_journal_before_it(game: Desk):
    length = len(game.events())
    game.pbem("hold", "test", "--because", "a storm")
    with transaction(game.site.engine) as connection:
        record = load(connection, "test")
        assert record is not None
        assert acts.of(record)[-1] == (game.now, length, ["hold", "test", "--because", "a storm"])


def test_the_same_command_twice_stands_there_twice(game: Desk):
    game.pbem("tell", "test", "Hello.")
    game.pbem("tell", "test", "Hello.")
    assert game.typed() == [["tell", "test", "Hello."]] * 2


@pytest.mark.skipif(not hasattr(os, "fork"), reason="processes cannot be forked here")
def test_a_command_that_is_killed_leaves_neither_effect_nor_act(game: Desk):
    before, events = game.script(), len(game.events())
    game.site.engine.dispose()
    child = os.fork()
    if not child:

        def die(connection: object) -> None:
            os._exit(9)

        event.listen(Engine, "commit", die)
        try:
            game.pbem("hold", "test")
        finally:
            os._exit(1)
    _, status = os.waitpid(child, 0)
    assert os.waitstatus_to_exitcode(status) == 9
    assert (game.script(), len(game.events())) == (before, events)
    assert not game.record().row.held


def test_what_is_taken_back_within_a_transaction_is_noted_anew(game: Desk):
    with typed(["hold", "test"]):
        with game.site.engine.connect() as connection, connection.begin() as work:
            record = record_of(connection, "test")
            desk.hold_now(record, game.site.config, "", game.now)
            record.flush()
            work.rollback()
        desk.hold(game.site, "test", "", game.now)
    assert game.typed() == [["hold", "test"]]


def test_the_seed_of_the_dice_is_all_that_is_ever_opened():
    seed = seed_of("2b" * 16)
    again = f"{DICE}{seed.hex()}"
    assert seed_of(again) == seed
    assert master_of(again) != master_of("2b" * 16)


def test_an_update_in_the_middle_of_a_game_is_noted_and_accuses_nobody(
    game: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Other words in old mails are no forgery where another state of the program wrote them."""
    assert [words for words in game.script() if words[0] == "@program"] == [["@program", fingerprint.mark()]]
    length = len(game.events())
    monkeypatch.setattr(fingerprint, "mark", lambda: "newer")
    game.write("red", "PURGE M")
    game.poll(1)
    game.poll(1)
    folder = game.archived()
    assert [words[1] for words in game.script() if words[0] == "@program"][1:] == ["newer"]
    assert updated(folder) == length > 0
    assert not (found := again(folder)), found
    told = play(folder, False, lambda what, part: None)
    assert "not played again" in told.rows[0][2] and not told.wrong
    assert told.notes == [
        f"Until event {length} another state of the program went on with the game: it was updated."
    ]
