"""Whole random games with every invariant checked after every event (tests/invariants.py)."""

import pytest

from pbem.engine.variants import PLAYABLE
from tests import fuzz

CHUNK = 50
#: 2,000 Basic games, 300 of each Swiss one; order lists cost more, and their answers matter as much.
RUNS = [
    (rules, mode, seed)
    for mode, rules, games in (
        *(("chance", rules, 2000 if rules == "basic" else 300) for rules in PLAYABLE),
        *(("orders", rules, 60 if rules == "basic" else 20) for rules in PLAYABLE),
        *(("text", rules, 10) for rules in PLAYABLE),
    )
    for seed in range(1, games + 1, CHUNK if mode == "chance" else 10)
]
ENDINGS = {"basic": {"R11.1", "R11.2", "R8.10"}, "swiss": {"R17.5", "R17.6"}, "swiss-ah": {"R16.1", "R11.2"}}


@pytest.mark.parametrize(("rules", "mode", "seed"), RUNS)
def test_random_games_break_no_law(rules: str, mode: str, seed: int) -> None:
    games = CHUNK if mode == "chance" else 10

    outcomes = [fuzz.play_one(task) for task in fuzz.tasks(games, seed, rules, mode)]

    assert [f"{o.rules} {mode} seed {o.seed}: {o.broken}" for o in outcomes if o.broken] == []


@pytest.mark.parametrize("rules", PLAYABLE)
def test_random_games_end_in_every_way_that_there_is(rules: str) -> None:
    met: set[str] = set()
    for task in fuzz.tasks(80, 5000, rules, "chance"):
        met.add(fuzz.play_one(task).ended_by)
        if met >= ENDINGS[rules]:
            break

    assert met >= ENDINGS[rules]


def test_a_game_is_a_function_of_its_seed() -> None:
    assert fuzz.by_chance(7, "basic") == fuzz.by_chance(7, "basic")
    assert fuzz.by_text(7, "basic") == fuzz.by_text(7, "basic")


def test_the_survey_names_rules_and_endings() -> None:
    outcomes = [fuzz.play_one(task) for task in fuzz.tasks(3, 1, "basic", "chance")]

    text = fuzz.survey(outcomes)

    assert "basic" in text
    assert "broken" not in text
