"""Cards as people speak of them: by name, "blackmail FM with card 3 when he promotes", "play 31 as soon as possible"."""

from collections.abc import Sequence

from pbem.orders.names import Lexicon
from pbem.orders.opening import opens_modifier, verb_at
from pbem.orders.phrases import Idiom, Pieces, Said, card, person
from pbem.orders.words import JOINTS, WORDS

_VERBS = frozenset({"play", "discard", "keep cards"})
#: A card is played in the first window that allows it anyhow.
_HASTE = (
    ("as", "soon", "as", "possible"),
    ("for", "time", "being"),
    ("right", "away"),
    ("right", "now"),
    ("at", "once"),
    ("when", "possible"),
    ("if", "possible"),
    ("for", "now"),
    ("immediately",),
    ("asap",),
    ("first",),
    ("now",),
)
_ENDS = frozenset({".", ";", "!"})
_HE = frozenset({"he", "him", "she", "her"})
_DONE = frozenset(word for words in WORDS["DONE"].values() for word in words.split(" | "))
_DOES = frozenset(word for words in WORDS["ANNOUNCED"].values() for word in words.split(" | "))
_TRYING = (
    ("tries", "to"),
    ("wants", "to"),
    ("is", "about", "to"),
    ("is", "going", "to"),
    ("will",),
    ("announces", "a"),
)


def by_name(words: Sequence[str], at: int, lexicon: Lexicon) -> Said | None:
    """The cards of a PLAY, DISCARD or KEEP by their numbers, "he" by his name, haste left out."""
    verb = verb_at(words, at)
    if verb is None or verb[0].name not in _VERBS or not lexicon.has("intrigue"):
        return None
    length = verb[1]
    pieces: Pieces = [*range(at, at + length)]
    found = card(words, at + length, lexicon)
    if found is None:
        return None
    pieces.append(found[0])
    end = found[1]
    if verb[0].name != "play":
        end = _more(words, end, pieces, lexicon)
    return _rest(words, end, pieces, lexicon)


def _more(words: Sequence[str], at: int, pieces: Pieces, lexicon: Lexicon) -> int:
    """Further cards of DISCARD and KEEP."""
    end = at
    while at < len(words):
        while at < len(words) and words[at] in ("and", ",", "&"):
            at += 1
        found = card(words, at, lexicon)
        if found is None:
            break
        pieces += [",", found[0]]
        at = end = found[1]
    return end


def blackmail(words: Sequence[str], at: int, lexicon: Lexicon) -> Said | None:
    """`blackmail X with card n` is PLAY n ON X."""
    if words[at] != "blackmail" or not lexicon.has("intrigue"):
        return None
    length = person(words, at + 1, lexicon)
    after = at + 1 + length
    if not length or words[after : after + 1] not in (["with"], ["using"], ["by"]):
        return None
    found = card(words, after + 1, lexicon)
    if found is None:
        return None
    return _rest(words, found[1], ["play", found[0], "on", *range(at + 1, after)], lexicon)


def cure(words: Sequence[str], at: int, lexicon: Lexicon) -> Said | None:
    """`send Wasolin to the sanatorium` is CURE."""
    if words[at] != "send":
        return None
    length = person(words, at + 1, lexicon)
    after = at + 1 + length
    if not length or words[after : after + 2] not in (["to", "sanatorium"], ["to", "cure"]):
        return None
    return Said(after + 2, ["cure", *range(at + 1, after)])


# -- what stands behind the card -------------------------------------------------------------------------------------------


def _rest(words: Sequence[str], at: int, pieces: Pieces, lexicon: Lexicon) -> Said:
    """To the end of this order."""
    named: list[Pieces] = []
    if "on" in pieces:
        named.append(pieces[pieces.index("on") + 1 :])
    while at < len(words) and words[at] not in _ENDS and not _next(words, at):
        haste = _hasty(words, at)
        length = person(words, at, lexicon)
        if haste:
            at += haste
        elif words[at] in _HE and len({tuple(one) for one in named}) == 1 and _spoken(words, at):
            pieces += named[0]
            at = _past_trying(words, at + 1)
        elif words[at] == "if" and _announced(words, at + 1, lexicon):
            pieces.append("when")
            at += 1
        elif length:
            name: Pieces = [*range(at, at + length)]
            named.append(name)
            pieces += name
            at = _past_put(words, _past_trying(words, at + length))
        else:
            pieces.append(at)
            at = _past_put(words, at + 1)
    return Said(at, pieces)


def _next(words: Sequence[str], at: int) -> bool:
    """Does another order begin here?"""
    return words[at] in JOINTS and verb_at(words, at + 1) is not None


def _hasty(words: Sequence[str], at: int) -> int:
    """The length of a word of haste, if nothing but a condition or another order follows."""
    for phrase in _HASTE:
        end = at + len(phrase)
        if tuple(words[at:end]) == phrase:
            ends = end >= len(words) or words[end] in _ENDS | JOINTS or opens_modifier(words, end)
            return len(phrase) if ends else 0
    return 0


def _spoken(words: Sequence[str], at: int) -> bool:
    """Is it said of what "he" does or suffers?"""
    return (
        words[at - 1] in ("when", "whenever", "if", "once", "controls", "of", "by", "on")
        or words[at] == "him"
    )


def _past_trying(words: Sequence[str], at: int) -> int:
    """`tries to promote`: past the trying."""
    for phrase in _TRYING:
        end = at + len(phrase)
        if tuple(words[at:end]) == phrase and end < len(words) and words[end] in _DOES:
            return end
    return at


def _past_put(words: Sequence[str], at: int) -> int:
    """`is put on trial`, `gets purged`: past PUT and GETS."""
    if words[at : at + 2] == ["is", "put"]:
        return at + 2
    return at + (words[at : at + 1] in (["gets"], ["put"]))


def _announced(words: Sequence[str], at: int, lexicon: Lexicon) -> bool:
    """`if he is put on trial`, `if FM promotes somebody`: an announcement, which WHEN takes."""
    length = 1 if words[at : at + 1] and words[at] in _HE else person(words, at, lexicon)
    if not length:
        return False
    after = _past_trying(words, at + length)
    while after < len(words) and words[after] in ("is", "gets", "put"):
        after += 1
    said = " ".join(words[after : after + 2])
    return after < len(words) and (words[after] in _DONE | _DOES or said in _DONE)


IDIOMS: tuple[Idiom, ...] = (by_name, blackmail, cure)
