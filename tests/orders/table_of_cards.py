"""A small position with cards in hands, for what order lines answer."""

from collections.abc import Mapping, Sequence
from typing import Any

from msgspec.structs import replace

from pbem.engine import board
from pbem.engine.events import Announced, Claimed, Player
from pbem.engine.questions import Heard, Window
from pbem.engine.state import Hand, Politician, Stake, State
from pbem.engine.variants import rules_for
from pbem.orders.answers import OrderBook
from pbem.orders.reader import read
from pbem.orders.standing import Standing

from .names_of_the_game import LEXICON

RULES = rules_for("advanced", seats=4)
SEATS = ("red", "green", "blue", "brown")
SITTING = dict(zip(("PC", "KGB", "FM", "DM", "IDE"), "GKMBT", strict=True))
PURGE = Announced("K", "purge", "G", player="blue")
TRIAL = Announced("M", "trial", "G", player="blue")
START = Announced("", "start", choice="purge")


def position(**changes: Any) -> State:
    """Turn 2, the Purge Phase; red controls the Party Chief, who is Sick and a suspect, blue the KGB Head; red holds 1, 9, 17."""
    places = {letter: slot for slot, letter in SITTING.items()}
    people = {
        name: Politician(name, card.age, places.get(name, board.PEOPLE)) for name, card in RULES.cards.items()
    }
    people["G"] = replace(people["G"], crosses=1, suspicion=1)
    state = State(
        seats=SEATS,
        turn=2,
        phase="purge",
        people=people,
        slots=dict(SITTING),
        declared={"G": {"red": Stake(5, 1)}, "K": {"blue": Stake(4, 1)}},
        recorded={
            "red": {"G": 8, "K": 6},
            "green": {"K": 5},
            "blue": {"K": 7},
            "brown": {},
        },
        hands={
            "red": Hand((1, 9, 17), 3),
            "green": Hand((), 0),
            "blue": Hand((26,), 1),
            "brown": Hand((), 0),
        },
    )
    return replace(state, **changes)


class Hands:
    """An OrderBook at this position; everybody sees all of it."""

    def __init__(self, lists: Mapping[Player, Sequence[str]], state: State | None = None) -> None:
        self.state = state or position()
        self.lists = {
            player: [Standing(n, line) for n, line in enumerate(_lines(own), 1)]
            for player, own in lists.items()
        }
        self.book = OrderBook(self.lists, RULES)

    def __call__(self, player: Player) -> State:
        return self.state

    def hear(self, announced: Announced, round_: int = 1, *, heed: bool = True) -> Heard:
        """What is wished in this window; then the book is told so."""
        heard = self.book.window(Window(announced, round_), self)  # type: ignore[arg-type]
        if heed and any(heard):
            self.told(Claimed(*heard))
        return heard

    def told(self, event: Any) -> None:
        self.book.told(event, self)  # type: ignore[arg-type]

    def cards(self, announced: Announced, round_: int = 1) -> list[int]:
        return [play.card for play in self.hear(announced, round_).plays]


def _lines(texts: Sequence[str]) -> list[Any]:
    return [line for reading in read(texts, LEXICON) for line in reading.lines]
