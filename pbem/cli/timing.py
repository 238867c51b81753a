"""Commands about time: deadlines, holds, pauses."""

from typing import TYPE_CHECKING, Annotated

import typer

from pbem.cli import show
from pbem.cli.options import Game, Json, Now, SiteDir, instant, the_site
from pbem.cli.program import MODERATOR, command

if TYPE_CHECKING:
    from datetime import datetime

    from pbem.service.site import Site


@command("deadline", MODERATOR)
def deadline(
    game: Game,
    change: Annotated[
        str,
        typer.Argument(
            metavar="CHANGE", help="+48h, +2d, or a time like 2026-12-04T20:00 (in the game's time zone)."
        ),
    ],
    now: Now = None,
    json: Json = False,
    site: SiteDir = None,
) -> None:
    """Move the deadline; all players are told."""
    from pbem.service import desk

    place = the_site(site)
    _deadline(game, desk.deadline(place, game, change, instant(now)), place, json)


def _deadline(game: str, moment: "datetime", place: "Site", json: bool) -> None:
    """Say when the deadline is now, in the site's time zone."""
    from pbem.deadlines import in_zone

    if json:
        show.as_json({"game": game, "deadline": moment})
    else:
        print(f"The deadline of {game} is now {in_zone(moment, place.config.judge.timezone)}.")


@command("hold", MODERATOR)
def hold(
    game: Game,
    because: Annotated[
        str, typer.Option("--because", metavar="WORDS", help="Why; all players are told.")
    ] = "",
    now: Now = None,
    json: Json = False,
    site: SiteDir = None,
) -> None:
    """Stop a game: orders are taken, but nothing resolves until `pbem resume`."""
    from pbem.service import desk

    desk.hold(the_site(site), game, because, instant(now))
    if json:
        show.as_json({"game": game, "held": because})
    else:
        print(f"{game} is on hold; `pbem resume {game}` lets it go on.")


@command("resume", MODERATOR)
def resume(game: Game, now: Now = None, json: Json = False, site: SiteDir = None) -> None:
    """Let a held game go on."""
    from pbem.service import desk

    place = the_site(site)
    _deadline(game, desk.resume(place, game, instant(now)), place, json)
