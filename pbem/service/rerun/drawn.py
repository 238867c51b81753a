"""Level 2 of `pbem verify`: the page, the text record, game.toml and press.txt made again from the game that was played again.

Whoever mends every hash can still write other words into what people look at first; made again it is another.
"""

import re
import tomllib
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from pbem.config import Config
from pbem.engine.events import GameStarted
from pbem.report.press_told import NOBODY

from .. import pressbook
from ..archiving.about import game_toml
from ..archiving.masks import masked
from ..archiving.writing import RECORD, Writing
from ..mailing import aware
from ..record import Record
from .texts import Mail, first_line

PAGE, ABOUT, PRESS = "index.html", "game.toml", "press.txt"
#: How many files are compared.
FILES = 4
#: In game.toml heads hang on seals, which derive from a secret that is never opened, and level 1 has checked them; which program it was, and what the
#: judge was called when the archive was written, nothing can prove.
_NOT_AGAIN = ("program", "judge")
#: So many signs before and behind a difference are shown: a line of the page may be a whole game.
_AROUND = 40


def drawn(folder: Path, about: Mapping[str, Any], record: Record, config: Config) -> Iterator[Mail]:
    """Of each file the first line that is another.  `record`: the game played again."""
    at = aware(record.row.created)
    assert at is not None
    writing = Writing(record, config, at)
    made = {RECORD: _headless(writing.text_record(True)), PAGE: writing.page()}
    for name, now in made.items():
        was = _text(folder / name)
        if found := first_line(_headless(was) if name == RECORD else was, now):
            line, before, after = found
            yield Mail(name, line, *_clipped(before, after))
    started = writing.journal[0]
    assert isinstance(started, GameStarted)
    text = game_toml(record, config, started, True, str(about.get("head")), about.get("heads", {}), at, about)
    again, was_said = _flat(tomllib.loads(text)), _flat(about)
    if again == was_said and (found := first_line(_text(folder / ABOUT), text)):
        yield Mail(ABOUT, *found)
    for key in sorted({*was_said, *again}):
        before, after = was_said.get(key, ""), again.get(key, "")
        if before != after:
            yield Mail(ABOUT, 0, before, after, key)
    yield from _press(_text(folder / PRESS), record)


def _text(path: Path) -> str:
    """With its line ends as they are."""
    return path.read_bytes().decode("utf-8", "replace") if path.is_file() else ""


def _press(was: str, record: Record) -> Iterator[Mail]:
    """What was said to everybody.  Unnamed words are not sent again, for nobody may learn from a letter whose they are."""
    named = "".join(one for one in _messages(was) if NOBODY not in one.partition("\n")[0])
    now = "\n\n".join(masked(text) for text in pressbook.public(record))
    if found := first_line(named.strip(), now.strip()):
        line, before, after = found
        yield Mail(PRESS, line if named == was else 0, before, after, "" if named == was else "words")


def _messages(text: str) -> list[str]:
    """Each with its heading."""
    return re.split(r"(?m)^(?=[^|\n])", text)


def _flat(about: Mapping[str, Any]) -> dict[str, str]:
    """`settings.grace` -> what stands there, of everything that is made again."""
    found: dict[str, str] = {}
    for key, value in about.items():
        if key in _NOT_AGAIN:
            continue
        if isinstance(value, dict):
            found |= {f"{key}.{name}": str(one) for name, one in value.items()}
        else:
            found[key] = str(value)
    return found


def _headless(text: str) -> str:
    """A record without what its header says of the chain's head."""
    header, blank, body = text.partition("\n\n")
    lines = ["head:" if line.startswith("head:") else line for line in header.split("\n")]
    return "\n".join(lines) + blank + body


def _clipped(was: str, now: str) -> tuple[str, str]:
    """What stands around the first sign that differs."""
    pairs = enumerate(zip(was, now, strict=False))
    at = next((place for place, (one, other) in pairs if one != other), min(len(was), len(now)))
    start = max(0, at - _AROUND)
    return was[start : at + _AROUND], now[start : at + _AROUND]
