"""The one function that changes the position: the position is `fold(journal)`."""

from collections.abc import Callable, Iterable
from functools import reduce
from typing import Any, TypeVar

from .. import board, readings
from ..events import Event, Name, Player
from .position import Effect, Politician, Stake, State, replace

E = TypeVar("E", bound=Event)
_CHANGES: dict[type[Event], Callable[[State, Any], State]] = {}


def on(kind: type[E]) -> Callable[[Callable[[State, E], State]], Callable[[State, E], State]]:
    """What an event of this kind does to the position; one function a kind."""

    def register(change: Callable[[State, E], State]) -> Callable[[State, E], State]:
        _CHANGES[kind] = change
        return change

    return register


def evolve(state: State, event: Event) -> State:
    """The position after one more event.  Events that change nothing on the table leave it as it is."""
    change = _CHANGES.get(type(event))
    return state if change is None else change(state, event)


def fold(journal: Iterable[Event], start: State | None = None) -> State:
    """The position that a journal leads to."""
    return reduce(evolve, journal, start or State())


def put(state: State, politician: Politician) -> State:
    """The position with this Politician in place of the one of his letter."""
    return replace(state, people={**state.people, politician.letter: politician})


def place(state: State, politician: Politician, to: str) -> State:
    """Move him, keeping the index of slots right."""
    slots = {slot: name for slot, name in state.slots.items() if name != politician.letter}
    if to in board.RANK and to not in board.AREAS:
        slots[to] = politician.letter
    people = {**state.people, politician.letter: replace(politician, place=to)}
    return replace(state, people=people, slots=slots)


def without(declared: dict[Name, dict[Player, Stake]], name: Name) -> dict[Name, dict[Player, Stake]]:
    """All declared IP but those on him."""
    return {who: stakes for who, stakes in declared.items() if who != name}


def off_the_game(state: State, name: Name) -> State:
    """Siberia, death and retirement: red cards go to the bottom of the deck (R15.2), "10+" ends (R15.6)."""
    if name in state.locked:
        state = replace(state, locked={who: player for who, player in state.locked.items() if who != name})
    state = settled(state, name)
    if name in state.lasting:
        state = to_the_bottom(state, state.lasting[name])
        state = replace(state, lasting={who: cards for who, cards in state.lasting.items() if who != name})
    return state


def settled(state: State, name: Name) -> State:
    """No tie about him is open (decision D10)."""
    if name not in state.contested:
        return state
    return replace(state, contested={who: holder for who, holder in state.contested.items() if who != name})


def to_the_bottom(state: State, cards: Iterable[int], count: int | None = None) -> State:
    """R15.2.  `count`, where the cards are not known."""
    cards = tuple(cards)
    deck = state.deck if state.deck is None else (*state.deck, *cards)
    return replace(state, deck=deck, deck_size=state.deck_size + (len(cards) if count is None else count))


def vote_over(state: State) -> State:
    """No vote is going on, and the cards about it are done with."""
    return without_vote_cards(replace(state, ballot=None))


def no_verdict(state: State, name: Name) -> State:
    """HR-38: it was the trial of this year, though a card has taken the suspicion off him."""
    state, reading = vote_over(state), readings.of(state, "HR-38")
    if reading == "acquitted":
        state = replace(state, acquitted=state.acquitted | {name})
    return state if reading == "another" else replace(state, tried=(*state.tried, "trial"))


def without_vote_cards(state: State) -> State:
    """Cards about one vote end with it, or with the announcement of it."""
    if not state.force:
        return state
    return replace(state, force=tuple(effect for effect in state.force if effect.until != "vote"))


def vote_on(state: State, name: Name) -> bool:
    """Is there a vote on this Politician?"""
    return state.ballot is not None and state.ballot.politician == name


def in_force(state: State, code: str, until: str, about: str = "") -> State:
    """R15.2: what a card has begun; `until`, `about` as in `Effect`."""
    return replace(state, force=(*state.force, Effect(code, until, about)))
