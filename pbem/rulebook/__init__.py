"""The rules as the players read them (`pbem rules`).

The sentences stand in `engine/data/rules.toml`; the numbers in them are read from the engine, so that a variant changes both. The
Intrigue cards (R15.4a) are printed from the deck of the game.
"""

import re
import textwrap
import tomllib
from collections.abc import Iterable, Mapping
from functools import cache
from importlib import resources
from typing import Any, NamedTuple

from pbem.engine.readings import Position
from pbem.engine.rules import Rules
from pbem.engine.variants import PRESETS, rules_for

from . import cards, readings
from .facts import facts

WIDTH = 78


class Clause(NamedTuple):
    """One clause or card; a chapter's heading is one without text.  `house`: a house ruling, which the moderator may overrule."""

    number: str
    title: str
    text: str
    house: bool


def clauses(
    preset: str, options: Mapping[str, object], seats: int | None = None, rules: Rules | None = None
) -> list[Clause]:
    """All that holds under these rules, in reading order.  Raises UnknownRules (a ValueError).

    `seats`: how many play, where it is known (R12); `rules`: the game's own, where its packs are not those of the program.
    """
    rules = rules_for(preset, options, seats=seats) if rules is None else rules
    names, numbers = _switches(preset, seats, rules), facts(rules)
    told = [_worded(entry, names, numbers) for entry in _entries() if _holds(entry, names)]
    return [*told, *(Clause(*card, house=False) for card in cards.printed(rules))]


def find(
    text: str,
    preset: str,
    options: Mapping[str, object],
    seats: int | None = None,
    rules: Rules | None = None,
) -> list[Clause]:
    """A clause with its house rulings, a chapter or a card: "R4", "R4.3", "4.3", "HR-9", "card 17".  Raises ValueError."""
    everything = clauses(preset, options, seats, rules)
    has_cards = any(clause.number == cards.DECK for clause in everything)
    wanted = _wanted(text, has_cards)
    found = [clause for clause in everything if wanted in _names_of(clause.number)]
    if not found:
        hint = _hint(wanted, preset, options, seats) or _elsewhere(wanted, preset, has_cards)
        raise ValueError(f"there is no {_called(wanted)} in {_game(preset, options)}{hint}")
    return found


def _game(preset: str, options: Mapping[str, object]) -> str:
    said = ", ".join(f"{key}={str(value).lower()}" for key, value in options.items())
    return f"the {preset} rules{f' with {said}' if said else ''}"


def _wanted(text: str, has_cards: bool) -> str:
    """What is asked for, as clauses and cards are numbered."""
    if text.strip().casefold() in ("cards", "deck", "the deck"):
        return cards.DECK
    asked = re.fullmatch(r"\s*(HR-?\s*|R\s*|card\s*)?(\d+)(?:\.(\d+a?))?\s*", text, re.IGNORECASE)
    kind = (asked[1] or "").strip().upper() if asked else ""
    if asked is None or (kind == "CARD" and asked[3]):
        example = ", HR-9 or card 17" if has_cards else " or HR-9"
        raise ValueError(f"{text.strip()!r} is not the number of a clause; it looks like R4, R4.3{example}")
    chapter, rest = asked[2], asked[3]
    if has_cards and not kind and rest is None:
        raise ValueError(f"{chapter!r} may be a chapter or a card: ask for R{chapter} or for card {chapter}")
    if kind == "CARD":
        return cards.called(int(chapter))
    wanted = f"HR-{chapter}" if kind.startswith("HR") else f"R{chapter}"
    return wanted if rest is None else f"{wanted}.{rest.lower()}"


def _names_of(number: str) -> tuple[str, ...]:
    """By what a clause is found: itself, its chapter, and the clause that a house ruling belongs to."""
    return number, cards.DECK if number.startswith("Card ") else _chapter(number), _under(number)


def render(
    found: Iterable[Clause], width: int = WIDTH, state: Position | None = None, desk: bool = True
) -> str:
    """Plain text: a heading for each chapter, the clauses indented under their numbers.

    A house ruling by itself comes with its readings.  `state`: of a game, whose readings are told where they are not the house's;
    `desk`: for the moderator, who may rule them.
    """
    told = list(found)
    alone = len(told) == 1 and told[0].house
    blocks = []
    for clause in told:
        blocks.append(_heading(clause) if not clause.text else _paragraph(clause, width))
        if alone:
            blocks.append(readings.listed(clause.number, width, desk))
        if state is not None and clause.house:
            blocks.append(readings.in_force(clause.number, state, width, always=alone))
    blocks = list(filter(None, blocks))
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
    """R5 before R5.2 before HR-9, which is under R5.2, before R5.2a, before R5.3."""
    home = entry.get("under", entry["number"])
    numbers = tuple(int(number) for number in re.findall(r"\d+", home))
    return (*numbers, home.endswith("a"), int(entry["number"].partition("-")[2] or 0))


@cache
def _homes() -> Mapping[str, str]:
    return {entry["number"]: entry["under"] for entry in _entries() if "under" in entry}


def _under(number: str) -> str:
    """The clause that a house ruling belongs to; "" for others."""
    return _homes().get(number, "")


def _chapter(number: str) -> str:
    return (_under(number) or number).partition(".")[0]


def _called(wanted: str) -> str:
    return wanted.lower() if wanted.startswith("Card ") else f"clause {wanted}"


def _hint(wanted: str, preset: str, options: Mapping[str, object], seats: int | None) -> str:
    """What the preset has, and the options have taken away: the switches that would bring it back, each by itself."""
    entry = next((entry for entry in _entries() if entry["number"] == wanted), None)
    if entry is None or not _holds(entry, _switches(preset, seats, rules_for(preset, seats=seats))):
        return ""
    back = []
    for key in entry.get("only", ()):
        try:
            rules = rules_for(preset, {**options, key: True}, seats=seats)
        except ValueError:  # no switch, or one that goes with others only
            continue
        if _holds(entry, _switches(preset, seats, rules)):
            back.append(_option(key))
    if back:
        return f", only with the option {' or '.join(back)}"
    off = [key for key, value in options.items() if str(value).lower() in ("false", "no", "off")]
    return f", only without {' and '.join(f'{key}=false' for key in off)}" if off else ""


def _elsewhere(wanted: str, preset: str, has_cards: bool) -> str:
    """Another preset may have it or, if none has, another option."""
    if wanted == cards.DECK or wanted.startswith("Card "):
        return "" if has_cards else ", only with the option intrigue=true"
    entry = next((entry for entry in _entries() if entry["number"] == wanted), None)
    if entry is None:
        return ""
    others = [other for other in PRESETS if other != preset]
    presets = [other for other in others if _holds(entry, _switches(other, None, rules_for(other)))]
    if presets:
        return f", only in {' and '.join(presets)}"
    keys = [_option(key) for key in entry.get("only", ()) if key not in PRESETS]
    return f", only with the option {' or '.join(keys)}" if keys else ""


_PLAYERS = {"three_player": "for three players", "nestor": "for four players or more"}


def _option(key: str) -> str:
    """A switch as it is typed behind --option."""
    typed = {"revolution": "revolution=mixed", "suspicion": "revolution=mixed", "ten_plus": "growth=true"}
    parts = key.split("+")
    names = (typed.get(name, name if "=" in name else f"{name}=true") for name in parts)
    who = [_PLAYERS[name] for name in parts if name in _PLAYERS]
    return " and ".join(names) + (f" ({who[0]})" if who else "")


def _switches(preset: str, seats: int | None, rules: Rules) -> frozenset[str]:
    """The preset, what is on ("revolution=mixed" for a switch with words), and what follows from it."""
    follows = {
        "suspicion": rules.max_suspicion > 1,
        "ten_plus": rules.ten_plus,
        "any_seats": seats is None,
    }
    return frozenset({preset, *rules.switches, *(name for name, on in follows.items() if on)})


def _holds(entry: Mapping[str, Any], names: frozenset[str]) -> bool:
    only, without = entry.get("only", ()), entry.get("without", ())
    return (not only or any(_on(key, names) for key in only)) and not any(_on(key, names) for key in without)


def _on(key: str, names: frozenset[str]) -> bool:
    """ "a+!b": a is on and b is not."""
    return all((part.lstrip("!") in names) != part.startswith("!") for part in key.split("+"))


def _worded(entry: Mapping[str, Any], names: frozenset[str], numbers: Mapping[str, object]) -> Clause:
    """The text that holds under these switches, its numbers filled in."""
    instead, also = entry.get("instead", {}), entry.get("also", {})
    text = next((instead[key] for key in instead if _on(key, names)), entry.get("text", ""))
    further = [also[key] for key in also if _on(key, names)]
    whole = " ".join(" ".join([text, *further]).split())
    number = entry["number"]
    return Clause(
        number, entry["title"].format_map(numbers), whole.format_map(numbers), number.startswith("HR")
    )
