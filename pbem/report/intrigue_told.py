"""Tellers of cards and what they do (R15).  What is public is told in the same words to all; the rest is whispered."""

from pbem.engine import board
from pbem.engine.events import (
    Absolved,
    Blackmailed,
    CardPlayed,
    CardsAside,
    CardsDiscarded,
    CardsDrawn,
    CardsHanded,
    CardSpent,
    CardsTakenUp,
    DeckShuffled,
    HealthChanged,
    InForce,
    Name,
    Player,
    TrialDropped,
    Watched,
)
from pbem.engine.state import State

from .chronicle import RUNS, Narrator, tells
from .forces import in_force
from .naming import HEALTH, deck_named
from .prose import capital, count, listed

#: An action that blackmail has stopped, as a noun.
_DEEDS = {"cure": "journey to the Sanatorium", "work": "return to work", "swap": "exchange"}


#: Numbers of cards in words.
_NUMBERS = {1: "a card", 2: "two cards", 3: "three cards"}


def _some(number: int) -> str:
    return _NUMBERS.get(number, count(number, "card"))


def me_or(n: Narrator, player: Player) -> str:
    """`you`, or the name."""
    return "you" if n.me == player else n.who(player)


# --- deck and hands ---


@tells(DeckShuffled)
def _shuffled(n: Narrator, e: DeckShuffled) -> None:
    n.open(f"The Intrigue cards are shuffled: {deck_named(e.deck)}, {count(e.size, 'card')}.")


@tells(CardsDrawn)
def _drawn(n: Narrator, e: CardsDrawn) -> None:
    n.gather("drawn", f"{e.count} for {n.who(e.player)}")
    n.grew = n.state.phase == "parade"
    if e.cards:
        n.whisper(f"{me_or(n, e.player)} drew {{}}", n.names.cards(e.cards))


def _draws(n: Narrator, items: list[str]) -> None:
    number, whom = items[0].split(" ", 1)
    n.open(n.word("drawn", list=", ".join([f"{count(int(number), 'card')} {whom}", *items[1:]])))


@tells(CardsDiscarded)
def _discarded(n: Narrator, e: CardsDiscarded) -> None:
    n.add(n.word("discards", player=n.who(e.player), count=count(e.count, "card")))
    if e.cards:
        n.whisper(f"{me_or(n, e.player)} discarded {{}}", n.names.cards(e.cards))


@tells(CardsAside)
def _aside(n: Narrator, e: CardsAside) -> None:
    """HR-30."""
    n.add(f"Of the cards of {n.who(e.player)} {count(e.count, 'lies', 'lie')} aside until the next deadline.")
    if e.cards:
        n.whisper("what lies aside is {}", n.names.cards(e.cards))
        kept = [card for card in n.state.hands[e.player].cards or () if card not in e.cards]
        if kept:
            n.whisper(
                f"{me_or(n, e.player)} kept {{}}, and the choice comes again at the next deadline",
                n.names.cards(kept),
            )


@tells(CardsTakenUp)
def _taken_up(n: Narrator, e: CardsTakenUp) -> None:
    n.open(f"What lay aside comes back into the hand of {n.who(e.player)} ({count(e.count, 'card')}).")


@tells(CardsHanded)
def _handed(n: Narrator, e: CardsHanded) -> None:
    """The number is public, the cards only for the two."""
    giver, receiver, cards = n.who(e.giver), n.who(e.receiver), _some(e.count)
    if e.why in ("theft", "change", "blackmail"):
        fields = {} if e.why == "blackmail" else {"cards": cards}
        n.add(n.word(f"handed {e.why}", giver=giver, receiver=receiver, **fields))
    else:
        what = ", for a bribe" if e.why == "bribe" else ""
        passes = "passes" if e.count == 1 else "pass"
        n.add(f"{capital(cards)} {passes} from {giver} to {receiver}{what}.")
    if e.cards:
        took = "took" if e.why == "theft" else "gave"
        said = {
            e.giver: f"you gave {receiver} {{}}" if took == "gave" else f"{receiver} took from you {{}}",
            e.receiver: f"{giver} gave you {{}}" if took == "gave" else f"from {giver} you took {{}}",
        }
        n.whisper(said.get(n.me or "", f"{giver} gave {receiver} {{}}"), n.names.cards(e.cards))


@tells(CardSpent)
def _spent(n: Narrator, e: CardSpent) -> None:
    """Only who holds it now need be told what it is still good for."""
    if e.card is not None and n.me == e.player:
        n.whisper("spent, only to be discarded, and not in this year, is {}", n.names.card(e.card))


# --- a card is played ---


@tells(CardPlayed)
def _played(n: Narrator, e: CardPlayed) -> None:
    """Number, name, whom it is for; the text where nothing that follows would tell what it does."""
    known = n.names.deck.get(e.card)
    text = n.names.text(e.card).rstrip(".")
    if e.lies is not None:
        him, card = n.titled(e.lies), n.names.card(e.card)
        n.add(n.word("plays red", player=n.who(e.player), card=card, him=him, text=text))
        return
    fields = {"player": n.who(e.player), "card": n.names.card(e.card), "aim": _aim(n, e)}
    if known is not None and not known.code:
        n.add(n.word("plays unknown", **fields, text=text))
    else:
        n.add(n.word("plays", **fields))


def _aim(n: Narrator, e: CardPlayed) -> str:
    on = "".join(f", on {n.titled(name)}" for name in e.on)
    return f"{on}, against {n.who(e.against)}" if e.against else on


@tells(Blackmailed)
def _blackmailed(n: Narrator, e: Blackmailed) -> None:
    """R15.7: the table sees that it happened, the two see with what."""
    fields = {"player": n.who(e.player), "victim": n.who(e.victim), "him": n.titled(e.actor)}
    if e.vote is None:
        n.spoiled = e.actor
        n.add(n.word("blackmail", **fields, action=_DEEDS.get(e.action, e.action)))
    else:
        n.add(n.word("blackmail vote", **fields, vote=e.vote))
    if e.card is not None:
        n.whisper(f"{me_or(n, e.player)} blackmailed {me_or(n, e.victim)} with {{}}", n.names.card(e.card))


# --- what it does ---


@tells(InForce)
def _in_force(n: Narrator, e: InForce) -> None:
    n.add(f"{in_force(n.names, n.state, e)}.")


@tells(HealthChanged)
def _health(n: Narrator, e: HealthChanged) -> None:
    crosses = n.after().people[e.politician].crosses
    if crosses >= len(board.FIRST_LEVEL) and e.change > 0:
        n.die = "a third Red Cross"
        return
    key = "cross more" if e.change > 0 else "cross less"
    n.add(n.word(key, him=n.titled(e.politician), health=HEALTH[crosses]))


@tells(Absolved)
def _absolved(n: Narrator, e: Absolved) -> None:
    """Several at once share a sentence; of the accused it is told that the trial ends (HR-38)."""
    if _on_trial(n.state, e.politician):
        n.add(n.word("absolved", him=n.titled(e.politician), trial="; the trial ends without a verdict"))
    else:
        n.gather("absolved", n.titled(e.politician))


def _all_absolved(n: Narrator, whom: list[str]) -> None:
    n.add(n.word("absolved", him=listed(whom), trial=""))


@tells(TrialDropped)
def _dropped(n: Narrator, e: TrialDropped) -> None:
    n.add(n.word("trial dropped", him=n.titled(e.politician)))


def _on_trial(state: State, name: Name) -> bool:
    ballot = state.ballot
    return ballot is not None and ballot.matter == "trial" and ballot.politician == name


@tells(Watched)
def _watched(n: Narrator, e: Watched) -> None:
    """Card 25: for his eyes only."""
    whom = me_or(n, e.player)
    n.whisper(f"{whom} learned that {n.who(e.other)} has recorded {e.points} on {{}}", n.of(e.politician))


RUNS |= {"drawn": _draws, "absolved": _all_absolved}
