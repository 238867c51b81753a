"""What may a player see?  The only road from a journal to a report, a receipt or a condition."""

from collections.abc import Iterable, Iterator

from .events import MODERATOR, Event, Player
from .questions import Ask, Window
from .state import Hand, Offer, State, evolve, replace

#: A viewer who sees what lies on the table and nothing else.
TABLE: Player = "table"


def see(viewer: Player, journal: Iterable[Event]) -> Iterator[Event]:
    """The journal as this viewer may read it: each event whole, its face, or not at all."""
    for event in journal:
        face = event.seen_by(viewer)
        if face is not None:
            yield face


def position(viewer: Player, state: State) -> State:
    """A whole position as this viewer may see it, for positions that have no journal (scenarios).

    Law: `position(v, fold(journal)) == fold(see(v, journal))`.
    """
    if viewer == MODERATOR:
        return state
    sheets = {player: sheet if player == viewer else None for player, sheet in state.recorded.items()}
    if state.reseen:  # whose order a die belongs to is nobody's business
        state = replace(state, reseen=dict.fromkeys(state.reseen, ("", "")))
    if not state.hands:
        return replace(state, recorded=sheets)
    return replace(
        state,
        recorded=sheets,
        hands={p: hand if p == viewer else _covered(hand) for p, hand in state.hands.items()},
        deck=None,
        offers=tuple(
            _offer(viewer, offer) for offer in state.offers if viewer in (offer.giver, offer.receiver)
        ),
        offered={who: n for who, n in state.offered.items() if who in (f"to {viewer}", f"by {viewer}")},
        bonds=tuple(bond for bond in state.bonds if viewer in (bond.player, bond.giver)),
    )


def _covered(hand: Hand) -> Hand:
    """R15.1: the number of cards is public."""
    return Hand(None, hand.count, None, hand.lying)


def _offer(viewer: Player, offer: Offer) -> Offer:
    """Neither side learns the other's count; the change is seen when it changes hands."""
    if viewer == offer.receiver:
        return replace(offer, own=0)
    return replace(offer, number=0, giving=())


class Views:
    """Each player's view, folded from what `see` lets through, as far as anybody asks.

    `at`: the question at which the moderator rules, while that is told.
    """

    def __init__(self, bases: dict[Player, State]) -> None:
        self._states = dict(bases)
        self._read = dict.fromkeys(bases, 0)
        self._events: list[Event] = []
        self.at: Ask | Window | None = None

    def told(self, event: Event) -> None:
        self._events.append(event)

    def __call__(self, player: Player) -> State:
        fresh = self._events[self._read[player] :]
        if fresh:
            state = self._states[player]
            for event in see(player, fresh):
                state = evolve(state, event)
            self._states[player] = state
            self._read[player] = len(self._events)
        return self._states[player]
