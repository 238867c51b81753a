"""What the last report of a year, and of the game, tell besides: the year's figures, awards, what was secret."""

from .brief import Brief
from .naming import Names
from .pages import Titled


def year_sections(brief: Brief, names: Names) -> list[Titled]:
    """After a parade: the year in figures."""
    return []


def end_sections(brief: Brief, names: Names) -> list[Titled]:
    """After the end: every hidden order and its moment, awards."""
    return []
