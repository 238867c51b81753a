"""`python -m bench.tempos`: how many deadlines and pauses a game has at each tempo; `pbem.tempo.MEASURED` says what was found.

Games of the program's own bots are played once by each set of rules, three to six players by chance; what a tempo makes of one follows
from its journal: a session opens at the first phase that waits for anybody and takes the rest of its group with it, as in
`service.resolving.go_on`, and stops once for each kind of ballot (E3).
"""

import argparse
from collections.abc import Iterable, Iterator, Mapping, Sequence
from multiprocessing import Pool
from random import Random
from typing import NamedTuple

from pbem.engine import view
from pbem.engine.events import Announced, Event, PhaseOpened, Player
from pbem.engine.outlook import outlook, waits
from pbem.engine.rules import Rules
from pbem.engine.state import State, evolve
from pbem.gamesettings import PAUSES
from pbem.tempo import TEMPOS, session
from tests.fuzz.botgame import BotTable, recorded
from tests.fuzz.games import Game, Meddling, begin, play

PRESETS = ("basic", "advanced", "swiss", "swiss-ah")


class Phase(NamedTuple):
    """One phase of a game: does it wait for the players, and which ballots were announced in it?"""

    turn: int
    name: str
    waits: bool
    ballots: tuple[str, ...]


class Count(NamedTuple):
    """Of one game at one tempo: deadlines, the sheets included; pauses; years."""

    deadlines: int
    pauses: int
    years: int


def phases(journal: Iterable[Event], rules: Rules) -> Iterator[Phase]:
    """What a journal tells of its phases."""
    state, found = State(), list[Phase]()
    for event in journal:
        if isinstance(event, PhaseOpened) and event.phase != "setup":
            found.append(Phase(event.turn, event.phase, waits(state, rules, event.phase), ()))
        elif isinstance(event, Announced) and found and event.action in PAUSES:
            if event.action != "purge" or rules.intrigue is not None:
                found[-1] = found[-1]._replace(ballots=(*found[-1].ballots, event.action))
        state = evolve(state, event)
    yield from found


def count(game: Sequence[Phase], tempo: str) -> Count:
    """How often it waits at this tempo."""
    deadlines, pauses = 1, 0
    group: list[str] = []
    stopped: set[str] = set()
    for phase in game:
        if not group and phase.waits:
            deadlines += 1
            group, stopped = list(session(tempo, phase.name)), set()
        group = group[1:]
        fresh = set(phase.ballots) - stopped
        pauses, stopped = pauses + len(fresh), stopped | fresh
    return Count(deadlines, pauses, game[-1].turn)


class _Sessions(BotTable):
    """Bots who write once for each session, with what they know when it opens."""

    tempo = "club"

    def __init__(self, game: Game, rng: Random) -> None:
        super().__init__(game, rng)
        self.group: list[str] = []

    def before(self, coming: tuple[int, str]) -> None:
        if coming[1] == "setup":
            return
        rules, state = self.game.rules, self.watch.state
        if not self.group and waits(state, rules, coming[1]):
            self.group = list(session(self.tempo, coming[1]))
            asks = outlook(view.position(view.TABLE, state), rules, self.group)
            for player, bot in self.bots.items():
                lines = bot.orders(view.position(player, state), rules, self.group, asks)
                self._written(player, lines, coming)
        self.group = self.group[1:]


def _one(about: tuple[str, str, int]) -> Count:
    preset, tempo, seed = about
    made: list[_Sessions] = []

    def sheets(rng: Random, game: Game) -> Mapping[Player, Mapping[str, int]]:
        made.append(_Sessions(game, rng))
        made[0].tempo = tempo
        return recorded(game.watch, made[0])

    game = begin(Random(seed), preset, sheets)
    play(game, made[0].book, made[0].closed, Meddling(seed, before=made[0].before))
    return count(list(phases(game.watch.journal, game.rules)), tempo)


def measured(preset: str, tempo: str, games: int) -> list[Count]:
    """So many games by these rules at this tempo."""
    with Pool() as pool:
        return pool.map(_one, [(preset, tempo, seed) for seed in range(games)], chunksize=4)


def _tenths(values: Iterable[float]) -> tuple[float, float, float]:
    """One in ten has no more; half have that; one in ten has it or more."""
    ordered = sorted(values)
    tenth, half, nine = (ordered[min(len(ordered) - 1, len(ordered) * part // 10)] for part in (1, 5, 9))
    return tenth, half, nine


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m bench.tempos", description=__doc__)
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--tempo", default="", help="only these, separated by commas")
    options = parser.parse_args()
    games, tempos = options.games, [name for name in options.tempo.split(",") if name] or list(TEMPOS)
    print(
        f"{games} games each: deadlines (1 in 10 has no more, half, 1 in 10 has or more), and pauses a year"
    )
    for preset in PRESETS:
        for tempo in tempos:
            counts = measured(preset, tempo, games)
            length = _tenths(one.deadlines for one in counts)
            pauses = sum(one.pauses for one in counts) / sum(one.years for one in counts)
            longer = _tenths(one.deadlines + one.pauses for one in counts)
            print(
                f"{preset:9} {tempo:8} {length}  with pauses {longer}  {pauses:.2f} pauses a year", flush=True
            )


if __name__ == "__main__":
    main()
