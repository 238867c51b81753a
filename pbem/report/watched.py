"""What somebody who watches a game is mailed (WATCH, E27): what lies on the table, and nothing that any one player alone may know.

It is written from a brief whose reader is the table itself; there are no questions in it, no orders, no sheet, no form.
"""

from collections.abc import Sequence

from . import boardtext, yearly
from .brief import Brief, Rendered
from .events_told import ending
from .headline import QUIET, headline
from .html.board import board_html
from .html.page import report_html
from .naming import Names, names_of
from .pages import Titled, as_text, filled, made_safe, moment, which
from .prose import count, echo, wrap
from .report import BOARD, by_faction, pictured, told

#: Orders of a watcher.
NOT_A_PLAYER = (
    "You watch “{game}” and do not play in it, so nothing of your letter was used as an order or passed on."
)


def render_watched(brief: Brief) -> Rendered:
    """The public report.  `brief`: of the table (`view.TABLE`)."""
    names = names_of(brief.rules, brief.seats)
    said = headline(names, brief.story, brief.me).replace(
        QUIET[1], "Nothing has happened since the last report."
    )
    over = ": the last report" if brief.view.over else ": the public report"
    subject = f"[{brief.game}] {which(brief)}{over}"
    return _mail(brief, names, subject, [said, _next(brief)], _sections(brief, names))


def _mail(
    brief: Brief, names: Names, subject: str, first: Sequence[str], sections: Sequence[Titled]
) -> Rendered:
    """Text and HTML, with the picture that players get."""
    safe = made_safe(names, sections, first_screen=filled(first), footer=_footer(brief.game))
    picture, shown = pictured(brief, names)
    drawn = {BOARD: board_html(names, brief.view, brief.before)}
    parts = safe.parts
    html = report_html(names.lexicon, parts["first_screen"], safe.sections, parts["footer"], (), drawn, shown)
    return Rendered(subject, as_text("report.txt.j2", safe), html, picture)


def _next(brief: Brief) -> str:
    """What the game waits for."""
    if brief.view.over:
        return ""
    if brief.held or brief.deadline is None:
        return "The clock stands still."
    return f"The players' next deadline: {moment(brief.deadline, 'UTC')}."


def _sections(brief: Brief, names: Names) -> Sequence[Titled]:
    view = brief.view
    found: list[Titled] = [(one.heading, filled(one.paragraphs, "  ")) for one in told(brief, names)]
    if view.over:
        found.append(("The end", filled([ending(names.player, view.winners, view.ended_by, view.phase)])))
    found += yearly.year_sections(brief, names)
    if view.people:
        found.append((BOARD, [*boardtext.board_text(names, view), *boardtext.legend(names, view)]))
    if view.waves:
        found.append(("The Tally Track", boardtext.tally(names, view, by_faction(brief))))
    return found


def _footer(game: str) -> list[str]:
    said = f"You watch “{game}”. To end that, answer with this word, or press unsubscribe:"
    return [*wrap(said), *echo("UNWATCH")]


# --- small mails ---


def confirm(game: str) -> Rendered:
    """To an address from which somebody has asked to watch: was it you?"""
    lines = wrap(f"Somebody, you I hope, has asked from this address to watch the game “{game}” of KREMLIN.")
    lines += ["", *wrap("If it was you, answer this mail, and write on top of it:"), "", *echo("YES"), ""]
    lines += wrap(
        "Then you get its public reports, and can end that at any time. If it was not you, do nothing: no more mail comes."
    )
    return Rendered(f"[{game}] do you want to watch?", "\n".join(lines))


def begins(brief: Brief) -> Rendered:
    """He watches from now on; how things stand."""
    game = brief.game
    names = names_of(brief.rules, brief.seats)
    first = [
        f"You watch the game “{game}” from now on: you get each public report, with what all players may see.",
        "Nobody is told who watches; the players read how many do.",
        f"They play: {'; '.join(names.marked(seat.colour) for seat in brief.seats)}.",
        _next(brief),
    ]
    return _mail(brief, names, f"[{game}] you watch", first, _sections(brief, names))


def ended(game: str) -> Rendered:
    """He watches no more."""
    return Rendered(
        f"[{game}] you do not watch any more",
        "\n".join(wrap(f"No more reports of “{game}” come to you. WATCH and its name begins anew.")),
    )


def refused(words: str) -> Rendered:
    """There is nothing to watch, and why."""
    return Rendered("about watching a game", "\n".join(wrap(words)))


def not_a_player(game: str) -> Rendered:
    """His letter holds something else than a word about watching."""
    lines = [
        *wrap(NOT_A_PLAYER.format(game=game)),
        "",
        *wrap("To end watching, answer with this word:"),
        *echo("UNWATCH"),
    ]
    return Rendered(f"[{game}] you watch, and do not play", "\n".join(lines))


def how_many(number: int) -> str:
    """What players read of it."""
    if not number:
        return "Nobody watches this game any more."
    return f"{count(number, 'person watches', 'people watch')} this game and {'gets' if number == 1 else 'get'} its public reports; who, nobody is told."
