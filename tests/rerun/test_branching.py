"""`pbem branch`: a game of the moderator's own, from any point, of which nobody hears."""

import json
from pathlib import Path

import pytest

from pbem.archive.verify import verify
from pbem.engine.events import Answered, Decreed, Rolled
from pbem.service.branching import _elsewhere
from pbem.service.record import load
from pbem.service.site import Site
from pbem.store.database import transaction

from .archived import same
from .desk import Desk


@pytest.fixture
def desk(tmp_path: Path) -> Desk:
    """A year has been resolved in part."""
    game = Desk(tmp_path / "site")
    game.begin()
    game.write("red", "PURGE M\nPURGE N\nREADY")
    game.poll(1)
    game.poll(72)
    return game


def everything(folder: Path) -> list[tuple[str, object]]:
    """All rows of all tables."""
    site = Site.open(folder)
    with site.engine.begin() as database:
        names = database.exec_driver_sql(
            "select name from sqlite_master where type = 'table' order by name"
        ).scalars()
        rows = [(name, database.exec_driver_sql(f"select * from {name}").all()) for name in names.all()]
    site.engine.dispose()
    return rows


def branched(desk: Desk, *words: str) -> tuple[Path, str]:
    home = desk.folder.parent / "sandbox"
    return home, desk.pbem("branch", "test", str(home), *words)


def pbem(desk: Desk, home: Path, *words: str) -> str:
    from typer.testing import CliRunner

    from pbem.cli.commands import app

    where = ["--site", str(home), "--now", desk.now.isoformat()]
    result = CliRunner().invoke(app, [*words, *where], prog_name="pbem")
    assert result.exit_code == 0, result.output + result.stderr
    return result.stdout


def journal(home: Path) -> list[object]:
    site = Site.open(home)
    with transaction(site.engine) as connection:
        record = load(connection, "test-branch")
        assert record is not None
        return list(record.story())


def test_nothing_of_the_game_changes_and_nobody_can_be_reached(desk: Desk):
    before = everything(desk.folder)
    home, said = branched(desk, "--at", "last")
    assert everything(desk.folder) == before
    pbem(desk, home, "order", "test-branch", "red", "PURGE M", "READY")
    pbem(desk, home, "resolve", "test-branch")
    pbem(desk, home, "poll")
    assert everything(desk.folder) == before
    sent = list((home / "mail/out/new").iterdir())
    assert sent
    written = b"".join(path.read_bytes() for path in home.rglob("*") if path.is_file())
    for nobody in (b"players.example", b"judge.example"):
        assert nobody not in written
    assert "no mail of it goes to anybody" in said
    assert "Anna (red), Boris (blue) and Clara (green)" in said


def test_its_mails_carry_other_reply_codes(desk: Desk):
    home, _ = branched(desk, "--at", "last")
    pbem(desk, home, "resolve", "test-branch")
    with desk.site.engine.begin() as database:
        codes = set(database.exec_driver_sql("select token from token").scalars())
    sandbox = Site.open(home)
    with sandbox.engine.begin() as database:
        assert not codes & set(database.exec_driver_sql("select token from token").scalars())


def test_the_same_orders_meet_the_same_dice(desk: Desk):
    home, _ = branched(desk, "--at", "last")
    pbem(desk, home, "resolve", "test-branch")
    kinds = (Rolled, Answered)
    there = [event for event in journal(home) if isinstance(event, kinds)]
    here = [event for event in desk.events() if isinstance(event, kinds)]
    assert any(isinstance(event, Rolled) for event in here)
    assert there == here


def test_or_other_dice_by_choice(desk: Desk):
    home, _ = branched(desk, "--at", "last", "--new-dice")
    pbem(desk, home, "resolve", "test-branch")
    there = [event.value for event in journal(home) if isinstance(event, Rolled)]
    here = [event.value for event in desk.events() if isinstance(event, Rolled)]
    assert there != here


def test_from_now_it_goes_on_with_what_was_ordered(desk: Desk):
    desk.write("blue", "HOLD KGB UP TO 3")
    desk.poll(1)
    home, said = branched(desk)
    assert "HOLD" in pbem(desk, home, "orders", "test-branch")
    assert "It stands at: " in said
    pbem(desk, home, "resolve", "test-branch")


def test_a_game_that_is_over_goes_on_from_an_earlier_point(desk: Desk):
    desk.pbem("end", "test", "--because", "enough", "--yes")
    desk.poll(1)
    home, _ = branched(desk, "--at", "1951/cure")
    pbem(desk, home, "resolve", "test-branch")
    assert json.loads(pbem(desk, home, "games", "--json"))[0]["status"] != "over"


def test_a_game_moderated_blind_needs_reveal_and_its_players_hear_of_it(tmp_path: Path):
    game = Desk(tmp_path / "site", options={"blind": "on"})
    game.begin()
    home = tmp_path / "sandbox"
    result = game.call("branch", "test", str(home))
    assert result.exit_code == 1
    assert "--reveal" in result.stderr
    assert not home.exists()
    game.pbem("branch", "test", str(home), "--reveal")
    told = [event for event in game.events() if isinstance(event, Decreed) and event.act == "reveal"]
    assert len(told) == 1


@pytest.mark.parametrize("place", ["1999/purge", "nonsense", "99999"])
def test_what_cannot_be_made_leaves_nothing_behind(desk: Desk, place: str):
    home = desk.folder.parent / "sandbox"
    assert desk.call("branch", "test", str(home), "--at", place).exit_code in (1, 2)
    assert not home.exists()


def test_no_folder_is_overwritten(desk: Desk):
    home = desk.folder.parent / "full"
    home.mkdir()
    (home / "diary.txt").write_text("mine")
    assert desk.call("branch", "test", str(home)).exit_code == 2
    assert [path.name for path in home.iterdir()] == ["diary.txt"]


def test_another_database_in_the_environment_is_left_alone(desk: Desk, monkeypatch: pytest.MonkeyPatch):
    archived = desk.archived()
    database = f"sqlite:///{desk.folder / 'pbem.db'}"
    monkeypatch.setenv("PBEM_DATABASE_URL", database)
    before = everything(desk.folder)
    home, _ = branched(desk, "--at", "1951/cure")
    pbem(desk, home, "resolve", "test-branch")
    pbem(desk, home, "poll")
    same(archived)
    assert everything(desk.folder) == before


def test_its_archive_is_sound_as_that_of_any_other_game(desk: Desk):
    home, _ = branched(desk)
    pbem(desk, home, "end", "test-branch", "--because", "seen enough", "--yes")
    pbem(desk, home, "archive", "test-branch")
    found = verify(home / "games" / "test-branch")
    assert found.opened and not found.faults, found.faults


@pytest.mark.parametrize("over", [False, True])
def test_from_the_first_event_the_middle_and_the_last(desk: Desk, tmp_path: Path, over: bool):
    """Nobody gets a mail, and the archive of what comes of it is sound."""
    if over:
        desk.pbem("end", "test", "--because", "enough", "--yes")
        desk.poll(1)
    last = len(desk.events())
    for number in (1, last // 2, last):
        home = tmp_path / f"from-{number}"
        desk.pbem("branch", "test", str(home), "--at", str(number))
        pbem(desk, home, "poll")
        assert not list((home / "mail/out/new").iterdir())
        pbem(desk, home, "archive", "test-branch")
        assert verify(home / "games" / "test-branch").faults == []


def test_a_place_that_is_none_is_refused_in_the_words_of_this_command(desk: Desk, tmp_path: Path):
    for place in ("0", "99999", "nowhere"):
        result = desk.call("branch", "test", str(tmp_path / "none"), "--at", place)
        assert result.exit_code == 2
        assert "--to" not in result.stderr and "test-branch" not in result.stderr
        assert not (tmp_path / "none").exists()


def test_an_address_over_the_end_of_a_line_is_nobodys_either():
    others = {"judge@judge.example": "judge@sandbox.example", "anna@players.example": "red@sandbox.example"}
    mail = "Answers go to judge@=\njudge.example, an=\r\nna@players.example; <1@players.exam=\nple>"
    assert _elsewhere(mail, others) == (
        "Answers go to judge@sandbox.example, red@sandbox.example; <1@sandbox.example>"
    )
