"""Commands about games: start one, look at it, look at its reports and orders."""

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from pbem.cli import show
from pbem.cli.edge import Misuse
from pbem.cli.options import (
    Game,
    Json,
    Now,
    Player,
    Reveal,
    RulesName,
    SiteDir,
    Switches,
    instant,
    pairs,
    the_site,
)
from pbem.cli.program import GAMES, command

if TYPE_CHECKING:
    from pbem.service.overview import GameRow


@command("new", GAMES)
def new(
    name: Annotated[str, typer.Argument(metavar="NAME", help="A short name: letters, digits, hyphens.")],
    rules: RulesName,
    player: Annotated[
        list[str],
        typer.Option(
            metavar="SEAT", help='A player: "red=Anna <anna@example.org>"; once for each, in table order.'
        ),
    ],
    deadline: Annotated[
        str | None,
        typer.Option(metavar="TIME", help='A length like 72h, or weekly times like "Tue 20:00, Fri 20:00".'),
    ] = None,
    tempo: Annotated[
        str | None,
        typer.Option(
            metavar="T",
            help="club: three deadlines a game year. phase: one for each phase. classic: five a year. year: one a year. live: one evening.",
        ),
    ] = None,
    option: Switches = None,
    pack: Annotated[
        list[Path] | None,
        typer.Option(
            metavar="FILE",
            help="Politicians, health chart or Intrigue cards of your own; may be given again.",
        ),
    ] = None,
    seed: Annotated[
        str | None, typer.Option(metavar="HEX", help="Fixes all dice; without it, a new secret one.")
    ] = None,
    now: Now = None,
    json: Json = False,
    site: SiteDir = None,
) -> None:
    """Start a game: each player is mailed his set-up report."""
    from pbem.deadlines import in_zone
    from pbem.service.start import new_game

    place = the_site(site)
    game = new_game(
        place,
        name,
        rules=rules,
        players=player,
        deadline=deadline,
        tempo=tempo,
        options=pairs(option),
        seed=seed,
        now=instant(now),
        packs=pack or (),
    )
    if json:
        show.as_json(game)
        return
    print(f"The game {game.name} has begun; the next poll sends {game.mails} mails.")
    print(f"Rules: {game.rules}.")
    print(f"First deadline: {in_zone(game.deadline, place.config.judge.timezone)}.")
    print(
        f"Expect about {game.deadlines_expected} deadlines and {game.weeks_expected} weeks, if nobody is early; "
        f"games differ, most have between {game.between[0]} and {game.between[1]}."
    )
    if game.pauses_expected:
        print(
            f"About {game.pauses_expected} pauses before ballots come on top, a day each (pauses=none: without)."
        )
    print(f"Commitment to the dice: {game.commitment}")
    for note in filter(None, (game.warning, *game.notes, *game.packs)):
        print(f"Note: {note}")


@command("games", GAMES)
def games(now: Now = None, json: Json = False, site: SiteDir = None) -> None:
    """List the games of this site, and what of them needs a hand."""
    from pbem.service import overview

    place = the_site(site)
    rows = overview.games(place, instant(now))
    if not rows and not json:
        print("There are no games yet. Start one with pbem new.")
        return
    if json:
        show.as_json(rows)
        return
    zone = place.config.judge.timezone
    if practised := overview.practice(place):
        show.say(
            f"{practised} practice {'game runs' if practised == 1 else 'games run'} besides, which need nobody."
        )
    show.table(COLUMNS, [_row(row, show.cell(row.deadline, zone)) for row in rows], tint=_tint)
    for row in rows:
        for need in row.needs:
            if need.hand and sys.stdout.isatty():
                show.say(f"{row.name}: {need.words}. {need.command}")


COLUMNS = (
    "game",
    "rules",
    "status",
    "year",
    "phases",
    "deadline",
    "players",
    "waits for",
    "why held",
    "unreachable",
    "needs",
    "good to know",
)
#: How a cell stands out, by its column.
_TINTS = {"needs": "bold red", "unreachable": "red", "why held": "yellow"}


def _tint(column: str, cell: str) -> str:
    if column == "status":
        return {"held": "yellow", "running": "green", "over": "dim"}.get(cell, "")
    return _TINTS.get(column, "")


def _row(row: "GameRow", deadline: str) -> list[str]:
    """Numbers with their names, for who reads them without the heading."""
    late = f"waits for {', '.join(row.waits_for)}" if row.waits_for else "waits for nobody"
    players = f"{row.players} players"
    lost = f"mails do not reach {', '.join(row.unreachable)}" if row.unreachable else ""
    return [
        row.name,
        row.rules,
        row.status,
        str(row.year),
        row.session,
        deadline,
        players,
        late,
        row.held,
        lost,
        ", ".join(dict.fromkeys(need.what for need in row.needs if need.hand)),
        "; ".join(need.words for need in row.needs if not need.hand),
    ]


@command("show", GAMES)
def position(
    game: Game,
    viewer: Annotated[
        str | None, typer.Option("--as", metavar="PLAYER", help="As this player sees it.")
    ] = None,
    reveal: Annotated[bool, typer.Option("--reveal", help="With everything that is secret.")] = False,
    press: Annotated[
        bool,
        typer.Option(
            "--press",
            help="Instead, what players have written to all; with --reveal to each other as well, and who wrote anonymously.",
        ),
    ] = False,
    now: Now = None,
    json: Json = False,
    site: SiteDir = None,
) -> None:
    """Show the position: what is public, unless --as or --reveal says otherwise."""
    from pbem.service import desk, pressbook

    if viewer and press:
        raise Misuse("choose --as or --press: --press shows what everybody wrote")
    if press:
        show.result(pressbook.book(the_site(site), game, reveal, instant(now)), json)
        return
    show.result(desk.show(the_site(site), game, viewer, reveal, instant(now)), json)


@command("report", GAMES)
def report(
    game: Game,
    player: Player,
    turn: Annotated[int | None, typer.Option(metavar="N", help="Of this turn; 1 is 1951.")] = None,
    phase: Annotated[str | None, typer.Option(metavar="P", help="Of this phase, for instance purge.")] = None,
    html: Annotated[
        bool, typer.Option("--html", help="The formatted part with its picture: a page for a browser.")
    ] = False,
    out: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Write it into this file instead.", dir_okay=False)
    ] = None,
    reveal: Reveal = False,
    now: Now = None,
    json: Json = False,
    site: SiteDir = None,
) -> None:
    """Print a report as that player got it; without --turn and --phase, the latest."""
    from pbem.service import desk

    text = desk.report(the_site(site), game, player, turn, phase, instant(now), reveal, html)
    if out is not None:
        try:
            out.write_text(f"{text}\n", "utf-8")
        except OSError as error:
            raise Misuse(f"{out} cannot be written: {error.strerror}") from None
        show.say(f"Written: {out}")
    elif json:
        show.as_json({"game": game, "player": player, "html" if html else "text": text})
    else:
        show.say(text)


@command("orders", GAMES)
def orders(
    game: Game,
    player: Annotated[
        str | None, typer.Argument(metavar="PLAYER", help="Only this player's, for instance red.")
    ] = None,
    reveal: Reveal = False,
    now: Now = None,
    json: Json = False,
    site: SiteDir = None,
) -> None:
    """Show the orders that wait; all of them are secret."""
    from pbem.service import desk

    rows = desk.orders(the_site(site), game, player, instant(now), reveal)
    if not rows and not json:
        print("No orders wait.")
        return
    show.rows(rows, json)


@command("order", GAMES)
def order(
    game: Game,
    player: Player,
    lines: Annotated[list[str], typer.Argument(metavar="LINE", help='Order lines, like "PURGE Palavrian".')],
    now: Now = None,
    json: Json = False,
    site: SiteDir = None,
) -> None:
    """Enter orders on behalf of a player, as if he had mailed them, and print his receipt; of a game that is moderated
    blind only what was entered, and its fate."""
    from pbem.service import desk

    receipt = desk.enter(the_site(site), game, player, lines, instant(now))
    if json:
        show.as_json({"game": game, "player": player, "receipt": receipt.text, "rejected": receipt.rejected})
    else:
        show.say(receipt.text)
    if receipt.rejected:
        raise typer.Exit(1)
