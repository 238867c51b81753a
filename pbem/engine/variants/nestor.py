"""R12: who may have influence on the first Party Chief (advanced A), and the game for three (advanced G)."""

from dataclasses import replace

from ..events import Name
from ..rules import Rules
from ..state import State

BARRED_UNTIL = 3  # R12.1: the end of this turn


def nestor(rules: Rules) -> Rules:
    """R12.2: with four or more, like anyone else."""
    return replace(rules, may_hold=lambda state, name: True)


def three_player(rules: Rules) -> Rules:
    """R12.1: an eleventh Politician with "10+", which is 11 (R15.6); nobody on Nestor until the end of turn 3."""

    def may_hold(state: State, name: Name) -> bool:
        return name != rules.first_chief or _turn_three_is_over(state)

    return replace(rules, sheet=(11, *rules.sheet), may_hold=may_hold, ten_plus=True)


def _turn_three_is_over(state: State) -> bool:
    """R12.1, R15.6: growing influence at the end of its parade phase is the first occasion."""
    return state.turn > BARRED_UNTIL or (state.turn == BARRED_UNTIL and state.phase == "parade")
