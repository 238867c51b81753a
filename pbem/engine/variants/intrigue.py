"""R15.1–R15.5: Intrigue cards (advanced D)."""

from collections.abc import Mapping
from dataclasses import replace

from .. import intrigue as playing
from .. import surplus
from ..cards import health, purges, revolution, sanatorium, suspicion
from ..rules import IntrigueCard, Reasons, Rules
from ..state import Politician, State

HAND_SIZE = 3


def intrigue(rules: Rules, deck: Mapping[int, IntrigueCard]) -> Rules:
    """The deck, the hands, and what cards change in the rules of the phases."""
    codes = {card.number: card.code for card in deck.values()}

    def to_purges(state: State, victim: Politician) -> int:
        return purges.purge_modifier(state, victim, codes)

    def to_health(state: State, patient: Politician) -> int:
        return health.health_modifier(state, patient, codes)

    def aging(state: State, member: Politician) -> Reasons:
        return rules.aging(state, member) + revolution.aging(state, member, codes)

    return replace(
        rules,
        deck=deck,
        aging=aging,
        hand_size=HAND_SIZE,
        intrigue=playing.play_round,
        opening=surplus.take_up,
        purge_modifiers=(*rules.purge_modifiers, to_purges),
        health_modifiers=(*rules.health_modifiers, to_health),
        acquitting=suspicion.acquitting,
        defeating=suspicion.defeating,
        voteless=revolution.voteless,
        sanatorium_open=lambda state: not state.enforced(sanatorium.CLOSED),
        first_purge=purges.first_purge,
    )
