"""Two worlds that differ only in cards, offers and promises which B may not see: B's events and views are the same, to the byte.

The other world is made by giving every card that B never sees another number: so the others' hands, what lies aside, the order of
the deck, what is stolen, discarded and changed between others are all different, while the public course is the same.
"""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from itertools import count
from random import Random

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pbem.engine import bribes, view
from pbem.engine.events import CardPlayed, Event, Play, Player, Promise
from pbem.engine.questions import Ask, Heard, Window
from pbem.engine.run import Answers, Reply, Result, Views
from pbem.engine.state import Hand, Offer, State, replace
from tests.laws.phases import Phase, by_chance
from tests.laws.test_two_worlds import seen

TABLES = ("advanced/3", "advanced/5", "advanced/6", "basic+intrigue+deck=both", "basic+intrigue+bribes")
Relabel = Mapping[int, int]


class Explicit:
    """Remembers what was answered; defaults that look at card numbers are made into choices."""

    def __init__(self, answers: Answers) -> None:
        self.answers = answers
        self.said: list[Reply | Heard] = []

    def ask(self, question: Ask, views: Views) -> Reply | None:
        reply = self.answers.ask(question, views)
        assert reply is not None
        if question.action in ("change", "keep") and reply.choice is None:
            reply = reply._replace(choice=question.options[0])
        self.said.append(reply)
        return reply

    def window(self, question: Window, views: Views) -> Heard | None:
        heard = self.answers.window(question, views)
        assert heard is not None
        self.said.append(heard)
        return heard

    def told(self, event: Event, views: Views) -> None:
        self.answers.told(event, views)

    def passed(self, question: Window, views: Views) -> None:
        self.answers.passed(question, views)


class Relabelled:
    """The same answers with other cards; of the others, other words, too."""

    def __init__(self, said: Sequence[Reply | Heard], me: Player, cards: Relabel) -> None:
        self.said, self.me, self.cards = iter(said), me, cards

    def _of(self, numbers: Sequence[int]) -> tuple[int, ...]:
        return tuple(self.cards.get(number, number) for number in numbers)

    def ask(self, question: Ask, views: Views) -> Reply:
        reply = next(self.said)
        assert isinstance(reply, Reply)
        if question.player != self.me:
            reply = reply._replace(line=77, because="in other words")
        if reply.choice is None or not reply.choice.cards:
            return reply
        wanted = set(self._of(reply.choice.cards))
        return reply._replace(choice=next(c for c in question.options if set(c.cards) == wanted))

    def window(self, question: Window, views: Views) -> Heard:
        heard = next(self.said)
        assert isinstance(heard, Heard)
        plays = tuple(self._play(play) for play in heard.plays)
        struck = tuple(
            msgspec.structs.replace(bribe, cards=self._of(bribe.cards), giving=self._of(bribe.giving))
            for bribe in heard.bribes
        )
        return Heard(heard.claims, plays, struck)

    def _play(self, play: Play) -> Play:
        line = play.line if play.player == self.me else 77
        return msgspec.structs.replace(play, card=self.cards.get(play.card, play.card), line=line)

    def told(self, event: Event, views: Views) -> None:
        """He keeps no count."""

    def passed(self, question: Window, views: Views) -> None:
        """He keeps no count."""


def numbers_in(value: object) -> Iterator[int]:
    """All cards that an event or a position names."""
    if isinstance(value, Hand):
        yield from (*(value.cards or ()), *(value.aside or ()))
    elif isinstance(value, Offer):
        yield from (*value.cards, *value.giving)
    elif isinstance(value, CardPlayed):
        yield value.card
    else:
        found = getattr(value, "cards", None)
        yield from (card for card in found or () if isinstance(card, int))
        if isinstance(card := getattr(value, "card", None), int):
            yield card


def known_to(me: Player, base: State, events: Sequence[Event]) -> set[int]:
    """Every card that he sees in this phase: his own, those on the table, and those named in what he may read."""
    mine = view.position(me, base)
    known = {card for lying in base.lasting.values() for card in lying}
    for value in (*mine.hands.values(), *mine.offers, *view.see(me, events)):
        known.update(numbers_in(value))
        for play in (*getattr(value, "plays", ()), *getattr(value, "bribes", ())):
            known.update(numbers_in(play))
    return known


def relabelling(phase: Phase, known: set[int], rng: Random) -> Relabel:
    """Other numbers for the rest, blackmail for blackmail, so that in each hand the cards stand in the same order (dice draw by
    number)."""
    base, deck = phase.base, phase.rules.deck
    unseen = [card for card in deck if card not in known]
    hands = [hand.cards or () for hand in base.hands.values()]
    for _ in range(300):
        new: dict[int, int] = {}
        for kind in ("blackmail", "other"):
            alike = [card for card in unseen if (deck[card].kind == "blackmail") == (kind == "blackmail")]
            new.update(zip(alike, rng.sample(alike, len(alike)), strict=True))
        if all(_rises(new.get(card, card) for card in sorted(hand)) for hand in hands):
            return new
    return {}


def _rises(numbers: Iterator[int]) -> bool:
    several = list(numbers)
    return several == sorted(several)


def other_hands(base: State, cards: Relabel, me: Player) -> State:
    """The same position with other cards where he cannot look."""

    def of(numbers: Sequence[int] | None) -> tuple[int, ...]:
        return tuple(cards.get(number, number) for number in numbers or ())

    hands = {
        player: replace(
            hand,
            cards=of(hand.cards),
            aside=of(hand.aside),
            spent=tuple((cards.get(card, card), turn) for card, turn in hand.spent),
        )
        for player, hand in base.hands.items()
    }
    offers = tuple(replace(o, cards=of(o.cards), giving=of(o.giving)) for o in base.offers)
    return replace(base, hands=hands, deck=of(base.deck), offers=offers)


def other_offers(base: State, me: Player, rng: Random) -> State:
    """Between others: offers nobody has accepted are there or not, and ask for other things; counts differ."""
    kept: list[Offer] = []
    for offer in base.offers:
        mine = me in (offer.giver, offer.receiver)
        if mine or offer.accepted or rng.random() < 0.4:
            kept.append(
                offer if mine or offer.accepted else replace(offer, promise=None, words="something else")
            )
    state = replace(base, offers=tuple(kept))
    others = [seat for seat in base.seats if seat != me]
    giver, receiver = rng.sample(others, 2)
    free = state.playable(giver)
    if free and rng.random() < 0.5:
        asked = Promise("purge", rng.choice(sorted(base.people)), never=True)
        new = bribes.offer(state, giver, receiver, free[:1], (base.turn, "parade"), asked)
        state = replace(
            state,
            offers=(*state.offers, Offer(giver, receiver, new.number + 3, new.own + 3, *new_fields(new))),
            offered={**state.offered, f"to {receiver}": new.number + 3, f"by {giver}": new.own + 3},
        )
    return state


def new_fields(new: object) -> tuple[object, ...]:
    return tuple(getattr(new, name) for name in ("cards", "turn", "phase", "promise", "words"))


class Worlds:
    """One phase in two worlds; `same`: did the public course stay the same?"""

    def __init__(self, phase: Phase, rng: Random) -> None:
        self.me: Player = rng.choice(phase.base.seats)
        self.phase = phase
        said = Explicit(phase.answerer())
        self.here = phase.resumed([], said)
        known = known_to(self.me, phase.base, self.here.events)
        for reply in said.said:  # what the others wish of cards that he sees stays, too
            if isinstance(reply, Heard):
                known |= {play.card for play in reply.plays if play.player == self.me}
        self.cards = relabelling(phase, known, rng)
        base = other_offers(other_hands(phase.base, self.cards, self.me), self.me, rng)
        there = phase._replace(base=base)
        self.there: Result | None = None
        with suppress(StopIteration, RuntimeError, AssertionError):  # where the course becomes another one
            self.there = there.resumed([], Relabelled(said.said, self.me, self.cards))
        self.differ = base.hands != phase.base.hands or base.deck != phase.base.deck

    @property
    def same(self) -> bool:
        if self.there is None:
            return False
        return seen(view.TABLE, self.here.events) == seen(view.TABLE, self.there.events)

    def check(self) -> None:
        assert self.there is not None
        me = self.me
        assert view.position(me, self.phase.base) == view.position(
            me, other_offers(other_hands(self.phase.base, self.cards, me), me, Random(1))
        )
        assert seen(me, self.here.events) == seen(me, self.there.events)
        assert view.position(me, self.here.state) == view.position(me, self.there.state)
        assert view.position(view.TABLE, self.here.state) == view.position(view.TABLE, self.there.state)


phases = (
    st.tuples(st.integers(1, 12), st.sampled_from(TABLES))
    .map(lambda drawn: by_chance(*drawn))
    .flatmap(st.sampled_from)
)


@settings(max_examples=300, deadline=None)
@given(phases, st.randoms(use_true_random=False))
def test_cards_and_offers_of_others_show_nowhere(phase: Phase, rng: Random) -> None:
    worlds = Worlds(phase, rng)

    if worlds.same:
        worlds.check()


@pytest.mark.parametrize("table", TABLES)
def test_the_law_is_put_to_worlds_that_really_differ(table: str) -> None:
    """Most phases pass through the law above, with cards that are really different."""
    rng = Random(table)
    tried = [Worlds(phase, rng) for phase in by_chance(5, table)]

    passed = [worlds for worlds in tried if worlds.same]
    for worlds in passed:
        worlds.check()
    assert len(passed) > 0.7 * len(tried)
    assert sum(worlds.differ for worlds in passed) > 0.9 * len(passed)


def test_a_stolen_card_is_known_to_two_only() -> None:
    """Card 26 between others: another card, and nobody else can tell."""
    found = 0
    for seed in count(1):
        for phase in by_chance(seed, "basic+intrigue+bribes"):
            thefts = [e for e in phase.story if getattr(e, "why", "") == "theft"]
            if not thefts:
                continue
            rng = Random(seed)
            worlds = Worlds(phase, rng)
            involved = {p for e in thefts for p in (e.giver, e.receiver)}  # type: ignore[attr-defined]
            if worlds.same and worlds.me not in involved:
                worlds.check()
                stolen = [e.cards for e in thefts]  # type: ignore[attr-defined]
                there = [e.cards for e in worlds.there.events if getattr(e, "why", "") == "theft"]  # type: ignore[union-attr,attr-defined]
                found += stolen != there
        if found >= 3:
            return
