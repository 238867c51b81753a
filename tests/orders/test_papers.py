"""E15, E16: PRAVDA, OBITUARY and SLOGAN are one line each, DIARY and MEMOIRS run to their END or the end of the letter."""

import pytest

from pbem.orders.canonical import canonical
from pbem.orders.lines import Line, Named
from pbem.orders.reader import read
from pbem.orders.replacing import same_decision
from pbem.orders.sifting import answer, message, parts
from pbem.orders.standing import Standing, after_phase, listed

from .names_of_the_game import LEXICON


def lines(text: str) -> list[tuple[str, str]]:
    """Verb and words of every order in it."""
    found = read(text.split("\n"), LEXICON)
    return [(line.verb, line.words) for one in found for line in one.lines]


def only(text: str) -> Line:
    (reading,) = read(text.split("\n"), LEXICON)
    assert reading.kind == "order", reading
    return reading.lines[0]


@pytest.mark.parametrize(
    ("text", "verb", "to", "words"),
    [
        ("PRAVDA: The harvest # was never in doubt.", "pravda", None, "The harvest # was never in doubt."),
        ("pravda anonymous: psst", "pravda", "anonymous", "psst"),
        ("SLOGAN: Forward! Purge Nestor!", "slogan", None, "Forward! Purge Nestor!"),
        ("Letter to Pravda: hello", "pravda", None, "hello"),
        ("DIARY: nine on G", "diary", None, "nine on G"),
        ("dear diary: today", "diary", None, "today"),
        ("MEMOIRS: I was against it.", "memoirs", None, "I was against it."),
        ("PRAVDA: anonymous", "pravda", None, "anonymous"),
        ("PRAVDA:\nbelow its head", "pravda", None, "below its head"),
    ],
)
def test_they_are_read_as_they_stand(text: str, verb: str, to: str | None, words: str) -> None:
    line = only(text)
    assert (line.verb, line.to, line.words) == (verb, to, words)


def test_an_obituary_names_one_politician() -> None:
    letter, name = next(iter(LEXICON.politicians.items()))
    line = only(f"OBITUARY {name}: Never late, until now: today.")
    assert (line.verb, line.who, line.words) == (
        "obituary",
        (Named(letter),),
        "Never late, until now: today.",
    )
    (refused,) = read(["OBITUARY KGB: whoever it was"], LEXICON)
    assert refused.kind == "rejected" and "for one Politician" in (refused.error or "")


@pytest.mark.parametrize(
    "text", ["Pravda writes that all is well", "my diary is full", "an obituary, perhaps?", "Slogans bore me"]
)
def test_prose_about_them_is_prose(text: str) -> None:
    assert {one.kind for one in read([text], LEXICON)} == {"ignored"}


def test_a_broken_line_is_put_together_and_a_short_one_ends() -> None:
    long = "PRAVDA: this line is so long that a mail program has broken it"
    assert lines(f"{long}\nin the middle\nREADY") == [
        ("pravda", f"{long.removeprefix('PRAVDA: ')} in the middle"),
        ("ready", ""),
    ]
    assert lines("PRAVDA: short\nRegards, Anna") == [("pravda", "short")]


def test_a_diary_ends_at_END_DIARY_at_the_next_message_or_with_the_letter() -> None:
    assert lines("DIARY: one\n\ntwo\nEND DIARY\nREADY") == [("diary", "one\n\ntwo"), ("ready", "")]
    assert lines("DIARY: one\nPURGE K") == [("diary", "one\nPURGE K")]
    assert lines("DIARY: one\nPRESS TO all: two") == [("diary", "one"), ("press", "two")]
    assert lines("DIARY: one\n-- \nAnna") == [("diary", "one")]
    (told,) = read(["DIARY: one", "PURGE K"], LEXICON)
    assert told.notes == ("line 2 looks like an order but stands in your diary; END DIARY closes it",)


def test_a_diary_below_a_message_is_never_sent_with_it() -> None:
    assert lines("PRESS TO all: hello\nmore\nDIARY: a secret") == [
        ("press", "hello\nmore"),
        ("diary", "a secret"),
    ]


@pytest.mark.parametrize(
    "text", ["PRAVDA: a", "PRAVDA ANONYMOUS: a", "SLOGAN: b", "DIARY: c\nd", "MEMOIRS: e"]
)
def test_in_full_words_it_is_the_same(text: str) -> None:
    line = only(text)
    said = canonical(line, LEXICON)
    again = only(said)
    assert (again.verb, again.words, again.to, again.who) == (line.verb, line.words, line.to, line.who)


def test_one_of_a_kind_and_no_phase_ends_it() -> None:
    pravda, other, slogan = only("PRAVDA: a"), only("PRAVDA ANONYMOUS: b"), only("SLOGAN: a")
    assert listed(pravda) and listed(slogan) and not listed(only("DIARY: a"))
    assert same_decision(other, pravda) and not same_decision(slogan, pravda)
    own = [Standing(1, pravda), Standing(2, slogan)]
    for phase in ("purge", "parade"):
        assert after_phase(own, [], 3, phase) == (own, [])


LONG = "PRAVDA: the harvest was never in doubt, comrades, and nobody doubts it"
FORM = [
    "## Cards, ties and offers, with names that would do",
    "# PLAY 14 ON Manjak",
    "# TAKE Satin",
    "# PASS",
]


@pytest.mark.parametrize(
    "below",
    [
        *FORM,
        "#PURGE Satin",
        "PURGE manjak or satin",
        "hold kbg up to 8",
        "plya 14 on G",
        "SLOGAN „Forward!“",
        "PRAVDA AS blue: I confess",
    ],
)
def test_no_paper_prints_what_may_be_an_order(below: str) -> None:
    """Everybody would read it, and of the form which cards its writer holds."""
    assert lines(f"{LONG}\n{below}")[0] == ("pravda", LONG.removeprefix("PRAVDA: "))
    if below.startswith("#"):
        assert lines(f"PRAVDA:\n{below}") == []


def test_a_line_that_its_writer_ended_is_ended() -> None:
    ended = "PRAVDA: the harvest was never in doubt, nor ours"
    assert lines(f"{ended} at all\nAnna") == [("pravda", f"{ended} at all".removeprefix("PRAVDA: "))]


@pytest.mark.parametrize("head", ["MODERATOR: why?", "PROTEST 12: no", "DIARY: today"])
def test_the_form_below_is_no_part_of_it(head: str) -> None:
    found = read([head, *FORM], LEXICON)
    assert [one.kind for one in found] == ["order", *["comment"] * 4]
    assert found[0].lines[0].words == head.partition(": ")[2]


def test_nobody_is_sent_the_form_of_another() -> None:
    (press, *_) = read(["PRESS TO blue: hello", "#1 of my wishes", *FORM], LEXICON)
    assert message(press.lines[0], LEXICON).text == "hello\n#1 of my wishes"
    (part,) = parts(["hello", *FORM], LEXICON)
    assert answer(part, LEXICON).text == "hello"
