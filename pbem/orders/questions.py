"""Questions to the judge in plain words: no orders, but whoever asks is told who answers (docs/orders.md, "Asking")."""

from collections.abc import Sequence

_ASKING = frozenset("who whom whose what when where why how which".split())
_HELPING = frozenset(
    "can could do does did is are am was should shall must may will would has have controls owns holds rules".split()
)
_BEFORE = frozenset("and so but hi hello hey ok well , . please sorry judge then".split())
_PERSON = "a line with MODERATOR, a colon and your words goes to a person"
#: The first of these that has a word of the question answers it.
_ANSWERS: tuple[tuple[frozenset[str], str], ...] = (
    (
        frozenset(
            "controls control owns own holds hold declared shown influence sits board position".split()
        ),
        "a line STATUS mails you the board and who controls whom",
    ),
    (
        frozenset("deadline turn when waiting ready awaited".split()),
        "a line STATUS mails you where the game stands and the deadline",
    ),
    (
        frozenset("happened last why died history".split()),
        "a line HISTORY mails you what has happened, WHY with the number of a line what stands behind it",
    ),
    (
        frozenset("how rule rules works work allowed legal mean means".split()),
        "a line HELP mails you the orders (HELP PURGE one of them), a line RULES the rules",
    ),
)
_OTHERS = "a line HELP mails you what can be ordered, a line STATUS where you stand"


def question(words: Sequence[str]) -> str | None:
    """What to tell the writer of a question; None if it is none."""
    at = 0
    while at < len(words) - 1 and words[at] in _BEFORE:
        at += 1
    asks = "?" in words or (words[at] in _ASKING and at + 1 < len(words) and words[at + 1] in _HELPING)
    if not asks or len(words) > 60:
        return None
    said = set(words)
    answer = next((answer for about, answer in _ANSWERS if said & about), _OTHERS)
    return f"a question is no order: {answer}; {_PERSON}"
