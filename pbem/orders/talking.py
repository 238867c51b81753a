"""The words of talk: each knows how prose that begins like it looks (D15)."""

from collections.abc import Callable, Mapping, Sequence
from difflib import get_close_matches

from pbem.orders.names import Lexicon
from pbem.orders.personal import SETTINGS, settles
from pbem.orders.words import COURTESY, INDEX, JOINTS

NEXT = "\x00next"
#: With these an order, or a part of it, is at its end.
ENDS = frozenset({".", ";", "!", "?", NEXT, "(", "-", ":"}) | JOINTS


def number(word: str) -> bool:
    """A number in letters."""
    return any(len(spelled) == 1 and terminal == "INT" for spelled, terminal, _ in INDEX.get(word, ()))


def _press(words: Sequence[str], after: int, lexicon: Lexicon) -> bool:
    rest = words[after] if after < len(words) else ""
    if rest in ("anonymous", "anonymously", ":"):
        return True
    if rest == "to" and after + 1 < len(words):
        return words[after + 1] in _MANY or ":" in words[after:] or _a_player(words, after + 1, lexicon)
    return _a_player(words, after, lexicon)


_MANY = frozenset(("all", "everybody", "everyone", "moderator"))


def _a_player(words: Sequence[str], at: int, lexicon: Lexicon) -> bool:
    return lexicon.exact(words, at, ("seat",)) is not None


def _salt(words: Sequence[str], after: int, lexicon: Lexicon) -> bool:
    return True


def _moderator(words: Sequence[str], after: int, lexicon: Lexicon) -> bool:
    return after < len(words) and words[after] == ":"


_WHEN_PAST = frozenset(". ? turn year of in for the".split()) | COURTESY


def _history(words: Sequence[str], after: int, lexicon: Lexicon) -> bool:
    rest = [word for word in words[after:] if word not in _WHEN_PAST]
    return not rest or (len(rest) == 1 and rest[0].isdigit())


#: Between RULES and the clause or card that is asked for.
_ABOUT = frozenset("of for on about the clause chapter number no nr # . :".split())
_DECK = frozenset(("card", "cards", "deck"))


def _rules(words: Sequence[str], after: int, lexicon: Lexicon) -> bool:
    """`RULES R4.2`, `rules of card 14`; not `Rules are rules`."""
    rest = [word for word in words[after:] if word not in _ABOUT]
    if not rest:
        return after == len(words) or words[after] in (".", "?")
    card = rest[0] in _DECK and all(word.isdigit() or word in ("?", "!", *COURTESY) for word in rest[1:])
    return rest[0].isdigit() or card or (rest[0] in ("r", "hr") and len(words) <= after + 7)


def _help(words: Sequence[str], after: int, lexicon: Lexicon) -> bool:
    return len(words) <= after + 3


def _address(words: Sequence[str], after: int, lexicon: Lexicon) -> bool:
    return "@" in words[after:] or after == len(words)


def _vacation(words: Sequence[str], after: int, lexicon: Lexicon) -> bool:
    """`VACATION UNTIL 3 May`, `I'm away until 3 May`; not "I'm away until Friday, sorry", nor "Holidays are short"."""
    rest = words[after:]
    dated = bool(rest) and rest[0] in ("until", "till", "til", "from", "to", "for")
    numbered = any(word.isdigit() for word in rest[:8])
    if words[0] in ("i", "i'm", "im", "away", "on"):
        return dated and numbered
    return (
        not rest or (dated and rest[0] != "to") or rest[0] == ":" or any(word.isdigit() for word in rest[:4])
    )


_HOURS = frozenset("h hr hrs hour hours d day days week weeks".split())
_NUMBER_WORDS = frozenset({"event", "events", "line", "number", "no", "nr", "#", "."})


def _extend(words: Sequence[str], after: int, lexicon: Lexicon) -> bool:
    """`EXTEND`, `extend by 2 days`, `more time please`; not "extend him my thanks"."""
    rest = [word for word in words[after:] if word not in COURTESY]
    rest = rest[1:] if rest[:1] in (["by"], ["for"], [":"]) else rest
    if not rest or rest[0] in ENDS:
        return True
    amount = rest[0] == "a" or rest[0].isdigit() or number(rest[0])
    return amount and (len(rest) == 1 or rest[1] in _HOURS or rest[1] in ENDS)


def _numbers(words: Sequence[str], after: int, lexicon: Lexicon) -> bool:
    """`WHY 217`, `explain event no. 217?`, `KEEP ORDERS 1, 3`; not "why 2 votes?"."""
    rest = [word for word in words[after:] if word not in COURTESY and word not in _NUMBER_WORDS]
    return bool(rest) and rest[0].isdigit() and all(_listed(word) for word in rest)


def _listed(word: str) -> bool:
    return word.isdigit() or word in ENDS or word in ("?", "to", "through")


def _keep_orders(words: Sequence[str], after: int, lexicon: Lexicon) -> bool:
    rest = words[after:]
    return not rest or rest[0] in ENDS or rest[0] == "all" or _numbers(words, after, lexicon)


def _protest(words: Sequence[str], after: int, lexicon: Lexicon) -> bool:
    """`PROTEST 217: he was ill`, `protest against event 217 - …`."""
    at = after
    while at < len(words) and words[at] in _NUMBER_WORDS:
        at += 1
    return at < len(words) and words[at].isdigit()


def _paper(words: Sequence[str], after: int, lexicon: Lexicon) -> bool:
    """`PRAVDA: …`, `PRAVDA ANONYMOUS: …`, `DIARY: …`; not "Pravda writes that …"."""
    rest = words[after : after + 2]
    return rest[:1] == [":"] or (rest[:1] in (["anonymous"], ["anonymously"]) and rest[1:] == [":"])


def _obituary(words: Sequence[str], after: int, lexicon: Lexicon) -> bool:
    """`OBITUARY Nestor: …`"""
    return ":" in words[after + 1 : after + 8]


_RULES = ("basic", "advanced", "swiss")
_MODES = frozenset("basic advanced swiss ah - a the game with against bots".split()) | COURTESY | ENDS


def _practice(words: Sequence[str], after: int, lexicon: Lexicon) -> bool:
    """`PRACTICE`, `practice advanced, please`, `practice advnaced`; not "practice makes perfect"."""
    rest = [word for word in words[after:] if word not in _MODES]
    return not rest or (len(words) == after + 1 and bool(get_close_matches(rest[0], _RULES, 1, 0.7)))


#: `Watch out`, `watch your step`: no game is called so.
_NO_GAME = frozenset(
    "out over it this that them him her me us you your the his my our for how what who when if closely carefully and".split()
)
_OF_A_NAME = frozenset({"-", "_", "game", "the", ":", ".", "!"})


def _watch(words: Sequence[str], after: int, lexicon: Lexicon) -> bool:
    """`WATCH autumn27`, `watch the game autumn-27`; not "watch out", nor "watch Manjak"."""
    rest = [word for word in words[after:] if word not in COURTESY]
    begins = [word for word in rest if word not in _OF_A_NAME]
    if (
        not begins
        or begins[0] in _NO_GAME
        or lexicon.exact(words, after, ("pol", "office", "seat")) is not None
    ):
        return False
    parts = sum(word.isalpha() for word in begins) - rest.count("-")
    return parts <= 1 or any(word.isdigit() for word in begins)


TALKING: Mapping[str, Callable[[Sequence[str], int, Lexicon], bool]] = {
    "extend": _extend,
    "why": _numbers,
    "practice": _practice,
    "watch": _watch,
    "unwatch": _watch,
    "protest": _protest,
    "keep orders": _keep_orders,
    "press": _press,
    "salt": _salt,
    "moderator": _moderator,
    "history": _history,
    "rules": _rules,
    "help": _help,
    "vacation": _vacation,
    "obituary": _obituary,
    **dict.fromkeys(("pravda", "slogan", "diary", "memoirs"), _paper),
    **dict.fromkeys(("set address", "add address", "forget address"), _address),
    **{verb.name: settles(verb.name) for verb in SETTINGS},
}
