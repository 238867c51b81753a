"""R1: setting up, up to the declaration window before the first Cure Phase."""

from collections.abc import Mapping, Sequence

from .. import board, dice
from ..events import Card, Dealt, Event, GameStarted, InfluenceRecorded, Name, Player, SaltsPublished
from ..questions import Step
from ..rules import Rules
from ..state import State
from ..table import Table

PLAYERS = range(3, 7)  # R1.1
SICK = 1


def play(table: Table) -> Step[None]:
    """R1.6: everybody has recorded; the first window."""
    yield from table.start()


def begin(
    rules: Rules, seats: Sequence[Player], seed: bytes, options: Mapping[str, str], packs: Mapping[str, str]
) -> list[Event]:
    """R1.1, R1.2: the first events of a game.  Raises ValueError for a wrong number of players."""
    if len(seats) not in PLAYERS or len(set(seats)) != len(seats):
        raise ValueError(f"KREMLIN is played by 3 to 6 different factions, not by {len(seats)}")
    started = GameStarted(rules.name, dict(options), tuple(seats), dict(packs), dice.commitment(seed))
    return [started, Dealt(deal(rules, seed))]


def deal(rules: Rules, seed: bytes) -> dict[Name, Card]:
    """R1.2: the first Party Chief, sick; twelve in random order on the other slots; the rest are the People."""
    others = dice.shuffled(seed, "deal", [letter for letter in rules.cards if letter != rules.first_chief])
    places = [*board.SLOTS[1:], *[board.PEOPLE] * len(others)]
    cards = {rules.first_chief: Card(rules.cards[rules.first_chief].age, "PC", crosses=SICK)}
    for letter, place in zip(others, places, strict=False):
        cards[letter] = Card(rules.cards[letter].age, place)
    return {letter: cards[letter] for letter in sorted(cards)}


def sheet_faults(rules: Rules, state: State, sheet: Mapping[Name, int]) -> list[str]:
    """R1.3: what is missing or wrong on a sheet, one short sentence each; [] for a full one."""
    faults = [f"{rules.cards[n].surname} may get none" for n in sorted(sheet) if not rules.may_hold(state, n)]
    given = sorted(sheet.values(), reverse=True)
    missing = [number for number in rules.sheet if number not in given]
    strange = sorted({number for number in given if number not in rules.sheet or given.count(number) > 1})
    if missing:
        faults.append(f"still to give: {', '.join(map(str, missing))}")
    if strange:
        faults.append(
            f"each of {max(rules.sheet)} to {min(rules.sheet)} once, not {', '.join(map(str, strange))}"
        )
    return faults


def record(sheets: Mapping[Player, Mapping[Name, int]], salts: Mapping[Player, str]) -> list[Event]:
    """R1.3: all sheets at once, and the players' salts made public (decision D26)."""
    recorded: list[Event] = [InfluenceRecorded(player, dict(sheet)) for player, sheet in sheets.items()]
    return [*recorded, SaltsPublished(dict(salts))] if salts else recorded
