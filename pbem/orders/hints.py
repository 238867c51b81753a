"""What is added to a rejection: the next right thing to write."""

from collections.abc import Sequence

from pbem.orders.opening import NEXT, verb_at
from pbem.orders.verbs import Verb

_PRONOUNS = frozenset({"he", "him", "she", "her", "they", "them"})
_JOINED = frozenset({"and", ",", "&", "then", ".", NEXT})


def _two_cards(words: Sequence[str]) -> bool:
    """`PLAY 33 and 14`."""
    return any(
        word in _JOINED and words[at - 1].isdigit() and "".join(words[at + 1 : at + 2]).isdigit()
        for at, word in enumerate(words)
        if at
    )


def hint(words: Sequence[str], verb: Verb | None) -> str:
    """One more sentence, where it helps."""
    name = verb.name if verb is not None else ""
    if name == "offer" and "for" not in words and "if" in words:
        return " What you ask for stands behind FOR, as in FOR NO PURGE OF Manjak."
    if name == "play" and "phase" in words:
        return " Without WHEN it is played in the first window that allows it; with it, as in WHEN START OF PURGE."
    if name == "offer" and "for" in words and "\x00quoted" not in words:
        return ' The judge can hold nobody to other promises; to pass words on, put them in quotation marks: FOR "your words".'
    if name == "cancel" and {"concede", "resign"} & set(words):
        return " A CONCEDE is taken back by the moderator: a line with MODERATOR, a colon and your words reaches him."
    if name == "vacation" and not words[1:]:
        return " It needs the day on which you are back, as in VACATION UNTIL 3 May."
    if name == "play" and _two_cards(words):
        return " Please write a PLAY line for each card."
    said = _PRONOUNS & set(words)
    if said:
        return f' Whom "{min(said)}" means I cannot tell; please write the name.'
    several = any(
        word in _JOINED and verb_at(words, at + 1 + (words[at + 1 : at + 2] == ["and"])) is not None
        for at, word in enumerate(words[:-1])
    )
    return " Please write one order a line." if several else ""
