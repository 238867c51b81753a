"""An order in full words reads back as itself: a law over all orders, conditions and triggers."""

from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from pbem.orders import lines as ast
from pbem.orders.canonical import canonical
from pbem.orders.deals import NEVER
from pbem.orders.lines import And, Line, Named, Not, Office, Or, Trigger
from pbem.orders.names import CANDIDATES, OFFICES
from pbem.orders.reader import read

from .names_of_the_game import LEXICON, POLITICIANS, SEATS

letters = st.sampled_from(sorted(POLITICIANS))
slots = st.sampled_from([*OFFICES, *CANDIDATES])
named = st.builds(Named, letters) | st.builds(Office, st.sampled_from(list(OFFICES)))
whos = named | st.builds(ast.Group, st.sampled_from(["mine", "anyone", "actor"]))
players = st.sampled_from([*SEATS, "i", "nobody", "anyone"])
ops = st.sampled_from(["<", "<=", "=", ">=", ">"])
numbers = st.integers(0, 999)
places = st.sampled_from(
    ["work", "sanatorium", "siberia", "candidates", "people", "wall", "retired", "politburo"]
)

facts: st.SearchStrategy[ast.Condition] = st.one_of(
    st.builds(ast.Controls, players, whos),
    st.builds(ast.Sits, whos, slots | places),
    st.builds(ast.Health, whos, st.sampled_from(["healthy", "sick", "ill", "suspect"])),
    st.builds(ast.Age, whos, ops, numbers),
    st.builds(ast.Declared, players, whos, ops, numbers),
    st.builds(ast.Turn, ops, numbers),
    st.builds(ast.Waves, players, ops, numbers),
    st.builds(ast.Votes, st.sampled_from(["innocent", "no"]), ops, numbers),
)
conditions = st.recursive(
    facts,
    lambda inner: (
        st.builds(Not, inner)
        | st.lists(inner, min_size=2, max_size=3).map(lambda parts: And(tuple(parts)))
        | st.lists(inner, min_size=2, max_size=3).map(lambda parts: Or(tuple(parts)))
    ),
    max_leaves=6,
)
kinds = [
    "purge",
    "trial",
    "condemnation",
    "investigation",
    "nomination",
    "promotion",
    "demotion",
    "shift",
    "release",
]
some = st.none() | whos
triggers = st.one_of(
    st.builds(Trigger, st.sampled_from(kinds), of=some, by=some),
    st.builds(
        Trigger,
        st.just("vote"),
        by=some,
        on=some,
        vote=st.sampled_from([None, "guilty", "innocent", "yes", "no"]),
    ),
    st.builds(Trigger, st.sampled_from(["pass", "any"]), by=some),
    st.just(Trigger("parade")),
    st.builds(
        Trigger,
        st.just("start"),
        phase=st.sampled_from("cure purge spy health funeral replacement rehabilitation parade".split()),
    ),
)

one = st.tuples(whos)
listed = st.lists(whos, min_size=1, max_size=4).map(tuple)
words = st.text("abc xyz.,:!?#|>é()–0123456789", min_size=1, max_size=20).map(
    lambda text: f"word {text}".strip()
)
sheets = st.dictionaries(letters, st.integers(1, 99), min_size=1, max_size=10).map(
    lambda sheet: tuple(sheet.items())
)
sheet_names = st.sampled_from(["declare"])


def deed(*verbs: str, **fields: Any) -> st.SearchStrategy[Line]:
    return st.builds(Line, st.sampled_from(verbs), **fields)


deeds = st.one_of(
    deed("declare", who=one, number=st.none() | numbers),
    deed("hold", "take", "protect", who=one, number=st.none() | numbers),
    deed("cure", "work", "try", "condemn", who=one),
    deed("investigate", "close", "nominate", "release", who=listed),
    deed("purge", who=listed, during=st.none() | conditions),
    deed("vote", vote=st.sampled_from(["guilty", "innocent", "yes", "no"]), who=st.just(()) | one),
    deed("shift", who=one, to=slots),
    deed("move", who=one, to=slots | st.sampled_from(["up", "down"])),
    deed("promote", "demote", who=one, to=st.none() | slots),
    deed("swap", who=st.tuples(whos, whos)),
    deed("influence", sheet=sheets),
)
promises = st.one_of(
    st.builds(ast.Promise, st.just(True), st.sampled_from(NEVER), named),
    st.builds(ast.Promise, st.just(False), st.sampled_from(["nomination", "release"]), named),
    st.builds(ast.Promise, st.just(False), st.just("promotion"), named, to=st.none() | slots),
    st.builds(ast.Promise, st.just(False), st.just("shift"), named, to=slots),
    st.builds(
        ast.Promise,
        st.just(False),
        st.just("vote"),
        named,
        vote=st.sampled_from(["guilty", "innocent", "yes", "no"]),
    ),
)
cards = st.lists(numbers, min_size=1, max_size=3, unique=True).map(tuple)
seat = st.tuples(st.sampled_from(sorted(SEATS)))
offers = deed("offer", cards=cards, players=seat, promise=promises) | deed(
    "offer", cards=cards, players=seat, words=words
)
dealt = st.one_of(
    deed(
        "play",
        cards=st.tuples(numbers),
        who=st.just(()) | listed,
        players=st.just(()) | seat,
        vote=st.sampled_from([None, "guilty", "innocent", "yes", "no"]),
    ),
    deed("discard", "keep cards", cards=cards),
    deed("discard", to=st.just("all")),
    deed("support", players=seat, who=st.tuples(named)),
    deed("gain", number=numbers, who=st.tuples(named)),
    deed("draw", number=numbers),
    deed(
        "accept",
        to=st.just("any"),
        players=st.just(()) | seat,
        promise=st.none() | promises,
        cards=st.just(()) | cards,
    ),
)
parts: dict[str, st.SearchStrategy[Any]] = {
    "condition": st.none() | conditions,
    "turn": st.none() | st.integers(1, 11),
    "each_turn": st.booleans(),
    "also": st.booleans(),
}
orders = st.one_of(
    st.builds(replace, deeds, actor=st.none() | named, when=st.none() | triggers, **parts),
    st.builds(replace, dealt, when=st.none() | triggers, **parts),
    st.builds(replace, offers, when=triggers, **parts),
)
at_once = st.one_of(
    offers,
    deed("accept", number=st.none() | numbers, players=st.just(()) | seat, cards=st.just(()) | cards),
    deed("refuse", "withdraw offer", number=st.none() | numbers),
    deed("refuse", to=st.just("all")),
    deed("accept", to=st.just("all"), players=st.just(()) | seat),
)
talk = st.one_of(
    deed(
        "ready",
        "not ready",
        "pass",
        "orders",
        "status",
        "form",
        "wait",
        "yes",
        "no",
        "concede",
        "help",
        "rules",
        "history",
        "addresses",
    ),
    deed(
        "set address",
        "add address",
        "forget address",
        words=st.sampled_from(["anna@new.example", "Anna.B+c_d@x-y.example", "to@to.example"]),
    ),
    deed("cancel", numbers=st.lists(numbers, max_size=4).map(tuple)),
    deed("history", number=st.integers(1, 11)),
    deed("help", words=st.sampled_from(["purge", "VOTE"])),
    deed("salt", "moderator", words=words),
    deed(
        "press",
        words=words,
        players=st.lists(st.sampled_from(sorted(SEATS)), unique=True, max_size=3).map(tuple),
        to=st.sampled_from([None, "anonymous"]),
    ),
    deed("vacation off", "propose end", "agree end", "keep orders", "standby", "extend"),
    deed("extend", number=st.integers(1, 672)),
    deed("keep orders", numbers=st.lists(numbers, max_size=4, unique=True).map(tuple)),
    deed("why", number=st.integers(1, 9999)),
    deed("protest", number=st.integers(1, 9999), words=words),
    deed("declare now", who=one, number=st.none() | numbers),
    deed(
        "vacation",
        words=st.sampled_from(["3 May", "2027-05-03", "from 3 May until 10 May"]),
        to=st.sampled_from([None, "autopilot"]),
    ),
)


@settings(deadline=None)  # the first call builds the parser
@given(orders | at_once | talk)
def test_an_order_in_full_words_reads_back_as_itself(line: Line) -> None:
    (reading,) = read(canonical(line, LEXICON).split("\n"), LEXICON)

    assert reading.error is None
    assert tuple(replace(one, text="") for one in reading.lines) == (line,)


def test_unless_is_said_for_a_negation_and_parentheses_where_and_meets_or() -> None:
    line = Line(
        "purge",
        who=(Named("P"),),
        condition=Not(Or((ast.Turn("<", 3), And((ast.Turn(">", 5), ast.Turn("<", 8)))))),
    )
    assert canonical(line, LEXICON) == "PURGE Manjak UNLESS TURN < 3 OR (TURN > 5 AND TURN < 8)"
