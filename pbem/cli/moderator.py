"""Commands by which the moderator acts on a game."""

import sys
from typing import TYPE_CHECKING, Annotated

import typer

from pbem.cli import show
from pbem.cli.edge import REFUSED, Misuse
from pbem.cli.options import Game, Json, Now, SiteDir, instant, the_site
from pbem.cli.program import MODERATOR, command, not_built

if TYPE_CHECKING:
    from datetime import datetime

    from pbem.service.site import Site


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


#: What `pbem rule` does; the others of experience.md E21 are not built yet.
SET, NOT_YET = "set", ("die", "void", "house", "answer")


@command("rule", MODERATOR)
def rule(
    game: Game,
    what: Annotated[str, typer.Argument(metavar="set", help="What kind of ruling; there is only set yet.")],
    values: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="VALUES",
            help='Like "Palavrian place=DM sp=3 health=sick suspicion=0 cure=no", "red Palavrian recorded=8 '
            'declared=4" or "red hand=4,17"; none where a card that waits for you changes nothing.',
        ),
    ] = None,
    because: Annotated[
        str, typer.Option("--because", metavar="TEXT", help="Why; it stands in everybody's report.")
    ] = "",
    yes: Annotated[bool, typer.Option("--yes", help="Do it without asking again.")] = False,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Only show what would change.")] = False,
    now: Now = None,
    json: Json = False,
    site: SiteDir = None,
) -> None:
    """Rule: set facts; where a card waits for the moderator, the phase then goes on."""
    from pbem.service import rulings

    _known(what, because)
    place, moment = the_site(site), instant(now)
    if (
        not dry_run
        and not yes
        and not _agreed(rulings.rule(place, game, values or (), because, moment, dry_run=True).text)
    ):
        raise typer.Exit(REFUSED)
    show.result(rulings.rule(place, game, values or (), because, moment, dry_run), json)


def _known(what: str, because: str) -> None:
    """Misuse if it cannot be ruled so."""
    if what in NOT_YET:
        raise Misuse(f"rule {what} is not built yet; there is set")
    if what != SET:
        raise Misuse(
            f'there is no ruling {what!r}; write: pbem rule GAME set "Palavrian place=DM" --because TEXT'
        )
    if not because.strip():
        raise Misuse("a ruling needs --because and your words: they stand in everybody's report")


def _watched() -> bool:
    """Can somebody be asked?"""
    return sys.stdin.isatty()


def _agreed(preview: str) -> bool:
    """Show what would change, and ask.  Misuse where nobody can be asked."""
    if not _watched():
        raise Misuse(
            "a ruling asks before it is done, and there is no terminal: add --yes, or --dry-run to look at it"
        )
    show.say(preview)
    return typer.confirm("Rule so?")


not_built("approve", MODERATOR, "Release a resolution that waits for the moderator.")
not_built("undo", MODERATOR, "Go back; nothing is erased, the log shows it.")
not_built("replace", MODERATOR, "Give a seat to another player.")
