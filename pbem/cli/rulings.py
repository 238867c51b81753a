"""`pbem rule` and `pbem undo`: the moderator's word."""

import sys
from typing import Annotated

import typer

from pbem.cli import show
from pbem.cli.edge import REFUSED, Misuse
from pbem.cli.options import Game, Json, Now, SiteDir, instant, the_site
from pbem.cli.program import MODERATOR, command, not_built

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


not_built("undo", MODERATOR, "Go back; nothing is erased, the log shows it.")
