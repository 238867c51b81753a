"""The bots of `pbem.bots` play every preset to its end, in lines that the judge understands, and use what a game has."""

from collections import Counter

import pytest

from pbem.engine.variants import PRESETS
from tests import fuzz
from tests.fuzz.tables import SINGLE_TABLES


@pytest.mark.parametrize("table", [*PRESETS, "advanced/3", "advanced/6", *SINGLE_TABLES])
def test_they_play_to_the_end_and_are_understood(table: str) -> None:
    """`fuzz.by_bots` raises for a line that is not read as an order, and for any broken law."""
    assert fuzz.by_bots(11, table).watch.state.over


def test_they_use_what_the_advanced_game_has() -> None:
    reached: Counter[tuple[str, str]] = Counter()
    for task in fuzz.tasks(6, 40, "advanced/4", "bots"):
        outcome = fuzz.play_one(task)
        assert outcome.broken == ""
        reached += outcome.reached

    written = {what for kind, what in reached if kind == "bot"}
    assert written >= {"play", "offer", "accept", "keep cards", "support", "gain", "draw", "declare", "hold"}
    assert len({what.split()[0] for kind, what in reached if kind == "card"}) > 20
    assert reached["offer", "struck"]
    assert sum(number for (kind, what), number in reached.items() if (kind, what) == ("event", "Withdrawn"))


@pytest.mark.parametrize("seed", range(3))
def test_they_win_rather_than_wait(seed: int) -> None:
    """Somebody wins nearly every game of theirs."""
    outcomes = [fuzz.play_one(task) for task in fuzz.tasks(4, 100 + 10 * seed, "basic", "bots")]

    assert sum(outcome.won for outcome in outcomes) >= 3
