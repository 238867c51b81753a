"""Lines of the judge's form (E12): what still has its `#` is for nobody, and where a line of a paper is over."""

from pbem.orders.names import Lexicon
from pbem.orders.opening import after_lead_ins, verb_at
from pbem.orders.papers import FULL_LINE
from pbem.orders.readings import Written
from pbem.orders.sentences import read_line
from pbem.orders.text import atoms, clean, uncommented, unmarked

#: No mail program breaks a line before this column.
_NARROWEST = 64
#: A line that begins with a verb, and has no more words, may be an order that is not right yet.
_MOST_WORDS = 6


def of_form(raw: str, lexicon: Lexicon) -> bool:
    """`## In the Purge Phase: …`, `# PURGE Satin`: it tells what its writer may order, and must never reach another in a message of his."""
    said = clean(raw).text.strip()
    if not said.startswith("#"):
        return False
    return said.startswith("##") or _like_an_order(said.lstrip("#"), lexicon)


def ends_paper(above: str, raw: str, lexicon: Lexicon) -> bool:
    """Is PRAVDA, OBITUARY or SLOGAN over with the line `above`, so that `raw` does not belong to it?

    It goes on only where a mail program broke it, and never in what may be an order that is not right yet: everybody would read it.
    """
    if above.rstrip().endswith(":"):
        return _like_an_order(raw, lexicon)
    first = (raw.split() or [""])[0]
    if len(above.strip()) < FULL_LINE or len(above.rstrip()) + 1 + len(first) <= _NARROWEST:
        return True
    words = [atom.word for atom in atoms(unmarked(clean(raw)).text[:200])]
    begins = verb_at(words, after_lead_ins(words, 0))
    return (begins is not None and len(words) <= _MOST_WORDS) or _like_an_order(raw, lexicon)


def _like_an_order(raw: str, lexicon: Lexicon) -> bool:
    """Is it an order, or would it be rejected as one?"""
    said = uncommented(unmarked(clean(raw)))
    if not said.text.strip() or len(said.text) > 200:
        return False
    return any(one.kind not in ("ignored", "comment") for one in read_line(Written(raw, 0, said), lexicon))
