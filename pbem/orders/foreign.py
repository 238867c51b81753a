"""A letter in another language: no order is guessed from it, but its writer is told that orders are read in English."""

from collections.abc import Sequence

from msgspec.structs import replace

from pbem.orders.readings import Reading
from pbem.orders.text import atoms

#: Very common words of orders in German, French and Spanish; none of them is an English word.
_WORDS = frozenset(
    "fertig ja nein auf karte karten spielen spiele ich nicht nehme lege bitte einfluss unterstutze und fur mein meine "
    "oui sur carte cartes je joue jouer pret avec rien keine kein befehl befehle quiero nada voto carta jugar listo gracias".split()
)
HINT = "orders are read in English, as in PLAY 17 ON Satin or READY; a line HELP mails the list of them"
_LONGEST = 200


def told(readings: Sequence[Reading]) -> list[Reading]:
    """The readings of a letter, one of those that were no orders with the hint."""
    kept = list(readings)
    for at, reading in enumerate(kept):
        if reading.kind not in ("ignored", "rejected") or reading.text.lstrip()[:1] in (">", "|"):
            continue
        if not any(atom.word in _WORDS for atom in atoms(reading.text[:_LONGEST])):
            continue
        if reading.kind == "ignored":
            kept[at] = replace(reading, notes=(*reading.notes, HINT))
        else:
            kept[at] = replace(reading, error=f"{reading.error} {HINT[0].upper()}{HINT[1:]}.")
        break
    return kept
