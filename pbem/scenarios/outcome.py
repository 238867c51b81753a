"""What came of a scenario, in the vocabulary of [expect], and how that is compared."""

from collections.abc import Callable, Sequence
from typing import Any

from pbem.engine import run
from pbem.engine.events import Event, HouseRuled, Player
from pbem.engine.state import Hand, State

from .position import Position
from .shape import HEALTH, Malformed, Scenario


def outcome_of(
    state: State, story: Sequence[Event], used: int, rejected: dict[Player, int]
) -> dict[str, Any]:
    """Everything that [expect] can ask for."""
    coming = run.following(state)
    people = state.people
    waves = {seat: state.credited(seat) for seat in state.seats}
    waves["nobody"] = sum(wave.player is None and wave.politician is not None for wave in state.waves)
    return {
        "rolls_used": used,
        "over": state.over,
        "winners": list(state.winners),
        "next_phase": coming.phase if coming else "over",
        "turn": coming.turn if coming else state.turn,
        "rulings": sorted({event.ruling for event in story if isinstance(event, HouseRuled)}),
        "place": {name: p.place for name, p in people.items()},
        "age": {name: p.age for name, p in people.items()},
        "health": {name: HEALTH[p.crosses] for name, p in people.items()},
        "suspicion": {name: p.suspicion for name, p in people.items()},
        "cure": {name: p.cure for name, p in people.items()},
        "control": {name: state.controller(name) or "nobody" for name in people},
        "declared": {name: {seat: state.shown(seat, name) for seat in state.seats} for name in people},
        "recorded": {seat: {name: state.written(seat, name) for name in people} for seat in state.seats},
        "waves": waves,
        "rejected": rejected,
        "hands": {seat: sorted(state.hands.get(seat, Hand()).cards or ()) for seat in state.seats},
        "deck": list(state.deck or ()),
        "readings": {ruling: word for ruling, (word, _) in state.readings.items()},
        "lasting": {name: list(cards) for name, cards in state.lasting.items()},
    }


def compare(scenario: Scenario, outcome: dict[str, Any]) -> list[str]:
    """What was expected and did not come, a line each."""
    position = Position({}, scenario.rules)
    failures = []
    for key, expected in scenario.expect.items():
        for path, wanted, got in _leaves(key, expected, outcome[key], position):
            if wanted != got:
                failures.append(f"{path}: expected {wanted!r}, got {got!r}")
    return failures


def _leaves(path: str, expected: Any, got: Any, names: Position) -> list[tuple[str, Any, Any]]:
    """The single values that are compared; names may be letters or surnames, what is not there counts as None."""
    if path == "rulings":
        return [(f"rulings {ruling}", True, ruling in got) for ruling in expected]
    if path == "winners" or (path.startswith("hands.") and isinstance(expected, list)):
        return [(path, sorted(expected), sorted(got or []))]
    if path == "deck" and isinstance(expected, dict):
        return _deck(expected, got)
    if not isinstance(expected, dict):
        return [(path, expected, got)]
    found = []
    for name, value in expected.items():
        key = name if not isinstance(got, dict) or name in got else names.letters.get(name.casefold(), name)
        inner = got.get(key) if isinstance(got, dict) else None
        found += _leaves(f"{path}.{name}", value, inner, names)
    return found


def _deck(expected: dict[str, Any], got: list[int]) -> list[tuple[str, Any, Any]]:
    """[expect.deck]: `cards` or `order` (all of it), `top` and `bottom` (as many as are named), `size`."""
    parts: dict[str, Callable[[list[int]], Any]] = {
        "cards": lambda wanted: got,
        "order": lambda wanted: got,
        "top": lambda wanted: got[: len(wanted)],
        "bottom": lambda wanted: got[-len(wanted) :] if wanted else [],
        "size": lambda wanted: len(got),
    }
    for part in expected:
        if part not in parts:
            raise Malformed(f"expect.deck.{part}: no such entry; there are {', '.join(parts)}")
    return [(f"deck.{part}", wanted, parts[part](wanted)) for part, wanted in expected.items()]
