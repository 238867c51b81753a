"""An archive read back: what lies in its folder, and by which rules it was played.  Nothing else is asked, no site and no network."""

import hashlib
import tomllib
from collections.abc import Mapping, Sequence
from functools import cached_property
from pathlib import Path
from typing import Any

from pbem.engine import dice, packs
from pbem.engine.packs import Faulty, Pack, Packs
from pbem.engine.rules import Rules
from pbem.engine.variants import UnknownRules, rules_for
from pbem.report.brief import Seat

from . import history
from .history import Checked
from .manifest import PRIVATE

#: What was played, and by whom; no archive is without it.
ABOUT = "game.toml"
#: Files of chained lines, besides the history.
CHAINS = ("letters", "mails", "acts")


class NotAnArchive(ValueError):
    """The folder is no archive, or not so far that it can be read: one sentence."""


class Folder:
    """`path`: the folder of an archive; `about`: its game.toml."""

    def __init__(self, path: Path) -> None:
        """Raises NotAnArchive."""
        self.path = path
        if said := _no_folder(path):
            raise NotAnArchive(f"{path} {said}.")
        try:
            self.about: Mapping[str, Any] = tomllib.loads((path / ABOUT).read_text("utf-8"))
        except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
            raise NotAnArchive(f"{path / ABOUT} cannot be read: {_why(error)}.") from None
        if not (path / "history.jsonl").is_file():
            raise NotAnArchive(f"{path} is no archive of a game: it has no history.jsonl.")

    @property
    def name(self) -> str:
        return str(self.about.get("name", self.path.name))

    @property
    def opened(self) -> bool:
        """Is the game over, and everything in it open?"""
        return "seed" in self.about

    @cached_property
    def private(self) -> Path | None:
        """Where the rest lies while the game runs, for who may look there."""
        place = self.path / PRIVATE
        try:
            return place if (place / "history.jsonl").is_file() else None
        except PermissionError:
            return None

    @property
    def whole(self) -> Path | None:
        """The folder with the whole history, if there is one."""
        return self.path if self.opened else self.private

    def lines(self, name: str, home: Path | None = None) -> list[str]:
        """The lines of a file of chained lines; [] where there is none."""
        file = (home or self.path) / f"{name}.jsonl"
        if not file.is_file():
            return []
        return file.read_bytes().decode("utf-8", errors="replace").removesuffix("\n").split("\n")

    @cached_property
    def checked(self) -> Sequence[Checked]:
        """The events of the best history that can be read: the whole one, else the public one.  Raises `history.Broken`."""
        home = self.whole or self.path
        return tuple(history.checked(self.lines("history", home)))

    @cached_property
    def journal(self) -> list[Any]:
        """Its events, undone ones too.  Raises `history.Broken`."""
        return [one.event for one in self.checked]

    @cached_property
    def seats(self) -> tuple[Seat, ...]:
        """The players as game.toml names them."""
        players = self.about.get("player", [])
        return tuple(
            Seat(
                str(one.get("colour")),
                str(one.get("faction")),
                str(one.get("name")),
                str(one.get("zone", "UTC")),
            )
            for one in players
        )

    # --- the dice ---

    @property
    def seed(self) -> bytes:
        """The seed of the dice.  ValueError where game.toml has none that is hexadecimal."""
        return bytes.fromhex(str(self.about.get("seed", "?")))

    def roll(self) -> dice.Dice:
        """Any die after the set-up, from the seed and the players' words."""
        salts = {str(player): str(words) for player, words in self.about.get("salts", {}).items()}
        return dice.sealed(dice.salted(self.seed, salts))

    # --- the rules ---

    @cached_property
    def packs(self) -> dict[str, Pack]:
        """name -> the packs beside it.  Raises Faulty, OSError."""
        found = {}
        for file in sorted((self.path / "packs").glob("*.toml")):
            found[file.stem] = _pack(file.read_text("utf-8"), file.stem)
        return found

    @cached_property
    def rules(self) -> Rules:
        """The rules as this program has them, with the packs of the folder.  Raises NotAnArchive."""
        try:
            given = list(self.packs.values())
            old = tuple(pack for pack in given if _is_ours(pack.name))
            own = tuple(pack for pack in given if not _is_ours(pack.name))
            same = {packs.supplied(name).sha256 for name in packs.names()}
            older = tuple(pack for pack in old if pack.sha256 not in same)
            options = self.about.get("options", {})
            return rules_for(
                str(self.about.get("rules")), options, seats=len(self.seats), packs=Packs(own, older)
            )
        except (UnknownRules, Faulty, OSError, ValueError, KeyError) as error:
            said = str(error).strip().splitlines()[0]
            raise NotAnArchive(f"{self.path}: this program cannot read its rules or packs: {said}") from None


def _no_folder(path: Path) -> str:
    """Why a place cannot be an archive, the end of a sentence; "" if it can."""
    try:
        if not path.exists():
            return "is not there"
        if not path.is_dir():
            return f"is a file, and no archive: name the folder that holds {ABOUT}"
        if (path / ABOUT).exists():
            return ""
        if path.name == PRIVATE and (path / "history.jsonl").is_file():
            return "is the private part of a running game: name the folder above it"
    except OSError as error:
        return f"cannot be read: {_why(error)}"
    return f"is no archive: it has no {ABOUT}"


def _why(error: Exception) -> str:
    """What is wrong with a file, in a few words."""
    if isinstance(error, UnicodeDecodeError):
        return "it is not UTF-8"
    if isinstance(error, OSError):
        return error.strerror or type(error).__name__
    return str(error).splitlines()[0]


def _is_ours(name: str) -> bool:
    return name in packs.names()


def _pack(text: str, name: str) -> Pack:
    """A copy of one of our own decks has its effects by number; another one names them."""
    digest = hashlib.sha256(text.encode()).hexdigest()
    ours = any(packs.supplied(one).sha256 == digest for one in packs.names())
    return packs.read(text, name, None if ours or _is_ours(name) else dict(packs.effects()))
