"""Growing influence (R15.6) as people say it: "2 more on Wasolin", "add 1 to G and draw a card", "take 2 cards"."""

from collections.abc import Sequence

from pbem.orders.names import Lexicon
from pbem.orders.phrases import Idiom, Pieces, Said, number, person

_UNITS = frozenset({"point", "points", "ip", "pts", "pt", "influence"})
_LINKS = frozenset({"on", "to", "for", "onto", "in"})
_GETTING = frozenset({"take", "get", "draw", "want", "have"})
_WISHING = frozenset({"i", "i'd", "id", "would", "like", "want", "to"})
_A = frozenset({"a", "another", "new", "more"})
_TAILS = (
    ("at", "end", "of", "year"),
    ("at", "end", "of", "turn"),
    ("at", "end", "of", "this", "year"),
    ("at", "end", "of", "this", "turn"),
    ("at", "end"),
    ("this", "year"),
    ("this", "turn"),
    ("instead", "of", "points"),
    ("instead", "of", "influence"),
    ("instead",),
)


def gain(words: Sequence[str], at: int, lexicon: Lexicon) -> Said | None:
    """What can only mean growth: GAIN or ADD in front, or "more" or "points" where influence grows this turn."""
    if not lexicon.has("growth"):
        return None
    verb = words[at] if words[at] in ("gain", "grow", "add") else ""
    if verb != "gain" and verb != "grow" and not lexicon.growing:
        return None
    found = share(words, at + bool(verb) + (bool(verb) and words[at + 1 : at + 2] == [":"]), lexicon)
    if found is None or (not verb and not found[2]):
        return None
    pieces, end, _marked = found
    pieces = ["gain", *pieces]
    while True:
        after = _past_and(words, end)
        more = share(words, after, lexicon)
        drawn = _cards(words, after)
        if more is not None:
            pieces, end = [*pieces, ",", *more[0]], more[1]
        elif drawn is not None and after > end:
            pieces, end = [*pieces, "and", "draw", drawn[0]], drawn[1]
        else:
            return Said(_past_tail(words, end), pieces)


def share(words: Sequence[str], at: int, lexicon: Lexicon) -> tuple[Pieces, int, bool] | None:
    """The 1 or 2 points on somebody that begin at `at`: `2 more points on wasolin`; marked: it says "more" or "points"."""
    at += words[at : at + 1] == ["+"]
    count = number(words[at]) if at < len(words) else None
    if count not in ("1", "2"):
        return None
    said = at
    at += 1
    marked = False
    while at < len(words) and (words[at] in _UNITS or words[at] in ("more", "extra")):
        marked, at = True, at + 1
    at += at < len(words) and words[at] in _LINKS
    length = person(words, at, lexicon)
    if not length:
        return None
    end = at + length
    while end < len(words) and words[end] in ("more", "extra"):
        marked, end = True, end + 1
    name: Pieces = [*range(at, at + length)]
    return ([said if words[said].isdigit() else count, "on", *name], end, marked)


def _cards(words: Sequence[str], at: int) -> tuple[str, int] | None:
    """`a card`, `2 cards`, `one card`."""
    count = words[at] if at < len(words) else ""
    how_many = "1" if count in _A else number(count)
    at += 1
    while at < len(words) and words[at] in _A:
        at += 1
    if how_many is None or words[at : at + 1] not in (["card"], ["cards"]):
        return None
    return how_many, at + 1


def draw(words: Sequence[str], at: int, lexicon: Lexicon) -> Said | None:
    """`take 2 cards`, `2 cards instead of points`, `I'd like to get 2 cards instead of points`."""
    if not lexicon.has("growth"):
        return None
    start, begin = at, at
    while begin < len(words) and words[begin] in _WISHING and words[begin] not in _GETTING:
        begin += 1
    verb = begin < len(words) and words[begin] in _GETTING
    found = _cards(words, begin + verb)
    if found is None:
        return None
    end = _past_tail(words, found[1])
    instead = "instead" in words[found[1] : end]
    closed = end == len(words) or words[end] in (".", ",", "and", "!", "&", ";")
    if closed and (instead or (verb and words[begin] in ("take", "draw", "get") and start == begin)):
        return Said(end, ["draw", found[0]])
    return None


def _past_and(words: Sequence[str], at: int) -> int:
    while at < len(words) and words[at] in ("and", ",", "&", "+"):
        at += 1
    return at


def _past_tail(words: Sequence[str], at: int) -> int:
    for tail in _TAILS:
        if tuple(words[at : at + len(tail)]) == tail:
            return at + len(tail)
    return at


IDIOMS: tuple[Idiom, ...] = (gain, draw)
