"""[position], [influence], [declared] and [waves] as a State."""

from collections.abc import Mapping, Sequence
from typing import Any

from pbem.engine import board
from pbem.engine.events import Player
from pbem.engine.influence import TEN_PLUS
from pbem.engine.rules import Rules
from pbem.engine.state import Politician, Stake, State, Wave
from pbem.orders.names import Lexicon

from .shape import HEALTH, Malformed, seated

DEFAULT_SEATS = ("red", "blue", "green")


def lexicon_of(rules: Rules, seats: Sequence[Player]) -> Lexicon:
    """The names of the game."""
    return Lexicon(
        {letter: card.name for letter, card in rules.cards.items()},
        {seat: (seat, seat) for seat in seats},
        cards={number: card.name for number, card in rules.deck.items()},
    )


class Position:
    """[position], [influence], [declared] and [waves] as a State."""

    def __init__(self, data: dict[str, Any], rules: Rules) -> None:
        self.data, self.rules = data, rules
        self.letters = {card.letter: card.letter for card in rules.cards.values()}
        self.letters |= {card.surname.casefold(): card.letter for card in rules.cards.values()}
        self.letters |= {card.name.casefold(): card.letter for card in rules.cards.values()}
        self.people: dict[str, Politician] = {}

    def state(self) -> State:
        position, seats = self.data["position"], tuple(self.data.get("seats", DEFAULT_SEATS))
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
            locked=self._locked(declared),
        )

    def _locked(self, declared: Mapping[str, Mapping[Player, Stake]]) -> dict[str, Player]:
        """R15.6: whoever shows 11 or more has him."""
        if not self.rules.ten_plus:
            return {}
        return {
            name: player
            for name, s in declared.items()
            for player, stake in s.items()
            if stake.points >= TEN_PLUS
        }

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
        seated(given, seats, "influence")
        for player, sheet in given.items():
            for name, points in sheet.items():
                points = TEN_PLUS if points == "10+" else points
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
                seated({player: 0}, seats, where)
                if not points.strip().isdigit():
                    raise Malformed(f'{where}: {text!r} should be like "red 6"')
                if int(points) > recorded[player].get(letter, 0):
                    raise Malformed(f"{where}: {player} declared more than he recorded")
                if int(points):
                    declared.setdefault(letter, {})[player] = Stake(int(points), number)
        return declared

    def _waves(self, seats: Sequence[Player], turn: int) -> tuple[Wave, ...]:
        given = self.data.get("waves", {})
        seated(given, seats, "waves", "nobody")
        return tuple(
            Wave(0, self.letter(name, f"waves.{player}"), None if player == "nobody" else player)
            for player, names in given.items()
            for name in names
        )
