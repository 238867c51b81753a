"""`pbem backup` and `pbem restore`: what is restored plays on, and nothing that was there is lost."""

import io
import json
import re
import sqlite3
import stat
import tarfile
from collections.abc import Callable
from pathlib import Path

import pytest

from pbem.service.backup import LIST
from tests.rhythm import words

from .conftest import Pbem
from .test_where import NEW, NOW

Refused = Callable[..., str]
SHEET = "INFLUENCE N G K M B T C F H P S"
LATER = "2026-12-20T10:00:00Z"


@pytest.fixture
def site(pbem: Pbem, tmp_path: Path) -> Path:
    """A game whose first Spring waits for its deadline, with letters and mails in folders."""
    place = tmp_path / "site"
    assert pbem("init", place, "--timezone", "Europe/Zurich").exit_code == 0
    assert pbem(*NEW, "--rules", "basic", "--seed", "00" * 16, *words(), "--site", place).exit_code == 0
    for colour in ("red", "blue", "green"):
        entered = pbem("order", "g1", colour, SHEET.replace("N ", ""), "READY", "--now", NOW, "--site", place)
        assert entered.exit_code == 0, entered.output
    assert pbem("poll", "--now", NOW, "--site", place).exit_code == 0
    (place / "oauth-judge.json").write_text("{}")
    (place / "oauth-judge.json").chmod(0o600)
    (place / "mail/in/cur/odd:2,S").write_bytes(b"From: x\n\n")
    return place


def backed(pbem: Pbem, site: Path, out: Path) -> dict[str, object]:
    result = pbem("backup", "--out", out, "--site", site, "--json", "--now", NOW)
    assert result.exit_code == 0, result.output
    return dict(json.loads(result.stdout))


def played_on(pbem: Pbem, site: Path) -> list[list[str]]:
    """Resolve two sessions; everybody's chronicles, without numbers of events: that a game went on is one, too."""
    for _ in range(2):
        done = pbem("resolve", "g1", "--now", LATER, "--site", site)
        assert done.exit_code == 0, done.output
    texts = [pbem("report", "g1", colour, "--site", site).stdout for colour in ("red", "blue", "green")]
    stories = [text[text.index("== 1951") : text.index("== ", text.index("Parade Phase"))] for text in texts]
    return [re.sub(r"\[\d+\]", "", story).split() for story in stories]


def test_what_is_restored_plays_on_as_the_site_would_have(pbem: Pbem, site: Path, tmp_path: Path) -> None:
    told = backed(pbem, site, tmp_path / "b.tar.gz")
    assert (told["games"], stat.S_IMODE((tmp_path / "b.tar.gz").stat().st_mode)) == (1, 0o600)
    twin = tmp_path / "twin"
    done = pbem("restore", tmp_path / "b.tar.gz", "--site", twin, "--json")
    assert done.exit_code == 0, done.output
    assert json.loads(done.stdout)["held"] == ["g1"]
    for name in ("pbem.toml", "oauth-judge.json", "mail/in/cur/odd:2,S"):
        assert (twin / name).read_bytes() == (site / name).read_bytes()
    assert sorted(p.name for p in (twin / "mail/out/new").iterdir()) == sorted(
        p.name for p in (site / "mail/out/new").iterdir()
    )
    assert stat.S_IMODE((twin / "oauth-judge.json").stat().st_mode) == 0o600
    assert stat.S_IMODE((twin / "pbem.db").stat().st_mode) == 0o600
    assert pbem("doctor", "--site", twin, "--no-mail", "--now", NOW).exit_code == 0
    assert pbem("resume", "g1", "--now", NOW, "--site", twin).exit_code == 0
    ours, theirs = played_on(pbem, site), played_on(pbem, twin)
    assert ours == theirs


def test_a_deadline_that_passed_meanwhile_resolves_nothing(pbem: Pbem, site: Path, tmp_path: Path) -> None:
    backed(pbem, site, tmp_path / "b.tar.gz")
    twin = tmp_path / "twin"
    assert pbem("restore", tmp_path / "b.tar.gz", "--site", twin).exit_code == 0
    polled = json.loads(pbem("poll", "--now", LATER, "--site", twin, "--json").stdout)
    assert polled["resolved"] == []
    assert "restored from a backup of Tuesday 1 December 2026, " in pbem("show", "g1", "--site", twin).stdout
    resumed = pbem("resume", "g1", "--now", LATER, "--site", twin, "--json")
    assert json.loads(resumed.stdout)["deadline"] > LATER
    assert json.loads(pbem("poll", "--now", LATER, "--site", twin, "--json").stdout)["resolved"] == []


def test_a_letter_that_came_since_is_read(pbem: Pbem, site: Path, tmp_path: Path) -> None:
    backed(pbem, site, tmp_path / "b.tar.gz")
    assert pbem("restore", tmp_path / "b.tar.gz", "--site", site, "--force").exit_code == 0
    letter = "From: stranger@elsewhere.example\nTo: judge@example.org\nSubject: Hello\n\nHello\n"
    (site / "mail/in/new/1").write_text(letter)
    polled = json.loads(pbem("poll", "--now", LATER, "--site", site, "--json").stdout)
    assert polled["letters"] == 2, "and the one that lay there"


def test_a_site_in_use_is_not_overwritten(pbem: Pbem, refused: Refused, site: Path, tmp_path: Path) -> None:
    backed(pbem, site, tmp_path / "b.tar.gz")
    said = refused(2, "restore", str(tmp_path / "b.tar.gz"), "--site", str(site))
    assert "is not empty" in said
    assert "--force" in said
    (site / "mine").write_text("mine")
    done = json.loads(
        pbem("restore", tmp_path / "b.tar.gz", "--site", site, "--force", "--json", "--now", NOW).stdout
    )
    assert done["aside"] == f"{site}.before-20261201T100000Z"
    assert (Path(done["aside"]) / "mine").read_text() == "mine"
    assert not (site / "mine").exists()
    assert pbem("show", "g1", "--site", done["aside"]).exit_code == 0


def test_backups_are_kept_in_the_site_and_never_overwritten(pbem: Pbem, refused: Refused, site: Path) -> None:
    first = json.loads(pbem("backup", "--site", site, "--now", NOW, "--json").stdout)
    assert Path(first["file"]).parent == site / "backups"
    assert stat.S_IMODE((site / "backups").stat().st_mode) == 0o700
    assert "exists already" in refused(2, "backup", "--site", str(site), "--now", NOW)
    second = json.loads(pbem("backup", "--site", site, "--now", LATER, "--json").stdout)
    assert second["files"] == first["files"], "no backup holds another"


@pytest.mark.parametrize("damage", ["short", "changed", "text", "newer", "outside", "surplus"])
def test_a_damaged_file_changes_nothing(
    pbem: Pbem, refused: Refused, site: Path, tmp_path: Path, damage: str
) -> None:
    file = tmp_path / "b.tar.gz"
    backed(pbem, site, file)
    if damage == "short":
        file.write_bytes(file.read_bytes()[: file.stat().st_size // 2])
    elif damage == "text":
        file.write_text("not a backup")
    else:
        _rewritten(file, damage)
    twin = tmp_path / "twin"
    said = refused(2, "restore", str(file), "--site", str(twin))
    assert "nothing was changed" in said
    assert not twin.exists()
    assert [path.name for path in tmp_path.iterdir() if "restoring" in path.name] == []
    assert not (tmp_path / "evil").exists()


def _rewritten(file: Path, damage: str) -> None:
    members = []
    with tarfile.open(file) as archive:
        for member in archive:
            stream = archive.extractfile(member)
            assert stream is not None
            members.append((member, stream.read()))
    if damage == "surplus":
        members.insert(0, (tarfile.TarInfo("games/x"), b"x"))
    if damage == "outside":
        members.insert(0, (tarfile.TarInfo("../evil"), b"x"))
    with tarfile.open(file, "w:gz") as archive:
        for member, raw in members:
            if damage == "changed" and member.name == "pbem.toml":
                raw = raw.replace(b"Kremlin Judge", b"Gremlin Judge")
            if damage == "newer" and member.name == LIST:
                about = json.loads(raw)
                raw = json.dumps(about | {"schema": about["schema"] + 1}).encode()
            member.size = len(raw)
            archive.addfile(member, io.BytesIO(raw))


def test_no_such_file(refused: Refused, tmp_path: Path) -> None:
    assert "No such file" in refused(
        2, "restore", str(tmp_path / "none.tar.gz"), "--site", str(tmp_path / "x")
    )


def test_a_poll_at_work_is_not_pulled_away(pbem: Pbem, refused: Refused, site: Path, tmp_path: Path) -> None:
    from pbem.service.site import Site

    backed(pbem, site, tmp_path / "b.tar.gz")
    with Site.open(site).lock():
        said = refused(1, "restore", str(tmp_path / "b.tar.gz"), "--site", str(site), "--force")
        assert "poll of that site is at work" in said


def test_a_snapshot_waits_for_nobody(pbem: Pbem, site: Path, tmp_path: Path) -> None:
    """Somebody writes, and has not committed: what he writes is not in it, and nobody waits."""
    writer = sqlite3.connect(site / "pbem.db", isolation_level=None)
    writer.execute("BEGIN IMMEDIATE")
    writer.execute("UPDATE game SET held = 'half'")
    try:
        from pbem.service.backup import take
        from pbem.store.database import connect

        engine = connect("sqlite:///pbem.db", site)
        assert take(engine, tmp_path / "snap.db") == 1
        engine.dispose()
    finally:
        writer.execute("ROLLBACK")
        writer.close()
    snapshot = sqlite3.connect(tmp_path / "snap.db")
    assert snapshot.execute("SELECT held FROM game").fetchall() == [("",)]
    snapshot.close()
