"""Games of bots as reels, made at the speed of the engine, and what their pages must show."""

import json
import re
from functools import cache
from random import Random
from typing import Any

from pbem.archive.film import Ordered, Reel
from pbem.engine import dice, events, view
from pbem.engine.events import Event
from pbem.engine.journal import effective
from pbem.engine.packs import factions
from pbem.engine.state import State, evolve, fold
from pbem.report.brief import Seat
from tests.fuzz.botgame import by_bots
from tests.fuzz.tables import parse

NAMES = ("Anna", "Boris", "Clara", "Dmitri", "Elena", "Fyodor")
#: A game of eleven years with six players and all switches of the Advanced Game; one of four players with many cards; a short one.
LONG, FOUR, BASIC = ("advanced/6", 6), ("advanced/4", 3), ("basic", 5)


@cache
def played(name: str, seed: int) -> Reel:
    """The whole game, opened."""
    game = by_bots(seed, name)
    rng = Random(seed)
    rng.sample(sorted(factions()), rng.randint(*parse(name).least_and_most))
    secret = rng.randbytes(16)  # as `tests.fuzz.games.begin` draws it
    journal = tuple(game.watch.journal)
    started = journal[0]
    assert isinstance(started, events.GameStarted)
    assert started.commitment == dice.commitment(secret)
    salts = next((event.salts for event in journal if isinstance(event, events.SaltsPublished)), {})
    seats = tuple(
        Seat(colour, factions()[colour].name, who, "UTC")
        for colour, who in zip(game.watch.state.seats, NAMES, strict=False)
    )
    return Reel(
        "moscow-spring", game.rules, seats, journal, True, started.commitment, secret.hex(), dict(salts)
    )


def running(reel: Reel, until: int) -> Reel:
    """The public face of its first so many events."""
    faces = tuple(view.see(view.TABLE, reel.journal[:until]))
    return reel._replace(journal=faces, opened=False, seed="", salts={}, orders=(), lines=())


def taken_back(reel: Reel, to: int, at: int) -> Reel:
    """The same game with an undo: what was played after event `to` up to event `at` was taken back, and came again."""
    there = fold(reel.journal[:to])
    shown = sum(event.seen_by(view.TABLE) is not None for event in reel.journal[:to])
    undo = events.Rewound(to, there.turn, there.phase, "a slip of the pen", shown=shown)
    return reel._replace(journal=(*reel.journal[:at], undo, *reel.journal[to:]))


def secretly(reel: Reel, *secrets: Event, orders: tuple[Ordered, ...] = (), at: int = 100) -> Reel:
    """With these events in the middle of it."""
    return reel._replace(journal=(*reel.journal[:at], *secrets, *reel.journal[at:]), orders=orders)


def film_of(page: str) -> dict[str, Any]:
    """What a page holds for its script."""
    found = re.search(r'<script type="application/json" id="film">(.*?)</script>', page, re.S)
    assert found is not None
    film: dict[str, Any] = json.loads(found[1])
    return film


def last_of(film: dict[str, Any], number: int) -> int:
    """The last event that the frame of this number covers."""
    return next(int(frame.get("e", frame["n"])) for frame in film["frames"] if frame["n"] == number)


def positions(reel: Reel) -> dict[int, State]:
    """What the engine folds: the position after each event, by the number that the table counts it as."""
    found, state, shown = {}, State(), 0
    for place, event in enumerate(reel.journal, 1):
        undo = isinstance(event, events.Rewound)
        state = fold(effective(list(reel.journal[:place]))) if undo else evolve(state, event)
        public = event.seen_by(view.TABLE) is not None
        shown += public
        if public:
            found[shown] = state
    return found


Card = tuple[str, int, int, int, bool, str, dict[str, int]]


def cards_of(state: State) -> dict[str, Card]:
    """Each Politician: place, age, crosses, suspicion, at the Sanatorium, controller, influence shown."""
    return {
        letter: (
            him.place,
            him.age,
            him.crosses,
            him.suspicion,
            him.cure,
            state.controller(letter) or "",
            {player: stake.points for player, stake in state.declared.get(letter, {}).items()},
        )
        for letter, him in state.people.items()
    }
