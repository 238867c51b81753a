"""Presets and switches: what is on, what does not go together, and what each variant of the set-up does."""

import re
from pathlib import Path

import pytest

from pbem.engine import board, packs
from pbem.engine.packs import Pack, Packs
from pbem.engine.packs.supplied import data_text
from pbem.engine.phases import setup
from pbem.engine.rules import Rules
from pbem.engine.state import Politician, State, fold
from pbem.engine.variants import PRESETS, RULES_VERSION, SWITCHES, UnknownRules, packs_of, rules_for

ALL = {"ties", "strengths", "intrigue", "bribes", "growth"}
DECK, CHART, PEOPLE = (
    packs.read(data_text(file), f"my-{file}") for file in ("intrigue", "health", "politicians")
)
Options = dict[str, object]


def on(preset: str, seats: int | None = None, **options: object) -> set[str]:
    return set(rules_for(preset, options, seats=seats).switches)


# --- what is on ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seats", [None, 3, 4, 5, 6])
@pytest.mark.parametrize("preset", PRESETS)
def test_every_preset_can_be_played_by_any_number(preset: str, seats: int | None) -> None:
    rules = rules_for(preset, seats=seats)
    assert rules.name == preset
    assert len(rules.deal(rules, b"seed")) == (24 if preset == "swiss" else 26)


def test_d20_advanced_is_everything_and_three_players_change_r12() -> None:
    assert on("advanced") == on("advanced", 4) == ALL | {"nestor", "deck=house"}
    assert on("advanced", 3) == ALL | {"three_player", "deck=house"}
    assert on("basic") == on("basic", 3) == on("swiss-ah") == set()
    assert on("swiss") == {"swiss_tie=not_controller"}


@pytest.mark.parametrize("name", sorted({*ALL, "nestor"}))
def test_each_part_of_advanced_can_be_switched_off(name: str) -> None:
    assert name not in on("advanced", **{name: False})
    assert name not in on("advanced", **{name: "false"})


def test_three_player_can_be_switched_off_and_nestor_stays_off() -> None:
    assert on("advanced", 3, three_player="no") == ALL | {"deck=house"}


def test_without_intrigue_bribes_go_silently() -> None:
    assert on("advanced", intrigue=False) == {"ties", "strengths", "growth", "nestor"}


def test_the_revolution_is_a_word_and_brings_its_deck() -> None:
    assert on("basic", revolution="mixed") == {"revolution", "revolution=mixed"}
    assert on("basic", revolution=False) == set()
    assert {"deck=both", "revolution", "revolution=historical"} <= on("advanced", revolution="Historical")
    assert "deck=house" in on("advanced", revolution="mixed", deck="house")


@pytest.mark.parametrize(("deck", "cards", "name"), [
    ("house", 34, "house deck"), ("revolution", 20, "Revolution deck"), ("both", 54, "house and Revolution decks"),
])  # fmt: skip
def test_r18_1_decks(deck: str, cards: int, name: str) -> None:
    rules = rules_for("advanced", {"deck": deck})
    assert len(rules.deck) >= cards
    assert (rules.deck_name, rules.hand_size) == (name, 3)


def test_without_intrigue_there_is_no_deck() -> None:
    rules = rules_for("basic")
    assert (rules.deck, rules.deck_name, rules.hand_size, rules.ten_plus) == ({}, "", 0, False)


def test_r15_6_ten_plus_holds_with_growth_or_three_players() -> None:
    assert rules_for("basic", {"growth": True}).ten_plus
    assert rules_for("basic", {"three_player": True}, seats=3).ten_plus


def test_every_switch_says_what_it_is() -> None:
    assert all(re.search(r"\((R|HR-)\d", switch.about) for switch in SWITCHES.values())


# --- what cannot be ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("preset", "options", "seats", "said"),
    [
        ("advancd", {}, None, "there are no rules named 'advancd'; choose one of basic, advanced, swiss, swiss-ah; did you mean advanced?"),
        ("basic", {"bribe": True}, None, "there is no option 'bribe'; did you mean bribes?; the options are ties, strengths"),
        ("basic", {"xyzzy": True}, None, "there is no option 'xyzzy'; the options are ties"),
        ("basic", {"ties": "maybe"}, None, "ties is true or false, not 'maybe'"),
        ("basic", {"revolution": "mix"}, None, "revolution is contemporary, historical or mixed, not 'mix'; did you mean mixed?"),
        ("advanced", {"deck": "full"}, None, "deck is house, revolution or both, not 'full'"),
        ("advanced", {"deck": False}, None, "deck is house, revolution or both, not False"),
        ("swiss", {"swiss_tie": "all"}, None, "swiss_tie is not_controller or nobody, not 'all'"),
        ("basic", {"chart": "ah-1988"}, None, "chart is swiss-1986, not 'ah-1988'"),
        ("basic", {"bribes": True}, None, "bribes needs intrigue: what is given are Intrigue cards; say intrigue=true, too"),
        ("advanced", {"bribes": True, "intrigue": False}, None, "bribes needs intrigue"),
        ("basic", {"deck": "house"}, None, "deck needs intrigue: without it there are no Intrigue cards"),
        ("advanced", {"three_player": True}, 4, "three_player needs exactly three players, not 4"),
        ("advanced", {"nestor": True}, 3, "nestor needs four players or more"),
        ("basic", {"nestor": True, "three_player": True}, None, "nestor and three_player exclude each other"),
        ("swiss", {"revolution": "mixed"}, None, "revolution does not go with the rules swiss"),
        ("basic", {"swiss_tie": "nobody"}, None, "swiss_tie is only for the rules swiss"),
    ],
)  # fmt: skip
def test_what_cannot_be_is_told(preset: str, options: Options, seats: int | None, said: str) -> None:
    with pytest.raises(UnknownRules, match=re.escape(said)):
        rules_for(preset, options, seats=seats)


@pytest.mark.parametrize(
    ("preset", "options", "own", "said"),
    [
        ("basic", {"revolution": "historical"}, [PEOPLE], "revolution=historical brings its own Politicians, and so does a pack"),
        ("basic", {"revolution": "mixed"}, [PEOPLE], "revolution=mixed brings its own Politicians"),
        ("advanced", {"deck": "both"}, [DECK], "deck chooses among the decks of the program, but a pack brings its own"),
        ("basic", {"chart": "swiss-1986"}, [CHART], "chart chooses among the charts of the program, but a pack brings"),
        ("basic", {}, [DECK], "a pack brings Intrigue cards only, and this game is played without them"),
        ("basic", {}, [CHART, CHART], "the packs swiss-1986 and swiss-1986 both bring health; a game takes one"),
        ("basic", {}, [PEOPLE, PEOPLE], "the packs my-politicians and my-politicians both bring politicians"),
        ("advanced", {}, [DECK, DECK], "the packs my-intrigue and my-intrigue both bring intrigue"),
    ],
)  # fmt: skip
def test_packs_and_switches_that_do_not_go_together(
    preset: str, options: Options, own: list[Pack], said: str
) -> None:
    with pytest.raises(UnknownRules, match=re.escape(said)):
        rules_for(preset, options, packs=Packs(tuple(own)))


# --- packs ---------------------------------------------------------------------------------------------------------


def test_a_packs_own_politicians_chart_and_cards_are_played_with() -> None:
    older = packs.read(data_text("politicians").replace("age = 80", "age = 81"), "older")
    chart = packs.read(data_text("health").replace("swiss-1986", "ah-1988"), "board")
    rules = rules_for("swiss", {"intrigue": True}, packs=Packs((older, chart, DECK)))
    assert len(rules.cards) == 26  # R17.8 is about the printed ones
    assert rules.cards[rules.first_chief].age == 81
    assert rules.chart.name == "ah-1988"
    assert rules.deck_name == "my-intrigue"


def test_packs_of_names_what_a_game_is_played_with() -> None:
    assert [pack.name for pack in packs_of("basic")] == ["politicians", "swiss-1986"]
    assert [pack.name for pack in packs_of("advanced", {"revolution": "mixed"})] == [
        *("politicians", "historical", "swiss-1986", "intrigue", "revolution-deck")
    ]
    assert [
        pack.name for pack in packs_of("advanced", {"revolution": "historical", "deck": "revolution"})
    ] == [*("historical", "swiss-1986", "revolution-deck")]
    own = Packs((PEOPLE, CHART, DECK))
    assert [pack.name for pack in packs_of("advanced", packs=own)] == [pack.name for pack in own.own]
    assert RULES_VERSION


def test_packs_that_were_kept_count_more_than_those_of_the_program() -> None:
    old = packs.read(data_text("politicians").replace("age = 75", "age = 76"), "politicians")
    assert rules_for("swiss", packs=Packs((), (old,))).cards["B"].age == 76
    assert rules_for("swiss", packs=Packs((), (old,))).cards.keys() == rules_for("swiss").cards.keys()


# --- the variants of the set-up --------------------------------------------------------------------------------------


def full(rules: Rules, first: str = "B") -> dict[str, int]:
    """A sheet from this letter on."""
    names = sorted(letter for letter in rules.cards if letter >= first)
    return dict(zip(names, rules.sheet, strict=False))


def begun(rules: Rules, turn: int = 0, phase: str = "setup") -> State:
    state = fold(setup.begin(rules, ("red", "blue", "green"), b"seed", {}, {}))
    return State(seats=state.seats, people=state.people, slots=state.slots, turn=turn, phase=phase)


def test_r1_4_by_age_nothing_is_shuffled() -> None:
    rules = rules_for("basic", {"by_age": True})
    dealt = setup.deal(rules, b"seed")
    assert [dealt[letter].place for letter in "ABCDEFGHIJKLM"] == list(board.SLOTS)
    assert {dealt[letter].place for letter in "NOPQRSTUVWXYZ"} == {"people"}
    assert setup.deal(rules, b"other") == dealt
    assert dealt["A"].crosses == 1


def test_r1_4_by_age_among_those_that_were_drawn() -> None:
    dealt = setup.deal(rules_for("basic", {"by_age": True, "revolution": "mixed"}), b"seed")
    assert [dealt[letter].place for letter in sorted(dealt)[:13]] == list(board.SLOTS)


@pytest.mark.parametrize(
    ("sheet", "faults"),
    [
        ({"B": 55}, []),
        ({"B": 20, "C": 20, "D": 15}, []),
        (dict.fromkeys("BCDEFGHIJKLMNOPQRSTUVWXYZ", 2) | {"B": 7}, []),
        ({}, ["still to give: 55 of 55 points"]),
        ({"B": 50}, ["still to give: 5 of 55 points"]),
        ({"B": 50, "C": 10}, ["5 too many: you have 55 points"]),
        ({"B": 55, "C": 0}, ["Goferbrok can get 1 to 55, not 0"]),
        ({"B": 56}, ["Schukrutoff can get 1 to 55, not 56", "1 too many: you have 55 points"]),
        ({"A": 55}, ["Aparatschik may get none"]),
    ],
)
def test_r1_5_hr_2_any_amounts_that_make_fifty_five(sheet: dict[str, int], faults: list[str]) -> None:
    rules = rules_for("basic", {"free_allocation": True})
    assert setup.sheet_faults(rules, begun(rules), sheet) == faults


def test_hr_34_with_three_players_it_is_sixty_six() -> None:
    rules = rules_for("advanced", {"free_allocation": True}, seats=3)
    state = begun(rules)
    assert setup.sheet_faults(rules, state, {"B": 33, "C": 33}) == []
    assert setup.sheet_faults(rules, state, {"B": 55}) == ["still to give: 11 of 66 points"]


def test_r12_1_three_players_record_an_eleventh_in_the_amount_of_ten_plus() -> None:
    rules = rules_for("advanced", seats=3)
    state = begun(rules)
    assert rules.sheet == (11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1)
    assert setup.sheet_faults(rules, state, full(rules)) == []
    ten = {letter: number for letter, number in full(rules).items() if number < 11}
    assert setup.sheet_faults(rules, state, ten) == ["still to give: 10+"]
    twice = full(rules) | {"C": 11}
    assert setup.sheet_faults(rules, state, twice) == ["still to give: 10", "each of 10+ to 1 once, not 10+"]
    with_nestor = full(rules, "A")
    assert setup.sheet_faults(rules, state, with_nestor) == ["Aparatschik may get none"]


@pytest.mark.parametrize(
    ("turn", "phase", "may"),
    [(0, "setup", False), (1, "cure", False), (3, "purge", False), (3, "parade", True), (4, "cure", True)],
)
def test_r12_1_nestor_is_barred_until_the_end_of_turn_three(turn: int, phase: str, may: bool) -> None:
    rules = rules_for("advanced", seats=3)
    state = begun(rules, turn, phase)
    assert rules.may_hold(state, "A") is may
    assert rules.may_hold(state, "B")


def test_r12_2_with_four_or_more_nestor_is_like_anyone_else() -> None:
    rules = rules_for("advanced", seats=4)
    assert setup.sheet_faults(rules, begun(rules), full(rules, "A")) == []


# --- the Revolution --------------------------------------------------------------------------------------------------


def test_r18_1_historical_politicians_with_a_first_chief_of_their_own() -> None:
    rules = rules_for("basic", {"revolution": "historical"})
    dealt = setup.deal(rules, b"seed")
    assert sorted(dealt) == [2 * letter for letter in "ABCDEFGHIJKLMNOPQRSTUVWXYZ"]
    assert (dealt["AA"].place, dealt["AA"].printed, dealt["AA"].crosses) == ("PC", 80, 1)
    assert setup.sheet_faults(rules, begun(rules), full(rules, "AA")) == ["Lenin may get none"]


@pytest.mark.parametrize("seed", [b"one", b"two", b"three"])
def test_r18_2_hr_24_mixed_draws_26_and_nestor_always(seed: bytes) -> None:
    rules = rules_for("basic", {"revolution": "mixed"})
    dealt = setup.deal(rules, seed)
    assert len(rules.cards) == 52
    assert len(dealt) == 26
    assert (dealt["A"].place, dealt["A"].crosses) == ("PC", 1)
    assert sorted(c.place for c in dealt.values() if c.place != "people") == sorted(board.SLOTS)
    assert 0 < sum(len(letter) == 2 for letter in dealt) < 25
    assert setup.deal(rules, seed) == dealt


def test_r18_2_another_seed_draws_others() -> None:
    rules = rules_for("basic", {"revolution": "mixed"})
    assert len({frozenset(setup.deal(rules, bytes([seed]))) for seed in range(10)}) == 10


@pytest.mark.parametrize("kind", ["contemporary", "historical", "mixed"])
def test_r18_3_each_question_mark_counts(kind: str) -> None:
    rules = rules_for("basic", {"revolution": kind, "strengths": True})
    letter = rules.first_chief
    card = rules.cards[letter]
    place = next(slot for slot in board.POLITBURO[1:] if slot not in (card.strength, card.weakness))
    suspect = Politician(letter, card.age, place, suspicion=3)
    assert rules.max_suspicion == 3
    assert sum(years for _, years in rules.aging(State(), suspect)) == 3
    assert rules_for("basic").max_suspicion == 1


def test_r18_3_under_the_swiss_version_the_limit_still_comes_last() -> None:
    assert rules_for("swiss-ah", {"revolution": "mixed"}).aging_cap == 1


def test_the_help_of_the_option_names_every_switch() -> None:
    said = (Path(__file__).parents[1] / "pbem" / "cli" / "options.py").read_text("utf-8")
    text = said.split("There are ")[1] + said.split("There are ")[1]
    for name in SWITCHES:
        assert f"{name}," in text or f"{name}." in text, name
