"""R15: Intrigue cards in a window, who may play what, and in which order."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from . import bribes, readings
from .cards import CODES
from .cards.places import misplaced, untimely
from .events import MODERATOR, Announced, CardPlayed, CardsDiscarded, Play, Player
from .questions import Ask, Heard, Step
from .rules import Rules
from .state import Hand, State

if TYPE_CHECKING:
    from .table import Table


def fault(rules: Rules, state: State, play: Play, announced: Announced) -> str:
    """Why this cannot be played (or discarded) in this window, in words; "" if it can.

    It looks only at what the player himself may see.
    """
    card = rules.deck.get(play.card)
    if card is None:
        return f"there is no card {play.card} in this game"
    if missing := _not_at_hand(state, play):
        return missing
    if play.discard:
        return ""
    if late := untimely(state, card.when, announced):
        return late
    if wrong := misplaced(state, card.on, play):
        return wrong
    code = CODES.get(card.code)
    if code is None:
        barred = readings.says(state, "HR-39", "not-playable")
        return f"the program does not know what card {play.card} does (HR-39)" if barred else ""
    if code.needs and code.needs not in rules.switches:
        return f"this game is played without {code.needs}, and the card is about them"
    return code.objection(state, play, announced)


def _not_at_hand(state: State, play: Play) -> str:
    """Is the card in his hand, and free?"""
    hand = state.hands.get(play.player, Hand())
    if play.card in (hand.aside or ()):
        return f"card {play.card} lies aside until the next deadline (HR-30)"
    if play.card not in (hand.cards or ()):
        return f"you do not hold card {play.card}"
    if any(play.card in offer.cards for offer in state.offers if offer.giver == play.player):
        return f"card {play.card} is offered to somebody"
    turn = dict(hand.spent).get(play.card)
    if turn is None:
        return ""
    if not play.discard:
        return f"card {play.card} was handed to you as blackmail and can only be discarded"
    return f"card {play.card} can be discarded in a later turn only" if turn == state.turn else ""


def play_round(table: "Table", announced: Announced, heard: Heard) -> Step[bool]:
    """Decision D9: after the declarations of a round.  True if cards were played or changed hands."""
    busy = False
    for bribe in heard.bribes:
        busy = (yield from bribes.strike(table, bribe)) or busy
    plays = [play for play in heard.plays if not play.discard]
    ready = [play for play in plays if not fault(table.rules, table.state, play, announced)]
    for player in (yield from _order(table, {play.player for play in ready})):
        for play in (play for play in plays if play.player == player):
            if not fault(table.rules, table.state, play, announced):
                yield from _perform(table, play, announced)
                busy = True
    for play in (play for play in heard.plays if play.discard):
        if not fault(table.rules, table.state, play, announced):
            yield CardsDiscarded(play.player, 1, (play.card,))
    return busy


def _order(table: "Table", players: set[Player]) -> Step[Sequence[Player]]:
    """Decision D9: several players playing roll in seat order, higher first; equal ones roll again."""
    waiting = [player for player in table.state.seats if player in players]
    if len(waiting) < 2:
        return waiting
    rolls: dict[Player, int] = {}
    for player in waiting:
        rolls[player] = yield from table.roll(f"first to play {player}")
    order: list[Player] = []
    for value in sorted(set(rolls.values()), reverse=True):
        order += yield from _order(table, {player for player in waiting if rolls[player] == value})
    return order


def _perform(table: "Table", play: Play, announced: Announced) -> Step[None]:
    """R15.2: the card leaves the hand, then does what its text says.  A card without code asks the moderator."""
    card = table.rules.deck[play.card]
    code = CODES.get(card.code)
    if code is not None and card.kind == "blackmail":  # it goes to its victim
        yield from code.effect(table, play, announced)
        return
    start = card.when.startswith("start:")
    lies = play.on[0] if card.lasting else None
    yield CardPlayed(play.player, card.number, play.on, play.against, start, lies)
    if code is not None:
        yield from code.effect(table, play, announced)
        return
    if readings.says(table.state, "HR-39", "nothing"):
        yield from table.ruled("HR-39", f"card {card.number} has no code, and does nothing")
        return
    yield from table.ruled("HR-39", f"card {card.number} has no code; the moderator applies its text")
    yield Ask(MODERATOR, "", "card", ())
