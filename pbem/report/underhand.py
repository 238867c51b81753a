"""After the end: what passed under the table, bribes and the promises they bought, blackmail, what cards let somebody read."""

from collections.abc import Iterator

from pbem.engine.events import Blackmailed, Event, OfferClosed, Watched
from pbem.engine.state import State

from .annals import Annals
from .bargains import price
from .hidden import moment_of
from .naming import Names
from .prose import count, wrap

#: So many are told.
_MOST = 15
STRUCK = "struck"


def deals_text(names: Names, annals: Annals) -> list[str]:
    """In the order in which it happened; offers that came to nothing are counted."""
    told = [
        said for one in annals.years for step in one.steps for said in _told(names, step.before, step.event)
    ]
    most = len(told) if len(told) == _MOST + 1 else _MOST  # one more takes no more room than to say so
    lines = [line for said in told[:most] for line in wrap(said, "* ", "  ")]
    if len(told) > most:
        lines += wrap(f"And {len(told) - _MOST} more of the kind.", "* ", "  ")
    vain = sum(e.why != STRUCK for one in annals.years for _, e in one.of(OfferClosed))
    if vain:
        lines += ["", *wrap(f"{count(vain, 'offer')} came to nothing.")]
    return lines


def _told(names: Names, before: State, event: Event) -> Iterator[str]:
    when = moment_of(before.turn, before.phase)
    match event:
        case OfferClosed(giver, receiver, number, own, why) if why == STRUCK:
            key = giver, receiver, number, own
            offers = (o for o in before.offers if (o.giver, o.receiver, o.number, o.own) == key)
            for offer in offers:
                paid = price(names, offer.promise, offer.words)
                yield f"{when} {names.who(giver)} gave {names.who(receiver)} {names.cards(offer.cards)}, {paid}."
        case Blackmailed(player, victim, actor, _, _, card) if card is not None:
            him = names.of(actor)
            yield f"{when} {names.who(player)} made {names.who(victim)} think again about {him} with {names.card(card)}."
        case Watched(player, other, politician, points):
            whom = f"{names.who(other)} had recorded on {names.of(politician)}"
            yield f"{when} {names.who(player)} was allowed to read what {whom}, and it was {points}."
