"""Level 1 of `pbem verify`: files and their bytes, chains and seals, packs."""

import json
import re
from collections.abc import Iterator
from pathlib import Path

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
NO_LETTERS = "of a running game they lie in private/, which is not here"


def files(folder: Folder) -> Found:
    """Every file is as the manifest says, and none is left out of both that every archive has."""
    found = damaged(folder.path)
    named = {fault.file for fault in found.faults}
    gone = [name for name in ALWAYS if name not in named and not (folder.path / name).is_file()]
    return found._replace(faults=[*found.faults, *(Fault(name, 0, "is missing") for name in gone)])


def damaged(path: Path) -> Found:
    """The same for any folder."""
    return Found(len(manifest.files(path)), list(manifest.check(path)))


def private_files(folder: Folder) -> Found:
    """While the game runs the rest has a manifest of its own."""
    if folder.private is None:
        return Found(0)
    found = list(manifest.check(folder.private))
    inside = [fault._replace(file=f"{manifest.PRIVATE}/{fault.file}") for fault in found]
    return Found(len(manifest.files(folder.private)), inside)


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
        named.add(path)
        if fault := _text(home, path, entry, number):
            return Found(len(lines), [fault])
    there = {path for path in manifest.files(home) if path.startswith("reports/")}
    extra = sorted(there - named)
    return Found(len(lines), [Fault(path, 0, "is no mail of mails.jsonl") for path in extra[:1]])


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
    return None if manifest.digest(data) == name else Fault(path, 0, "is not the picture that it is called")


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
    counts: dict[str, list[int]] = {}
    for number, entry in enumerate(entries, 1):
        if "n" in entry:
            mine = counts.setdefault(entry["player"], [])
            if entry["n"] in mine:
                return Found(len(lines), [Fault(file, number, f"is the second with number {entry['n']}")])
            mine.append(entry["n"])
    return Found(len(entries))


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
    return Found(len(started.packs) - ("rules" in started.packs), wrong)
