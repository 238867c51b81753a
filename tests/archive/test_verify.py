"""`pbem verify`: a sound archive is called so, and whatever is done to one, the first wrong line is named."""

import json
import random
import re
import shutil
from pathlib import Path

import pytest

from pbem.archive import chain, history, manifest
from pbem.archive.folder import NotAnArchive
from pbem.archive.verify import damaged, verify, was_archive

#: Files up to this size are spoilt at every place of theirs.
SMALL = 400
#: Places of a larger one, by a seed.
PLACES = 12


def looked_at(folder: Path):
    """What verify finds, as the command does it."""
    try:
        return verify(folder)
    except NotAnArchive:
        return damaged(folder)


def first(folder: Path) -> manifest.Fault:
    found = looked_at(folder).faults
    assert found, "nothing was found"
    return found[0]


def quick(folder: Path) -> manifest.Fault:
    """The same, as far as the first check finds it: hundreds of times."""
    found = next(manifest.check(folder), None)
    assert found is not None, "nothing was found"
    return found


def files_of(folder: Path) -> list[str]:
    """One report stands for all."""
    reports = [path for path in manifest.files(folder) if path.startswith(("reports/", "pictures/"))]
    others = [path for path in manifest.files(folder) if path not in reports]
    return [*others, *reports[:2], *[path for path in reports if path.endswith(".png")][:1]]


@pytest.fixture(scope="module")
def spoilt(over, tmp_path_factory):
    """A copy that is spoilt and mended again and again."""
    return Path(
        shutil.copytree(over.site.path / "games" / "test", tmp_path_factory.mktemp("spoilt") / "test")
    )


def test_a_finished_archive_is_sound_in_every_respect(folder):
    found = verify(folder)
    assert found.faults == []
    counts = {row.key: row.number for row in found.rows}
    assert all(counts.values()), counts
    assert counts.keys() >= {
        "files",
        "history",
        "seals",
        "letters",
        "mails",
        "acts",
        "packs",
        "dice",
        "phases",
        "heads",
        "record",
    }
    assert counts["dice"] > 10 and counts["phases"] > 20 and counts["heads"] > 10


def test_a_public_archive_is_checked_as_far_as_it_goes_and_says_what_it_could_not(public):
    found = verify(public)
    assert found.faults == []
    notes = {row.key: row.note for row in found.rows if row.note}
    assert "secrets of a running game are not here" in notes["seals"]
    assert "sealed until the game is over" in notes["dice"]
    assert "private/" in notes["letters"]


def test_the_owner_of_a_running_game_checks_its_private_part_too(running, tmp_path):
    folder = Path(shutil.copytree(running.site.path / "games" / "test", tmp_path / "test"))
    found = verify(folder)
    assert found.faults == []
    assert {row.key for row in found.rows} >= {
        "private files",
        "private history",
        "letters",
        "mails",
        "heads",
    }
    at = changed(folder / "private", "letters.jsonl", lambda line: line.replace("PURGE G", "PURGE K"))
    assert first(folder)[:2] == ("private/letters.jsonl", at)


def test_each_single_byte_of_each_file_counts(spoilt):
    """Of small files every one, of large ones some by a fixed seed; where the file has lines, the right one is named."""
    rng = random.Random(2026)
    for path in files_of(spoilt):
        file = spoilt / path
        whole = file.read_bytes()
        places = range(len(whole)) if len(whole) <= SMALL else sorted(rng.sample(range(len(whole)), PLACES))
        for place in places:
            byte = whole[place] ^ (1 << rng.randrange(7))
            file.write_bytes(whole[:place] + bytes([byte]) + whole[place + 1 :])
            fault = quick(spoilt)
            assert fault.file == path, (path, place, fault)
            if not path.endswith(".png"):
                line = whole[:place].count(b"\n") + 1
                assert fault.line == line, (path, place, whole[place : place + 1], fault)
        assert first(spoilt) == quick(spoilt), "the command says it first"
        file.write_bytes(whole)
    assert looked_at(spoilt).faults == []


@pytest.mark.parametrize("how", ["inserted", "dropped", "swapped", "cut off", "doubled"])
def test_no_line_can_be_added_dropped_or_moved(spoilt, how):
    for path in files_of(spoilt):
        file = spoilt / path
        whole = file.read_bytes()
        lines = whole.split(b"\n")
        if path.endswith(".png") or len(lines) < 4:
            continue
        at = len(lines) // 2
        if how == "inserted":
            lines.insert(at, b"x")
        elif how == "dropped":
            del lines[at]
        elif how == "swapped":
            other = next((i for i in range(at + 1, len(lines)) if lines[i] != lines[at]), at - 1)
            at, other = min(at, other), max(at, other)
            lines[at], lines[other] = lines[other], lines[at]
        elif how == "cut off":
            lines = lines[: at + 1]
        else:
            lines.insert(at, lines[at])
        if b"\n".join(lines) == whole:
            continue
        file.write_bytes(b"\n".join(lines))
        fault = quick(spoilt)
        assert fault.file == path, (path, fault)
        assert fault.line > 0, (path, fault)
        if how in ("inserted", "swapped"):
            assert fault.line == at + 1, (path, fault)
        file.write_bytes(whole)


def test_no_file_can_be_dropped_or_added(spoilt):
    for path in files_of(spoilt):
        file = spoilt / path
        whole = file.read_bytes()
        file.unlink()
        assert first(spoilt).file == path
        file.write_bytes(whole)
    for extra in ("notes.txt", "reports/red/999-report.txt", "pictures/x.png"):
        (spoilt / extra).write_text("more")
        assert first(spoilt) == (extra, 0, "is not in the manifest: it was added")
        (spoilt / extra).unlink()


# -- whoever forges the manifest, too --------------------------------------------------------------------------------


def sealed_again(folder: Path) -> Path:
    """A forger makes the manifests anew, as anybody can."""
    paths = [path for path in manifest.files(folder) if path not in (manifest.NAME, manifest.LINES)]
    sums = {p: manifest.line_sums((folder / p).read_bytes()) for p in paths if not p.endswith(".png")}
    (folder / manifest.LINES).write_text(manifest.sums_text(sums), "utf-8")
    hashes = {p: manifest.digest((folder / p).read_bytes()) for p in [*paths, manifest.LINES]}
    (folder / manifest.NAME).write_text(manifest.text(hashes), "utf-8")
    return folder


def changed(folder: Path, name: str, change, wanted=lambda line: True) -> int:
    """Change the first line that is wanted; its number."""
    file = folder / name
    lines = file.read_text("utf-8").split("\n")
    at = next(at for at, line in enumerate(lines) if wanted(line) and change(line) != line)
    lines[at] = change(lines[at])
    file.write_text("\n".join(lines), "utf-8")
    return at + 1


def test_a_forged_event_is_named_though_the_manifest_is_made_anew(folder):
    at = changed(
        folder,
        "history.jsonl",
        lambda line: line.replace('"years":3', '"years":4'),
        lambda line: '"Aged"' in line,
    )
    assert first(sealed_again(folder))[:2] == ("history.jsonl", at)


def test_a_forged_secret_does_not_fit_its_seal(folder):
    def otherwise(line: str) -> str:
        return re.sub(r'"sheet":{"([A-Z])":\d+', r'"sheet":{"\1":99', line)

    at = changed(folder, "history.jsonl", otherwise)
    fault = first(sealed_again(folder))
    assert fault == ("history.jsonl", at, "is not the event that was sealed")


def test_a_forged_letter_or_mail_is_named(folder):
    at = changed(folder, "letters.jsonl", lambda line: line.replace("PURGE K", "PURGE G"))
    assert ("letters.jsonl", at) in {fault[:2] for fault in verify(sealed_again(folder)).faults}
    path = next(path for path in manifest.files(folder) if path.endswith("-report.txt"))
    (folder / path).write_text("Subject: another\n", "utf-8")
    assert any(fault.file == path for fault in verify(sealed_again(folder)).faults)


def forged(folder: Path, change) -> Path:
    """A whole history is chained anew, with every hash that hangs on it: only what comes from outside it can tell."""
    lines, head = [], ""
    for text in (folder / "history.jsonl").read_text("utf-8").splitlines():
        entry = change(json.loads(text))
        data = chain.compact(entry["event"]).encode()
        if "nonce" in entry:
            entry["seal"] = history.seal(data, bytes.fromhex(entry["nonce"]))
        entry["before"] = head
        lines.append(chain.compact(entry))
        head = chain.chained(head, entry["seal"].encode() if "seal" in entry else data)
    (folder / "history.jsonl").write_text("\n".join(lines) + "\n", "utf-8")
    changed(folder, "game.toml", lambda line: f'head = "{head}"' if line.startswith("head = ") else line)
    return sealed_again(folder)


def test_a_die_is_not_what_somebody_would_like(folder):
    def luckier(entry):
        if entry["event"]["event"] == "Rolled":
            entry["event"]["value"] = entry["event"]["value"] % 20 + 1
        return entry

    faults = verify(forged(folder, luckier)).faults
    dice = [fault for fault in faults if "the seed gives" in fault.said]
    assert dice and dice[0].file == "history.jsonl"
    assert any("prints the head" in fault.said for fault in faults), "everybody's reports speak against it"


def test_an_answer_is_not_what_somebody_would_like(folder):
    """A history that is chained anew without a die in it: the engine tells another story, and so do the heads in the mails."""

    def kinder(entry):
        if entry["event"]["event"] == "PurgeRolled":
            entry["event"]["needed"] += 1
        return entry

    faults = verify(forged(folder, kinder)).faults
    assert any(fault.said == "is not what the engine tells there" for fault in faults)


def test_another_seed_is_not_the_one_that_was_promised(folder):
    changed(folder, "game.toml", lambda line: 'seed = "00ff"' if line.startswith("seed = ") else line)
    said = {fault.said for fault in verify(sealed_again(folder)).faults}
    assert "has a seed whose sha256 is not the commitment" in said


def test_what_game_toml_says_of_the_result_is_compared(folder):
    changed(folder, "game.toml", lambda line: 'ended_by = "R99"' if line.startswith("ended_by = ") else line)
    assert any("ended_by" in fault.said for fault in verify(sealed_again(folder)).faults)


def test_a_folder_that_is_none_is_called_so(tmp_path):
    with pytest.raises(NotAnArchive, match=r"is no archive: it has no game\.toml"):
        verify(tmp_path)


def test_a_player_by_another_name_a_lost_page_or_another_picture_is_seen(folder):
    text = (folder / "game.toml").read_text("utf-8")
    changed(folder, "game.toml", lambda line: line.replace('name = "Anna"', 'name = "Olga"'))
    fault = ("record.txt", 0, "names other players than game.toml")
    assert fault in verify(sealed_again(folder)).faults
    (folder / "game.toml").write_text(text, "utf-8")
    picture = next(folder.glob("pictures/*.png"))
    picture.write_bytes(picture.read_bytes() + b"x")
    assert first(sealed_again(folder)).said == "is not the picture that it is called"
    (folder / "index.html").unlink()
    assert first(sealed_again(folder)) == ("index.html", 0, "is missing")


@pytest.mark.parametrize("spoil", [lambda text: text + "x = = 3\n", lambda text: text + "\udcff"])
def test_a_game_toml_that_cannot_be_read_is_never_sound_whatever_the_manifest_says(folder, spoil):
    text = (folder / "game.toml").read_text("utf-8")
    (folder / "game.toml").write_text(spoil(text), "utf-8", errors="surrogateescape")
    sealed_again(folder)
    assert was_archive(folder)
    assert first(folder).said


@pytest.mark.parametrize("line", ["head = ", "letters = "])
def test_a_head_that_is_taken_away_is_missed(folder, line):
    changed(folder, "game.toml", lambda was: "" if was.startswith(line) else was)
    assert first(sealed_again(folder)).said.startswith("is not the last one that was chained")


def test_what_cannot_be_an_archive_is_said_in_words(folder, running):
    private = running.site.path / "games" / "test" / "private"
    for path, said in (
        (folder / "game.toml", "is a file, and no archive"),
        (folder / "nowhere", "is not there"),
        (private, "is the private part of a running game"),
    ):
        with pytest.raises(NotAnArchive, match=said):
            verify(path)
        assert not was_archive(path)


def test_an_empty_history_is_one_fault_and_none_that_only_a_programmer_reads(folder):
    (folder / "history.jsonl").write_text("", "utf-8")
    said = [fault.said for fault in verify(sealed_again(folder)).faults]
    assert said == ["is not JSON"]


def test_a_file_that_no_archive_has_is_seen_though_the_manifest_names_it(folder):
    for path, said in (
        ("notes.txt", "is no file of an archive"),
        ("packs/extra.toml", "is no pack of this game"),
        ("reports/red/999-report.txt", "is of no mail of mails.jsonl"),
        (f"pictures/{manifest.digest(b'x')}.png", "is of no mail of mails.jsonl"),
        ("pictures/x.png", "is not the picture that it is called"),
    ):
        (folder / path).write_text("x", "utf-8")
        assert (path, 0, said) in verify(sealed_again(folder)).faults
        (folder / path).unlink()


def test_line_ends_of_the_history_are_bytes_as_well(folder):
    path = folder / "history.jsonl"
    lines = path.read_bytes().split(b"\n")
    lines[30] += b"\r"
    path.write_bytes(b"\n".join(lines))
    assert first(sealed_again(folder)) == ("history.jsonl", 31, "is not written as the program writes it")


def test_a_mail_by_another_name_and_a_letter_that_is_missing(folder):
    def renumbered(line: str) -> str:
        return line.replace('"n":3,', '"n":33,')

    at = changed(folder, "letters.jsonl", renumbered)
    lines = [json.loads(line) for line in (folder / "letters.jsonl").read_text("utf-8").splitlines()]
    entries = [{key: value for key, value in one.items() if key not in ("number", "before")} for one in lines]
    linked, head = chain.link(entries)
    (folder / "letters.jsonl").write_text("\n".join(linked) + "\n", "utf-8")
    changed(
        folder, "game.toml", lambda line: f'letters = "{head}"' if line.startswith("letters = ") else line
    )
    fault = first(sealed_again(folder))
    assert fault.file == "letters.jsonl" and fault.line >= at - 1
    assert fault.said.endswith("number 3 is missing")
