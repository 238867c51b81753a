"""Reading a mail's lines: orders.md "Reading a mail", D3, D15, E14."""

import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pbem.orders.canonical import canonical
from pbem.orders.lines import Named, Office
from pbem.orders.reader import Reading, read

from .names_of_the_game import LEXICON


def one(text: str) -> Reading:
    (reading,) = read([text], LEXICON)
    return reading


def said(text: str) -> list[str]:
    return [canonical(line, LEXICON) for reading in read(text.split("\n"), LEXICON) for line in reading.lines]


# -- every table of orders.md ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "text",
    [
        "INFLUENCE Palavrian 10",
        "DECLARE 6 Palavrian",
        "DECLARE ALL Palavrian",
        "HOLD Palavrian UP TO 8",
        "HOLD Palavrian",
        "CURE Palavrian",
        "WORK Palavrian",
        "PURGE Palavrian, Satin WHILE KGB AGE < 75",
        "TRY Palavrian",
        "CONDEMN Palavrian",
        "INVESTIGATE Palavrian, Satin",
        "CLOSE Palavrian, Satin",
        "VOTE GUILTY",
        "VOTE INNOCENT ON Palavrian",
        "NOMINATE Palavrian, Satin",
        "VOTE YES",
        "VOTE NO ON Palavrian",
        "SHIFT Palavrian TO DM",
        "SWAP Palavrian WITH Satin",
        "PROMOTE Palavrian",
        "PROMOTE Palavrian TO C5",
        "DEMOTE Palavrian TO C1",
        "RELEASE Palavrian, Satin",
        "PRESS TO blue, green: hello",
        "PRESS ANONYMOUS TO blue: hello",
        "PRESS: hello",
        "READY",
        "NOT READY",
        "ORDERS",
        "CANCEL 3, 4",
        "CANCEL ALL",
        "STATUS",
        "HISTORY",
        "HISTORY 3",
        "RULES R4.2",
        "HELP PURGE",
        "VACATION UNTIL 3 May",
        "VACATION UNTIL 3 May AUTOPILOT",
        "CONCEDE",
        "MODERATOR: hello",
        "SALT any words",
        "KGB: PURGE Palavrian",
        "Strychnin: VOTE NO",
        "ALSO KGB: PURGE Palavrian",
        "TAKE ACTOR UP TO 5",
        "PROTECT MINE",
        "MOVE Palavrian UP",
        "MOVE Palavrian TO KGB",
        "PASS",
        "YES",
        "NO",
        "FORM",
        "WAIT",
        "DECLARE 6 Palavrian WHEN VOTE BY FM IF blue CONTROLS FM",
        "HOLD KGB UP TO 8 EACH TURN",
        "VOTE INNOCENT ON MINE",
        "DECLARE 5 Palavrian WHEN VOTE GUILTY BY FM ON Satin",
        "DECLARE 5 Palavrian WHEN PASS BY KGB",
        "DECLARE 5 Palavrian WHEN ANY ACTION BY KGB",
        "DECLARE 5 Palavrian WHEN START OF PURGE",
        "DECLARE 5 Palavrian WHEN PARADE",
        "TAKE ACTOR WHEN PURGE OF ANYONE",
        "VOTE NO IF NO VOTES < 2 IN TURN 3",
        "VOTE INNOCENT IF INNOCENT VOTES < 2 AND TURN >= 2",
        "PURGE Satin IF NOBODY CONTROLS KGB OR (I CONTROL FM AND Palavrian AT WORK)",
        "PURGE Satin UNLESS blue DECLARED ON Palavrian < 4",
        "PURGE Satin IF blue WAVES = 2 AND NOT Palavrian SUSPECT",
    ],
)
def test_every_form_in_full_words_stands_for_itself(text: str) -> None:
    assert said(text) == [text]


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("SHIFT G DM", "SHIFT Palavrian TO DM"),
        ("GRAB G", "TAKE Palavrian"),
        ("SEIZE G 4", "TAKE Palavrian UP TO 4"),
        ("ACQUIT G", "VOTE INNOCENT ON Palavrian"),
        ("CONVICT G", "VOTE GUILTY ON Palavrian"),
        ("BACK G", "VOTE YES ON Palavrian"),
        ("OPPOSE G", "VOTE NO ON Palavrian"),
        ("VOTE G GUILTY", "VOTE GUILTY ON Palavrian"),
        ("RELEASE G WITH SPO", "SPO: RELEASE Palavrian"),
        ("SKIP", "PASS"),
        ("NO ORDERS", "PASS"),
        ("CONFIRM", "YES"),
        ("IF I CONTROL G PURGE K", "PURGE Boremtodev IF I CONTROL Palavrian"),
        ("IN TURN 3: PURGE K", "PURGE Boremtodev IN TURN 3"),
        ("EACH TURN HOLD KGB TO 8", "HOLD KGB UP TO 8 EACH TURN"),
        ("HOLD KGB EACH TURN UP TO 8", None),
        ("PURGE K IF G SICK UNLESS T ILL", "PURGE Boremtodev IF Palavrian SICK AND NOT Strychnin ILL"),
        ("PURGE K IF KGB IS NOT MINE", "PURGE Boremtodev UNLESS I CONTROL KGB"),
        ("PURGE K IF KGB IS UNCONTROLLED", "PURGE Boremtodev IF NOBODY CONTROLS KGB"),
        ("PURGE K IF G IS KGB", "PURGE Boremtodev IF Palavrian IS KGB"),
        ("PURGE K IF G IN THE SANATORIUM", "PURGE Boremtodev IF Palavrian AT SANATORIUM"),
        ("PURGE K IF KGB IS OLDER THAN 75", "PURGE Boremtodev IF KGB AGE > 75"),
        ("PURGE K IF I AGE < 70", "PURGE Boremtodev IF Mischif AGE < 70"),
        ("TAKE FM WHEN FM VOTES GUILTY ON G", "TAKE FM WHEN VOTE GUILTY BY FM ON Palavrian"),
        ("TAKE KGB WHEN KGB PURGES", "TAKE KGB WHEN PURGE BY KGB"),
        ("TAKE KGB WHEN PURGE BY KGB OF G", "TAKE KGB WHEN PURGE OF Palavrian BY KGB"),
        ("PROTECT G 4 WHEN G IS TRIED", "PROTECT Palavrian UP TO 4 WHEN TRIAL OF Palavrian"),
        ("HOLD KGB TO 8 WHEN START OF THE SPY INVESTIGATION PHASE", "HOLD KGB UP TO 8 WHEN START OF SPY"),
        ("INFLUENCE G 10+", "INFLUENCE Palavrian 11"),
    ],
)
def test_friendlier_forms_are_read(typed: str, meant: str | None) -> None:
    assert said(typed) == ([meant] if meant else [])


def test_an_actor_is_kept_apart_from_the_target() -> None:
    (line,) = one("KGB: PURGE K").lines
    assert (line.actor, line.who) == (Office("KGB"), (Named("K"),))


# -- what is no order ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "text",
    [
        "Hi, my orders:",
        "Orders:",
        "See you",
        "Try it out",
        "Hold tight",
        "Close to you",
        "Work hard",
        "The end is near",
    ],
)
def test_prose_is_ignored_and_mentioned(text: str) -> None:
    assert one(text).kind == "ignored"


@pytest.mark.parametrize(
    ("text", "column", "words"),
    [
        ("PURGE Zaphod", 7, "Zaphod"),
        ("1) PURGE Zaphod", 10, "Zaphod"),
        ("  - VOTE MAYBE", 10, "GUILTY, INNOCENT, YES or NO"),
        ("PURGE Manjak,, Zaphod", 16, "Zaphod"),
        ("SHIFT G TO Mars", 12, "not the name of an office"),
        ("PURGE", 6, "missing"),
        ("DECLARE Palavrian", 18, "a number"),
        ("DECLARE 6 G NOW IF TURN < 3", 1, "waits for nothing"),
        ("PURGE G NOW", 9, "next window"),
        ("VOTE ABSTAIN", 6, "abstain"),
        ("CURE G WHILE TURN < 3", 1, "WHILE goes with PURGE only"),
        ("PURGE K IN TURN 12", 1, "1 to 11"),
        ("INFLUENCE G 10, G 9", 1, "twice"),
        ("INFLUENCE A B C D E F G H I J K L", 1, "12 names"),
        ("PURGE blue", 7, "faction"),
        ("PURGE K IF purple CONTROLS G", 12, "purple"),
        ("DECLARE 12345 G", 9, "too large"),
        ("ANYONE: PURGE K", 1, "cannot be told to act"),
    ],
)
def test_a_rejection_says_where_and_why(text: str, column: int, words: str) -> None:
    reading = one(text)
    assert reading.kind == "rejected"
    assert words in (reading.error or "")
    assert reading.column == column


def test_one_bad_line_never_harms_the_others() -> None:
    kinds = [reading.kind for reading in read(["PURGE Zaphod", "VOTE MAYBE", "PURGE G"], LEXICON)]
    assert kinds == ["rejected", "rejected", "order"]


def test_a_long_echo_is_cut() -> None:
    assert len(one("PURGE " + "Z" * 500).error or "") < 250


# -- what never becomes an order -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "text",
    [
        "| PURGE G",
        "  |PURGE G",
        "> PURGE G",
        ">> VOTE NO",
        "1) | PURGE G",
        "- > PURGE G",
        "\u200b| PURGE G",
        "\uff5c PURGE G",
    ],
)
def test_echoes_and_quotations_are_never_read(text: str) -> None:
    assert [reading.kind for reading in read([text], LEXICON)] == ["ignored"]


@pytest.mark.parametrize("end", ["END", "end.", "-- ", "--", "\u2014"])
def test_end_and_signature_stop_the_reading(end: str) -> None:
    assert [reading.number for reading in read(["PURGE G", end, "PURGE T"], LEXICON)] == [1]


def test_a_comment_is_no_order_but_a_number_sign_is_no_comment() -> None:
    assert one("# PURGE G").kind == "comment"
    assert said("PURGE G # he asked for it") == ["PURGE Palavrian"]
    assert said("CANCEL #3") == ["CANCEL 3"]


def test_reversed_and_disguised_text_is_rejected_with_its_code_point() -> None:
    assert "U+202E" in (one("PURGE \u202eG").error or "")
    assert "U+0430" in (one("PURGE S\u0430tin").error or "")


# -- looks only ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "text",
    [
        "purge g",
        "  PURGE   G  ",
        "- PURGE G",
        "* Purge G.",
        "12. PURGE G",
        "PURGE\u00a0G",
        "\uff30\uff35\uff32\uff27\uff25 G",
        "P\u200bURGE G",
        "\u201cPURGE G\u201d",
        "**PURGE G**",
        "PURGE \u2013 G",
        "P\u00fbrge G!",
        "PURGE G \U0001f600",
        "\u200ePURGE G\u200e",
        "PURGE Palavrian<https://palavrian.example>",
        "please PURGE G, thanks",
        "I will purge G",
        "Purge comrade Palavrian",
        "purge the Palavrian",
    ],
)
def test_case_spaces_marks_and_signs_say_nothing(text: str) -> None:
    assert said(text) == ["PURGE Palavrian"]


def test_odd_line_separators_count_as_spaces() -> None:
    assert said("PURGE\u2028G") == said("PURGE\x0bG") == said("PURGE\x85G") == ["PURGE Palavrian"]
    assert one("Hello\u2028PURGE Zaphod").number == 1


# -- several lines ---------------------------------------------------------------------------------------------------------


def test_a_list_goes_on_after_a_comma_only_if_that_makes_an_order() -> None:
    assert said("PURGE G,\nT") == ["PURGE Palavrian, Strychnin"]
    readings = read(["PURGE G,", "see you on Sunday"], LEXICON)
    assert [(reading.number, reading.kind) for reading in readings] == [(1, "order"), (2, "ignored")]


def test_a_condition_on_its_own_line_belongs_to_the_order_above() -> None:
    (reading,) = read(["PURGE G", "IF blue CONTROLS FM"], LEXICON)
    assert (reading.text, reading.number) == ("PURGE G\nIF blue CONTROLS FM", 1)
    assert said("PURGE G\n\nIF blue CONTROLS FM") == ["PURGE Palavrian"]


def test_an_order_never_runs_without_its_broken_condition() -> None:
    (reading,) = read(["PURGE G", "IF blue CONTROLS Zaphod"], LEXICON)
    assert reading.kind == "rejected"


def test_press_runs_to_end_press_or_to_the_end_and_says_what_it_swallowed() -> None:
    first, second = read(["PRESS TO blue: a", "", "PURGE G", "END PRESS", "VOTE NO"], LEXICON)
    assert first.lines[0].words == "a\n\nPURGE G"
    assert "line 3" in first.notes[0]
    assert second.number == 5


def test_press_never_carries_quoted_lines_along() -> None:
    press, quoted = read(["PRESS: a", "> your secret report"], LEXICON)
    assert press.lines[0].words == "a"
    assert quoted.kind == "ignored"


def test_a_word_to_the_moderator_ends_at_an_empty_line_or_an_order() -> None:
    assert said("MODERATOR: a\nb\nPURGE G") == ["MODERATOR: a\nb", "PURGE Palavrian"]
    assert said("MODERATOR: a\n\nPURGE G") == ["MODERATOR: a", "PURGE Palavrian"]


def test_a_condition_at_the_end_of_two_orders_is_said_to_belong_to_the_last() -> None:
    reading = one("purge G and try T if blue controls FM")
    assert [line.condition is None for line in reading.lines] == [True, False]
    assert "last order" in reading.notes[0]


# -- for any text at all ---------------------------------------------------------------------------------------------------

WORDS = "purge vote and , . ; then G K KGB Manjak if I control blue declare 6 hold try ( ) not no < 5 when of by mine press : end # | palavrain also with to up".split()


@settings(deadline=None)  # the first call builds the parser
@given(st.lists(st.text(max_size=60), max_size=6))
def test_no_text_raises_and_no_line_gets_lost(lines: list[str]) -> None:
    readings = read(lines, LEXICON)
    assert all((reading.kind == "order") == bool(reading.lines) for reading in readings)
    assert all((reading.kind == "rejected") == (reading.error is not None) for reading in readings)


@settings(deadline=None)  # the first call builds the parser
@given(st.lists(st.lists(st.sampled_from(WORDS), max_size=14).map(" ".join), max_size=5))
def test_no_salad_of_order_words_raises(lines: list[str]) -> None:
    for reading in read(lines, LEXICON):
        assert 1 <= reading.number <= len(lines)
        assert (
            reading.column is None
            or 1 <= reading.column <= len(reading.text) + len(lines[reading.number - 1]) + 1
        )


@settings(deadline=None)  # the first call builds the parser
@given(
    st.lists(
        st.lists(st.sampled_from([*WORDS, "hello", "Zaphod"]), min_size=1, max_size=8).map(" ".join),
        max_size=5,
    )
)
def test_every_line_above_the_end_is_mentioned(lines: list[str]) -> None:
    readings = read(lines, LEXICON)
    mentioned = "\n".join(reading.text for reading in readings)
    for line in lines:
        if line.strip().lower().rstrip(".") in ("end", ""):
            break
        if not any(f"{name} :" in " ".join(lines) or f"{name} to" in " ".join(lines) for name in ("press",)):
            assert any(reading.text in line or line in reading.text for reading in readings), mentioned


@pytest.mark.parametrize(
    "line",
    [
        "purge " * 33,
        "G, " * 66,
        "(" * 200,
        "purge G. " * 22,
        "ok " * 66,
        "if not " * 28,
        "\u0439x\u202e#|" * 40,
        "purge palavrain, " * 12,
        "palavrain " * 20,
    ],
)
def test_two_hundred_lines_of_garbage_take_less_than_a_second(line: str) -> None:
    read(["READY"], LEXICON)
    begun = time.process_time()
    read([line[:200]] * 200, LEXICON)
    assert time.process_time() - begun < 1


def test_a_typical_line_is_read_in_less_than_two_fifths_of_a_millisecond() -> None:
    lines = [
        "PURGE Manjak, Satin WHILE KGB AGE < 75",
        "DECLARE 6 Palavrian WHEN VOTE BY FM IF blue CONTROLS FM",
    ] * 100
    read(lines, LEXICON)
    best = min(_seconds(lines) for _ in range(5))
    assert best / len(lines) < 0.0004


def _seconds(lines: list[str]) -> float:
    begun = time.process_time()
    read(lines, LEXICON)
    return time.process_time() - begun
