"""One game from the deal to its end, every law checked after every event, with deals between and rulings in the phases."""

from collections.abc import Callable, Mapping
from random import Random
from typing import NamedTuple

from pbem.engine import dice, packs, view
from pbem.engine.events import MODERATOR, Event, PhaseOpened, Player, Ruled
from pbem.engine.phases import setup
from pbem.engine.questions import Ask
from pbem.engine.rules import Rules
from pbem.engine.run import Answers, Result, advance, following
from pbem.engine.state import State
from pbem.orders.answers import OrderBook
from tests.fuzz.imposing import imposed
from tests.fuzz.tables import parse, the_rules
from tests.invariants import Broken, Watch, conserved
from tests.laws import cardplay
from tests.laws.chance import Chance, Manner, sheets
from tests.laws.lot import Lot

#: Makes the answerer of one phase.  `state`: with the phase just opened.
Answering = Callable[[State], Answers]
WORDS = ("lenin", "pravda", "", "salt")
#: Enough for any phase; more would be one that never ends.
MOST_RULINGS = 60


class Game(NamedTuple):
    """One random game as it began."""

    watch: Watch
    rules: Rules
    roll: dice.Dice
    recorded: Mapping[Player, Mapping[str, int]]


#: Makes everybody's sheet.
Sheets = Callable[[Random, "Game"], Mapping[Player, Mapping[str, int]]]


def begin(rng: Random, name: str, writing: Sheets | None = None) -> Game:
    """Seats, deal and sheets by chance; everything before the first window.  `name`: see `tables`."""
    seats = rng.sample(sorted(packs.factions()), rng.randint(*parse(name).least_and_most))
    rules = the_rules(name, len(seats))
    seed = rng.randbytes(16)
    watch = Watch(rules)
    watch.take_all(setup.begin(rules, seats, seed, {}, {}))
    game = Game(watch, rules, dice.sealed(seed), {})
    recorded = writing(rng, game) if writing else sheets(rng, rules, watch.state)
    salts = {seat: rng.choice(WORDS) for seat in seats if rng.random() < 0.3}
    watch.take_all(setup.record(recorded, salts))
    watch.see()
    return game._replace(roll=dice.sealed(dice.salted(seed, salts)), recorded=recorded)


class Meddling(NamedTuple):
    """What happens around the phases.  `deals`: offers between them; `rulings`: one phase in so many has one (0: none);
    `before` is told turn and phase before each opens; `close`: one phase in so many is watched by every viewer after every event; `cuts`: one in so many is cut and resumed.
    """

    seed: int = 0
    deals: bool = False
    rulings: int = 0
    close: int = 0
    cuts: int = 0
    before: Callable[[tuple[int, str]], None] | None = None


def play(
    game: Game,
    answering: Answering,
    closed: Callable[[State, Answers], None] = lambda state, answers: None,
    meddling: Meddling = Meddling(),  # noqa: B008 - frozen
) -> None:
    """From the first window to the end, phase by phase; `closed` is called after each."""
    watch = game.watch
    opened: PhaseOpened | None = PhaseOpened(1, "setup")
    while opened is not None:
        lot = Lot(meddling.seed, opened.turn * 16 + len(opened.phase))
        if meddling.deals and "bribes" in game.rules.switches and opened.phase != "setup":
            _deal(watch, lot, opened)
        if meddling.before is not None:
            meddling.before((opened.turn, opened.phase))
        watch.take(opened)
        base = watch.state
        watch.answers = answering(base)
        watch.closely = bool(meddling.close) and lot(meddling.close) == 0
        watch.patience = lot(30) if meddling.rulings and lot(meddling.rulings) == 0 else None
        _phase(game, base, lot)
        if meddling.cuts and lot(meddling.cuts) == 0:
            _cut(game, base, again(watch.answers, game.rules), lot)
        closed(watch.state, watch.answers)
        opened = following(watch.state, deadline=Lot(meddling.seed, len(watch.journal))(3) == 0)
    conserved(watch.state, watch.journal, game.rules)
    if meddling.seed % 10 == 0:
        watch.stored()


def _deal(watch: Watch, lot: Lot, coming: PhaseOpened) -> None:
    """Offers, acceptances, refusals and withdrawals, each on the position as it then is."""
    dealing = cardplay.dealings(lot, watch.state, (coming.turn, coming.phase))
    event = next(dealing, None)
    while event is not None:
        watch.take(event)
        try:
            event = dealing.send(watch.state)
        except StopIteration:
            return


def _phase(game: Game, base: State, lot: Lot) -> None:
    """One phase to its close; where it stops for the moderator, he rules."""
    watch = game.watch
    begun = len(watch.journal)
    for _ in range(MOST_RULINGS):
        result = _advance(game, base, watch.journal[begun:], watch)
        if result.state != watch.state:
            raise Broken(f"{base.turn}/{base.phase}: the engine is at another position than its journal")
        if result.question is None:
            return
        by_card = isinstance(result.question, Ask) and result.question.player == MODERATOR
        if not by_card and watch.patience is None:
            raise Broken(f"nobody answered {result.question}")
        watch.patience = None
        facts = imposed(watch.state, lot) if not by_card or lot(3) else ()
        watch.take(Ruled("so be it", facts))
        watch.known = len(watch.journal) - begun
        watch.answers = again(watch.answers, game.rules)
    raise Broken(f"{base.turn}/{base.phase} does not end")


def again(answers: Answers | None, rules: Rules) -> Answers:
    """The same answerer before he has heard anything."""
    if isinstance(answers, OrderBook):
        return OrderBook(answers.lists, rules if rules.deck else None)
    assert isinstance(answers, Chance)
    return answers.again()


def _advance(game: Game, base: State, written: list[Event], answers: Answers) -> Result:
    bases = {player: view.position(player, base) for player in base.seats}
    return advance(base, bases, written, game.rules, answers, game.roll)


def _cut(game: Game, base: State, answers: Answers, lot: Lot) -> None:
    """A phase cut anywhere and resumed tells the same story."""
    opening = max(n for n, event in enumerate(game.watch.journal) if isinstance(event, PhaseOpened))
    story = game.watch.journal[opening + 1 :]
    ruled = max((n + 1 for n, event in enumerate(story) if isinstance(event, Ruled)), default=0)
    cut = ruled + lot(len(story) - ruled + 1)
    result = _advance(game, base, story[:cut], answers)
    if result.question is not None or [*story[:cut], *result.events] != story:
        raise Broken(f"{base.turn}/{base.phase} cut at {cut} of {len(story)} goes on otherwise")


# --- the three ways to answer ----------------------------------------------------------------------------------------


def by_chance(seed: int, name: str, rulings: bool = False) -> Game:
    """A game of random answers.  `rulings`: the moderator interferes, too."""
    rng = Random(seed)
    game = begin(rng, name)
    manner = Manner(
        rng.choice((15, 40, 60, 80)),
        rng.choice((4, 12, 30)),
        rng.choice((20, 60, 98, 100)),
        rng.choice((4, 15, 40)),
    )
    meddling = Meddling(seed, True, 9 if rulings else 0, 12, 12)
    play(game, Chance(seed, game.recorded, manner, game.rules).afresh, meddling=meddling)
    return game


def by_rulings(seed: int, name: str) -> Game:
    return by_chance(seed, name, rulings=True)


def by_orders(seed: int, name: str, as_text: bool = False) -> Game:
    """A game of random order lists, given as structures or as typed text."""
    from tests.laws.lines import Writers

    rng = Random(seed)
    game = begin(rng, name)
    writers = Writers(rng, game.rules, game.recorded, as_text)
    play(game, writers.book, writers.closed, Meddling(seed, True, 0, 12))
    return game


def by_text(seed: int, name: str) -> Game:
    return by_orders(seed, name, as_text=True)


def by_bots(seed: int, name: str) -> Game:
    """A game of the bots of `pbem.bots`."""
    from tests.fuzz import botgame

    return botgame.by_bots(seed, name)


MODES = {"bots": by_bots, "chance": by_chance, "rulings": by_rulings, "orders": by_orders, "text": by_text}
