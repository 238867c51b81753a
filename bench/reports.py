"""What a report costs as HTML with its picture (decision D39)."""

from collections.abc import Iterator
from pathlib import Path

from bench.measure import Row, Stopwatch
from pbem.mail.marker import MARKER
from pbem.report.brief import TEXT, Brief
from pbem.report.html.frame import framed
from pbem.report.report import render_report
from tests.report.played import whole

ORDERS = {
    "red": "DECLARE 5 KGB\nTAKE DM\nPURGE ECO, FM\nINVESTIGATE IND, SPO\nVOTE GUILTY\nPROTECT MINE",
    "blue": "HOLD FM\nTAKE PC\nDECLARE 4 KGB\nVOTE INNOCENT ON MINE\nPURGE DM\nCURE PC",
    "green": "HOLD IDE\nDECLARE ALL ECO\nTRY IND\nPROTECT MINE\nPROMOTE C1\nNOMINATE SPO",
    "black": "TAKE SPO\nHOLD KGB WHEN PURGE OF KGB\nVOTE NO\nTRY SPO",
    "yellow": "TAKE KGB\nPURGE SPO, IND\nVOTE GUILTY\nINVESTIGATE IDE",
}


def html_reports(folder: Path, light: bool) -> Iterator[Row]:
    """A full report as text and HTML with its picture in 15 ms on average over a whole game of five; drawing it is counted."""
    for rules, name in (("basic", "a report: text, HTML, picture"), ("advanced", "the same, advanced")):
        briefs = [
            brief for seed in range(1 if light else 4) for brief in _briefs(rules, seed, 2 if light else 11)
        ]
        yield Row(name, 15, _each(briefs), "ms", most=True)
        yield Row(
            "  of that the text", 3, _each([brief._replace(style=TEXT) for brief in briefs]), "ms", most=True
        )


def _briefs(rules: str, seed: int, turns: int) -> list[Brief]:
    """Everybody's, in the order in which they are written."""
    played = whole(tuple(ORDERS), rules, seed.to_bytes() * 32, ORDERS, turns)
    return [brief for _, briefs in played for brief in briefs]


def _each(briefs: list[Brief]) -> float:
    watch = Stopwatch()
    for brief in briefs:
        with watch:
            rendered = render_report(brief)
            if rendered.html:
                framed(rendered.html, rendered.subject, MARKER)
    return watch.seconds / len(briefs) * 1000
