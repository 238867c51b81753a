"""Archives as the game goes on: by the poll, cheap, never in the way of mails, and no secret in any byte that lies open."""

import json
import re
import shutil
import sqlite3
from datetime import timedelta

import msgspec
import pytest

from pbem import gamesettings
from pbem.archive import manifest
from pbem.archive.verify import verify
from pbem.engine import dice, view
from pbem.engine.events import MODERATOR
from pbem.mail import points
from pbem.service import archive, desk
from pbem.service.errors import ServiceError
from pbem.service.poll import poll
from pbem.store.database import transaction

from .mailgame import MailGame, text_of

CANARY = "kanarienvogel"


def home_of(game):
    return game.site.path / "games" / game.name


def opened(folder):
    """All bytes that lie open."""
    files = [
        path
        for path in folder.rglob("*")
        if path.is_file() and "private" not in path.relative_to(folder).parts
    ]
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in files}


def settings(game, **values):
    """Settings that nothing else touches."""
    with transaction(game.site.engine) as connection:
        old = gamesettings.stored(connection.exec_driver_sql("select settings from game").scalar())
        stored = gamesettings.store(msgspec.structs.replace(old, **values))
        connection.exec_driver_sql("update game set settings = ?", (stored,))


def finish(game):
    for _ in range(80):
        if not game.poll(73).resolved:
            break
    assert game.record().row.status == "over"


# -- what lies open while it runs ------------------------------------------------------------------------------------


@pytest.fixture(autouse=True)
def archived(monkeypatch):
    """Archives are written as the game goes on."""
    monkeypatch.setattr(MailGame, "ARCHIVED", True)


@pytest.fixture
def secretive(cards):
    """A game in which everybody has secrets that can be looked for."""
    cards.write("red", f"PURGE G\nDIARY: {CANARY} diary\nPLAY 10 WHEN START OF HEALTH")
    cards.write("blue", f"PRESS TO red: {CANARY} press\nEND PRESS\nOFFER 30 TO green FOR “{CANARY} offer”")
    cards.write("green", f"MODERATOR: {CANARY} asks\nEND MODERATOR\nSALT {CANARY} salt")
    cards.poll(1)
    desk.hold(cards.site, "test", "", cards.now)
    cards.poll(1)
    desk.resume(cards.site, "test", cards.now)
    cards.poll(72)
    return cards


def test_no_secret_of_a_running_game_is_in_any_byte_of_its_public_face(secretive):
    game = secretive
    record = game.record()
    with transaction(game.site.engine) as connection:
        codes = (
            connection.exec_driver_sql("select token from token union select token from press_token")
            .scalars()
            .all()
        )
        addresses = connection.exec_driver_sql("select address from seat").scalars().all()
    secrets = [
        CANARY,
        *codes,
        *addresses,
        record.row.master,
        record.seed.hex(),
        "players.example",
        "judge.example",
    ]
    secrets += [
        dice.derive(record.master, "nonce").hex(),
        '"nonce"',
        '"seal"',
        "PURGE G",
        "WHEN START OF HEALTH",
    ]
    state = record.views()[MODERATOR]
    secrets += [
        f'"{name}":{points},"'
        for sheet in state.recorded.values()
        for name, points in list(sheet.items())[:1]
    ]
    secrets += [",".join(map(str, hand.cards)) for hand in state.hands.values() if len(hand.cards) > 1]
    secrets.append(",".join(map(str, state.deck[:4])))
    written = archive.write(game.site, "test", game.folder / "public", True, game.now)
    for folder in (written, home_of(game)):
        found = opened(folder)
        assert found.keys() >= {"game.toml", "history.jsonl", "record.txt", "index.html"}
        for path, data in found.items():
            plain = re.sub(r"\s", "", data.decode("utf-8", "replace"))
            for secret in secrets:
                assert re.sub(r"\s", "", secret) not in plain, f"{secret} in {path}"
    inside = "".join(
        (home_of(game) / "private" / name).read_text("utf-8") for name in ("letters.jsonl", "history.jsonl")
    )
    assert "PURGE G" in inside and f"{CANARY} diary" in inside, "it is looked for where it is"


def test_the_number_of_events_of_a_running_game_is_the_tables(secretive):
    about = (home_of(secretive) / "game.toml").read_text("utf-8")
    events = secretive.events()
    assert f"events = {len(list(view.see(view.TABLE, events)))}\n" in about
    assert f"events = {len(events)}\n" not in about


def test_each_report_prints_the_head_of_what_the_table_had_seen(secretive):
    folder = home_of(secretive) / "private"
    printed = [json.loads(line) for line in (folder / "mails.jsonl").read_text("utf-8").splitlines()]
    heads = {entry["head"] for entry in printed if entry["kind"] == "report" and entry["n"]}
    assert heads and "" not in heads
    last = text_of_mail(secretive, "red")
    row = secretive.record().row
    assert f"{row.chain[:12]} after [{row.shown}]" in " ".join(last.split())
    assert verify(home_of(secretive)).faults == []


def text_of_mail(game, colour):
    mail = [one for one in game.to(colour) if "[test]" in str(one["Subject"])][-1]
    parts = [part for part in mail.walk() if part.get_content_type() == "text/plain"]
    return text_of(parts[0])


# -- as the game goes on ---------------------------------------------------------------------------------------------


def test_an_idle_poll_writes_nothing(begun):
    file = home_of(begun) / "manifest.sha256"
    before = file.stat().st_mtime_ns, {p: p.stat().st_mtime_ns for p in home_of(begun).rglob("*")}
    begun.poll(1)
    assert (file.stat().st_mtime_ns, {p: p.stat().st_mtime_ns for p in home_of(begun).rglob("*")}) == before


def test_what_does_not_change_is_not_written_again(begun):
    begun.poll(72)
    reports = {p: p.stat().st_mtime_ns for p in home_of(begun).rglob("reports/*/*.txt")}
    assert reports
    begun.poll(72)
    assert all(path.stat().st_mtime_ns == written for path, written in reports.items())
    assert verify(home_of(begun)).faults == []


def test_what_was_spoilt_meanwhile_is_mended_by_the_next_resolution(begun):
    begun.poll(72)
    home = home_of(begun)
    (home / "history.jsonl").write_text("nonsense\n")
    (home / "private" / "record.txt").write_text("nonsense\n")
    next(home.rglob("reports/*/*.txt")).unlink()
    begun.poll(72)
    assert verify(home).faults == []


def test_auto_off_leaves_it_to_the_command(tmp_path):
    game = MailGame(tmp_path / "site")
    file = game.site.path / "pbem.toml"
    file.write_text(file.read_text("utf-8").replace("# auto = true ", "auto = false "), "utf-8")
    game.site = type(game.site).open(game.site.path)
    shutil.rmtree(home_of(game))
    game.begin()
    assert not home_of(game).exists()
    archive.write(game.site, "test", None, False, game.now)
    assert verify(home_of(game)).faults == []


def test_a_folder_that_cannot_be_written_is_told_and_stops_no_mail(begun):
    shutil.rmtree(begun.site.path / "games")
    (begun.site.path / "games").write_text("in the way")
    begun.now += timedelta(hours=73)
    sent = len(begun.outgoing())
    result = poll(begun.site, begun.now)
    assert len(begun.outgoing()) >= sent + 3
    assert any("The archive of test cannot be written" in problem for problem in result.problems)
    (begun.site.path / "games").unlink()
    begun.poll()
    assert verify(home_of(begun)).faults == [], "the next poll makes up for it"


def test_of_a_blind_game_nothing_secret_is_written_until_it_is_over(tmp_path):
    game = MailGame(tmp_path / "site", options={"blind": "on"})
    game.begin()
    assert not (home_of(game) / "private").exists()
    with pytest.raises(ServiceError, match="--public writes what everybody may know"):
        archive.write(game.site, "test", None, False, game.now)
    with pytest.raises(ServiceError, match="--public prints what everybody may know"):
        archive.record(game.site, "test", False, game.now)
    assert '"sheet"' not in archive.record(game.site, "test", True, game.now)
    finish(game)
    assert (home_of(game) / "letters.jsonl").is_file()


# -- the end ---------------------------------------------------------------------------------------------------------


def test_what_the_house_sheet_does_not_publish_stays_private(begun):
    settings(begun, published="the result alone")
    finish(begun)
    home = home_of(begun)
    assert b"seed = " not in opened(home)["game.toml"]
    assert not any(name.startswith(("reports/", "letters", "mails")) for name in opened(home))
    assert (home / "private" / "letters.jsonl").is_file()
    assert verify(home).faults == []


def test_names_are_factions_where_the_game_plays_so(begun):
    settings(begun, names="factions")
    begun.poll(72)
    about = (home_of(begun) / "game.toml").read_text("utf-8")
    assert "Anna" not in about and 'name = "Red Army Militarists"' in about
    assert "Anna" not in archive.record(begun.site, "test", True, begun.now)


class Killed(BaseException):
    """As if the program were no more."""


def test_killed_in_the_middle_nothing_secret_lies_open_and_the_next_poll_repairs_it(begun):
    def kill(name):
        if name == "archived":
            raise Killed

    for hours in (73, 73):
        points.listen(kill)
        try:
            with pytest.raises(Killed):
                begun.poll(hours)
        finally:
            points.listen(None)
        left = b"".join(opened(home_of(begun)).values())
        assert b'"nonce"' not in left and b"== Your" not in left
        begun.poll()
        assert verify(home_of(begun)).faults == []


def test_killed_while_it_is_opened_it_is_opened_by_the_next_poll(begun):
    stopped = []

    def kill(name):
        if name == "archived" and not stopped and b"seed = " in opened(home_of(begun))["game.toml"]:
            stopped.append(name)
            raise Killed

    points.listen(kill)
    try:
        with pytest.raises(Killed):
            finish(begun)
    finally:
        points.listen(None)
    assert (home_of(begun) / "private").is_dir()
    begun.poll()
    assert not (home_of(begun) / "private").exists()
    assert verify(home_of(begun)).faults == []


def test_e25_letters_go_as_they_came_in_some_time_after_the_end(begun):
    begun.write("red", "PURGE G\nSTATUS")
    begun.poll(1)
    finish(begun)
    before = archive.write(begun.site, "test", begun.folder / "before", False, begun.now)

    def kept():
        with sqlite3.connect(begun.site.path / "pbem.db") as database:
            return database.execute(
                "select count(*) from letter where length(raw) > 0 and game is not null"
            ).fetchone()[0]

    assert kept() == 4
    begun.poll(24 * 26)
    assert kept() == 4
    begun.poll(24 * 4)
    assert kept() == 0
    after = archive.write(begun.site, "test", begun.folder / "after", False, begun.now)
    assert (after / "letters.jsonl").read_bytes() == (before / "letters.jsonl").read_bytes()
    assert verify(after).faults == []
    from pbem.service import explaining

    assert explaining.explain(begun.site, "test", "1", begun.now).text, "what reads letters copes"


def test_letters_of_an_older_release_are_read_from_their_bytes(begun):
    begun.write("red", "PURGE G\nSTATUS")
    begun.poll(1)
    with transaction(begun.site.engine) as connection:
        connection.exec_driver_sql("update letter set read = ''")
    folder = archive.write(begun.site, "test", begun.folder / "x", False, begun.now)
    lines = [
        json.loads(line)["lines"]
        for line in (folder / "private" / "letters.jsonl").read_text("utf-8").splitlines()
    ]
    assert ["PURGE G", "STATUS"] in lines


def test_a_folder_with_other_files_is_left_alone(begun, tmp_path):
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "thesis.tex").write_text("words")
    with pytest.raises(ServiceError, match="holds other files"):
        archive.write(begun.site, "test", tmp_path / "mine", False, begun.now)
    assert manifest.files(tmp_path / "mine") == ["thesis.tex"]


def test_a_site_that_was_restored_and_went_on_otherwise_has_an_archive_of_that(begun):
    file = begun.site.path / "pbem.db"
    with sqlite3.connect(file) as there, sqlite3.connect(begun.site.path / "kept.db") as copy:
        there.backup(copy)
    begun.poll(73)
    begun.site.engine.dispose()
    for old in (file, file.with_name("pbem.db-wal"), file.with_name("pbem.db-shm")):
        old.unlink(missing_ok=True)
    (begun.site.path / "kept.db").rename(file)
    begun.now -= timedelta(hours=73)
    begun.write("red", "TAKE KGB\nPURGE FM")
    begun.poll(1)
    begun.poll(73)
    assert verify(home_of(begun)).faults == []
    fresh = archive.write(begun.site, "test", begun.folder / "fresh", False, begun.now)
    assert opened(fresh) == opened(home_of(begun))
