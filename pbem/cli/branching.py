"""`pbem branch`: what if?"""

from pathlib import Path
from typing import Annotated

import typer

from pbem.cli import show
from pbem.cli.options import Game, Json, Now, Reveal, SiteDir, instant, the_site
from pbem.cli.program import ARCHIVE, command


@command("branch", ARCHIVE)
def branch(
    game: Game,
    folder: Annotated[
        Path | None,
        typer.Argument(metavar="DIR", help="A new folder for the sandbox; without it, GAME-branch here."),
    ] = None,
    at: Annotated[
        str | None,
        typer.Option(
            "--at",
            metavar="PLACE",
            help="From where: the number of an event of the journal, the beginning of a phase like 1954/purge, setup, or last; without it from now.",
        ),
    ] = None,
    new_dice: Annotated[
        bool,
        typer.Option("--new-dice", help="Other dice than those that the game has rolled and would roll."),
    ] = False,
    reveal: Reveal = False,
    now: Now = None,
    json: Json = False,
    site: SiteDir = None,
) -> None:
    """Try what would have come of it: a site of your own, in which this game goes on from any point, and nobody gets a mail.

    Nothing changes in the game itself. It shows all secrets, so for a game that is moderated blind it needs --reveal.
    """
    from pbem.service import branching

    done = branching.branch(the_site(site), game, folder, at, instant(now), new_dice, reveal)
    if json:
        show.as_json(done._replace(text=""))
    else:
        print(done.text)
