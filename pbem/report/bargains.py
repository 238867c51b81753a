"""Bribes in words (R15.7, decision D11): what is promised, what change it takes, and what an order about an offer has done."""

from collections.abc import Iterable, Mapping, Sequence

from pbem.engine.events import Event, OfferAccepted, OfferClosed, Offered, Player, Promise
from pbem.engine.rules import Rules
from pbem.engine.state import Hand, Offer, State
from pbem.orders import canonical as words
from pbem.orders import lines

from .lives import phase_in
from .naming import Names, one_line
from .prose import HELD, capital

#: The longest words in quotation marks that are repeated.
MOST_WORDS = 300


def promised(names: Names, promise: Promise | None, said: str = "") -> str:
    """`NO PURGE OF Palavrian`, as an order would say it; `said`: words that bind nobody, where there is no promise."""
    if promise is None:
        return one_line(said, MOST_WORDS)
    line = lines.Promise(
        promise.never,
        promise.action,  # type: ignore[arg-type]  # an Announced.action that can be promised
        lines.Named(promise.target),
        promise.to or None,
        promise.vote or None,  # type: ignore[arg-type]
    )
    return words.promise(line, names.lexicon)


def price(names: Names, promise: Promise | None, said: str) -> str:
    """`for the promise “NO PURGE OF Palavrian”`, `for the words “peace”, which bind nobody`."""
    told = promised(names, promise, said)
    return (
        f"for the promise “{told}”" if promise is not None else f"for the words “{told}”, which bind nobody"
    )


def change_for(rules: Rules, view: State, receiver: Player, count: int) -> int:
    """R15.7: how many cards he gives back if he takes so many now; counts are public."""
    return max(0, view.hands.get(receiver, Hand()).count + count - rules.hand_size)


def done(
    names: Names,
    told: Iterable[Event],
    me: Player,
    offers: Iterable[Offer] = (),
    changes: Mapping[int, Sequence[int]] | None = None,
) -> list[str]:
    """What an order about an offer has done, as clauses for a receipt (`Answer("served", …)`); `told`: what it wrote.

    `offers`: as they stood before; `changes`: what goes back for each that he has accepted (`change.changes`).
    """
    mine = {offer.number: offer for offer in offers if offer.receiver == me}
    return [clause for event in told if (clause := _clause(names, event, mine, changes or {}))]


def _clause(
    names: Names, event: Event, mine: Mapping[int, Offer], changes: Mapping[int, Sequence[int]]
) -> str:
    match event:
        case Offered():
            return _goes_out(names, event)
        case OfferAccepted():
            return _taken(names, event, mine.get(event.number), changes.get(event.number, event.giving))
        case OfferClosed(why="refused"):
            return f"you refuse {names.who(event.giver)}’s offer {event.number}, and the cards go back"
        case OfferClosed(why="withdrawn"):
            return f"your offer {event.own} to {names.who(event.receiver)} is taken back"
        case _:
            return ""


def _taken(names: Names, e: OfferAccepted, offer: Offer | None, change: Sequence[int]) -> str:
    """What binds him, when the cards change hands, and what goes back for a full hand."""
    giver = names.who(e.giver)
    with_ = f", with {names.cards(change)}, as change" if change else ""
    said = f"you accept {giver}’s offer {e.number}{with_}: "
    if offer is None:
        said += "what it is about binds you when its phase opens, and the cards change hands then"
    elif offer.promise is None:
        said += f"its words bind nobody, and the cards change hands when {phase_in(offer.phase, offer.turn)} opens"
    else:
        said += (
            f"“{promised(names, offer.promise)}” binds you when {phase_in(offer.phase, offer.turn)} opens, until it ends, and the "
            "cards change hands then"
        )
    if set(change) - set(e.giving):
        said += (
            f". What goes back was chosen for you; to choose otherwise, list what you would rather keep: KEEP{HELD}CARDS and the "
            "numbers"
        )
    elif set(e.giving) - set(change):
        said += f". {capital(names.cards(sorted(set(e.giving) - set(change))))}, can stay: as things stand there is room"
    return said


def openly(names: Names, offer: Offer, me: Player) -> str:
    """`Anna’s offer 2 of card 5, Scandal, for the promise “…” (ACCEPT 2 or REFUSE 2)`."""
    what = f"{names.cards(offer.cards)}, {price(names, offer.promise, offer.words)}"
    if offer.receiver == me:
        n = offer.number
        return f"{names.who(offer.giver)}’s offer {n} of {what} (ACCEPT{HELD}{n} or REFUSE{HELD}{n})"
    return f"your offer {offer.own} to {names.who(offer.receiver)} of {what} (WITHDRAW{HELD}OFFER{HELD}{offer.own})"


def _goes_out(names: Names, e: Offered) -> str:
    to = names.who(e.receiver)
    return (
        f"your offer {e.own} to {to} goes out: {names.cards(e.cards)}, {price(names, e.promise, e.words)}; it is about "
        f"{phase_in(e.phase, e.turn)} and lapses with that phase, and until {to} accepts you can take it back"
    )


def about(offer: Offer | Offered) -> str:
    """`about the Purge Phase of 1953`."""
    return f"about {phase_in(offer.phase, offer.turn)}"
