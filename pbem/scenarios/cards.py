"""[hands], [lasting] and [offers]: who holds what, and what lies on whom (decision D43)."""

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from pbem.engine.events import Player
from pbem.engine.rules import Rules
from pbem.engine.state import Hand, State, evolve, replace
from pbem.orders.bargains import NoDeal, deal
from pbem.orders.names import Lexicon
from pbem.orders.reader import read

from .shape import Malformed, numbers, seated


def dealt(data: Mapping[str, Any], state: State, rules: Rules, letter: Callable[[str, str], str]) -> State:
    """The position with hands, deck and red cards.  Raises Malformed."""
    given, lasting = dict(data.get("hands", {})), data.get("lasting", {})
    if not rules.deck:
        if given or lasting or data.get("deck"):
            raise Malformed(
                "hands: these rules are played without Intrigue cards; switch intrigue on in options"
            )
        return state
    deck = numbers(given.pop("deck", data.get("deck", [])), "hands.deck")
    seated(given, state.seats, "hands")
    hands = {seat: numbers(given.get(seat, []), f"hands.{seat}") for seat in state.seats}
    lying = {letter(n, "lasting"): _cards_on(value, f"lasting.{n}") for n, value in lasting.items()}
    _each_once([*deck, *(n for hand in (*hands.values(), *lying.values()) for n in hand)], rules)
    return replace(
        state,
        hands={seat: Hand(cards, len(cards)) for seat, cards in hands.items()},
        deck=deck,
        deck_size=len(deck),
        lasting=lying,
    )


def _cards_on(value: Any, where: str) -> tuple[int, ...]:
    return numbers([value] if isinstance(value, int) else value, where)


def _each_once(cards: list[int], rules: Rules) -> None:
    for number in cards:
        if number not in rules.deck:
            raise Malformed(f"hands: there is no card {number} in this game")
        if cards.count(number) > 1:
            raise Malformed(f"hands: card {number} is in two places")


def offered(data: Mapping[str, Any], state: State, lexicon: Lexicon) -> State:
    """[offers]: open offers, each as its giver would order it.  Raises Malformed.

    `red = ["OFFER 5 TO blue FOR NO PURGE OF G"]`, or one line, or a list of lines that begin with the giver, or tables
    `{ from = "red", to = "blue", cards = [5], for = "NO PURGE OF G" }`.
    """
    for giver, text in _lines(data.get("offers", {}), state):
        order = text if text.lower().startswith("offer") else f"OFFER {text}"
        for reading in read([order], lexicon):
            if reading.kind != "order" or reading.lines[0].verb != "offer":
                raise Malformed(
                    f"offers.{giver}: {text!r} is no offer; write like OFFER 5 TO blue FOR NO PURGE OF G"
                )
            try:
                events = deal(reading.lines[0], giver, state, [(state.turn, state.phase)])
            except NoDeal as error:
                raise Malformed(f"offers.{giver}: {error}") from error
            for event in events:
                state = evolve(state, event)
    return state


def _typed(offer: dict[str, Any]) -> str:
    """A table as the line that its giver would write."""
    words = {_WORDS.get(key, key): value for key, value in offer.items()}
    if missing := [key for key in ("from", "to", "cards", "for") if key not in words]:
        raise Malformed(f"offers: an offer needs {missing[0]}")
    cards = ", ".join(map(str, numbers(words["cards"], "offers.cards")))
    return f"{words['from']} OFFER {cards} TO {words['to']} FOR {words['for']}"


_WORDS = {"giver": "from", "receiver": "to", "card": "cards", "promise": "for"}


def _lines(given: Any, state: State) -> Iterator[tuple[Player, str]]:
    if isinstance(given, list):
        for text in given:
            if isinstance(text, dict):
                text = _typed(text)
            giver, _, rest = str(text).replace(":", " ", 1).partition(" ")
            seated({giver: 0}, state.seats, "offers")
            yield giver, rest.strip()
        return
    seated(given, state.seats, "offers")
    for giver, texts in given.items():
        for text in [texts] if isinstance(texts, str) else texts:
            yield giver, str(text)
