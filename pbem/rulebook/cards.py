"""The deck of a game as its players read it (R15.4a)."""

from typing import NamedTuple

from pbem.engine.rules import IntrigueCard, Rules

#: The chapter of the Intrigue cards.
DECK = "Cards"
PHASE_NAMES = {
    "cure": "Cure",
    "purge": "Purge",
    "spy": "Spy Investigation",
    "health": "Health",
    "funeral": "Funeral Commission",
    "replacement": "Replacement",
    "rehabilitation": "Rehabilitation",
    "parade": "Parade",
}
WINDOWS = {
    "any": "in any window",
    "trial": "in a trial, from its announcement until the last vote is fixed",
    "nomination": "on a nomination, from its announcement until the last vote is fixed",
}


class Printed(NamedTuple):
    """A card, or the heading of all of them."""

    number: str
    title: str
    text: str


def printed(rules: Rules) -> list[Printed]:
    """R15.4a: a chapter of its own, the cards by number; its heading has no text."""
    if not rules.deck:
        return []
    cards = [_card(rules.deck[number]) for number in sorted(rules.deck)]
    return [Printed(DECK, f"The Intrigue cards: {rules.deck_name}", ""), *cards]


def _card(card: IntrigueCard) -> Printed:
    """What is printed on it, and before that when it is played and on whom."""
    on = f" on a {card.on.replace(', ', ' and a ')}" if card.on else ""
    lies = " It lies on him as long as it holds (R15.2)." if card.lasting else ""
    return Printed(called(card.number), card.name, f"{_when(card.when)}{on}. {card.text}{lies}")


def called(number: int) -> str:
    """As it is numbered in the rules."""
    return f"Card {number}"


def _when(when: str) -> str:
    """ "start:funeral or start:replacement", in words."""
    told = [_window(part) for part in when.split(" or ")]
    return f"Played {' or '.join(told)}"


def _window(part: str) -> str:
    kind, _, phase = part.partition(":")
    if kind == "start":
        return f"at the start of the {PHASE_NAMES.get(phase, phase)} Phase (R15.3)"
    return WINDOWS.get(kind) or f"in any window of the {PHASE_NAMES.get(kind, kind)} Phase"
