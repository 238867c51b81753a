"""How long orders of the Advanced Game live, and which never join the list (D7, D10-D13)."""

import pytest

from pbem.orders.lines import Line
from pbem.orders.reader import read
from pbem.orders.standing import Standing, after_phase, growth_turn, immediate, listed

from .names_of_the_game import LEXICON


def line(text: str) -> Line:
    ((found,),) = [reading.lines for reading in read([text], LEXICON)]
    return found


def lives(texts: list[str], turn: int, phase: str, spent: tuple[int, ...] = ()) -> list[int]:
    standing = [Standing(number, line(text)) for number, text in enumerate(texts, 1)]
    kept, dead = after_phase(standing, spent, turn, phase)
    assert len(kept) + len(dead) == len(texts)
    return [one.number for one in kept]


@pytest.mark.parametrize(
    "text",
    [
        "PLAY 17 ON G",
        "PLAY 17 ON G WHEN TRIAL OF G",
        "DISCARD 4",
        "SUPPORT blue ON G",
        "ACCEPT ANY",
        "OFFER 5 TO blue FOR NO PURGE OF G WHEN PURGE BY KGB",
    ],
)
def test_to_the_end_of_the_turn(text: str) -> None:
    assert lives([text], 2, "purge") == [1]
    assert lives([text], 2, "parade") == []
    assert lives([f"{text} EACH TURN"], 2, "parade") == [1]
    assert lives([f"{text} IN TURN 3"], 2, "parade") == [1]


def test_what_is_used_is_gone_but_support_and_accept_any_stay() -> None:
    used = ["PLAY 17 ON G", "DISCARD 4", "KEEP CARDS 4", "SUPPORT blue ON G", "ACCEPT ANY"]
    assert lives(used, 2, "purge", (1, 2, 3, 4, 5)) == [4, 5]


@pytest.mark.parametrize("text", ["GAIN 2 G", "DRAW 2"])
def test_growth_is_waited_for(text: str) -> None:
    assert lives([text], 2, "parade") == [1]
    assert lives([text], 3, "cure") == [1]
    assert lives([text], 3, "parade") == []
    assert lives([text], 3, "parade", (1,)) == []
    assert lives([f"{text} EACH TURN"], 3, "parade", (1,)) == [1]
    assert lives([f"{text} IN TURN 6"], 3, "parade") == [1]


def test_keep_cards_stands_until_it_is_used() -> None:
    assert lives(["KEEP CARDS 4"], 3, "parade") == [1]


def test_a_declare_beside_a_gain_waits_with_it() -> None:
    """D13."""
    assert lives(["DECLARE 10 G", "GAIN 2 G"], 2, "parade") == [1, 2]
    assert lives(["DECLARE 10 G", "GAIN 2 G"], 2, "parade", (1,)) == [2]
    assert lives(["DECLARE 10 G", "GAIN 2 K"], 2, "parade") == [2]
    assert lives(["DECLARE 10 G", "GAIN 2 G"], 3, "parade") == []


@pytest.mark.parametrize(
    "text",
    [
        "OFFER 5 TO blue FOR NO PURGE OF G",
        "ACCEPT 1",
        "ACCEPT OFFER",
        "REFUSE 1",
        "REFUSE ALL",
        "WITHDRAW OFFER 1",
        "STATUS",
        "READY",
    ],
)
def test_what_is_done_at_once_never_joins_the_list(text: str) -> None:
    assert not listed(line(text))
    assert immediate(line(text)) == (text not in ("STATUS", "READY"))


@pytest.mark.parametrize(
    "text",
    [
        "PURGE G",
        "VOTE NO",
        "HOLD G",
        "PASS",
        "PLAY 17",
        "DISCARD 4",
        "KEEP CARDS 4",
        "SUPPORT blue ON G",
        "GAIN 1 G",
        "DRAW 1",
        "ACCEPT ANY",
        "OFFER 5 TO blue FOR NO PURGE OF G WHEN PURGE BY KGB",
    ],
)
def test_orders_join_the_list(text: str) -> None:
    assert listed(line(text))
    assert not immediate(line(text))


def test_growth_comes_three_times() -> None:
    assert [growth_turn(turn) for turn in (1, 3, 4, 9, 10)] == [3, 3, 6, 9, None]
