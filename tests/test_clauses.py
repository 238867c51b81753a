"""No clause is forgotten: each stands in the code that plays it, and something shows that it is played.

What no scenario can show (set-up, what needs a ruling, what the printed cards never bring about) is proved in the second half.
"""

import ast
import re
import tomllib
from collections.abc import Sequence
from functools import cache
from pathlib import Path

import pytest

from pbem import rulebook
from pbem.engine import age, board, dice, packs, run, view
from pbem.engine.events import (
    Announced,
    Claim,
    Event,
    GameStarted,
    HouseRuled,
    InfluenceDeclared,
    InfluenceRecorded,
    Moved,
    PhaseClosed,
    Ruled,
    SentToSiberia,
)
from pbem.engine.phases import setup
from pbem.engine.questions import Ask, Heard, Window
from pbem.engine.state import Politician, Stake, State, fold
from pbem.engine.variants import rules_for

ROOT = Path(__file__).parents[1]
CODE = [ROOT / "pbem" / "engine", ROOT / "pbem" / "orders"]
SCENARIOS = ROOT / "tests" / "scenarios"

#: Games that together are played by every clause there is: preset, switches, seats.
GAMES: tuple[tuple[str, dict[str, object], int], ...] = (
    ("basic", {}, 4),
    ("advanced", {}, 5),
    ("advanced", {}, 3),
    ("basic", {"by_age": True, "free_allocation": True, "intrigue": True, "deck": "both"}, 4),
    ("basic", {"revolution": "mixed", "intrigue": True}, 4),
    ("basic", {"revolution": "historical"}, 4),
    ("swiss", {}, 4),
    ("swiss-ah", {}, 4),
)
#: A scenario begins in the middle of a game; these are proved by a test of one of these files.
PROOFS = ("test_clauses.py", "test_switches.py", "test_cards.py")
PROVED = {
    "R1.1": "test_r1_1_three_to_six_factions",
    "R1.2": "test_r1_2_nestor_is_chief_and_sick_and_twelve_are_dealt",
    "R1.6": "test_r1_6_a_window_before_the_first_cure_phase",
    "HR-8": "test_hr_8_who_leaves_his_slot_by_a_ruling_takes_the_power_along",
    "HR-17": "test_hr_17_equal_in_both_ages_the_earlier_letter_is_older",
    "R1.4": "test_r1_4_by_age_nothing_is_shuffled",
    "R18.1": "test_r18_1_historical_politicians_with_a_first_chief_of_their_own",
    "R18.2": "test_r18_2_hr_24_mixed_draws_26_and_nestor_always",
    "HR-24": "test_r18_2_hr_24_mixed_draws_26_and_nestor_always",
    "HR-25": "test_hr_25_the_people_of_the_original_swiss_game_are_eleven",
    "HR-34": "test_hr_34_with_three_players_it_is_sixty_six",
    "R15.4a": "test_hr_39_a_card_without_code_asks_the_moderator",
    "HR-39": "test_hr_39_a_card_without_code_asks_the_moderator",
    "HR-29": "test_hr_29_a_sheet_is_recorded_as_it_was_given_or_not_at_all",
}


def told() -> list[rulebook.Clause]:
    """Every clause and house ruling that some game plays by."""
    everything = (c for preset, options, seats in GAMES for c in rulebook.clauses(preset, options, seats))
    return list({clause.number: clause for clause in everything}.values())


def wanted() -> list[str]:
    """R0.1–R18.3 and the house rulings; not the chapters' headings."""
    return [c.number for c in told() if "." in c.number or c.house]


@cache
def cited() -> frozenset[str]:
    """Every clause named in the engine or the order reader; "R7.1–R7.4" names four."""
    written = "\n".join(path.read_text("utf-8") for folder in CODE for path in sorted(folder.rglob("*.py")))
    found = set(re.findall(r"\bR\d+\.\d+a?|\bHR-\d+", written))
    for chapter, first, last in re.findall(r"\bR(\d+)\.(\d+)–R\1\.(\d+)", written):
        found |= {f"R{chapter}.{number}" for number in range(int(first), int(last) + 1)}
    return frozenset(found)


@cache
def shown() -> frozenset[str]:
    """Every clause that a scenario refers to."""
    files = sorted(SCENARIOS.glob("*.toml"))
    return frozenset(ref for path in files for ref in tomllib.loads(path.read_text("utf-8")).get("refs", ()))


@pytest.mark.parametrize("clause", wanted())
def test_every_clause_is_cited_in_the_code_or_covered_by_a_scenario(clause: str) -> None:
    assert clause in cited() | shown() | PROVED.keys()


@pytest.mark.parametrize("clause", wanted())
def test_every_clause_is_shown_by_a_scenario_or_proved_by_a_test(clause: str) -> None:
    assert clause in shown() or clause in PROVED


@cache
def proofs() -> frozenset[str]:
    """The tests of those files."""
    trees = [ast.parse((ROOT / "tests" / name).read_text("utf-8")) for name in PROOFS]
    return frozenset(node.name for tree in trees for node in tree.body if isinstance(node, ast.FunctionDef))


@pytest.mark.parametrize("clause", sorted(PROVED))
def test_the_table_names_tests_that_are_there_and_clauses_that_no_scenario_shows(clause: str) -> None:
    assert PROVED[clause] in proofs()
    assert clause not in shown()


def test_scenarios_refer_to_clauses_that_there_are() -> None:
    assert sorted(shown() - {c.number for c in told()}) == []


def test_rulings_that_the_engine_announces_are_in_the_rules_and_in_the_register() -> None:
    """docs/rulings.md tells of each one: the readings, ours, why."""
    files = [p for folder in CODE for p in folder.rglob("*.py") if p.parent.name != "readings"]
    announced = {r for path in files for r in re.findall(r'"(HR-\d+)"', path.read_text("utf-8"))}
    ours = {c.number for c in told() if c.house}
    register = set(
        re.findall(r"^### (HR-\d+)", (ROOT / "docs" / "rulings.md").read_text("utf-8"), re.MULTILINE)
    )
    assert announced <= ours
    assert ours <= register


# --- what no scenario can show ---------------------------------------------------------------------------------


class Waiting(run.Silent):
    """Gives these answers to questions, one after the other, then waits; declares `claims` in the first round."""

    def __init__(self, answers: Sequence[run.Reply] = (), claims: Sequence[Claim] = ()) -> None:
        self.answers, self.claims, self.windows = list(answers), tuple(claims), list[Window]()

    def ask(self, question: Ask, views: run.Views) -> run.Reply | None:
        return self.answers.pop(0) if self.answers else None

    def window(self, question: Window, views: run.Views) -> Heard:
        self.windows.append(question)
        return Heard(self.claims if question.round == 1 and len(self.windows) == 1 else ())


def play(
    base: State, answers: run.Answers, faces: Sequence[int] = (), written: Sequence[Event] = ()
) -> run.Result:
    bases = {player: view.position(player, base) for player in base.seats}
    return run.advance(base, bases, written, rules_for("basic"), answers, dice.scripted(faces))


def started(seats: Sequence[str] = ("red", "blue", "green")) -> State:
    """Set up: everybody has recorded 10 on B, 9 on C …"""
    rules = rules_for("basic")
    sheet = dict(zip("BCDEFGHIJK", rules.sheet, strict=True))
    events = [*setup.begin(rules, seats, b"seed", {}, {}), *setup.record(dict.fromkeys(seats, sheet), {})]
    return fold(events)


@pytest.mark.parametrize("count", range(9))
def test_r1_1_three_to_six_factions(count: int) -> None:
    seats = ("red", "blue", "green", "yellow", "black", "white", "pink", "grey", "brown")[:count]
    if 3 <= count <= 6:
        first = setup.begin(rules_for("basic"), seats, b"seed", {}, {})[0]
        assert isinstance(first, GameStarted)
        assert first.seats == seats
    else:
        with pytest.raises(ValueError, match="3 to 6"):
            setup.begin(rules_for("basic"), seats, b"seed", {}, {})


def test_r1_1_one_faction_each() -> None:
    with pytest.raises(ValueError, match="different"):
        setup.begin(rules_for("basic"), ("red", "blue", "red"), b"seed", {}, {})


@pytest.mark.parametrize("seed", [b"one", b"two", b"three"])
def test_r1_2_nestor_is_chief_and_sick_and_twelve_are_dealt(seed: bytes) -> None:
    cards = setup.deal(rules_for("basic"), seed)
    assert (cards["A"].place, cards["A"].printed, cards["A"].crosses) == ("PC", 80, 1)
    places = [card.place for card in cards.values()]
    assert sorted(place for place in places if place != "people") == sorted(board.SLOTS)
    assert places.count("people") == 13
    assert {card.crosses for name, card in cards.items() if name != "A"} == {0}


def test_r1_2_another_seed_deals_another_politburo() -> None:
    deals = [setup.deal(rules_for("basic"), bytes([seed])) for seed in range(20)]
    assert len({tuple(card.place for card in deal.values()) for deal in deals}) == 20


def test_r1_3_ten_numbers_each_once_and_none_for_nestor() -> None:
    rules, state = rules_for("basic"), started()
    full = dict(zip("BCDEFGHIJK", range(10, 0, -1), strict=True))
    assert setup.sheet_faults(rules, state, full) == []
    assert setup.sheet_faults(rules, state, {**full, "B": 9}) == [
        "still to give: 10",
        "each of 10 to 1 once, not 9",
    ]
    with_nestor = {"A" if name == "B" else name: number for name, number in full.items()}
    assert setup.sheet_faults(rules, state, with_nestor) == ["Aparatschik may get none"]


def test_r1_6_a_window_before_the_first_cure_phase() -> None:
    answers = Waiting(claims=[Claim("red", "B", 10)])
    result = play(started(), answers)
    assert answers.windows[0].announced == Announced("", "start", choice="setup")
    assert InfluenceDeclared("red", "B", 10, 1) in result.events
    assert isinstance(result.events[-1], PhaseClosed)
    following = run.following(result.state)
    assert following is not None
    assert following.phase == "cure"


def test_hr_8_who_leaves_his_slot_by_a_ruling_takes_the_power_along() -> None:
    """A purge succeeds; before the next one the moderator moves the KGB Head to the People."""
    people = {
        "T": Politician("T", 57, "KGB"),
        "O": Politician("O", 62, "IDE"),
        "G": Politician("G", 70, "C1"),
    }
    base = State(
        seats=("red", "blue", "green"),
        turn=2,
        phase="purge",
        people=people,
        slots={"KGB": "T", "IDE": "O", "C1": "G"},
        declared={"T": {"red": Stake(5, 1)}},
        recorded={"red": {"T": 5}, "blue": {}, "green": {}},
    )
    asked: list[Ask] = []

    class Purger(Waiting):
        def ask(self, question: Ask, views: run.Views) -> run.Reply | None:
            asked.append(question)
            return run.Reply(question.options[-1]) if len(asked) == 1 else None

    first = play(base, Purger(), faces=[20])
    assert SentToSiberia("G", "purge", "C1") in first.events
    assert isinstance(first.question, Ask)
    ruling = Ruled("He is needed elsewhere.", (Moved("T", "KGB", "people", "ruling"),))
    rest = play(base, run.Silent(), written=[*first.events, ruling])
    assert [event.ruling for event in rest.events if isinstance(event, HouseRuled)] == ["HR-8"]
    assert rest.question is None


def test_hr_17_equal_in_both_ages_the_earlier_letter_is_older() -> None:
    """No two of the printed cards are of one age, so that only a pack of other cards can bring it about."""
    ages = [card.age for card in packs.politicians().values()]
    one, two = Politician("M", 60, "people", stress=3), Politician("F", 60, "people", stress=3)
    assert age.oldest([one, two]).letter == "F"
    assert [ruling.ruling for ruling in age.rulings_of([one, two])] == ["HR-17"]
    assert len(set(ages)) == len(ages)


def test_hr_29_a_sheet_is_recorded_as_it_was_given_or_not_at_all() -> None:
    rules, state = rules_for("basic"), started()
    assert setup.sheet_faults(rules, state, {}) == ["still to give: 10, 9, 8, 7, 6, 5, 4, 3, 2, 1"]
    assert setup.sheet_faults(rules, state, {"B": 10}) == ["still to give: 9, 8, 7, 6, 5, 4, 3, 2, 1"]
    assert setup.record({"red": {"B": 10}}, {}) == [InfluenceRecorded("red", {"B": 10})]


def test_hr_25_the_people_of_the_original_swiss_game_are_eleven() -> None:
    cards = setup.deal(rules_for("swiss"), b"seed")
    assert len(cards) == 24
    assert sum(card.place == board.PEOPLE for card in cards.values()) == 11
