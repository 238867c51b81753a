"""Words about practice (E18): in the first report of such a game, and why none begins."""

from .brief import Rendered
from .prose import echo, wrap

_HOW = (
    "This is practice, a game of your own: the other seats are played by bots that know no more than you would at their place, and "
    "nobody else reads it. Nothing that you do here counts anywhere.",
    "It waits for you as long as you like, and goes on at once when you write READY. So: answer with some orders, read the receipt, "
    "change your mind as often as you want, and write, when you are done:",
)
_THEN = (
    "All other words do what they do in a real game; only deadlines, messages and offers make no sense against bots. "
    "A month without a letter ends it, and so does:"
)


def first_words() -> list[str]:
    """In the first report."""
    lines = [*wrap(_HOW[0]), "", *wrap(_HOW[1]), "", *echo("READY"), ""]
    return [*lines, *wrap(_THEN), "", *echo("END PRACTICE")]


def refused(words: str) -> Rendered:
    """No practice game begins, or ends."""
    return Rendered("about practice", "\n".join(wrap(words)))
