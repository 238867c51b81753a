"""What the report, the plan and the notices say in the rarer cases of the Advanced Game."""

from datetime import UTC, datetime

import pytest

from pbem.engine.state import replace
from pbem.engine.variants import rules_for
from pbem.report.brief import Answer, LetterBrief
from pbem.report.cautions import cautions
from pbem.report.game_played import game_played
from pbem.report.naming import DECKS, deck_named, names_of
from pbem.report.notices import hold_notice, setup_notice
from pbem.report.receipt import render_receipt
from pbem.report.recording import in_full
from pbem.report.report import render_report, scene_of

from .intrigues import AUTUMN, SPRING, advanced_setup, dealt, table, winter_game
from .played import Game
from .positions import SEATS, position


def flat(text: str) -> str:
    return " ".join(text.split())


def warned(lines: str, **marks: str) -> str:
    game = table(dealt(position(**marks), {"red": (5, 31), "blue": (1,), "green": (23,)}))
    game.order("red", lines)
    brief = game.brief("red", SPRING)
    return flat(" ".join(cautions(scene_of(brief, names_of(brief.rules, brief.seats)), brief.standing)))


def test_r12_1_three_who_reach_10_plus_together_are_tied_until_the_dice_decide() -> None:
    state = dealt(position())
    sheets = {player: {**(sheet or {}), "Q": 11, "R": 11} for player, sheet in state.recorded.items()}
    game = table(replace(state, recorded=sheets))
    for player in SEATS:
        game.order(player, "DECLARE 11 Q\nDECLARE 5 R")
    game.play(SPRING)
    text = flat(render_report(game.brief("red", AUTUMN)).text)
    shown = text.index("Anna 11, Ben 11 and Carla 11 are shown on Zenjarplan: a tie.")
    ruled = text.index("Anna, Ben and Carla reached the same total on Zenjarplan together")
    assert shown < ruled < text.index("Anna rolls") < text.index("10+", ruled)
    assert "Zenjarplan: Anna has control" not in text


def test_the_setup_mail_names_the_game() -> None:
    assert "You play the Advanced Game: support in ties," in advanced_setup().text
    said = game_played(rules_for("advanced", {"bribes": False}, seats=4), 4)
    assert "Intrigue cards (the house deck, 34 cards)" in said and said.endswith("; without bribes.")
    assert game_played(rules_for("basic")) == "You play the Basic Game."


def test_r12_1_without_growth_nobody_ever_puts_influence_on_the_first_chief() -> None:
    def said(**options: bool) -> str:
        rules = rules_for("advanced", options, seats=3)
        return in_full(names_of(rules, ()), rules)

    assert "before the end of turn 3 (1953)" in said()
    assert "Nobody ever puts influence on Aparatschik." in said(growth=False)


@pytest.mark.parametrize(
    ("lines", "said"),
    [
        ("GAIN 1 G\nDRAW 2", "as things stand 1 point and 1 card."),
        ("GAIN 2 G\nDRAW 2", "as things stand 2 points."),
    ],
)
def test_r15_6_cautions_count_what_will_come(lines: str, said: str) -> None:
    assert said in warned(lines) and "With 2 cards more" not in warned(lines)


def test_r15_6_a_gain_in_vain_is_not_counted() -> None:
    said = warned("GAIN 1 G\nDRAW 2", G="siberia")
    assert "Order 1 adds nothing as things stand, for Palavrian is in Siberia" in said
    assert "With 2 cards more you would hold 4" in said and "points first" not in said


def test_r15_4_a_purge_list_that_does_not_begin_where_his_card_binds_it() -> None:
    assert "the first purge must be against Sport Minister" in warned("PLAY 31\nPURGE T, P")
    assert "makes no attempt at all" in warned("PLAY 31\nPURGE T, P")
    assert "is tried first all the same" in warned("PLAY 31\nPURGE T, SPO")
    assert "first purge" not in warned("PLAY 31\nPURGE SPO, T")
    assert "first purge" not in warned("PURGE T")


def test_hr_30_what_was_kept_is_said_and_that_the_choice_comes_again() -> None:
    game = winter_game()
    game.play(("rehabilitation", "parade", "cure"))
    text = flat(render_report(game.brief("green", SPRING)).text)
    assert "you kept card 23," in text and "the choice comes again at the next deadline" in text
    assert "At the next deadline you choose again" in text
    assert "No KEEP CARDS stands in your list now" in text

    game.order("green", "KEEP CARDS 23, 25")
    again = flat(render_report(game.brief("green", SPRING)).text)
    assert "of your list chooses" in again


def test_decks_of_the_program_and_of_packs() -> None:
    for deck in ("house", "revolution", "both"):
        assert rules_for("advanced", {"deck": deck}, seats=4).deck_name in DECKS
    assert deck_named("house deck") == "the house deck" and deck_named("mydeck") == "the deck “mydeck”"


def test_eleven_is_written_as_on_the_sheet() -> None:
    game = Game.new(SEATS, "advanced")
    letter = LetterBrief(datetime(2027, 3, 1, tzinfo=UTC), "", [Answer("recorded", "Manjak 11")])
    brief = game.brief("red", ("setup",), draft={"P": 11})
    assert "On your sheet now: Manjak 10+." in render_receipt(brief, [letter]).text


def test_notices_are_wrapped() -> None:
    seats, when = table(dealt(position())).seats, datetime(2027, 3, 1, tzinfo=UTC)
    for notice in (
        hold_notice(
            "winter-5",
            "I am travelling until Thursday, and nobody is to hurry because of me; send what you like.",
        ),
        setup_notice("winter-5", seats[0], seats * 2, [], when),
        setup_notice("winter-5", seats[0], seats, ["still to give: 10, 9, 8"], when),
    ):
        assert max(map(len, notice.text.split("\n"))) <= 76
