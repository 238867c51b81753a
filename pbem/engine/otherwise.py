"""Another world that one player cannot tell from his own: what he may not see is different in it.

Whatever is made for him must come out the same from both (design: the two-worlds law).  What he may see is taken from `seen_by` and
`view.position`, so nothing here has to know which parts of a fact are secret; where a change would show, none is made.
"""

from collections.abc import Sequence
from typing import Any, TypeVar

import msgspec

from . import view
from .events import MODERATOR, Bribe, Claim, Claimed, Decreed, Event, Name, Play, Player, Rewound, Ruled
from .state import Hand, Offer, State, replace

P = TypeVar("P", Claim, Play, Bribe)

#: Counts and numbers that he may not see are so much higher.
MORE = 7
_WORDS = "in other words"
#: Of a fact that he does not see at all, these stay: who and what it is about.
_KEPT = frozenset(
    (
        "giver",
        "receiver",
        "player",
        "other",
        "actor",
        "action",
        "politician",
        "ruling",
        "turn",
        "phase",
        "why",
    )
)


class OtherWorld:
    """The other world of the player `me`; `deck`: the numbers of all cards of the game."""

    def __init__(self, me: Player, deck: Sequence[int]) -> None:
        self.me = me
        numbers = sorted(deck)
        self._cards = {card: numbers[(place + MORE) % len(numbers)] for place, card in enumerate(numbers)}

    # --- facts ---

    def event(self, event: Event) -> Event:
        """The fact that stands there instead; the same one where he sees all of it."""
        face = event.seen_by(self.me)
        if face == event:
            return event
        if isinstance(event, Ruled):
            facts = tuple(self.event(fact) for fact in event.facts)
            return msgspec.structs.replace(event, facts=facts, private=self._other("private", event.private))
        if isinstance(event, Rewound):
            return self._rewound(event)
        if isinstance(event, Decreed):
            return self._decreed(event, face)
        other = self._claimed(event) if isinstance(event, Claimed) else self._changed(event, face)
        return other if other.seen_by(self.me) == face else event

    def _changed(self, event: Event, face: Event | None) -> Event:
        """Every part that his face of it does not show is another one."""
        changes = {}
        for name in event.__struct_fields__:
            value = getattr(event, name)
            hidden = name not in _KEPT if face is None else getattr(face, name) != value
            if hidden:
                changes[name] = self._other(name, value)
        return msgspec.structs.replace(event, **changes)

    def _rewound(self, event: Rewound) -> Event:
        """Other private words, other orders that asked for the dice; the place in the journal is what all views are folded by."""
        seen = tuple(msgspec.structs.replace(one, words=self._other("", one.words)) for one in event.seen)
        return msgspec.structs.replace(event, private=self._other("private", event.private), seen=seen)

    def _decreed(self, event: Decreed, face: Event | None) -> Event:
        """Other private words; where he does not see it, all words are."""
        words = event.words if face is not None else self._other("words", event.words)
        return msgspec.structs.replace(event, words=words, private=self._other("private", event.private))

    def _claimed(self, event: Claimed) -> Event:
        """What others wished."""
        claims = [c if c.player == self.me else self._part(c, "player politician") for c in event.claims]
        plays = [p if p.player == self.me else self._part(p, "player") for p in event.plays]
        bribes = [self._bribe(bribe) for bribe in event.bribes]
        return msgspec.structs.replace(event, claims=tuple(claims), plays=tuple(plays), bribes=tuple(bribes))

    def _bribe(self, bribe: Bribe) -> Bribe:
        """Of his own what he is not shown (the other's order line, the change); of others all of it."""
        if self.me == bribe.giver:
            accepted = None if bribe.accepted is None else bribe.accepted + MORE
            return msgspec.structs.replace(bribe, accepted=accepted, giving=self.cards(bribe.giving))
        if self.me == bribe.receiver:
            line = None if bribe.line is None else bribe.line + MORE
            return msgspec.structs.replace(bribe, line=line)
        return self._part(bribe, "giver receiver")

    def _part(self, part: P, kept: str) -> P:
        names = [name for name in part.__struct_fields__ if name not in kept.split()]
        return msgspec.structs.replace(
            part, **{name: self._other(name, getattr(part, name)) for name in names}
        )

    def _other(self, name: str, value: Any) -> Any:
        """Another value of the same kind; the same one always becomes the same other one."""
        if isinstance(value, bool) or value is None:
            return value
        if isinstance(value, int):
            return self._cards.get(value, value) if name == "card" else value + MORE
        if isinstance(value, str):
            return _WORDS if value else value
        if isinstance(value, tuple):
            return tuple(self._cards.get(one, one) if isinstance(one, int) else _WORDS for one in value)
        if isinstance(value, dict):
            return _turned(value)
        return None  # a choice, a promise: there is none

    # --- positions ---

    def state(self, viewer: Player, state: State) -> State:
        """The position as this viewer sees it there; for `me` and the table it is the same."""
        if viewer in (self.me, view.TABLE):
            return state
        other = replace(
            state,
            recorded={
                who: sheet if who == self.me or sheet is None else self._sheet(state, who, sheet)
                for who, sheet in state.recorded.items()
            },
            hands={who: hand if who == self.me else self._hand(hand) for who, hand in state.hands.items()},
            deck=self.cards(state.deck)[::-1] if state.deck else state.deck,
            offers=tuple(self._offer(offer) for offer in state.offers),
            offered={who: n if who.endswith(f" {self.me}") else n + MORE for who, n in state.offered.items()},
            bonds=tuple(bond for bond in state.bonds if self.me in (bond.player, bond.giver)),
            reseen={label: (who, self._other("", words)) for label, (who, words) in state.reseen.items()},
        )
        if viewer == MODERATOR and view.position(self.me, other) != view.position(self.me, state):
            return state
        return other

    def _sheet(self, state: State, who: Player, sheet: dict[Name, int]) -> dict[Name, int]:
        """Other numbers; and where he has declared nothing, other Politicians."""
        elsewhere = [name for name in state.people if name not in sheet]
        moved: dict[Name, int] = {}
        for name, number in _turned(sheet).items():
            away = not state.shown(who, name) and bool(elsewhere)
            moved[elsewhere.pop() if away else name] = number
        return moved

    def cards(self, numbers: Sequence[int] | None) -> tuple[int, ...]:
        """Other cards, as many."""
        return tuple(self._cards.get(number, number) for number in numbers or ())

    def _hand(self, hand: Hand) -> Hand:
        if hand.cards is None:
            return hand
        spent = tuple((self._cards.get(card, card), turn) for card, turn in hand.spent)
        return replace(hand, cards=self.cards(hand.cards), aside=self.cards(hand.aside), spent=spent)

    def _offer(self, offer: Offer) -> Offer:
        """Of his own only what he is not shown; of others everything."""
        if self.me == offer.receiver:
            return replace(offer, own=offer.own + MORE)
        if self.me == offer.giver:
            return replace(offer, number=offer.number + MORE, giving=self.cards(offer.giving))
        cards, giving = self.cards(offer.cards), self.cards(offer.giving)
        return replace(
            offer,
            number=offer.number + MORE,
            own=offer.own + MORE,
            cards=cards,
            giving=giving,
            promise=None,
            words=_WORDS,
        )


def _turned(sheet: dict[Name, int]) -> dict[Name, int]:
    """The same Politicians, each with the number of the next."""
    numbers = list(sheet.values())
    return dict(zip(sheet, numbers[1:] + numbers[:1], strict=True))


__all__ = ["MORE", "OtherWorld"]
