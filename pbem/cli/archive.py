"""Commands about archives of games."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from pbem.cli import show
from pbem.cli.edge import REFUSED, Misuse
from pbem.cli.options import Game, Json, Now, Reveal, SiteDir, instant, the_site
from pbem.cli.program import ARCHIVE, command

if TYPE_CHECKING:
    from pbem.archive.verify import Row, Tell, Verified
    from pbem.cli.played_again import Again

Archive = Annotated[
    Path,
    typer.Argument(
        metavar="ARCHIVE", help="The folder of an archived game; of one of the site its name will do."
    ),
]


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
    """Write a game into a folder that can be read and checked without this program's database.

    The site does so by itself after each resolution ([archive] auto); this writes all of it afresh, or elsewhere.
    """
    from pbem.service import archive as service

    folder = service.write(the_site(site), game, out, public, instant(now), reveal)
    if json:
        show.as_json({"game": game, "folder": str(folder)})
    else:
        print(f"The archive of {game} is in {folder}.")


@command("record", ARCHIVE)
def record(
    game: Game,
    public: Annotated[
        bool, typer.Option("--public", help="Only what everybody may know while the game runs.")
    ] = False,
    reveal: Reveal = False,
    now: Now = None,
    json: Json = False,
    site: SiteDir = None,
) -> None:
    """Print a game as one text that people can read and pbem reads back.

    docs/record.md is its grammar; `pbem replay FILE.txt` tells it again.
    """
    from pbem.service import archive as service

    text = service.record(the_site(site), game, public, instant(now), reveal)
    if json:
        show.as_json({"game": game, "record": text})
    else:
        print(text, end="")


@command("verify", ARCHIVE)
def verify(
    archive: Archive,
    level: Annotated[
        int | None,
        typer.Option(
            min=1,
            max=2,
            help="1: what the folder proves by itself; 2: play the game again even if another state of the program wrote it, and show what differs. "
            "Without it: 1, and 2 where this very program wrote it.",
        ),
    ] = None,
    json: Json = False,
    site: SiteDir = None,
) -> None:
    """Check an archive: every file, hash, seal and die, then the whole game played again from its letters.

    It needs nothing but the folder.  Status 1: something is wrong; 2: it is no archive.
    """

    from pbem.cli import played_again

    archive = _found(archive, site)
    with show.course("Looking at the files") as tell:
        found = _level_1(archive, tell)
        again = None
        if level != 1 and found.opened and not found.faults:
            again = played_again.play(archive, level == 2, tell)
    if json:
        show.as_json(_data(found, again))
    else:
        _print(archive, found, again)
    if found.faults or (again is not None and again.wrong):
        raise typer.Exit(REFUSED)


def _found(archive: Path, site: Path | None) -> Path:
    """What is meant: a path, or where there is none the name of a game of the site."""
    import os

    from pbem.config import find_site

    if archive.exists() or archive.is_absolute():
        return archive
    home = find_site(site, os.environ)
    return next((one for one in (home / archive, home / "games" / archive) if one.exists()), archive)


def _level_1(archive: Path, tell: "Tell") -> "Verified":
    """Of a folder whose game.toml is damaged, too: its manifest tells that it was an archive.  Misuse where it is none."""
    from pbem.archive.folder import NotAnArchive
    from pbem.archive.verify import damaged, verify, was_archive

    try:
        return verify(archive, tell)
    except NotAnArchive as error:
        if was_archive(archive):
            return damaged(archive, str(error).removesuffix("."))
        raise Misuse(str(error)) from None


def _data(found: "Verified", again: "Again | None") -> dict[str, Any]:
    """For programs."""
    data: dict[str, Any] = {
        "game": found.game,
        "ok": not found.faults and not (again is not None and again.wrong),
        "over": found.opened,
        "checks": [{**row._asdict(), "ok": not row.faults} for row in found.rows],
    }
    return data | ({"again": again._asdict()} if again is not None else {})


def _print(archive: Path, found: "Verified", again: "Again | None") -> None:
    """A row a check; then what was played again, and one sentence."""
    rows = [(row.what, str(row.number) if row.checked else "", _said(row)) for row in found.rows]
    rows += again.rows if again is not None else []
    show.table(["what", "how many", "result"], rows, tint=_tint)
    for line in again.notes if again is not None else ():
        show.say(line)
    wrong = len(found.faults) + (1 if again is not None and again.wrong else 0)
    if wrong:
        show.say(f"{archive} is not what was written: see above.")
    elif again is not None and again.short:
        show.say(f"{archive} {again.short}: {found.game}.")
    elif found.opened:
        show.say(f"{archive} is sound: {found.game}, from the first event to the last.")
    else:
        show.say(f"{archive} is sound as far as it goes: {found.game} is not over, or not all of it is open.")


def _said(row: "Row") -> str:
    """`ok`, the first fault, or why it was not looked at."""
    if row.faults:
        first, more = row.faults[0], len(row.faults) - 1
        line = f", line {first.line}," if first.line else ""
        said = f"{first.file}{line} {first.said}" if first.file else first.said
        return f"WRONG: {said}{f' ({more} more)' if more else ''}"
    if not row.checked:
        return f"not checked: {row.note}"
    return f"ok; {row.note}" if row.note else "ok"


def _tint(column: str, cell: str) -> str:
    if column != "result":
        return ""
    return "bold red" if cell.startswith("WRONG") else "green" if cell.startswith("ok") else "yellow"


@command("replay", ARCHIVE)
def replay(
    archive: Annotated[
        Path,
        typer.Argument(
            metavar="ARCHIVE",
            help="The folder of an archived game, or its name in the site, or a text record.",
        ),
    ],
    to: Annotated[
        str | None,
        typer.Option(
            "--to",
            metavar="EVENT",
            help="Up to this event, like 217 (or “#217” as players count), or this phase, like 1953/purge.",
        ),
    ] = None,
    as_player: Annotated[
        str | None,
        typer.Option("--as", metavar="PLAYER", help="Only what this player knew, for instance red."),
    ] = None,
    everything: Annotated[
        bool, typer.Option("--all", help="Tell all of it, not only the last phase.")
    ] = False,
    json: Json = False,
    site: SiteDir = None,
) -> None:
    """Watch an archived game again: what led to an event, and the board behind it.

    Of a game that is over all secrets are told, of another one what the table saw.
    """
    from pbem.archive import replay as service
    from pbem.archive.folder import NotAnArchive

    try:
        watched = service.watch(service.load(_found(archive, site)), to, as_player, everything)
    except (NotAnArchive, service.Unfit) as error:
        raise Misuse(str(error)) from None
    show.told(watched, json)
    if not watched.sound:
        raise typer.Exit(REFUSED)
