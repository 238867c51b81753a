"""A whole game between the bots of `pbem.bots` by order lines, at the speed of the engine: no mail, no database."""

from collections.abc import Mapping
from random import Random

from pbem.bots import Bot
from pbem.engine import view
from pbem.engine.events import Player
from pbem.engine.outlook import outlook
from pbem.engine.phases import setup
from pbem.engine.run import Answers
from pbem.engine.state import State
from pbem.orders.answers import OrderBook
from pbem.orders.bargains import NoDeal, deal
from pbem.orders.lines import Line
from pbem.orders.names import Lexicon
from pbem.orders.reader import read
from pbem.orders.standing import Standing, after_phase, immediate, listed
from tests.fuzz.games import Game, Meddling, begin, play
from tests.invariants import Watch


class Unreadable(AssertionError):
    """A bot wrote what the judge does not understand."""


class BotTable:
    """The bots of one game, and their standing orders."""

    def __init__(self, game: Game, rng: Random) -> None:
        self.game, self.watch = game, game.watch
        seats = game.watch.state.seats
        self.bots = {player: Bot(player, Random(rng.random())) for player in seats}
        self.lists: dict[Player, list[Standing]] = {player: [] for player in seats}
        politicians = {letter: card.name for letter, card in game.rules.cards.items()}
        self.lexicon = Lexicon(politicians, {seat: (seat, seat) for seat in seats}, game.rules.switches)
        self.number = 0

    def before(self, coming: tuple[int, str]) -> None:
        """Everybody writes; then whoever has an offer answers it."""
        if coming[1] == "setup":
            return
        rules = self.game.rules
        asks = outlook(view.position(view.TABLE, self.watch.state), rules, coming[1:])
        for player, bot in self.bots.items():
            seen = view.position(player, self.watch.state)
            self._written(player, bot.orders(seen, rules, coming[1:], asks), coming)
        if "bribes" in rules.switches:
            for player, bot in self.bots.items():
                seen = view.position(player, self.watch.state)
                self._written(player, bot.answers(seen, rules), coming)

    def _written(self, player: Player, lines: list[str], coming: tuple[int, str]) -> None:
        for reading in read(lines, self.lexicon):
            if reading.kind != "order":
                raise Unreadable(f"{reading.text!r}: {reading.kind}, {reading.error}")
            for line in reading.lines:
                self._ordered(player, line, coming)
        del self.lists[player][:-60]

    def _ordered(self, player: Player, line: Line, coming: tuple[int, str]) -> None:
        if immediate(line):
            self.watch.reached["bot", line.verb] += 1
            try:
                self.watch.take_all(deal(line, player, self.watch.state, (coming,)))
            except NoDeal as why:
                self.watch.reached["no deal", str(why).split(":")[0][:60]] += 1
        elif listed(line):
            self.number += 1
            self.watch.reached["bot", line.verb] += 1
            self.lists[player].append(Standing(self.number, line))

    def book(self, state: State) -> Answers:
        return OrderBook(self.lists, self.game.rules if self.game.rules.deck else None)

    def closed(self, state: State, book: Answers) -> None:
        assert isinstance(book, OrderBook)
        for player, own in self.lists.items():
            self.lists[player], _ = after_phase(own, book.spent(player), state.turn, state.phase)


def recorded(watch: Watch, table: BotTable) -> Mapping[Player, Mapping[str, int]]:
    """R1.3: the sheets that the bots write, read as the judge reads them."""
    sheets = {}
    for player, bot in table.bots.items():
        written = bot.sheet(view.position(player, watch.state), table.game.rules)
        given: dict[str, int] = {}
        for reading in read(written, table.lexicon):
            if reading.kind != "order":
                raise Unreadable(f"{reading.text!r}: {reading.kind}, {reading.error}")
            for line in reading.lines:
                given.update(line.sheet)
        faults = setup.sheet_faults(table.game.rules, watch.state, given)
        if faults:
            raise Unreadable(f"{written}: {faults}")
        sheets[player] = given
    return sheets


def by_bots(seed: int, name: str) -> Game:
    """A game of bots; what they write is all understood."""
    rng = Random(seed)
    made: list[BotTable] = []

    def sheets(rng: Random, game: Game) -> Mapping[Player, Mapping[str, int]]:
        made.append(BotTable(game, rng))
        return recorded(game.watch, made[0])

    game = begin(rng, name, sheets)
    table = made[0]
    play(game, table.book, table.closed, Meddling(seed, before=table.before))
    return game
