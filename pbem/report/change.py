"""Change for a full hand (R15.7, decision D12), foretold: which cards would go back for offers that are accepted."""

from collections.abc import Collection, Iterable, Mapping, Sequence

from pbem.engine import board
from pbem.engine.events import Player
from pbem.engine.rules import Rules
from pbem.engine.state import Hand, State
from pbem.orders.standing import Standing


def kept_by(standing: Iterable[Standing]) -> Collection[int]:
    """The cards that his KEEP CARDS names; they go last."""
    return next((one.line.cards for one in standing if one.line.verb == "keep cards"), ())


def cheapest(rules: Rules, view: State, me: Player, keep: Collection[int] = ()) -> list[int]:
    """His cards in the order in which they go: the lowest number first, then blackmail, what he has offered, what KEEP CARDS names."""
    hand, free = view.hands.get(me, Hand()), view.playable(me)
    gifts = [n for n in hand.cards or () if n not in dict(hand.spent)]
    return sorted(gifts, key=lambda n: (n in keep, n not in free, rules.deck[n].kind == "blackmail", n))


def changes(
    rules: Rules, view: State, me: Player, keep: Collection[int] = ()
) -> Mapping[int, tuple[int, ...]]:
    """Offer to him, accepted (its number as he counts) -> the cards that go back for it as things stand."""
    found: dict[int, tuple[int, ...]] = {}
    order, held = cheapest(rules, view, me, keep), view.hands.get(me, Hand()).count
    accepted = (offer for offer in view.offers if offer.accepted)
    for offer in sorted(accepted, key=lambda o: (o.turn, board.PHASES.index(o.phase))):
        if offer.receiver != me:
            order = [n for n in order if n not in offer.cards]
            held -= len(offer.cards)
            continue
        needed = max(0, held + len(offer.cards) - rules.hand_size)
        gone = _gone(order, offer.giving, needed)
        found[offer.number] = gone
        come = [n for n in offer.cards if rules.deck[n].kind != "blackmail"]
        order = [n for n in order if n not in gone] + come
        held += len(offer.cards) - len(gone)
    return found


def _gone(order: Sequence[int], named: Sequence[int], needed: int) -> tuple[int, ...]:
    """What he has named, then the cheapest."""
    chosen = [n for n in named if n in order][:needed]
    rest = [n for n in order if n not in chosen]
    return (*chosen, *rest[: needed - len(chosen)])
