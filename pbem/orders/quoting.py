"""Words in quotation marks behind FOR: they are passed on as they are, and nothing in them is read as an order."""

from collections.abc import Sequence

from pbem.orders.text import Atom, quotations

#: Put in place of the words; its place in the line says which they are.
QUOTED = "\x00quoted"


def gathered(text: str, atoms: Sequence[Atom]) -> list[Atom]:
    """The atoms of a line, each quotation behind FOR made one."""
    kept = list(atoms)
    for start, end in quotations(text):
        while start < end and text[start].isspace():
            start += 1
        inside = [index for index, atom in enumerate(kept) if start <= atom.start < end]
        if inside:
            kept[inside[0] : inside[-1] + 1] = [Atom(QUOTED, start, end)]
    return kept
