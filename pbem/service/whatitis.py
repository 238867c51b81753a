"""What one game is, within one transaction: its rules, seats, names, settings, secrets, and the sheets of its set-up."""

import json
from collections.abc import Mapping
from functools import cached_property, lru_cache
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

from sqlalchemy import Connection, bindparam, select

from pbem import gamesettings
from pbem.engine import dice
from pbem.engine.events import Player
from pbem.engine.packs import Packs
from pbem.engine.rules import Rules
from pbem.engine.state import State
from pbem.engine.variants import rules_for
from pbem.gamesettings import Settings
from pbem.orders.names import Lexicon
from pbem.orders.standing import GROWTH_TURNS
from pbem.report.brief import Seat
from pbem.store.database import table
from pbem.store.tables import SeatRow

from .secret import master_of, seed_of

SEAT = table(SeatRow)
#: What a person has settled for himself (SET), as it is before he does.
OWN_SETTINGS: Mapping[str, Any] = {
    "style": "full",
    "calendar": False,
    "remind": "",
    "open_press": False,
    "entered": None,
}

#: Made once: building a statement costs as much as running it.
_SEATS = select(SEAT).where(SEAT.c.game == bindparam("game_")).order_by(SEAT.c.place)


@lru_cache(maxsize=128)
def _lexicon(
    names: tuple[tuple[str, str], ...],
    seats: tuple[tuple[str, tuple[str, str]], ...],
    cards: tuple[tuple[int, str], ...],
    switches: frozenset[str],
    growing: bool,
) -> Lexicon:
    """One for all transactions with these names, so that what was looked up with it stays known."""
    return Lexicon(dict(names), dict(seats), switches, dict(cards), growing)


class WhatItIs:
    """The part of a `Record` that does not change by what is played."""

    if TYPE_CHECKING:
        id: int
        row: Any
        connection: Connection
        packs: Packs

        @property
        def state(self) -> State: ...

        def change(self, **values: Any) -> None: ...
        def change_seat(self, player: Player, **values: Any) -> None: ...

    @cached_property
    def rules(self) -> Rules:
        options, seats = json.loads(self.row.options), len(self.seat_rows)
        return rules_for(self.row.rules, options, seats=seats, packs=self.packs)

    @cached_property
    def seat_rows(self) -> dict[Player, SimpleNamespace]:
        found = self.connection.execute(_SEATS, {"game_": self.id})
        return {row.colour: SimpleNamespace(**row._mapping) for row in found}

    @cached_property
    def seats(self) -> tuple[Seat, ...]:
        from pbem.engine.packs import factions

        named = factions()
        return tuple(
            Seat(row.colour, named[row.colour].name, row.name, row.zone) for row in self.seat_rows.values()
        )

    @cached_property
    def lexicon(self) -> Lexicon:
        there = self.state.people or self.rules.cards  # R18.2: not all need be in the game
        names = {letter: card.name for letter, card in self.rules.cards.items() if letter in there}
        seats = {seat.colour: (seat.faction, seat.name) for seat in self.seats}
        cards = {number: card.name for number, card in self.rules.deck.items()}
        growing = "growth" in self.rules.switches and self.state.turn in GROWTH_TURNS
        named = tuple(names.items()), tuple(seats.items()), tuple(cards.items())
        return _lexicon(*named, self.rules.switches, growing)

    @cached_property
    def settings(self) -> Settings:
        """What was settled for this game beside its rules."""
        return gamesettings.stored(self.row.settings)

    @property
    def master(self) -> bytes:
        return master_of(self.row.master)

    @cached_property
    def seed(self) -> bytes:
        """The dice seed: its hash is published first, itself when the game is over."""
        return seed_of(self.row.master)

    @cached_property
    def commitment(self) -> str:
        """The hash of the dice seed, published before the first roll."""
        return dice.commitment(self.seed)

    def dice(self) -> dice.Dice:
        return dice.sealed(dice.salted(self.seed, json.loads(self.row.salts)))

    # --- set-up ---

    def draft(self, player: Player) -> dict[str, int]:
        """His sheet so far."""
        sheet: dict[str, int] = json.loads(self.seat_rows[player].draft)
        return sheet

    def change_draft(self, player: Player, sheet: Mapping[str, int]) -> None:
        self.change_seat(player, draft=json.dumps(sheet))

    def change_salts(self, salts: Mapping[Player, str]) -> None:
        self.change(salts=json.dumps(salts))
