"""`pbem explain`: how an event came about."""

from typing import Annotated

import typer

from pbem.cli import show
from pbem.cli.options import Game, Json, Now, Reveal, SiteDir, instant, the_site
from pbem.cli.program import MODERATOR, command


@command("explain", MODERATOR)
def explain(
    game: Game,
    event: Annotated[
        str,
        typer.Argument(
            metavar="EVENT",
            help='An event by its number in the journal, like 640; "#217" (with the quotation marks) as players number it in brackets; or a '
            "phase, like 1954/purge, whose events are listed with both numbers.",
        ),
    ],
    player: Annotated[
        str | None,
        typer.Option(
            "--player",
            metavar="PLAYER",
            help="Only what this player may know: what WHY mails to him. EVENT is then numbered as he knows it.",
        ),
    ] = None,
    reveal: Reveal = False,
    now: Now = None,
    json: Json = False,
    site: SiteDir = None,
) -> None:
    """Explain an event: rule, question, answer and its letter, dice, and what came later."""
    from pbem.service import explaining

    place, moment = the_site(site), instant(now)
    if explaining.is_phase(event):
        show.rows(explaining.phase(place, game, event, moment, player, reveal), json)
        return
    show.result(explaining.explain(place, game, event, moment, player, reveal), json)
