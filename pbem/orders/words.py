"""The small words of the language: for each terminal of `grammar.lark` its spellings and what they stand for.

The parser says which terminals may come next; only those are looked for (`scanner.py`).  So `purge` can be an order, an
announcement and a phase, and `I` a player or a card.
"""

from collections.abc import Mapping

from pbem.orders.advanced import ADVANCED
from pbem.orders.deskwords import DESK
from pbem.orders.verbtable import TABLE, Verb

_NUMBERS = "one two three four five six seven eight nine ten eleven twelve".split()

#: terminal -> value -> spellings (lower case, words divided by one space, signs are words).
WORDS: Mapping[str, Mapping[str, str]] = {
    "ALSO": {"also": "also | in addition"},
    "IF": {"if": "if | provided"},
    "UNLESS": {"unless": "unless | except if"},
    "WHEN": {"when": "when | whenever | once | after"},
    "WHILE": {"while": "while | as long as"},
    "_INTURN": {"": "in turn | on turn | in round | in year"},
    "EACHTURN": {"each": "each turn | every turn | each year | every year | always"},
    "_OF": {"": "of"},
    "_ABOUT": {"": "of | in | for"},
    "_ON": {"": "on | onto | upon"},
    "_TO": {"": "to | into | as"},
    "_UPTO": {"": "up to | upto | to | at | max | maximum | at most | with up to | limit | until"},
    "_BY": {"": "by"},
    "_WITH": {"": "with | using | via"},
    "_FOR": {"": "for | in return for | in exchange for"},
    "FOR": {"yes": "for"},
    "AGAINST": {"no": "against"},
    "_EQ": {"": "= | - | -> | =>"},
    "_COLON": {"": ":"},
    "_LPAR": {"": "("},
    "_RPAR": {"": ")"},
    "UP": {"up": "up"},
    "DOWN": {"down": "down"},
    "ALL": {"all": "all | everything | all of it"},
    "BALLOT": {
        "guilty": "guilty",
        "innocent": "innocent | not guilty | inocent",
        "yes": "yes | aye | yea",
        "no": "no | nay",
    },
    "NOT": {"not": "not"},
    "AND": {"and": "and | &"},
    "OR": {"or": "or"},
    "_COMMA": {"": ","},
    "_IS": {"": "is | are | sits as | sits in | am"},
    "_CONTROLS": {"": "controls | control | controlled | owns | own | holds | has | have"},
    "_CONTROLLED": {"": "controlled by | owned by | held by"},
    "FREE": {"nobody": "uncontrolled | not controlled"},
    "OURS": {"i": "mine"},
    "_DECLARED": {"": "declared | declares | declare | has declared | have declared"},
    "_WAVES": {"": "waves | waved | wave | has waved | have waved"},
    "_AGE": {"": "age | aged"},
    "_TURN": {"": "turn | year"},
    "_INNOCENTVOTES": {"": "innocent votes"},
    "_NOVOTES": {"": "no votes"},
    "OP": {
        "<": "< | less than | under | below | younger than | fewer than",
        "<=": "<= | =< | at most | no more than | up to",
        ">": "> | more than | over | above | older than",
        ">=": ">= | => | at least",
        "=": "= | == | equals | exactly",
    },
    "HEALTH": {
        "healthy": "healthy | well",
        "sick": "sick",
        "ill": "ill",
        "suspect": "suspect | suspected | under suspicion | a suspect",
    },
    "PLACE": {
        "work": "at work | working",
        "sanatorium": "at sanatorium | in sanatorium",
        "siberia": "in siberia | at siberia",
        "candidates": "among candidates | among candidate | a candidate | candidate",
        "people": "among people | in people",
        "wall": "dead | in wall | in kremlin wall | buried",
        "retired": "retired",
        "politburo": "in politburo",
    },
    "ANNOUNCED": {
        "purge": "purge | purges | purging",
        "trial": "trial | try | tries | trying",
        "condemnation": "condemnation | condemn | condemns | condemning",
        "investigation": "investigation | investigate | investigates | investigating",
        "nomination": "nomination | nominate | nominates | nominating",
        "promotion": "promotion | promote | promotes | promoting",
        "demotion": "demotion | demote | demotes | demoting",
        "shift": "shift | shifts | swap | swaps | shifting",
        "release": "release | releases | releasing",
    },
    "DONE": {
        "purge": "purged",
        "trial": "tried | on trial",
        "condemnation": "condemned",
        "investigation": "investigated",
        "nomination": "nominated",
        "promotion": "promoted",
        "demotion": "demoted",
        "shift": "shifted | swapped",
        "release": "released",
    },
    "_VOTED": {"": "vote | votes | voting | voted"},
    "_PASSED": {"": "pass | passes | passed"},
    "_ANYACTION": {"": "any action | action | anything"},
    "_PARADE": {"": "parade"},
    "_START": {"": "start | beginning"},
    "PHASE": {
        "cure": "cure | cure phase",
        "purge": "purge | purge phase",
        "spy": "spy | spy phase | spy investigation | spy investigation phase",
        "health": "health | health phase",
        "funeral": "funeral | funeral phase | funeral commission | funeral commission phase",
        "replacement": "replacement | replacement phase",
        "rehabilitation": "rehabilitation | rehabilitation phase",
        "parade": "parade | parade phase",
    },
    "_THROUGH": {"": "- | to | through | thru"},
    "_ORDERWORD": {"": "order | orders | line | lines | number | no | nr | no . | #"},
    "ANONYMOUS": {"anonymous": "anonymous | anonymously"},
    "_UNTIL": {"": "until | till | til | to"},
    "EVERYBODY": {"all": "all | everybody | everyone"},
    "_CARD": {"": "card | cards | my card | my cards | intrigue card | intrigue cards"},
    "ACARD": {"1": "a card | card"},
    "_AS": {"": "as | as a"},
    "NEVER": {"never": "no | not | not to | never | never to | do not | don't | dont | without"},
    "ANYOFFER": {"any": "any | anything | any offer | any offers | any bribe | any bribes"},
    "_OFFERWORD": {"": "offer | offers | bribe | bribes | your offer | this offer | that offer"},
    "_FROM": {"": "from"},
    "_GIVING": {"": "giving | returning | give | giving back | give back"},
    "NOW": {"now": "now | at once | immediately"},
    "_EVENT": {"": "event | events | # | number | no | nr | line"},
    "HOURS": {"1": "h | hr | hrs | hour | hours", "24": "d | day | days", "168": "week | weeks"},
    "ADAY": {"24": "a day", "168": "a week"},
    "INT": {str(number): word for number, word in enumerate(_NUMBERS, 1)},
}

#: Words that begin a WHEN, IF, … part.
OPENERS = frozenset({"IF", "UNLESS", "WHEN", "WHILE", "_INTURN", "EACHTURN"})
#: Commas and their like between names or orders; `or` only between names of a NOMINATE and in conditions.
JOINTS = frozenset(
    {",", "and", "&", "then", "next", "+", "or", "afterwards", "but", "finally", ";", "/", "else"}
)
#: Words of courtesy and decoration: heard with pleasure, not read.
COURTESY = frozenset("please pls plz kindly thanks thx cheers comrade comrades the only tia".split())
#: What people put before a verb; the longest is tried first.
LEAD_INS: tuple[tuple[str, ...], ...] = tuple(
    sorted(
        (
            tuple(words.split())
            for words in (
                "i|we|i will|i'll|ill|i would like to|i'd like to|id like to|i want to|i wanna|we will|let's|lets|let us|"
                "then|and|and then|next|first|firstly|second|secondly|third|finally|now|so|ok|ok ,|ok so|okay|okay ,|well|"
                "well ,|so ,|first ,|then ,|next ,|finally ,|please ,|i now|now i|i also|i think i will|can you|could you|"
                "would you|please let|hi|hi ,|hello|hello ,|hey|hey ,|hi judge|hi judge ,|hello judge|hello judge ,|hi all ,|hi there ,|dear judge ,|judge ,|"
                "thank you ,|my orders :|my order :|order :|orders :|my move :|my moves :"
            ).split("|")
        ),
        key=len,
        reverse=True,
    )
)

Spelling = tuple[tuple[str, ...], str, str]  # words, terminal, value


def _spellings() -> list[Spelling]:
    return [
        (tuple(spelling.split()), terminal, value)
        for terminal, values in WORDS.items()
        for value, spellings in values.items()
        for spelling in spellings.split(" | ")
    ]


def _verb_spellings(verb: Verb) -> list[Spelling]:
    """Each as it stands and without THE, which is not read."""
    said = dict.fromkeys(
        one for word in (verb.word, *verb.synonyms) for one in (word, word.replace(" THE ", " "))
    )
    return [(_split(word), verb.terminal, verb.name) for word in said]


def _split(word: str) -> tuple[str, ...]:
    """`STAND-BY` as the words of a line."""
    return tuple(word.lower().replace("-", " ").split())


def _index(spellings: list[Spelling]) -> dict[str, list[Spelling]]:
    """By first word, the longest spelling first."""
    index: dict[str, list[Spelling]] = {}
    for spelling in sorted(spellings, key=lambda one: -len(one[0])):
        index.setdefault(spelling[0][0], []).append(spelling)
    return index


_VERB_SPELLINGS = [spelling for verb in (*TABLE, *DESK, *ADVANCED) for spelling in _verb_spellings(verb)]
#: first word -> the verbs that begin so.
VERB_INDEX: Mapping[str, list[Spelling]] = _index(_VERB_SPELLINGS)
#: first word -> everything that begins so.
INDEX: Mapping[str, list[Spelling]] = _index(_VERB_SPELLINGS + _spellings())
#: Single words that are never taken for the beginning, or a misspelling, of a name.
RESERVED: frozenset[str] = frozenset(
    word for words, _terminal, _value in (*_VERB_SPELLINGS, *_spellings()) for word in words if word.isalpha()
) | frozenset(word for word in (*JOINTS, *COURTESY) if word.isalpha())
