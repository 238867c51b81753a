"""The rules as the players read them: complete, found by number, and saying what the engine does."""

import re

import pytest

from pbem import rulebook
from pbem.engine import board, victory
from pbem.engine.phases import ballot, funeral, health, purge, rehabilitation, replacement, setup, spy
from pbem.engine.variants import PRESETS, rules_for

#: How many clauses each chapter has.
CHAPTERS = {0: 7, 1: 6, 2: 8, 3: 4, 4: 8, 5: 6, 6: 1, 7: 8, 8: 10, 9: 3, 10: 2, 11: 3}
BASIC = [f"R{chapter}.{number}" for chapter, last in CHAPTERS.items() for number in range(1, last + 1)]
RULINGS = {f"HR-{number}" for number in (1, *range(3, 21), 26, 27, 29)} - {"HR-2"}
GAMES = [*((preset, {}) for preset in PRESETS), ("swiss", {"swiss_tie": "nobody", "strengths": True})]


def text(number: str, preset: str = "basic", **options: object) -> str:
    """One clause's words."""
    return next(clause.text for clause in rulebook.clauses(preset, options) if clause.number == number)


def numbers(words: str) -> set[int]:
    return {int(number) for number in re.findall(r"(?<![\w.-])\d+(?!\w|\.\d)", words)}


def test_every_clause_of_the_basic_game_is_there_once_and_in_order() -> None:
    told = [c.number for c in rulebook.clauses("basic", {}) if "." in c.number]
    assert told == BASIC


def test_every_house_ruling_of_the_basic_game_is_there_and_called_one() -> None:
    told = {c.number for c in rulebook.clauses("basic", {}) if c.house}
    assert told == RULINGS
    assert all(c.house == c.number.startswith("HR-") for c in rulebook.clauses("basic", {}))


@pytest.mark.parametrize(("preset", "options"), GAMES, ids=str)
def test_every_text_is_filled_in(preset: str, options: dict[str, object]) -> None:
    for clause in rulebook.clauses(preset, options):
        assert clause.title
        assert not re.search(r"[{}]|None|\bTODO\b|  ", clause.text), clause.number
        assert clause.text or "." not in clause.number, clause.number


@pytest.mark.parametrize(("preset", "options"), GAMES, ids=str)
def test_every_clause_that_a_text_sends_to_is_there(preset: str, options: dict[str, object]) -> None:
    clauses = rulebook.clauses(preset, options)
    known = {clause.number for clause in clauses}
    for clause in clauses:
        assert set(re.findall(r"\b(?:R\d+(?:\.\d+)?|HR-\d+)\b", clause.text)) <= known, clause.number


def test_house_rulings_follow_their_clause() -> None:
    told = [clause.number for clause in rulebook.clauses("basic", {})]
    assert told[told.index("R5.4") :][:4] == ["R5.4", "HR-10", "HR-11", "R5.5"]


# --- the numbers are the engine's ------------------------------------------------------------------------------


def test_no_number_of_the_rules_is_typed_into_a_text() -> None:
    """Everything counted comes from the code by its name in braces; what is left over is phases, votes and one cross."""
    for entry in rulebook._entries():
        texts = [entry.get("text", ""), *entry.get("instead", {}).values(), *entry.get("also", {}).values()]
        typed = {
            number
            for words in texts
            for number in numbers(re.sub(r"phases? \d( (to|or|and) \d)?", "", words))
        }
        assert typed <= {1}, entry["number"]  # "1 SP for each of his Red Crosses"


@pytest.mark.parametrize("preset", PRESETS)
def test_r0_2_purge_numbers(preset: str) -> None:
    assert numbers(text("R0.2", preset)) == set(board.PURGE_NUMBER.values())


@pytest.mark.parametrize("preset", PRESETS)
def test_r0_3_successions(preset: str) -> None:
    words, rules = text("R0.3", preset), rules_for(preset)
    for line in (board.PURGE_SUCCESSION, board.SPY_SUCCESSION, rules.funeral_succession):
        assert f": {', '.join(board.OFFICES[slot] for slot in line)}." in words


def test_r1_the_set_up() -> None:
    rules = rules_for("basic")
    assert numbers(text("R1.1")) == {min(setup.PLAYERS), max(setup.PLAYERS)}
    assert numbers(text("R1.3")) == {max(rules.sheet), min(rules.sheet), len(rules.sheet)}
    dealt = setup.deal(rules, b"seed")
    people = sum(card.place == board.PEOPLE for card in dealt.values())
    assert {len(dealt), people} <= numbers(text("R1.2"))
    swiss = setup.deal(rules_for("swiss"), b"seed")
    assert {len(swiss)} <= numbers(text("R1.2", "swiss")) & numbers(text("R17.8", "swiss"))
    assert numbers(text("HR-25", "swiss")) == {sum(card.place == board.PEOPLE for card in swiss.values())}


@pytest.mark.parametrize(
    ("number", "costs"),
    [
        ("R4.3", {purge.SUCCESS_SP, purge.FAILURE_SP}),
        ("R5.2", {ballot.ACQUITTING_VOTES, spy.ACQUITTAL_SP}),
        ("R5.3", {spy.CONDEMNATION_SP}),
        ("R5.4", {spy.INVESTIGATION_SP}),
        ("R6.1", {health.YOUNGEST, health.OLDEST, health.DEADLY}),
        ("R7.2", {funeral.DEFEATING_NOES}),
        ("R7.4", {funeral.DEFEAT_SP, funeral.NOMINATIONS}),
        ("R8.2", {replacement.STEP_SP}),
        ("R8.4", {replacement.STEP_SP}),
        ("R8.6", {replacement.STEP_SP}),
        ("R8.10", {victory.POLITBURO_SIZE}),
        ("R9.1", {rehabilitation.RELEASE_SP}),
        ("R10.1", {board.RETIREMENT_AGE}),
    ],
)
def test_costs_and_thresholds_are_those_of_the_code(number: str, costs: set[int]) -> None:
    told = numbers(re.sub(r"phase \d", "", text(number)))
    assert told == costs


@pytest.mark.parametrize("preset", PRESETS)
def test_r9_2_what_a_wave_needs(preset: str) -> None:
    needs = rules_for(preset).wave_needs
    assert f"{needs[1]} or more when Sick, {needs[2]} or more when Ill" in text("R9.2", preset)


def test_r17_4_says_the_same_as_r9_2() -> None:
    assert numbers(text("R17.4", "swiss")) == set(rules_for("swiss").wave_needs.values())


@pytest.mark.parametrize("preset", ["swiss", "swiss-ah"])
def test_r3_3_the_limit_of_aging(preset: str) -> None:
    assert f"more than {rules_for(preset).aging_cap} SP" in text("R3.3", preset)


def test_r11_2_the_last_year() -> None:
    assert {board.LAST_TURN - 1, board.LAST_TURN} <= numbers(text("R11.2"))
    assert f"{board.FIRST_YEAR}–{board.year(board.LAST_TURN - 1)}" in text("R11.2")


# --- variants -------------------------------------------------------------------------------------------------------


def test_a_switch_brings_its_chapter() -> None:
    assert not {c.number for c in rulebook.clauses("basic", {})} & {"R14", "R14.2"}
    assert {"R14", "R14.2"} <= {c.number for c in rulebook.clauses("basic", {"strengths": True})}
    assert {"R14", "R14.2"} <= {c.number for c in rulebook.clauses("basic", {"strengths": "true"})}
    assert "R14.2" in text("R3.3", strengths=True)
    assert "R14.2" not in text("R3.3", strengths=False)


def test_a_switch_with_words_changes_a_ruling() -> None:
    assert "nobody wins" in text("HR-22", "swiss", swiss_tie="nobody")
    assert "nobody wins" not in text("HR-22", "swiss")


def test_the_swiss_games_differ_where_they_do() -> None:
    assert "suspicion" in text("R3.3").lower()
    assert "makes nobody older" in text("R3.3", "swiss")
    assert "R16.1" in text("R11.1", "swiss-ah")


# --- finding and printing -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("asked", ["R4.3", "r4.3", "4.3", " R 4.3 "])
def test_a_clause_is_found_however_it_is_typed(asked: str) -> None:
    assert [clause.number for clause in rulebook.find(asked, "basic", {})] == ["R4.3"]


def test_a_clause_comes_with_its_house_rulings() -> None:
    assert [clause.number for clause in rulebook.find("R5.2", "basic", {})] == ["R5.2", "HR-9"]


@pytest.mark.parametrize("asked", ["HR-9", "hr-9", "HR9", "hr 9"])
def test_a_house_ruling_is_found(asked: str) -> None:
    assert [clause.number for clause in rulebook.find(asked, "basic", {})] == ["HR-9"]


def test_a_chapter_is_found_whole() -> None:
    found = [clause.number for clause in rulebook.find("R4", "basic", {})]
    assert found[0] == "R4"
    assert found[-1] == "R4.8"
    assert "HR-7" in found
    assert "R14.1" not in found


@pytest.mark.parametrize("asked", ["R99", "R4.99", "HR-99", "purge", "", "R4.3.2", "R17.1"])
def test_what_is_not_there_is_said_in_one_sentence(asked: str) -> None:
    with pytest.raises(ValueError, match=r"^[^\n]+$"):
        rulebook.find(asked, "basic", {})


def test_unknown_rules_are_a_value_error() -> None:
    with pytest.raises(ValueError, match="choose one of"):
        rulebook.clauses("chess", {})


def test_printed_it_is_plain_text_of_a_page_width() -> None:
    page = rulebook.render(rulebook.clauses("basic", {}))
    assert page.startswith("R0  The board")
    assert max(map(len, page.splitlines())) <= rulebook.WIDTH
    assert "HR-9   No order for a trial (house ruling)\n" in page
    assert page.endswith("\n")
    assert rulebook.render([]) == ""
