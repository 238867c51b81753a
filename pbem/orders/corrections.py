"""Second thoughts within one sentence: "no wait, purge Satin instead", "scrap that", "forget the purge".

This hears them; `second.py` then looks at the letter above and settles what was taken back.
"""

from collections.abc import Sequence

import msgspec

from pbem.orders import opening
from pbem.orders.lines import Line, Who
from pbem.orders.names import Kind, Lexicon
from pbem.orders.retractions import (
    AFTER,
    ANYTHING,
    BEFORE_CARDS,
    BEGINS,
    DEEDS,
    LENGTHS,
    NEGATIONS,
    OVER,
    OWN,
    PHRASES,
    THROWING,
    UNDONE,
    VERBS,
)
from pbem.orders.words import JOINTS, VERB_INDEX

__all__ = ["BEGINS", "DEEDS", "Heard", "breaks", "follows", "hangs", "heard", "opens"]

_PEOPLE: tuple[Kind, ...] = ("pol", "office")


class Heard(msgspec.Struct, frozen=True):
    """A correction.

    `order`: the indexes of the words that give an order instead; `force`: strong ("no wait"), weak ("actually"), or
    cautious ("wait", read as ever unless it fits); `instead`: said so, perhaps with `names`; `bare`: all that it says is
    that something is taken back; `deeds`: of which kind (with `names`: of whom).  Nothing of these: nobody can tell;
    `prose`: it may be no more than talk; `condition`: it may be a condition of what stands above.  With `deeds` may go the
    `cards` that are named, the `verb` of the order, and `whole`: all such orders ("don't discard anything").
    """

    force: str
    order: tuple[int, ...] = ()
    instead: bool = False
    names: tuple[Who, ...] = ()
    bare: bool = False
    deeds: tuple[str, ...] = ()
    lines: tuple[Line, ...] = ()
    prose: bool = False
    condition: bool = False
    cards: tuple[int, ...] = ()
    verb: str = ""
    whole: bool = False


_VERB_BEGINS = frozenset(verb[0] for verb in VERBS)
_ALL_BEGINS = BEGINS | _VERB_BEGINS


def opens(words: Sequence[str], at: int) -> tuple[int, str] | None:
    """The length and force of the correcting phrase at `at`."""
    for length in LENGTHS.get(words[at], ()) if at < len(words) else ():
        phrase = tuple(words[at : at + length])
        if phrase in PHRASES:
            return len(phrase), PHRASES[phrase]
    return None


def hangs(words: Sequence[str]) -> bool:
    """`no wait,` on a line of its own: what it is about stands in the next one."""
    found = opens(words, 0)
    return found is not None and found[1] != "scrap" and _past(words, found[0]) == len(words)


def breaks(words: Sequence[str], start: int, at: int) -> bool:
    """Does the sentence that begins at `start` end where an unmistakable correction begins?  Not in "vote no, wait"."""
    found = opens(words, at)
    if found is None or at == start:
        return False
    if found[1] == "scrap":
        return found[0] == len(words) - at or words[at + found[0]] in AFTER
    if found[1] != "strong":
        return False
    return words[at - 1] in AFTER or not {"vote", "votes"} & set(words[start:at])


def follows(words: Sequence[str], lexicon: Lexicon) -> bool:
    """Is what stands behind a full stop a correction?"""
    return bool(words) and words[0] in _ALL_BEGINS and heard(words, lexicon) is not None


def heard(words: Sequence[str], lexicon: Lexicon) -> Heard | None:
    """The correction that this sentence is, if it is one."""
    if words[0] not in _ALL_BEGINS and "instead" not in words:
        return _nothing(words) if "nothing" in words else None
    verb = opening.verb_at(words, 0)
    if verb is not None and verb[0].name == "withdraw offer":  # an order of its own
        return None
    at, force = 0, ""
    while (found := opens(words, at)) is not None:
        if found[1] == "cautious" and at + found[0] == len(words):
            break
        force = force if force in ("scrap", "strong") else found[1]
        at = _past(words, at + found[0])
    if "nothing" in words and (none := _nothing(words)) is not None:
        return none
    if not force and words[0] in _VERB_BEGINS:
        deed = _deed(words, lexicon)
        if deed is not None:
            return deed
    if "instead" in words[at:]:
        told = _instead(words, at, force, lexicon)
        if told is not None:
            return told
    if not force:
        return None
    return _behind(words, at, force, lexicon)


def _behind(words: Sequence[str], at: int, force: str, lexicon: Lexicon) -> Heard | None:
    """What stands behind the correcting phrase."""
    if at >= len(words) or all(word in UNDONE for word in words[at:]):
        undone = at < len(words) and words[at] != "sorry"
        if force == "scrap" or (force == "strong" and (undone or words[0] != "no" or "wait" not in words)):
            return Heard(force, bare=True)
        return Heard(force) if force == "strong" or "mind" in words else None
    if _orders(words, at, lexicon):
        return Heard(force, order=tuple(range(at, len(words))))
    if opening.opens_modifier(words, at):
        return Heard(force, prose=True, condition=True)
    if force == "cautious":
        return None
    deed = _deed(words[at:], lexicon)
    if deed is not None:
        return deed
    after, names = _people(words, at + (words[at] == "not"), lexicon)
    named = bool(names) and all(word == "not" or word in AFTER for word in words[after:][:1])
    wait = force == "strong" and "wait" in words[:at]
    return Heard(force, prose=force == "weak" or not named) if wait or named else None


def _instead(words: Sequence[str], at: int, force: str, lexicon: Lexicon) -> Heard | None:
    """`purge Satin instead of Manjak if …`, `instead of Manjak purge Satin`."""
    where = words.index("instead", at)
    rest, names = where + 1, tuple[Who, ...]()
    if rest < len(words) and words[rest] == "of":
        rest += 1 + (words[rest + 1 : rest + 2] != [] and words[rest + 1] in DEEDS)
        rest, names = _people(words, rest, lexicon)
    order = (*range(at, where), *range(rest, len(words)))
    while order and words[order[0]] in AFTER:
        order = order[1:]
    while order and words[order[-1]] in AFTER:
        order = order[:-1]
    said = [words[index] for index in order]
    if not said or not _orders(said, 0, lexicon):
        return None
    return Heard(force or "strong", order=order, instead=True, names=names)


def _deed(words: Sequence[str], lexicon: Lexicon) -> Heard | None:
    """`forget the purge of Manjak`, `cancel my vote`, `scrap Manjak`, `no purge after all`."""
    verb = next((v for v in sorted(VERBS, key=len, reverse=True) if tuple(words[: len(v)]) == v), None)
    if verb is None:
        return None
    if verb in NEGATIONS or verb not in THROWING:
        found = _undealt(words, len(verb), verb in NEGATIONS, lexicon)
        if found is not None or verb in NEGATIONS:
            return found
    at = len(verb)
    while at < len(words) and words[at] in OWN:
        at += 1
    kinds = DEEDS.get(words[at], ()) if at < len(words) else ()
    if kinds:
        at += 1
    elif verb == ("no",) or at != len(verb):
        return None
    while (
        kinds and at < len(words) and words[at] in ("order", "orders", "of", "on", "for", "against", "line")
    ):
        at += 1
    at, names = _people(words, at, lexicon)
    over = list(words[at:])
    if kinds and over and over[0] in ("and", "&", ",") and verb != ("no",):
        return Heard("scrap")  # "scrap the purge and the trial"
    if over and over not in (["."], ["after", "all"], ["instead"], ["again"]):
        return None
    if verb == ("no",) and "after" not in over:
        return None
    return Heard("scrap", deeds=kinds, names=names, bare=False) if kinds or names else None


def _undealt(words: Sequence[str], at: int, negated: bool, lexicon: Lexicon) -> Heard | None:
    """`cancel play 16`, `i dont want to play 16 anymore`, `dont discard anything`, `dont cure bungaloff`."""
    while at < len(words) and words[at] in OWN:
        at += 1
    kinds = DEEDS.get(words[at], ()) if at < len(words) else ()
    if not kinds or (not negated and kinds != ("card",)):
        return None
    verb = next((name for name in ("play", "discard") if words[at].startswith(name)), "")
    at += 1
    cards: list[int] = []
    while kinds == ("card",) and at < len(words) and (words[at].isdigit() or words[at] in BEFORE_CARDS):
        cards += [int(words[at])] if words[at].isdigit() else []
        at += 1
    whole = at < len(words) and words[at] in ("anything", "nothing")
    after, names = _people(words, at + (at < len(words) and words[at] == "on"), lexicon)
    if not names and at < len(words) and words[at] in ANYTHING:
        after = at + 1
    if any(word not in OVER for word in words[after:]) or not (negated or cards):
        return None
    return Heard(
        "scrap", deeds=kinds, names=() if cards else names, cards=tuple(cards), verb=verb, whole=whole
    )


def _nothing(words: Sequence[str]) -> Heard | None:
    """`oops no keep them, discard nothing`."""
    at = words.index("nothing")
    kinds = DEEDS.get(words[at - 1], ()) if at else ()
    if kinds != ("card",) or len(words) > 12:
        return None
    return Heard("scrap", deeds=kinds, verb=words[at - 1], whole=True)


def _people(words: Sequence[str], at: int, lexicon: Lexicon) -> tuple[int, tuple[Who, ...]]:
    """Names one after the other, as far as they go."""
    names: list[Who] = []
    while at < len(words):
        begin = at
        while begin < len(words) and names and words[begin] in JOINTS:
            begin += 1
        found = lexicon.exact(words, begin, _PEOPLE) or lexicon.loose(words, begin, _PEOPLE)
        if found is None or len(found.targets) != 1:
            break
        if words[begin] in VERB_INDEX or (names and opening.find(words, begin, lexicon) is not None):
            break
        names.append(found.targets[0].who())
        at = begin + found.length
    if not names and at < len(words) and words[at] in ("him", "that", "it", "her", "this"):
        at += 1
    return at, tuple(names)


def _orders(words: Sequence[str], at: int, lexicon: Lexicon) -> bool:
    """An order, or a line of a sheet; "sorry, no" and "actually yes" are talk."""
    begin = opening.find(words, at, lexicon)
    if begin is not None:
        return not begin.verb.alone or begin.verb.name in ("pass", "not ready")
    if opening.opens_modifier(words, at):
        return any(word in VERB_INDEX for word in words[at + 1 :])
    number = words[at].isdigit()
    name = (
        lexicon.exact(words, at + number, ("pol",))
        if words[at + number :][:1] not in (["a"], ["i"])
        else None
    )
    after = at + name.length if name else len(words)
    return name is not None and (number or (after < len(words) and words[after].isdigit()))


def _past(words: Sequence[str], at: int) -> int:
    while at < len(words) and words[at] in AFTER:
        at += 1
    return at
