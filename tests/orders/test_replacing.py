"""A changed mind replaces (E7, D6)."""

import pytest

from pbem.orders.lines import Line
from pbem.orders.reader import read
from pbem.orders.replacing import key, merge, outranks

from .names_of_the_game import LEXICON


def lines(*texts: str) -> list[Line]:
    return [line for reading in read(texts, LEXICON) for line in reading.lines]


def merged(old: list[str], new: list[str], now: int | None = None) -> tuple[list[str], list[str], list[str]]:
    kept, replaced, outranked = merge(lines(*old), lines(*new), lambda line: line, now)
    return [line.text for line in kept], [line.text for line in replaced], [line.text for line in outranked]


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("PURGE G", "PURGE T, K"),
        ("KGB: PURGE G WHILE TURN < 5", "PURGE T IF blue CONTROLS FM"),
        ("TRY G", "CONDEMN T"),
        ("CONDEMN G", "TRY T"),
        ("INVESTIGATE G", "INVESTIGATE T"),
        ("CLOSE G", "CLOSE T"),
        ("NOMINATE G", "NOMINATE T, O"),
        ("VOTE GUILTY", "VOTE INNOCENT"),
        ("VOTE GUILTY ON G", "ACQUIT G"),
        ("Strychnin: VOTE NO", "VOTE YES"),
        ("CURE G", "WORK G"),
        ("SHIFT G TO DM", "PROMOTE T"),
        ("MOVE G UP", "SWAP G WITH T"),
        ("RELEASE G", "RELEASE T"),
        ("DECLARE 5 G", "DECLARE 7 G"),
        ("HOLD G UP TO 5", "HOLD G"),
        ("HOLD G UP TO 5 EACH TURN", "HOLD G UP TO 7 EACH TURN"),
        ("TAKE G WHEN PURGE OF T", "TAKE G UP TO 4 WHEN PURGE OF T"),
        ("PURGE G EACH TURN", "PURGE T EACH TURN"),
        ("PURGE G", "PURGE T EACH TURN"),
        ("PLAY 17 ON G", "PLAY 17 ON T"),
        ("PLAY 17 ON G WHEN PURGE OF G", "PLAY 17 ON T WHEN PURGE OF G"),
        ("DISCARD 4, 5", "DISCARD 5, 4"),
        ("KEEP CARDS 4, 5", "KEEP CARDS 6"),
        ("SUPPORT red ON G", "SUPPORT blue ON G"),
        ("GAIN 1 G", "GAIN 2 G"),
        ("DRAW 1", "DRAW 2"),
        (
            "OFFER 5 TO blue FOR NO PURGE OF G WHEN PURGE OF G",
            "OFFER 8 TO blue FOR NO PURGE OF G WHEN PURGE OF G",
        ),
        ("ACCEPT ANY FROM red GIVING 4", "ACCEPT ANY FROM red GIVING 5"),
        ("PURGE G", "PASS"),
        ("PASS", "PURGE G"),
    ],
)
def test_a_later_letter_replaces_the_same_decision(old: str, new: str) -> None:
    assert merged([old], [new]) == ([], [old], [])


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("PURGE G", "TRY G"),
        ("PURGE G", "ALSO PURGE T"),
        ("PURGE G EACH TURN", "ALSO PURGE T"),
        ("VOTE GUILTY ON G", "VOTE GUILTY ON T"),
        ("VOTE GUILTY", "VOTE INNOCENT ON G"),
        ("VOTE GUILTY", "VOTE YES"),
        ("VOTE YES", "Strychnin: VOTE NO"),
        ("Satin: VOTE YES", "Strychnin: VOTE NO"),
        ("SPO: RELEASE G", "KGB: RELEASE T"),
        ("CURE G", "CURE T"),
        ("DECLARE 5 G", "DECLARE 5 T"),
        ("DECLARE 5 G", "DECLARE 7 G IF blue CONTROLS FM"),
        ("DECLARE 5 G WHEN PURGE OF G", "DECLARE 5 G WHEN TRIAL OF G"),
        ("DECLARE 5 G", "HOLD G UP TO 5"),
        ("PURGE G IN TURN 5", "PURGE T"),
        ("PLAY 17 ON G", "PLAY 18 ON G"),
        ("PLAY 17 ON G WHEN PURGE OF G", "PLAY 17 ON G WHEN TRIAL OF G"),
        ("PLAY 17 ON G", "DISCARD 17"),
        ("SUPPORT red ON G", "SUPPORT red ON T"),
        ("GAIN 1 G", "GAIN 1 T"),
        ("GAIN 1 G", "DRAW 1"),
        (
            "OFFER 5 TO blue FOR NO PURGE OF G WHEN PURGE OF G",
            "OFFER 5 TO red FOR NO PURGE OF G WHEN PURGE OF G",
        ),
        (
            "OFFER 5 TO blue FOR NO PURGE OF G WHEN PURGE OF G",
            "OFFER 5 TO blue FOR NO TRIAL OF G WHEN PURGE OF G",
        ),
        ("ACCEPT ANY FROM red", "ACCEPT ANY FROM blue"),
        ("PLAY 17 ON G", "PASS"),
        ("GAIN 1 G", "PASS"),
        ("HOLD G", "PASS"),
        ("VOTE NO", "PASS"),
        ("PURGE G", "READY"),
    ],
)
def test_other_decisions_stay(old: str, new: str) -> None:
    assert merged([old], [new]) == ([old], [], [])


def test_an_each_turn_order_is_outranked_for_the_turn_and_stays() -> None:
    old = ["PURGE G EACH TURN", "PURGE K"]
    assert merged(old, ["PURGE T"]) == (["PURGE G EACH TURN"], ["PURGE K"], ["PURGE G EACH TURN"])


def test_in_this_turn_is_this_turn() -> None:
    assert merged(["PURGE G"], ["PURGE T IN TURN 3"], now=3) == ([], ["PURGE G"], [])
    assert merged(["PURGE G IN TURN 3"], ["PURGE T"], now=3) == ([], ["PURGE G IN TURN 3"], [])
    assert merged(["PURGE G"], ["PURGE T IN TURN 3"], now=2) == (["PURGE G"], [], [])


def test_an_order_for_a_later_turn_outranks_when_it_is_due() -> None:
    new, old = lines("PURGE T IN TURN 5", "PURGE G EACH TURN")
    assert [outranks(new, old, now) for now in (4, 5)] == [False, True]


def test_all_lines_of_one_letter_stay_in_order() -> None:
    assert merged(["PURGE G", "TRY K", "HOLD FM"], ["PURGE T", "PURGE S"]) == (
        ["TRY K", "HOLD FM"],
        ["PURGE G"],
        [],
    )


def test_the_number_is_no_part_of_the_key_and_conditions_are() -> None:
    a, b, c = lines("DECLARE 5 G", "DECLARE 9 G", "DECLARE 9 G IF TURN < 3")
    assert key(a) == key(b) != key(c)
