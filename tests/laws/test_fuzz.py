"""Whole random games with every invariant checked after every event (tests/invariants)."""

import pytest

from pbem.engine.variants import rules_for
from tests import fuzz
from tests.fuzz import tally
from tests.fuzz.tables import ANY, PRESET_TABLES, SINGLE_TABLES

CHUNK = 25
#: Some hundreds of games of each preset and of each single switch; order lists cost more, and their answers matter as much.
GAMES = {
    **{(rules, "chance"): 200 for rules in PRESET_TABLES},
    **{(rules, "chance"): 200 for rules in SINGLE_TABLES},
    (ANY, "chance"): 200,
    **{(rules, "rulings"): 50 for rules in PRESET_TABLES},
    (ANY, "rulings"): 50,
    **{(rules, "orders"): 20 for rules in (*PRESET_TABLES, ANY)},
    **{(rules, "text"): 5 for rules in PRESET_TABLES},
}
RUNS = [
    (rules, mode, seed, min(CHUNK, games))
    for (rules, mode), games in GAMES.items()
    for seed in range(1, games + 1, min(CHUNK, games))
]
ENDINGS = {
    "basic": {"R11.1", "R11.2", "R8.10"},
    "advanced/4": {"R11.1", "R11.2", "R8.10"},
    "swiss": {"R17.5", "R17.6"},
    "swiss-ah": {"R16.1", "R11.2"},
}


@pytest.mark.parametrize(("rules", "mode", "seed", "games"), RUNS)
def test_random_games_break_no_law(rules: str, mode: str, seed: int, games: int) -> None:
    outcomes = [fuzz.play_one(task) for task in fuzz.tasks(games, seed, rules, mode)]

    assert [f"{o.rules} {mode} seed {o.seed}: {o.broken}" for o in outcomes if o.broken] == []


@pytest.mark.parametrize("rules", ENDINGS)
def test_random_games_end_in_every_way_that_there_is(rules: str) -> None:
    met: set[str] = set()
    for task in fuzz.tasks(200, 5000, rules, "chance"):
        met.add(fuzz.play_one(task).ended_by)
        if met >= ENDINGS[rules]:
            break

    assert met >= ENDINGS[rules]


BOTH = rules_for("basic", {"intrigue": True, "deck": "both"}).deck


def test_every_card_is_played() -> None:
    """Both decks together: what nobody reaches by chance is not tested."""
    played: set[str] = set()
    for task in fuzz.tasks(200, 6000, "basic+ties+intrigue+deck=both", "chance"):
        reached = fuzz.play_one(task).reached
        played |= {what.split()[0] for kind, what in reached if kind == "card"}
        if len(played) == len(BOTH):
            break

    assert {int(number) for number in played} == set(BOTH)


@pytest.mark.parametrize("rules", ["basic", "advanced/4"])
def test_a_game_is_a_function_of_its_seed(rules: str) -> None:
    for mode in fuzz.MODES.values():
        assert mode(7, rules).watch.journal == mode(7, rules).watch.journal


def test_the_survey_names_rules_and_endings() -> None:
    outcomes = [fuzz.play_one(task) for task in fuzz.tasks(3, 1, "advanced/4", "chance")]

    text = fuzz.survey(outcomes)

    assert "advanced/4" in text
    assert "broken" not in text
    assert "card (" in tally.table(outcomes[0].reached)


@pytest.mark.parametrize("seed", range(20))
def test_a_mixture_can_be_played(seed: int) -> None:
    assert fuzz.the_rules(fuzz.mixture(seed)).name
