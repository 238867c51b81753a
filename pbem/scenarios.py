"""Scenarios: a position, orders and dice, and what must come of it (`docs/scenarios.md`).

A scenario is played with the same engine and the same order reader as a mailed game.
"""

import tomllib
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from pbem.engine import board, dice, run, view
from pbem.engine.events import Event, HouseRuled, PhaseOpened, Player
from pbem.engine.rules import Rules
from pbem.engine.state import Politician, Stake, State, Wave, evolve
from pbem.engine.variants import UnknownRules, rules_for
from pbem.orders import standing
from pbem.orders.answers import OrderBook
from pbem.orders.check import never
from pbem.orders.names import Lexicon
from pbem.orders.reader import read
from pbem.orders.standing import Standing

HEALTH = ("healthy", "sick", "ill", "dead")
KEYS = {
    "": {
        "title",
        "rules",
        "refs",
        "options",
        "seats",
        "position",
        "influence",
        "declared",
        "waves",
        "hands",
        "deck",
    }
    | {"lasting", "offers", "orders", "dice", "expect"},
    "position": {"turn", "phase", "run", "people", "siberia", "wall", "retired", "slots"},
    "dice": {"rolls"},
    "expect": {
        "rolls_used",
        "over",
        "winners",
        "next_phase",
        "turn",
        "rulings",
        "place",
        "age",
        "health",
        "suspicion",
    }
    | {"cure", "control", "declared", "recorded", "waves", "rejected", "hands", "deck"},
}
NOT_BUILT = ("hands", "lasting", "offers")


class Malformed(ValueError):
    """The file is not a scenario; the text says what is wrong and where."""


class Scenario(NamedTuple):
    """A position, the rules it is played by, orders, dice and expectations."""

    title: str
    rules: Rules
    position: State
    run: int
    orders: dict[Player, str]
    rolls: tuple[int, ...]
    expect: dict[str, Any]


class Verdict(NamedTuple):
    """`failures`: expected and got, a line each; `outcome`: complete, in the vocabulary of [expect]."""

    title: str
    failures: list[str]
    outcome: dict[str, Any]


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
    _known(data, "")
    for table in ("position", "dice", "expect"):
        _known(data.get(table, {}), table)
    for table in NOT_BUILT:
        if data.get(table):
            raise Malformed(f"[{table}]: the intrigue game is not built yet")
    try:
        rules = rules_for(data.get("rules", "basic"), _options(data))
    except UnknownRules as error:
        raise Malformed(str(error)) from error
    state = _Position(data, rules).state()
    orders = data.get("orders", {})
    _seated(orders, state.seats, "orders")
    rolls = tuple(data.get("dice", {}).get("rolls", ()))
    if not all(isinstance(face, int) and 1 <= face <= 20 for face in rolls):
        raise Malformed("dice.rolls: faces of a d20, from 1 to 20")
    count = data["position"].get("run", 1)
    if not isinstance(count, int) or count < 1:
        raise Malformed("position.run: a number of phases, at least 1")
    return Scenario(
        str(data.get("title", "")), rules, state, count, dict(orders), rolls, data.get("expect", {})
    )


def _options(data: dict[str, Any]) -> dict[str, object]:
    """Switches; those of the advanced game that a position without cards does not need are let pass when off."""
    return {
        name: value
        for name, value in data.get("options", {}).items()
        if value is not False or name == "strengths"
    }


def _known(table: Mapping[str, Any], name: str) -> None:
    for key in table:
        if key not in KEYS[name]:
            raise Malformed(
                f"{name + '.' if name else ''}{key}: no such entry; there are {', '.join(sorted(KEYS[name]))}"
            )


def _seated(table: Mapping[str, Any], seats: Sequence[Player], name: str, *more: str) -> None:
    for player in table:
        if player not in seats and player not in more:
            raise Malformed(f"{name}.{player}: no such seat; there are {', '.join(seats)}")


class _Position:
    """[position], [influence], [declared] and [waves] as a State."""

    def __init__(self, data: dict[str, Any], rules: Rules) -> None:
        self.data, self.rules = data, rules
        self.letters = {card.letter: card.letter for card in rules.cards.values()}
        self.letters |= {card.surname.casefold(): card.letter for card in rules.cards.values()}
        self.letters |= {card.name.casefold(): card.letter for card in rules.cards.values()}
        self.people: dict[str, Politician] = {}

    def state(self) -> State:
        position, seats = self.data["position"], tuple(self.data.get("seats", ("red", "blue", "green")))
        if not seats or len(set(seats)) != len(seats):
            raise Malformed("seats: different factions, at least one")
        if position["phase"] not in board.PHASES:
            raise Malformed(f"position.phase: one of {', '.join(board.PHASES)}")
        if not isinstance(position["turn"], int) or not 1 <= position["turn"] <= board.LAST_TURN:
            raise Malformed(f"position.turn: from 1 to {board.LAST_TURN}")
        self._place_everybody(position)
        slots = {p.place: p.letter for p in self.people.values() if p.place in board.SLOTS}
        recorded = self._recorded(seats)
        declared = self._declared(seats, recorded)
        return State(
            seats=seats,
            turn=position["turn"],
            phase=position["phase"],
            people=dict(sorted(self.people.items())),
            slots=slots,
            declared=declared,
            recorded={**recorded},
            round=max((s.round for stakes in declared.values() for s in stakes.values()), default=0),
            waves=self._waves(seats, position["turn"]),
        )

    def letter(self, name: str, where: str) -> str:
        found = self.letters.get(name) or self.letters.get(name.casefold()) or self.letters.get(name.upper())
        if found is None:
            raise Malformed(f"{where}: there is no Politician {name!r} under these rules")
        return found

    def _place_everybody(self, position: dict[str, Any]) -> None:
        for slot, text in position.get("slots", {}).items():
            if slot not in board.SLOTS:
                raise Malformed(f"position.slots.{slot}: no such slot; there are {', '.join(board.SLOTS)}")
            self._place(text, slot, f"position.slots.{slot}")
        for area in (board.SIBERIA, board.WALL, board.RETIRED):
            for text in position.get(area, ()):
                self._place(text, area, f"position.{area}")
        people = position.get(board.PEOPLE, "rest")
        if people == "rest":
            people = [letter for letter in self.rules.cards if letter not in self.people]
        for text in people:
            self._place(text, board.PEOPLE, "position.people")

    def _place(self, text: str, place: str, where: str) -> None:
        name, *marks = text.split()
        letter = self.letter(name, where)
        if letter in self.people:
            raise Malformed(f"{where}: {letter} is already in {self.people[letter].place}")
        crosses = 3 if place == board.WALL else 0
        stress = suspicion = 0
        cure = False
        for mark in marks:
            if mark in HEALTH[1:3]:
                crosses = HEALTH.index(mark)
            elif set(mark) == {"?"}:
                suspicion = len(mark)
            elif mark == "cure":
                cure = True
            elif mark.startswith("sp") and mark[2:].isdigit():
                stress = int(mark[2:])
            else:
                raise Malformed(f"{where}: {mark!r} is none of sick, ill, cure, ?, spN")
        printed = self.rules.cards[letter].age
        self.people[letter] = Politician(letter, printed, place, stress, crosses, suspicion, 0, cure)

    def _recorded(self, seats: Sequence[Player]) -> dict[Player, dict[str, int]]:
        sheets: dict[Player, dict[str, int]] = {seat: {} for seat in seats}
        given = self.data.get("influence", {})
        _seated(given, seats, "influence")
        for player, sheet in given.items():
            for name, points in sheet.items():
                if not isinstance(points, int) or points < 0:
                    raise Malformed(f"influence.{player}.{name}: a number of points")
                sheets[player][self.letter(name, f"influence.{player}")] = points
        return sheets

    def _declared(
        self, seats: Sequence[Player], recorded: Mapping[Player, Mapping[str, int]]
    ) -> dict[str, dict[Player, Stake]]:
        declared: dict[str, dict[Player, Stake]] = {}
        for name, totals in self.data.get("declared", {}).items():
            where = f"declared.{name}"
            letter = self.letter(name, where)
            for number, text in enumerate(totals, 1):
                player, _, points = text.partition(" ")
                _seated({player: 0}, seats, where)
                if not points.strip().isdigit():
                    raise Malformed(f'{where}: {text!r} should be like "red 6"')
                if int(points) > recorded[player].get(letter, 0):
                    raise Malformed(f"{where}: {player} declared more than he recorded")
                if int(points):
                    declared.setdefault(letter, {})[player] = Stake(int(points), number)
        return declared

    def _waves(self, seats: Sequence[Player], turn: int) -> tuple[Wave, ...]:
        given = self.data.get("waves", {})
        _seated(given, seats, "waves", "nobody")
        return tuple(
            Wave(0, self.letter(name, f"waves.{player}"), None if player == "nobody" else player)
            for player, names in given.items()
            for name in names
        )


def play(scenario: Scenario) -> Verdict:
    """Play it and compare what is expected with what came."""
    lists, rejected = _read_orders(scenario)
    faces = list(scenario.rolls)
    used = 0

    def roll(label: str, sides: int) -> int:
        nonlocal used
        if used == len(faces):
            raise dice.OutOfDice(f"dice: {len(faces)} given, one more is needed for {label}")
        used += 1
        return faces[used - 1]

    state, story, failures = scenario.position, list[Event](), list[str]()
    try:
        for event in _phases(scenario, lists, roll):
            story.append(event)
            state = evolve(state, event)
    except dice.OutOfDice as error:
        failures.append(str(error))
    if used < len(faces) and not failures:
        failures.append(f"dice: {len(faces)} given, {used} used")
    outcome = _outcome(state, story, used, rejected)
    failures += _compare(scenario, outcome)
    return Verdict(scenario.title, failures, outcome)


def _read_orders(scenario: Scenario) -> tuple[dict[Player, list[Standing]], dict[Player, int]]:
    """Each seat's lines as standing orders, and how many were rejected."""
    state, cards = scenario.position, scenario.rules.cards
    lexicon = Lexicon(
        {letter: card.name for letter, card in cards.items()}, {seat: (seat, seat) for seat in state.seats}
    )
    surnames = {letter: card.surname for letter, card in cards.items()}
    lists: dict[Player, list[Standing]] = {}
    rejected = dict.fromkeys(state.seats, 0)
    number = 0
    for player in state.seats:
        lists[player] = []
        for reading in read(scenario.orders.get(player, "").split("\n"), lexicon):
            faults = [never(line, player, state, surnames) for line in reading.lines]
            if reading.kind == "rejected" or any(faults):
                rejected[player] += 1
            for line, fault in zip(reading.lines, faults, strict=True):
                if fault is None:
                    number += 1
                    lists[player].append(Standing(number, line))
    return lists, rejected


def _phases(scenario: Scenario, lists: dict[Player, list[Standing]], roll: dice.Dice) -> list[Event]:
    """The story of all phases played."""
    story: list[Event] = []
    state = scenario.position
    opened: PhaseOpened | None = PhaseOpened(state.turn, state.phase)
    for _ in range(scenario.run):
        if opened is None:
            break
        story.append(opened)
        state = evolve(state, opened)
        book = OrderBook(lists)
        bases = {player: view.position(player, state) for player in state.seats}
        result = run.advance(state, bases, [], scenario.rules, book, roll)
        story += result.events
        state = result.state
        for player, lines in lists.items():
            lists[player], _ = standing.after_phase(
                lines, book.spent(player), state.turn, state.phase, session_ends=state.phase == "parade"
            )
        opened = run.following(state)
    return story


def _outcome(state: State, story: Sequence[Event], used: int, rejected: dict[Player, int]) -> dict[str, Any]:
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
    }


def _compare(scenario: Scenario, outcome: dict[str, Any]) -> list[str]:
    """What was expected and did not come, a line each."""
    position = _Position({}, scenario.rules)
    failures = []
    for key, expected in scenario.expect.items():
        if key in ("hands", "deck"):
            raise Malformed(f"expect.{key}: the intrigue game is not built yet")
        for path, wanted, got in _leaves(key, expected, outcome[key], position):
            if wanted != got:
                failures.append(f"{path}: expected {wanted!r}, got {got!r}")
    return failures


def _leaves(path: str, expected: Any, got: Any, names: _Position) -> list[tuple[str, Any, Any]]:
    """The single values that are compared; names may be letters or surnames, what is not there counts as None."""
    if path == "rulings":
        return [(f"rulings {ruling}", True, ruling in got) for ruling in expected]
    if path == "winners":
        return [(path, sorted(expected), sorted(got))]
    if not isinstance(expected, dict):
        return [(path, expected, got)]
    found = []
    for name, value in expected.items():
        key = name if not isinstance(got, dict) or name in got else names.letters.get(name.casefold(), name)
        inner = got.get(key) if isinstance(got, dict) else None
        found += _leaves(f"{path}.{name}", value, inner, names)
    return found
