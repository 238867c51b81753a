"""What the last report of a year, and of the game, tell besides: the year's figures, awards, what was secret."""

from . import awards, ends, figures, underhand
from .annals import annals_of, parades
from .brief import Brief
from .naming import Names, year
from .pages import Titled


def year_sections(brief: Brief, names: Names) -> list[Titled]:
    """After a parade: the year in figures, from what lies on the table."""
    if not brief.past:
        return []
    annals = annals_of(brief.past)
    over = set(parades(brief.story))
    if brief.view.over:
        over.add(brief.view.turn)
    return [
        (f"{year(one.turn)} in figures", figures.year_text(names, one))
        for one in annals.years
        if one.turn in over
    ]


def end_sections(brief: Brief, names: Names) -> list[Titled]:
    """After the end: awards, what everybody had recorded and shown, hidden orders and their moment, bribes, missed chances, diaries."""
    if not brief.view.over or not brief.opened:
        return []
    annals = annals_of(brief.opened)
    if not annals.years:  # it ended before anything was played
        return []
    return [
        ("Awards", awards.awards_text(names, annals, brief.lines, brief.sheets)),
        ("All sheets are opened", ends.sheets_text(names, annals, brief.sheets)),
        ("Hidden orders", ends.orders_text(names, annals, brief.lines)),
        ("Under the table", underhand.deals_text(names, annals)),
        ("Who could have, and never did", ends.chances_text(names, annals)),
        ("The diaries", ends.diaries_text(names, annals)),
        ("Memoirs", ends.memoirs_text()),
    ]
