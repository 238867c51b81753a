"""R15.7, decision D11: bribes.  Offers lie with the judge; accepted ones change hands when their phase opens."""

from typing import TYPE_CHECKING

from . import readings, surplus
from .events import Bound, Bribe, CardsHanded, CardSpent, OfferClosed, Offered, Player, Promise
from .questions import Step
from .rules import Rules
from .state import Hand, Offer, State

if TYPE_CHECKING:
    from .table import Table

#: The phase that each promise is about.
PHASE_OF = {
    "purge": "purge",
    "trial": "spy",
    "condemnation": "spy",
    "investigation": "spy",
    "nomination": "funeral",
    "shift": "replacement",
    "promotion": "replacement",
    "demotion": "replacement",
    "release": "rehabilitation",
}


def phase_of(promise: Promise) -> str:
    """The phase in which it can be kept or broken."""
    if promise.action == "vote":
        return "spy" if promise.vote in ("guilty", "innocent") else "funeral"
    return PHASE_OF[promise.action]


def offer(
    state: State,
    giver: Player,
    receiver: Player,
    cards: tuple[int, ...],
    about: tuple[int, str],
    said: Promise | str,
) -> Offered:
    """The event of an offer made now.  `about`: turn and phase; `said`: a promise, or words that bind nobody."""
    number = state.offered.get(f"to {receiver}", 0) + 1
    own = state.offered.get(f"by {giver}", 0) + 1
    promise, words = (None, said) if isinstance(said, str) else (said, "")
    return Offered(giver, receiver, number, own, cards, *about, promise, words)


def strike_accepted(table: "Table") -> Step[None]:
    """Decision D11: what was accepted for this phase, in order of receipt."""
    while (taken := next(filter(lambda o: _due(o, table.state), table.state.offers), None)) is not None:
        closing = (taken.giver, taken.receiver, taken.number, taken.own)
        if (refused := may_give(table.rules, table.state, taken.cards)) is not None:
            yield from table.ruled("HR-36", f"card {refused} may not be given", taken.giver)
            yield OfferClosed(*closing, f"card {refused} is blackmail, and may not be given (HR-36)")
        elif _room(table, taken.receiver, len(taken.cards)):
            change = yield from _change(table, taken.receiver, len(taken.cards), taken.giving)
            yield OfferClosed(*closing, "struck")
            yield from _hand_over(table, taken.giver, taken.receiver, taken.cards, change)
            if taken.promise is not None:
                yield Bound(taken.receiver, taken.giver, taken.promise)
        else:
            yield OfferClosed(*closing, f"{taken.receiver} had no cards to give back as change")


def may_give(rules: Rules, state: State, cards: tuple[int, ...]) -> int | None:
    """HR-36, read "not-offered": the first of them that is blackmail; None: they may all be given."""
    if not readings.says(state, "HR-36", "not-offered"):
        return None
    return next((card for card in cards if rules.deck[card].kind == "blackmail"), None)


def _due(offer: Offer, state: State) -> bool:
    return offer.accepted and (offer.turn, offer.phase) == (state.turn, state.phase)


def strike(table: "Table", bribe: Bribe) -> Step[bool]:
    """An offer with a trigger that met a standing ACCEPT ANY, in a window.  True: cards changed hands."""
    held = table.state.playable(bribe.giver)
    if may_give(table.rules, table.state, bribe.cards) is not None:
        return False
    if not all(card in held for card in bribe.cards) or not _room(table, bribe.receiver, len(bribe.cards)):
        return False
    change = yield from _change(table, bribe.receiver, len(bribe.cards), bribe.giving)
    yield from _hand_over(table, bribe.giver, bribe.receiver, bribe.cards, change)
    if bribe.promise is not None:
        yield Bound(bribe.receiver, bribe.giver, bribe.promise)
    return True


def _needed(table: "Table", receiver: Player, more: int) -> int:
    return max(0, table.state.hands.get(receiver, Hand()).count + more - table.rules.hand_size)


def _room(table: "Table", receiver: Player, more: int) -> bool:
    """Can he give enough change?  Spent blackmail is none; what he offers to others is (no dodging)."""
    return _needed(table, receiver, more) <= len(surplus.gifts(table.state, receiver))


def _change(table: "Table", receiver: Player, more: int, named: tuple[int, ...]) -> Step[tuple[int, ...]]:
    return surplus.change(table, receiver, _needed(table, receiver, more), named)


def _hand_over(
    table: "Table", giver: Player, receiver: Player, cards: tuple[int, ...], change: tuple[int, ...]
) -> Step[None]:
    """R15.7: the cards, and change for a full hand.  HR-36: blackmail is spent by being handed over, unless it stays alive."""
    yield CardsHanded(giver, receiver, len(cards), "bribe", cards)
    yield from surplus.give_back(table, receiver, giver, change)
    for card in cards:
        if table.rules.deck[card].kind == "blackmail":
            yield from table.ruled("HR-36", f"card {card} has been handed over", receiver)
            if not readings.says(table.state, "HR-36", "alive"):
                yield CardSpent(receiver, giver, card)
