"""`index.html`: one self-contained page to watch a game again, phase by phase."""

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple, Protocol

from jinja2 import Environment, PackageLoader, StrictUndefined, select_autoescape

from pbem.engine import board
from pbem.engine.events import Event, PhaseClosed
from pbem.engine.rules import Rules
from pbem.engine.state import Politician, State, evolve
from pbem.report.brief import Seat
from pbem.report.chronicle import Section
from pbem.report.naming import Names

HEALTH = ("", "Sick", "Ill", "")


class Game(Protocol):
    """What the page needs of a game's record."""

    row: Any

    @property
    def rules(self) -> Rules: ...
    @property
    def seats(self) -> Sequence[Seat]: ...


class Card(NamedTuple):
    """A Politician on the board: what the page shows of him."""

    slot: str
    office: str
    name: str
    age: int
    marks: str
    colour: str
    shown: str


class Step(NamedTuple):
    """A phase: its chronicle, and the board when it was over."""

    heading: str
    paragraphs: Sequence[str]
    levels: Sequence[Sequence[Card]]
    areas: Sequence[tuple[str, str]]
    waves: Sequence[tuple[int, str, str]]


class Undone(NamedTuple):
    """What an undo took back: where it led to, the moderator's words, and what was told of it before."""

    to: str
    words: str
    paragraphs: Sequence[str]


def render_page(
    game: Game,
    names: Names,
    sections: Sequence[Section],
    story: Sequence[Event],
    opened: bool,
    undone: Sequence[Undone] = (),
) -> str:
    """The page.  `story`: events in force as this archive may show them; `opened`: the game is over and nothing is hidden."""
    environment = Environment(
        loader=PackageLoader("pbem"),
        autoescape=select_autoescape(),
        undefined=StrictUndefined,
        trim_blocks=True,
    )
    positions = list(_positions(story))
    steps = [
        Step(section.heading, section.paragraphs, _levels(game, at), _areas(game, at), _waves(game, at))
        for section, at in zip(sections, positions, strict=False)
    ]
    final = positions[-1]
    sheets = _sheets(game, final) if opened else []
    template = environment.get_template("archive.html.j2")
    return template.render(
        name=game.row.name, seats=game.seats, steps=steps, over=final.over, sheets=sheets, undone=undone
    )


def _positions(story: Sequence[Event]) -> Iterator[State]:
    """The position at the end of each section of the chronicle: set-up as dealt, then each phase."""
    state, begun = State(), False
    for event in story:
        if not begun and type(event).__name__ in ("PhaseOpened", "InfluenceRecorded"):
            begun = True
            yield state
        state = evolve(state, event)
        if isinstance(event, PhaseClosed):
            yield state
    if not begun or not isinstance(story[-1], PhaseClosed):
        yield state


def _levels(game: Game, state: State) -> list[list[Card]]:
    rows = (("PC",), board.FIRST_LEVEL, board.SECOND_LEVEL, board.CANDIDATES)
    return [[_card(game, state, slot) for slot in row] for row in rows]


def _card(game: Game, state: State, slot: str) -> Card:
    office = board.OFFICES.get(slot, "Candidate")
    holder = state.holder(slot)
    if holder is None:
        return Card(slot, office, "", 0, "", "", "")
    shown = ", ".join(
        f"{player} {stake.points}" for player, stake in state.declared.get(holder.letter, {}).items()
    )
    colour = state.controller(holder.letter) or ""
    name = game.rules.cards[holder.letter].surname
    return Card(slot, office, name, holder.age, _marks(holder), colour, shown)


def _marks(politician: Politician) -> str:
    marks = [
        HEALTH[politician.crosses],
        "?" * politician.suspicion,
        "at the Sanatorium" if politician.cure else "",
    ]
    return ", ".join(mark for mark in marks if mark)


def _areas(game: Game, state: State) -> list[tuple[str, str]]:
    titles = {"people": "The People", "siberia": "Siberia", "wall": "Kremlin Wall", "retired": "Retired"}
    found = []
    for area, title in titles.items():
        there = ", ".join(f"{game.rules.cards[p.letter].surname} {p.age}" for p in state.at(area))
        if there:
            found.append((title, there))
    return found


def _waves(game: Game, state: State) -> list[tuple[int, str, str]]:
    return [
        (
            board.year(w.turn),
            game.rules.cards[w.politician].surname if w.politician else "nobody",
            w.player or "",
        )
        for w in state.waves
    ]


def _sheets(game: Game, state: State) -> list[tuple[Seat, list[tuple[str, int, int]]]]:
    """What everybody had recorded, opened at the end: name, recorded, declared."""
    out = []
    for seat in game.seats:
        sheet = state.recorded.get(seat.colour) or {}
        rows = sorted(sheet.items(), key=lambda item: (-item[1], item[0]))
        cards = game.rules.cards
        out.append((seat, [(cards[n].surname, points, state.shown(seat.colour, n)) for n, points in rows]))
    return out
