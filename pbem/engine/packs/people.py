"""`[[politician]]` entries of a pack (R1.2, R14.1)."""

import re
from collections.abc import Collection

from .. import board
from ..rules import PoliticianCard
from .source import Entry, Source
from .words import nearest

LEAST, MOST = 21, 52
PRINTED = range(24, 27)  # R1.2, R17.8
YOUNGEST, OLDEST = 40, 95  # R6.1 has a row for everybody; with 96 he would retire (R10.1)
#: `born` and `held` say where a historical age and strength come from; the game does not use them.
FIELDS = ("letter", "name", "age", "strength", "weakness", "born", "held")
_LETTER = re.compile(r"[A-Z]|([A-Z])\1")
_OFFICES = board.POLITBURO
#: Three letters are enough for a player to name somebody, if they fit only one.
BEGINNING = 3


def politicians(source: Source, reserved: Collection[str]) -> dict[str, PoliticianCard]:
    """By card letter, in their order.  `reserved`: small words that players' orders are made of."""
    entries = source.entries("politician")
    cards = [card for entry in entries if (card := _card(entry, reserved)) is not None]
    _different(source, entries)
    if entries:
        _count(source, len(entries))
    return {card.letter: card for card in sorted(cards, key=lambda card: card.letter)}


def _card(entry: Entry, reserved: Collection[str]) -> PoliticianCard | None:
    letter, name = entry.data.get("letter"), entry.data.get("name")
    said = [f"politician {letter}" if letter else entry.label, f"({name})" if name else ""]
    entry.label = " ".join(filter(None, said))
    before = len(entry.source.faults)
    entry.known(FIELDS)
    letter, name = entry.text("letter", 'letter = "B"'), entry.text("name", 'name = "Lech Schukrutoff"')
    if letter and not _LETTER.fullmatch(letter):
        entry.fault(
            "letter", f'letter is "{letter}"', "Write one capital letter, or the same one twice, like BB"
        )
    if name:
        _named(entry, name, reserved)
    age = entry.whole("age", YOUNGEST, OLDEST, "age = 65")
    strength, weakness = _office(entry, "strength"), _office(entry, "weakness")
    if strength and strength == weakness:
        entry.fault("weakness", f"strength and weakness are both {strength}", "Write two different offices")
    if len(entry.source.faults) > before or age is None:
        return None
    return PoliticianCard(letter, name, age, strength, weakness)


def _office(entry: Entry, key: str) -> str:
    code = entry.text(key, f'{key} = "KGB"')
    if code and code not in _OFFICES:
        by_name = {name.casefold(): slot for slot, name in board.OFFICES.items()}
        near = (
            by_name.get(code.casefold()) or nearest(code, _OFFICES) or by_name.get(nearest(code, by_name), "")
        )
        mend = f"Did you mean {near}" if near else f"The offices are {', '.join(_OFFICES)}"
        entry.fault(key, f'{key} is "{code}", which is no office', mend)
        return ""
    return code


def _named(entry: Entry, name: str, reserved: Collection[str]) -> None:
    """A surname that a player can type, and that can mean nothing else."""
    surname = name.rpartition(" ")[2]
    word = surname.casefold()
    if not re.fullmatch(r"[^\W\d_]+(['’-][^\W\d_]+)*", surname) or len(surname) < BEGINNING:
        entry.fault(
            "name",
            f'"{surname}" cannot be typed as a surname',
            "Write three letters or more, the surname last",
        )
    elif word in _of_the_board():
        entry.fault("name", f'"{surname}" is the name of an office or place', "Choose another surname")
    elif word in reserved:
        entry.fault("name", f'"{surname}" is a word of the order language', "Choose another surname")


def _of_the_board() -> frozenset[str]:
    """Codes, offices and areas, word by word."""
    names = (*board.SLOTS, *board.OFFICES.values(), *board.AREAS, "Candidate", "Candidates", "Sanatorium")
    return frozenset(word.casefold() for name in names for word in name.split())


def _different(source: Source, entries: list[Entry]) -> None:
    """No letter twice, no surname twice; who shares its beginning is said."""
    letters: dict[str, Entry] = {}
    surnames: dict[str, Entry] = {}
    for entry in entries:
        letter, name = entry.data.get("letter"), entry.data.get("name")
        if isinstance(letter, str) and letters.setdefault(letter, entry) is not entry:
            other = letters[letter]
            entry.fault(
                "letter", f"letter {letter} stands on {other.label} too", "Give each a letter of his own"
            )
        if isinstance(name, str) and name.strip():
            surname = name.split()[-1].casefold()
            if surnames.setdefault(surname, entry) is not entry:
                said = f"{surnames[surname].label} has the same surname"
                entry.fault("name", said, "Give each a surname of his own: players order by it")
    begun: dict[str, list[str]] = {}
    for surname, entry in surnames.items():
        begun.setdefault(surname[:BEGINNING], []).append(str(entry.data["name"]).split()[-1])
    for names in begun.values():
        if len(names) > 1:
            said = (
                f"{' and '.join(names)} begin alike: players must type more than {BEGINNING} letters of them"
            )
            source.notes.append(said)


def _count(source: Source, count: int) -> None:
    slots = len(board.SLOTS)
    if count < LEAST:
        what = f"{count} Politicians are too few: {slots} slots and eight People need {LEAST}"
        source.fault(None, "politicians", what, f"Add {LEAST - count} more")
    elif count > MOST:
        what = f"{count} Politicians are too many"
        source.fault(None, "politicians", what, f"Take out {count - MOST}: there are {MOST} card letters")
    elif count not in PRINTED:
        source.notes.append(
            f"{count} Politicians, where the printed games have {PRINTED[0]} or {PRINTED[-1]}: the People are {count - slots} at the beginning"
        )
