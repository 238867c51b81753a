"""Tellers of what the desk decided: holds, deadlines, disputes, seats that change hands."""

from collections.abc import Mapping

from pbem.engine.events import Conceded, Decreed

from .chronicle import Narrator, tells
from .naming import one_line

_LONGEST = 600
#: What was mailed word for word, or is told by what came of it.
_SILENT = frozenset(("tell", "answer", "approve", "release", "drop"))
#: Where the words are only the reason: with it, and without.
_HEADED: Mapping[str, tuple[str, str]] = {
    "hold": ("The moderator stopped the clock: “{}”.", "The moderator stopped the clock."),
    "resume": ("The clock runs again: “{}”.", "The clock runs again."),
}


def in_words(e: Decreed) -> str:
    """What the moderator has decided, with his reason; "" where only what came of it tells."""
    words = one_line(e.words, _LONGEST)
    reason, bare = _HEADED.get(e.act, ("{}", ""))
    return reason.format(words.rstrip(".") if e.act in _HEADED else words) if words else bare


@tells(Decreed)
def _decreed(n: Narrator, e: Decreed) -> None:
    said = in_words(e)
    if said and e.act not in _SILENT:
        n.open(said)
    if e.private and n.me is None:
        n.whisper(one_line(e.private, _LONGEST).rstrip("."))


@tells(Conceded)
def _conceded(n: Narrator, e: Conceded) -> None:
    n.open(f"{n.who(e.player)} gives up: what he has declared stays, and he cannot win any more (HR-33).")
