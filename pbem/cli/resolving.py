"""Commands that resolve: now, or what waits for the moderator."""

from typing import Annotated

import typer

from pbem.cli import show
from pbem.cli.options import Game, Json, Now, SiteDir, instant, the_site
from pbem.cli.program import MODERATOR, command, not_built


@command("resolve", MODERATOR)
def resolve(
    game: Game,
    dry_run: Annotated[
        bool, typer.Option("--dry-run", help="Only show what would happen; nothing is written or sent.")
    ] = False,
    now: Now = None,
    json: Json = False,
    site: SiteDir = None,
) -> None:
    """Resolve now, without waiting for the deadline."""
    from pbem.service import desk

    show.result(desk.resolve(the_site(site), game, instant(now), dry_run), json)


not_built("approve", MODERATOR, "Release a resolution that waits for the moderator.")
