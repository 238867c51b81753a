"""Cards 20, 23, 25, 26 and 27: influence, hands and mercy."""

from typing import TYPE_CHECKING

from .. import surplus
from ..board import PEOPLE
from ..events import (
    Announced,
    CardsHanded,
    CardSpent,
    InfluenceLost,
    InForce,
    Play,
    Player,
    Watched,
)
from ..questions import Step
from ..state import Hand, State
from ..support import PARTY_LINE
from .code import card

if TYPE_CHECKING:
    from ..table import Table

SIX_MARKERS = 6  # R15.5


@card(20, needs="ties")
def the_party_line(table: "Table", play: Play, announced: Announced) -> Step[None]:
    """Until the end of the turn the controller of the Ideology Chief decides every tie for control (R13) in place of the
    supporters; while nobody controls the Ideology Chief, R13 applies."""
    yield InForce(PARTY_LINE, "turn")


@card(23)
def purge_of_the_rolls(table: "Table", play: Play, announced: Announced) -> Step[None]:
    """A random faction loses a random 1 to 6 of its declared IP on him, declared and recorded (R13.4, R15.5)."""
    name, seats = play.on[0], table.state.seats
    drawn = yield from table.draw(len(seats), f"faction for {name}")
    amount = yield from table.draw(SIX_MARKERS, f"amount for {name}")
    player = seats[drawn - 1]
    lost = min(amount, table.state.shown(player, name))
    if lost:
        yield InfluenceLost(player, name, lost)


@card(25)
def kremlin_watcher(table: "Table", play: Play, announced: Announced) -> Step[None]:
    """Learn in secret how many IP that player has recorded on that Politician."""
    assert play.against is not None
    yield Watched(play.player, play.against, play.on[0], table.state.written(play.against, play.on[0]))


def _empty_hand(state: State, play: Play, announced: Announced) -> str:
    assert play.against is not None
    return "" if state.hands.get(play.against, Hand()).count else "he holds no card"


@card(26, _empty_hand)
def key_to_the_archive(table: "Table", play: Play, announced: Announced) -> Step[None]:
    """Take one card at random from that player's hand; he learns which. The limit of three applies."""
    assert play.against is not None
    number = yield from one_of(table, play.against)
    yield from steal(table, play.against, play.player, number)


def one_of(table: "Table", player: Player) -> Step[int]:
    """Decision D16: a card of his at random, his cards in the order of their numbers."""
    held = sorted(table.state.hands[player].cards or ())
    drawn = yield from table.draw(len(held), f"card of {player}")
    return held[drawn - 1]


def steal(table: "Table", giver: Player, receiver: Player, number: int) -> Step[None]:
    """From hand to hand; spent blackmail stays spent."""
    spent = number in dict(table.state.hands[giver].spent)
    yield CardsHanded(giver, receiver, 1, "theft", (number,))
    if spent:
        yield CardSpent(receiver, giver, number)
    yield from surplus.called_off(table, giver, number)
    yield from surplus.lay_aside(table, receiver)


@card(27)
def amnesty(table: "Table", play: Play, announced: Announced) -> Step[None]:
    """He is released to the People at no cost."""
    yield from table.move(play.on[0], PEOPLE, "card")
