"""Does a line begin like an order?  (D15: prose that begins with Try, Hold, Close … must not become one.)"""

from collections.abc import Sequence
from functools import lru_cache
from typing import Literal

import msgspec

from pbem.orders import dealing, talking
from pbem.orders.names import Kind, Lexicon
from pbem.orders.talking import ENDS, TALKING, number
from pbem.orders.verbs import VERBS, Verb
from pbem.orders.words import INDEX, JOINTS, LEAD_INS, OPENERS, RESERVED, VERB_INDEX

Strength = Literal["firm", "soft"]
#: Put between two orders of one sentence.
NEXT = talking.NEXT
_ACTORS: tuple[Kind, ...] = ("pol", "office")
_NAMES: tuple[Kind, ...] = ("pol", "office", "group")
#: What may trail a word that stands alone: "pass this time", "nothing for me", "not ready yet".
TAILS = frozenset("this time turn year round for me from my side now today yet again then from here".split())
#: What can stand behind the name of an actor; no name has more words.
_BEHIND_ACTORS = frozenset({":", "also", *VERB_INDEX})
_LONGEST_ACTOR = 8
_LEADS: dict[str, list[tuple[str, ...]]] = {}
for _words in LEAD_INS:
    _LEADS.setdefault(_words[0], []).append(_words)


class Opening(msgspec.Struct, frozen=True):
    """An order begins here.

    `start`: the first word that the parser should see; `at`, `length`: where the verb stands.  `firm`: what cannot be
    read is rejected; `soft`: it is taken for prose.
    """

    verb: Verb
    strength: Strength
    start: int
    at: int
    length: int


#: So many words behind a joint tell whether an order follows; `ok and ok and ok and …` takes exponential time for them.
_AHEAD = 16


def find(words: Sequence[str], start: int, lexicon: Lexicon) -> Opening | None:
    """The order that begins at word `start`, after "please", "then", "I will", ALSO and the name of an actor."""
    return _found(tuple(words), start, lexicon)


@lru_cache(maxsize=512)
def _found(said: tuple[str, ...], start: int, lexicon: Lexicon) -> Opening | None:
    """A line is asked about several times while it is read."""
    words = list(said)  # slices of it are compared with lists
    after = after_lead_ins(words, start)
    # "OK, purge Manjak" is a word of courtesy, not READY.
    polite = start + 1 < len(words) and words[start] in ("ok", "okay") and words[start + 1] == ","
    for begin in (after,) if polite or after == start else (start, after):
        found = _at(words, begin, lexicon)
        if found is not None:
            return found
    return None


def _at(words: Sequence[str], begin: int, lexicon: Lexicon) -> Opening | None:
    at = begin
    if at < len(words) and words[at] == "also":
        at += 1
        if at < len(words) and words[at] == ",":
            at += 1
    verb = verb_at(words, at)
    if verb is not None:
        strength = _strength(verb[0], words, at + verb[1], lexicon)
        return Opening(verb[0], strength, begin, at, verb[1]) if strength else None
    after = _after_actor(words, at, lexicon)
    if after is None:
        return None
    if after < len(words) and words[after] == "also":
        after += 1
    verb = verb_at(words, after)
    if verb is None or verb[0].terminal in (
        "WORD",
        "PRESS",
        "HELP",
        "RULES",
        "HISTORY",
        "SALT",
        "CANCEL",
        "VACATION",
        "ADDRESS",
        "SETTING",
        "EXTEND",
        "KEEPORDERS",
        "WHY",
        "PROTEST",
        "PAPER",
        "OBITUARY",
        "MEMO",
    ):
        return None
    named = words[after - 1] == ":"
    strength = "firm" if named else _strength(verb[0], words, after + verb[1], lexicon)
    return Opening(verb[0], strength, begin, after, verb[1]) if strength else None


def _after_actor(words: Sequence[str], at: int, lexicon: Lexicon) -> int | None:
    """Past `KGB:`, `Strychnin`; the words "a" and "I" are cards only with a colon."""
    if not any(word in _BEHIND_ACTORS for word in words[at + 1 : at + _LONGEST_ACTOR]):
        return None
    found = lexicon.exact(words, at, _NAMES)
    if found is None and at < len(words) and words[at] not in RESERVED and len(words[at]) > 2:
        loose = lexicon.loose(words, at, _ACTORS)
        found = loose if loose and len(loose.targets) == 1 and loose.note is None else None
    if found is None:
        return None
    after = at + found.length
    if after < len(words) and words[after] == ":":
        return after + 1
    return None if words[at] in ("a", "i") or found.targets[0].kind == "group" else after


def after_lead_ins(words: Sequence[str], at: int) -> int:
    """Past "please", "then", "I will"."""
    if at >= len(words) or words[at] not in _LEADS:
        return at
    for _ in range(4):
        for lead in _LEADS.get(words[at] if at < len(words) else "", ()):
            if tuple(words[at : at + len(lead)]) == lead:
                at += len(lead)
                break
        else:
            break
    return at


def verb_at(words: Sequence[str], at: int) -> tuple[Verb, int] | None:
    """The longest verb that begins here, with the number of its words."""
    if at >= len(words):
        return None
    for spelled, _terminal, name in VERB_INDEX.get(words[at], ()):
        if tuple(words[at : at + len(spelled)]) == spelled:
            return VERBS[name], len(spelled)
    return None


def opens_modifier(words: Sequence[str], at: int) -> bool:
    """WHEN, IF, UNLESS, WHILE, IN TURN, EACH TURN."""
    if at >= len(words):
        return False
    return any(
        terminal in OPENERS and tuple(words[at : at + len(spelled)]) == spelled
        for spelled, terminal, _value in INDEX.get(words[at], ())
    )


def _strength(verb: Verb, words: Sequence[str], after: int, lexicon: Lexicon) -> Strength | None:
    rest = words[after] if after < len(words) else None
    if verb.firm:
        return "firm"
    if verb.alone:
        if verb.name == "standby" and rest in TAILS:  # "stand by me"
            return None
        return "firm" if _stands_alone(words, after, lexicon) else None
    if verb.switch is not None:
        return dealing.strength(verb, words, after, lexicon)
    special = TALKING.get(verb.name)
    if special is not None:
        return "firm" if special(words, after, lexicon) else None
    return _second_word(verb, rest, words, after, lexicon)


def _stands_alone(words: Sequence[str], after: int, lexicon: Lexicon) -> bool:
    """`PASS`, `pass this time`, `ready and vote no`; not `Pass the salt`, not `Wait, I am not sure`."""
    if all(word in TAILS for word in words[after:]) or words[after] == NEXT:
        return True
    at = after
    while at < len(words) and words[at] in JOINTS:
        at += 1
    if at > after:
        return at == len(words) or find(words[at : at + _AHEAD], 0, lexicon) is not None
    return words[after] in ENDS


#: Said after READY, and no order and no condition.
_WISHES = frozenset(
    "good luck all everybody everyone have fun nice a day weekend evening and to you best wishes greetings enjoy folks guys "
    "friends great game see soon happy".split()
)


def wishes(words: Sequence[str], start: int, stop: int) -> bool:
    """`Ready. Good luck all`: what stands behind the full stop at `stop` is a word of courtesy."""
    ready = {"ready"} <= set(words[start:stop]) <= {"ready", "i", "am", "i'm", "im", "ok", "all", ","}
    return ready and stop + 1 < len(words) and set(words[stop + 1 :]) <= _WISHES | {",", "."}


def _second_word(
    verb: Verb, rest: str | None, words: Sequence[str], after: int, lexicon: Lexicon
) -> Strength | None:
    """D15: an order only if a name, an office or a number follows."""
    if rest is None:
        return "firm"
    if rest.isdigit() or rest == "all":
        return "firm" if verb.name == "hold" else "soft"
    if number(rest):  # spoken: `hold six on Satin`, but not `Hold two seconds`
        named = after + 1 + (words[after + 1 : after + 2] == ["on"])
        return "firm" if named < len(words) and lexicon.exact(words, named, _NAMES) else None
    known = lexicon.exact(words, after, _NAMES)
    if known is not None:
        wordy = rest in ("a", "i") or known.targets[0].kind == "group"
        return "soft" if wordy else "firm"
    if rest in RESERVED:
        return None
    near = lexicon.loose(words, after, _NAMES)
    return None if near is None else "soft" if near.note else "firm"
