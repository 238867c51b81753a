"""What an archive says of a game: what went in (the script of acts, the letters) and what came out (the journal, the mails)."""

import json
from collections.abc import Mapping, Sequence
from datetime import datetime
from itertools import pairwise
from pathlib import Path
from typing import Any, NamedTuple

from pbem.archive import fingerprint
from pbem.engine import codec
from pbem.engine.events import Event

from .. import acts
from ..errors import ServiceError
from . import begun
from .begun import Begun


class Damaged(ValueError):
    """What stands there cannot have been written by the program: one sentence without its full stop."""


NO_SCRIPT = "it was begun under an older release, which did not note what would be needed to play it again"

#: In the subject of a message whose author is not told.
UNNAMED = "anonymous player"


class Act(NamedTuple):
    """A line of acts.jsonl.  `events`: in the journal before it."""

    at: datetime
    argv: tuple[str, ...]
    events: int = 0

    @property
    def word(self) -> str:
        """A command, or a sign of ours."""
        return self.argv[0]


class Story(NamedTuple):
    """`letters`, `mails`: lines of their files; `seed`: of the dice, hexadecimal."""

    folder: Path
    name: str
    seed: str
    began: Begun
    acts: Sequence[Act]
    letters: Sequence[Mapping[str, Any]]
    mails: Sequence[Mapping[str, Any]]
    events: Sequence[Event]

    def withheld(self, player: str, until: int) -> int:
        """How many words of others to him before his mail of this number the archive holds back: they are not sent again."""
        return sum(held_back(one) and one["player"] == player and one["n"] < until for one in self.mails)


def held_back(mail: Mapping[str, Any]) -> bool:
    """Is it a message of another player that the archive holds back, or does it hold back who wrote it?"""
    return bool(mail["kind"] == "press" and (not mail["file"] or UNNAMED in mail["subject"]))


def updated(folder: Path) -> int:
    """Before which event another state of the program than this one last went on with the game; 0 if none ever did."""
    marks = [
        (one["events"], one["argv"][1]) for one in _rows(folder, "acts") if one["argv"][0] == acts.PROGRAM
    ]
    ends = [behind for (_, mark), (behind, _) in pairwise(marks) if mark != fingerprint.mark()]
    return int(max(ends, default=0))


def read(folder: Path, about: Mapping[str, Any]) -> Story:
    """The story in this folder; `about`: its game.toml.  Raises ServiceError where it cannot be played again, Damaged where nobody has written it so."""
    try:
        script = [
            Act(datetime.fromisoformat(one["at"]), tuple(map(str, one["argv"])), int(one["events"]))
            for one in _rows(folder, "acts")
        ]
    except (ValueError, KeyError, TypeError) as error:
        raise Damaged(f"acts.jsonl cannot be read: {str(error).splitlines()[0]}") from error
    if not script or script[0].word != acts.BEGIN:
        raise ServiceError(f"{folder} cannot be played again: {NO_SCRIPT}.")
    if not about.get("seed"):
        raise ServiceError(f"{folder} cannot be played again: the game is not over, and its dice are sealed.")
    try:
        began = begun.read(script[0].argv[1])
        events = [codec.decode(json.dumps(one["event"])) for one in _rows(folder, "history")]
    except (ValueError, KeyError, IndexError) as error:
        raise Damaged(f"{folder} cannot be played again: {str(error).splitlines()[0]}") from error
    letters, mails = _rows(folder, "letters"), _rows(folder, "mails")
    return Story(folder, str(about["name"]), str(about["seed"]), began, script, letters, mails, events)


def _rows(folder: Path, name: str) -> list[dict[str, Any]]:
    """The lines of a file; [] where it is not there."""
    path = folder / f"{name}.jsonl"
    if not path.is_file():
        return []
    return [json.loads(line) for line in path.read_bytes().decode().split("\n") if line]
