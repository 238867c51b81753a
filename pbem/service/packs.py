"""Packs of a game: read from files when it begins, and kept with it, so that it can be played when the files are gone."""

import hashlib
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from sqlalchemy import Connection, bindparam, insert, select

from pbem.engine import packs as engine
from pbem.engine.packs import Fault, Faulty, Pack, Packs
from pbem.engine.packs.source import Source
from pbem.engine.rules import IntrigueCard
from pbem.orders.words import RESERVED
from pbem.store.database import table
from pbem.store.tables import PackRow

from .errors import UsageError

PACK = table(PackRow)
_KEPT = select(PACK.c.name, PACK.c.sha256, PACK.c.own).where(PACK.c.game == bindparam("game_"))
_KEPT_IN_ORDER = _KEPT.order_by(PACK.c.place)
_TEXT = select(PACK.c.text).where(PACK.c.game == bindparam("game_"), PACK.c.name == bindparam("name_"))
#: A pack is a few pages with lines that can be read; what is longer is something else.
LONGEST, LONGEST_LINE = 1_000_000, 5_000

_parsed: dict[tuple[str, bool], Pack] = {}


def read(path: Path) -> Pack:
    """The pack in a file.  Raises Faulty, or OSError if it cannot be read."""
    text = _text_of(path)
    pack = engine.read(text, path.stem, _effects(text), RESERVED)
    if borrowed := list(_borrowed(pack)):
        raise Faulty(borrowed)
    return pack


def _text_of(path: Path) -> str:
    """The text in a file, however long that is.  Raises Faulty, or OSError."""
    with path.open("rb") as file:
        raw = file.read(LONGEST + 1)
    if len(raw) > LONGEST:
        raise Faulty([Fault(None, "", "the file is too long for a pack", "Name a TOML file of a pack")])
    try:
        text = raw.decode("utf-8-sig").replace("\r\n", "\n")
    except UnicodeDecodeError as error:
        line = raw[: error.start].count(b"\n") + 1
        raise Faulty([Fault(line, "", "a letter there is not in UTF-8", "Save the file as UTF-8")]) from None
    for number, line_ in enumerate(text.split("\n"), 1):
        if len(line_) > LONGEST_LINE:
            said = f"the line has {len(line_)} characters"
            raise Faulty([Fault(number, "", said, f"Write no line with more than {LONGEST_LINE}")])
    return text


def _borrowed(pack: Pack) -> Iterator[Fault]:
    """An own pack or chart under the name of one of ours that holds something else: reports would name ours."""
    for ours in (engine.supplied(name).chart for name in engine.names()):
        if ours and pack.chart and pack.chart.name == ours.name and pack.chart != ours:
            said = f"the name {ours.name} is that of a chart of the program, which differs"
            mend = f'Write another name at the top, like name = "my-{ours.name}"'
            yield Fault(Source(pack.text).line("", 0, "name"), "name", said, mend)
            return
    if pack.name in engine.names() and not _same(pack, engine.supplied(pack.name)):
        said = f"the name {pack.name} is that of a pack of the program, which differs"
        mend = f'Give yours a name of its own: [pack] at the top, and below it name = "my-{pack.name}"'
        yield Fault(Source(pack.text).line("[pack]", 0, "name"), "pack", said, mend)


def _same(pack: Pack, ours: Pack) -> bool:
    """Letter by letter, or in all but remarks; a deck of others names its effects, so that only a copy is the same."""
    if pack.sha256 == ours.sha256:
        return True
    held = (pack.politicians, pack.chart) == (ours.politicians, ours.chart)
    return held and not pack.cards and not ours.cards


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
