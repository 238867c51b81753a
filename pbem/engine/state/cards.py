"""What cards, offers, ties and growth do to the position (R13, R15)."""

from collections.abc import Iterable

from .. import events
from ..events import Player
from .core import in_force, no_verdict, on, put, settled, to_the_bottom, vote_on, vote_over, without
from .position import Bond, Hand, Offer, Stake, State, Victor, replace


def _hand(state: State, player: Player) -> Hand:
    return state.hands.get(player, Hand())


def _give(state: State, player: Player, count: int, cards: Iterable[int] | None) -> State:
    """Cards into a hand; where they are not known, only the count."""
    hand = _hand(state, player)
    held = hand.cards
    if held is not None:
        held = None if cards is None else (*held, *cards)
    aside = hand.aside if held is not None else None
    changed = replace(hand, cards=held, count=hand.count + count, aside=aside)
    return replace(state, hands={**state.hands, player: changed})


def _take(state: State, player: Player, count: int, cards: Iterable[int] | None) -> State:
    """Cards out of a hand."""
    hand, gone = _hand(state, player), set(cards or ())
    held = hand.cards
    if held is not None:
        held = tuple(card for card in held if card not in gone)
    spent = tuple(pair for pair in hand.spent if pair[0] not in gone)
    changed = replace(hand, cards=held, count=hand.count - count, spent=spent)
    return replace(state, hands={**state.hands, player: changed})


@on(events.DeckShuffled)
def _shuffled(state: State, event: events.DeckShuffled) -> State:
    hands = {player: Hand() for player in state.seats}
    return replace(state, deck=event.cards, deck_size=event.size, hands=hands)


@on(events.CardsDrawn)
def _drawn(state: State, event: events.CardsDrawn) -> State:
    state = _give(state, event.player, event.count, event.cards)
    deck = state.deck if state.deck is None else state.deck[event.count :]
    return replace(state, deck=deck, deck_size=state.deck_size - event.count)


@on(events.CardsDiscarded)
def _discarded(state: State, event: events.CardsDiscarded) -> State:
    state = _take(state, event.player, event.count, event.cards)
    return to_the_bottom(state, event.cards or (), event.count)


@on(events.CardsAside)
def _aside(state: State, event: events.CardsAside) -> State:
    hand = _hand(state, event.player)
    held, aside = hand.cards, hand.aside
    if held is not None and aside is not None and event.cards is not None:
        held = tuple(card for card in held if card not in event.cards)
        aside = (*aside, *event.cards)
    changed = Hand(held, hand.count - event.count, aside, hand.lying + event.count, hand.spent)
    return replace(state, hands={**state.hands, event.player: changed})


@on(events.CardsTakenUp)
def _taken_up(state: State, event: events.CardsTakenUp) -> State:
    hand = _hand(state, event.player)
    aside = hand.aside
    if aside is not None and event.cards is not None:
        aside = tuple(card for card in aside if card not in event.cards)
    changed = replace(hand, aside=aside, lying=hand.lying - event.count)
    return _give(
        replace(state, hands={**state.hands, event.player: changed}), event.player, event.count, event.cards
    )


@on(events.CardsHanded)
def _handed(state: State, event: events.CardsHanded) -> State:
    state = _take(state, event.giver, event.count, event.cards)
    return _give(state, event.receiver, event.count, event.cards)


@on(events.CardSpent)
def _spent(state: State, event: events.CardSpent) -> State:
    hand = _hand(state, event.player)
    if event.card is None or hand.cards is None:
        return state
    changed = replace(hand, spent=(*hand.spent, (event.card, state.turn)))
    return replace(state, hands={**state.hands, event.player: changed})


@on(events.CardPlayed)
def _played(state: State, event: events.CardPlayed) -> State:
    state = _take(state, event.player, 1, (event.card,))
    if event.start:  # R15.3
        state = replace(state, start_card=event.card, cancelled="card")
    if event.lies is None:
        return to_the_bottom(state, (event.card,))
    lying = (*state.lasting.get(event.lies, ()), event.card)
    return replace(state, lasting={**state.lasting, event.lies: lying})


@on(events.Blackmailed)
def _blackmailed(state: State, event: events.Blackmailed) -> State:
    if event.vote is None:
        return replace(state, cancelled="card")
    return replace(state, changed_vote=event.vote)


@on(events.Barred)
def _barred(state: State, event: events.Barred) -> State:
    deed = (event.actor, event.action, event.target, event.to, event.other)
    return replace(state, barred=state.barred | {deed})


@on(events.InForce)
def _in_force(state: State, event: events.InForce) -> State:
    return in_force(state, event.code, event.until, event.about)


@on(events.Underway)
def _underway(state: State, event: events.Underway) -> State:
    return replace(state, underway=True)


@on(events.HealthChanged)
def _health_changed(state: State, event: events.HealthChanged) -> State:
    patient = state.people[event.politician]
    return put(state, replace(patient, crosses=min(3, max(0, patient.crosses + event.change))))


@on(events.Absolved)
def _absolved(state: State, event: events.Absolved) -> State:
    """A vote on him ends; it was the trial of this year (HR-38)."""
    name = event.politician
    if vote_on(state, name) and state.ballot is not None and state.ballot.matter == "trial":
        state = no_verdict(state, name)
    return put(state, replace(state.people[name], suspicion=0, fresh=0))


@on(events.TrialDropped)
def _dropped(state: State, event: events.TrialDropped) -> State:
    return replace(vote_over(state), tried=(*state.tried, "trial"))


@on(events.InfluenceGrown)
def _grown(state: State, event: events.InfluenceGrown) -> State:
    player, name = event.player, event.politician
    sheet = state.recorded.get(player)
    if sheet is not None:
        more = {**sheet, name: sheet.get(name, 0) + event.points}
        state = replace(state, recorded={**state.recorded, player: more})
    stake = Stake(state.shown(player, name) + event.points, event.round)
    stakes = {**state.declared.get(name, {}), player: stake}
    state = replace(state, declared={**state.declared, name: stakes}, gained=state.gained + event.points)
    return replace(state, round=max(state.round, event.round))


@on(events.GrowthDone)
def _growth_done(state: State, event: events.GrowthDone) -> State:
    return replace(state, grown=(*state.grown, event.player), gained=0)


@on(events.TenPlus)
def _ten_plus(state: State, event: events.TenPlus) -> State:
    name, player = event.politician, event.player
    stakes = {player: state.declared[name][player]}
    return replace(
        state,
        declared=without(state.declared, name) | {name: stakes},
        locked={**state.locked, name: player},
    )


@on(events.TieResolved)
def _tie_resolved(state: State, event: events.TieResolved) -> State:
    points = state.shown(event.winner, event.politician)
    victor = Victor(event.winner, event.tied, points)
    state = settled(state, event.politician)
    return replace(state, victors={**state.victors, event.politician: victor})


@on(events.TieOpened)
def _tie_opened(state: State, event: events.TieOpened) -> State:
    return replace(state, contested={**state.contested, event.politician: event.holder})


@on(events.Offered)
def _offered(state: State, event: events.Offered) -> State:
    offer = Offer(
        event.giver,
        event.receiver,
        event.number,
        event.own,
        event.cards,
        event.turn,
        event.phase,
        event.promise,
        event.words,
    )
    counts = {f"to {event.receiver}": event.number, f"by {event.giver}": event.own}
    known = {who: number for who, number in counts.items() if number}
    return replace(state, offers=(*state.offers, offer), offered={**state.offered, **known})


def _same(offer: Offer, event: events.OfferClosed | events.OfferAccepted) -> bool:
    """Each side knows the offer by its own number."""
    if (offer.giver, offer.receiver) != (event.giver, event.receiver):
        return False
    return offer.own == event.own if event.own else offer.number == event.number


@on(events.OfferAccepted)
def _accepted(state: State, event: events.OfferAccepted) -> State:
    """Acceptance counts in order of receipt: accepted ones stand in that order at the end."""
    mine = [offer for offer in state.offers if _same(offer, event)]
    rest = [offer for offer in state.offers if not _same(offer, event)]
    taken = [replace(offer, accepted=True, giving=event.giving) for offer in mine]
    return replace(state, offers=(*rest, *taken))


@on(events.OfferClosed)
def _offer_closed(state: State, event: events.OfferClosed) -> State:
    return replace(state, offers=tuple(offer for offer in state.offers if not _same(offer, event)))


@on(events.PromiseKept)
def _kept(state: State, event: events.PromiseKept) -> State:
    kept = Bond(event.player, event.giver, event.promise)
    others = tuple(bond for bond in state.bonds if bond != kept)
    undoing = tuple(
        Bond(event.player, event.giver, events.Promise(deed, event.promise.target, never=True))
        for deed in _UNDOING.get(event.promise.action, ())
    )
    return replace(state, bonds=others + undoing)


#: R15.7: a promise binds until the phase ends, so what was promised is not undone in it.
_UNDOING = {"promotion": ("demotion", "shift"), "shift": ("shift", "demotion")}


@on(events.Bound)
def _bound(state: State, event: events.Bound) -> State:
    return replace(state, bonds=(*state.bonds, Bond(event.player, event.giver, event.promise)))
