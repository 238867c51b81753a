"""R15.1, HR-30: more cards than a hand may hold; and the choice of cards in general (decision D12)."""

from collections.abc import Sequence
from itertools import combinations
from typing import TYPE_CHECKING

from . import readings
from .events import CardsAside, CardsDiscarded, CardsHanded, CardsTakenUp, Choice, OfferClosed, Player
from .questions import Step
from .state import Hand, State

if TYPE_CHECKING:
    from .table import Table


def lay_aside(table: "Table", player: Player) -> Step[None]:
    """HR-30: what is too much lies aside, unplayable, until the next deadline; without a choice the newest."""
    hand = table.state.hands[player]
    if hand.count <= table.rules.hand_size:
        return
    at_once = readings.says(table.state, "HR-30", "at-once")
    if at_once:
        kept = _choices(table, player, hand.cards or ())[0].cards
    else:
        kept = yield from _keep(table, player, hand.cards or ())
    rest = tuple(card for card in hand.cards or () if card not in kept)
    yield from table.ruled("HR-30", f"{player} holds more than {table.rules.hand_size} cards")
    yield CardsDiscarded(player, len(rest), rest) if at_once else CardsAside(player, len(rest), rest)
    yield from table.used("HR-30")


def take_up(table: "Table") -> Step[None]:
    """HR-30: at the next deadline he chooses; the rest goes to the bottom of the deck.

    In other phases nobody holds too many, unless a ruling came in while he chose what to lay aside.
    """
    for player in table.state.seats:
        if not table.state.after_deadline:
            if player in table.state.hands:
                yield from lay_aside(table, player)
            continue
        hand = table.state.hands.get(player, Hand())
        if hand.lying:
            yield CardsTakenUp(player, hand.lying, hand.aside)
        cards = table.state.hands.get(player, Hand()).cards or ()
        if len(cards) > table.rules.hand_size:
            kept = yield from _keep(table, player, cards)
            rest = tuple(card for card in cards if card not in kept)
            yield CardsDiscarded(player, len(rest), rest)


def _keep(table: "Table", player: Player, cards: Sequence[int]) -> Step[tuple[int, ...]]:
    """Which cards he keeps; the default, the oldest ones, stands first."""
    options = _choices(table, player, cards)
    choice = yield from table.ask_player(player, "", "keep", (options, ()), optional=False)
    return options[0].cards if choice is None else choice.cards


def _choices(table: "Table", player: Player, cards: Sequence[int]) -> tuple[Choice, ...]:
    """What he can keep.

    What he has offered he must keep, and blackmail that was handed to him in this turn.
    """
    size = table.rules.hand_size
    away = {card for offer in table.state.offers if offer.giver == player for card in offer.cards}
    spent = dict(table.state.hands[player].spent)
    stuck = {card for card in cards if spent.get(card) == table.state.turn}  # not to be laid off in this turn
    for must in (away | stuck, stuck, set[int]()):
        if combos := [combo for combo in combinations(cards, size) if must <= set(combo)]:
            break
    return tuple(Choice("keep", cards=combo) for combo in combos)


def change(table: "Table", payer: Player, needed: int, named: Sequence[int] = ()) -> Step[tuple[int, ...]]:
    """R15.7: what he who has a full hand gives back, cards of his choice (decision D12).

    Asked before anything changes hands, as a phase may be started afresh at the question.  `needed`: how many; `named`: what he
    has chosen already.  What he has offered to somebody does not protect him: it goes last, and the offer with it.
    """
    held, free = gifts(table.state, payer), table.state.playable(payer)
    chosen = tuple(card for card in named if card in held)[: max(0, needed)]
    missing = min(needed, len(held)) - len(chosen)
    if missing <= 0:
        return chosen
    rest = sorted((c for c in held if c not in chosen), key=lambda c: (c not in free, *_worth(table, c)))
    options = tuple(Choice("change", cards=combo) for combo in combinations(rest, missing))
    choice = yield from table.ask_player(payer, "", "change", (options, ()), optional=False)
    return chosen + (options[0].cards if choice is None else choice.cards)


def gifts(state: State, player: Player) -> tuple[int, ...]:
    """What he could give as change: all but blackmail that was handed to him."""
    hand = state.hands.get(player, Hand())
    return tuple(card for card in hand.cards or () if card not in dict(hand.spent))


def give_back(table: "Table", payer: Player, payee: Player, cards: tuple[int, ...]) -> Step[None]:
    """The change, if there is any."""
    if cards:
        yield CardsHanded(payer, payee, len(cards), "change", cards)
    for card in cards:
        yield from called_off(table, payer, card)


def called_off(table: "Table", player: Player, number: int) -> Step[None]:
    """An offer whose card is gone comes to nothing."""
    for offer in table.state.offers:
        if offer.giver == player and number in offer.cards:
            gone = f"card {number} is no longer in the hand of {player}"
            yield OfferClosed(offer.giver, offer.receiver, offer.number, offer.own, gone)


def _worth(table: "Table", number: int) -> tuple[bool, int]:
    """Decision D12: the lowest number goes first, blackmail last."""
    return table.rules.deck[number].kind == "blackmail", number
