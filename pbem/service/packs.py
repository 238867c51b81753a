"""Packs of a game: read from files when it begins, and kept with it, so that it can be played when the files are gone."""

import hashlib
from collections.abc import Iterable, Sequence
from pathlib import Path

from sqlalchemy import Connection, bindparam, insert, select

from pbem.engine import packs as engine
from pbem.engine.packs import Fault, Faulty, Pack, Packs
from pbem.engine.rules import IntrigueCard
from pbem.orders.words import RESERVED
from pbem.store.database import table
from pbem.store.tables import PackRow

from .errors import UsageError

PACK = table(PackRow)
_KEPT = select(PACK.c.name, PACK.c.sha256, PACK.c.own).where(PACK.c.game == bindparam("game_"))
_KEPT_IN_ORDER = _KEPT.order_by(PACK.c.place)
_TEXT = select(PACK.c.text).where(PACK.c.game == bindparam("game_"), PACK.c.name == bindparam("name_"))
#: A pack is a few pages; what is longer is something else.
LONGEST = 1_000_000

_parsed: dict[tuple[str, bool], Pack] = {}


def read(path: Path) -> Pack:
    """The pack in a file.  Raises Faulty, or OSError if it cannot be read."""
    raw = path.read_bytes()
    if len(raw) > LONGEST:
        raise Faulty([Fault(None, "", "the file is too long for a pack", "Name a TOML file of a pack")])
    try:
        text = raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = raw[: error.start].count(b"\n") + 1
        raise Faulty([Fault(line, "", "a letter there is not in UTF-8", "Save the file as UTF-8")]) from None
    return engine.read(text.replace("\r\n", "\n"), path.stem, _effects(text), RESERVED)


def _effects(text: str) -> dict[int, IntrigueCard] | None:
    """None for a copy of one of our own decks: its cards have the effects of their numbers."""
    digest = hashlib.sha256(text.replace("\r\n", "\n").encode()).hexdigest()
    ours = any(engine.supplied(name).sha256 == digest for name in engine.names())
    return None if ours else dict(engine.effects())


def given(paths: Iterable[Path]) -> Packs:
    """The packs that a new game brings.  Raises UsageError with the first fault."""
    found: list[Pack] = []
    for path in paths:
        try:
            found.append(read(path))
        except Faulty as error:
            more = len(error.faults) - 1
            rest = f" (`pbem packs check` shows {more} more)" if more else ""
            raise UsageError(f"{path} is no pack: {str(error.faults[0]).removesuffix('.')}{rest}.") from error
    return Packs(tuple(found))


def recorded(used: Sequence[Pack], rules_version: str) -> dict[str, str]:
    """What `GameStarted` says of them: name -> version and hash; and the version of the rules.  Raises UsageError."""
    for pack in used:
        if sum(other.name == pack.name for other in used) > 1:
            raise UsageError(
                f"Two packs of this game are named {pack.name}: give yours another name under [pack]."
            )
    return {"rules": f"version {rules_version}", **{pack.name: pack.mark for pack in used}}


def keep(connection: Connection, game: int, used: Sequence[Pack], own: Packs) -> None:
    """Store the texts with the game."""
    rows = [
        {
            "game": game,
            "name": p.name,
            "place": place,
            "sha256": p.sha256,
            "own": p in own.own,
            "text": p.text,
        }
        for place, p in enumerate(used)
    ]
    if rows:
        connection.execute(insert(PACK), rows)


def kept(connection: Connection, game: int) -> Packs:
    """The packs of a game as they were when it began; texts that the program still has are not fetched."""
    own: list[Pack] = []
    old: list[Pack] = []
    ours = {engine.supplied(name).sha256 for name in engine.names()}
    for row in connection.execute(_KEPT_IN_ORDER, {"game_": game}):
        if row.own or row.sha256 not in ours:
            key = row.sha256, bool(row.own)
            if key not in _parsed:
                text = connection.execute(_TEXT, {"game_": game, "name_": row.name}).scalar_one()
                effects = _effects(text) if row.own else None
                _parsed[key] = engine.read(text, row.name, effects)
            (own if row.own else old).append(_parsed[key])
    return Packs(tuple(own), tuple(old))


def texts(connection: Connection, game: int) -> dict[str, str]:
    """Name -> text of every pack that a game is played with."""
    found = connection.execute(select(PACK).where(PACK.c.game == game).order_by(PACK.c.place))
    return {row.name: row.text for row in found}
