"""Commands that resolve: now, or what waits for the moderator."""

import pydoc
import sys
from datetime import datetime
from typing import TYPE_CHECKING, Annotated

import typer

from pbem.cli import show
from pbem.cli.edge import REFUSED, Misuse
from pbem.cli.options import Game, Json, Now, Reveal, SiteDir, instant, the_site
from pbem.cli.program import MODERATOR, command
from pbem.typed import agreed

if TYPE_CHECKING:
    from pbem.service.releasing import Preview
    from pbem.service.site import Site


@command("resolve", MODERATOR)
def resolve(
    game: Game,
    dry_run: Annotated[
        bool, typer.Option("--dry-run", help="Only show what would happen; nothing is written or sent.")
    ] = False,
    reveal: Reveal = False,
    now: Now = None,
    json: Json = False,
    site: SiteDir = None,
) -> None:
    """Resolve now, without waiting for the deadline; what waits for `pbem approve` is released."""
    from pbem.service import releasing

    if reveal and not dry_run:
        raise Misuse("--reveal is for --dry-run: what is resolved is reported to everybody anyway")
    show.result(releasing.resolve(the_site(site), game, instant(now), dry_run, reveal), json)


@command("approve", MODERATOR)
def approve(
    game: Game,
    only_show: Annotated[
        bool, typer.Option("--show", help="Only show what waits; nothing is written or sent.")
    ] = False,
    mails: Annotated[
        bool, typer.Option("--mails", help="With each mail in full, as it would go out.")
    ] = False,
    yes: Annotated[
        bool,
        typer.Option(
            "--yes", help="Release it without showing it and asking, as is done where there is no terminal."
        ),
    ] = False,
    reveal: Reveal = False,
    now: Now = None,
    json: Json = False,
    site: SiteDir = None,
) -> None:
    """Look at a resolution that waits for you (approval=on), and release it.

    Shown are who was silent, rejected lines, house rulings, the story, and which mails would go out.
    """
    from pbem.service import releasing

    place, moment, seen = the_site(site), instant(now), ""
    if only_show and yes:
        raise Misuse("choose --show or --yes: --show releases nothing")
    yes = yes or (not only_show and not sys.stdin.isatty())  # a script says what it means
    if not yes or mails:
        with agreed("--show"):
            shown = releasing.preview(place, game, moment, reveal)
        seen = shown.seen
        _show(shown, mails, json and only_show)
    if only_show or (not yes and not _agreed(game)):
        raise typer.Exit(0 if only_show else REFUSED)
    _release(place, game, moment, seen, json)


def _show(shown: "Preview", mails: bool, json: bool) -> None:
    """What waits; long ones through a pager, where somebody watches."""
    if json:
        show.as_json(shown.data)
        return
    text = (
        "\n\n".join([shown.text, *(f"{'-' * 72}\n{mail.said()}" for mail in shown.mails)])
        if mails
        else shown.text
    )
    if mails and sys.stdout.isatty():
        pydoc.pager(text)
    else:
        show.say(text)


def _agreed(game: str) -> bool:
    return typer.confirm(f"Release it, so that {game} goes on and these mails go out?")


def _release(place: "Site", game: str, moment: datetime, seen: str, json: bool) -> None:
    from pbem.service import releasing

    with agreed("--yes"):
        done = releasing.release(place, game, moment, seen)
    if json:
        show.as_json(done.data)
    else:
        show.say(f"{done.text}\n\nReleased: the next poll sends the reports.")
