"""What the table knows of cards (R15.1, R15.2): how many each holds, those that lie on Politicians, "10+", and what is in force."""

from pbem.engine.state import State
from pbem.orders.verbs import ECHO

from .forces import in_force
from .naming import DECKS, Names, deck_named
from .prose import count, listed, wrap


def public_cards(names: Names, state: State) -> list[str]:
    """Rows under the board; none in a game without cards and without "10+"."""
    rows = [_hands(names, state), _deck(names, state)] if state.hands else []
    rows += [_red(names, state, who, cards) for who, cards in sorted(state.lasting.items())]
    rows += [_locked(names, state)] if state.locked else []
    rows += [f"{in_force(names, state, effect)}." for effect in state.force]
    return [line for row in rows for line in wrap(row, ECHO, ECHO + "  ", 74)]


def _hands(names: Names, state: State) -> str:
    """`Cards in hand: Anna 3, Ben 2 (and 1 aside).`"""
    told = []
    for player in state.seats:
        hand = state.hands.get(player)
        if hand is not None:
            aside = f" (and {hand.lying} aside)" if hand.lying else ""
            told.append(f"{names.who(player)} {hand.count}{aside}")
    return f"Cards in hand: {', '.join(told)}."


def _deck(names: Names, state: State) -> str:
    name = names.deck_name
    which = (
        f"In {deck_named(name)}"
        if name and name not in DECKS
        else f"In the deck{f' ({name})' if name else ''}"
    )
    return f"{which}: {count(state.deck_size, 'card')}."


def _red(names: Names, state: State, who: str, cards: tuple[int, ...]) -> str:
    """With its text: it is on the table for all to read."""
    told = [f"{names.card(card)} ({names.text(card).rstrip('.')})" for card in cards]
    return f"Lying on {names.of(who)}: {'; '.join(told)}."


def _locked(names: Names, state: State) -> str:
    told = [f"{names.of(who)} {names.who(player)}" for who, player in sorted(state.locked.items())]
    return f"For good (10+): {listed(told)}."
