"""`C1` to `C5`, written together: the Candidate's slot.  `C 1`, and C1 on a sheet, is card C with the number 1."""

from collections.abc import Sequence

from pbem.orders.errors import Unread
from pbem.orders.names import Lexicon
from pbem.orders.opening import verb_at
from pbem.orders.parser import parse
from pbem.orders.scanner import Sentence
from pbem.orders.text import Atom, Clean
from pbem.orders.titles import CANDIDATES
from pbem.orders.verbs import Verb
from pbem.orders.words import JOINTS

_SLOTS = frozenset(slot.lower() for slot in CANDIDATES)
_LINKS = JOINTS | {"to", "into", "as"}


def at(atoms: Sequence[Atom], index: int) -> bool:
    """Do the two words here make a slot?"""
    two = atoms[index : index + 2]
    return len(two) == 2 and two[0].end == two[1].start and two[0].word + two[1].word in _SLOTS


def joined(atoms: Sequence[Atom], apart: bool = False) -> list[Atom] | None:
    """With every slot as one word; None where there is none.  `apart`: behind a name it would be another's place, and stays."""
    kept: list[Atom] = []
    index, found = 0, False
    while index < len(atoms):
        here = at(atoms, index) and not (apart and index > 1 and atoms[index - 1].word not in _LINKS)
        kept.append(_slot(atoms, index) if here else atoms[index])
        index, found = index + 1 + here, found or here
    return kept if found else None


def worded(line: Clean, part: list[Atom], lexicon: Lexicon, verb: Verb | None = None) -> Sentence:
    """`HOLD C1` is about the slot; where no slot can stand, as in `DECLARE C3`, C is a card and the number a number."""
    terminal = verb.terminal if verb is not None else ""
    slotted = None if terminal == "INFLUENCE" else joined(part, apart=terminal == "RISE")
    plain = Sentence(line, part, lexicon)
    if slotted is None:
        return plain
    if _reads(Sentence(line, slotted, lexicon)) or not _reads(Sentence(line, part, lexicon)):
        return Sentence(line, slotted, lexicon)
    return plain


def _reads(sentence: Sentence) -> bool:
    try:
        parse(sentence)
    except Unread:
        return False
    return True


def as_actor(atoms: Sequence[Atom]) -> list[Atom]:
    """`C1: VOTE NO`, `C1 vote no`: the slot in front as one word."""
    if not at(atoms, 0):
        return list(atoms)
    words = [atom.word for atom in atoms[:8]]
    behind = 3 if words[2:3] in ([":"], ["-"], ["->"]) else 2
    return [_slot(atoms, 0), *atoms[2:]] if verb_at(words, behind) else list(atoms)


def _slot(atoms: Sequence[Atom], index: int) -> Atom:
    return Atom(atoms[index].word + atoms[index + 1].word, atoms[index].start, atoms[index + 1].end)
