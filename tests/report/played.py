"""Games played without a service, so that reports can be written from them: phases, orders, Briefs."""

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from typing import Any

from pbem.engine import board, dice, run, view
from pbem.engine.events import Event, InfluenceRecorded, PhaseOpened, Player
from pbem.engine.outlook import outlook
from pbem.engine.packs import factions
from pbem.engine.phases import setup
from pbem.engine.rules import Rules
from pbem.engine.state import State, evolve, fold
from pbem.engine.variants import rules_for
from pbem.orders import standing
from pbem.orders.answers import OrderBook
from pbem.orders.reader import read
from pbem.orders.standing import Standing
from pbem.report.brief import Brief, Seat, Unused
from pbem.report.naming import names_of

NOW = datetime(2027, 3, 2, 19, 15, tzinfo=UTC)
DEADLINE = datetime(2027, 3, 5, 19, 0, tzinfo=UTC)
PEOPLE = {
    "red": "Anna",
    "blue": "Ben",
    "green": "Carla",
    "black": "Dmitri",
    "yellow": "Eve",
    "brown": "Fritz",
}
ZONES = {"red": "Europe/Zurich", "blue": "America/New_York", "green": "Asia/Kolkata"}
CLUB = (("purge", "spy", "health"), ("funeral", "replacement"), ("rehabilitation", "parade", "cure"))


def seats_of(colours: Sequence[Player]) -> tuple[Seat, ...]:
    return tuple(Seat(c, factions()[c].name, PEOPLE.get(c, c.title()), ZONES.get(c, "UTC")) for c in colours)


class Game:
    """A journal that grows, and everybody's orders."""

    def __init__(self, rules: Rules, seats: Sequence[Seat], seed: bytes = b"seed" * 8) -> None:
        self.rules, self.seats, self.seed = rules, tuple(seats), seed
        self.journal: list[Event] = []
        self.state = State()
        self.lists: dict[Player, list[Standing]] = {s.colour: [] for s in seats}
        self.unused: dict[Player, list[Unused]] = {s.colour: [] for s in seats}
        self.seen = 0
        self.number = 0
        self.roll = dice.sealed(seed)
        self.base: State | None = None

    @classmethod
    def new(
        cls, colours: Sequence[Player], rules: str = "basic", seed: bytes = b"seed" * 8, **options: object
    ) -> "Game":
        game = cls(rules_for(rules, options, seats=len(colours)), seats_of(colours), seed)
        game.write(setup.begin(game.rules, colours, seed, {}, {}))
        return game

    @classmethod
    def at(
        cls, state: State, rules: Rules, seats: Sequence[Seat] | None = None, rolls: Sequence[int] = ()
    ) -> "Game":
        """From a position in the middle (a scenario's), before its phase is opened."""
        game = cls(rules, seats or seats_of(state.seats))
        game.state = game.base = state
        if rolls:
            game.roll = dice.scripted(rolls)
        return game

    def write(self, events: Sequence[Event]) -> None:
        self.journal += events
        for event in events:
            self.state = evolve(self.state, event)

    def record_sheets(self) -> None:
        """Ten Politicians each, overlapping."""
        able = [n for n in self.state.people if self.rules.may_hold(self.state, n)]
        order = [*(self.state.slots[s] for s in board.SLOTS if self.state.slots[s] in able), *able]
        order = list(dict.fromkeys(order))
        sheets: dict[Player, dict[str, int]] = {}
        for place, seat in enumerate(self.seats):
            mine = (order[place:] + order[:place])[: 3 * 10 : 2][: len(self.rules.sheet)]
            sheets[seat.colour] = dict(zip(mine, self.rules.sheet, strict=False))
        self.write(setup.record(sheets, {"red": "snow on Red Square"}))

    def order(self, player: Player, text: str) -> None:
        """Lines as a letter would bring them."""
        names = names_of(self.rules, self.seats)
        for reading in read(text.strip().split("\n"), names.lexicon):
            assert reading.kind == "order", (reading.text, reading.error)
            for line in reading.lines:
                self.number += 1
                self.lists[player].append(Standing(self.number, line))

    def play(self, phases: Sequence[str] = (), first: bool = False) -> None:
        """The next phases, with the orders as they stand."""
        for place, phase in enumerate(phases):
            opened = (
                PhaseOpened(self.state.turn, self.state.phase)
                if first and not place
                else run.following(self.state)
            )
            if opened is None:
                return
            assert opened.phase == phase, (opened, phase)
            self.write([opened])
            book = OrderBook(self.lists, self.rules if self.rules.deck else None)
            bases = {s.colour: view.position(s.colour, self.state) for s in self.seats}
            result = run.advance(self.state, bases, [], self.rules, book, self.roll)
            self.write(result.events)
            self.after(book, phase, place == len(phases) - 1)

    def after(self, book: OrderBook, phase: str, ends: bool) -> None:
        for player, lines in self.lists.items():
            self.lists[player], dead = standing.after_phase(
                lines, book.spent(player), self.state.turn, phase, ends
            )
            for one in dead:
                note = book.notes.get((player, one.number), "used")
                if (player, one.number) not in book.used and note != "used":
                    self.unused[player].append(Unused(one.line.text, note))

    def brief(
        self, player: Player, session: tuple[str, ...] = (), since: int | None = None, **more: Any
    ) -> Brief:
        """His brief of everything since his last one."""
        start = self.seen if since is None else since
        base = self.base or State()
        before = fold(
            view.see(player, self.journal[:start]), view.position(player, base) if self.base else base
        )
        mine = fold(view.see(player, self.journal[start:]), before)
        phases = () if self.state.over or session == ("setup",) else session
        asks = outlook(view.position(view.TABLE, self.state), self.rules, phases) if phases else ()
        given: dict[str, Any] = dict(
            game="winter-5",
            rules=self.rules,
            seats=self.seats,
            me=player,
            view=mine,
            story=list(view.see(player, self.journal[start:])),
            session=() if self.state.over else session,
            asks=[ask for ask in asks if ask.player == player],
            standing=self.lists[player],
            unused=self.unused[player],
            deadline=None if self.state.over else DEADLINE,
            judge="judge@example.org",
            now=NOW,
            awaited=[s.colour for s in self.seats][1:],
            commitment=dice.commitment(self.seed),
            seed=self.seed.hex() if self.state.over else "",
            before=before,
            sheets=self.sheets(player),
        )
        return Brief(**{**given, **more})

    def sheets(self, player: Player) -> dict[Player, dict[str, int]]:
        """What was recorded at the beginning: his own, or everybody's once the game is over."""
        found = {e.player: e.sheet for e in self.journal if isinstance(e, InfluenceRecorded) and e.sheet}
        base = self.base.recorded if self.base else {}
        found = {**{p: s for p, s in base.items() if s}, **found}
        return {p: s for p, s in found.items() if p == player or self.state.over}

    def told(self) -> None:
        """Everybody has had his report."""
        self.seen = len(self.journal)
        self.unused = {s.colour: [] for s in self.seats}


def whole(colours: Sequence[Player] = ("red", "blue", "green"), rules: str = "basic", seed: bytes = b"seed" * 8,
          orders: Mapping[Player, str] | None = None, turns: int = 11, **options: object) -> list[tuple[Game, list[Brief]]]:  # fmt: skip
    """A whole game session by session; each time the briefs of all players."""
    game = Game.new(colours, rules, seed, **options)
    found = [(game, [game.brief(c, ("setup",), draft={}, first=True) for c in colours])]
    game.told()
    game.record_sheets()
    game.play(("setup",), first=True)
    for session in _sessions(turns):
        if game.state.over:
            break
        found.append((game, [game.brief(c, session) for c in colours]))
        game.told()
        game.lists = {c: [] for c in colours}
        for colour, text in (orders or {}).items():
            game.order(colour, text)
        game.play(session)
    found.append((game, [game.brief(c) for c in colours]))
    return found


def _sessions(turns: int) -> list[tuple[str, ...]]:
    """Club tempo, from the first Cure Phase on."""
    return [("cure",), *(session for _ in range(turns) for session in CLUB)]
