"""`pbem tell`: words of the moderator to the players."""

from typing import Annotated

import typer

from pbem.cli import show
from pbem.cli.edge import Misuse
from pbem.cli.options import Game, Json, Now, SiteDir, instant, the_site
from pbem.cli.program import MODERATOR, command


@command("tell", MODERATOR)
def tell(
    game: Game,
    words: Annotated[
        list[str],
        typer.Argument(metavar="[PLAYER] TEXT", help='What to tell: "text" to all, or a player and "text".'),
    ],
    now: Now = None,
    json: Json = False,
    site: SiteDir = None,
) -> None:
    """Write to all players of a game, or to one: they get a mail, and it stands in the journal."""
    from pbem.service import telling

    if len(words) > 2:
        raise Misuse('put your words in quotation marks: pbem tell GAME [PLAYER] "text"')
    player = words[0] if len(words) == 2 else None
    told = telling.tell(the_site(site), game, player, words[-1], instant(now))
    if json:
        show.as_json({"game": game, "told": told})
    else:
        show.say(f"The next poll sends it to {', '.join(told)}.")
