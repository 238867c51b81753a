"""What the moderator does, by command or by mail, is done again in its place, and gives the same to the byte."""

from pathlib import Path

import pytest

from tests.service.mailgame import subject_of
from tests.service.test_deskmail import GM, _answer, _last

from .archived import again, same
from .desk import Desk


@pytest.fixture
def desk(tmp_path: Path) -> Desk:
    game = Desk(tmp_path / "site")
    game.begin()
    return game


def test_orders_on_behalf_time_and_words(desk: Desk) -> None:
    desk.pbem("order", "test", "red", "PURGE M", "HOLD KGB UP TO 3")
    desk.pbem("order", "test", "red", "PURGE M", "HOLD KGB UP TO 3")
    desk.pbem("tell", "test", "blue", "Please write more often.")
    desk.pbem("tell", "test", "A word to all of you.")
    desk.pbem("deadline", "test", "+24h", "--because", "a storm")
    desk.poll(2)
    desk.pbem("hold", "test", "--because", "I look into it")
    desk.write("green", "VOTE GUILTY\nREADY")
    desk.poll(1)
    desk.pbem("resume", "test")
    desk.pbem("set", "test", "grace=6h", "ballot=30h", "--because", "shorter")
    desk.pbem("recess", "test", "2026-12-24", "2026-12-27", "--because", "the holidays")
    desk.poll(90)
    desk.pbem("resolve", "test")
    desk.poll(1)
    assert len(desk.typed()) == 10
    found = same(desk.archived())
    assert not found.not_rebuilt


def test_rulings_and_going_back(desk: Desk) -> None:
    desk.write("red", "PURGE M\nPURGE N\nREADY")
    desk.poll(1)
    desk.poll(72)
    desk.pbem("rule", "test", "set", "M suspicion=1", "--because", "a slip of the pen", "--yes")
    desk.pbem("rule", "test", "set", "N sp=1", "--because", "kept to myself", "--private", "--yes")
    desk.poll(1)
    desk.pbem("undo", "test", "--because", "red was right", "--yes")
    desk.poll(1)
    desk.write("blue", "VOTE INNOCENT")
    desk.poll(5)
    desk.pbem("resolve", "test")
    desk.poll(1)
    desk.pbem("undo", "test", "--again", "--new-dice", "--because", "once more", "--yes")
    desk.poll(1)
    same(desk.archived())


def test_another_player_on_a_seat(desk: Desk) -> None:
    desk.write("blue", "SET ADDRESS boris@dacha.example")
    desk.poll(1)
    desk.pbem("replace", "test", "green", "Nina <nina@new.example>", "--because", "Clara is away")
    desk.poll(1)
    desk.refused("order", "test", "green", "KEEP")  # and he gets a receipt that says why
    desk.poll(72)
    same(desk.archived())


def test_approval_at_the_terminal_and_by_mail(tmp_path: Path) -> None:
    game = Desk(tmp_path / "site", options={"approval": "on"})
    game.begin()
    game.poll(1)
    _answer(game, "APPROVE\n\nPeter", _last(game, "waits for you"))
    game.poll(1)
    _answer(game, "HOLD because I am at the dacha\nuntil Monday", _last(game, "done: APPROVE"))
    game.poll(1)
    _answer(game, "RESUME", _last(game, "done: HOLD"))
    game.write("red", "MODERATOR: may I call myself Stalin?")
    game.poll(1)
    _answer(game, "No, you may not.", _last(game, "Words from"))
    game.poll(100)
    game.pbem("approve", "test", "--yes")
    game.poll(1)
    by_mail = [argv for argv in game.script() if argv[0] == "@mail"]
    assert [argv[3] for argv in by_mail] == [
        "APPROVE",
        "HOLD because I am at the dacha",
        "RESUME",
        "No, you may not.",
    ]
    assert GM not in subject_of(game.to("red")[-1])
    same(game.archived())


def test_a_look_at_secrets_is_part_of_the_story(tmp_path: Path) -> None:
    game = Desk(tmp_path / "site", options={"blind": "on"})
    game.begin()
    game.pbem("orders", "test", "red", "--reveal")
    game.pbem("show", "test", "--reveal")
    game.poll(72)
    assert [argv[0] for argv in game.typed()] == ["orders", "show"]
    same(game.archived())


def test_what_is_refused_or_only_looked_at_leaves_no_act(desk: Desk) -> None:
    desk.refused("order", "test", "pink", "PURGE M")
    desk.refused("resume", "test")
    desk.pbem("undo", "test", "--to", "setup", "--because", "only a look", "--dry-run")
    desk.pbem("show", "test")
    desk.pbem("games")
    assert desk.typed() == []


def test_time_that_was_lost(tmp_path: Path) -> None:
    game = Desk(tmp_path / "site", watchful=True)
    game.begin()
    for _ in range(12):
        game.poll(1)
    assert not game.record().row.held
    game.now = game.now.replace(day=10)
    from pbem.service.poll import poll

    assert "No poll ran" in " ".join(poll(game.site, game.now).problems)
    game.poll(1)
    assert any(argv[0] == "@outage" for argv in game.script())
    same(game.archived())


def test_letters_that_are_held_doubled_late_or_without_a_code(desk: Desk) -> None:
    first = desk.to("red")[-1]
    desk.write("red", "PURGE M", message_id="<same@players.example>")
    desk.poll(1)
    desk.write("red", "PURGE M", to=first, message_id="<same@players.example>")
    desk.write("blue", "VOTE GUILTY", subject="my orders")
    desk.write("green", "thanks\n\n> On Monday you wrote\nPURGE M\n> more of it")
    desk.poll(1)
    desk.write("blue", "YES")
    desk.write("green", "NO")
    desk.poll(1)
    desk.poll(80)
    desk.write("red", "PURGE N\nSTATUS", to=first)
    desk.poll(1)
    desk.write("red", "YES")
    desk.write("blue", "SET ZONE Asia/Tokyo")
    desk.poll(1)
    found = same(desk.archived())
    assert not found.not_rebuilt
    states = {letter["also"]["id"] for letter in desk.letters()}
    assert len(states) < len(desk.letters())  # the doubled one bears the same


def test_private_words_are_held_back_and_everything_else_is_the_same(desk: Desk) -> None:
    desk.write("red", "PRESS TO blue: The Foreign Minister looks tired.\nEND PRESS\nPURGE M")
    desk.poll(1)
    desk.write(
        "blue", "I do not think so.", to=next(m for m in desk.to("blue") if "message" in subject_of(m))
    )
    desk.poll(1)
    desk.write("green", "PRESS ANONYMOUS TO ALL: Down with the samovar!")
    desk.write("blue", "VOTE GUILTY\nREADY")
    desk.poll(1)
    desk.write("green", "PRESS TO ALL: I like it here.")
    desk.poll(80)
    found = same(desk.archived())
    assert len(found.not_rebuilt) == 3
    assert not found.excused


def test_a_yes_to_lines_that_stood_among_private_words_accuses_nobody(desk: Desk) -> None:
    """The archive does not have those lines: what came of them cannot be the same, and is no forgery."""
    desk.write("red", "PRESS TO blue: The Foreign Minister looks tired.\nPURGE M")
    desk.poll(1)
    desk.write("red", "YES")
    desk.poll(80)
    assert again(desk.archived()).excused


def test_a_letter_that_bears_the_code_of_somebody_else(desk: Desk) -> None:
    desk.write("red", "PURGE M", to=desk.to("green")[-1])
    desk.poll(1)
    assert any(argv[0] == "@misused" for argv in desk.script())
    desk.poll(80)
    same(desk.archived())
