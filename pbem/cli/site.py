"""Commands about a whole site: make it, run it, see it run."""

import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from pbem.cli import show
from pbem.cli.edge import LOG, REFUSED, Misuse, complain
from pbem.cli.options import DemoSite, Json, Now, RulesName, SiteDir, the_site
from pbem.cli.program import SITE, command

if TYPE_CHECKING:
    from pbem.service.poll import PollResult

DEMO_FOLDER = "demo-site"


@command("init", SITE)
def init(
    folder: Annotated[
        Path | None, typer.Argument(metavar="DIR", help="The new site's folder; without it, this one.")
    ] = None,
    name: Annotated[str, typer.Option(help="What players see as the sender.")] = "Kremlin Judge",
    address: Annotated[str, typer.Option(help="The judge's mail address.")] = "judge@example.org",
    moderator: Annotated[str, typer.Option(help="Your own mail address.")] = "gm@example.org",
    timezone: Annotated[
        str | None, typer.Option(metavar="ZONE", help="Like Europe/Zurich. Without it: this machine's.")
    ] = None,
    json: Json = False,
    site: SiteDir = None,
) -> None:
    """Make a site: pbem.toml, the database, folders for mail.

    It works at once, with an SQLite file and mail in folders; for real mail, edit pbem.toml.
    """
    from pbem.config import SITE_FILE
    from pbem.service.site import Site

    if folder and site and folder.absolute() != site.absolute():
        raise Misuse("name the new site once, either as DIR or with --site")
    place = folder or site or Path()
    zone = timezone or _zone_here()
    Site.create(place, name=name, address=address, moderator=moderator, zone=zone)
    if json:
        show.as_json({"site": str(place.absolute()), "settings": str(place.absolute() / SITE_FILE)})
        return
    print(f"A new site is in {place.absolute()}.")
    print(
        f"Its settings are in {place / SITE_FILE}; put mail into mail/in/new, find answers in mail/out/new."
    )
    print("Next: pbem new NAME --rules basic --player 'red=Anna <anna@example.org>' …, then pbem poll.")


def _zone_here() -> str:
    """The machine's time zone; UTC where it does not say."""
    for named in (os.environ.get("TZ", "").lstrip(":"), os.path.realpath("/etc/localtime")):
        zone = named.rpartition("zoneinfo/")[2]
        if "/" in zone and not zone.startswith("/"):
            return zone
    return "UTC"


@command("demo", SITE)
def demo(
    rules: RulesName = "basic",
    seats: Annotated[int, typer.Option(min=3, max=6, help="How many bots play.")] = 4,
    seed: Annotated[
        str | None, typer.Option(metavar="HEX", help="Play the same game again; without it, a new one.")
    ] = None,
    json: Json = False,
    site: DemoSite = None,
) -> None:
    """Play a whole game between bots by real mail messages, and say where reports and archive lie.

    It goes into a new folder demo-site, unless --site names another.  A site with games of its own is refused.
    """
    from pbem.service import demo as service
    from pbem.service.start import check_seed

    check_seed(seed)
    folder = site or _new_folder(Path(DEMO_FOLDER))
    with show.course("The bots set up their game") as tell:
        played = service.play(folder, rules, seats, seed, tell)
    show.result(played, json)


def _new_folder(wanted: Path) -> Path:
    """The folder, or `demo-site-2` and so on where it is taken."""
    folder, number = wanted, 1
    while folder.exists():
        number += 1
        folder = wanted.with_name(f"{wanted.name}-{number}")
    return folder


@command("poll", SITE)
def poll(
    limit: Annotated[
        int | None,
        typer.Option(
            metavar="SECONDS",
            min=1,
            help="End it if it takes longer, because something hangs; the next poll does what is left. Without it, never.",
        ),
    ] = None,
    now: Now = None,
    json: Json = False,
    site: SiteDir = None,
) -> None:
    """One round: fetch mail, acknowledge it, resolve what is due, send.

    Status 1: something needs a hand, and standard error says what.
    """
    from pbem.cli.watchdog import limited
    from pbem.service import poll as service

    place = the_site(site)
    with limited(limit, place.path / LOG):
        result = service.poll(place, now)
    if json:
        show.as_json(result)
    else:
        _told(result)
    for problem in result.problems:
        complain(problem)
    if result.problems:
        raise typer.Exit(REFUSED)


def _told(result: "PollResult") -> None:
    """One line for a round."""
    done = ("letters", "receipts", "resolved", "sent", "waiting")
    why = f" ({result.waits})" if result.waits and not result.problems else ""
    print(", ".join(f"{word}: {show.brief(getattr(result, word))}" for word in done) + why, flush=True)


@command("run", SITE)
def run(json: Json = False, site: SiteDir = None) -> None:
    """Poll for ever, woken by new mail and by deadlines; Ctrl-C ends it.

    With --json a line for each round that did something, as `pbem poll --json` prints it.
    """
    from pbem.service import poll as service

    place = the_site(site)
    if not json:
        print(f"Judging {place.path.absolute()}; Ctrl-C ends it.", flush=True)
    try:
        for result in service.run(place):
            show.as_json(result) if json else _told(result)
            sys.stdout.flush()
            for problem in result.problems:
                complain(problem)
    except KeyboardInterrupt:
        if not json:
            print("Stopped.")
