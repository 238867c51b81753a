"""Order lines about cards, bribes, ties and growth by chance (docs/orders.md, "The Advanced Game")."""

from collections.abc import Callable, Collection, Mapping
from random import Random

from pbem.orders import lines as said
from pbem.orders.lines import Line, Promise, Who

VOTES = ("guilty", "innocent", "yes", "no")
NEVER = ("purge", "trial", "condemnation", "investigation", "demotion", "shift")
ALWAYS = ("nomination", "promotion", "shift", "release", "vote")
VERBS: Mapping[str, tuple[str, ...]] = {
    "intrigue": ("play", "play", "play", "play", "discard", "keep cards"),
    "bribes": ("offer", "accept"),
    "ties": ("support",),
    "growth": ("gain", "draw"),
}


def verbs(switches: Collection[str]) -> list[str]:
    """What can be written in such a game, the frequent ones several times."""
    return [verb for switch, several in VERBS.items() if switch in switches for verb in several]


class CardPen:
    """`hand`: what the player holds; `one`: somebody by name or office."""

    def __init__(self, rng: Random, seats: tuple[str, ...], one: Callable[[], Who]) -> None:
        self.rng, self.seats, self.one = rng, seats, one
        self.hand: tuple[int, ...] = ()

    def card(self) -> int:
        if self.hand and self.rng.random() < 0.9:
            return self.rng.choice(self.hand)
        return self.rng.randint(1, 66)

    def cards(self, most: int = 2) -> tuple[int, ...]:
        return tuple(dict.fromkeys(self.card() for _ in range(self.rng.randint(1, most))))

    def write(self, verb: str) -> Line:
        rng = self.rng
        match verb:
            case "play":
                against = (rng.choice(self.seats),) if rng.random() < 0.25 else ()
                vote = rng.choice(VOTES) if rng.random() < 0.15 else None
                on = (self.one(),) if rng.random() < 0.85 else ()
                return Line("play", cards=(self.card(),), who=on, players=against, vote=vote)
            case "discard" | "keep cards":
                return Line(verb, cards=self.cards(3))
            case "support":
                return Line("support", players=(rng.choice(self.seats),), who=(self.one(),))
            case "gain":
                return Line("gain", number=rng.randint(1, 2), who=(self.one(),))
            case "draw":
                return Line("draw", number=rng.randint(1, 2))
            case "offer":
                return self._offer()
            case _:
                givers = (rng.choice(self.seats),) if rng.random() < 0.3 else ()
                asked = self.promise() if rng.random() < 0.4 else None
                giving = self.cards(1) if rng.random() < 0.3 else ()
                return Line("accept", to="any", players=givers, promise=asked, cards=giving)

    def _offer(self) -> Line:
        """With WHEN, so that it waits in the list."""
        when = self.rng.choice(
            (said.Trigger("any"), said.Trigger("vote"), said.Trigger("trial"), said.Trigger("nomination"))
        )
        receiver = (self.rng.choice(self.seats),)
        if self.rng.random() < 0.1:
            return Line("offer", cards=self.cards(), players=receiver, words="peace until spring", when=when)
        return Line("offer", cards=self.cards(), players=receiver, promise=self.promise(), when=when)

    def promise(self) -> Promise:
        rng = self.rng
        if rng.random() < 0.5:
            return Promise(True, rng.choice(NEVER), self.one())  # type: ignore[arg-type]
        action = rng.choice(ALWAYS)
        vote = rng.choice(VOTES) if action == "vote" else None
        to = rng.choice(("KGB", "FM", "DM")) if action == "shift" else None
        return Promise(False, action, self.one(), to=to, vote=vote)  # type: ignore[arg-type]
