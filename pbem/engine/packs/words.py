"""Near misses: what was probably meant by a word that is not known."""

from collections.abc import Iterable


def nearest(word: str, known: Iterable[str]) -> str:
    """The known word that this one is most likely a slip for; "" if none is near.

    >>> nearest("weaknes", ["strength", "weakness"])
    'weakness'
    """
    typed = word.casefold()
    slips = 1 if len(typed) < 4 else 2 if len(typed) < 8 else 3
    near = [(_slips(typed, name.casefold()), name) for name in known]
    best = min(near, default=(slips + 1, ""))
    if best[0] <= slips:
        return best[1]
    begun = [name for _, name in near if len(typed) >= 3 and name.casefold().startswith(typed)]
    return begun[0] if len(begun) == 1 else ""


def meant(word: str, known: Iterable[str]) -> str:
    """`nearest` as the end of a sentence: "; did you mean weakness?", or nothing."""
    near = nearest(word, known)
    return f"; did you mean {near}?" if near else ""


def _slips(one: str, other: str) -> int:
    """How many letters must be put in, left out or changed."""
    row = list(range(len(other) + 1))
    for at, letter in enumerate(one, 1):
        above, row[0] = row[0], at
        for place, wanted in enumerate(other, 1):
            above, row[place] = (
                row[place],
                min(row[place] + 1, row[place - 1] + 1, above + (letter != wanted)),
            )
    return row[-1]
