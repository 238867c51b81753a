"""`pbem rule`, `pbem undo` and `pbem end`: the moderator's word."""

import sys
from collections.abc import Callable, Sequence
from datetime import datetime
from typing import TYPE_CHECKING, Annotated, Any, NamedTuple

import typer

from pbem.cli import show
from pbem.cli.edge import REFUSED, Misuse
from pbem.cli.options import Game, Json, Now, SiteDir, instant, the_site
from pbem.cli.program import MODERATOR, command
from pbem.typed import agreed

if TYPE_CHECKING:
    from pbem.service.site import Site

#: What `pbem rule` does (experience.md E21), each with an example.
FORMS = {
    "set": 'pbem rule GAME set "Palavrian place=DM sp=3" --because TEXT',
    "die": 'pbem rule GAME die "1954/purge Palavrian #0" 12 --because TEXT (or reroll for 12)',
    "void": "pbem rule GAME void 217 --because TEXT (the number of the announcement in the journal)",
    "house": "pbem rule GAME house HR-9 READING --once --because TEXT (or --always)",
    "answer": 'pbem rule GAME answer red "VOTE GUILTY" --because TEXT',
}
_HELP = "What kind of ruling: set, die, void, house or answer."

Because = Annotated[
    str, typer.Option("--because", metavar="TEXT", help="Why; it stands in everybody's report.")
]
Private = Annotated[
    bool,
    typer.Option(
        "--private", help="Keep the words in your own book; the players read that you have ruled, not why."
    ),
]
Yes = Annotated[bool, typer.Option("--yes", help="Do it without asking again.")]
DryRun = Annotated[bool, typer.Option("--dry-run", help="Only show what would change, and which mails.")]


class Wanted(NamedTuple):
    """What was typed behind `pbem rule GAME`."""

    what: str
    values: Sequence[str]
    because: str
    private: bool
    once: bool
    always: bool


@command("rule", MODERATOR)
def rule(
    game: Game,
    what: Annotated[str, typer.Argument(metavar="WHAT", help=_HELP)],
    values: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="VALUES",
            help='set: "Palavrian place=DM sp=3 health=sick suspicion=0 cure=no", "red Palavrian recorded=8 declared=4", "red hand=4,17", '
            '"tally 1953=Palavrian/red", "deck=4,17"; nothing where a card that waits for you changes nothing. die: "1954/purge '
            'Palavrian #0", or "purge Palavrian 1954", and a number or reroll. void: the number of the event that announced it. house: HR-9 and a reading (`pbem '
            'rules HR-9` lists them). answer: a player and a line, like red "VOTE GUILTY".',
        ),
    ] = None,
    because: Because = "",
    private: Private = False,
    once: Annotated[bool, typer.Option("--once", help="house: the next time it is applied only.")] = False,
    always: Annotated[
        bool, typer.Option("--always", help="house: for the rest of the game (so it is without --once).")
    ] = False,
    yes: Yes = False,
    dry_run: DryRun = False,
    now: Now = None,
    json: Json = False,
    site: SiteDir = None,
) -> None:
    """Rule: set facts, fix a die, void an announced action, read a house ruling otherwise, answer in a player's stead. First it shows
    what would change; where a card waits for the moderator, the phase then goes on."""
    wanted = _known(Wanted(what.casefold(), values or (), because, private, once, always))
    place, moment = the_site(site), instant(now)
    _do(lambda dry: _ruled(place, game, wanted, moment, dry), "Rule so?", yes, dry_run, json)


def _known(wanted: Wanted) -> Wanted:
    """Misuse if it cannot be ruled so."""
    counts = {"die": 2, "void": 1, "house": 2, "answer": 2}
    if wanted.what not in FORMS:
        raise Misuse(f"there is no ruling {wanted.what!r}, but {', '.join(FORMS)}; write: {FORMS['set']}")
    needed = counts.get(wanted.what, 0)
    few, many = len(wanted.values) < needed, wanted.what in ("die", "void") and len(wanted.values) > needed
    if few or many:
        raise Misuse(f"rule {wanted.what} is written so: {FORMS[wanted.what]}")
    if wanted.what != "house" and (wanted.once or wanted.always):
        raise Misuse("--once and --always belong to a house ruling")
    if wanted.once and wanted.always:
        raise Misuse("say --once or --always, not both")
    if not wanted.because.strip():
        raise Misuse("a ruling needs --because and your words: they stand in everybody's report")
    return wanted


def _ruled(place: "Site", game: str, wanted: Wanted, moment: datetime, dry: bool) -> Any:
    """Do it, or look what it would do."""
    from pbem.service import ruled, ruled_dice, rulings

    values, because, more = wanted.values, wanted.because, {"dry_run": dry, "private": wanted.private}
    match wanted.what:
        case "die":
            return ruled_dice.die(place, game, values[0], values[1], because, moment, **more)
        case "void":
            return ruled.void(place, game, values[0], because, moment, **more)
        case "house":
            reading = "+".join(values[1:])
            return ruled.house(place, game, values[0], reading, because, moment, once=wanted.once, **more)
        case "answer":
            return ruled.answer(place, game, values[0], values[1:], because, moment, **more)
        case _:
            return rulings.rule(place, game, values, because, moment, **more)


@command("undo", MODERATOR)
def undo(
    game: Game,
    to: Annotated[
        str,
        typer.Option(
            "--to",
            metavar="PLACE",
            help="Where to: the number of an event of the journal, the beginning of a phase like 1954/purge, setup, concession: before the "
            "last CONCEDE, or last: before the last resolution.",
        ),
    ] = "last",
    drop_orders: Annotated[
        bool,
        typer.Option("--drop-orders", help="Orders given since then no longer stand. Without it they stay."),
    ] = False,
    new_dice: Annotated[
        bool, typer.Option("--new-dice", help="All dice that were seen are rolled anew.")
    ] = False,
    same_dice: Annotated[
        bool,
        typer.Option(
            "--same-dice",
            help="All dice keep their values. Without these two, a die that was seen is new unless the same order asks for it again.",
        ),
    ] = False,
    again: Annotated[
        bool,
        typer.Option(
            "--again", help="Resolve the same orders again at once: one report, headed as a re-run."
        ),
    ] = False,
    because: Because = "",
    private: Private = False,
    yes: Yes = False,
    dry_run: DryRun = False,
    now: Now = None,
    json: Json = False,
    site: SiteDir = None,
) -> None:
    """Go back; nothing is erased, and the players get a report headed as a re-run. Orders are open again, or resolved again with --again.

    On a terminal it first shows what would change, and asks.
    """
    from pbem.service import undoing
    from pbem.service.takingback import ASKED, NEW, SAME

    if new_dice and same_dice:
        raise Misuse("say --new-dice or --same-dice, not both")
    manner = undoing.Manner(drop_orders, NEW if new_dice else SAME if same_dice else ASKED, again, private)
    place, moment = the_site(site), instant(now)
    _do(
        lambda dry: undoing.undo(place, game, to, because, moment, manner, dry),
        "Undo so?",
        yes or not _watched(),
        dry_run,
        json,
    )


@command("end", MODERATOR)
def end(
    game: Game,
    because: Because = "",
    private: Private = False,
    yes: Yes = False,
    dry_run: DryRun = False,
    now: Now = None,
    json: Json = False,
    site: SiteDir = None,
) -> None:
    """End a game for good, without a winner: everybody gets his last report, and sheets, orders and dice are opened. First it shows
    the mails."""
    from pbem.service import ending

    if not because.strip():
        raise Misuse("end needs --because and your words: they stand in everybody's report")
    place, moment = the_site(site), instant(now)
    _do(lambda dry: ending.end(place, game, because, moment, dry, private), "End it?", yes, dry_run, json)


def _do(deed: Callable[[bool], Any], question: str, yes: bool, dry_run: bool, json: bool) -> None:
    """Show what it would do and ask, unless it is settled already; then do it."""
    if not dry_run and not yes and not _agreed(deed, question):
        raise typer.Exit(REFUSED)
    with agreed("--dry-run" if dry_run else "--yes"):
        show.result(deed(dry_run), json)


def _watched() -> bool:
    """Can somebody be asked?"""
    return sys.stdin.isatty()


def _agreed(deed: Callable[[bool], Any], question: str) -> bool:
    """Misuse where nobody can be asked."""
    with agreed("--dry-run"):
        preview = deed(True)
    if not _watched():
        raise Misuse(
            "this asks before it is done, and there is no terminal: add --yes, or --dry-run to look at it"
        )
    show.say(preview.text)
    return typer.confirm(question)
