"""Reading a scenario file."""

import tomllib
from pathlib import Path
from typing import Any

from pbem.engine.variants import UnknownRules, rules_for

from . import cards, desk
from .position import DEFAULT_SEATS, Position, lexicon_of
from .shape import Malformed, Scenario, known, seated


def load(path: Path) -> Scenario:
    """Read a scenario file.  Raises Malformed."""
    try:
        data = tomllib.loads(path.read_text("utf-8"))
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise Malformed(str(error)) from error
    try:
        return parse(data)
    except (TypeError, KeyError, AttributeError, IndexError) as error:
        raise Malformed(f"not the shape of a scenario: {error!r}") from error


def parse(data: dict[str, Any]) -> Scenario:
    """A scenario from its TOML data.  Raises Malformed."""
    known(data, "")
    for table in ("position", "dice", "expect"):
        known(data.get(table, {}), table)
    seats = data.get("seats", DEFAULT_SEATS)
    try:
        rules = rules_for(data.get("rules", "basic"), data.get("options", {}), seats=len(seats))
    except UnknownRules as error:
        raise Malformed(str(error)) from error
    position = Position(data, rules)
    state = cards.dealt(data, desk.ruled(data, position.state()), rules, position.letter)
    state = cards.offered(data, state, lexicon_of(rules, state.seats))
    orders = data.get("orders", {})
    seated(orders, state.seats, "orders")
    rolls = tuple(data.get("dice", {}).get("rolls", ()))
    if not all(isinstance(face, int) and 1 <= face <= 20 for face in rolls):
        raise Malformed("dice.rolls: faces of a d20, from 1 to 20")
    count = data["position"].get("run", 1)
    if not isinstance(count, int) or count < 1:
        raise Malformed("position.run: a number of phases, at least 1")
    return Scenario(
        str(data.get("title", "")), rules, state, count, dict(orders), rolls, data.get("expect", {})
    )
