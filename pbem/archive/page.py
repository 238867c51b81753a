"""`index.html`: one self-contained page to watch a game again, event by event.

Its parts are `templates/archive`; nothing is fetched, and nothing but the page's own script and style may run (their hashes stand
in its Content-Security-Policy).  Text of players and packs is escaped, in HTML by the template, in the film's JSON by `embedded`.
"""

import base64
import hashlib
from collections.abc import Mapping, Sequence
from functools import lru_cache
from importlib import resources
from typing import Any, NamedTuple

import msgspec
from jinja2 import Environment, PackageLoader, StrictUndefined, select_autoescape
from markupsafe import Markup

from pbem.engine import board, events
from pbem.engine.journal import effective
from pbem.engine.rules import PoliticianCard
from pbem.engine.state import State, fold
from pbem.report.annals import Annals
from pbem.report.awards import awards
from pbem.report.brief import Seat
from pbem.report.naming import Names, names_of
from pbem.report.prose import listed
from pbem.report.told_alone import alone

from . import film, film_story
from .film import Reel

#: The scripts, in the order in which they are put together.
SCRIPTS = (
    "dom",
    "sha",
    "dice",
    "positions",
    "portrait",
    "board",
    "stage",
    "story",
    "eyes",
    "charts",
    "ledger",
    "main",
    "hands",
)


class Standing(NamedTuple):
    """A player at the end of what is shown: waves, Politicians controlled, points shown, and points recorded that were never shown."""

    seat: Seat
    won: bool
    waves: int
    controlled: int
    shown: int
    kept: int


class Row(NamedTuple):
    """A line of an opened sheet."""

    name: str
    recorded: int
    shown: int


class Sheet(NamedTuple):
    """What a player had recorded at the beginning, the highest first."""

    seat: Seat
    rows: list[Row]


def render_page(reel: Reel) -> str:
    """The page of a game; of what is secret it holds only what is in the `reel`."""
    names = names_of(reel.rules, reel.seats)
    story = effective(list(reel.journal))
    state = fold(story)
    told = film_story.story(names, film_story.faces(reel.journal), reel.name)
    ended = film_story.ending(story)
    page: str = template("page.html.j2").render(
        name=reel.name,
        about=_about(reel, state),
        seats=reel.seats,
        over=state.over,
        opened=reel.opened,
        parts=told.parts,
        result=_result(names, state, ended),
        standing=[_standing(reel, state, seat) for seat in reel.seats],
        awards=_awards(reel, names, story) if reel.opened and state.over else [],
        sheets=_sheets(reel, story) if reel.opened else [],
        program=reel.program,
        film=embedded(_film(reel, names, state, told.own)),
        style=Markup(_style()),  # noqa: S704 - our own file
        script=Markup(_script()),  # noqa: S704 - our own files
        policy=_policy(),
    )
    return page


# --- the parts -------------------------------------------------------------------------------------------------------


@lru_cache
def template(name: str) -> Any:
    """A compiled template of `pbem/templates/archive`."""
    environment = Environment(
        loader=PackageLoader("pbem", "templates/archive"),
        autoescape=select_autoescape(["html", "j2"]),
        undefined=StrictUndefined,
        trim_blocks=True,
    )
    return environment.get_template(name)


@lru_cache
def _style() -> str:
    return part("colours.css") + part("page.css")


@lru_cache
def _script() -> str:
    body = "".join(part(f"{name}.js") for name in SCRIPTS)
    return f'(function () {{\n"use strict";\n{body}}})();\n'


def part(name: str) -> str:
    """A file of the templates."""
    return (resources.files("pbem") / "templates" / "archive" / name).read_text("utf-8")


@lru_cache
def _policy() -> str:
    """Nothing from anywhere; of scripts and styles those of this file alone."""
    return (
        f"default-src 'none'; script-src {hashed(_script())}; style-src {hashed(_style())}; "
        "base-uri 'none'; form-action 'none'"
    )


def hashed(text: str) -> str:
    """A script or style as a Content-Security-Policy names it."""
    return f"'sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}'"


def embedded(value: Any) -> Markup:
    """JSON that can stand within <script>: no sign in it ends an element or a line of script.

    >>> str(embedded({"name": "</script><!-- & "}))
    '{"name":"\\\\u003c/script\\\\u003e\\\\u003c!-- \\\\u0026 "}'
    """
    text = msgspec.json.encode(value).decode()
    for sign in "<>&\u2028\u2029":
        text = text.replace(sign, f"\\u{ord(sign):04x}")
    return Markup(text)  # noqa: S704 - every sign that HTML knows is gone


# --- what they say ---------------------------------------------------------------------------------------------------


def _film(reel: Reel, names: Names, state: State, own: Mapping[int, str]) -> dict[str, Any]:
    """All that the script needs, but for the chronicle, which stands in the page anyway."""
    cards = reel.rules.cards
    shuffled = [one.cards for one in reel.journal if isinstance(one, events.DeckShuffled) and one.cards]
    return {
        "seats": [{"colour": s.colour, "faction": names.faction[s.colour], "name": names.who(s.colour)} for s in reel.seats],
        "cards": {
            letter: {"surname": names.of(letter), "name": cards[letter].name, "age": him.printed}
            for letter, him in state.people.items()
        },
        "deck": {str(number): [card.name, names.text(number)] for number, card in reel.rules.deck.items()},
        "offices": board.OFFICES,
        "levels": {1: board.FIRST_LEVEL, 2: board.SECOND_LEVEL, 3: board.CANDIDATES},
        "needed": board.PURGE_NUMBER,
        "areas": {"people": "The People", "siberia": "Siberia", "wall": "Kremlin Wall", "retired": "Retired"},
        "phases": board.PHASE_NAMES,
        "year": board.FIRST_YEAR,
        "turns": board.LAST_TURN,
        "retires": board.RETIREMENT_AGE,
        "over": state.over,
        "opened": reel.opened,
        "commitment": reel.commitment,
        "seed": reel.seed,
        "salts": dict(reel.salts) if reel.seed else {},
        "shuffled": shuffled[0] if shuffled and reel.opened else (),
        "frames": film.frames(reel, names, own),
    }  # fmt: skip


def _about(reel: Reel, state: State) -> str:
    """`Advanced Game, 1951 to 1957, over`."""
    first, last = board.FIRST_YEAR, board.year(max(1, state.turn))
    years = f"{first}" if last == first else f"{first} to {last}"
    shown = "" if reel.opened or not state.over else ", its public face"
    return f"Rules: {reel.rules.name} · {years} · {'over' if state.over else 'being played'}{shown}"


def _result(names: Names, state: State, ended: events.GameEnded | None) -> str:
    if ended is None:
        return f"It is {board.year(max(1, state.turn))}, and nobody has won yet."
    return alone(names, state, ended, None)


def _standing(reel: Reel, state: State, seat: Seat) -> Standing:
    colour = seat.colour
    controlled = sum(state.controller(name) == colour for name in state.people)
    shown = sum(stakes[colour].points for stakes in state.declared.values() if colour in stakes)
    sheet: Mapping[str, int] = state.recorded.get(colour) or {}
    kept = sum(max(0, points - state.shown(colour, name)) for name, points in sheet.items())
    return Standing(seat, colour in state.winners, state.credited(colour), controlled, shown, kept)


def _awards(reel: Reel, names: Names, story: Sequence[events.Event]) -> list[tuple[str, str]]:
    """Titles, and who earned them with what."""
    found = awards(names, Annals(story), reel.lines, _recorded(story))
    return [(title, f"{listed(award.winners)}. {award.fact}") for title, award in found]


def _recorded(story: Sequence[events.Event]) -> dict[str, Mapping[str, int]]:
    """The sheets as they were recorded before the first window."""
    recorded: dict[str, Mapping[str, int]] = {}
    for event in story:
        if isinstance(event, events.InfluenceRecorded) and event.sheet:
            recorded.setdefault(event.player, event.sheet)
    return recorded


def _sheets(reel: Reel, story: Sequence[events.Event]) -> list[Sheet]:
    """The sheets as they were recorded, and the most that each had ever shown."""
    most: dict[tuple[str, str], int] = {}
    for event in story:
        if isinstance(event, events.InfluenceDeclared):
            key = event.player, event.politician
            most[key] = max(event.points, most.get(key, 0))
    recorded, cards = _recorded(story), reel.rules.cards
    return [
        Sheet(seat, _rows(seat.colour, recorded.get(seat.colour, {}), most, cards)) for seat in reel.seats
    ]


def _rows(
    player: str,
    sheet: Mapping[str, int],
    most: Mapping[tuple[str, str], int],
    cards: Mapping[str, PoliticianCard],
) -> list[Row]:
    ordered = sorted(sheet.items(), key=lambda one: (-one[1], one[0]))
    return [
        Row(cards[name].surname, points, min(points, most.get((player, name), 0))) for name, points in ordered
    ]
