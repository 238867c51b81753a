"""Options that many commands share (interface.md), and how their values are read."""

from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from pbem.typed import at

if TYPE_CHECKING:
    from pbem.service.site import Site


def _instant(text: str) -> datetime:
    """A point in time in UTC; a time without a zone is UTC.  BadParameter if it is none."""
    try:
        given = datetime.fromisoformat(text)
    except ValueError:
        raise typer.BadParameter(f"{text!r} is no time; write it like 2026-12-04T20:00:00+01:00") from None
    return given.replace(tzinfo=UTC) if given.tzinfo is None else given.astimezone(UTC)


SiteDir = Annotated[
    Path | None,
    typer.Option(
        "--site",
        metavar="DIR",
        help="The site's folder. Without it: $PBEM_SITE, else the nearest folder upwards with a pbem.toml, "
        "else this one.",
    ),
]
Now = Annotated[
    datetime | None,
    typer.Option(
        "--now",
        metavar="TIME",
        parser=_instant,
        help="Do as if it were this time (ISO 8601; UTC if it names no zone). Without it: the clock.",
    ),
]
Reveal = Annotated[
    bool,
    typer.Option(
        "--reveal",
        help="Show secrets of a game that is moderated blind, too: its players are told that you have looked.",
    ),
]
Json = Annotated[bool, typer.Option("--json", help="Print data as JSON, for programs.")]
Game = Annotated[str, typer.Argument(metavar="GAME", help="Name of the game, as `pbem games` lists it.")]
Player = Annotated[str, typer.Argument(metavar="PLAYER", help="The player's faction, for instance red.")]
DemoSite = Annotated[
    Path | None,
    typer.Option(
        "--site",
        metavar="DIR",
        help="A folder for the game, made if missing; a site in it must hold games of demos only. "
        "Without it: a new folder demo-site here.",
    ),
]
RulesName = Annotated[
    str, typer.Option("--rules", metavar="R", help="Which rules: basic, advanced, swiss or swiss-ah.")
]
Switches = Annotated[
    list[str] | None,
    typer.Option(
        "--option",
        metavar="K=V",
        help="A switch over the rules, like ties=true or revolution=mixed; may be given again. There are ties, strengths, "
        "intrigue, bribes, growth, by_age, free_allocation, three_player, nestor, revolution, deck, swiss_tie, chart. Messages between "
        "players: press=free, named (nothing anonymous) or off.",
    ),
]


Because = Annotated[str, typer.Option("--because", metavar="WORDS", help="Why; all players are told.")]


def instant(now: datetime | None) -> datetime:
    """What `--now` said, or the clock's time (UTC)."""
    moment = now or datetime.now(UTC)
    at(moment)
    return moment


def the_site(site: Path | None) -> "Site":
    """The site that a command is about, opened.  ServiceError or ConfigError if there is none."""
    import os

    from pbem.config import find_site
    from pbem.service.site import Site

    return Site.open(find_site(site, os.environ))


def pairs(given: list[str] | None, option: str = "--option") -> dict[str, str]:
    """`["a=b"]` as `{"a": "b"}`.  BadParameter where there is no `=`, or two values for one key."""
    found: dict[str, str] = {}
    for text in given or ():
        key, sign, value = text.partition("=")
        if not sign or not key.strip():
            raise typer.BadParameter(f"{text!r} should be like KEY=VALUE", param_hint=option)
        key, value = key.strip(), value.strip()
        if found.setdefault(key, value).casefold() != value.casefold():
            said = f"{key} is given twice, as {found[key]} and as {value}; say which"
            raise typer.BadParameter(said, param_hint=option)
    return found
