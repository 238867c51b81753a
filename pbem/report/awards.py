"""Awards after the end, in the spirit of the game: each with the fact that earned it, ties shared, none without a fact.

What counts is in `merits_people.py` and `merits_players.py`, a function an award.
"""

from collections.abc import Callable, Mapping, Sequence

from pbem.engine.events import Name, Player

from . import merits_people as people
from . import merits_players as players
from .annals import Annals
from .brief import Once
from .merits import Award, Record
from .naming import Names
from .prose import listed, wrap

#: In the order in which they are told.
AWARDS: tuple[tuple[str, Callable[[Record], Award | None]], ...] = (
    ("Order of the Long Train", players.train),
    ("The Bent Revolver", players.bolt),
    ("Order of the Golden Bullet", players.long_shot),
    ("Order of the Open Hand", players.open_hand),
    ("Best Kept Secret", players.secret),
    ("The Patient One", players.patient),
    ("The Grey Eminence", players.eminence),
    ("Night Watchman, First Class", players.watchman),
    ("People’s Prosecutor", players.hanging),
    ("The Soft Heart, with reprimand", players.mercy),
    ("Order of the Warm Palm", players.palm),
    ("Artist of the Sleeve", players.sharper),
    ("Lenin Prize for Prose, not to be published", players.diarist),
    ("Hero of the Sanatorium", people.hero),
    ("The Golden Forger", people.forger),
    ("The Weathervane", people.weathervane),
    ("Hero of Labour", people.overtime),
    ("The Return Ticket", people.ticket),
    ("The Eternal Candidate", people.candidate),
    ("The Shortest Reign", people.reign),
    ("Elder of the Union", people.elder),
    ("The Tireless Wrist", people.wrist),
    ("The Empty Chair", people.chair),
)


def awards_text(
    names: Names, annals: Annals, lines: Sequence[Once], sheets: Mapping[Player, Mapping[Name, int]]
) -> list[str]:
    """A paragraph an award, in the order of the table."""
    told: list[str] = []
    for title, award in awards(names, annals, lines, sheets):
        told += wrap(f"{title}: {listed(award.winners)}. {award.fact}", "* ", "  ")
    return told


def awards(
    names: Names, annals: Annals, lines: Sequence[Once], sheets: Mapping[Player, Mapping[Name, int]]
) -> list[tuple[str, Award]]:
    """Title and award of each that is earned."""
    if not annals.years:  # it ended before anything was played
        return []
    record = Record(names, annals, lines, sheets)
    found = ((title, earned(record)) for title, earned in AWARDS)
    return [(title, award) for title, award in found if award is not None and award.winners]
