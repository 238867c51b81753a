"""The further deck of the Revolution (R18.1): influence and hands."""

from typing import TYPE_CHECKING

from .. import surplus
from ..events import Announced, CardsDiscarded, CardsDrawn, InfluenceLost, Play, Watched
from ..questions import Step
from ..state import Hand, State
from .code import card
from .favours import one_of, steal

if TYPE_CHECKING:
    from ..table import Table

DELEGATES = 3  # card 51


@card(50)
def retouched_photograph(table: "Table", play: Play, announced: Announced) -> Step[None]:
    """Every player with declared IP on him loses 1 of them."""
    name = play.on[0]
    stakes = table.state.declared.get(name, {})
    # whoever was first stays first: each counts as having placed what is left just now (R13.4)
    for player in sorted(stakes, key=lambda p: (stakes[p].round, stakes[p].rank)):
        yield InfluenceLost(player, name, 1)


@card(51)
def verification_of_party_cards(table: "Table", play: Play, announced: Announced) -> Step[None]:
    """That player loses 3 of the IP that he has declared on that Politician, or all of them if they are fewer."""
    assert play.against is not None
    lost = min(DELEGATES, table.state.shown(play.against, play.on[0]))
    if lost:
        yield InfluenceLost(play.against, play.on[0], lost)


@card(52)
def tapped_telephone(table: "Table", play: Play, announced: Announced) -> Step[None]:
    """Learn in secret how many IP each other player has recorded on him."""
    name = play.on[0]
    for other in table.state.seats:
        if other != play.player:
            yield Watched(play.player, other, name, table.state.written(other, name))


@card(53)
def fire_in_the_archive(table: "Table", play: Play, announced: Announced) -> Step[None]:
    """Every other player who holds three Intrigue cards discards one of them at random, in seat order. Surplus cards that lie
    aside are neither counted nor taken."""
    for player in table.state.seats:
        full = table.state.hands.get(player, Hand()).count >= table.rules.hand_size
        if player != play.player and full:
            number = yield from one_of(table, player)
            yield CardsDiscarded(player, 1, (number,))
            yield from surplus.called_off(table, player, number)


@card(54)
def key_to_the_special_shop(table: "Table", play: Play, announced: Announced) -> Step[None]:
    """Draw two cards. The limit of three applies."""
    drawn = (table.state.deck or ())[:2]
    yield CardsDrawn(play.player, len(drawn), drawn)
    yield from surplus.lay_aside(table, play.player)


def _no_hands(state: State, play: Play, announced: Announced) -> str:
    assert play.against is not None
    rest = state.hands.get(play.player, Hand()).count - 1
    return "" if rest or state.hands.get(play.against, Hand()).count else "neither of you holds a card"


@card(55, _no_hands)
def exchange_of_delegations(table: "Table", play: Play, announced: Announced) -> Step[None]:
    """You and that player each take one card at random from the other's hand, both at the same time; each learns only which card
    he gets and which he loses. This card is no longer in your hand then. Who holds no card gives none."""
    assert play.against is not None
    drawn: list[tuple[str, str, int]] = []
    for giver, receiver in ((play.against, play.player), (play.player, play.against)):
        if table.state.hands[giver].count:
            number = yield from one_of(table, giver)
            drawn.append((giver, receiver, number))
    for giver, receiver, number in drawn:
        yield from steal(table, giver, receiver, number)
