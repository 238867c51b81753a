"""`games/index.html`: all games of a site, or of any pile of archives, and who won how often.

It is made from the public faces alone, the `game.toml` of each folder; a folder without one, or with one that cannot be read, is
passed over, and so is somebody's practice (E18).
"""

import tomllib
from collections import Counter
from collections.abc import Iterable, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import quote

from markupsafe import Markup

from pbem.engine import board
from pbem.report.events_told import CLAUSES, NOBODY
from pbem.report.prose import count, listed

from .page import hashed, part, template

OVER = "over"


class Player(NamedTuple):
    """Who played; `person`: by a name, which a game that shows factions alone does not tell (E25)."""

    colour: str
    name: str
    won: bool
    person: bool


class Game(NamedTuple):
    """A row.  `link`: to its page, from the folder above; `length`: in years; `begun`: a date."""

    name: str
    link: str
    rules: str
    over: bool
    years: str
    length: int
    players: list[Player]
    result: str
    clause: str
    begun: str


class Standing(NamedTuple):
    """A player over all games: how many that are over he has played and won, how many are going on, and how many years he has played."""

    name: str
    played: int
    won: int
    share: int
    running: int
    years: int


class Preset(NamedTuple):
    """Rules over all their games that are over."""

    rules: str
    games: int
    average: str
    endings: str


def write(home: Path) -> Path:
    """Write the index of all archives in this folder, and say where it is.  Raises OSError."""
    page, part_ = home / "index.html", home / "index.html.part"
    part_.write_text(render_shelf(read(home)), "utf-8")
    part_.replace(page)
    return page


def read(home: Path) -> list[Game]:
    """The games in the folders of this folder, the newest first."""
    found = [_game(path.parent) for path in sorted(home.glob("*/game.toml"))]
    return sorted(filter(None, found), key=lambda game: game.begun, reverse=True)


def render_shelf(games: Sequence[Game]) -> str:
    """The page.  It names its games as it is given them."""
    over = sum(game.over for game in games)
    rest = f"; {len(games) - over} going on" if len(games) > over else ""
    page: str = template("shelf.html.j2").render(
        games=games,
        standings=_standings(games),
        presets=_presets(games),
        summary=f"{count(len(games), 'game')}, {over} over{rest}. Each can be watched event by event.",
        style=Markup(_style()),  # noqa: S704 - our own files
        script=Markup(part("shelf.js")),  # noqa: S704 - our own file
        policy=_policy(),
    )
    return page


@lru_cache
def _style() -> str:
    return part("colours.css") + part("shelf.css")


@lru_cache
def _policy() -> str:
    own = f"script-src {hashed(part('shelf.js'))}; style-src {hashed(_style())}"
    return f"default-src 'none'; {own}; base-uri 'none'; form-action 'none'"


# --- reading ---------------------------------------------------------------------------------------------------------


def _game(folder: Path) -> Game | None:
    """What its `game.toml` says; None where it does not say what it should."""
    try:
        about = tomllib.loads((folder / "game.toml").read_text("utf-8"))
        return None if about.get("practice") else _row(folder.name, about)
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError, KeyError, TypeError, ValueError):
        return None


def _row(folder: str, about: dict[str, Any]) -> Game:
    over = about["status"] == OVER
    year = int(about["year"])
    players = [_player(one, about.get("winners", ())) for one in about["player"]]
    return Game(
        name=str(about["name"]),
        link=f"{quote(folder)}/index.html",
        rules=str(about["rules"]),
        over=over,
        years=f"{board.FIRST_YEAR}–{year}" if year > board.FIRST_YEAR else str(year),
        length=year - board.FIRST_YEAR + 1,
        players=players,
        result=_result(over, year, str(about.get("ended_by", "")), players),
        clause=str(about.get("ended_by", "")),
        begun=str(about["begun"])[:10],
    )


def _player(said: dict[str, Any], winners: Iterable[str]) -> Player:
    colour, name, faction = str(said["colour"]), str(said["name"]), str(said.get("faction", ""))
    return Player(colour, name, colour in winners, name != faction)


def _result(over: bool, year: int, clause: str, players: Sequence[Player]) -> str:
    """`Anna won, with a third wave`."""
    if not over:
        return f"Going on; it is {year}"
    won = [player.name for player in players if player.won]
    how = _how(clause, bool(won))
    return f"{listed(won) if won else 'Nobody'} won{f', {how}' if how else ''}"


def _how(clause: str, won: bool) -> str:
    words: str = (CLAUSES if won else NOBODY).get(clause, "")
    return words


def _standings(games: Sequence[Game]) -> list[Standing]:
    """By wins, then by share, then by name; people who are called the same count as one."""
    found: dict[str, list[tuple[Game, Player]]] = {}
    for game in games:
        for player in game.players:
            if player.person:
                found.setdefault(player.name.casefold(), []).append((game, player))
    rows = [_standing(seats) for seats in found.values()]
    return sorted(rows, key=lambda one: (-one.won, -one.share, one.name.casefold()))


def _standing(seats: Sequence[tuple[Game, Player]]) -> Standing:
    played = sum(game.over for game, _ in seats)
    won = sum(player.won for game, player in seats if game.over)
    years = sum(game.length for game, _ in seats)
    share = round(100 * won / played) if played else 0
    return Standing(seats[0][1].name, played, won, share, len(seats) - played, years)


def _presets(games: Sequence[Game]) -> list[Preset]:
    found: dict[str, list[Game]] = {}
    for game in games:
        if game.over:
            found.setdefault(game.rules, []).append(game)
    return [
        Preset(rules, len(some), f"{sum(game.length for game in some) / len(some):.1f}", _endings(some))
        for rules, some in sorted(found.items())
    ]


def _endings(games: Sequence[Game]) -> str:
    """`with a third wave (3), no agreement (1)`, the commonest first."""
    counted = Counter(_how(one.clause, any(p.won for p in one.players)) or "otherwise" for one in games)
    return ", ".join(
        f"{how} ({times})" for how, times in sorted(counted.items(), key=lambda one: (-one[1], one[0]))
    )
