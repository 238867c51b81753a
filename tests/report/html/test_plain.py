"""Texts of ours as HTML: what is a heading and what is none, what belongs together, and what is there to be copied."""

import re

import pytest

from pbem.engine.variants import rules_for
from pbem.orders.verbs import ECHO, help_text
from pbem.report.html.plain import from_text
from pbem.report.naming import names_of
from pbem.report.prose import TABLE_WIDTH, harmless, narrow, wrap
from pbem.report.sections import words_section
from pbem.rulebook import clauses, render

from ..played import seats_of
from .seeing import seen

NAMES = names_of(rules_for("basic"), seats_of(("red", "blue", "green")))


def shown(text: str) -> list[str]:
    """The lines that a reader sees of it."""
    return [
        line.replace("\u00a0", " ").strip() for line in seen(f"<html><body>{from_text(text)}</body></html>")
    ]


@pytest.mark.parametrize("words", ["a pause", "See you on Saturday", "Hello"])
def test_short_words_of_somebody_are_no_heading(words: str) -> None:
    html = from_text(f"The game is on hold.\n\nHis words: {words}\n\n{words}\n\nOrders are still read.")
    assert "<h" not in html


def test_a_line_that_is_only_drawn_is_drawn() -> None:
    html = from_text(f"An offer.\n\n{'-' * 72}\n\nAnother one.")
    assert "--" not in "".join(shown(f"An offer.\n\n{'-' * 72}\n\nAnother one."))
    assert "border-bottom:2px" in html


def test_the_marks_of_the_help_do_not_stand_within_its_sentences() -> None:
    html = from_text(help_text())
    assert " : " not in re.sub(r"<[^>]+>", "", html)
    assert (
        "a full stop at the end do not matter; what follows a # is a comment; a line END closes the orders.</p>"
        in html
    )


def test_a_command_stands_alone_to_be_copied() -> None:
    """Below the point, the sentence or the command before it; named within a sentence it is only that."""
    digest = "== test ==\n  * A resolution waits for you since Friday\n    (Zurich).\n      pbem approve test\n\n`pbem games` shows all."
    asked = 'To open the orders again:\n    pbem deadline test +24h\n\npbem rule test set "Manjak sp=3" --because TEXT\n    put it right'
    for text, commands in (
        (digest, ["pbem approve test"]),
        (asked, ["pbem deadline test +24h", 'pbem rule test set "Manjak sp=3" --because TEXT']),
    ):
        lines = shown(text)
        assert [line for line in lines if line.startswith("pbem ") and "shows" not in line] == commands
    wrapped = "The poll of this site has had trouble since noon, and the status of the\npbem poll says it every time that it is looked at."
    assert len(shown(wrapped)) == 1


def test_the_clauses_of_the_rules_are_headings() -> None:
    html = from_text(
        "Clause R4.1   A purge\n       The acting member may name anyone.\n\nClause HR-7   Purging oneself\n       He may."
    )
    assert re.findall(r"<h3[^>]*>([^<]+)</h3>", html) == [
        "Clause R4.1 A purge",
        "Clause HR-7 Purging oneself",
    ]


def test_what_names_the_lines_below_it_does_not_run_into_them() -> None:
    assert shown("As things stand:\n  Manjak: Candidate C1, 0 SP, age 60, healthy.") == [
        "As things stand:",
        "Manjak: Candidate C1, 0 SP, age 60, healthy.",
    ]
    assert "<b>By which rule:</b>" in from_text("By which rule:\n\n  Clause R4.1, A purge.")


def test_a_sentence_goes_on_behind_a_colon_that_the_end_of_a_line_follows() -> None:
    """The law takes words down to the next line, so that it is shorter than it might be."""
    text = "You may answer this mail with a line RESUME, EXTEND 24h, TELL:\nwords to all or TELL Anna: words to one."
    assert len(shown(text)) == 1


@pytest.mark.parametrize("rules", ["basic", "advanced", "swiss"])
def test_no_clause_of_the_rules_needs_a_mark(rules: str) -> None:
    """Its lines would stand apart from each other; a clause can be worded otherwise."""
    _, lines = words_section("The rules of this game", render(clauses(rules, {}, seats=3)))
    marked = [line for line in harmless(lines, NAMES.lexicon) if line.startswith(ECHO)]
    assert not marked
    loose = [line for line in shown("\n".join(map(str, lines))) if line[:1].islower()]
    assert not loose, "paragraphs are joined"


def test_a_long_line_of_a_mail_is_filled_and_a_command_in_it_stays_whole() -> None:
    command = "`pbem replace test blue ADDRESS`"
    text = narrow(
        f"Boris (blue) has conceded.\n\n* Whoever asks somebody, and then somebody else, whether he would like to play: {command} gives him the seat at once."
    )
    assert max(map(len, text.split("\n"))) <= TABLE_WIDTH
    assert command in text
    assert text.split("\n")[3].startswith("  ")
    assert narrow("\n".join(wrap("Short lines are left as they are. " * 9))) == "\n".join(
        wrap("Short lines are left as they are. " * 9)
    )
