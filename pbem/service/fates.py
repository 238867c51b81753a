"""What became of each order line in a phase, in words for its owner (E13); told truly over the phases that a line lives through."""

from collections.abc import Sequence

from pbem.engine import growth
from pbem.engine.events import Bound, CardsDrawn, Event, InfluenceGrown, Player
from pbem.engine.state import State
from pbem.orders.answers import OrderBook
from pbem.orders.bargains import breaks
from pbem.orders.conditions import Context
from pbem.orders.standing import GROWTH_VERBS, LAST_PHASE, Standing, phase_of
from pbem.report.bargains import promised
from pbem.report.naming import names_of

from .record import Record

USED = "used"
NOTHING = "nothing came up that it could serve"
_WAITED = "what it waits for was not announced"
#: Where no more is known of it.
_DEFAULTS = {
    "support": "there was no tie for control there that you could decide",
    "accept": "no offer with WHEN came that it would take",
    "keep cards": "no card of yours had to go",
}


class Fates:
    """One phase that has closed.  `base`: the position when it was opened; `story`: what happened in it."""

    def __init__(self, record: Record, book: OrderBook, base: State, story: Sequence[Event]) -> None:
        self._record, self._book, self._base = record, book, base
        self._bonds = [event for event in story if isinstance(event, Bound)]
        self._grown = [event for event in story if isinstance(event, InfluenceGrown)]
        self._drawn = [event for event in story if isinstance(event, CardsDrawn)]
        self._names = names_of(record.rules, record.seats)

    def at_death(self, player: Player, one: Standing) -> str:
        """Why a line dies without having served; "" if it has."""
        known = self.so_far(player, one)
        if known == USED:
            return ""
        waits = one.line.when is not None and one.line.verb in ("play", "discard", "offer")
        return known or (_WAITED if waits else _DEFAULTS.get(one.line.verb, NOTHING))

    def so_far(self, player: Player, one: Standing) -> str:
        """ "used" once it has served, in this phase or an earlier one of its life; else why it has not, where that is known."""
        key = player, one.number
        earlier = self._record.fate(*key)
        if self._book.used.get(key) or USED in (self._book.notes.get(key), earlier):
            return USED
        why = self._forbidden(player, one) or self._all_grown(player, one)
        return why or self._book.notes.get(key, "") or earlier

    def _forbidden(self, player: Player, one: Standing) -> str:
        """R15.7: a promise of his stood against it."""
        if phase_of(one.line) != self._base.phase:
            return ""
        at = Context(player, self._base)
        for bond in self._bonds:
            if bond.player == player and breaks(one.line, bond.promise, at):
                said = promised(self._names, bond.promise)
                return f"your promise to {bond.giver}, “{said}”, forbade it"
        return ""

    def _all_grown(self, player: Player, one: Standing) -> str:
        """R15.6: two in all, points before cards."""
        grows = self._base.phase == LAST_PHASE and self._base.turn in growth.TURNS
        if not grows or one.line.verb not in GROWTH_VERBS or one.line.turn not in (None, self._base.turn):
            return ""
        points = sum(event.points for event in self._grown if event.player == player)
        cards = sum(event.count for event in self._drawn if event.player == player)
        if points >= growth.POINTS:
            return f"other lines of yours had added {points} points, and there are no more"
        if one.line.verb == "draw" and points + cards >= growth.POINTS:
            return "other lines of yours had taken all that there was: points and cards are two together"
        return "the deck was empty" if one.line.verb == "draw" and not self._record.state.deck_size else ""
