"""Commands about archives of games."""

from pathlib import Path
from typing import Annotated

import typer

from pbem.cli import show
from pbem.cli.options import Game, Json, Now, Reveal, SiteDir, instant, the_site
from pbem.cli.program import ARCHIVE, command, not_built


@command("archive", ARCHIVE)
def archive(
    game: Game,
    out: Annotated[
        Path | None, typer.Option(metavar="DIR", help="Where to; without it, games/GAME in the site.")
    ] = None,
    public: Annotated[
        bool, typer.Option("--public", help="Only what everybody may know while the game runs.")
    ] = False,
    reveal: Reveal = False,
    now: Now = None,
    json: Json = False,
    site: SiteDir = None,
) -> None:
    """Write a game into a folder that can be read and checked without this program's database."""
    from pbem.service import archive as service

    folder = service.write(the_site(site), game, out, public, instant(now), reveal)
    if json:
        show.as_json({"game": game, "folder": str(folder)})
    else:
        print(f"The archive of {game} is in {folder}.")


not_built("verify", ARCHIVE, "Check an archive: every event, die and hash.")
not_built("replay", ARCHIVE, "Watch an archived game again.")
