"""Readings of house rulings in a game by mail: the players are told, silence is told as it is now, and RULES prints what holds."""

from email.message import Message
from pathlib import Path

import pytest
from typer.testing import CliRunner

from pbem.cli.commands import app
from pbem.engine.events import Event, HouseRuled, PhaseClosed, PhaseOpened, ReadingUsed
from pbem.engine.victory import AGREED
from pbem.report.chronicle import chronicle
from pbem.report.events_told import ending
from pbem.report.naming import names_of
from pbem.service import ruled
from tests.service.mailgame import MailGame, text_of


@pytest.fixture
def game(tmp_path: Path) -> MailGame:
    game = MailGame(tmp_path / "site")
    game.begin()
    return game


def body(mail: Message) -> str:
    """Its text, in one line."""
    return " ".join(text_of(mail).split())


def rule(game: MailGame, ruling: str, word: str, once: bool = False) -> None:
    ruled.house(game.site, game.name, ruling, word, "So be it.", game.now, once=once)
    game.poll()


def test_the_players_are_told_what_it_means_from_now_on(game: MailGame) -> None:
    rule(game, "HR-9", "guilty")
    assert game.record().state.readings == {"HR-9": ("guilty", False)}
    for colour in game.colours:
        assert "HR-9" in body(game.to(colour)[-1])


def test_rules_by_mail_prints_the_readings_and_what_is_in_force(game: MailGame) -> None:
    rule(game, "HR-14", "no", once=True)
    game.write("red", "RULES HR-14")
    game.poll(1)
    said = body(game.to("red")[-1])
    assert "abstain Members without an order abstain." in said
    assert (
        "In force in this game: no, for the next Funeral Commission only. Members without an order vote no."
        in said
    )
    assert "pbem rule" not in said


def test_all_rules_by_mail_tell_of_the_reading_behind_its_ruling(game: MailGame) -> None:
    rule(game, "HR-14", "no")
    game.write("red", "RULES")
    game.poll(1)
    assert "In force in this game: no. Members without an order vote no." in body(game.to("red")[-1])


def test_what_silence_does_is_said_as_it_is_read_now(game: MailGame) -> None:
    """The report of the next session says it; before the ruling it said what the house says."""
    before = body(game.to("red")[-1])
    assert "in a trial your accused votes innocent, your others abstain" in before
    rule(game, "HR-9", "as-others+guilty")
    game.poll(80)
    for _ in range(4):
        said = body(game.to("red")[-1])
        if "in a trial" in said:
            break
        game.poll(80)
    assert "in a trial your members vote guilty" in said


def test_the_moderator_reads_the_words_and_what_is_in_force(game: MailGame) -> None:
    rule(game, "HR-9", "guilty")
    place = ["--site", str(game.folder)]
    printed = CliRunner().invoke(app, ["rules", "HR-9", "--game", game.name, *place])
    assert printed.exit_code == 0
    told = " ".join(printed.output.split())
    assert "`pbem rule GAME house HR-9 WORD --because TEXT`" in told
    assert "In force in this game: guilty. Members without an order vote guilty." in told
    data = CliRunner().invoke(app, ["rules", "HR-9", "--game", game.name, "--json", *place])
    assert '"in_force": true' in data.output


def test_without_a_game_nothing_is_in_force_and_the_words_are_there() -> None:
    printed = CliRunner().invoke(app, ["rules", "HR-17"])
    told = " ".join(printed.output.split())
    assert "letter The earlier card letter is older. (So the house reads it.)" in told
    assert "die A die tells. Not by the program." in told
    assert "In force" not in told


@pytest.mark.parametrize(
    ("winners", "clause", "said"),
    [
        (("red",), "HR-33", "The struggle is over: Anna wins, as all others have given up (HR-33)."),
        ((), "HR-33", "The struggle is over, and nobody wins: all have given up (HR-33)."),
        ((), AGREED, "The struggle is over, and nobody wins: all players have agreed to end it."),
    ],
)
@pytest.mark.parametrize("phase", ["purge", "replacement"])
def test_an_end_from_outside_the_rules_is_told_in_words(
    winners: tuple[str, ...], clause: str, said: str, phase: str
) -> None:
    assert ending({"red": "Anna"}, winners, clause, phase) == said


def test_the_chronicle_says_how_it_was_read_and_that_it_is_over(game: MailGame) -> None:
    record = game.record()
    story: list[Event] = [
        PhaseOpened(2, "spy"),
        HouseRuled("HR-9", "the vote ends here, as it is decided", None, "stop-when-decided"),
        ReadingUsed("HR-9", "stop-when-decided"),
        PhaseClosed(2, "spy"),
    ]
    names = names_of(record.rules, record.seats)
    sections = chronicle(names, record.state, story, "red")
    told = " ".join(said for section in sections for said in section.paragraphs)
    assert "As the moderator reads it: The vote stops as soon as enough are innocent." in told
    assert "house ruling HR-9 is read as always again: Members without an order abstain." in told


def test_a_game_that_is_not_there_is_a_sentence(game: MailGame) -> None:
    printed = CliRunner().invoke(app, ["rules", "HR-9", "--game", "nowhere", "--site", str(game.folder)])
    assert printed.exit_code != 0
    assert "Traceback" not in printed.output
