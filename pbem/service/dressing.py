"""A mail's words formatted: the whole HTML document that goes beside its plain text."""

from pbem.report.brief import TEXT, Rendered
from pbem.report.html.frame import framed
from pbem.report.html.plain import from_text


def dressed(rendered: Rendered, subject: str, marker: str, style: str = "") -> str | None:
    """What he gets beside the text; None for whoever wants text alone (SET MAIL TEXT).  `marker`: the line above it, "" for none."""
    if style == TEXT:
        return None
    return framed(rendered.html or from_text(rendered.text), subject, marker)
