"""Mails with the form in them that are no reports: the answer to FORM, reminders (E12)."""

from collections.abc import Sequence

from .brief import Brief, Rendered
from .form import REMARK, Form, form, form_text
from .html.page import report_html
from .html.paint import MONO, escaped
from .naming import Names, names_of
from .pages import Titled, brief_moment, my_zone, when_due, which
from .prose import harmless, wrap
from .report import clicks, scene_of

HOW = (
    "Here is all that you can order now, a line each. Copy what you want to the top of your answer to this mail, without the # in front: a line "
    "with # is not read."
)
NOTHING = "Nothing can be ordered now: the game waits for no orders of yours."


def with_form(brief: Brief, names: Names, subject: str, lines: Sequence[str]) -> Rendered:
    """These words, and below them what is asked of him as the form has it."""
    scene = scene_of(brief, names)
    section: Titled = ("Your form", form_text(brief, names, scene, short=True))
    return _written(names, subject, lines, section, form(brief, names, scene))


def form_notice(brief: Brief) -> Rendered:
    """What FORM brings: the whole form, however long."""
    names = names_of(brief.rules, brief.seats)
    wanted = form(brief, names, scene_of(brief, names))
    by = f" by {brief_moment(brief.deadline, my_zone(brief))}" if brief.deadline else ""
    subject = f"{brief.game}: {which(brief)}, your form{by}"
    if wanted is None:
        return _written(names, subject, wrap(NOTHING), ("", ()), None)
    return _written(
        names, subject, [*wrap(HOW), "", *wrap(when_due(brief))], ("Your form", wanted.lines), wanted
    )


def _written(
    names: Names, subject: str, lines: Sequence[str], section: Titled, wanted: Form | None
) -> Rendered:
    """As text, and with what one click does."""
    said, title = harmless(lines, names.lexicon), section[0]
    below = harmless(section[1], names.lexicon)
    text = [*said, *(["", f"== {title} ==", *below] if below else [])]
    sections = [(title, below)] if below else []
    drawn = {title: to_copy(below)} if below and below[0].startswith(REMARK) else {}
    html = report_html(names.lexicon, said, sections, (), clicks(wanted), drawn)
    return Rendered(subject, "\n".join(text), html)


def to_copy(lines: Sequence[str]) -> str:
    """Lines as they stand, so that they can be copied; each decision begins with its remarks."""
    pieces = []
    for at, line in enumerate(lines):
        begins = line.startswith(REMARK) and at and not lines[at - 1].startswith(REMARK)
        pieces.append(f"{'<br>' if begins else ''}{escaped(line)}<br>")
    return (
        f'<p style="margin:0 0 14px;font-family:{MONO};font-size:14px;line-height:1.6;">{"".join(pieces)}</p>'
    )
