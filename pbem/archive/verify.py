"""`pbem verify`, level 1 (decision D29): what a folder alone can prove, from the manifest down to every die.

Each check looks at one thing, says how many of it there are, and names the first that is wrong: file, line, what.
"""

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from . import check_dice, check_files, check_record, check_story, manifest
from .chain import Broken
from .checks import Check, Found
from .folder import ABOUT, Folder
from .manifest import Fault

#: told what is checked, and which part (0 to 1) is behind
Tell = Callable[[str, float], None]

#: In this order; a later one is not made where the history itself is broken.
CHECKS: tuple[Check, ...] = (
    Check("files", "Files, byte for byte", check_files.files),
    Check("private files", "Files in private/", check_files.private_files),
    Check("history", "Events in their chain", check_files.events, stops=True),
    Check("seals", "Secrets with their seals", check_files.seals),
    Check("private history", "Events in private/, and their public faces", check_files.private_events),
    Check("letters", "Letters in their chain", check_files.letters),
    Check("mails", "Mails in their chain, and their texts", check_files.mails),
    Check("acts", "The moderator's commands in their chain", check_files.acts),
    Check("packs", "Packs", check_files.packs),
    Check("commitment", "Seed, its commitment, the players' words", check_dice.commitment),
    Check("deal", "The deal and the deck, from the seed", check_dice.deal),
    Check("dice", "Dice, each from its label", check_dice.dice),
    Check("story", "Events, one after the other", check_story.fold),
    Check("phases", "Phases played again from their answers", check_story.phases),
    Check("result", "What game.toml says of the game", check_story.result),
    Check("heads", "Heads of the chain that mails print", check_story.heads),
    Check("record", "The text record, read back", check_record.record),
)


class Row(NamedTuple):
    """What came of one check.  `key`: for programs; `what`: in words; `number`: how many; `faults`: what is wrong, the first one first; `note`: why it could not
    be checked, or what else is to be said."""

    key: str
    what: str
    number: int
    faults: tuple[Fault, ...] = ()
    note: str = ""

    @property
    def checked(self) -> bool:
        """Was anything looked at?"""
        return bool(self.number or self.faults)


class Verified(NamedTuple):
    """An archive that was looked at."""

    game: str
    opened: bool
    rows: Sequence[Row]

    @property
    def faults(self) -> list[Fault]:
        return [fault for row in self.rows for fault in row.faults]


def verify(path: Path, tell: Tell | None = None) -> Verified:
    """Check the archive in this folder.  Raises `folder.NotAnArchive`."""
    folder = Folder(path)
    return Verified(folder.name, folder.opened, list(_rows(folder, tell)))


def damaged(path: Path, said: str = "is no archive that can be read") -> Verified:
    """Of a folder that cannot be read as an archive: only its files are compared.

    `said`: why it cannot; that is what is wrong where every file is as a manifest says that somebody has mended.
    """
    found = check_files.damaged(path)
    faults = tuple(found.faults) or (Fault("", 0, said),)
    return Verified(path.name, False, [Row("files", CHECKS[0].what, found.number, faults, found.note)])


def was_archive(path: Path) -> bool:
    """Does a folder that cannot be read as an archive at least look like one that was damaged?"""
    there = (path / ABOUT).exists() or ABOUT in manifest.read(path)
    return there and (path / manifest.NAME).is_file()


def _rows(folder: Folder, tell: Tell | None) -> Iterator[Row]:
    broken = False
    for at, check in enumerate(CHECKS):
        if tell is not None:
            tell(check.what, at / len(CHECKS))
        if broken and check.needs_history:
            continue
        found = _made(check, folder)
        broken = broken or (check.stops and bool(found.faults))
        if found.number or found.faults or found.note:
            yield Row(check.key, check.what, found.number, tuple(found.faults), found.note)


def _made(check: Check, folder: Folder) -> Found:
    """One check; what it stumbles over is a fault of the archive, not of the program."""
    try:
        return check.make(folder)
    except Broken as error:
        return Found(0, [Fault(check_story.file_of(folder), error.line, error.said)])
    except (ValueError, KeyError, TypeError, IndexError, AttributeError, OSError, AssertionError) as error:
        said = str(error).strip().splitlines()[0] if str(error).strip() else ""
        return Found(0, [Fault("", 0, f"cannot be checked: {type(error).__name__} {said}".rstrip())])
