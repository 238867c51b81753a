"""The words of a sentence made ready for the parser: courtesies out, runs of commas joined, NEXT put between orders."""

from collections.abc import Sequence

from pbem.orders import opening
from pbem.orders.names import Lexicon
from pbem.orders.opening import NEXT
from pbem.orders.text import Atom
from pbem.orders.words import COURTESY, INDEX, JOINTS

_UNITS = frozenset({"ip", "ips", "pt", "pts", "point", "points", "influence"})
_NUMBERS = frozenset(
    word for word, spelled in INDEX.items() if any(len(one[0]) == 1 and one[1] == "INT" for one in spelled)
)
#: Before these a comma or "and" says nothing.
_GOING_ON = frozenset({"up", "max", "maximum", "giving", "give", "returning"})
_CLOSING = frozenset({".", ",", ":", "-", "->"})


def tidy(atoms: Sequence[Atom]) -> list[Atom]:
    """Without courtesies, units ("6 points"), closing signs; `#3` is 3, `+2` is 2."""
    kept: list[Atom] = []
    for at, atom in enumerate(atoms):
        after = atoms[at + 1] if at + 1 < len(atoms) else None
        unit = atom.word in _UNITS and kept and (kept[-1].word.isdigit() or kept[-1].word in _NUMBERS)
        plus = atom.word == "+" and after is not None and after.start == atom.end and after.word.isdigit()
        if _ten_plus(atom, kept):
            kept[-1] = Atom("10+", kept[-1].start, atom.end)
            continue
        if atom.word in COURTESY or unit or plus or atom.word == "#":
            continue
        if atom.word in (".", "!", ";"):
            if not kept or kept[-1].word in (".", "nr"):
                continue
            atom = Atom(".", atom.start, atom.end)
        kept.append(atom)
    while kept and kept[-1].word in _CLOSING:
        kept.pop()
    return kept


def _ten_plus(atom: Atom, kept: Sequence[Atom]) -> bool:
    """`ten+`, `10 plus`."""
    if not kept or kept[-1].word not in ("10", "ten"):
        return False
    return atom.word == "plus" or (atom.word == "+" and atom.start == kept[-1].end)


def joined(atoms: Sequence[Atom], lexicon: Lexicon) -> list[Atom]:
    """Runs of commas, "and", "then" become one joint, or NEXT where another order follows; lead-ins go."""
    words = [atom.word for atom in atoms]
    begin = opening.find(words, 0, lexicon)
    at = begin.start if begin else 0
    # "PURGE: Manjak", "Purge - Manjak"
    colon = begin.at + begin.length if begin and begin.verb.terminal != "INFLUENCE" else 0
    opens = opening.opens_modifier(words, 0)  # "IN TURN 3: PURGE K"
    kept: list[Atom] = []
    while at < len(atoms):
        if at == colon and kept and words[at] in _CLOSING:
            at += 1
            continue
        led = words[at] == ":" and opens and opening.find(words, at + 1, lexicon) is not None
        if not led and (words[at] not in JOINTS or (not kept and at == 0)):
            kept.append(atoms[at])
            at += 1
            continue
        end = at + 1
        while end < len(atoms) and words[end] in JOINTS:
            end += 1
        joint, at = _joint(atoms, words, at, end, lexicon)
        if joint:
            kept.append(
                Atom(joint, atoms[at - 1].start if at == end else atoms[end - 1].start, atoms[end - 1].end)
            )
    return kept


def _joint(atoms: Sequence[Atom], words: list[str], at: int, end: int, lexicon: Lexicon) -> tuple[str, int]:
    """The one word for the run `at`..`end`, and where to go on."""
    if opening.opens_modifier(words, end) or (end < len(words) and words[end] in _GOING_ON):
        return "", end
    found = opening.find(words, end, lexicon)
    if found is not None and not (
        found.verb.name in ("no", "yes") or words[end : end + 2] == ["no", "votes"]
    ):
        return NEXT, found.start
    run = set(words[at:end])
    if "or" in run or "else" in run:
        return "or", end
    if run <= {"and", "&", "+"}:
        return ("and" if end < len(words) else ""), end
    return ("," if end < len(words) else ""), end
