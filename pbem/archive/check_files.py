"""Level 1 of `pbem verify`: files and their bytes, chains and seals, packs."""

import json
import re
from collections.abc import Container, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from pbem.engine import view
from pbem.engine.events import GameStarted

from . import chain, history, manifest
from .chain import Broken
from .checks import Found
from .folder import Folder
from .manifest import Fault

_NAMED = re.compile(r"\b([0-9a-f]{12} after \[\d+\])")
#: What every archive has; that others are there is seen where they are looked at.
ALWAYS = ("index.html", "record.txt")
NO_PICTURE = "is not the picture that it is called"
#: Files that an archive may have, besides those in the folders below.
NAMES = (
    "acts.jsonl",
    "game.toml",
    "history.jsonl",
    "index.html",
    "letters.jsonl",
    "mails.jsonl",
    "press.txt",
    "record.txt",
    manifest.LINES,
    manifest.NAME,
)
FOLDERS = ("packs/", "pictures/", "reports/")
NO_LETTERS = "of a running game they lie in private/, which is not here"


def files(folder: Folder) -> Found:
    """Every file is as the manifest says, none is left out of both that every archive has, and none is there that no archive has."""
    found = damaged(folder.path)
    named = {fault.file for fault in found.faults}
    gone = [name for name in ALWAYS if name not in named and not (folder.path / name).is_file()]
    missing = [Fault(name, 0, "is missing") for name in gone]
    return found._replace(faults=[*found.faults, *missing, *_strange(folder.path, "", named)])


def _strange(home: Path, inside: str, named: Container[str]) -> Iterator[Fault]:
    """Files that the program does not write, and pictures that are not called by their hash; `named`: those found wrong before."""
    for path in manifest.files(home):
        if f"{inside}{path}" in named:
            continue
        if path not in NAMES and not path.startswith(FOLDERS):
            yield Fault(f"{inside}{path}", 0, "is no file of an archive")
        elif (
            path.startswith("pictures/")
            and path != f"pictures/{manifest.digest((home / path).read_bytes())}.png"
        ):
            yield Fault(f"{inside}{path}", 0, NO_PICTURE)


def damaged(path: Path) -> Found:
    """The same for any folder."""
    return Found(len(manifest.files(path)), list(manifest.check(path)))


def private_files(folder: Folder) -> Found:
    """While the game runs the rest has a manifest of its own."""
    if folder.private is None:
        return Found(0)
    found, inside = list(manifest.check(folder.private)), f"{manifest.PRIVATE}/"
    faults = [fault._replace(file=f"{inside}{fault.file}") for fault in found]
    strange = _strange(folder.private, inside, {fault.file for fault in faults})
    return Found(len(manifest.files(folder.private)), [*faults, *strange])


def events(folder: Folder) -> Found:
    """The history in the folder itself: its chain, its length and its head."""
    lines, about = folder.lines("history"), folder.about
    try:
        found = list(history.checked(lines, str(about.get("head", ""))))
    except Broken as error:
        return Found(len(lines), [Fault("history.jsonl", error.line, error.said)])
    if about.get("events") != len(lines):
        said = f"is the last, and game.toml speaks of {about.get('events')} events"
        return Found(len(lines), [Fault("history.jsonl", len(lines), said)])
    return Found(len(lines), [] if folder.opened else list(_not_public(found)))


def _not_public(found: list[history.Checked]) -> Iterator[Fault]:
    """Of a running game nothing but public faces stands here."""
    for number, one in enumerate(found, 1):
        if one.sealed or one.event.seen_by(view.TABLE) != one.event:
            yield Fault("history.jsonl", number, "is not what the table may see while the game runs")


def seals(folder: Folder) -> Found:
    """The chain has checked each; what is withheld is counted."""
    if folder.whole is None:
        return Found(0, (), "the secrets of a running game are not here")
    sealed = [one for one in folder.checked if one.sealed]
    kept = sum(not one.whole for one in sealed)
    said = (
        f"{kept} with words that the moderator keeps to himself: their seals cannot be opened" if kept else ""
    )
    return Found(len(sealed), (), said)


def private_events(folder: Folder) -> Found:
    """The whole history of a running game, and that the open one is its public face."""
    if folder.private is None:
        return Found(0)
    file = f"{manifest.PRIVATE}/history.jsonl"
    try:
        journal = folder.journal
    except Broken as error:
        return Found(0, [Fault(file, error.line, error.said)])
    public, _ = history.public(journal)
    for number, (mine, line) in enumerate(zip(public, folder.lines("history"), strict=False), 1):
        if mine != line:
            return Found(len(journal), [Fault("history.jsonl", number, f"is not the public face of {file}")])
    if len(public) != len(folder.lines("history")):
        return Found(len(journal), [Fault("history.jsonl", 0, f"does not end where {file} ends")])
    return Found(len(journal))


# --- letters, mails, commands ---


def letters(folder: Folder) -> Found:
    """Their chain, and that each player's are counted without a gap."""
    return _chain(folder, "letters")


def acts(folder: Folder) -> Found:
    """Their chain."""
    return _chain(folder, "acts")


def mails(folder: Folder) -> Found:
    """Their chain; and of each mail the text whose hash it names, and no text that it does not name."""
    found = _chain(folder, "mails")
    if found.faults or not found.number:
        return found
    home = folder.whole
    assert home is not None
    lines, named = folder.lines("mails", home), set()
    for number, line in enumerate(lines, 1):
        entry = json.loads(line)
        if not (path := entry["file"]):
            continue
        named |= {path, f"pictures/{entry['picture']}.png"}
        if path != f"reports/{entry['player']}/{entry['n']:03d}-{entry['kind']}.txt":
            return Found(
                len(lines),
                [
                    Fault(
                        "mails.jsonl", number, "names a file that a mail of its kind and number does not have"
                    )
                ],
            )
        if fault := _text(home, path, entry, number):
            return Found(len(lines), [fault])
    there = {path for path in manifest.files(home) if path.startswith(("reports/", "pictures/"))}
    extra = sorted(there - named)
    return Found(len(lines), [Fault(path, 0, "is of no mail of mails.jsonl") for path in extra[:1]])


def _text(home: Path, path: str, entry: dict[str, str], number: int) -> Fault | None:
    try:
        data = (home / path).read_bytes()
    except OSError:
        return Fault("mails.jsonl", number, f"names {path}, which is not there")
    if manifest.digest(data) != entry["sha256"]:
        sums = manifest.read(home, manifest.LINES).get(path, "")
        at = manifest.first_other(sums, manifest.line_sums(data))
        return Fault(path, at, f"is not the mail that line {number} of mails.jsonl proves")
    said = _NAMED.search(data.decode("utf-8", "replace"))
    if (said[1] if said else "") != entry["head"]:
        return Fault("mails.jsonl", number, "names another head of the chain than the mail")
    return _picture(home, entry["picture"], number) if entry["picture"] else None


def _picture(home: Path, name: str, number: int) -> Fault | None:
    """A picture is called by the hash of its bytes."""
    path = f"pictures/{name}.png"
    try:
        data = (home / path).read_bytes()
    except OSError:
        return Fault("mails.jsonl", number, "names a picture that is not there")
    return None if manifest.digest(data) == name else Fault(path, 0, NO_PICTURE)


def _chain(folder: Folder, name: str) -> Found:
    home, file = folder.whole, f"{name}.jsonl"
    if home is None:
        return Found(0, (), NO_LETTERS)
    lines = folder.lines(name, home)
    head = folder.about.get("heads", {}).get(name, "" if folder.opened else None)
    try:
        entries = list(chain.check([line for line in lines if line or len(lines) > 1], head))
    except Broken as error:
        return Found(len(lines), [Fault(file, error.line, error.said)])
    mute = [at for at, one in enumerate(entries, 1) if one.get("n") == 0 and one.get("lines")]
    wrong = [(at, "has words, and no number") for at in mute[:1]] or _miscounted(entries)
    return Found(len(entries), [Fault(file, *one) for one in wrong])


def _miscounted(entries: Sequence[Mapping[str, Any]]) -> Iterator[tuple[int, str]]:
    """The first entry of each player whose number is there already, or does not follow; a letter that is nobody's orders, like a mail that came back, has none."""
    counts: dict[str, set[int]] = {}
    for number, entry in enumerate(entries, 1):
        if not isinstance(entry.get("n"), int):
            continue
        mine = counts.setdefault(entry["player"], set())
        if entry["n"] in mine and (entry["n"] or "verdict" not in entry):
            yield number, f"is the second with number {entry['n']}"
            return
        mine.add(entry["n"])
    for player, mine in counts.items():
        first = 1 if "verdict" in entries[0] else 0
        gap = next((n for n in range(first, max(mine)) if n not in mine), -1)
        if gap >= 0:
            at = next(
                at
                for at, one in enumerate(entries, 1)
                if one["player"] == player and (one.get("n") or 0) > gap
            )
            yield at, f"is of {player}, and his number {gap} is missing"
            return


# --- packs ---


def packs(folder: Folder) -> Found:
    """Each is the one that the game began with, and none is missing."""
    try:
        started = folder.journal[0]
    except Broken:
        return Found(0)
    if not isinstance(started, GameStarted):
        return Found(1, [Fault("history.jsonl", 1, "does not begin a game")])
    wrong = []
    if dict(folder.about.get("packs", {})) != started.packs:
        wrong.append(Fault("game.toml", 0, "names other packs than the first event"))
    for name, mark in started.packs.items():
        if name == "rules":
            continue
        file = folder.path / "packs" / f"{name}.toml"
        if not file.is_file():
            wrong.append(Fault(f"packs/{name}.toml", 0, "is missing"))
        elif not mark.endswith(f"sha256 {manifest.digest(file.read_bytes())}"):
            wrong.append(Fault(f"packs/{name}.toml", 0, "is not the pack that the game began with"))
    there = [path for path in manifest.files(folder.path) if path.startswith("packs/")]
    known = {f"packs/{name}.toml" for name in started.packs if name != "rules"}
    wrong += [Fault(path, 0, "is no pack of this game") for path in there if path not in known]
    return Found(len(started.packs) - ("rules" in started.packs), wrong)
