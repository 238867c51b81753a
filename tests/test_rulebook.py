"""The rules as the players read them: complete, found by number, and saying what the engine does."""

import itertools
import re
from functools import cache

import pytest

from pbem import rulebook
from pbem.engine import board, growth, influence, victory
from pbem.engine.cards.favours import SIX_MARKERS
from pbem.engine.cards.purges import FIRST_ROLL
from pbem.engine.phases import funeral, health, purge, rehabilitation, replacement, setup, spy
from pbem.engine.state import State
from pbem.engine.variants import PRESETS, UnknownRules, rules_for
from pbem.engine.variants.free_allocation import MOST as FREE_MOST
from pbem.engine.variants.nestor import BARRED_UNTIL

#: How many clauses each chapter of the Basic Game has; R1.4 and R1.5 are variants.
CHAPTERS = {0: 7, 1: 6, 2: 8, 3: 4, 4: 8, 5: 6, 6: 1, 7: 8, 8: 10, 9: 3, 10: 2, 11: 3}
VARIANTS = {12: 2, 13: 4, 14: 3, 15: 7, 16: 3, 17: 9, 18: 3}
ALL = [
    f"R{chapter}.{number}" for chapter, last in (CHAPTERS | VARIANTS).items() for number in range(1, last + 1)
]
BASIC = [number for number in ALL if int(number[1:].partition(".")[0]) in CHAPTERS]
BASIC = [number for number in BASIC if number not in ("R1.4", "R1.5")]
RULINGS = {f"HR-{number}" for number in (1, *range(3, 21), 26, 27, 29, 33)}
ALL_RULINGS = {f"HR-{number}" for number in range(1, 40)}
#: What each switch brings, in a game that has nothing of it; with what else it needs.
BRINGS: dict[str, tuple[dict[str, object], int | None, set[str]]] = {
    "ties": ({"ties": True}, None, {"R13", "R13.1", "R13.2", "R13.3"}),
    "strengths": ({"strengths": True}, None, {"R14", "R14.1", "R14.2", "R14.3"}),
    "intrigue": (
        {"intrigue": True},
        None,
        {"R13", "R13.4", "R15", "R15.1", "R15.2", "R15.2a", "R15.3", "R15.4", "R15.4a", "R15.5", "Cards"}
        | {f"HR-{number}" for number in (30, 35, 37, 38, 39)}
        | {f"Card {number}" for number in range(1, 35)},
    ),
    "growth": ({"growth": True}, None, {"R15", "R15.6"}),
    "by_age": ({"by_age": True}, None, {"R1.4"}),
    "free_allocation": ({"free_allocation": True}, None, {"R1.5", "HR-2"}),
    "three_player": ({"three_player": True}, 3, {"R12", "R12.1", "R15", "R15.6"}),
    "nestor": ({"nestor": True}, None, {"R12", "R12.2"}),
    "revolution=contemporary": ({"revolution": "contemporary"}, None, {"R18", "R18.1", "R18.3"}),
    "revolution=historical": ({"revolution": "historical"}, None, {"R18", "R18.1", "R18.3"}),
    "revolution=mixed": ({"revolution": "mixed"}, None, {"R18", "R18.1", "R18.2", "HR-24", "R18.3"}),
}
HIDES = {"revolution": {"HR-5", "HR-10"}}
TOGGLES = ("ties", "strengths", "intrigue", "growth", "by_age", "free_allocation")
Game = tuple[str, dict[str, object], int | None]


def games() -> list[Game]:
    """Every preset; every switch alone and all pairs of switches over each preset, as far as they go together."""
    single: list[dict[str, object]] = [{}]
    single += [{name: True} for name in (*TOGGLES, "nestor", "three_player")]
    single += [{name: False} for name in ("bribes", "intrigue")]
    single += [{"deck": kind} for kind in ("house", "revolution", "both")]
    single += [{"revolution": kind} for kind in ("contemporary", "historical", "mixed")]
    single += [{"swiss_tie": "nobody"}]
    wishes = [{**one, **other} for one, other in itertools.combinations_with_replacement(single, 2)]
    wishes.append(dict.fromkeys((*TOGGLES, "bribes"), True))
    return [
        (preset, options, seats)
        for preset, options, seats in itertools.product(PRESETS, wishes, (None, 3))
        if _go_together(preset, options, seats)
    ]


def _go_together(preset: str, options: dict[str, object], seats: int | None) -> bool:
    try:
        rules_for(preset, options, seats=seats)
    except UnknownRules:
        return False
    return True


GAMES = games()


@cache
def all_printed() -> tuple[tuple[Game, list[rulebook.Clause]], ...]:
    """The rules of all these games."""
    return tuple((game, rulebook.clauses(*game)) for game in GAMES)


def text(number: str, preset: str = "basic", seats: int | None = None, **options: object) -> str:
    """One clause's words."""
    return next(clause.text for clause in rulebook.clauses(preset, options, seats) if clause.number == number)


def numbers(words: str) -> set[int]:
    return {int(number) for number in re.findall(r"(?<![\w.-])\d+(?!\w|\.\d)", words)}


def test_every_clause_of_the_basic_game_is_there_once_and_in_order() -> None:
    told = [c.number for c in rulebook.clauses("basic", {}) if "." in c.number]
    assert told == BASIC


def test_every_house_ruling_of_the_basic_game_is_there_and_called_one() -> None:
    told = {c.number for c in rulebook.clauses("basic", {}) if c.house}
    assert told == RULINGS
    assert all(c.house == c.number.startswith("HR-") for c in rulebook.clauses("basic", {}))


def test_every_clause_and_every_ruling_is_there_in_some_game() -> None:
    told = {clause.number for _, clauses in all_printed() for clause in clauses}
    assert set(ALL) <= told
    assert {number for number in told if number.startswith("HR-")} == ALL_RULINGS


def test_every_text_is_filled_in() -> None:
    for game, clauses in all_printed():
        for clause in clauses:
            where = f"{clause.number} {game}"
            assert clause.title, where
            assert not re.search(r"[{}]|None|\bTODO\b|  ", clause.text), where
            assert clause.text or "." not in clause.number, where


def test_every_clause_that_a_text_sends_to_is_there() -> None:
    for game, clauses in all_printed():
        known = {clause.number for clause in clauses} | IF_ANY
        for clause in clauses:
            named = set(re.findall(r"\b(?:R\d+(?:\.\d+a?)?|HR-\d+)\b", clause.text))
            assert named <= known, f"{clause.number} {game}: {named - known}"


#: Cards name what they belong to, whether the game has it or not.
IF_ANY = {"R13"}


def test_no_clause_is_told_twice() -> None:
    for game, clauses in all_printed():
        told = [clause.number for clause in clauses]
        assert len(told) == len(set(told)), game


def test_house_rulings_follow_their_clause() -> None:
    told = [clause.number for clause in rulebook.clauses("basic", {})]
    assert told[told.index("R5.4") :][:4] == ["R5.4", "HR-10", "HR-11", "R5.5"]


# --- the numbers are the engine's ------------------------------------------------------------------------------


def test_no_number_of_the_rules_is_typed_into_a_text() -> None:
    """Everything counted comes from the code by its name in braces; what is left over is phases, votes and one cross."""
    for entry in rulebook._entries():
        texts = [entry.get("text", ""), *entry.get("instead", {}).values(), *entry.get("also", {}).values()]
        texts = [words.replace('"10+"', "") for words in texts]  # a name, as it stands on the sheet
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
        ("R5.2", {rules_for("basic").acquitting(State()), spy.ACQUITTAL_SP}),
        ("R5.3", {spy.CONDEMNATION_SP}),
        ("R5.4", {spy.INVESTIGATION_SP}),
        ("R6.1", {health.YOUNGEST, health.OLDEST, health.DEADLY}),
        ("R7.2", {rules_for("basic").defeating(State())}),
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


def told(*game: object) -> set[str]:
    return {clause.number for clause in rulebook.clauses(*game)}  # type: ignore[arg-type]


@pytest.mark.parametrize("switch", BRINGS)
def test_a_switch_shows_its_clauses_and_hides_them_when_it_is_off(switch: str) -> None:
    options, seats, brings = BRINGS[switch]
    off, on = told("basic", {}, seats), told("basic", options, seats)
    assert on - off == brings
    assert off - on == HIDES.get(switch.partition("=")[0], set())


def test_bribes_belong_to_intrigue() -> None:
    on = told("basic", {"intrigue": True, "bribes": True})
    assert on - told("basic", {"intrigue": True}) == {"R15.7", "HR-36"}
    assert told("advanced", {}) - told("advanced", {"bribes": False}) == {"R15.7", "HR-36"}
    without = " ".join(c.text for c in rulebook.clauses("advanced", {"bribes": False}))
    assert not re.search(r"\b[Bb]ribes?\b|\b[Oo]ffers?\b|\b[Pp]romises?\b", without)


def test_the_advanced_game_is_all_that_belongs_to_it() -> None:
    for switch in ("ties", "strengths", "intrigue", "growth", "nestor"):
        assert BRINGS[switch][2] <= told("advanced", {}), switch
        assert not (BRINGS[switch][2] - {"R13", "R15"}) & told("advanced", {switch: False}), switch


def test_three_play_otherwise() -> None:
    three, four = told("advanced", {}, 3), told("advanced", {}, 4)
    assert {"R12.1"} == three - four
    assert {"R12.2"} == four - three
    assert numbers(text("R12.1", "advanced", seats=3)) >= {influence.TEN_PLUS, BARRED_UNTIL}
    assert "With three" in text("R12.2", "advanced")
    assert "With three" not in text("R12.2", "advanced", seats=4)
    assert text("R1.1", "advanced", seats=3).startswith("Three players")


def test_a_switch_is_typed_as_true_or_in_words() -> None:
    assert told("basic", {"strengths": "true"}) == told("basic", {"strengths": True})
    assert "R14.2" in text("R3.3", strengths=True)
    assert "R14.2" not in text("R3.3", strengths=False)


def test_a_switch_with_words_changes_a_ruling() -> None:
    assert "nobody wins" in text("HR-22", "swiss", swiss_tie="nobody")
    assert "nobody wins" not in text("HR-22", "swiss")


def test_the_swiss_games_differ_where_they_do() -> None:
    assert "suspicion" in text("R3.3").lower()
    assert "makes nobody older" in text("R3.3", "swiss")
    assert "R16.1" in text("R11.1", "swiss-ah")


#: Sentences about one thing that must never stand together in one game, and one of which must stand there.
EITHER: dict[str, tuple[str, ...]] = {
    "Nestor": (r"Aparatschik may get none|Lenin may get none|\w+ may get none", r"may get some, too"),
    "a first tie": (
        r"support \(R13\.1\)\.",
        r"If two have shown the same, it is the one who got there first",
    ),
    "when a tie is settled": (r"is settled for good when the window", r"is settled at once and for good"),
    "the dice of ties": (r"they roll for it: highest wins", r"it is the older player \(R17\.7\)"),
    "the sheet": (r"each number once\.", r"to Politicians of your choice"),
    "the deal": (
        r"are dealt at random to the other slots",
        r"in the order of their letters take the other slots",
    ),
    "players": (r"Three players, each", r"\d+ to \d+ players, each"),
    "suspicion": (
        r'Under suspicion: \d+ SP(?! for each "\?")',
        r'Under suspicion: \d+ SP for each "\?"',
        r"Suspicion makes nobody older",
    ),
    "a second mark": (r'No investigation of a member who already bears a "\?"', r"may get another, up to"),
    "a pass": (
        r"is the last of the phase\. The power",
        r"is the last of the phase, unless a first-purge card",
    ),
    "the power": (
        r"does not change hands during the phase;",
        r"does not change hands during the phase, unless",
    ),
    "Siberia": (r"everything declared on him is lost", r"Siberia takes no influence\. What is"),
    "ten and eleven": (r"R15\.6\)\.", r"no more right to him than any higher total"),
}


@pytest.mark.parametrize("thing", EITHER)
def test_no_game_says_two_things_about_one(thing: str) -> None:
    for game, clauses in all_printed():
        words = " ".join(clause.text for clause in clauses)
        found = [said for said in EITHER[thing] if re.search(said, words)]
        least = 0 if thing == "ten and eleven" else 1
        assert least <= len(found) <= 1, f"{game}: {found}"


def test_every_change_of_a_text_is_used_in_some_game() -> None:
    """No `instead` and no `also` whose switches never come together, or that another one always hides."""
    wanted = {(entry["number"], words) for entry in rulebook._entries() for words in _changes(entry)}
    used = set()
    for preset, options, seats in GAMES:
        rules = rules_for(preset, options, seats=seats)
        names = rulebook._switches(preset, seats, rules)
        for entry in filter(lambda entry: rulebook._holds(entry, names), rulebook._entries()):
            instead, also = entry.get("instead", {}), entry.get("also", {})
            first = [instead[key] for key in instead if rulebook._on(key, names)][:1]
            further = [also[key] for key in also if rulebook._on(key, names)]
            used |= {(entry["number"], words) for words in (*first, *further)}
    assert wanted == used


def _changes(entry: dict[str, dict[str, str]]) -> list[str]:
    return [*entry.get("instead", {}).values(), *entry.get("also", {}).values()]


# --- the numbers of the advanced game ------------------------------------------------------------------------------


def test_r1_5_free_allocation() -> None:
    assert numbers(text("R1.5", free_allocation=True)) == {sum(rules_for("basic").sheet)}
    assert FREE_MOST in numbers(text("HR-2", free_allocation=True))
    three = rules_for("basic", {"free_allocation": True, "three_player": True}, seats=3)
    told = text("HR-34", seats=3, free_allocation=True, three_player=True)
    assert sum(three.sheet) in numbers(told)


def test_r12_1_the_eleventh() -> None:
    sheet = rules_for("advanced", seats=3).sheet
    assert set(sheet) - set(rules_for("basic").sheet) == {influence.TEN_PLUS}
    assert influence.TEN_PLUS in numbers(text("R1.3", "advanced", seats=3))
    assert {10, 1} <= numbers(text("R1.3", "advanced", seats=3))


def test_r15_1_hands_and_deck() -> None:
    rules = rules_for("advanced")
    assert numbers(text("R15.1", "advanced")) == {len(rules.deck), rules.hand_size}
    assert rules.deck_name in text("R15.4a", "advanced")


def test_r15_6_growth() -> None:
    wanted = {influence.TEN_PLUS, *growth.TURNS, growth.POINTS}
    assert wanted <= numbers(text("R15.6", "advanced")) <= wanted | {10}
    assert numbers(re.sub('"10\\+"', "", text("R15.6", three_player=True, seats=3))) == {influence.TEN_PLUS}


def test_r15_4_first_purge_cards_and_blackmail() -> None:
    deck = rules_for("advanced").deck
    assert numbers(text("R15.5", "advanced")) == {1, SIX_MARKERS}
    assert text("R15.4", "advanced").count(f"+{FIRST_ROLL}") == 3
    first = [number for number in deck if deck[number].kind == "first"]
    assert f"in this deck: {min(first)} to {max(first)}" in text("R15.4", "advanced")
    assert len(first) == max(first) - min(first) + 1
    blackmail = [number for number in deck if deck[number].kind == "blackmail"]
    assert f"in this deck: {min(blackmail)} to {max(blackmail)}" in text("R15.2a", "advanced")


def test_r18_3_suspicion() -> None:
    rules = rules_for("basic", {"revolution": "contemporary"})
    assert numbers(text("R18.3", revolution="contemporary")) == {rules.max_suspicion}


def test_r18_2_how_many_play() -> None:
    rules = rules_for("basic", {"revolution": "mixed"})
    assert numbers(text("R18.2", revolution="mixed")) == {len(setup.deal(rules, b"seed"))}
    assert len(rules.cards) not in numbers(text("R1.2", revolution="mixed"))


# --- the cards -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("deck", ["house", "revolution", "both"])
def test_the_deck_is_printed_card_by_card(deck: str) -> None:
    """Number, name, when, on whom, text and lasting, as the engine has them."""
    rules = rules_for("advanced", {"deck": deck})
    printed = [c for c in rulebook.clauses("advanced", {"deck": deck}) if c.number.startswith("Card ")]
    assert [c.number for c in printed] == [f"Card {number}" for number in sorted(rules.deck)]
    for clause, number in zip(printed, sorted(rules.deck), strict=True):
        card = rules.deck[number]
        assert clause.title == card.name
        assert card.text in clause.text
        assert ("lies on him as long as" in clause.text) == card.lasting
        assert all(part in clause.text.partition(card.text)[0] for part in card.on.split(", "))
        assert ("start of" in clause.text.partition(card.text)[0]) == ("start:" in card.when)
        assert not clause.house
    assert rules.deck_name in next(
        c.title for c in rulebook.clauses("advanced", {"deck": deck}) if c.number == "Cards"
    )


def test_a_card_tells_when_it_is_played() -> None:
    assert text("Card 31", "advanced").startswith("Played at the start of the Purge Phase (R15.3). ")
    assert text("Card 32", "advanced").startswith("Played in any window of the Purge Phase. ")
    assert text("Card 25", "advanced").startswith("Played in any window on a player and a Politician. ")


def test_the_cards_of_a_pack_are_printed_where_the_game_has_one() -> None:
    rules = rules_for("advanced", {"deck": "revolution"})
    assert rulebook.clauses("advanced", {}, None, rules)[-1].title == rules.deck[max(rules.deck)].name


@pytest.mark.parametrize("asked", ["card 17", "Card 17", " CARD17 "])
def test_a_card_is_found(asked: str) -> None:
    assert [c.number for c in rulebook.find(asked, "advanced", {})] == ["Card 17"]


def test_the_whole_deck_is_found() -> None:
    found = rulebook.find("cards", "advanced", {})
    assert (found[0].number, len(found)) == ("Cards", 1 + len(rules_for("advanced").deck))


@pytest.mark.parametrize(
    ("asked", "game", "hint"),
    [
        ("17", "advanced", "ask for R17 or for card 17"),
        ("card 17", "basic", "only with the option intrigue=true"),
        ("card 99", "advanced", "no card 99 in the advanced rules$"),
        ("R17.1", "basic", "no clause R17.1 in the basic rules, only in swiss$"),
        ("R14.1", "swiss", "in the swiss rules, only in advanced$"),
        ("HR-34", "basic", "only with the option free_allocation=true and three_player=true"),
        ("HR-24", "basic", "only with the option revolution=mixed"),
        ("card 1.2", "advanced", "looks like R4, R4.3, HR-9 or card 17"),
    ],
)
def test_an_error_says_where_to_look(asked: str, game: str, hint: str) -> None:
    with pytest.raises(ValueError, match=hint):
        rulebook.find(asked, game, {})


# --- finding and printing -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("asked", ["R4.3", "r4.3", "4.3", " R 4.3 "])
def test_a_clause_is_found_however_it_is_typed(asked: str) -> None:
    assert [clause.number for clause in rulebook.find(asked, "basic", {})] == ["R4.3"]


def test_a_clause_comes_with_its_house_rulings() -> None:
    assert [clause.number for clause in rulebook.find("R5.2", "basic", {})] == ["R5.2", "HR-9"]


@pytest.mark.parametrize("asked", ["R15.4a", "15.4A"])
def test_a_clause_between_two_is_found(asked: str) -> None:
    assert [clause.number for clause in rulebook.find(asked, "advanced", {})] == ["R15.4a", "HR-39"]


@pytest.mark.parametrize(("asked", "found"), [("R15.6", "R15.6"), ("R15", "R15"), ("HR-30", "HR-30")])
def test_what_the_advanced_game_adds_is_found(asked: str, found: str) -> None:
    assert rulebook.find(asked, "advanced", {})[0].number == found
    assert not any(c.number.startswith("Card") for c in rulebook.find(asked, "advanced", {}))


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
