"""What the games reached: cards and what came of them, windows, questions, cancelled announcements, house rulings."""

from collections import Counter
from collections.abc import Iterable, Sequence

from pbem.engine import events
from pbem.engine.events import Event

Tally = Counter[tuple[str, str]]
#: Events that a card itself can bring about; the first one after it is its effect.
_EFFECTS = (
    events.Absolved,
    events.Aged,
    events.CameBack,
    events.CardsDiscarded,
    events.CardsDrawn,
    events.CardsHanded,
    events.Died,
    events.HealthChanged,
    events.InForce,
    events.InfluenceLost,
    events.Moved,
    events.Suspected,
    events.Watched,
    events.WentToSanatorium,
)
_SIGHTS = (events.Rolled, events.HouseRuled)


def of(journal: Sequence[Event]) -> Tally:
    """One game."""
    tally: Tally = Counter()
    for number, event in enumerate(journal):
        tally["event", type(event).__name__] += 1
        for row in _rows(event, journal, number):
            tally[row] += 1
    return tally


def _rows(event: Event, journal: Sequence[Event], number: int) -> Iterable[tuple[str, str]]:
    match event:
        case events.CardPlayed():
            yield "card", f"{event.card:02} {_effect(journal, number)}"
        case events.Blackmailed():
            what = f"vote {event.vote}" if event.vote else event.action
            yield "card", f"{event.card:02} against {what}"
        case events.Announced():
            yield "announced", event.action if event.actor else f"({event.action})"
        case events.Withdrawn():
            yield "cancelled", f"{event.action}: {event.why or 'control'}"
        case events.HouseRuled():
            yield "house ruling", event.ruling
        case events.OfferClosed():
            yield "offer", event.why if event.why in ("struck", "refused", "withdrawn") else "no change"
        case events.Bound():
            yield "promise", f"{'no ' if event.promise.never else ''}{event.promise.action}"
        case events.PromiseKept():
            yield "promise kept", event.promise.action
        case events.Answered():
            yield "answered", f"{event.action}{'' if event.choice else ' (declined)'}"
        case events.GameEnded():
            yield "ended", f"{event.clause} {len(event.winners)} winners"
        case events.Ruled():
            yield "ruled", ", ".join(type(fact).__name__ for fact in event.facts) or "card or nothing"


def _effect(journal: Sequence[Event], number: int) -> str:
    for event in journal[number + 1 : number + 8]:
        if isinstance(event, _EFFECTS):
            sign = f" {event.change:+}" if isinstance(event, events.HealthChanged) else ""
            return type(event).__name__ + sign
        if not isinstance(event, _SIGHTS):
            break
    return "-"


def table(tally: Tally, width: int = 110) -> str:
    """By kind, each with its number, in flowing lines."""
    lines: list[str] = []
    for kind in sorted({kind for kind, _ in tally}):
        entries = [f"{what} {number}" for (of_kind, what), number in sorted(tally.items()) if of_kind == kind]
        lines.append(f"{kind} ({len(entries)})")
        row = " "
        for entry in entries:
            if len(row) + len(entry) > width:
                lines.append(row)
                row = " "
            row += f" {entry};"
        lines.append(row)
    return "\n".join(lines)
