"""Commands about time: deadlines, holds, recesses; and what is settled for a game, which is mostly about time."""

from typing import TYPE_CHECKING, Annotated

import typer

from pbem.cli import show
from pbem.cli.edge import Misuse
from pbem.cli.options import Because, Game, Json, Now, SiteDir, instant, pairs, the_site
from pbem.cli.program import MODERATOR, command

if TYPE_CHECKING:
    from datetime import datetime

    from pbem.service.site import Site
    from pbem.service.tuning import Tuned


@command("deadline", MODERATOR)
def deadline(
    game: Game,
    change: Annotated[
        str,
        typer.Argument(
            metavar="CHANGE",
            help="+48h, +2d (at the same hour), both from now where the deadline has passed; or a time like 2026-12-04T20:00 (in the game's time zone).",
        ),
    ],
    because: Because = "",
    now: Now = None,
    json: Json = False,
    site: SiteDir = None,
) -> None:
    """Move the deadline; all players are told."""
    from pbem.service import desk

    place = the_site(site)
    _deadline(game, desk.deadline(place, game, change, instant(now), because), place, json, change)


def _deadline(game: str, moment: "datetime | None", place: "Site", json: bool, typed: str = "") -> None:
    """Say when the deadline is now, in the site's time zone."""
    from pbem.deadlines import in_zone
    from pbem.service import tuning

    if json:
        show.as_json({"game": game, "deadline": moment})
        return
    if moment is None:
        print(f"{game} goes on; `pbem games` shows how it stands.")
        return
    print(f"The deadline of {game} is now {in_zone(moment, place.config.judge.timezone)}.")
    if note := tuning.remark_on(place, game, typed):
        print(f"Note: {note}")


@command("hold", MODERATOR)
def hold(
    game: Game,
    because: Because = "",
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
    """Let a held game go on.

    A deadline that is still a day away stays where it is; one that is nearer, or has passed, is set anew by the game's schedule.
    """
    from pbem.service import desk

    place = the_site(site)
    _deadline(game, desk.resume(place, game, instant(now)), place, json)


@command("recess", MODERATOR)
def recess(
    game: Game,
    first: Annotated[str, typer.Argument(metavar="FROM", help="The first day, like 2026-12-24.")],
    last: Annotated[str, typer.Argument(metavar="TO", help="The last day, like 2027-01-02.")],
    because: Because = "",
    now: Now = None,
    json: Json = False,
    site: SiteDir = None,
) -> None:
    """Let a game rest: no deadline falls on these days; all players are told.

    A deadline that lies within them moves on to the next regular hour. `pbem set GAME recess=none` ends every recess.
    """
    from pbem.deadlines import in_zone
    from pbem.service import tuning

    place = the_site(site)
    done = tuning.recess(place, game, first, last, because, instant(now))
    if json:
        show.as_json(done)
        return
    print(f"{game} rests from {done.first} to {done.last}; all players are told.")
    if done.deadline is not None:
        said = "is now" if done.moved else "stays"
        print(f"The deadline {said} {in_zone(done.deadline, place.config.judge.timezone)}.")


@command("set", MODERATOR)
def set_(
    game: Game,
    values: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="K=V",
            help='Like earliest=12h off="sat, sun" deadline="Tue 20:00, Fri 20:00" tempo=phase; with --player zone=Europe/Paris. None shows all.',
        ),
    ] = None,
    because: Annotated[
        str,
        typer.Option("--because", metavar="WORDS", help="Why; all players are told what changes, and why."),
    ] = "",
    player: Annotated[
        str,
        typer.Option(
            "--player",
            metavar="P",
            help="Of this player alone: name, mail, zone, remind or calendar, as he sets them by SET. Only a new name is told to all.",
        ),
    ] = "",
    now_too: Annotated[
        bool,
        typer.Option(
            "--now-too", help="Set the open deadline anew by it, too; without this it stays as it is."
        ),
    ] = False,
    now: Now = None,
    json: Json = False,
    site: SiteDir = None,
) -> None:
    """Show what is settled for a game, or change it while it runs; all players are told.

    What is changed holds at once, reminders too; a new tempo from the next session on. The open deadline stays, unless --now-too.
    """
    from pbem.service import tuning

    place = the_site(site)
    if player:
        if now_too:
            raise Misuse("--now-too is about the deadline of all players; leave it out with --player")
        _of_one(place, game, player, pairs(values, "K=V"), because, instant(now), json)
        return
    if not values:
        found = tuning.settings(place, game)
        if json:
            show.as_json({one.setting: one.value for one in found})
        else:
            show.rows(found, False)
        return
    _tuned(place, tuning.tune(place, game, pairs(values, "K=V"), because, instant(now), now_too), json)


def _of_one(
    place: "Site", game: str, player: str, values: dict[str, str], because: str, now: "datetime", json: bool
) -> None:
    """Show what a player has settled for himself, or settle it for him."""
    from pbem.service import settling

    if not values:
        found = settling.settings(place, game, player)
        if json:
            show.as_json({one.setting: one.value for one in found})
        else:
            show.rows(found, False)
        return
    done = settling.settle(place, game, player, values, because, now)
    if json:
        show.as_json(done)
        return
    for clause in done.said:
        print(f"For {done.name} ({done.player}): {clause}.")
    print("All players are told." if done.all_told else f"{done.name} is told, and nobody else.")


def _tuned(place: "Site", done: "Tuned", json: bool) -> None:
    from pbem.deadlines import in_zone

    if json:
        show.as_json(done)
        return
    for one in done.changes:
        print(f"{one.key} is now {one.after} (was {one.before}).")
    if done.deadline is not None:
        said = "is now" if done.moved else "stays"
        print(f"The deadline {said} {in_zone(done.deadline, place.config.judge.timezone)}.")
    print(f"Note: {done.note}" if done.note else "All players are told.")
