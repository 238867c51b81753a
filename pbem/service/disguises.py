"""Lines of a letter that are not what they look like: hidden signs, letters of other alphabets, words that were left out."""

from collections.abc import Callable, Mapping, Sequence

from pbem.mail.letter import Letter
from pbem.mail.signs import alike, disguise
from pbem.orders.reader import Reading

#: How a game reads lines.
Read = Callable[[Sequence[str]], list[Reading]]
#: Kinds of readings of what somebody meant as an order.
LIKE_ORDERS = ("order", "held", "rejected")


def dared(readings: Sequence[Reading], letter: Letter, read: Read) -> list[Reading]:
    """Lines in which something is hidden are no orders, whatever they say; nor those that only look like orders."""
    odd = dict(letter.odd)
    return [
        one if one.kind == "comment" or one.text.isascii() else _dared(one, odd, read) for one in readings
    ]


def _dared(reading: Reading, odd: Mapping[int, str], read: Read) -> Reading:
    """A message may hold what it likes: nothing in it is done."""
    if any(line.verb in ("press", "moderator") for line in reading.lines):
        return reading
    rows = range(reading.number - 1, reading.number + reading.text.count("\n"))
    why = next((odd[row] for row in rows if row in odd), "")
    if not reading.lines:
        looks = alike(reading.text)
        if looks == reading.text or not any(one.kind in LIKE_ORDERS for one in read(looks.split("\n"))):
            return reading
        why = why or disguise(reading.text)
    if not why:
        return reading
    error = f"I dare not read this line: {why}; please type it anew."
    return Reading(reading.text, reading.number, "rejected", error=error)


def notes(letter: Letter) -> tuple[str, ...]:
    """What was left out of the letter or guessed, a sentence each."""
    return tuple(f"Please note: {defect}." for defect in letter.defects)
