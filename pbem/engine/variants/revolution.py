"""R18: the Revolution: historical Politicians, and suspicion that adds up."""

from collections.abc import Mapping
from dataclasses import replace

from .. import dice
from ..events import Card, Name
from ..rules import PoliticianCard, Reasons, Rules
from ..state import Politician, State

MOST_SUSPICION = 3  # R18.3: "double or triple"
IN_PLAY = 26  # HR-24


def with_politicians(rules: Rules, cards: Mapping[Name, PoliticianCard]) -> Rules:
    """R18.1: other Politicians; the first by letter is the first Party Chief, and R1.3 is about him."""
    chief = min(cards)
    return replace(rules, cards=cards, first_chief=chief, may_hold=lambda state, name: name != chief)


def mixed(rules: Rules, others: Mapping[Name, PoliticianCard]) -> Rules:
    """R18.2, HR-24: 26 drawn from the 52 by the sealed seed; the first Party Chief is always among them."""

    def deal(all_: Rules, seed: bytes) -> dict[Name, Card]:
        rest = [letter for letter in all_.cards if letter != all_.first_chief]
        drawn = {all_.first_chief, *dice.shuffled(seed, "mix", rest)[: IN_PLAY - 1]}
        cards = {letter: card for letter, card in all_.cards.items() if letter in drawn}
        return rules.deal(replace(all_, cards=cards), seed)

    cards = {letter: card for letter, card in sorted({**rules.cards, **others}.items())}
    return replace(rules, cards=cards, deal=deal)


def suspicion_adds_up(rules: Rules) -> Rules:
    """R18.3: up to three "?", and each counts in the Cure Phase."""

    def aging(state: State, member: Politician) -> Reasons:
        reasons = rules.aging(state, member)
        return tuple((why, member.suspicion if why == "suspicion" else years) for why, years in reasons)

    return replace(rules, aging=aging, max_suspicion=MOST_SUSPICION)
