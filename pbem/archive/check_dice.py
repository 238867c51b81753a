"""Level 1 of `pbem verify`: the seed that was promised, what was dealt from it, and every die from its label (decisions D26, D27)."""

import re
from collections.abc import Iterator

from pbem.engine import dice as sealed
from pbem.engine import reseen
from pbem.engine.board import year
from pbem.engine.events import GameStarted, Rolled, SaltsPublished
from pbem.engine.phases import setup
from pbem.engine.state import State

from . import walk
from .checks import Found
from .folder import Folder
from .manifest import Fault

SIDES = 20
FILE = "history.jsonl"
SEALED = "sealed until the game is over and its archive is opened"
_LABEL = re.compile(
    r"(?P<year>\d{4})/(?P<phase>[a-z]+) (?P<purpose>.+) #(?P<count>\d+)(?: again (?P<again>\d+))?(?P<ruled> ruled)?"
)


def commitment(folder: Folder) -> Found:
    """sha256 of the seed is what was published before the first roll; the players' words are the published ones."""
    started, about = folder.journal[0], folder.about
    if not isinstance(started, GameStarted):
        return Found(1, [Fault(FILE, 1, "does not begin a game")])
    wrong = []
    if about.get("commitment") != started.commitment:
        wrong.append(Fault("game.toml", 0, "names another commitment than the first event"))
    published = [event.salts for event in folder.journal if isinstance(event, SaltsPublished)]
    if dict(about.get("salts", {})) != (dict(published[-1]) if published else {}):
        wrong.append(Fault("game.toml", 0, "names other words of the players than were published"))
    if not folder.opened:
        return Found(1, wrong, f"the seed is {SEALED}")
    try:
        seed = folder.seed
    except ValueError:
        return Found(1, [*wrong, Fault("game.toml", 0, "has a seed that is not hexadecimal")])
    if sealed.commitment(seed) != started.commitment:
        wrong.append(Fault("game.toml", 0, "has a seed whose sha256 is not the commitment"))
    return Found(1, wrong)


def deal(folder: Folder) -> Found:
    """R1.2, R15.1: who began where, the deck and the hands, dealt again by this program."""
    if not folder.opened:
        return Found(0, (), SEALED)
    started = folder.journal[0]
    assert isinstance(started, GameStarted)
    dealt = setup.begin(folder.rules, started.seats, folder.seed, started.options, started.packs)
    for number, (mine, event) in enumerate(zip(dealt, folder.journal, strict=False), 1):
        if mine != event:
            return Found(len(dealt), [Fault(FILE, number, "is not what the seed deals")])
    return Found(len(dealt))


def dice(folder: Folder) -> Found:
    """Every die that was rolled, in undone parts, too."""
    rolled = sum(isinstance(event, Rolled) for event in folder.journal)
    ruled = sum(isinstance(event, Rolled) and event.label.endswith(" ruled") for event in folder.journal)
    wrong = list(_wrong(folder))
    said = "" if folder.opened else f"their values are {SEALED}; labels and order are checked"
    if ruled:
        said = f"{ruled} set by the moderator{'; ' if said else ''}{said}"
    return Found(rolled, wrong, said)


def _wrong(folder: Folder) -> Iterator[Fault]:
    roll = folder.roll() if folder.opened else None
    file = FILE if folder.opened or folder.private is None else f"private/{FILE}"
    for number, event, state, told in walk.steps(folder.journal):
        if isinstance(event, Rolled) and (said := _fault(event, state, told, roll, folder.whole is not None)):
            yield Fault(file, number, said)


def _fault(die: Rolled, state: State, told: walk.Told, roll: sealed.Dice | None, whole: bool) -> str:
    """What is wrong with a die; "" if nothing is.  `state`: the position before it; `told`: the story so far."""
    label = _LABEL.fullmatch(die.label)
    if label is None:
        return f"rolls a die whose label means nothing: {die.label}"
    if not 1 <= die.value <= SIDES:
        return f"shows a die of {die.value}"
    where = f"{year(state.turn)}/{state.phase}"
    name = reseen.base(die.label)
    if f"{label['year']}/{label['phase']}" != where:
        return f"rolls {die.label} in {where}"
    if int(label["count"]) != state.dice.get(name.rpartition(" #")[0], 0):
        return f"rolls {die.label}, and it is not its turn"
    if label["ruled"]:
        fixed = state.fixed.get(name)
        return "" if fixed == die.value else f"shows {die.value} as ruled, and {fixed} was ruled"
    if name in state.fixed:
        return f"rolls {die.label}, and the moderator had set it"
    if whole and reseen.generation(state, name, lambda: told) != die.label:
        return f"rolls {die.label}, and its turn is {reseen.generation(state, name, lambda: told)} (an undo has shown the others)"
    if roll is not None and roll(die.label, SIDES) != die.value:
        return f"shows {die.value}, and the seed gives {roll(die.label, SIDES)} for {die.label}"
    return ""
