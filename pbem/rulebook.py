"""The rules as the players read them (`pbem rules`).

The sentences stand in `engine/data/rules.toml`; the numbers in them are read from the engine, so that a variant changes both.
"""

import re
import textwrap
import tomllib
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from importlib import resources
from typing import Any, NamedTuple

from pbem.engine import board, victory
from pbem.engine.phases import ballot, funeral, health, purge, rehabilitation, replacement, setup, spy
from pbem.engine.questions import Roll
from pbem.engine.rules import Rules
from pbem.engine.state import Politician, State
from pbem.engine.variants import rules_for

WIDTH = 78


class Clause(NamedTuple):
    """One clause; a chapter's heading is one without text.  `house`: a house ruling, which the moderator may overrule."""

    number: str
    title: str
    text: str
    house: bool


def clauses(preset: str, options: Mapping[str, object]) -> list[Clause]:
    """All that holds under these rules, in reading order.  Raises UnknownRules (a ValueError)."""
    rules = rules_for(preset, options)
    names, facts = _switches(preset, options), _facts(rules)
    return [_worded(entry, names, facts) for entry in _entries() if _holds(entry, names)]


def find(text: str, preset: str, options: Mapping[str, object]) -> list[Clause]:
    """A clause with its house rulings, or a chapter: "R4", "R4.3", "4.3" or "HR-9".  Raises ValueError."""
    asked = re.fullmatch(r"\s*(HR-?\s*|R\s*)?(\d+)(?:\.(\d+))?\s*", text, re.IGNORECASE)
    everything = clauses(preset, options)
    if asked is None:
        raise ValueError(f"{text.strip()!r} is not the number of a clause; it looks like R4, R4.3 or HR-9")
    kind, chapter, rest = (asked[1] or "R").strip().upper(), asked[2], asked[3]
    wanted = f"HR-{chapter}" if kind.startswith("HR") else f"R{chapter}"
    if rest is not None:
        wanted += f".{rest}"
    found = [
        clause
        for clause in everything
        if wanted in (clause.number, _chapter(clause.number), _under(clause.number))
    ]
    if not found:
        raise ValueError(f"there is no clause {wanted} in the {preset} rules{_hint(wanted)}")
    return found


def render(found: Iterable[Clause], width: int = WIDTH) -> str:
    """Plain text: a heading for each chapter, the clauses indented under their numbers."""
    blocks = [_heading(clause) if not clause.text else _paragraph(clause, width) for clause in found]
    return "\n\n".join(blocks) + "\n" if blocks else ""


def _heading(clause: Clause) -> str:
    line = f"{clause.number}  {clause.title}"
    return f"{line}\n{'=' * len(line)}"


def _paragraph(clause: Clause, width: int) -> str:
    title = f"{clause.title} (house ruling)" if clause.house else clause.title
    body = textwrap.fill(clause.text, width, initial_indent=" " * 7, subsequent_indent=" " * 7)
    return f"{clause.number:<6} {title}\n{body}"


# --- the source --------------------------------------------------------------------------------------------------


@cache
def _entries() -> tuple[dict[str, Any], ...]:
    """Chapters and clauses; each house ruling stands behind the clause that it belongs to."""
    source = resources.files("pbem.engine").joinpath("data", "rules.toml").read_text("utf-8")
    data = tomllib.loads(source)
    return tuple(sorted((*data["chapter"], *data["clause"]), key=_place))


def _place(entry: Mapping[str, Any]) -> tuple[int, ...]:
    """R5 before R5.2 before HR-9, which is under R5.2, before R5.3."""
    numbers = tuple(int(number) for number in re.findall(r"\d+", entry.get("under", entry["number"])))
    return (*numbers, int(entry["number"].partition("-")[2] or 0))


@cache
def _homes() -> Mapping[str, str]:
    return {entry["number"]: entry["under"] for entry in _entries() if "under" in entry}


def _under(number: str) -> str:
    """The clause that a house ruling belongs to; "" for others."""
    return _homes().get(number, "")


def _chapter(number: str) -> str:
    return (_under(number) or number).partition(".")[0]


def _hint(wanted: str) -> str:
    """Elsewhere there may be one."""
    return ", only in others" if any(entry["number"] == wanted for entry in _entries()) else ""


def _switches(preset: str, options: Mapping[str, object]) -> frozenset[str]:
    """The preset and what is on; "swiss_tie=nobody" for a switch with words."""
    given = {"strengths": preset == "advanced", **options}
    words = {name: str(value).lower() for name, value in given.items()}
    on = {name if word in ("true", "yes", "on", "1") else f"{name}={word}" for name, word in words.items()}
    return frozenset({preset, *on})


def _holds(entry: Mapping[str, Any], names: frozenset[str]) -> bool:
    only, without = entry.get("only", ()), entry.get("without", ())
    return (not only or not names.isdisjoint(only)) and names.isdisjoint(without)


def _worded(entry: Mapping[str, Any], names: frozenset[str], facts: Mapping[str, object]) -> Clause:
    """The text that holds under these switches, its numbers filled in."""
    instead, also = entry.get("instead", {}), entry.get("also", {})
    text = next((instead[name] for name in instead if name in names), entry.get("text", ""))
    further = [also[name] for name in also if name in names]
    whole = " ".join(" ".join([text, *further]).split())
    number = entry["number"]
    return Clause(number, entry["title"].format_map(facts), whole.format_map(facts), number.startswith("HR"))


# --- the numbers -------------------------------------------------------------------------------------------------


def _facts(rules: Rules) -> dict[str, object]:
    """Everything that a text may name, as these rules have it."""
    return {**_board_facts(rules), **_cost_facts(rules), **_policy_facts(rules)}


def _board_facts(rules: Rules) -> dict[str, object]:
    chief, cards = rules.cards[rules.first_chief], len(rules.cards)
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
        "sheet_top": max(rules.sheet),
        "sheet_least": min(rules.sheet),
        "sheet_size": len(rules.sheet),
    }


def _cost_facts(rules: Rules) -> dict[str, object]:
    return {
        "purge_success": purge.SUCCESS_SP,
        "purge_failure": purge.FAILURE_SP,
        "acquitting": ballot.ACQUITTING_VOTES,
        "acquittal_sp": spy.ACQUITTAL_SP,
        "condemnation_sp": spy.CONDEMNATION_SP,
        "investigation_sp": spy.INVESTIGATION_SP,
        "closing_fresh": rules.closing(_member("FM", suspicion=1, fresh=1)).cost,
        "noes": funeral.DEFEATING_NOES,
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


def _member(place: str, letter: str = "B", **marks: Any) -> Politician:
    return Politician(letter, 60, place, **marks)


def _listed(slots: Sequence[str]) -> str:
    return ", ".join(board.OFFICES[slot] for slot in slots)
