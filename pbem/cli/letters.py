"""What `pbem read` says of a letter: the judge's own reading, without a site."""

from collections.abc import Iterable
from datetime import date
from typing import Any

import msgspec

from pbem.engine.packs import factions
from pbem.engine.variants import rules_for
from pbem.mail.letter import Letter
from pbem.mail.screen import screen
from pbem.orders.invited import answer
from pbem.orders.names import Lexicon
from pbem.orders.reader import read

#: Days without a year are understood from some day on; which one says nothing of the verdict.
_ANY_DAY = date(2026, 1, 1)


def reading(letter: Letter, judge: str | None) -> dict[str, Any]:
    """`from`, `verdict`, `reason`, `lines`, `ignored`, `cut` (interface.md); any message can be read.

    Order lines are told from others as in a game of six under the basic rules.  What the reader rejects is still a
    candidate: its writer meant an order.  Notes that begin with `#` are neither orders nor ignored.
    """
    lexicon = _lexicon()
    orders, notes = _sorted(letter.lines, lexicon)
    below, _ = _sorted(letter.below, lexicon)
    verdict = screen(_without(letter, notes), judge, (orders | below).__contains__)
    if verdict.verdict in ("orders", "empty") and (doubt := _doubt(letter, orders, lexicon)):
        verdict = msgspec.structs.replace(verdict, verdict="refused", reason=doubt, lines=())
    return {
        "from": verdict.sender,
        "verdict": verdict.verdict,
        "reason": verdict.reason,
        "lines": list(verdict.lines),
        "ignored": list(verdict.ignored),
        "cut": verdict.cut,
    }


def _doubt(letter: Letter, orders: set[str], lexicon: Lexicon) -> str:
    """Why a person is asked, where the lines on top alone would do or nothing would be said."""
    if letter.other_lines and _sorted(letter.other_lines, lexicon)[0] != orders:
        return "its text and its HTML give different orders"
    if not orders and _sorted(letter.under_header, lexicon)[0]:
        return "what looks like orders stands below the header of another mail; please send it again on top"
    return ""


def unreadable(reason: str) -> dict[str, Any]:
    """The same shape for a file that could not be opened."""
    empty: dict[str, Any] = {"lines": [], "ignored": [], "cut": ""}
    return {"from": None, "verdict": "poison", "reason": reason, **empty}


def _lexicon() -> Lexicon:
    cards = rules_for("basic").cards
    return Lexicon(
        {letter: card.name for letter, card in cards.items()},
        {colour: (colour, faction.name) for colour, faction in factions().items()},
    )


def _sorted(lines: Iterable[str], lexicon: Lexicon) -> tuple[set[str], set[str]]:
    """(lines that are orders or meant as such, lines that are notes); a PRESS counts with all of its lines."""
    written = list(lines)
    orders: set[str] = set()
    notes: set[str] = set()
    for found in read(written, lexicon):
        covered = found.text.split("\n")  # not always one after the other: a message leaves quoted lines out
        if found.kind in ("order", "held", "rejected") or any(map(_without_a_seat, covered)):
            orders.update(covered)
        elif found.kind == "comment":
            notes.update(covered)
    return orders, notes - orders


def _without_a_seat(line: str) -> bool:
    """What somebody who plays nowhere yet says in full: `YES as Anna, Europe/Zurich, away 3-10 May` (E19), `UNWATCH` (E27).

    Plain words that merely begin so (`Yes as I said yesterday`) are none.
    """
    words = line.strip(" \t*_>.!").casefold()
    if not words.startswith("yes as "):
        return words == "unwatch"
    said = answer([line], {colour: faction.name for colour, faction in factions().items()}, _ANY_DAY)
    name = said.name.split()
    return (
        said.says == "yes" and 1 <= len(name) <= 3 and all(one[:1].isupper() for one in name) and not said.odd
    )


def _without(letter: Letter, notes: set[str]) -> Letter:
    return msgspec.structs.replace(letter, lines=tuple(line for line in letter.lines if line not in notes))
