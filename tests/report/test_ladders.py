"""Two who bid each other up are told in two sentences; what they showed, and who has him, is all there."""

import re

import pytest

from pbem.engine import events
from pbem.engine.events import Event
from pbem.engine.state import replace
from pbem.report.ladders import ladder
from pbem.report.report import render_report

from .intrigues import AUTUMN, SPRING, dealt, table
from .positions import position


def told(**orders: str) -> str:
    """The Purge Phase as Ben, who bids on nobody, reads it."""
    state = dealt(position())
    sheets = {player: {**(sheet or {}), "Q": 9, "R": 8} for player, sheet in state.recorded.items()}
    game = table(replace(state, recorded=sheets))
    for player, lines in orders.items():
        game.order(player, lines)
    game.play(SPRING)
    text = render_report(game.brief("blue", AUTUMN)).text
    return " ".join(re.split(r"== .*? ==\n", text)[1].split())


def test_two_holds_that_bid_each_other_up_are_told_at_once() -> None:
    said = told(red="HOLD Q UP TO 9", green="HOLD Q UP TO 8")
    assert "Anna and Carla from 1 to 8 point by point; then Anna 9." in said
    assert "Anna 9 and Carla 8; Anna has control." in said
    assert said.count("Zenjarplan") == 1 and "In the same breath Anna" not in said


def test_two_contests_at_the_same_time_are_told_one_after_the_other() -> None:
    both = "HOLD Q UP TO 8\nHOLD R UP TO 7"
    said = told(red=both, green=both)
    assert said.index("from 1 to 8 point by point") < said.index("from 1 to 7 point by point")
    assert said.count("a tie, and for the moment nobody has control") == 2


def test_where_nobody_supports_no_count_is_spoken_of() -> None:
    said = told(red="DECLARE 3 Q", green="DECLARE 3 Q")
    assert re.search("Anna 3 and Carla 3[^.]*: a tie", said)
    assert not re.search(r"count is in|votes of confidence|The count on|to the tenth", said)
    assert "by the dice" in said and "having been there first" not in said


def test_where_somebody_supports_the_votes_are_counted() -> None:
    said = told(red="DECLARE 3 Q", green="DECLARE 3 Q", blue="DECLARE 1 Q\nSUPPORT red ON Q")
    assert "Ben supports Anna (+0.1)" in said and "Anna has control" in said
    assert "3.1 for Anna to 3 for Carla" in said


def test_one_or_two_rounds_are_told_as_they_are() -> None:
    assert "Carla" in told(red="HOLD Q UP TO 2", green="HOLD Q UP TO 2")
    assert "point by point" not in told(red="HOLD Q UP TO 2", green="HOLD Q UP TO 2")


def shown(*rounds: str) -> list[Event]:
    """`ag`: in this round Anna (red) and Carla (green) show its number."""
    seats = {"a": "red", "g": "green", "b": "blue"}
    return [
        events.InfluenceDeclared(seats[who], "Q", number, number)
        for number, some in enumerate(rounds, 1)
        for who in some
    ]


@pytest.mark.parametrize(
    ("rounds", "length"),
    [
        (("a", "g", "a"), 3),
        (("ag", "ag", "ag", "a"), 7),
        (("a", "g"), None),
        (("a", "a", "a", "a"), None),
        (("a", "g", "a", "b", "a"), 3),
        (("a", "g", "a", "ab", "a"), 3),
    ],
)
def test_a_ladder_goes_as_far_as_the_same_players_do(rounds: tuple[str, ...], length: int | None) -> None:
    found = ladder(shown(*rounds), 0)
    assert (len(found.places) if found else None) == length


def test_a_ladder_ends_with_whatever_else_happens() -> None:
    story = shown("a", "g", "a", "g", "a")
    story.insert(3, events.TieBroken("Q", "red", ("green",)))
    found = ladder(story, 0)
    assert found is not None and found.places == (0, 1, 2)
