"""PRESS as people type it (E14): to whom, where it ends, and what in it may have been meant for the judge."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pbem.orders import addressing, sifting
from pbem.orders.canonical import canonical
from pbem.orders.lines import Line
from pbem.orders.reader import read

from .names_of_the_game import LEXICON

HELLO = "The Foreign Minister looks tired."


def pressed(text):
    """The one message in it."""
    (reading,) = read(text.split("\n"), LEXICON)
    assert reading.kind == "order", reading
    (line,) = reading.lines
    return line


@pytest.mark.parametrize(
    ("head", "players"),
    [
        ("PRESS", ()),
        ("PRESS TO ALL", ()),
        ("press to everyone", ()),
        ("Press to all players", ()),
        ("PRESS TO blue", ("blue",)),
        ("PRESS blue", ("blue",)),
        ("press to Dora", ("blue",)),
        ("PRESS TO Reform Expansionists", ("blue",)),
        ("PRESS TO blue, green", ("blue", "green")),
        ("PRESS TO blue and green", ("blue", "green")),
        ("PRESS TO blue & Bob Miller", ("blue", "green")),
        ("tell blue", ("blue",)),
        ("Please tell Dora and Chris", ("blue", "yellow")),
        ("message to green", ("green",)),
        ("a message to green", ("green",)),
        ("send a message to blue", ("blue",)),
        ("msg blue", ("blue",)),
        ("say to all", ()),
        ("Say to everybody else", ()),
        ("write to Anna", ("red",)),
        ("email Anna", ("red",)),
    ],
)
@pytest.mark.parametrize("below", [False, True])
def test_a_message_by_any_name(head, players, below):
    line = pressed(f"{head}:\n{HELLO}" if below else f"{head}: {HELLO}")
    assert (line.verb, line.players, line.words, line.to) == ("press", players, HELLO, None)


@pytest.mark.parametrize(
    "head",
    [
        "PRESS ANONYMOUS TO blue",
        "ANONYMOUS PRESS TO blue",
        "anonymous message to blue",
        "send an anonymous message to blue",
        "An anonymous message to Dora",
        "PRESS TO blue ANONYMOUSLY",
        "press to blue (anonymous)",
        "Anonymously tell blue",
        "tell blue anonymously",
        "PRESS TO blue, anonymously",
    ],
)
def test_anonymous_in_any_place(head):
    line = pressed(f"{head}: {HELLO}")
    assert (line.verb, line.players, line.words, line.to) == ("press", ("blue",), HELLO, "anonymous")


@pytest.mark.parametrize(
    "text",
    [
        "I tell you: we are lost",
        "Tell me more",
        "tell blue that we agree",
        "note: I am away on Friday",
        "message received: thanks",
        "Say what you like: it is raining",
        "Write me when you can",
        "Press is free here",
        "Anonymous letters are bad",
        "mail: anna@example.org",
        "to be fair: I like it",
    ],
)
def test_prose_is_no_message(text):
    assert all(not reading.lines for reading in read([text], LEXICON))


@pytest.mark.parametrize(
    ("who", "kind"), [("Zaphod", "rejected"), ("Palavrian", "rejected"), ("blue, Zaphod", "rejected")]
)
def test_nobody_is_made_up_and_nothing_below_is_an_order(who, kind):
    (reading,) = read([f"PRESS TO {who}: hello", "PURGE G"], LEXICON)
    assert (reading.kind, reading.lines) == (kind, ())


@pytest.mark.parametrize(
    "text",
    [
        "PRESS TO moderator: help",
        "press to the GM: help",
        "tell the moderator: help",
        "message to moderator: help",
    ],
)
def test_a_message_to_the_moderator_is_a_word_to_him(text):
    assert (pressed(text).verb, pressed(text).words) == ("moderator", "help")


def test_a_message_for_nobody_is_told_how_one_begins():
    (reading,) = read(["tell Zaphod: we agree"], LEXICON)
    assert (reading.kind, "PRESS TO" in reading.notes[0]) == ("ignored", True)


def test_the_moderator_knows_who_writes():
    (reading,) = read(["ANONYMOUS PRESS TO moderator: help"], LEXICON)
    assert "please leave ANONYMOUS out" in (reading.error or "")


def test_the_text_may_begin_with_any_word():
    assert pressed("PRESS: to be or not to be").words == "to be or not to be"
    assert pressed("PRESS TO blue: until then, all: well").words == "until then, all: well"
    assert pressed("PRESS: # 1 of my list").words == "# 1 of my list"


# -- where it ends -----------------------------------------------------------------------------------------------------------


def test_e14_several_paragraphs_belong_to_it():
    assert pressed("PRESS TO blue: one\n\ntwo\nthree\n\nfour").words == "one\n\ntwo\nthree\n\nfour"


def test_it_ends_at_end_press_at_the_next_message_and_at_a_signature():
    text = "PRESS TO blue: one\n\nPRESS TO green: two\nEND PRESS\nVOTE NO\ntell red: three\nMODERATOR: four\n\nPURGE G"
    found = [line for reading in read(text.split("\n"), LEXICON) for line in reading.lines]
    assert [line.verb for line in found] == ["press", "press", "vote", "press", "moderator", "purge"]
    assert [line.words for line in found if line.words] == ["one", "two", "three", "four"]
    assert pressed("PRESS: one\n\ntwo\n-- \nAnna\nPURGE G").words == "one\n\ntwo"


def test_end_press_is_kept_and_reads_back():
    line = pressed("PRESS TO blue: one\nPURGE G\nEND PRESS")
    assert line.closed
    assert pressed(canonical(line, LEXICON)) == line


# -- order or message? -------------------------------------------------------------------------------------------------------


def message(text, closed=False):
    return sifting.message(Line("press", words=text, closed=closed), LEXICON)


@pytest.mark.parametrize(
    "order",
    [
        "PURGE Manjak",
        "KGB: PURGE K",
        "hold kgb to 8",
        "- VOTE NO",
        "G10 K9 M8",
        "READY",
        "CANCEL ALL",
        "purge palavrain",
    ],
)
def test_a_line_that_is_nothing_but_an_order_is_kept_back(order):
    found = message(f"shall we?\n\n{order}\nAnna")
    assert (found.text, found.back) == ("shall we?\n\nAnna", order)
    assert len(found.orders) == 1


@pytest.mark.parametrize(
    "said", ["I will purge Manjak", "Let's purge Manjak", "please vote no", "We will try Satin then"]
)
def test_a_sentence_about_an_order_is_sent(said):
    found = message(f"dear Boris,\n{said}")
    assert (found.text, found.back) == (f"dear Boris,\n{said}", "")
    assert len(found.orders) == 1


def test_beside_an_order_all_that_looks_like_one_is_kept_back():
    found = message("shall we?\nHOLD KGB UP TO 8\nI declare 6 on Palavrian\nPURGE Zaphod\nyours, Anna")
    assert found.text == "shall we?\nyours, Anna"
    assert found.back == "HOLD KGB UP TO 8\nI declare 6 on Palavrian\nPURGE Zaphod"
    assert [line.verb for line in found.orders] == ["hold", "declare"]
    assert [one.text for one in found.faults] == ["PURGE Zaphod"]


def test_the_first_line_and_all_up_to_end_press_is_meant_for_the_others():
    assert message("PURGE Manjak").text == "PURGE Manjak"
    assert message("\nPURGE Manjak").orders == ()
    assert message("a\nPURGE Manjak", closed=True) == sifting.Sifted("a\nPURGE Manjak")


def answered(*lines):
    """What becomes of the first part of an answer."""
    return sifting.answer(sifting.parts(lines, LEXICON)[0], LEXICON)


def test_words_are_words_in_an_answer_only():
    assert answered("ok", "nothing")._replace(words=()) == sifting.Sifted("ok\nnothing")
    assert message("agreed?\nok").back == "ok"
    assert answered("ok", "PURGE G").text == ""


def test_yes_and_no_are_words_in_any_message():
    assert message("agreed?\nyes").text == "agreed?\nyes"


def test_quoted_lines_are_never_sent_on():
    assert answered("yes", "| PURGE G", "> VOTE NO").text == "yes"


# -- the parts of an answer -----------------------------------------------------------------------------------------------------


def cut(*lines):
    return [
        (part.kind, part.head.to, part.head.hidden, part.lines, part.closed)
        for part in sifting.parts(lines, LEXICON)
    ]


def test_every_head_in_an_answer_begins_a_message_of_its_own():
    assert cut("TO ALL: see you", "soon", "To green: hi Bob only", "ANONYMOUS TO blue:", "psst") == [
        ("said", ("all",), None, ("see you", "soon"), False),
        ("said", ("green",), None, ("hi Bob only",), False),
        ("said", ("blue",), True, ("", "psst"), False),
    ]


def test_a_head_with_a_wrong_name_ends_the_message_above_it():
    first, second = sifting.parts(["hello", "TO gren: a secret"], LEXICON)
    assert (first.lines, "did you mean green?" in second.head.error) == (("hello",), True)
    first, second = sifting.parts(["hello", "TO Zaphod: a secret"], LEXICON)
    assert (first.lines, second.head.error) == (("hello",), "There is no player zaphod.")


@pytest.mark.parametrize(
    "line",
    ["to be honest: no", "To be honest: no", "to sum up: no", "TO ALL of this I say no"],
)
def test_prose_in_an_answer_is_no_head(line):
    assert len(cut("hello", line)) == 1


def test_end_press_is_never_text_and_what_follows_it_is_for_nobody():
    assert cut("PRESS TO green: hi", "END PRESS", "READY", "bye") == [
        ("press", (), None, ("PRESS TO green: hi",), True),
        ("below", (), None, ("READY", "bye"), False),
    ]
    assert cut("PURGE G", "end press.", "", "PURGE K")[0] == ("said", (), None, ("PURGE G",), True)


def test_end_press_or_names_in_front_say_that_a_line_is_meant_for_the_others():
    assert answered("PURGE G", "VOTE NO", "END PRESS") == sifting.Sifted("PURGE G\nVOTE NO")
    found = answered("TO blue: PURGE G", "VOTE NO")
    assert (found.text, found.back) == ("PURGE G", "VOTE NO")


@pytest.mark.parametrize(
    "head",
    ["TO green: two", "to Dora and Bob Miller: two", "TO gren: two", "tell gren: two", "TO Zaphod: two"],
)
def test_no_head_in_a_letter_is_part_of_the_message_above_it(head):
    reading = read(["PRESS TO blue: one", head], LEXICON)[0]
    assert [line.words for line in reading.lines] == ["one"]


def test_the_text_of_an_answer_stays_as_typed():
    head = addressing.head("TO ALL: “Hello” – really…", LEXICON)
    assert head.rest == "“Hello” – really…"


@given(
    st.lists(
        st.sampled_from(
            [
                "hello",
                "",
                "PURGE G",
                "I will purge G",
                "ok",
                "PRESS TO blue: x",
                "END PRESS",
                "TO green: z",
                "TO gren: z",
                "MODERATOR: w",
                "> y",
                "# z",
                "VOTE NO, please",
                "and",
                "hold G,",
            ]
        ),
        max_size=8,
    )
)
def test_no_line_of_an_answer_gets_lost(lines):
    said = []
    for part in sifting.parts(lines, LEXICON):
        found = sifting.answer(part, LEXICON)
        said += [part.whole[0], found.text, found.back, *(reading.text for reading in found.talk)]
    for line in lines:
        assert line.startswith(">") or line == "END PRESS" or line.strip() in "\n".join(said)


# -- the first line of an answer -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("line", "head"),
    [
        ("TO ALL: no", (("all",), None, "no")),
        ("to all", (("all",), None, "")),
        ("Reply to all: no", (("all",), None, "no")),
        ("TO red, Dora: no", (("red", "blue"), None, "no")),
        ("TO Bob Miller and blue:", (("green", "blue"), None, "")),
        ("ANONYMOUS: no", ((), True, "no")),
        ("Anonymous", ((), True, "")),
        ("ANONYMOUS TO ALL: no", (("all",), True, "no")),
        ("TO ALL (anonymously): no", (("all",), True, "no")),
        ("anonymously, to red: no", (("red",), True, "no")),
        ("SIGNED: it was me", ((), False, "it was me")),
        ("signed", ((), False, "")),
        ("I think so", ((), None, "I think so")),
        ("to be honest: no", ((), None, "to be honest: no")),
        ("Dear all: no", ((), None, "Dear all: no")),
        ("", ((), None, "")),
    ],
)
def test_the_first_line_of_an_answer(line, head):
    found = addressing.head(line, LEXICON)
    assert (found.to, found.hidden, found.rest, found.error) == (*head, "")


def test_who_begins_with_anonymous_is_never_named_though_it_be_prose():
    assert addressing.head("ANONYMOUS I think that red lies", LEXICON).hidden is True


@pytest.mark.parametrize("line", ["TO bleu: no", "TO gren: no"])
def test_no_receiver_is_guessed(line):
    assert "did you mean" in addressing.head(line, LEXICON).error
