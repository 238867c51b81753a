"""R13, R15: what must be true of hands, deck, offers, promises and cards in force after every event."""

from collections import Counter

from pbem.engine import bonds, events
from pbem.engine.events import Choice, Event
from pbem.engine.questions import Ask
from pbem.engine.rules import Rules
from pbem.engine.state import Bond, State
from tests.invariants.law import Broken, law, of

UNTIL = ("vote", "phase", "turn")


def check(before: State, event: Event, after: State, rules: Rules) -> None:
    """After every event of a game with cards."""
    moved = after.hands is not before.hands or after.deck is not before.deck
    if (moved or after.lasting is not before.lasting) and after.deck:
        _conserved(event, after, rules)
    if after.force is not before.force:
        law(all(effect.until in UNTIL for effect in after.force), "an effect ends some time", event)


def _conserved(event: Event, after: State, rules: Rules) -> None:
    """Every card of the deck is in one place, and the counts that all see are right."""
    found: Counter[int] = Counter(after.deck or ())
    for player, hand in after.hands.items():
        held, aside = hand.cards, hand.aside
        if held is None or aside is None:
            raise Broken(f"the judge knows every hand: {player} after {event}")
        found.update((*held, *aside))
        law(hand.count == len(held), f"{player} holds {held}, and is said to hold {hand.count}", event)
        law(hand.lying == len(aside), f"{aside} of {player} lie aside, not {hand.lying}", event)
        law({card for card, _ in hand.spent} <= {*held, *aside}, "spent blackmail is in his hand", event)
    for name, lying in after.lasting.items():
        found.update(lying)
        law(all(rules.deck[card].lasting for card in lying), f"only red cards lie on {name}", event)
    law(after.deck_size == len(after.deck or ()), "the size of the deck is told rightly", event)
    twice = sorted(card for card, number in found.items() if number > 1)
    law(not twice, f"cards {twice} are in two places", event)
    law(found.keys() == rules.deck.keys(), f"lost: {sorted(rules.deck.keys() - found.keys())}", event)


@of(
    events.Announced,
    events.CardPlayed,
    events.CardsAside,
    events.Offered,
    events.OfferAccepted,
    events.PhaseClosed,
    events.Withdrawn,
)
def _escrowed(before: State, event: Event, after: State, rules: Rules) -> None:
    """D11: what is offered lies with the judge: it stays in the giver's hand, and in one offer (a theft ends the offer)."""
    for player in after.seats if after.offers else ():
        offered = [card for offer in after.offers if offer.giver == player for card in offer.cards]
        held = after.hands[player].cards or ()
        law(set(offered) <= set(held), f"{player} offers {offered} and holds {held}", event)
        law(len(offered) == len(set(offered)), f"{player} offers a card twice: {offered}", event)


@of(events.Announced, events.PhaseClosed)
def _hands(before: State, event: Event, after: State, rules: Rules) -> None:
    """R15.1: at most three when a window has closed."""
    for player, hand in after.hands.items():
        law(hand.count <= rules.hand_size, f"{player} holds {hand.count}", event)


@of(events.PhaseOpened)
def _fresh(before: State, event: events.PhaseOpened, after: State, rules: Rules) -> None:
    """What cards put in force for a vote or a phase is over; for a turn, when the turn is."""
    left = {effect.until for effect in after.force}
    law(left <= ({"turn"} if event.turn == before.turn else set()), f"{left} is over", event)
    law(not after.start_card and not after.underway and not after.barred, "the phase is fresh", event)
    for offer in after.offers:
        law((offer.turn, offer.phase) != (before.turn, before.phase), f"{offer} has lapsed", event)


@of(events.PhaseClosed)
def _lapsed(before: State, event: events.PhaseClosed, after: State, rules: Rules) -> None:
    law(not after.bonds, "promises end with the phase", event)
    about = [offer for offer in after.offers if (offer.turn, offer.phase) == (event.turn, event.phase)]
    law(not about, f"{about} end with the phase", event)


@of(events.CardPlayed)
def _played(before: State, event: events.CardPlayed, after: State, rules: Rules) -> None:
    """R15.2, R15.3: from his hand, and one card a phase for its start, before anything was underway."""
    hand = before.hands[event.player]
    law(event.card in (hand.cards or ()), "from his hand", event)
    law(event.card not in dict(hand.spent), "spent blackmail is not played", event)
    law(rules.deck[event.card].kind != "blackmail", "blackmail is handed over", event)
    if event.start:
        law(not before.start_card, "one start card a phase", event)
        law(not before.underway, "before any action stood", event)
    if event.lies is None:
        law((after.deck or ())[-1] == event.card, "to the bottom of the deck", event)


@of(events.PurgeRolled, events.HealthRolled, events.VoteFixed, events.Convicted, events.Acquitted)
def _start_is_over(before: State, event: Event, after: State, rules: Rules) -> None:
    """R15.3: with the first die or vote the start of the phase is over; a purge, a trial is underway by then."""
    if rules.deck and isinstance(event, events.PurgeRolled):
        law(before.underway, "a purge that is rolled for is underway", event)


@of(events.CardsDrawn)
def _drawn(before: State, event: events.CardsDrawn, after: State, rules: Rules) -> None:
    law(event.cards == (before.deck or ())[: event.count], "from the top", event)


class Bonds:
    """R15.7: a bound promise is kept.  `_kept`: one has just been; the deed itself comes next, and is not its undoing."""

    def __init__(self) -> None:
        self._kept = False

    def check(self, before: State, event: Event) -> None:
        """No deed, and no vote, of a bound player's Politician against his promise."""
        if isinstance(event, events.PromiseKept):
            self._kept = True
            return
        kept, self._kept = self._kept, False
        if not before.bonds or kept:
            return
        done = _deed(before, event)
        if done is None:
            return
        actor, choice = done
        for bond in _of_controller(before, actor):
            if bond.promise.never and bonds.meets(bond.promise, choice, before):
                raise Broken(f"{bond} is broken by {event}")
            promise = bond.promise
            voted = choice.action in bonds.VOTES and promise.target == choice.target
            forced = actor in (before.acting, choice.target) and choice.action == "yes"  # R7.2
            if (
                voted
                and not forced
                and promise.action == "vote"
                and not before.changed_vote
                and _of_vote(before, promise.vote)
            ):
                law(choice.action == promise.vote, f"{bond} is broken", event)

    def asked(self, state: State, question: Ask) -> None:
        """A promised deed must be done when it first can be: nothing else is left to choose."""
        if not state.bonds or not question.actor or question.action == "support":
            return
        mine = [bond.promise for bond in _of_controller(state, question.actor)]
        for promise in mine:
            if promise.never and any(bonds.meets(promise, choice, state) for choice in question.options):
                raise Broken(f"{promise} forbids an option of {question}")
        due = [p for p in mine if not p.never and any(bonds.meets(p, c, state) for c in question.options)]
        if due and question.optional:
            raise Broken(f"{due} could be kept, and {question} may be declined")
        for choice in question.options:
            if due and not any(bonds.meets(promise, choice, state) for promise in due):
                raise Broken(f"{due} could be kept, and {question} offers something else")


def _of_vote(state: State, vote: str) -> bool:
    """Is this a vote that can be cast now?"""
    return state.ballot is not None and (state.ballot.matter == "trial") == (vote in ("guilty", "innocent"))


def _of_controller(state: State, actor: str) -> list[Bond]:
    player = state.controller(actor)
    return [bond for bond in state.bonds if bond.player == player]


def _deed(before: State, event: Event) -> tuple[str, Choice] | None:
    """Who did what by his own choice, as the option that it was."""
    acting = before.acting or ""
    match event:
        case events.PurgeRolled():
            return event.purger, Choice("purge", event.victim)
        case events.BallotOpened(matter="trial"):
            return acting, Choice("trial", event.politician)
        case events.BallotOpened(matter="nomination"):
            return acting, Choice("nomination", event.politician)
        case events.SentToSiberia(how="condemnation"):
            return acting, Choice("condemnation", event.politician)
        case events.Moved(sponsor=str() as sponsor):
            return sponsor, Choice(event.how, event.politician, event.to)
        case events.Swapped():
            return event.sponsor, Choice("swap", event.politician, other=event.other)
        case events.VoteFixed(vote=str() as vote) if before.ballot is not None and event.player is not None:
            return event.voter, Choice(vote, before.ballot.politician)
    return None
