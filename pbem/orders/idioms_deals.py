"""Bribes as people speak of them: "accept it and give him card 13 back", "give Anna card 31 if she doesn't purge Manjak"."""

from collections.abc import Sequence

from pbem.orders.names import Lexicon
from pbem.orders.opening import verb_at
from pbem.orders.phrases import Idiom, Pieces, Said, card, seat
from pbem.orders.words import WORDS

_IT = (("that", "one"), ("this", "one"), ("it",), ("this",), ("that",), ("his",), ("hers",))
_ALL = (
    ("all", "of", "them"),
    ("both", "of", "them"),
    ("them", "all"),
    ("all", "offers"),
    ("both", "offers"),
    ("both",),
)
_WHOSE = frozenset({"his", "her", "their", "your", "this", "that"})
_GIVE = frozenset({"give", "gives", "giving", "return", "returning"})
_TO_WHOM = frozenset({"him", "her", "them", "back", "you"})
_CLOSE = frozenset({".", ";", "!", ","})
_ASSENT = frozenset({"yes", "yep", "yeah", "sure", "no", "nope"})
_IFS = (("as", "long", "as"), ("on", "condition", "that"), ("provided", "that"), ("if",), ("provided",))
_THEY = frozenset({"she", "he", "they", "you", "it"})
_NOT = frozenset(
    {
        ("does", "not"),
        ("do", "not"),
        ("will", "not"),
        ("doesn't",),
        ("doesnt",),
        ("don't",),
        ("dont",),
        ("won't",),
        ("wont",),
    }
)
_NO = (("there", "is", "no"), ("no",))
_WILL = frozenset(
    {
        "nominate",
        "nominates",
        "promote",
        "promotes",
        "release",
        "releases",
        "vote",
        "votes",
        "acquits",
        "convicts",
    }
)
_DEEDS = frozenset(word for words in WORDS["ANNOUNCED"].values() for word in words.split(" | "))
_VERDICTS = {"acquits": "acquit", "convicts": "convict"}


def _starts(words: Sequence[str], at: int, phrases: Sequence[tuple[str, ...]]) -> int:
    """The length of the phrase that stands at `at`."""
    return next((len(one) for one in phrases if tuple(words[at : at + len(one)]) == one), 0)


# -- answers to an offer ---------------------------------------------------------------------------------------------------


def answer(words: Sequence[str], at: int, lexicon: Lexicon) -> Said | None:
    """`yes, I accept bens offer and give him card 13 back`."""
    if not lexicon.has("bribes"):
        return None
    start = at
    if words[at] in _ASSENT:
        start += 1 + (words[at + 1 : at + 2] == [","])
        start += words[start : start + 1] == ["i"]
    verb = verb_at(words, start)
    if verb is None or verb[0].name not in ("accept", "refuse"):
        return None
    pieces: Pieces = [*range(start, start + verb[1])]
    after, what = _object(words, start + verb[1], lexicon)
    pieces += what
    if verb[0].name == "accept":
        after = _change(words, after, pieces, lexicon)
    return Said(after, pieces)


def _object(words: Sequence[str], at: int, lexicon: Lexicon) -> tuple[int, Pieces]:
    """What is accepted: "it" and nothing at all are the one offer that there is."""
    length = _starts(words, at, _ALL)
    if length:
        return at + length, ["all"]
    if words[at : at + 1] == ["anything"] and words[at + 1 : at + 2] in ([], ["from"], ["for"]):
        return at + 1, ["any"]
    owner, after = _owner(words, at, lexicon)
    if after and words[after : after + 1] in (["offer"], ["bribe"]):
        return after + 1, ["offer", *owner]
    length = _starts(words, at, _IT)
    if at + length == len(words) or words[at + length] in _CLOSE | _GIVE | {"and"}:
        return at + length, ["offer"]
    return at, []


def _owner(words: Sequence[str], at: int, lexicon: Lexicon) -> tuple[Pieces, int]:
    """`bens offer`, `Ben's offer`, `his offer`: FROM whom, and where the word "offer" should stand."""
    if words[at : at + 1] and words[at] in _WHOSE:
        return [], at + 1
    for length in (1, 2):
        name = list(words[at : at + length])
        if len(name) == length and name[-1].endswith("s"):
            bare = (
                name[-1].removesuffix("'s").removesuffix("s")
                if not name[-1].endswith("'s")
                else name[-1][:-2]
            )
            name[-1] = bare
            if seat(name, 0, lexicon) == length:
                return ["from", *name], at + length
    return [], 0


def _change(words: Sequence[str], at: int, pieces: Pieces, lexicon: Lexicon) -> int:
    """`1 and give him card 13 back` to `1 giving 13`; where the phrase ends."""
    give = at
    while give < len(words) and words[give] not in _GIVE:
        if words[give] in (".", ";", "when", "if", "for"):
            return at
        give += 1
    if give == len(words):
        return at
    begin = give
    while begin > at and words[begin - 1] in ("and", ",", "&", "i", "will", "then"):
        begin -= 1
    after = give + 1
    while after < len(words) and words[after] in _TO_WHOM:
        after += 1
    after += seat(words, after, lexicon)
    given, end = _given(words, after, lexicon)
    if not given:
        return at
    pieces += [*range(at, begin), "giving", *given]
    return end


def _given(words: Sequence[str], at: int, lexicon: Lexicon) -> tuple[Pieces, int]:
    given: Pieces = []
    end = at
    while (found := card(words, at, lexicon)) is not None:
        given += [",", found[0]] if given else [found[0]]
        at = end = found[1]
        while at < len(words) and words[at] in ("and", ",", "&"):
            at += 1
    if words[end : end + 1] == ["to"] and words[end + 1 : end + 2] and words[end + 1] in _TO_WHOM:
        end += 2
    while end < len(words) and words[end] in _TO_WHOM:
        end += 1
    if words[end : end + 2] in (["in", "change"], ["as", "change"], ["for", "it"], ["in", "return"]):
        end += 2
    return given, end


# -- an offer --------------------------------------------------------------------------------------------------------------


def offer(words: Sequence[str], at: int, lexicon: Lexicon) -> Said | None:
    """`offer Anna my card 34 if she doesn't purge Manjak`, `give Anna card 31 if …`."""
    verb = words[at]
    if verb not in ("offer", "give") or not lexicon.has("bribes"):
        return None
    found = _gift(words, at + 1, lexicon)
    if found is None:
        return None
    pieces, end = found
    asked = _asked(words, end, lexicon)
    if asked is None:
        if verb == "give" and words[end : end + 1] != ["for"]:
            return None
        return Said(end, ["offer", *pieces])
    return Said(asked.end, ["offer", *pieces, *asked.words])


def _gift(words: Sequence[str], at: int, lexicon: Lexicon) -> tuple[Pieces, int] | None:
    """Cards and their receiver, in either order."""
    first = seat(words, at, lexicon)
    cards, end = _given(words, at + first, lexicon)
    if not cards:
        return None
    if first:
        return [*cards, "to", *range(at, at + first)], end
    if words[end : end + 1] != ["to"]:
        return None
    to = seat(words, end + 1, lexicon)
    return ([*cards, "to", *range(end + 1, end + 1 + to)], end + 1 + to) if to else None


def _asked(words: Sequence[str], at: int, lexicon: Lexicon) -> Said | None:
    """`if she doesn't purge X`, `if no purge of X`, `if she votes guilty on X`: what is promised."""
    at += words[at : at + 1] == [","]
    length = _starts(words, at, _IFS)
    if not length:
        return None
    at += length
    no = _starts(words, at, _NO)
    if no:
        return (
            Said(at + no, ["for", "no"])
            if words[at + no : at + no + 1] and words[at + no] in _DEEDS
            else None
        )
    who = 1 if words[at : at + 1] and words[at] in _THEY else seat(words, at, lexicon)
    if not who:
        return None
    at += who
    never = _starts(words, at, tuple(_NOT))
    deed = words[at + never] if at + never < len(words) else ""
    if never and deed in _DEEDS:
        return Said(at + never, ["for", "no"])
    if not never and deed in _WILL:
        return Said(at + 1, ["for", _VERDICTS.get(deed, deed)])
    return None


# -- an offer taken back ---------------------------------------------------------------------------------------------------

_BACK = (("take", "back"), ("withdraw",), ("cancel",), ("recall",), ("revoke",))
_EVERY = frozenset({"all", "both", "every", "each"})
_OWN = frozenset({"of", "my", "the", "own", "open", "other"})


def recall(words: Sequence[str], at: int, lexicon: Lexicon) -> Said | None:
    """`withdraw all my offers`, `CANCEL ALL OFFERS`, `WITHDRAW OFFERS`; with a number behind it, that one is meant."""
    start = _starts(words, at, _BACK)
    if not start or not lexicon.has("bribes"):
        return None
    after, every = at + start, False
    while after < len(words) and (words[after] in _OWN or (words[after] in _EVERY and not every)):
        every = every or words[after] in _EVERY
        after += 1
    noun = words[after] if after < len(words) else ""
    if noun not in ("offers", "bribes") and not (every and noun in ("offer", "bribe")):
        return None
    if words[after + 1 : after + 2] and words[after + 1][-1].isdigit():
        return None
    return Said(after + 1, ["withdraw", "offer", "all"])


IDIOMS: tuple[Idiom, ...] = (answer, offer, recall)
