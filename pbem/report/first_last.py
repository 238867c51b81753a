"""How the first report explains the game by mail, and how the last one ends it."""

from pbem.engine import victory
from pbem.engine.events import GameStarted

from . import boardtext, recording
from .brief import Brief
from .events_told import ending
from .game_played import game_played
from .naming import Names
from .pages import filled
from .prose import echo, wrap


def by_faction(brief: Brief) -> bool:
    """R11.1: three waves for a faction win; in the Swiss games (R16.1, R17.5) three waves of one Politician end the game."""
    return brief.rules.after_wave is victory.third_wave


def the_end(brief: Brief, names: Names) -> list[str]:
    """Who won, by which rule, all waves, the opened seed."""
    view = brief.view
    said = [
        *filled([ending(names.player, view.winners, view.ended_by, view.phase)]),
        *boardtext.tally(names, view, by_faction(brief)),
    ]
    if brief.seed:
        told = f" ({brief.commitment})" if brief.commitment else ""
        check = (
            f"Its sha256 is what you were told at the beginning{told}: every die of this game can be checked."
        )
        said += ["", *wrap("The seed of the dice, opened:"), *echo(brief.seed), *wrap(check)]
    if brief.keepsake:
        again = f"The whole game to watch again goes along with this mail: save {brief.keepsake} and open it in any browser, without a network."
        said += ["", *wrap(again)]
    return said


#: Orders in six lines.
_HOW = (
    "Answer this mail and write above the quotation, one order a line; every mail gets a receipt that says how it was read.",
    "A Politician is a card letter or a surname, an office PC KGB FM DM IDE IND ECO SPO, a player his colour or name.",
    "A later mail replaces what you said before on the same decision; CANCEL and a number withdraws an order.",
    "Orders can wait: WHEN, IF, IN TURN and EACH TURN at their end; HOLD and PROTECT guard your Politicians meanwhile.",
    "READY says that you need no more time; PASS declines everything; STATUS, ORDERS, RULES and HELP are answered by mail.",
    "A word to the moderator: a line that begins with MODERATOR and a colon.",
)


def how_to(brief: Brief, names: Names) -> list[str]:
    """The commitment, how orders are given, and what is wanted now."""
    wanted = "" if brief.draft is None else recording.in_full(names, brief.rules)
    sealed = f"The dice are sealed, their seed as sha256:{brief.commitment}; it is opened after the game."
    lines = [line for said in _HOW for line in wrap(said, "* ", "  ")]
    told = any(isinstance(event, GameStarted) for event in brief.story)
    game = game_played(brief.rules, len(brief.seats))
    first = filled(filter(None, (game, wanted, sealed if brief.commitment and not told else "")))
    shown = [] if brief.draft is None else recording.examples(names, brief.rules, brief.view)
    return [*first, *([""] if first else []), *lines, *shown]
