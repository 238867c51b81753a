"""Bribes in words (R15.7, decision D11): what is promised, what change it takes, and what an order about an offer has done."""

from collections.abc import Iterable

from pbem.engine.events import Event, OfferAccepted, OfferClosed, Offered, Player, Promise
from pbem.engine.rules import Rules
from pbem.engine.state import Hand, Offer, State
from pbem.orders import canonical as words
from pbem.orders import lines

from .lives import phase_in
from .naming import Names, one_line

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


def done(names: Names, told: Iterable[Event], me: Player) -> list[str]:
    """What an order about an offer has done, as clauses for a receipt (`Answer("served", …)`); `told`: what it wrote."""
    return [clause for event in told if (clause := _clause(names, event, me))]


def _clause(names: Names, event: Event, me: Player) -> str:
    match event:
        case Offered():
            return _goes_out(names, event)
        case OfferAccepted():
            with_ = f", with {names.cards(event.giving)}, as change" if event.giving else ""
            return (
                f"you accept {names.who(event.giver)}’s offer {event.number}{with_}: what it is about binds you when its "
                "phase opens, and the cards change hands then"
            )
        case OfferClosed(why="refused"):
            return f"you refuse {names.who(event.giver)}’s offer {event.number}, and the cards go back unseen"
        case OfferClosed(why="withdrawn"):
            return f"your offer {event.own} to {names.who(event.receiver)} is taken back"
        case _:
            return ""


def _goes_out(names: Names, e: Offered) -> str:
    to = names.who(e.receiver)
    return (
        f"your offer {e.own} to {to} goes out: {names.cards(e.cards)}, {price(names, e.promise, e.words)}; it is about "
        f"{phase_in(e.phase, e.turn)} and lapses with that phase, and until {to} accepts you can take it back"
    )


def about(offer: Offer | Offered) -> str:
    """`about the Purge Phase of 1953`."""
    return f"about {phase_in(offer.phase, offer.turn)}"
