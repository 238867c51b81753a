"""E9 for cards, growth and bribes: what cannot do what it was meant for, and what harms one's own."""

from collections.abc import Iterator, Sequence

from pbem.engine import growth
from pbem.engine.state import Hand
from pbem.orders.lines import Group
from pbem.orders.standing import Standing

from . import cautions_deals
from .growth_planned import growing
from .prose import count, listed
from .scene import Scene

#: Cards that harm whom they are played on, by their codes.
_HURTS = frozenset((11, 12, 13, 15, 16, 23, 24, 42, 43, 46, 48, 50, 51, 56, 62))
#: Cards that bind the first purge to a slot, by their codes.
FIRST_SLOTS = {28: "IND", 29: "ECO", 30: "DM", 31: "SPO", 64: "FM"}
#: Verbs that use a card up.
_USES = frozenset(("play", "discard", "offer"))


def cautions(scene: Scene, standing: Sequence[Standing]) -> list[str]:
    """One sentence for each."""
    now = [one for one in standing if one.line.turn in (None, scene.turn)]
    return [
        *_own_goal(scene, now),
        *_not_held(scene, now),
        *_offered(scene, now),
        *_twice(scene, now),
        *_too_much(scene, now),
        *_unmet(scene, now),
        *_first_purge(scene, now),
        *cautions_deals.broken(scene, now),
        *cautions_deals.kept(scene, standing),
    ]


def _own_goal(scene: Scene, standing: Sequence[Standing]) -> Iterator[str]:
    """A card that harms, on one of mine."""
    for one in standing:
        card = scene.rules.deck.get(one.line.cards[0]) if one.line.verb == "play" else None
        if card is None or card.code not in _HURTS:
            continue
        for who in one.line.who:
            for letter in scene.whom(who):
                if scene.mine(letter):
                    him = scene.names.titled(scene.view, letter)
                    yield f"Order {one.number} plays {scene.names.card(card.number)}, on {him}, who is yours."


def _not_held(scene: Scene, standing: Sequence[Standing]) -> Iterator[str]:
    """D12: kept, for the card may come; but he should know.  Blackmail that was handed to him is no weapon any more."""
    hand = scene.view.hands.get(scene.me, Hand())
    held, spent = (*(hand.cards or ()), *(hand.aside or ())), dict(hand.spent)
    missing: dict[int, list[int]] = {}
    for one in standing:
        for number in one.line.cards if one.line.verb in _USES else ():
            if number not in held:
                missing.setdefault(number, []).append(one.number)
            elif number in spent and one.line.verb != "discard":
                yield (
                    f"Order {one.number} is about {scene.names.card(number)}, which was handed to you as blackmail: it can only be "
                    "discarded."
                )
    if missing:
        told = [
            f"{scene.names.card(number)} ({'order' if len(orders) == 1 else 'orders'} {listed(list(map(str, orders)))})"
            for number, orders in missing.items()
        ]
        them = "it" if len(missing) == 1 else "them"
        yield f"You do not hold {listed(told, 'or')}; such an order waits in case you get {them}."


def _offered(scene: Scene, standing: Sequence[Standing]) -> Iterator[str]:
    """What lies with the judge cannot be played."""
    for offer in scene.view.offers:
        if offer.giver != scene.me:
            continue
        for one in standing:
            both = set(one.line.cards) & set(offer.cards) if one.line.verb in _USES else ()
            for number in sorted(both):
                yield (
                    f"Order {one.number} is about {scene.names.card(number)}, which is offered to "
                    f"{scene.names.who(offer.receiver)} (your offer {offer.own}): until that ends you cannot use it."
                )


def _twice(scene: Scene, standing: Sequence[Standing]) -> Iterator[str]:
    """Two lines for one card."""
    lines: dict[int, list[int]] = {}
    for one in standing:
        for number in one.line.cards if one.line.verb in _USES else ():
            lines.setdefault(number, []).append(one.number)
    for number, orders in lines.items():
        if len(orders) > 1:
            yield (
                f"Orders {listed([str(order) for order in orders])} are about one and the same card ({scene.names.card(number)}); "
                "whichever fits first uses it up."
            )


def _too_much(scene: Scene, standing: Sequence[Standing]) -> Iterator[str]:
    """R15.6: two in all; R15.1: three in hand."""
    coming = growing(scene, standing)
    for number, why in coming.idle:
        yield f"Order {number} adds nothing as things stand, for {why}: it is not counted."
    if coming.wanted > growth.POINTS:
        orders = listed([str(number) for number in sorted(coming.orders)])
        comes = [count(coming.points, "point")] if coming.points else []
        comes += [count(coming.cards, "card")] if coming.cards else []
        yield (
            f"{'Orders' if len(coming.orders) > 1 else 'Order'} {orders} ask{'' if len(coming.orders) > 1 else 's'} for "
            f"{coming.wanted} points and cards together; there are {growth.POINTS}, points first, in the order of your list: "
            f"as things stand {listed(comes) or 'nothing'}."
        )
    hand, most = scene.view.hands.get(scene.me, Hand()).count, scene.rules.hand_size
    if coming.cards and hand + coming.cards > most:
        yield (
            f"With {count(coming.cards, 'card')} more you would hold {hand + coming.cards}: of those beyond {most} the newest lie "
            "aside until the next deadline, unless KEEP CARDS chooses otherwise."
        )


def _unmet(scene: Scene, standing: Sequence[Standing]) -> Iterator[str]:
    """D11: an offer with WHEN is not mailed."""
    for one in standing:
        if one.line.verb == "offer":
            whom = scene.names.who(one.line.players[0])
            yield (
                f"Order {one.number} is not mailed to {whom}, for it has a WHEN: nothing comes of it unless {whom} has a standing "
                "ACCEPT ANY that fits."
            )


def _first_purge(scene: Scene, standing: Sequence[Standing]) -> Iterator[str]:
    """R15.4: a card of his own that binds the first attempt, and a PURGE list that begins with somebody else."""
    held = scene.view.hands.get(scene.me, Hand()).cards or ()
    purge = next((one for one in standing if one.line.verb == "purge"), None)
    for one in standing:
        card = scene.rules.deck.get(one.line.cards[0]) if one.line.verb == "play" else None
        slot = FIRST_SLOTS.get(card.code) if card is not None and card.number in held else None
        target = scene.view.holder(slot) if slot else None
        if (
            purge is None
            or card is None
            or target is None
            or scene.whom(purge.line.who[0])[:1] == (target.letter,)
        ):
            continue
        if isinstance(purge.line.who[0], Group):
            continue
        him = scene.names.titled(scene.view, target.letter)
        listed_ = any(isinstance(who, Group) or target.letter in scene.whom(who) for who in purge.line.who)
        end = (
            "is tried first all the same"
            if listed_
            else "is not in it, so that it makes no attempt at all then"
        )
        yield (
            f"After {scene.names.card(card.number)} (order {one.number}), the first purge must be against {him}: "
            f"order {purge.number} does not begin there; {scene.names.of(target.letter)} {end}."
        )
