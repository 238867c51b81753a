"""R14: strengths and weaknesses (advanced C)."""

from dataclasses import replace

from ..rules import Reasons, Rules
from ..state import Politician, State


def strengths(rules: Rules) -> Rules:
    """Wraps aging (R14.2) and adds a purge modifier (R14.3)."""

    def aging(state: State, member: Politician) -> Reasons:
        card = rules.cards[member.letter]
        extra: Reasons = (("weakness", 1),) if member.place == card.weakness else ()
        if member.place == card.strength:
            extra = (("strength", -1),)
        return rules.aging(state, member) + extra

    def in_his_element(state: State, victim: Politician) -> int:
        card = rules.cards[victim.letter]
        return {card.strength: -2, card.weakness: 2}.get(victim.place, 0)

    return replace(rules, aging=aging, purge_modifiers=(*rules.purge_modifiers, in_his_element))
