"""How people end their letters: what of it need not be told back to them as "ignored"."""

import re
from collections.abc import Iterator, Sequence

from pbem.orders.reader import Reading

_CLOSING = re.compile(
    r"(?:with |many |kind(?:est)? |best |warm(?:est)? |my )*"
    r"(?:regards|wishes|greetings|best|cheers|thanks|thank you|thx|sincerely|yours(?: \w+)?|love|bye|"
    r"(?:viele |liebe |beste |mit )?(?:freundlichen )?gr(?:ü|ue?)(?:ß|ss)en?|lg|mfg|vg|cordialement|salutations|saluti|saludos)"
)
#: What stands below a closing line is a name, a firm, a number: no more than so long.
_SHORT = 60


def told(readings: Sequence[Reading], name: str) -> Iterator[Reading]:
    """The lines that were ignored, without those that only end the letter: a closing line and what follows it, his own name."""
    closed = False
    for reading in readings:
        if reading.kind in ("order", "held", "rejected"):
            closed = False
        if reading.kind != "ignored":
            continue
        if _is_name(reading.text, name):
            continue
        if _closes(reading.text, name):
            closed = True
        elif not (closed and _signs(reading)):
            yield reading


def _bare(text: str) -> str:
    return " ".join(text.casefold().strip(" \t,.;!-–—*~:").split())


def _is_name(text: str, name: str) -> bool:
    """His name, or the first part of it."""
    mine = _bare(name)
    return bool(mine) and _bare(text) in (mine, mine.split()[0])


def _closes(text: str, name: str) -> bool:
    """`Kind regards,`, `Cheers, Anna`."""
    said, mine = _bare(text), _bare(name)
    for signed in (mine, mine.split()[0] if mine else ""):
        said = _bare(said.removesuffix(signed)) if signed and said != signed else said
    return bool(_CLOSING.fullmatch(said))


def _signs(reading: Reading) -> bool:
    """Below a closing line: no question, no note of the reader's, no second thought."""
    text = reading.text.strip()
    second = re.match(r"p\.?\s?s\b", text.casefold())
    return not reading.notes and len(text) <= _SHORT and "?" not in text and second is None
