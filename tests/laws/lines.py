"""Order lines by chance: every verb of a game that is going on, with actors, triggers and conditions of all kinds."""

from collections.abc import Callable, Collection, Mapping
from random import Random

import msgspec

from pbem.engine import board
from pbem.engine.events import Player
from pbem.engine.rules import Rules
from pbem.engine.run import Answers
from pbem.engine.state import Hand, State
from pbem.orders import lines as said
from pbem.orders.answers import OrderBook
from pbem.orders.canonical import canonical
from pbem.orders.lines import Condition, Line, Trigger, Who
from pbem.orders.names import Lexicon
from pbem.orders.reader import read
from pbem.orders.standing import PHASE_OF, Standing, after_phase
from tests.laws import cardlines
from tests.laws.cardlines import CardPen

OPS = ("<", "<=", "=", ">=", ">")
PLACES = (
    "work",
    "sanatorium",
    "siberia",
    "candidates",
    "people",
    "wall",
    "retired",
    "politburo",
    *board.SLOTS,
)
TRIGGERS = (
    "purge",
    "trial",
    "condemnation",
    "investigation",
    "nomination",
    "promotion",
    "demotion",
    "shift",
    "release",
)
ALWAYS = ("declare", "hold", "take", "protect", "vote", "pass")
SLOTS_OF = {
    "shift": board.POLITBURO[1:],
    "promote": board.SLOTS[1:],
    "demote": board.SLOTS[1:],
    "move": (*board.SLOTS[1:], "up", "down"),
}


class Pen:
    """Writes lines.  `mine`: whom this player likes to name; `typed`: only what the language can say."""

    def __init__(
        self,
        rng: Random,
        seats: tuple[Player, ...],
        names: list[str],
        mine: list[str],
        typed: bool,
        switches: Collection[str] = (),
    ) -> None:
        self.rng, self.seats, self.names, self.mine, self.typed = rng, seats, names, mine, typed
        self.about_cards = cardlines.verbs(switches)
        self.cards = CardPen(rng, seats, lambda: self.who(groups=False))

    def who(self, groups: bool = True) -> Who:
        draw = self.rng.random()
        if draw < 0.3:
            return said.Named(self.rng.choice(self.mine))
        if draw < 0.55:
            return said.Named(self.rng.choice(self.names))
        if draw < 0.85 or not groups:
            return said.Office(self.rng.choice(board.POLITBURO))
        return said.Group(self.rng.choice(("mine", "anyone", "actor")))

    def several(self, most: int = 3) -> tuple[Who, ...]:
        return tuple(dict.fromkeys(self.who() for _ in range(self.rng.randint(1, most))))

    def player(self) -> str:
        return self.rng.choice((*self.seats, "i", "nobody", "anyone"))

    def condition(self, depth: int = 2) -> Condition:
        draw = self.rng.random()
        if depth and draw < 0.25:
            kind = self.rng.choice((said.And, said.Or))
            return kind((self.condition(0), self.condition(0)))
        if depth and draw < 0.35:
            return said.Not(self.condition(0))
        return self.fact()

    def fact(self) -> Condition:
        rng, op = self.rng, self.rng.choice(OPS)
        facts: tuple[Callable[[], Condition], ...] = (
            lambda: said.Controls(self.player(), self.who()),
            lambda: said.Sits(self.who(), rng.choice(PLACES)),
            lambda: said.Health(self.who(), rng.choice(("healthy", "sick", "ill", "suspect"))),
            lambda: said.Age(self.who(), op, rng.randint(50, 95)),
            lambda: said.Declared(self.player(), self.who(), op, rng.randint(0, 10)),
            lambda: said.Turn(op, rng.randint(1, 11)),
            lambda: said.Waves(self.player(), op, rng.randint(0, 3)),
            lambda: said.Votes(rng.choice(("innocent", "no")), op, rng.randint(0, 4)),
        )
        return rng.choice(facts)()

    def trigger(self, phase: str) -> Trigger:
        """Often one that is sure to come in this phase."""
        rng = self.rng
        if rng.random() < 0.5:
            return rng.choice(
                (
                    Trigger("start", phase=phase if phase in board.PHASES else "cure"),
                    Trigger("any"),
                    Trigger("vote"),
                    Trigger("pass"),
                )
            )
        kind = rng.choice((*TRIGGERS, "vote", "pass", "any", "parade", "start"))
        if kind == "start":
            return Trigger("start", phase=rng.choice(board.PHASES))
        if kind == "vote":
            vote = rng.choice((None, "guilty", "innocent", "yes", "no"))
            return Trigger("vote", by=self._maybe(), vote=vote, on=self._maybe())
        if kind in ("pass", "any"):
            return Trigger(kind, by=self._maybe())
        if kind == "parade":
            return Trigger("parade")
        return Trigger(kind, of=self._maybe(), by=self._maybe())

    def _maybe(self) -> Who | None:
        return self.who() if self.rng.random() < 0.5 else None

    def line(self, phase: str) -> Line:
        """Mostly for this phase, sometimes for any other."""
        rng = self.rng
        if self.about_cards and rng.random() < 0.4:
            return self._about_cards(phase)
        waiting = [verb for verb, its in PHASE_OF.items() if its == phase or rng.random() < 0.05]
        verb = (
            rng.choice((*ALWAYS, *waiting, *waiting, *waiting))
            if rng.random() < 0.97
            else rng.choice(tuple(PHASE_OF))
        )
        line = self._deed(verb)
        extra: dict[str, object] = {}
        if verb == "pass" and self.typed:
            return line
        if rng.random() < 0.15 and verb not in ("declare", "hold", "take", "protect"):
            extra["actor"] = self.who(groups=not self.typed)
        if rng.random() < 0.2:
            extra["when"] = self.trigger(phase)
        if rng.random() < 0.25:
            extra["condition"] = self.condition()
        if verb == "purge" and rng.random() < 0.4:
            extra["during"] = self.condition()
        if rng.random() < 0.08:
            extra["turn"] = rng.randint(1, 11)
        extra["each_turn"] = rng.random() < 0.15
        return msgspec.structs.replace(line, **extra)

    def _about_cards(self, phase: str) -> Line:
        """PLAY and its kin; WHEN and IF where they may have them."""
        rng = self.rng
        line = self.cards.write(rng.choice(self.about_cards))
        if line.verb in ("keep cards", "support", "gain", "draw", "accept"):
            return line
        extra: dict[str, object] = {}
        if line.when is None and line.verb == "play" and rng.random() < 0.5:
            extra["when"] = self.trigger(phase)
        if rng.random() < 0.2:
            extra["condition"] = self.condition()
        return msgspec.structs.replace(line, **extra)

    def _deed(self, verb: str) -> Line:
        rng = self.rng
        number = rng.choice((None, *range(1, 11)))
        if verb in ("declare", "hold", "take", "protect"):
            name = (
                said.Named(rng.choice(self.mine))
                if rng.random() < 0.6
                else self.who(groups=verb != "declare")
            )
            return Line(verb, who=(name,), number=number)
        if verb == "vote":
            vote = rng.choice(("guilty", "innocent", "yes", "no"))
            return Line(verb, vote=vote, who=(self.who(),) if rng.random() < 0.5 else ())
        if verb == "pass":
            return Line(verb)
        if verb in SLOTS_OF:
            to = (
                rng.choice(SLOTS_OF[verb])
                if verb == "shift" or verb == "move" or rng.random() < 0.4
                else None
            )
            return Line(verb, who=(self.who(),), to=to)
        if verb == "swap":
            return Line(verb, who=(self.who(), self.who()))
        if verb in ("cure", "work", "try", "condemn"):
            return Line(verb, who=(self.who(),))
        return Line(verb, who=self.several())


class Misread(AssertionError):
    """A line was not read as it was written."""


class Writers:
    """Everybody's order lists through a whole game: written by chance, answered by an OrderBook, aged by the phases."""

    def __init__(
        self, rng: Random, rules: Rules, recorded: Mapping[Player, Mapping[str, int]], as_text: bool
    ) -> None:
        self.rng, self.as_text = rng, as_text
        self.rules = rules if rules.deck else None
        seats, names = tuple(recorded), sorted(rules.cards)
        self.pens = {
            player: Pen(rng, seats, names, sorted(sheet), as_text, rules.switches)
            for player, sheet in recorded.items()
        }
        self.lists: dict[Player, list[Standing]] = {player: [] for player in recorded}
        self.lexicon = Lexicon({n: card.name for n, card in rules.cards.items()}, {s: (s, s) for s in seats})
        self.diligence = rng.choice((1, 2, 4))
        self.number = 0

    def book(self, state: State) -> Answers:
        """A few new lines for each player, then the phase."""
        for player, pen in self.pens.items():
            pen.cards.hand = state.hands.get(player, Hand()).cards or ()
            for _ in range(self.rng.randint(0, self.diligence)):
                self.number += 1
                line = pen.line(state.phase)
                self.lists[player].append(Standing(self.number, self._read(line) if self.as_text else line))
            del self.lists[player][:-30]
        return OrderBook(self.lists, self.rules)

    def closed(self, state: State, book: Answers) -> None:
        assert isinstance(book, OrderBook)
        for player, own in self.lists.items():
            ends = state.phase == "parade" or self.rng.random() < 0.2
            self.lists[player], _ = after_phase(own, book.spent(player), state.turn, state.phase, ends)

    def _read(self, line: Line) -> Line:
        """As a player would have typed it."""
        text = canonical(line, self.lexicon)
        readings = read([text], self.lexicon)
        if len(readings) != 1 or len(readings[0].lines) != 1:
            raise Misread(f"{text!r} was read as {readings}")
        got = readings[0].lines[0]
        if msgspec.structs.replace(got, text="") != msgspec.structs.replace(line, text=""):
            raise Misread(f"{text!r}: wrote {line}, read {got}")
        return got
