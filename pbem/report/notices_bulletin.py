"""The bulletin (E5): influence that was shown between the deadlines."""

from collections.abc import Mapping

from pbem.engine.events import Bulletin, InfluenceDeclared
from pbem.engine.state import State, evolve

from .brief import Rendered
from .chronicle import chronicle
from .naming import Names, year
from .pages import filled
from .prose import echo, harmless, wrap


def bulletin_notice(
    game: str, names: Names, before: State, event: Bulletin, used: Mapping[str, int] = {}
) -> Rendered:
    """To everybody.  `before`: the table before it; `used`: as `Brief.used`, so that reports tell it in the same words."""
    sections = chronicle(names, before, event.facts, used=used, label=game)
    told = [said for section in sections for said in section.paragraphs]
    after = evolve(before, event)
    shown = dict.fromkeys(fact.politician for fact in event.facts if isinstance(fact, InfluenceDeclared))
    now = [f"{names.acting(after, name, after.controller(name))}" for name in shown]
    text = [
        *wrap("Between the deadlines the Party has taken note of new friendships:"),
        "",
        *filled(told, "  "),
        "",
        *wrap(f"So it stands now: {', '.join(now)}."),
        "",
        *wrap("The deadline is what it was, and so are your orders."),
    ]
    subject = f"[{game}] {year(before.turn)}: a bulletin"
    return Rendered(subject, "\n".join(harmless(text, names.lexicon)))


def unshown_notice(game: str, order: str, why: str) -> Rendered:
    """To the sender of what could not be shown."""
    text = [
        *wrap("Your order did not come into the bulletin:"),
        "",
        *echo(order),
        *wrap(f"not shown: {why}.", "     "),
    ]
    return Rendered(f"[{game}] not in the bulletin", "\n".join(text))
