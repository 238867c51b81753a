"""Commands about who plays: invitations, seats, those who stand by, a seat that changes hands."""

import re
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, NamedTuple

import typer

from pbem.cli import show
from pbem.cli.edge import Misuse
from pbem.cli.options import Because, Game, Json, Now, Player, SiteDir, Switches, instant, pairs, the_site
from pbem.cli.program import MODERATOR, command

if TYPE_CHECKING:
    from pbem.service.inviting import Seats


class Said(NamedTuple):
    """A sentence for people, and the same as data."""

    text: str
    data: dict[str, Any]


NewName = Annotated[
    str, typer.Argument(metavar="NAME", help="The name of the game that people are invited to.")
]


@command("invite", MODERATOR)
def invite(
    name: NewName,
    addresses: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="ADDRESS", help='Whom: "Anna <anna@example.org>", or the address alone; any number.'
        ),
    ] = None,
    rules: Annotated[
        str | None,
        typer.Option("--rules", metavar="R", help="Which rules: basic, advanced, swiss or swiss-ah."),
    ] = None,
    seats: Annotated[int | None, typer.Option("--seats", metavar="N", help="How many play: 3 to 6.")] = None,
    tempo: Annotated[
        str | None, typer.Option(metavar="T", help="club, phase, classic, year or live, as for pbem new.")
    ] = None,
    deadline: Annotated[
        str | None,
        typer.Option(metavar="TIME", help='A length like 72h, or weekly times like "Tue 20:00, Fri 20:00".'),
    ] = None,
    option: Switches = None,
    pack: Annotated[
        list[Path] | None, typer.Option(metavar="FILE", help="A pack of your own; may be given again.")
    ] = None,
    seed: Annotated[
        str | None, typer.Option(metavar="HEX", help="Fixes all dice; without it, a new secret one.")
    ] = None,
    call_off: Annotated[
        bool, typer.Option("--call-off", help="Nothing comes of the game; all who were invited are told.")
    ] = False,
    because: Annotated[
        str, typer.Option("--because", metavar="WORDS", help="With --call-off: why; they are told.")
    ] = "",
    now: Now = None,
    json: Json = False,
    site: SiteDir = None,
) -> None:
    """Invite people to a game; each says by mail whether he plays.

    The first time --rules and --seats say what is played; later further addresses can be added, or one asked again. `pbem seats` shows
    who said what, `pbem start` begins the game.
    """
    from pbem.service import inviting

    place = the_site(site)
    if call_off:
        if addresses or rules or seats:
            raise Misuse("--call-off stands alone: it tells everybody that nothing comes of the game")
        told = inviting.call_off(place, name, because, instant(now))
        show.result(
            Said(f"{name} is called off; the next poll tells {told} people.", {"game": name, "told": told}),
            json,
        )
        return
    done = inviting.invite(
        place,
        name,
        addresses or (),
        rules=rules,
        seats=seats,
        tempo=tempo,
        deadline=deadline,
        options=pairs(option),
        packs=pack or (),
        seed=seed,
        now=instant(now),
    )
    if json:
        show.as_json(done)
        return
    again = f" ({', '.join(done.again)} once more)" if done.again else ""
    print(
        f"The next poll invites {len(done.asked)} people to {name}, for {done.seats} seats{again}. They read:\n"
    )
    show.say(done.text)
    print(f"\n`pbem seats {name}` shows who said what; `pbem start {name}` begins the game.")


@command("seats", MODERATOR)
def seats(name: NewName, json: Json = False, site: SiteDir = None) -> None:
    """Show who said what to an invitation, in the order of their answers."""
    from pbem.service import inviting

    place = the_site(site)
    found = inviting.seats(place, name)
    if json:
        show.as_json(found)
        return
    zone = place.config.judge.timezone
    rows = [
        [one.name, one.address, SAYS[one.says], show.cell(one.answered, zone), one.zone, one.colour, one.away]
        for one in found.people
    ]
    show.table(("name", "address", "says", "when", "time zone", "wants", "away"), rows)
    print(_how_many(found))


SAYS = {
    "asked": "has not answered",
    "yes": "yes",
    "no": "no",
    "standby": "stands by",
    "seated": "plays",
    "gone": "has left",
}


def _how_many(found: "Seats") -> str:
    if found.state == "started":
        return f"{found.name} has begun."
    if found.state == "off":
        return f"{found.name} was called off."
    yes = sum(one.says == "yes" for one in found.people)
    if yes < found.wanted:
        return f"{yes} of {found.wanted} have said yes."
    return f"{yes} have said yes to {found.wanted} seats: `pbem start {found.name}` begins the game."


@command("start", MODERATOR)
def start(
    name: NewName,
    seats: Annotated[
        int | None,
        typer.Option("--seats", metavar="N", help="Begin with so many instead of the number invited for."),
    ] = None,
    order: Annotated[
        str,
        typer.Option(
            "--order",
            metavar="NAMES",
            help='Who is seated, in table order: "Anna, Boris, Clara". The Swiss game needs it, the oldest first (R17.7); else the order is '
            "that of the answers.",
        ),
    ] = "",
    now: Now = None,
    json: Json = False,
    site: SiteDir = None,
) -> None:
    """Begin the game with those who said yes, first come first served; the others stand by, and all are told."""
    from pbem.deadlines import in_zone
    from pbem.service import inviting

    place = the_site(site)
    names = [one for one in re.split("[,;]", order) if one.strip()]
    game = inviting.start(place, name, seats, instant(now), names)
    if json:
        show.as_json(game)
        return
    print(f"The game {game.name} has begun; the next poll sends the players their first reports.")
    print(f"Rules: {game.rules}.")
    print(f"First deadline: {in_zone(game.deadline, place.config.judge.timezone)}.")
    print(f"Commitment to the dice: {game.commitment}")
    for note in filter(None, (game.warning, *game.notes, *game.packs)):
        print(f"Note: {note}")


@command("standby", MODERATOR)
def standby(
    addresses: Annotated[
        list[str] | None,
        typer.Argument(metavar="ADDRESS", help="Ask these people; without any, the list is shown."),
    ] = None,
    game: Annotated[
        str | None,
        typer.Option("--game", metavar="GAME", help="For this game only; else for any of the site."),
    ] = None,
    now: Now = None,
    json: Json = False,
    site: SiteDir = None,
) -> None:
    """Ask people by mail whether they would take a seat over some day, or show who would."""
    from pbem.service import standby_list

    place = the_site(site)
    if addresses:
        asked = standby_list.ask(place, addresses, game, instant(now))
        said = f"The next poll asks {', '.join(asked)}; whoever answers YES is on the list."
        show.result(Said(said, {"asked": asked, "game": game or ""}), json)
        return
    found = standby_list.all_of(place, game)
    if json:
        show.as_json(found)
        return
    if not found:
        print("Nobody stands by. `pbem standby ADDRESS` asks somebody.")
        return
    zone = place.config.judge.timezone
    rows = [
        [one.name, one.address, SAYS[one.says], show.cell(one.answered, zone), one.zone, one.game or "any"]
        for one in found
    ]
    show.table(("name", "address", "says", "when", "time zone", "game"), rows)


@command("replace", MODERATOR)
def replace(
    game: Game,
    player: Player,
    address: Annotated[
        str,
        typer.Argument(
            metavar="ADDRESS", help='The new player: "Elena <elena@example.org>", or the address alone.'
        ),
    ],
    name: Annotated[
        str | None,
        typer.Option("--name", metavar="NAME", help="How the others see him, if ADDRESS does not say it."),
    ] = None,
    zone: Annotated[
        str | None,
        typer.Option("--zone", metavar="ZONE", help="His time zone, like Europe/Zurich; else the game's."),
    ] = None,
    until: Annotated[
        str | None,
        typer.Option(
            "--until",
            metavar="DAY",
            help="A stand-in: with the end of this day the seat goes back by itself.",
        ),
    ] = None,
    because: Because = "",
    private: Annotated[
        str,
        typer.Option("--private", metavar="WORDS", help="A note for you alone; it stands in the journal."),
    ] = "",
    silent: Annotated[bool, typer.Option("--silent", help="Write no mail to the player who leaves.")] = False,
    now: Now = None,
    json: Json = False,
    site: SiteDir = None,
) -> None:
    """Give a seat to another player, with all that was known there; the old reply codes are dead at once."""
    from pbem.deadlines import in_zone
    from pbem.service import replacing

    place = the_site(site)
    done = replacing.replace(
        place,
        game,
        player,
        address,
        name=name,
        zone=zone,
        until=until,
        because=because,
        private=private,
        silent=silent,
        now=instant(now),
    )
    if json:
        show.as_json(done)
        return
    back = (
        f" until the end of {done.until}; then the seat goes back to {done.leaver} by itself"
        if done.until
        else ""
    )
    print(f"{done.name} <{done.address}> plays {done.player} in {game} in the place of {done.leaver}{back}.")
    print(
        "The old reply codes are dead. The next poll sends him all that was known there, and tells the others."
    )
    if done.deadline is not None:
        how = "The deadline is now" if done.moved else "The deadline stays"
        print(f"{how} {in_zone(done.deadline, place.config.judge.timezone)}.")
