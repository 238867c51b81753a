"""A pack: one TOML text with Politicians, a health chart, Intrigue cards, or several of these (R15.4a, R18.1)."""

import hashlib
import re
from collections.abc import Collection, Mapping
from typing import NamedTuple

from ..rules import HealthChart, IntrigueCard, PoliticianCard
from .cards import cards
from .chart import TABLES, chart
from .people import politicians
from .source import Fault, Source
from .words import nearest

_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,39}")
_TOP = ("pack", "name", "politician", "card", *TABLES)
_PACK = ("name", "version")
#: In the list of a game's packs this names the version of the rules themselves.
RESERVED_NAME = "rules"


class Pack(NamedTuple):
    """What a text holds, and the text itself; `sha256` is of its UTF-8."""

    name: str
    version: str
    sha256: str
    text: str
    politicians: Mapping[str, PoliticianCard]
    chart: HealthChart | None
    cards: Mapping[int, IntrigueCard]
    notes: tuple[str, ...] = ()

    @property
    def holds(self) -> dict[str, int]:
        """Kind -> how many entries; a chart has one for each age."""
        counts = {
            "politicians": len(self.politicians),
            "health": len(self.chart.at_work) if self.chart else 0,
            "intrigue": len(self.cards),
        }
        return {kind: count for kind, count in counts.items() if count}

    @property
    def mark(self) -> str:
        """How a game records it: version and hash."""
        return f"version {self.version}, sha256 {self.sha256}"


class Faulty(ValueError):
    """A text that is no pack; `faults` are all that was found, in the order of the lines."""

    def __init__(self, faults: Collection[Fault]) -> None:
        self.faults = tuple(sorted(faults, key=lambda fault: fault.line or 0))
        super().__init__(str(self.faults[0]))


def read(
    text: str,
    name: str,
    effects: Mapping[int, IntrigueCard] | None = None,
    reserved: Collection[str] = (),
) -> Pack:
    """The pack in a text.  Raises Faulty with every fault.

    `name`: where the text gives itself none.  `effects`: cards whose effects others may have (`like`); None for our own decks, whose cards have
    the effects of their numbers.  `reserved`: words that no surname may be.
    """
    source = Source(text)
    if source.faults:
        raise Faulty(source.faults)
    header = _header(source)
    title = _title(source, header, name)
    pack = Pack(
        title,
        str(header.get("version", "1")),
        hashlib.sha256(text.encode()).hexdigest(),
        text,
        politicians(source, reserved),
        chart(source, str(source.data.get("name", title))),
        cards(source, dict(effects or {})),
        tuple(source.notes),
    )
    if not source.faults and not pack.holds:
        source.fault(None, "", "the file holds nothing", "Add [[politician]], [[card]] or a health chart")
    if source.faults:
        raise Faulty(source.faults)
    return pack


def _title(source: Source, header: Mapping[str, object], name: str) -> str:
    """What the pack is called: as it says, else as its chart says, else as its file."""
    own, of_chart = header.get("name"), source.data.get("name", name)
    mend = 'Write name = "my-deck" with letters, digits, points and hyphens, at most 40'
    if own is not None and (not isinstance(own, str) or not _NAME.fullmatch(own) or own == RESERVED_NAME):
        source.fault(source.line("[pack]", 0, "name"), "pack", f"{own!r} cannot name a pack", mend)
    if not isinstance(of_chart, str) or not of_chart.strip():
        source.fault(source.line("", 0, "name"), "name", f"{of_chart!r} cannot name a chart", mend)
    title = re.sub(r"[^A-Za-z0-9._-]+", "-", str(own or of_chart)).strip("-._")[:40]
    return title if title and title != RESERVED_NAME else "pack"


def _header(source: Source) -> Mapping[str, object]:
    """The table [pack], and no unknown entry at the top."""
    for key in source.data:
        if key not in _TOP:
            line = next(
                (n for h in ("", f"[{key}]", f"[[{key}]]") if (n := source.line(h, 0, "" if h else key))),
                None,
            )
            near = nearest(key, _TOP)
            mend = f"Did you mean {near}" if near else f"A pack has {', '.join(_TOP)}; take it out"
            source.fault(line, "", f"there is no entry {key} in a pack", mend)
    header = source.data.get("pack", {})
    if not isinstance(header, dict):
        source.fault(source.line("", 0, "pack"), "pack", "pack is no table", "Write [pack] above its lines")
        return {}
    for key, value in header.items():
        if key not in _PACK:
            mend = f"Known are {' and '.join(_PACK)}; take it out"
            source.fault(source.line("[pack]", 0, key), "pack", f"there is no field {key}", mend)
        elif key == "version" and (
            isinstance(value, bool) or not isinstance(value, str | int) or value == ""
        ):
            line = source.line("[pack]", 0, key)
            source.fault(line, "pack", f"version is {value!r}", 'Write a number or words, like version = "2"')
    return header
