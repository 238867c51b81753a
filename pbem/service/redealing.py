"""Hands as the moderator sets them: the deck is put together anew, so that each card is in one place only (R15.1)."""

from collections.abc import Mapping, Sequence
from itertools import chain

from pbem.engine.events import CardsAside, CardsDrawn, CardSpent, DeckShuffled, Fact, Player
from pbem.engine.rules import Rules
from pbem.engine.state import Hand, State

from .errors import ServiceError, UsageError

Hands = dict[Player, tuple[int, ...]]


def facts(rules: Rules, state: State, texts: Mapping[Player, str], first: Sequence[int] = ()) -> list[Fact]:
    """Everybody's cards from a deck in which they lie on top.  `first`: these lie on top of what is left.  Raises UsageError, ServiceError."""
    if not texts and not first:
        return []
    wanted = {player: _cards(rules, player, text) for player, text in texts.items()}
    hands, aside = _hands(state, wanted)
    _check(state, wanted, hands, aside)
    top = list(chain.from_iterable((*hands[seat], *aside[seat]) for seat in state.seats))
    held = {card for hand in state.hands.values() for card in (*(hand.cards or ()), *(hand.aside or ()))}
    deck = [
        card
        for card in (*first, *(card for card in state.deck or () if card not in first))
        if card not in top
    ]
    order = (*top, *deck, *sorted(held - set(top)))
    told: list[Fact] = [DeckShuffled(rules.deck_name, len(order), order)]
    for seat in state.seats:
        cards = (*hands[seat], *aside[seat])
        told.append(CardsDrawn(seat, len(cards), cards))
        if aside[seat]:
            told.append(CardsAside(seat, len(aside[seat]), aside[seat]))
        spent = dict(state.hands.get(seat, Hand()).spent)
        told += [CardSpent(seat, seat, card) for card in cards if card in spent]
    return told


def _cards(rules: Rules, player: Player, text: str) -> tuple[int, ...]:
    if not rules.deck:
        raise ServiceError("This game is played without Intrigue cards.")
    words = [word for word in text.split(",") if word and word != "none"]
    if not all(word.isdecimal() and int(word) in rules.deck for word in words):
        raise UsageError(f"{player}: hand={text} should be numbers of cards of this game, like hand=4,17.")
    cards = tuple(dict.fromkeys(map(int, words)))
    if len(cards) > rules.hand_size:
        raise ServiceError(f"{player}: a hand has no more than {rules.hand_size} cards.")
    return cards


def _hands(state: State, wanted: Hands) -> tuple[Hands, Hands]:
    """What everybody holds, and what lies aside for him."""
    now = {seat: state.hands.get(seat, Hand()) for seat in state.seats}
    hands = {seat: wanted.get(seat, hand.cards or ()) for seat, hand in now.items()}
    aside = {
        seat: tuple(card for card in hand.aside or () if card not in hands[seat])
        for seat, hand in now.items()
    }
    return hands, aside


def _check(state: State, wanted: Hands, hands: Hands, aside: Hands) -> None:
    """Each card is in one place, and what is offered to somebody stays with its giver."""
    for player, cards in wanted.items():
        for card in cards:
            for other in state.seats:
                if other != player and card in (*hands[other], *aside[other]):
                    raise ServiceError(f"Card {card} is in the hand of {other}; say his hand, too.")
            if any(card in lying for lying in state.lasting.values()):
                raise ServiceError(f"Card {card} lies on a Politician.")
    for offer in state.offers:
        for card in offer.cards:
            if card not in hands[offer.giver]:
                raise ServiceError(
                    f"Card {card} is offered by {offer.giver} to {offer.receiver}; it stays in his hand until that is settled."
                )
