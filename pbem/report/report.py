"""One player's report (E17): the first screen, the chronicle, the board, his secrets, his orders, examples, the tally.

`render_report` is a pure function of its Brief: the same brief gives the same text to the byte.
"""

from collections.abc import Sequence

from pbem.engine.events import GameStarted
from pbem.engine.outlook import at_ballot
from pbem.engine.state import State

from . import (
    asked,
    boardtext,
    hand,
    notices_practice,
    paused_told,
    powers,
    recording,
    sheet,
    taken_back,
    yearly,
)
from .backwards import rewound
from .brief import SHORT, TEXT, Brief, Rendered
from .cautions import cautions
from .chronicle import Section, chronicle
from .first_last import by_faction as by_faction
from .first_last import how_to, the_end
from .form import Form, form, form_text
from .headline import QUIET, headline
from .html.board import board_html
from .html.page import Shown, report_html
from .lives import life
from .naming import Names, names_of
from .pages import Titled, as_text, brief_moment, filled, made_safe, my_zone, waited_for, when_due, which
from .pictures.chosen import picture_of
from .plan import plan
from .prose import capital, echo, wrap
from .scene import Scene

#: On the first screen, in the place of the button that HTML has.
FORM_BELOW = "To order: answer this mail, or use “Your form” below."
SHORTENED = "A short report, as you wished: an answer with STATUS brings the board and your influence, SET MAIL FULL the long ones."


def render_report(brief: Brief) -> Rendered:
    """Subject and text; the same as HTML with its picture, unless he wants text alone."""
    names = names_of(brief.rules, brief.seats)
    scene = scene_of(brief, names)
    return letter(brief, names, scene, sections(brief, names, scene), subject(brief))


def letter(
    brief: Brief, names: Names, scene: Scene, told: Sequence[Titled], title: str, happened: str = ""
) -> Rendered:
    """First screen, these sections and the footer.  `title`: the subject; `happened`: as `first_screen`'s."""
    wanted = form(brief, names, scene)
    first = first_screen(brief, names, scene, happened, wanted)
    safe = made_safe(names, told, first_screen=first, footer=footer(brief))
    text = as_text("report.txt.j2", safe)
    if brief.style == TEXT:
        return Rendered(title, text)
    picture, shown = pictured(brief, names)
    html = report_html(
        names.lexicon,
        safe.parts["first_screen"],
        safe.sections,
        safe.parts["footer"],
        clicks(wanted),
        {BOARD: board_html(names, brief.view, brief.before)},
        shown,
    )
    return Rendered(title, text, html, picture)


def clicks(wanted: Form | None) -> tuple[tuple[str, str], ...]:
    """What one click does (E12): the form, PASS, a lone yes or no."""
    if wanted is None:
        return ()
    return (("Fill in my orders", wanted.link), *((f"Send {label}", link) for label, link in wanted.singles))


def pictured(brief: Brief, names: Names) -> tuple[bytes, Shown | None]:
    """Public facts: the year's picture where one has ended, else the board."""
    picture = None if brief.style == SHORT else picture_of(brief, names)
    return (b"", None) if picture is None else (picture.png, Shown(picture.alt, top=bool(brief.past)))


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


def first_screen(
    brief: Brief, names: Names, scene: Scene, happened: str = "", wanted: Form | None = None
) -> list[str]:
    """What happened in a sentence (`happened`, or as the story has it), what is asked, what silence means, and when (E17)."""
    happened = happened or headline(names, brief.story, brief.me)
    if brief.rerun is not None:
        happened = taken_back.in_short(brief, "" if happened in QUIET else happened)
    if brief.pause is not None:
        said = paused_told.announcement(names, brief.view, brief.pause)
        happened = said if happened in QUIET else f"{said} {happened}"
    if brief.view.over:
        return filled([happened, "The seed of the dice is opened below." if brief.seed else ""])
    how = FORM_BELOW if wanted is not None else ""
    return filled([happened, _wanted(brief, names, scene), _silence(brief), how, _due(brief, names)])


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


#: What whoever wants short mails does without (SET MAIL SHORT); STATUS has it.
BOARD, SHEET, CARDS, TRACK = "The board", "Your influence (secret)", "Your cards (secret)", "The Tally Track"
LONG = frozenset((BOARD, SHEET, CARDS, TRACK))


def sections(brief: Brief, names: Names, scene: Scene) -> list[Titled]:
    """Everything below the first screen; of short mails what they keep."""
    found = _sections(brief, names, scene)
    if brief.style != SHORT:
        return found
    figures = {title for title, _ in yearly.year_sections(brief, names)}
    return [(title, lines) for title, lines in found if title not in LONG | figures]


def _sections(brief: Brief, names: Names, scene: Scene) -> list[Titled]:
    view = brief.view
    found: list[Titled] = [("How to play by mail", how_to(brief, names))] if brief.first else []
    if brief.first and brief.practice:
        found.insert(0, ("This is practice", notices_practice.first_words()))
    if brief.rerun is not None:
        found.append(("The re-run", taken_back.in_full(brief, names)))
    found += [(s.heading, filled(s.paragraphs, "  ")) for s in told(brief, names)]
    found.append(("Played for you", _played_for(brief)))
    if view.over:
        found.append(("The end", the_end(brief, names)))
        if not brief.opened:
            found.append(("All sheets are opened", sheet.opened(names, view, brief.sheets)))
        found += yearly.end_sections(brief, names)
    found += yearly.year_sections(brief, names)
    if brief.draft is not None:
        found.append(("The Politicians", sheet.roll_call(names, view, brief.rules)))
        found.append(("Your sheet", sheet.draft_text(names, brief.rules, view, brief.draft)))
        found += secrets(brief, names)
    elif view.people:
        found.append((BOARD, [*boardtext.board_text(names, view), *boardtext.legend(names, view)]))
        if not brief.opened:
            found.append((SHEET, sheet.sheet_text(names, view, brief.me, brief.sheets.get(brief.me))))
        found += [] if view.over else secrets(brief, names)
    if not view.over and brief.draft is None:
        found.append(("What this deadline decides", powers.in_full(scene)))
    found.append(("In your list of orders", standing_text(brief, scene)))
    found.append(("Not used", _unused(brief, names)))
    found.append(("Your form", form_text(brief, names, scene, short=brief.style == SHORT)))
    if view.waves and not view.over:
        found.append((TRACK, boardtext.tally(names, view, by_faction(brief))))
    return found


def secrets(brief: Brief, names: Names) -> list[Titled]:
    """His cards, his offers, his promises; empty sections are not shown."""
    view, me = brief.view, brief.me
    return [
        (CARDS, hand.hand_text(names, brief.rules, view, me, brief.standing)),
        ("Offers (secret)", hand.offers_text(names, view, me)),
        ("Promises (secret)", hand.promises_text(names, view, me)),
    ]


def told(brief: Brief, names: Names) -> list[Section]:
    """The chronicle of his story, from where it begins."""
    if brief.rerun is not None:  # the undo itself has a section of its own
        story, numbers = brief.story[1:], brief.numbers[1:]
        return chronicle(names, brief.rerun.after, story, brief.me, True, numbers, brief.used, brief.game)
    before, sure = brief.before, True
    if before is None and brief.story and isinstance(brief.story[0], GameStarted):
        before = State()
    if before is None:
        before, sure = rewound(brief.view, brief.story), False
    return chronicle(names, before, brief.story, brief.me, sure, brief.numbers, brief.used, brief.game)


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


def footer(brief: Brief) -> list[str]:
    """Where answers go, how long a receipt takes, and the head of the chain, by which what he was told can be checked later (D29)."""
    chain = f"Chain: {brief.chain}." if brief.chain else ""
    if brief.view.over:
        return filled([f"Thank you for playing {brief.game}, comrade.", chain])
    said = f"Answers go to {brief.judge}. No receipt within 15 minutes of sending: it did not arrive."
    return filled([said, SHORTENED if brief.style == SHORT else "", chain])
