"""Which games are recorded: who plays, and the seed that leads to that end."""

from typing import NamedTuple


class Entry(NamedTuple):
    """`folder`: its name; `writer`: one of `writers.WRITERS`; `clause` and `ruling`: what must end it, and what must apply."""

    folder: str
    title: str
    rules: str
    writer: str
    seed: int
    clause: str
    winners: int
    ruling: str = ""
    seats: int = 3
    options: tuple[tuple[str, str], ...] = ()


#: By clause; each is the only way to that end, or one of its kinds.
CATALOGUE: tuple[Entry, ...] = (
    Entry("R11.1-the-third-wave", "The third wave of a faction", "basic", "bots", 3, "R11.1", 1),
    Entry(
        "R11.1-advanced",
        "The third wave of a faction, in the Advanced Game",
        "advanced",
        "bots",
        3,
        "R11.1",
        1,
    ),
    Entry("R11.2-turn-eleven", "Turn 11: the controller of the Party Chief", "basic", "late", 1, "R11.2", 1),
    Entry(
        "R11.2-nobody", "Turn 11: nobody controls the Party Chief", "basic", "alike", 2, "R11.2", 0, "HR-20"
    ),
    Entry("R8.10-too-few", "Fewer than eight are left", "basic", "axe", 2, "R8.10", 1),
    Entry(
        "R8.10-nobody",
        "Fewer than eight are left, and nobody controls the highest",
        "basic",
        "axe",
        1,
        "R8.10",
        0,
        "HR-18",
    ),
    Entry("R16.1-the-controller", "Three waves, and the controller wins", "swiss-ah", "bots", 3, "R16.1", 1),
    Entry("R16.1-the-others", "Three waves, and others recorded as much", "swiss-ah", "held", 3, "R16.1", 2),
    Entry(
        "R16.1-nobody-controls",
        "Three waves of one whom nobody controls",
        "swiss-ah",
        "quiet",
        3,
        "R16.1",
        1,
        "HR-28",
    ),
    Entry("R17.5-the-most-recorded", "Three waves: whoever recorded most", "swiss", "quiet", 21, "R17.5", 1),
    Entry(
        "R17.5-a-tie", "Three waves: a tie, without its controller", "swiss", "held", 3, "R17.5", 2, "HR-22"
    ),
    Entry(
        "R17.5-a-tie-and-nobody",
        "Three waves: a tie, and nobody wins it",
        "swiss",
        "held",
        3,
        "R17.5",
        0,
        "HR-22",
        options=(("swiss_tie", "nobody"),),
    ),
    Entry("R17.5-nobody", "Three waves of one on whom nobody recorded any", "swiss", "alike", 11, "R17.5", 0),
    Entry(
        "R17.6-the-Politburo-cannot-be-filled", "Too few for the Politburo", "swiss", "alike", 22, "R17.6", 0
    ),
    Entry("R17.6-the-parade-of-1960", "Ten years: who waves in 1960", "swiss", "turnover", 36, "R17.6", 1),
    Entry("R17.6-after-ten-years", "The Party Chief after phase 5 of 1961", "swiss", "quiet", 19, "R17.6", 1),
    Entry("R17.6-after-ten-years-nobody", "No winner after phase 5 of 1961", "swiss", "held", 2, "R17.6", 0),
)
