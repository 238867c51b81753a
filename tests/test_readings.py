"""Readings of the house rulings: table, register and engine agree, and each reading makes the difference that it promises."""

import re
import tomllib
from collections.abc import Iterator, Mapping
from itertools import chain, cycle
from pathlib import Path
from typing import Any

import pytest

from pbem.engine import board, codec, readings, run, victory, view
from pbem.engine.events import (
    Event,
    GameEnded,
    HouseRuled,
    PhaseOpened,
    ReadingRuled,
    ReadingUsed,
    Ruled,
    SentToSiberia,
    VoteFixed,
)
from pbem.engine.phases import setup
from pbem.engine.questions import Ask, Heard, Window
from pbem.engine.state import State, evolve, fold
from pbem.engine.variants import PRESETS, rules_for
from pbem.rulebook import clauses
from pbem.scenarios import Scenario, parse, play
from pbem.scenarios.playing import book_of, story_of

ROOT = Path(__file__).parents[1]
SCENARIOS = ROOT / "tests" / "scenarios"
REGISTER = (ROOT / "docs" / "rulings.md").read_text("utf-8")

Patch = Mapping[str, Any]
#: A vote that two innocents decide before the third member is asked.
DECIDED = {"orders": {"red": "TRY I\nVOTE GUILTY", "blue": "VOTE INNOCENT", "green": "VOTE INNOCENT"}}
SHIFTED = {"orders": {"red": "SHIFT X TO IDE"}, "position.slots.IDE": None}
KILLED = {
    "options": {"intrigue": True},
    "hands": {"green": [12], "deck": [5]},
    "dice": {"rolls": [16]},
    "orders": {
        "red": "PURGE Z",
        "blue": "PURGE Z",
        "green": "PLAY 12 ON Y WHEN PURGE OF Z",
    },
}
NOBODYS_GUEST = {"position.phase": "purge"}
A_CLOSED_CASE = "R5.5-HR-12-a-mark-of-this-year-is-closed"
#: Each reading that can be played, a scenario that it changes, and what is otherwise in that scenario.
DIFFERENCES: dict[tuple[str, str], tuple[str, Patch]] = {
    ("HR-1", "stays"): ("R0.6-HR-1-a-guest-without-a-controller-comes-back", {}),
    ("HR-1", "at-once"): ("R0.6-HR-1-a-guest-without-a-controller-comes-back", NOBODYS_GUEST),
    ("HR-3", "every-tie"): ("R2.2-a-tie-below-the-top-is-not-rolled", {}),
    ("HR-4", "siberia"): ("R2.3-HR-4-not-in-Siberia", {}),
    ("HR-5", "each-mark"): ("R3.3-HR-5-two-question-marks-age-once", {}),
    ("HR-6", "stays"): ("R3.4-HR-6-a-demoted-guest-loses-his-cure-marker", {}),
    ("HR-6", "goes"): ("R3.4-HR-6-a-demoted-guest-loses-his-cure-marker", SHIFTED),
    ("HR-7", "forbidden"): ("R4.5-HR-7-he-purges-himself", {}),
    ("HR-8", "next"): ("R4.5-HR-7-he-purges-himself", KILLED),
    ("HR-9", "guilty"): ("R5.2-HR-9-others-without-an-order-abstain", {}),
    ("HR-9", "innocent"): ("R5.2-HR-9-others-without-an-order-abstain", {}),
    ("HR-9", "as-others"): ("R5.2-HR-9-the-accused-without-an-order-is-innocent", {}),
    ("HR-9", "stop-when-decided"): ("R5.2-HR-9-others-without-an-order-abstain", DECIDED),
    ("HR-10", "more"): ("R5.4-HR-10-not-twice-on-the-same", {}),
    ("HR-11", "forbidden"): ("R5.4-investigations-of-the-Sanatorium-and-of-himself", {}),
    ("HR-12", "investigations-first"): (
        "R5.5-HR-12-closed-and-investigated-anew",
        {"position.slots.IDE": "J ?"},
    ),
    ("HR-12", "not-this-year"): (A_CLOSED_CASE, {}),
    ("HR-13", "nobody"): ("R5.6-HR-13-convicted-in-his-own-trial", {}),
    ("HR-14", "no"): ("R7.2-HR-14-no-order-is-consent", {}),
    ("HR-14", "abstain"): ("R7.2-HR-14-no-order-is-consent", {}),
    ("HR-15", "vacant"): ("R7.7-HR-15-all-at-the-Sanatorium", {}),
    ("HR-15", "recalled"): ("R7.7-HR-15-all-at-the-Sanatorium", {}),
    ("HR-16", "vacant"): ("R7.8-HR-16-a-nominator-of-96", {}),
    ("HR-18", "next-down"): ("R8.10-HR-18-an-uncontrolled-head", {}),
    ("HR-19", "politburo"): ("R10.1-HR-19-in-Siberia", {}),
    ("HR-20", "highest"): ("R11.2-HR-20-nobody-controls-him", {"position.slots.PC": "H sick cure"}),
    ("HR-21", "nominates"): ("R17.3-HR-21-only-the-Industry-Minister-is-active", {}),
    ("HR-22", "nobody"): ("R17.5-HR-22-the-controller-loses-the-tie", {}),
    ("HR-22", "not-controller"): (
        "R17.5-HR-22-the-controller-loses-the-tie",
        {"options": {"swiss_tie": "nobody"}},
    ),
    ("HR-23", "loses"): ("R17.8-HR-23-Siberia-takes-nothing", {}),
    ("HR-26", "count-first"): ("R8.10-HR-26-retirements-come-before-the-count", {}),
    ("HR-27", "at-work"): (
        "R3.1-HR-27-at-work-without-an-order",
        {"position.slots.FM": "H sick cure"},
    ),
    ("HR-28", "nobody"): ("R16.1-HR-28-nobody-controls-him", {}),
    ("HR-30", "at-once"): ("HR-30-the-newest-card-goes", {}),
    ("HR-31", "one"): ("R17.2-HR-31-a-trial-and-a-condemnation", {}),
    ("HR-32", "free"): (A_CLOSED_CASE, {"rules": "swiss"}),
    ("HR-32", "not-this-year"): (A_CLOSED_CASE, {"rules": "swiss"}),
    ("HR-35", "himself"): ("HR-35-the-only-eligible-nominee-cannot-be-blackmailed-away", {}),
    ("HR-35", "next-level"): ("HR-35-the-only-eligible-nominee-cannot-be-blackmailed-away", {}),
    ("HR-36", "alive"): ("HR-36-a-blackmail-card-given-as-a-bribe-is-spent", {}),
    ("HR-36", "not-offered"): ("HR-36-a-blackmail-card-given-as-a-bribe-is-spent", {}),
    ("HR-37", "none"): ("HR-37-the-Sport-Minister-is-assassinated", {}),
    ("HR-38", "another"): ("HR-38-a-trial-under-way-ends-and-is-used-up", {}),
    ("HR-38", "acquitted"): ("HR-38-a-trial-under-way-ends-and-is-used-up", {}),
}
#: These begin before the game, or need a card of somebody's own; tests of their own show them.
ELSEWHERE = {("HR-2", "ten-at-most"), ("HR-39", "nothing"), ("HR-39", "not-playable")}
#: The list of options says it, and nothing is announced (docs/rulings.md).
NOT_SAID = {("HR-31", "one")}
#: With these the game ends, or another year would have to come.
NEVER_USED_UP = {"HR-18", "HR-20", "HR-22", "HR-26", "HR-28"}


def scenario(name: str, patch: Patch, ruled: Patch) -> dict[str, Any]:
    """The file with what is otherwise in it; a patch's dotted names go into tables, None takes an entry away."""
    data = tomllib.loads((SCENARIOS / f"{name}.toml").read_text("utf-8"))
    for path, value in patch.items():
        *tables, last = path.split(".")
        table = data
        for key in tables:
            table = table[key]
        if value is None:
            del table[last]
        else:
            table[last] = value
    return {**data, "readings": dict(ruled), "expect": {}}


def told(name: str, patch: Patch, ruled: Patch) -> tuple[list[Event], State]:
    """What happens, and where it leads.  The scenario's dice come first, then 10, 11, 12 and again."""
    data = scenario(name, patch, ruled)
    faces = chain(data.get("dice", {}).get("rolls", []), cycle((10, 11, 12)))
    read = parse(data)
    story = story_of(read, lambda label, sides: next(faces))
    return story, fold(story, read.position)


def deeds(story: list[Event]) -> list[Event]:
    """Without what is only said about rulings."""
    return [event for event in story if not isinstance(event, HouseRuled | ReadingUsed)]


def playable() -> Iterator[tuple[str, str]]:
    """Every reading that is not the house's own, and that the engine plays."""
    for ruling, found in readings.KNOWN.items():
        own: set[str] = set()
        for reading in found:
            if not reading.by and reading.aspect in own:
                yield ruling, reading.word
            own.add(reading.aspect)


# --- the table, the register, the rules ---


def test_every_house_ruling_of_the_register_is_in_the_table_and_the_other_way_round() -> None:
    register = re.findall(r"^### (HR-\d+)", REGISTER, re.MULTILINE)
    assert sorted(register) == sorted(readings.KNOWN)
    assert len(register) == len(set(register))
    assert set(readings.CASES) <= set(readings.KNOWN)


@pytest.mark.parametrize("ruling", readings.KNOWN)
def test_the_register_names_the_words_of_the_table(ruling: str) -> None:
    """`*To type.* …`: the words of the engine, in order; those by hand are told apart."""
    entry = REGISTER.partition(f"### {ruling}  ")[2].partition("\n### ")[0].partition("\n## ")[0]
    typed = re.search(r"^\*To type\.\* (.*?)  $", entry, re.MULTILINE | re.DOTALL)
    assert typed is not None
    words, _, by_hand = typed[1].partition("By hand:")
    assert re.findall(r"`([a-z-]+)`", words) == [r.word for r in readings.KNOWN[ruling] if not r.by]
    assert re.findall(r"`([a-z-]+)`", by_hand) == [r.word for r in readings.KNOWN[ruling] if r.by]


def test_every_reading_is_shown_by_a_scenario() -> None:
    assert set(playable()) == DIFFERENCES.keys() | ELSEWHERE


def test_words_are_short_and_sentences_are_sentences() -> None:
    for found in readings.KNOWN.values():
        assert len({reading.word for reading in found}) == len(found)
        for reading in found:
            assert re.fullmatch(r"[a-z]+(-[a-z]+)*", reading.word)
            assert reading.word != readings.HOUSE
            assert re.fullmatch(r"[A-Z\d].*\.", reading.sentence)


# --- finding one ---


@pytest.mark.parametrize("typed", ["HR-9", "hr9", " hr 9 ", "9"])
def test_a_ruling_is_found_as_people_write_it(typed: str) -> None:
    assert readings.find(typed, "GUILTY").word == "guilty"


@pytest.mark.parametrize("word", ["house", "HOUSE", "abstain", "abstain+all-votes"])
def test_the_houses_own_reading_is_no_word_in_the_state(word: str) -> None:
    assert readings.find("HR-9", word).word == ""


def test_words_about_different_questions_go_together() -> None:
    found = readings.find("HR-9", "guilty + stop when decided")
    assert found.word == "guilty+stop-when-decided"
    state = evolve(State(), ReadingRuled("HR-9", found.word))
    assert readings.says(state, "HR-9", "guilty")
    assert readings.says(state, "HR-9", "stop-when-decided")
    assert "guilty" in readings.in_force(state, "HR-9").sentence
    assert "An accused without an order votes innocent." in readings.in_force(state, "HR-9").sentence


@pytest.mark.parametrize(
    ("ruling", "word", "said"),
    [
        ("HR-99", "x", "there is no house ruling 'HR-99'"),
        ("HR-9", "sleepy", "HR-9 has no reading 'sleepy'; choose one of abstain, guilty, innocent,"),
        ("HR-9", "guilty+innocent", "says two things about the same question of HR-9"),
        ("HR-17", "die", "cannot be read as 'die' by the program"),
        ("HR-9", "", "has no reading ''"),
    ],
)
def test_what_cannot_be_meant_is_refused_in_a_sentence(ruling: str, word: str, said: str) -> None:
    with pytest.raises(ValueError, match=re.escape(said)):
        readings.find(ruling, word)


# --- what they do ---


@pytest.mark.parametrize(("ruling", "word"), DIFFERENCES)
def test_each_reading_makes_a_difference_and_is_said(ruling: str, word: str) -> None:
    name, patch = DIFFERENCES[ruling, word]
    (house, before), (story, after) = told(name, patch, {}), told(name, patch, {ruling: word})
    assert (deeds(story), after.people) != (deeds(house), before.people)
    said = [e for e in story if isinstance(e, HouseRuled) and e.ruling == ruling and e.reading == word]
    assert said or (ruling, word) in NOT_SAID
    assert not [e for e in house if isinstance(e, HouseRuled) and e.reading]
    assert after.readings == {ruling: (word, False)}
    assert not [e for e in story if isinstance(e, ReadingUsed)]


@pytest.mark.parametrize(("ruling", "word"), DIFFERENCES)
def test_for_one_case_it_does_the_same_and_is_used_up(ruling: str, word: str) -> None:
    name, patch = DIFFERENCES[ruling, word]
    always, _ = told(name, patch, {ruling: word})
    story, after = told(name, patch, {ruling: {"read": word, "once": True}})
    assert deeds(story) == deeds(always)
    if ruling not in NEVER_USED_UP:
        assert [e for e in story if isinstance(e, ReadingUsed)] == [ReadingUsed(ruling, word)]
        assert after.readings == {}


@pytest.mark.parametrize(("ruling", "word"), DIFFERENCES)
def test_who_reads_it_in_his_view_reads_the_same(ruling: str, word: str) -> None:
    """Whatever is used up, it is before the eyes of all: the view of each knows what is in force."""
    name, patch = DIFFERENCES[ruling, word]
    data = scenario(name, patch, {ruling: {"read": word, "once": True}})
    read = parse(data)
    story, after = told(name, patch, {ruling: {"read": word, "once": True}})
    for seat in read.position.seats:
        seen = [face for event in story if (face := event.seen_by(seat)) is not None]
        assert fold(seen, read.position).readings == after.readings


@pytest.mark.parametrize(("ruling", "word"), DIFFERENCES)
def test_a_phase_with_readings_is_played_again_to_the_same_words(ruling: str, word: str) -> None:
    """Events that tell of readings survive the journal."""
    name, patch = DIFFERENCES[ruling, word]
    story, after = told(name, patch, {ruling: {"read": word, "once": True}})
    again = [codec.decode(codec.encode(event)) for event in story]
    assert again == story
    assert fold(again, parse(scenario(name, patch, {ruling: {"read": word, "once": True}})).position) == after


class Stopping:
    """Answers as the orders say, up to the question of this number; there the game waits."""

    def __init__(self, read: Scenario, stop: int | None) -> None:
        self.book, self.left = book_of(read), stop

    def _waits(self) -> bool:
        if self.left is None:
            return False
        self.left -= 1
        return self.left < 0

    def ask(self, question: Ask, views: run.Views) -> run.Reply | None:
        return None if self._waits() else self.book.ask(question, views)

    def window(self, question: Window, views: run.Views) -> Heard | None:
        return None if self._waits() else self.book.window(question, views)

    def told(self, event: Event, views: run.Views) -> None:
        self.book.told(event, views)

    def passed(self, question: Window, views: run.Views) -> None:
        self.book.passed(question, views)


def advanced(read: Scenario, written: list[Event], stop: int | None) -> run.Result:
    """The first phase of a scenario; its dice fall by label, so that it does not matter how often it is started afresh."""
    base = evolve(read.position, PhaseOpened(read.position.turn, read.position.phase, deadline=True))
    bases = {seat: view.position(seat, base) for seat in read.position.seats}
    return run.advance(base, bases, written, read.rules, Stopping(read, stop), by_label)


def by_label(label: str, sides: int) -> int:
    """16 for the card that kills, else what the label gives."""
    return 16 if "assassination" in label else 1 + sum(map(ord, label)) % sides


@pytest.mark.parametrize("once", [False, True])
@pytest.mark.parametrize(("ruling", "word"), DIFFERENCES)
def test_a_phase_is_started_afresh_at_any_question(ruling: str, word: str, once: bool) -> None:
    """The second law of CONTRIBUTING.md: after a ruling at each question it goes on, tells the same again, and uses up nothing twice."""
    name, patch = DIFFERENCES[ruling, word]
    read = parse(scenario(name, patch, {ruling: {"read": word, "once": once}}))
    for stop in range(200):
        part = advanced(read, [], stop)
        if part.question is None:
            break
        again = advanced(read, [*part.events, Ruled("", ())], None)
        assert again.question is None
        assert [e for e in (*part.events, *again.events) if isinstance(e, ReadingUsed)] in (
            [],
            [ReadingUsed(ruling, word)] if once else [],
        )
        replayed = advanced(read, [*part.events, Ruled("", ()), *again.events], 0)
        assert replayed.events == []
        assert replayed.state == again.state


def test_a_trial_uses_up_hr_9_but_a_year_without_one_does_not() -> None:
    name, patch = DIFFERENCES["HR-9", "guilty"]
    once = {"HR-9": {"read": "guilty", "once": True}}
    _, after = told(name, {**patch, "orders": {}}, once)
    assert after.readings == {"HR-9": ("guilty", True)}


def test_silence_that_is_read_as_guilty() -> None:
    story, _ = told(*DIFFERENCES["HR-9", "guilty"], {"HR-9": "guilty"})
    assert [(e.voter, e.vote) for e in story if isinstance(e, VoteFixed)] == [
        ("I", "innocent"),
        ("H", "guilty"),
        ("Q", "guilty"),
    ]


def test_two_readings_of_one_ruling_at_once() -> None:
    story, _ = told(*DIFFERENCES["HR-9", "innocent"], {"HR-9": "innocent+stop-when-decided"})
    assert [(e.voter, e.vote) for e in story if isinstance(e, VoteFixed)] == [
        ("I", "innocent"),
        ("H", "innocent"),
    ]


def test_the_readings_of_a_view_do_not_change_what_is_secret() -> None:
    """A silent vote is told to its player alone, and whether one was silent uses nothing up (two worlds)."""
    once = {"HR-9": {"read": "guilty", "once": True}}
    name, patch = DIFFERENCES["HR-9", "guilty"]
    silent, _ = told(name, patch, once)
    orders = {"orders": {"red": "TRY I\nVOTE GUILTY", "blue": "VOTE INNOCENT", "green": "VOTE GUILTY"}}
    spoken, _ = told(name, {**patch, **orders}, once)
    assert list(view.see(view.TABLE, silent)) == list(view.see(view.TABLE, spoken))


# --- HR-2: before the game ---


def test_hr_2_ten_at_most_on_each() -> None:
    rules = rules_for("basic", {"free_allocation": True}, seats=4)
    sheet = {"B": 55}
    assert setup.sheet_faults(rules, State(), sheet) == []
    ruled = evolve(State(), ReadingRuled("HR-2", "ten-at-most"))
    assert any("can get 1 to 10, not 55" in fault for fault in setup.sheet_faults(rules, ruled, sheet))


# --- HR-33: giving up ---


def ended(name: str, patch: Patch, conceded: list[str]) -> State:
    """How a scenario ends where these have conceded."""
    return told(name, {**patch, "conceded": conceded}, {})[1]


@pytest.mark.parametrize(
    ("name", "conceded", "over", "winners"),
    [
        ("R8.10-HR-26-retirements-come-before-the-count", ["blue"], True, ()),
        ("R8.10-HR-26-retirements-come-before-the-count", ["red"], True, ("blue",)),
        ("R16.1-HR-28-nobody-controls-him", ["blue"], True, ("red",)),
        ("R16.1-HR-28-nobody-controls-him", ["red", "blue"], True, ()),
        ("R17.5-HR-22-the-controller-loses-the-tie", ["blue"], True, ("red",)),
        ("R17.5-HR-22-the-controller-loses-the-tie", ["red"], True, ("blue",)),
        ("R17.5-HR-22-the-controller-loses-the-tie", ["red", "blue"], True, ("green",)),
        ("R11.1-the-third-wave-by-three-Politicians", ["red", "blue", "green"], False, ()),
    ],
)
def test_hr_33_who_has_conceded_cannot_win(
    name: str, conceded: list[str], over: bool, winners: tuple[str, ...]
) -> None:
    after = ended(name, {}, conceded)
    assert (after.over, after.winners) == (over, winners)


def test_hr_33_the_controller_of_the_last_party_chief_has_conceded() -> None:
    """R11.2: as if nobody controlled him."""
    patch = {"declared": {"H": ["red 4"]}, "influence": {"red": {"H": 5}}}
    assert ended("R11.2-HR-20-nobody-controls-him", patch, []).winners == ("red",)
    after = ended("R11.2-HR-20-nobody-controls-him", patch, ["red"])
    assert after.over
    assert after.winners == ()


def test_hr_33_the_rivals_of_r16_1_are_those_who_can_win() -> None:
    patch = {"declared": {"H": ["red 6"]}}
    assert ended("R16.1-HR-28-nobody-controls-him", patch, []).winners == ("blue",)
    assert ended("R16.1-HR-28-nobody-controls-him", patch, ["blue"]).winners == ("red",)
    assert ended("R16.1-HR-28-nobody-controls-him", patch, ["red"]).winners == ("blue",)


@pytest.mark.parametrize(
    ("conceded", "follows"),
    [
        ((), ()),
        (("red",), ()),
        (("red", "blue"), (GameEnded(("green",), "HR-33"),)),
        (("red", "blue", "green"), (GameEnded((), "HR-33"),)),
    ],
)
def test_hr_33_the_last_who_has_not_conceded_wins(
    conceded: tuple[str, ...], follows: tuple[GameEnded, ...]
) -> None:
    state = State(seats=("red", "blue", "green"), conceded=conceded)
    assert victory.after_concession(state) == follows
    assert fold([Ruled("", follows)], state).winners == (follows[0].winners if follows else ())


def test_hr_33_what_he_controls_plays_on() -> None:
    """He wins nothing more; his purge succeeds."""
    story, after = told("R17.8-HR-23-Siberia-takes-nothing", {"conceded": ["red"]}, {})
    assert [e.politician for e in story if isinstance(e, SentToSiberia)] == ["H"]
    assert not after.over
    assert after.people["H"].place == board.SIBERIA


# --- scenario files know them ---


def test_a_scenario_says_what_is_wrong_with_its_readings() -> None:
    data = scenario("R2.3-HR-4-not-in-Siberia", {}, {"HR-4": "moon"})
    with pytest.raises(ValueError, match=r"readings\.HR-4: HR-4 has no reading 'moon'"):
        parse(data)


def test_a_scenario_can_expect_what_is_in_force() -> None:
    data = scenario("R2.3-HR-4-not-in-Siberia", {}, {"HR-4": "siberia"})
    data["expect"] = {"readings": {"HR-4": "siberia"}, "declared": {"D": {"red": 5}}}
    assert play(parse(data)).failures == []


def test_every_ruling_with_readings_is_printed_in_some_game() -> None:
    games: list[tuple[str, dict[str, object]]] = [(name, {}) for name in PRESETS]
    games += [("basic", {"revolution": "mixed"}), ("basic", {"free_allocation": True})]
    printed = {c.number for preset, options in games for c in clauses(preset, options) if c.house}
    printed |= {c.number for c in clauses("advanced", {"free_allocation": True}, 3) if c.house}
    assert set(readings.KNOWN) == printed
