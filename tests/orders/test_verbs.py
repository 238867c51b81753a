"""The table of verbs, the help made from it, the player's page."""

from pathlib import Path

import pytest

from pbem.orders.reader import read
from pbem.orders.verbs import ADVANCED, DESK, ECHO, PHASES, TABLE, Verb, help_text, markdown
from pbem.orders.verbtable import SWITCHES

from .names_of_the_game import LEXICON

ALL = (*TABLE, *DESK, *ADVANCED)
PAGE = Path(__file__).parents[2] / "docs" / "orders.md"


@pytest.mark.parametrize(("verb", "example"), [(verb.word, e) for verb in ALL for e in verb.examples])
def test_every_example_is_an_order(verb: str, example: str) -> None:
    (reading,) = read([example], LEXICON)
    assert (reading.kind, reading.error) == ("order", None)


@pytest.mark.parametrize("verb", ALL, ids=lambda verb: verb.word)
def test_every_verb_has_an_example_a_phase_and_a_meaning(verb: Verb) -> None:
    assert verb.examples
    assert verb.meaning.endswith(".")
    assert verb.phase in PHASES
    assert verb.form.startswith(verb.word)


@pytest.mark.parametrize("topic", [None, "nonsense", *[verb.word for verb in ALL]])
def test_no_line_of_the_help_can_be_read_back(topic: str | None) -> None:
    readings = read(help_text(topic).split("\n"), LEXICON)
    assert {reading.kind for reading in readings} <= {"ignored", "comment"}


def test_the_help_names_every_verb_and_marks_every_example() -> None:
    lines = help_text().split("\n")
    for verb in (one for one in ALL if one.built):
        assert ECHO + verb.form in lines
        assert all(f"{ECHO}  {example}" in lines for example in verb.examples)
    assert max(map(len, lines)) <= 79


def test_every_verb_is_built() -> None:
    assert all(verb.built for verb in ALL)
    assert "not built" not in help_text("FORM")


def test_help_for_one_order_takes_its_synonyms_too() -> None:
    assert help_text("grab") == help_text("TAKE.")
    assert "DECLARE" not in help_text("purge")
    assert "option intrigue" in help_text("play")
    assert help_text("use") == help_text("PLAY")
    assert "WITHDRAW OFFER" in help_text("cancel offer")
    for form in ("SET MAIL", "SET ZONE", "SET REMIND", "SET CALENDAR", "SET ADDRESS", "SET PRESS"):
        assert f"{ECHO}{form} " in help_text("set"), form
    assert "DECLARE" not in help_text("set")
    assert help_text("xyzzy").startswith("There is no order 'xyzzy'")


def test_the_verbs_of_the_advanced_game_stand_below_a_heading_with_their_option() -> None:
    for verb in ADVANCED:
        assert verb.switch in SWITCHES
        assert PHASES[verb.phase] == f"The Advanced Game: {verb.lacking} (only with the option {verb.switch})"
        assert f"Only in games with the option {verb.switch}." in help_text(verb.word)


def test_the_players_page_holds_the_table_as_it_is() -> None:
    assert markdown().strip() in PAGE.read_text("utf-8")
