"""Lines near the order language: its own words in any order, orders with a few words wrong, other writing, very long lines."""

from hypothesis import strategies as st

from pbem.mail.normal import order_line
from pbem.orders.canonical import canonical
from pbem.orders.verbs import VERBS
from pbem.orders.words import WORDS
from tests.orders.names_of_the_game import CARDS, LEXICON, POLITICIANS, SEATS
from tests.orders.test_canonical import at_once, orders, talk

_SMALL = sorted({one for values in WORDS.values() for said in values.values() for one in said.split(" | ")})
_VERBS = [word for verb in VERBS.values() for word in (verb.word, *verb.synonyms)]
_EXAMPLES = [example for verb in VERBS.values() for example in verb.examples]
_NAMES = [
    *POLITICIANS,
    *POLITICIANS.values(),
    *(name.split()[-1] for name in POLITICIANS.values()),
    *SEATS,
    *CARDS.values(),
]
_NAMES += [name for seat in SEATS.values() for name in seat]
_NAMES += [
    "Manjakk",
    "palavrain",
    "KGB",
    "FM",
    "PC",
    "C5",
    "P1",
    "the Defense Minister",
    "whoever is KGB Head",
    "Badenüff",
    "\u0420al\u0430vrian",
]
_SIGNS = [
    *",;.:!?()[]{}<>=+-*/#|\"'&%@~^_\\",
    "<=",
    ">=",
    "->",
    "...",
    "—",
    "’",
    "“",
    "„",
    "»",
    "10+",
    "-1",
    "0",
    "1",
    "7",
    "99",
    "1000000",
    "½",
    "²",
    "٣",
]
_STRANGE = [
    "\u202e",
    "\u200b",
    "\ufeff",
    "\u00ad",
    "e\u0301",
    "\U0001f600",
    "ß",
    "İ",
    "ﬁ",
    "日本",
    "שלום",
    "\t",
    "\0",
    "\x85",
    "a" * 60,
    "(" * 30,
]
_PROSE = "i think we should not do this please if you would but only when he is old or else never mind no wait scrap that thanks instead of".split()

TOKENS = st.one_of(
    *(st.sampled_from(words) for words in (_VERBS, _SMALL, _NAMES, _SIGNS, _PROSE, _STRANGE))
) | st.text(max_size=6)
SOUPS = st.lists(st.tuples(TOKENS, st.sampled_from([" ", " ", " ", "", "  ", ", "])), max_size=25).map(
    lambda found: "".join(token + gap for token, gap in found).replace("\n", " ")
)
WRITTEN = st.builds(lambda line: canonical(line, LEXICON), orders | at_once | talk) | st.sampled_from(
    _EXAMPLES
)


def _spoiled(text: str, changes: list[tuple[int, int, str]]) -> str:
    words = text.split(" ")
    for deed, place, token in changes:
        at = place % (len(words) + 1)
        match deed:
            case 0:
                words[at:at] = [token]
            case 1:
                del words[at : at + 1]
            case 2:
                words[at : at + 1] = [token]
            case 3:
                words[at:at] = words[at : at + 2]
            case 4:
                words[at : at + 2] = reversed(words[at : at + 2])
            case 5:
                words[at : at + 1] = [word.lower() for word in words[at : at + 1]]
            case 6:
                words[at : at + 1] = [word[:2] + word[3:] for word in words[at : at + 1]]
            case _:
                words[at:at] = ["\n"]
    return " ".join(words)


NEAR = st.builds(
    _spoiled, WRITTEN, st.lists(st.tuples(st.integers(0, 7), st.integers(0, 40), TOKENS), max_size=4)
)
LONG = st.builds(
    lambda token, gap, times: (token + gap) * times,
    TOKENS,
    st.sampled_from([" ", "", ","]),
    st.integers(1, 400),
).map(lambda text: text.replace("\n", " ")[:4_000])
#: One order again and again, and then something that is none.
AGAIN = st.builds(
    lambda lead, said, joint, end: ((lead + said + joint) * 60)[:196] + end,
    st.sampled_from(["", "", "please ", "then ", "I ", "ok "]),
    st.sampled_from([*_VERBS, *_EXAMPLES, *_SMALL, *_NAMES]),
    st.sampled_from([", ", " and ", " then ", "; ", " ", " & ", ". ", " or ", " if "]),
    st.sampled_from(["", " QX", "!"]),
)
LINES = st.one_of(
    SOUPS,
    NEAR,
    WRITTEN,
    st.text(max_size=60),
    st.sampled_from(["", " ", "END", "-- ", "> PURGE Manjak", "| PURGE Manjak"]),
)
RAW = st.lists(LINES, max_size=8).map(lambda lines: [one for line in lines for one in line.split("\n")])
#: As the order reader gets them from a letter, and as nobody should give them to it.
LETTERS = RAW.map(lambda lines: list(map(order_line, lines))) | RAW
