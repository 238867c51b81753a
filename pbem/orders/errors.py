"""What goes wrong in a line: the player's kind of error, one polite sentence that may be mailed back (design.md, Habits 5)."""

from collections.abc import Iterable

#: What the parser could have used, in the player's words.
EXPECTED = {
    "LISTED": "an order",
    "WHO": "a Politician or an office",
    "PLAYER": "a faction",
    "SEAT": "a faction",
    "SLOT": "an office",
    "INT": "a number",
    "ALL": "ALL",
    "BALLOT": "GUILTY, INNOCENT, YES or NO",
    "UP": "UP",
    "DOWN": "DOWN",
    "OP": "a comparison such as <",
    "HEALTH": "HEALTHY, SICK, ILL or SUSPECT",
    "PLACE": "a place such as AT WORK",
    "ANNOUNCED": "an announcement such as PURGE OF G",
    "PHASE": "a phase",
    "TEXT": "some words",
    "QUOTED": "a promise such as NO PURGE OF G, or words in quotation marks",
    "_COLON": "a colon",
    "_TO": "TO",
    "_WITH": "WITH",
    "_FOR": "FOR",
    "_ON": "ON",
    "_RPAR": "a closing parenthesis",
    "_CONTROLS": "CONTROLS",
    "_DECLARED": "DECLARED ON",
    "_WAVES": "WAVES",
    "_AGE": "AGE",
    "_IS": "IS",
}


#: Words that only link; they are not worth naming where something with a meaning is wanted.
_LINKS = frozenset({"_COLON", "_TO", "_WITH", "_FOR", "_ON", "_IS", "_RPAR"})


class Unread(Exception):
    """A line that cannot be read: what to say, and the index of the word where it went wrong."""

    def __init__(self, message: str, word: int | None = None) -> None:
        super().__init__(message)
        self.message = message
        self.word = word


def expected(terminals: Iterable[str]) -> str:
    """`a Politician or an office, or a number`; empty where the list would not help."""
    known = set(terminals)
    if "BALLOT" in known:
        known = {"BALLOT"}
    elif "QUOTED" in known:
        known = {"QUOTED"}
    elif "LISTED" in known:
        known = {"LISTED"}
    elif known & (EXPECTED.keys() - _LINKS):
        known -= _LINKS
    words = list(dict.fromkeys(said for terminal, said in EXPECTED.items() if terminal in known))
    if not words or len(words) > 5:
        return ""
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} or {words[-1]}"
