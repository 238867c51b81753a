"""The law (decision D3, orders.md): no line of a mail of ours is an order when it comes back."""

from collections.abc import Sequence
from datetime import timedelta
from typing import Any

import pytest

from pbem.orders.canonical import canonical
from pbem.orders.reader import read
from pbem.orders.verbs import ECHO
from pbem.report import pages, prose
from pbem.report.brief import Answer, Brief, LetterBrief, Seat
from pbem.report.naming import names_of
from pbem.report.receipt import render_receipt
from pbem.report.report import render_report
from pbem.report.sections import history_section, orders_section, status_section, words_section

from .played import NOW


def receipts(brief: Brief) -> list[str]:
    """All kinds of receipts that his list can fill."""
    names = names_of(brief.rules, brief.seats)
    lines = [canonical(one.line, names.lexicon) for one in brief.standing]
    accepted = [
        Answer("accepted", text, n, ("read Palavrain as Palavrian",)) for n, text in enumerate(lines, 1)
    ]
    others = [
        Answer("replaced", "PURGE Manjak", 2),
        Answer("outranked", "HOLD KGB EACH TURN", 4, ("outranked in 1953",)),
        Answer("rejected", "DECLARE 12 G", error="You recorded 9 on Palavrian, not 12."),
        Answer("ignored", "Purge is such an ugly word"),
        Answer("ignored", "Hi, my orders:"),
        Answer("recorded", "Palavrian 10"),
        Answer("recorded", "Satin 9"),
        Answer("cancelled", "PURGE Satin", 9),
        Answer("held", "TRY Satin"),
        Answer("served", "you are READY for this deadline"),
        Answer("served", "YES: the orders that were held are given now"),
        Answer("served", "STATUS, below"),
        Answer("ignored", "is it my turn?"),
    ]
    letter = LetterBrief(NOW, "VOTE GUILTY", [*accepted, *others])
    late = LetterBrief(
        NOW - timedelta(minutes=3), "READY", [*accepted, *others], "PURGE was resolved since this report"
    )
    asked = [
        status_section(brief),
        *history_section(brief),
        *orders_section(brief),
        words_section("HELP", "PURGE K\n  TRY G\nREADY"),
    ]
    return [
        render_receipt(brief, [letter]).text,
        render_receipt(brief, [late]).text,
        render_receipt(brief, [letter, late], asked).text,
    ]


def found(text: str, brief: Brief) -> list[Any]:
    """What the reader makes of it: as a whole, line by line, and so that nothing hides behind a rule or END."""
    lexicon = names_of(brief.rules, brief.seats).lexicon
    lines = text.split("\n")
    readings = [*read(lines, lexicon)]
    readings += [reading for line in lines for reading in read([line], lexicon)]
    readings += read([f"> {line}" for line in lines], lexicon)
    return [r for r in readings if r.kind not in ("ignored", "comment")]


def test_no_line_of_any_report_is_an_order(games: Any) -> None:
    for game in games:
        for _, briefs in game[::2]:
            for brief in briefs[:3]:
                assert not found(render_report(brief).text, brief)


def test_no_line_of_any_receipt_is_an_order(games: Any) -> None:
    for game in games:
        for _, briefs in game[::5]:
            for text in receipts(briefs[0]):
                assert not found(text, briefs[0])


def test_our_own_sentences_are_never_masked(games: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """What is put behind `| ` is what people wrote; our prose is wrapped elsewhere instead, for the mark looks odd there."""
    masked = []

    def watched(lines: Sequence[str], lexicon: Any) -> list[str]:
        out = prose.harmless(lines, lexicon)
        masked.extend(line for line in out if line.startswith(ECHO) and line not in set(lines))
        return out

    monkeypatch.setattr(pages, "harmless", watched)
    for game in games:
        for number, (_, briefs) in enumerate(game):
            for brief in briefs:
                render_report(brief)
                receipts(brief) if number % 4 == 0 else None
    assert set(masked) <= {"| PURGE K", "|   TRY G", "| READY"}  # the words of a HELP that is none of ours


def test_a_paragraph_is_wrapped_elsewhere(games: Any) -> None:
    lexicon = names_of(games[0][0][0].rules, games[0][0][0].seats).lexicon
    lines = prose.wrap(
        "It is known to the whole of the Politburo, and to nobody besides, that they all purge Satin."
    )
    hard = prose.wrap(
        "Some quite ordinary words go before, and they fill the line to its end, then purge Satin. More."
    )
    for paragraph in (lines, hard):
        safe = prose.harmless(["before", *paragraph, "after"], lexicon)
        assert not any(line.startswith(ECHO) for line in safe)
        assert " ".join(safe) == " ".join(["before", *paragraph, "after"])
        assert not any(prose._order(line, lexicon) for line in safe)


@pytest.mark.parametrize(
    "name", ["PURGE G", "Satin", "I", "Hold Manjak", "END", "READY", "-- ", "Palavrian 10"]
)
def test_the_names_of_players_are_harmless(games: Any, name: str) -> None:
    """A player may call himself anything."""
    for _, briefs in games[0][1:8]:
        brief = briefs[0]
        seats = (Seat("red", "VOTE GUILTY", name, "UTC"), *brief.seats[1:])
        odd = brief._replace(seats=seats, held="PURGE Satin. TRY G!\n\nREADY")
        for text in (render_report(odd).text, *receipts(odd)):
            assert not found(text, odd)


def test_an_order_in_prose_is_put_behind_the_mark(games: Any) -> None:
    lexicon = names_of(games[0][0][0].rules, games[0][0][0].seats).lexicon
    lines = [
        "PURGE Satin",
        "  Palavrian 10",
        "Comrade Strychnin votes guilty",
        "| READY",
        "All is well.",
        "G10 K9 M8",
    ]
    assert prose.harmless(lines, lexicon) == [
        "| PURGE Satin",
        "|   Palavrian 10",
        "| Comrade Strychnin votes guilty",
        "| READY",
        "All is well.",
        "| G10 K9 M8",
    ]
