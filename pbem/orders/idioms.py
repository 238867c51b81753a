"""Ways of speaking that have a plain form: "blackmail FM with card 3", "2 more on Wasolin", "accept it".

Each idiom looks where an order can begin and says the same in words that the grammar reads.  It puts words only where the
sentence holds their sense; what is no such phrase is left exactly as it was typed.
"""

from collections.abc import Iterator, Sequence

from pbem.orders import idioms_cards, idioms_deals, idioms_desk, idioms_growth, opening
from pbem.orders.names import Lexicon
from pbem.orders.phrases import Idiom, Said
from pbem.orders.text import Atom
from pbem.orders.words import COURTESY, JOINTS

_BREAKS = JOINTS | {".", ";", "!", ":"}
_NUMBERED = frozenset(
    "card cards offer offers order orders line lines play use discard keep drop away accept refuse cancel withdraw and , my "
    "intrigue giving give event why explain protest".split()
)
_IDIOMS: tuple[Idiom, ...] = (
    *idioms_deals.IDIOMS,
    *idioms_growth.IDIOMS,
    *idioms_cards.IDIOMS,
    *idioms_desk.IDIOMS,
)


def plainly(atoms: Sequence[Atom], lexicon: Lexicon) -> list[Atom]:
    """The words of a line with its idioms in plain form."""
    kept = _refused(_without_dots(atoms), lexicon)
    kept = [atom for atom in kept if atom.word not in COURTESY]
    words = [atom.word for atom in kept]
    out: list[Atom] = []
    at, done = 0, False
    while at < len(kept):
        said = _said(words, at, lexicon) if _begins(words, at, done) else None
        done = said is not None
        if said is None:
            out.append(kept[at])
            at += 1
            continue
        out += _written(said, kept, at)
        at = said.end
    return out


def _begins(words: Sequence[str], at: int, done: bool) -> bool:
    """Can an order begin here?"""
    if at == 0 or done or words[at - 1] in _BREAKS:
        return True
    start = at
    while start and words[start - 1] not in _BREAKS and at - start < 5:
        start -= 1
    return opening.after_lead_ins(words, start) == at


def _said(words: Sequence[str], at: int, lexicon: Lexicon) -> Said | None:
    for idiom in _IDIOMS:
        said = idiom(words, at, lexicon)
        if said is not None:
            return said
    return None


def _written(said: Said, kept: Sequence[Atom], at: int) -> Iterator[Atom]:
    """New words stand where the old ones stood, so that an error can name the place."""
    place = at
    for piece in said.words:
        if isinstance(piece, int):
            place = piece
            yield kept[piece]
        else:
            same = [index for index in range(place, said.end) if kept[index].word == piece]
            place = same[0] if same else min(place + 1, said.end - 1)
            yield Atom(piece, kept[place].start, kept[place].end)


def _without_dots(atoms: Sequence[Atom]) -> list[Atom]:
    """`card no. 13`: the full stop ends no sentence."""
    if not any(atom.word == "." for atom in atoms):
        return list(atoms)
    kept: list[Atom] = []
    for at, atom in enumerate(atoms):
        words = [one.word for one in kept[-2:]]
        number = at + 1 < len(atoms) and atoms[at + 1].word.isdigit()
        if atom.word == "." and number and len(words) == 2 and words[1] in ("no", "nr", "num"):
            if words[0] in _NUMBERED:
                continue
        kept.append(atom)
    return kept


def _refused(atoms: list[Atom], lexicon: Lexicon) -> list[Atom]:
    """`no thanks`, `no thank you, refuse it`: an offer is refused; a bare NO answers a letter that is held."""
    words = [atom.word for atom in atoms]
    if words[:1] != ["no"] or not lexicon.has("bribes"):
        return atoms
    at = 1 + (words[1:2] == [","])
    if words[at : at + 1] in (["thanks"], ["thx"]):
        at += 1
    elif words[at : at + 2] == ["thank", "you"]:
        at += 2
    else:
        return atoms
    while at < len(words) and words[at] in (",", ".", "!", "i", "judge"):
        at += 1
    if all(word in opening.TAILS for word in words[at:]):
        return [Atom("refuse", atoms[0].start, atoms[-1].end)]
    begin = opening.verb_at(words, at)
    if begin is not None and begin[0].name == "refuse":
        return atoms[at:]
    return [Atom("no-thanks", atoms[0].start, atoms[at - 1].end), *atoms[at:]]  # talk, and never NO
