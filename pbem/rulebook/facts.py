"""The numbers of the rules, as the engine has them: no number stands in two places."""

from collections.abc import Sequence
from typing import Any

from pbem.engine import board, growth, influence, victory
from pbem.engine.cards.favours import SIX_MARKERS
from pbem.engine.cards.purges import FIRST_ROLL
from pbem.engine.phases import funeral, health, purge, rehabilitation, replacement, setup, spy
from pbem.engine.questions import Roll
from pbem.engine.rules import Rules
from pbem.engine.state import Politician, State
from pbem.engine.variants import rules_for
from pbem.engine.variants.free_allocation import MOST as FREE_MOST
from pbem.engine.variants.nestor import BARRED_UNTIL


def facts(rules: Rules) -> dict[str, object]:
    """Everything that a text may name, as these rules have it."""
    return {**_board_facts(rules), **_cost_facts(rules), **_policy_facts(rules), **_intrigue_facts(rules)}


def _board_facts(rules: Rules) -> dict[str, object]:
    chief, cards = rules.cards[rules.first_chief], len(setup.deal(rules, b""))
    sheet = [number for number in rules.sheet if number < influence.TEN_PLUS]  # R12.1 adds that one
    missing = sorted(set(rules_for("basic").cards) - set(rules.cards))
    return {
        **{f"office_{slot}": name for slot, name in board.OFFICES.items()},
        "slots": len(board.SLOTS),
        "politburo": victory.POLITBURO_SIZE,
        "candidates": len(board.CANDIDATES),
        "first_level": _listed(board.FIRST_LEVEL),
        "second_level": _listed(board.SECOND_LEVEL),
        "purge_PC": board.PURGE_NUMBER["PC"],
        "purge_first": board.PURGE_NUMBER[board.FIRST_LEVEL[0]],
        "purge_second": board.PURGE_NUMBER[board.SECOND_LEVEL[0]],
        "purge_candidates": board.PURGE_NUMBER[board.CANDIDATES[0]],
        "purge_line": _listed(board.PURGE_SUCCESSION),
        "spy_line": _listed(board.SPY_SUCCESSION),
        "funeral_line": _listed(rules.funeral_succession),
        "retirement": board.RETIREMENT_AGE,
        "last_turn": board.LAST_TURN,
        "turns": board.LAST_TURN - 1,
        "first_year": board.FIRST_YEAR,
        "last_year": board.year(board.LAST_TURN - 1),
        "waves": board.WAVES_TO_WIN,
        "sides": Roll("").sides,
        "seats_least": min(setup.PLAYERS),
        "seats_most": max(setup.PLAYERS),
        "chief": chief.name,
        "chief_age": chief.age,
        "cards": cards,
        "dealt": len(board.SLOTS) - 1,
        "people": cards - len(board.SLOTS),
        "left_out": " and ".join(rules_for("basic").cards[letter].surname for letter in missing),
        "sheet_top": max(sheet),
        "sheet_least": min(sheet),
        "sheet_size": len(sheet),
        "sheet_total": sum(rules.sheet),
        "free_least": 1,
        "free_most": FREE_MOST,
    }


def _cost_facts(rules: Rules) -> dict[str, object]:
    return {
        "purge_success": purge.SUCCESS_SP,
        "purge_failure": purge.FAILURE_SP,
        "acquitting": rules.acquitting(State()),
        "acquittal_sp": spy.ACQUITTAL_SP,
        "condemnation_sp": spy.CONDEMNATION_SP,
        "investigation_sp": spy.INVESTIGATION_SP,
        "closing_fresh": rules.closing(_member("FM", suspicion=1, fresh=1)).cost,
        "noes": rules.defeating(State()),
        "defeat_sp": funeral.DEFEAT_SP,
        "nominations": funeral.NOMINATIONS,
        "step_sp": replacement.STEP_SP,
        "release_sp": rehabilitation.RELEASE_SP,
        "wave_sick": rules.wave_needs[1],
        "wave_ill": rules.wave_needs[2],
        "chart": rules.chart.name,
        "youngest": health.YOUNGEST,
        "oldest": health.OLDEST,
        "deadly": health.DEADLY,
    }


def _policy_facts(rules: Rules) -> dict[str, object]:
    """What the policies say about made-up members."""
    card = next(card for card in rules.cards.values() if "PC" not in (card.strength, card.weakness))
    neutral = next(slot for slot in board.SECOND_LEVEL if slot not in (card.strength, card.weakness))

    def years(place: str, **marks: Any) -> int:
        return sum(number for _, number in rules.aging(State(), _member(place, card.letter, **marks)))

    def modifier(place: str, **marks: Any) -> int:
        return sum(of(State(), _member(place, card.letter, **marks)) for of in rules.purge_modifiers)

    suspect = _member("C1", card.letter, suspicion=1)
    annoyed = rules.after_spy(State(people={suspect.letter: suspect}, slots={"C1": suspect.letter}))
    return {
        "age_PC": years("PC"),
        "age_cross": years(neutral, crosses=1),
        "age_suspicion": years(neutral, suspicion=1),
        "cap": rules.aging_cap,
        "purge_cure": modifier(neutral, cure=True),
        "strong_years": -years(card.strength),
        "weak_years": years(card.weakness),
        "strong_purge": -modifier(card.strength),
        "weak_purge": modifier(card.weakness),
        "candidate_sp": sum(getattr(event, "years", 0) for event in annoyed),
    }


def _intrigue_facts(rules: Rules) -> dict[str, object]:
    """What R12, R15 and R18 count."""
    kinds = {
        kind: [number for number in sorted(rules.deck) if rules.deck[number].kind == kind]
        for kind in ("blackmail", "first")
    }
    return {
        "deck_size": len(rules.deck),
        "deck_name": rules.deck_name,
        "hand_size": rules.hand_size,
        "blackmail_cards": _numbers(kinds["blackmail"]),
        "first_cards": _numbers(kinds["first"]),
        "first_line": _listed(board.PURGE_SUCCESSION[1:]),
        "ten_plus": influence.TEN_PLUS,
        "max_suspicion": rules.max_suspicion,
        "growth_turns": _numbers(growth.TURNS),
        "growth_points": growth.POINTS,
        "nestor_turn": BARRED_UNTIL,
        "first_purge": FIRST_ROLL,
        "random_most": SIX_MARKERS,
    }


def _numbers(numbers: Sequence[int]) -> str:
    """ "28 to 31" for a run, "1, 3 and 4" for others."""
    if not numbers:
        return "none"
    if len(numbers) > 2 and list(numbers) == list(range(numbers[0], numbers[-1] + 1)):
        return f"{numbers[0]} to {numbers[-1]}"
    *most, last = map(str, numbers)
    return f"{', '.join(most)} and {last}" if most else last


def _member(place: str, letter: str = "B", **marks: Any) -> Politician:
    return Politician(letter, 60, place, **marks)


def _listed(slots: Sequence[str]) -> str:
    return ", ".join(board.OFFICES[slot] for slot in slots)
