"""YES and NO as people type them under a receipt that asks: "Yes please", "ok yes", "yes that's right", "ja", "no, forget it" (E10)."""

from collections.abc import Sequence

from pbem.orders.lines import Line, Named, Who
from pbem.orders.names import Lexicon
from pbem.orders.opening import verb_at

_YES = frozenset(
    "yes yep yeah yup ya ye yessir confirm confirmed confirming correct affirmative ja jawohl oui si da tak".split()
)
_NO = frozenset("no nope nah nein non nee".split())
#: As an answer they say yes or no, but with them a sentence of prose begins just as well.
_LOOSE = {
    "yes": (
        ("sure",),
        ("exactly",),
        ("of", "course"),
        ("go", "ahead"),
        ("do", "it"),
        ("please", "do"),
        ("that's", "right"),
    ),
    "no": (("forget", "them"), ("forget", "it"), ("please", "don't"), ("please", "dont")),
}
_LOOSE_BEGINS = frozenset(phrase[0] for phrases in _LOOSE.values() for phrase in phrases)
#: Heard before either.
_BEFORE = frozenset("ok okay oh ah hi hello hey judge dear well so , . ! : - and i please pls".split())
_AFTER_BOTH = frozenset(
    ", . ! : - ; / please pls thanks thank you thx cheers judge comrade dear sir that that's thats this these those is it it's its "
    "they're theyre them they all both everything i i'm my me to the a as of so do is are was were what "
    "meant mean bitte danke merci gracias prego por favor".split()
)
_AFTER = {
    "yes": _AFTER_BOTH
    | _YES
    | frozenset(
        "right correct ok okay fine good great perfect exactly go ahead give run apply take use want wanted shown above below course "
        "sure definitely absolutely indeed confirm now just like did would orders order lines line genau richtig stimmt gut d'accord "
        "vale".split()
    ),
    "no": _AFTER_BOTH
    | _NO
    | frozenset(
        "forget cancel drop delete ignore discard scrap wrong not don't dont didn't didnt sorry mistake bad want wanted never mind "
        "nevermind keep stop leave only just merely talk chat talking chatting joking joke kidding message words idea".split()
    ),
}
#: No answer to a question has more words.
_LONGEST = 14


def verdict(words: Sequence[str], typed: str, lexicon: Lexicon, first: bool) -> Line | None:
    """The YES or NO that a line is as a whole; None for every other line.

    `first`: no order stands above it in the letter, so that "no, don't" takes nothing of it back.  "Yes, Satin" names whom he
    means: `Line.who`.
    """
    if not words or len(words) > _LONGEST or "?" in words:
        return None
    at = 0
    while at < len(words) and words[at] in _BEFORE:
        at += 1
    found = _head(words, at)
    if found is None or (found[0] == "no" and not _lone(words, at, found[1], first, lexicon)):
        return None
    who = _named(words, found[1], _AFTER[found[0]], lexicon)
    return None if who is None else Line(found[0], typed, who=who)


#: May stand around READY: "ok I am done, thanks!!", "that's all for now, ready".
_BESIDE_READY = frozenset(
    ", . ! - : and so well now then thanks thank thx you very much many judge all everybody everyone please pls cheers comrade dear "
    "sir hi hello for me my side from this today that's that is it with i'm i am we are to go".split()
)


def ready(words: Sequence[str], typed: str) -> Line | None:
    """READY in several parts, each of which says it or says nothing; None for every other line, a single word among them.

    `Line.text` begins behind an OK, which alone may be meant for a YES.
    """
    if not 1 < len(words) <= _LONGEST or "?" in words:
        return None
    at, said = 0, []
    while at < len(words):
        verb = verb_at(words, at)
        if verb is not None and verb[0].name == "ready":
            if at and words[at - 1] == "is":  # "Everybody is ready." is what our reports say
                return None
            said.append(at)
            at += verb[1]
        elif words[at] in _BESIDE_READY and (verb is None or words[at] in ("thanks", "all")):
            at += 1
        else:
            return None
    plain = [index for index in said if words[index] not in ("ok", "okay")]
    return Line("ready", " ".join(words[plain[0] :]) if plain else typed) if said else None


def _lone(words: Sequence[str], at: int, after: int, first: bool, lexicon: Lexicon) -> bool:
    """Is it no other order ("no orders"), no second thought ("no, don't"), and no answer to an offer ("no thanks")?"""
    verb = verb_at(words, at)
    if verb is not None and verb[0].name != "no":
        return False
    if words[at:] == ["no"]:
        return True
    return first and not (lexicon.has("bribes") and _thanks(words, after))


def _named(words: Sequence[str], at: int, heard: frozenset[str], lexicon: Lexicon) -> tuple[Who, ...] | None:
    """The Politicians named behind the answer; None where it holds other words than those."""
    who: list[Who] = []
    while at < len(words):
        if words[at] in heard:
            at += 1
            continue
        named = lexicon.exact(words, at, ("pol", "seat")) if len(words[at]) > 1 else None
        if named is None or len(named.targets) > 1:
            return None
        at += named.length
        if named.targets[0].kind == "pol":
            who.append(Named(named.targets[0].value))
        elif at < len(words):  # a player's name ends a letter
            return None
    return tuple(who)


def _head(words: Sequence[str], at: int) -> tuple[str, int] | None:
    """YES or NO, and the word behind it."""
    word = words[at] if at < len(words) else ""
    if word in _YES or word in _NO:
        return ("yes" if word in _YES else "no"), at + 1
    if word not in _LOOSE_BEGINS:
        return None
    for answer, phrases in _LOOSE.items():
        for phrase in phrases:
            if tuple(words[at:]) == phrase or tuple(words[at : at + len(phrase) + 1]) == (*phrase, "."):
                return answer, at + len(phrase)
    return None


def _thanks(words: Sequence[str], at: int) -> bool:
    """`no thanks`, `no, thank you`"""
    at += words[at : at + 1] == [","]
    return words[at : at + 1] in (["thanks"], ["thx"], ["thank"])
