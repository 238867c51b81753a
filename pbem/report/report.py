"""One player's report (E17): the first screen, the chronicle, the board, his secrets, his orders, examples, the tally.

`render_report` is a pure function of its Brief: the same brief gives the same text to the byte.
"""

from collections.abc import Sequence

from pbem.engine import victory
from pbem.engine.events import GameStarted
from pbem.engine.outlook import at_ballot
from pbem.engine.state import State

from . import asked, boardtext, hand, paused_told, powers, recording, sheet, taken_back
from .brief import Brief, Rendered
from .cautions import cautions
from .chronicle import Section, chronicle, rewound
from .events_told import ending
from .game_played import game_played
from .headline import QUIET, headline
from .lives import life
from .naming import Names, names_of
from .pages import Titled, brief_moment, filled, my_zone, page, waited_for, when_due, which
from .plan import plan
from .prose import capital, echo, example, wrap
from .scene import Scene


def render_report(brief: Brief) -> Rendered:
    """Subject and text."""
    names = names_of(brief.rules, brief.seats)
    scene = scene_of(brief, names)
    text = page(
        names,
        "report.txt.j2",
        sections=sections(brief, names, scene),
        first_screen=first_screen(brief, names, scene),
        footer=footer(brief),
    )
    return Rendered(subject(brief), text)


def subject(brief: Brief) -> str:
    """Game, year, session, and what is wanted; never a result."""
    head = f"[{brief.game}] {which(brief)}{', re-run' if brief.rerun else ''}"
    if brief.view.over:
        return f"{head}: the last report"
    if brief.held:
        return f"{head}: on hold"
    if not _asked(brief):
        return f"{head}: nothing asked of you"
    by = f" by {brief_moment(brief.deadline, my_zone(brief))}" if brief.deadline else ""
    return f"{head}: your move{by}"


def _asked(brief: Brief) -> bool:
    if brief.view.over:
        return False
    return bool(brief.asks or hand.open_to(brief.view, brief.me)) or brief.draft is not None


# --- the first screen ---


def first_screen(brief: Brief, names: Names, scene: Scene, happened: str = "") -> list[str]:
    """What happened in a sentence (`happened`, or as the story has it), what is asked, what silence means, and when (E17)."""
    happened = happened or headline(names, brief.story, brief.me)
    if brief.rerun is not None:
        happened = taken_back.in_short(brief, "" if happened in QUIET else happened)
    if brief.pause is not None:
        said = paused_told.announcement(names, brief.view, brief.pause)
        happened = said if happened in QUIET else f"{said} {happened}"
    if brief.view.over:
        return filled([happened, "The seed of the dice is opened below." if brief.seed else ""])
    return filled([happened, _wanted(brief, names, scene), _silence(brief), _due(brief, names)])


def _wanted(brief: Brief, names: Names, scene: Scene) -> str:
    if brief.draft is not None:
        return f"Asked of you: {recording.in_short(brief.rules)}."
    if not brief.session:
        return ""
    offers = [
        f"Yes or no to offer {offer.number} of {names.who(offer.giver)}, below."
        for offer in hand.open_to(brief.view, brief.me)
    ]
    if brief.asks:
        return " ".join([f"Asked of you: {asked.decisions(names, brief.view, brief.asks)}.", *offers])
    others = powers.in_short(scene) if brief.pause is None else paused_told.in_short(scene, brief.pause)
    nothing = f"As things stand nothing is asked of you{': ' + others if others else ''}."
    free = "You may show influence at any time."
    return " ".join([*offers, free] if offers else [nothing, free])


def _silence(brief: Brief) -> str:
    paused = paused_told.silence(brief.view, brief.pause) if brief.pause is not None else ""
    said = asked.silence(brief.session, brief.view, brief.rules, paused)
    if brief.draft is not None and "setup" not in brief.session:
        said = asked.SILENCE["setup"]
    return f"Your silence means: {said}." if said else ""


def _due(brief: Brief, names: Names) -> str:
    return f"{when_due(brief)} {waited_for(brief, names)}".strip()


# --- what follows ---


def sections(brief: Brief, names: Names, scene: Scene) -> list[Titled]:
    """Everything below the first screen."""
    view = brief.view
    found: list[Titled] = [("How to play by mail", _how_to(brief, names))] if brief.first else []
    if brief.rerun is not None:
        found.append(("The re-run", taken_back.in_full(brief, names)))
    found += [(s.heading, filled(s.paragraphs, "  ")) for s in told(brief, names)]
    found.append(("Played for you", _played_for(brief)))
    if view.over:
        found.append(("The end", _the_end(brief, names)))
        found.append(("All sheets are opened", sheet.opened(names, view, brief.sheets)))
    if brief.draft is not None:
        found.append(("The Politicians", sheet.roll_call(names, view, brief.rules)))
        found.append(("Your sheet", sheet.draft_text(names, brief.rules, view, brief.draft)))
        found += secrets(brief, names)
    elif view.people:
        found.append(("The board", [*boardtext.board_text(names, view), *boardtext.legend(names, view)]))
        found.append(
            ("Your influence (secret)", sheet.sheet_text(names, view, brief.me, brief.sheets.get(brief.me)))
        )
        found += [] if view.over else secrets(brief, names)
    if not view.over and brief.draft is None:
        found.append(("What this deadline decides", powers.in_full(scene)))
    found.append(("In your list of orders", standing_text(brief, scene)))
    found.append(("Not used", _unused(brief, names)))
    found.append(("For example", _examples(brief, scene)))
    if view.waves and not view.over:
        found.append(("The Tally Track", boardtext.tally(names, view, by_faction(brief))))
    return found


def secrets(brief: Brief, names: Names) -> list[Titled]:
    """His cards, his offers, his promises; empty sections are not shown."""
    view, me = brief.view, brief.me
    return [
        ("Your cards (secret)", hand.hand_text(names, brief.rules, view, me, brief.standing)),
        ("Offers (secret)", hand.offers_text(names, view, me)),
        ("Promises (secret)", hand.promises_text(names, view, me)),
    ]


def told(brief: Brief, names: Names) -> list[Section]:
    """The chronicle of his story, from where it begins."""
    if brief.rerun is not None:  # the undo itself has a section of its own
        return chronicle(names, brief.rerun.after, brief.story[1:], brief.me, True, brief.numbers[1:])
    before, sure = brief.before, True
    if before is None and brief.story and isinstance(brief.story[0], GameStarted):
        before = State()
    if before is None:
        before, sure = rewound(brief.view, brief.story), False
    return chronicle(names, before, brief.story, brief.me, sure, brief.numbers)


def by_faction(brief: Brief) -> bool:
    """R11.1: three waves for a faction win; in the Swiss games (R16.1, R17.5) three waves of one Politician end the game."""
    return brief.rules.after_wave is victory.third_wave


def scene_of(brief: Brief, names: Names) -> Scene:
    """What his plan is made from."""
    view = brief.view if brief.pause is None else at_ballot(brief.view, brief.pause)
    return Scene(
        names, brief.rules, view, brief.me, brief.session, brief.standing, brief.pause, brief.made_by
    )


def standing_text(brief: Brief, scene: Scene) -> list[str]:
    """Warnings first (E9), then every order as CANCEL numbers it, what it will do, and how long it lives (E13)."""
    if not brief.standing or brief.view.over:
        return []
    lines = warnings_text(cautions(scene, brief.standing))
    for one, step in zip(brief.standing, plan(scene, brief.standing), strict=True):
        lines += echo(step.order, step.number)
        lines += wrap(
            f"{capital(step.meaning)} Good {life(one, brief.view, brief.session, brief.standing)}.", "      "
        )
    return lines


def warnings_text(warnings: Sequence[str]) -> list[str]:
    """Each behind two marks of exclamation."""
    lines = [line for said in warnings for line in wrap(said, "!! Take care: ", "   ")]
    return [*lines, ""] if lines else []


def _played_for(brief: Brief) -> list[str]:
    """What a bot has ordered, where he ordered nothing himself."""
    if not brief.played_for:
        return []
    said = "A bot that saw no more than you has played for you. Where you had ordered nothing, it ordered:"
    return [*wrap(said), *(line for order in brief.played_for for line in echo(order))]


def _unused(brief: Brief, names: Names) -> list[str]:
    """E13: what died without effect, and why."""
    lines: list[str] = []
    for one in brief.unused:
        lines += [*echo(one.text), *wrap(f"not used: {names.coloured(one.why)}.", "     ")]
    return lines


def _examples(brief: Brief, scene: Scene) -> list[str]:
    """Real orders with real names, behind `| ` so that they stay examples (D3); without it each is an order."""
    if brief.draft is not None or brief.view.over or not brief.session:
        return []
    lines = [example(order, meaning) for order, meaning in powers.examples(scene, brief.asks)]
    if not lines:
        return []
    said = "Lines like these, above the quotation of this mail and without the “|”, one a line; whatever follows a # is a remark."
    return [*wrap(said), *lines]


def _the_end(brief: Brief, names: Names) -> list[str]:
    """Who won, by which rule, all waves, the opened seed."""
    view = brief.view
    said = [
        *filled([ending(names.player, view.winners, view.ended_by, view.phase)]),
        *boardtext.tally(names, view, by_faction(brief)),
    ]
    if brief.seed:
        opened = (
            f"The seed of the dice was {brief.seed}. Its sha256 is what you were told at the beginning"
            f"{' (' + brief.commitment + ')' if brief.commitment else ''}: every die of this game can be checked."
        )
        said += ["", *wrap(opened)]
    return said


def _how_to(brief: Brief, names: Names) -> list[str]:
    """The commitment, orders in six lines, and what is wanted now."""
    wanted = "" if brief.draft is None else recording.in_full(names, brief.rules)
    sealed = f"The dice are sealed: the sha256 of their seed is {brief.commitment}; the seed is opened after the game."
    how = [
        "Answer this mail and write above the quotation, one order a line; every mail gets a receipt that says how it was read.",
        "A Politician is a card letter or a surname, an office PC KGB FM DM IDE IND ECO SPO, a player his colour or name.",
        "A later mail replaces what you said before on the same decision; CANCEL and a number withdraws an order.",
        "Orders can wait: WHEN, IF, IN TURN and EACH TURN at their end; HOLD and PROTECT guard your Politicians meanwhile.",
        "READY says that you need no more time; PASS declines everything; STATUS, ORDERS, RULES and HELP are answered by mail.",
        "A word to the moderator: a line that begins with MODERATOR and a colon.",
    ]
    lines = [line for said in how for line in wrap(said, "* ", "  ")]
    told = any(isinstance(event, GameStarted) for event in brief.story)
    game = game_played(brief.rules, len(brief.seats))
    first = filled(filter(None, (game, wanted, sealed if brief.commitment and not told else "")))
    shown = [] if brief.draft is None else recording.examples(names, brief.rules, brief.view)
    return [*first, *([""] if first else []), *lines, *shown]


def footer(brief: Brief) -> list[str]:
    """Where answers go, and how long a receipt takes."""
    if brief.view.over:
        return wrap(f"Thank you for playing {brief.game}, comrade.")
    return wrap(f"Answers go to {brief.judge}. No receipt within 15 minutes of sending: it did not arrive.")
