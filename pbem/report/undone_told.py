"""A receipt's words about lines that did nothing: rejected ones with the reason, and what was no order at all.

The first `MOST_ECHOED` of each are shown, of the others those that are rejected for another reason, and the rest is counted: who sends
four hundred lines of nonsense gets no book back.
"""

from collections.abc import Sequence

from pbem.orders.text import visible

from .brief import Answer
from .naming import one_line
from .prose import echo, wrap

MOST_ECHOED, MOST_REASONS = 20, 10


def rejected(answers: Sequence[Answer]) -> list[str]:
    """Each with the sentence of the reader; the others are not harmed by it."""
    lines: list[str] = []
    shown = _shown(answers)
    for answer in shown:
        lines += [*echo(visible(answer.text)), *wrap(" ".join((answer.error, *answer.notes)), "     ")]
    return lines + more(len(answers) - len(shown), "rejected")


def ignored(answers: Sequence[Answer]) -> list[str]:
    """All in one line: they are no orders, but nothing disappears unmentioned."""
    if not answers:
        return []
    shown = answers[:MOST_ECHOED]
    told = wrap(f"No orders, so left alone: {', '.join(f'“{one_line(a.text)}”' for a in shown)}.", "", "  ")
    for note in dict.fromkeys(n for a in shown for n in a.notes if not n.startswith("a question")):
        told += wrap(note, "  ", "  ")
    return told + more(len(answers) - len(shown), "left alone")


def fewer(answers: Sequence[Answer]) -> tuple[list[Answer], int]:
    """Without the rejected ones that are not shown, and how many those are."""
    rejected = [answer for answer in answers if answer.kind == "rejected"]
    shown = {id(answer) for answer in _shown(rejected)}
    kept = [answer for answer in answers if answer.kind != "rejected" or id(answer) in shown]
    return kept, len(answers) - len(kept)


def more(left: int, what: str) -> list[str]:
    """How many were not shown."""
    return (
        wrap(f"And {left} more {'line' if left == 1 else 'lines'} like these, {what} as well.")
        if left
        else []
    )


def _shown(answers: Sequence[Answer]) -> list[Answer]:
    """The first, and the last that say something else: that a letter was too long is said of its last line."""
    first = answers[:MOST_ECHOED]
    known = {answer.error for answer in first}
    others = {answer.error: answer for answer in answers[MOST_ECHOED:] if answer.error not in known}
    return [*first, *list(others.values())[-MOST_REASONS:]]
