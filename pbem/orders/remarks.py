"""Lines that begin with no verb: sheets, slips of the finger, and remarks that are only talk."""

import re
from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache

from rapidfuzz.distance import OSA

from pbem.orders import addressing, almost, opening
from pbem.orders.names import Lexicon
from pbem.orders.questions import question
from pbem.orders.text import atoms
from pbem.orders.verbs import ADVANCED, DESK, TABLE, Verb
from pbem.orders.words import RESERVED

#: The word with this index, as it was typed.
Typed = Callable[[int], str]

_NEGATIONS = tuple(
    tuple(words.split())
    for words in ("do not", "don't", "dont", "never", "i do not", "i don't", "i will not", "i won't")
)
_AMOUNTS = frozenset("all one two three four five six seven eight nine ten".split())
_BALLOTS = ("guilty", "innocent", "yes", "no")
_ASKING = frozenset({"status", "help", "orders", "rules", "history"})
_GREETINGS = frozenset("hi hello hey dear good thanks thank ciao moin ok".split())
#: `10. Palavrian`: a number that looks like the mark of a list.
_NUMBERED = re.compile(r"\W*(\d{1,2})[.)]\s*\D")


def like_a_sheet(words: Sequence[str], lexicon: Lexicon) -> bool | None:
    """`Palavrian 10`, `G10 K9`, `10 Palavrian`: True; False if it could be prose as well; None if it is no sheet."""
    if words[0].rstrip("+").isdigit():
        at = 2 if words[1:2] in (["on"], ["="], [":"]) else 1
        return False if len(words) > at and lexicon.exact(words, at, ("pol",)) is not None else None
    name = lexicon.exact(words, 0, ("pol", "office"))
    if name is None and words[0] not in RESERVED and len(words) < 4:
        name = lexicon.loose(words, 0, ("pol",))
    if name is None:
        return None
    rest = [word for word in words[name.length : name.length + 2] if word not in ("=", ":", "-", "->")]
    if not rest or not rest[0].rstrip("+").isdigit():
        return None
    return words[0] not in ("a", "i") and name.note is None


def refusal(words: Sequence[str], typed: Typed, raw: str, lexicon: Lexicon) -> tuple[str, int] | None:
    """What begins almost like an order is rejected, not ignored: why, and the word where the trouble is."""
    nearly = almost.order(words, lexicon)
    if nearly is not None:
        return nearly
    if _negated(words, lexicon):
        return "There is no order not to do something; CANCEL n takes an order back.", 0
    meant = _meant(words, lexicon)
    if meant is not None:
        at, verb = meant
        return f'There is no order "{typed(at)}"; did you mean {verb.word}?', at
    if len(words) > 4 and all(lexicon.exact((word,), 0, ("pol",)) for word in words):
        return "These are only names; to record 10 down to 1 on them write INFLUENCE in front.", 0
    numbered = _NUMBERED.match(raw)
    name = lexicon.exact(words, 0, ("pol",)) if numbered else None
    if numbered and name is None and words[0] not in RESERVED:
        name = lexicon.loose(words, 0, ("pol",))
    if numbered and name is not None and name.length == len(words) and len(name.targets) == 1:
        sheet = f"{lexicon.show(name.targets[0])} {int(numbered[1])}"
        return (
            f"A name alone is no order; to record influence write {sheet}, without full stop or bracket.",
            0,
        )
    return None


def _negated(words: Sequence[str], lexicon: Lexicon) -> bool:
    """`don't purge Manjak`: whoever writes so believes that an order of his stands."""
    for negation in _NEGATIONS:
        if tuple(words[: len(negation)]) == negation:
            begin = opening.find(words, len(negation), lexicon)
            return begin is not None and begin.strength == "firm" and not begin.verb.alone
    return False


def _meant(words: Sequence[str], lexicon: Lexicon) -> tuple[int, Verb] | None:
    """`Prge Manjak`, `KGB: prge Manjak`."""
    found = mistyped(words, 0, lexicon)
    if found is None and ":" in words[:5]:
        named = lexicon.exact(words, 0, ("pol", "office"))
        if named is not None and words[named.length] == ":":
            return mistyped(words, named.length + 1, lexicon)
    return found


def mistyped(words: Sequence[str], at: int, lexicon: Lexicon) -> tuple[int, Verb] | None:
    """The verb was mistyped, and what follows is what such a verb takes: where it stands, and what was meant."""
    if at + 1 >= len(words):
        return None
    for verb in _alike(words[at]):
        if _takes(verb, words, at + 1, lexicon):
            return at, verb
    return None


@lru_cache(maxsize=4096)
def _alike(word: str) -> tuple[Verb, ...]:
    """Verbs that this could be a slip of; of those with which prose begins only where letters changed places."""
    if not 4 <= len(word) <= 14 or word in RESERVED or not word.isalpha():
        return ()
    slips = 1 if len(word) < 6 else 2
    return tuple(
        verb
        for verb in (*TABLE, *DESK, *ADVANCED)
        if verb.built
        and (
            (
                (verb.firm or (verb.switch and len(verb.name) > 5))
                and OSA.distance(word, verb.name, score_cutoff=slips) <= slips
            )
            or (not verb.alone and sorted(word) == sorted(verb.name) and word[:1] == verb.name[:1])
        )
    )


def _takes(verb: Verb, words: Sequence[str], at: int, lexicon: Lexicon) -> bool:
    if words[at] == "on" and at + 1 < len(words):
        at += 1
    word, last = words[at], at + 1 == len(words)
    if word in _BALLOTS or word.isdigit() or (word in _AMOUNTS and verb.name == "declare"):
        return word not in _BALLOTS or verb.name == "vote"
    if verb.name == "support":
        return lexicon.exact(words, at, ("seat",)) is not None
    if lexicon.exact(words, at, ("pol", "office")) is not None:
        return last or word not in ("a", "i")  # "Sure I will" is no CURE
    if word in RESERVED or len(word) < 4:
        return word == "mine"
    near = lexicon.loose(words, at, ("pol", "office"))
    return near is not None and len(near.targets) == 1


def notes(words: Sequence[str], typed: Typed, lexicon: Lexicon) -> tuple[str, ...]:
    """Where a remark might have been meant as an order: why it was not taken for one."""
    return tuple(_notes(words, typed, lexicon))[:1]


def _notes(words: Sequence[str], typed: Typed, lexicon: Lexicon) -> Iterator[str]:
    asked = question(words)
    if words == ["why"]:
        yield "WHY takes the number of a line, which stands in brackets behind it, as in WHY 217"
    if asked is not None:
        yield asked
    if len(words) <= _SHORT:
        yield from (said for about, said in _DESK if about <= set(words))
    if addressing.misses(words):
        yield "taken for a remark: a message begins with PRESS TO, a player's colour or name, and a colon"
    if (whom := _told(words, lexicon)) is not None:
        yield f"taken for a remark: a message has a colon behind the name, as in tell {typed(whom)}: …"
    if len(words) == 1 and (meant := _lone(words[0])) is not None:
        yield f"if {meant.word} was meant, please send that word"
    begin = opening.verb_at(words, 0)
    name = lexicon.exact(words, 0, ("pol", "office"))
    if begin is not None and 1 < len(words) < 5 and begin[0].built and not begin[0].alone:
        yield f"taken for a remark: to be an order, {begin[0].word} must be followed as in {begin[0].form}"
    if name is not None and name.length == len(words) and len(words[0]) > 1:
        yield "a name alone is no order"
    if name is not None and any(
        opening.verb_at([word.removesuffix("s")], 0) for word in words[name.length :][:2]
    ):
        shown = lexicon.show(name.targets[0])
        yield f"taken for a remark; to tell him what to do write {shown}: and the order"
    if 1 < len(words) < 6 and words[0] not in RESERVED and words[1] not in ("a", "i"):
        if name is None and lexicon.exact(words, 1, ("pol", "office")):
            yield f'no order begins with "{typed(0)}"; HELP lists them'


#: A remark of so many words may be meant for the desk.
_SHORT = 14
_GIVEN_UP = "whoever gives his seat up writes CONCEDE; the moderator can take that back: a line with MODERATOR, a colon and your words reaches him"
#: Of a remark with these words: what is written for it.
_DESK: tuple[tuple[frozenset[str], str], ...] = (
    (frozenset({"concede"}), _GIVEN_UP),
    (frozenset({"conceded"}), _GIVEN_UP),
    (frozenset({"resign"}), _GIVEN_UP),
    (frozenset({"autopilot"}), "a bot plays for you by VACATION UNTIL a day, with AUTOPILOT behind it"),
    (
        frozenset({"agree", "end"}),
        "to agree to an end of the game, write AGREE END and nothing else in the line",
    ),
    (
        frozenset({"agree", "draw"}),
        "to agree to an end of the game, write AGREE END and nothing else in the line",
    ),
)


def _told(words: Sequence[str], lexicon: Lexicon) -> int | None:
    """`tell Dora that …`: where the name stands."""
    at = opening.after_lead_ins(words, 0)
    at += words[at : at + 1] == ["please"]
    at += 1
    if at + 1 >= len(words) or words[at - 1] not in addressing.BEGINS or ":" in words:
        return None
    at += words[at] == "to"
    return at if lexicon.exact(words, at, ("seat",)) is not None and at + 1 < len(words) else None


def _lone(word: str) -> Verb | None:
    """`redy`: a word that says something by itself, with one slip."""
    if not 4 <= len(word) <= 8 or not word.isalpha() or word in RESERVED:
        return None
    said = (verb for verb in TABLE if verb.built and (verb.alone or verb.name in _ASKING))
    return next((verb for verb in said if OSA.distance(word, verb.name, score_cutoff=1) <= 1), None)


def greets(text: str) -> bool:
    """`Hi Anna`: an order may follow it on the same line."""
    words = [atom.word for atom in atoms(text)]
    return len(words) < 5 and words[0] in _GREETINGS
