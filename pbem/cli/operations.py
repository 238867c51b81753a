"""Commands that keep a site well: `pbem doctor`, `pbem backup`, `pbem restore`."""

import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from pbem.cli import show
from pbem.cli.edge import REFUSED, Misuse
from pbem.cli.options import Json, Now, SiteDir, instant, the_site
from pbem.cli.program import SITE, command

if TYPE_CHECKING:
    from pbem.service.doctor import Finding

COLUMNS = ("check", "verdict", "what was found", "how to mend it")
COLOURS = {"ok": "green", "warn": "yellow", "fail": "bold red"}


@command("doctor", SITE)
def doctor(
    no_mail: Annotated[
        bool, typer.Option("--no-mail", help="Ask no mail server, and send no mail to the judge himself.")
    ] = False,
    now: Now = None,
    json: Json = False,
    site: SiteDir = None,
) -> None:
    """Check the site: settings, database, mail servers, clock, time zones, cron, secrets; and say how to mend what it finds.

    It changes nothing, but sends the judge one mail to himself, which the next poll passes over. Status 1: something fails.
    """
    from pbem.config import find_site
    from pbem.service.doctor import examine

    found = examine(find_site(site, os.environ), instant(now), not no_mail)
    if json:
        show.as_json(found)
    elif sys.stdout.isatty():
        _framed(found)
    else:
        for one in found:
            print(
                "\t".join(" ".join(word.split()) for word in (one.check, one.verdict, one.said, one.remedy))
            )
    if any(one.verdict == "fail" for one in found):
        raise typer.Exit(REFUSED)


def _framed(found: "list[Finding]") -> None:
    """With colours, and a last line that counts."""
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    framed = Table(header_style="bold")
    for column in COLUMNS:
        framed.add_column(column, overflow="fold")
    for one in found:
        framed.add_row(one.check, Text(one.verdict, COLOURS[one.verdict]), Text(one.said), Text(one.remedy))
    console = Console()
    console.print(framed)
    count = {verdict: sum(one.verdict == verdict for one in found) for verdict in COLOURS}
    console.print(f"{count['ok']} ok, {count['warn']} to know, {count['fail']} to mend.")


@command("backup", SITE)
def backup(
    out: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE", help="Where to (.tar.gz); without it, a new file in backups/ of the site."
        ),
    ] = None,
    now: Now = None,
    json: Json = False,
    site: SiteDir = None,
) -> None:
    """Write the whole site into one file, which holds secrets; polls may run meanwhile.

    Database, pbem.toml, mail in folders, games/ and login tokens; not passwords. `pbem restore` makes the site again from it.
    """
    from pbem.service import backup as service

    done = service.backup(the_site(site), out, instant(now))
    if json:
        show.as_json(done)
        return
    games = f"{done.games} {'game' if done.games == 1 else 'games'}"
    print(f"The backup is {done.file}: {games}, {done.files} files, {done.size >> 10} KB.")
    print(f"It holds secrets, and only you can read it. Not in it: {'; '.join(done.left_out)}.")


@command("restore", SITE)
def restore(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A file that `pbem backup` wrote.")],
    force: Annotated[
        bool, typer.Option("--force", help="Even if a site is there; what is there is kept aside.")
    ] = False,
    database: Annotated[
        str,
        typer.Option(
            metavar="URL",
            help="Put the games into this database, like sqlite:///pbem.db; without it, as pbem.toml in the backup says.",
        ),
    ] = "",
    now: Now = None,
    json: Json = False,
    site: SiteDir = None,
) -> None:
    """Make a site again from a backup, in the folder that --site names; all of its games are on hold until `pbem resume`.

    What was received since the backup is fetched again, as far as the mailbox still has it; what had not been sent then is sent,
    perhaps once more. Nobody is mailed before the next poll.
    """
    from pbem.config import find_site
    from pbem.service import restoring

    if database and "://" not in database:
        raise Misuse(f"{database!r} is no database url; write it like sqlite:///pbem.db")
    done = restoring.restore(file, find_site(site, os.environ), instant(now), force, database)
    if json:
        show.as_json(done)
    else:
        print(f"The site of {done.made:%Y-%m-%d %H:%M} UTC is in {done.site}, {done.files} files.")
        if done.aside:
            print(f"What was there before is in {done.aside}.")
        if done.held:
            print(f"On hold, so that no deadline which passed meanwhile resolves: {', '.join(done.held)}.")
            print(
                "Look at them (`pbem show GAME`), tell your players, and let each go on: `pbem resume GAME`."
            )
        print(
            "Mails that had not gone out at the time of the backup go out with the next poll, perhaps a second time and with the same "
            "Message-ID; letters received since are read again, as far as the mailbox still has them."
        )
    for one in done.findings:
        print(f"{one.check}: {one.said}. {one.remedy}", file=sys.stderr)
    if done.findings:
        raise typer.Exit(REFUSED)
