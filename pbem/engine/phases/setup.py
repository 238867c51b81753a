"""R1: setting up, up to the declaration window before the first Cure Phase."""

from collections.abc import Mapping, Sequence

from .. import board, dice
from ..events import (
    Card,
    CardsDrawn,
    Dealt,
    DeckShuffled,
    Event,
    GameStarted,
    InfluenceRecorded,
    Name,
    Player,
    SaltsPublished,
)
from ..questions import Step
from ..rules import Rules
from ..state import State
from ..table import Table

PLAYERS = range(3, 7)  # R1.1
SICK = 1
ELEVEN, TEN_PLUS = 11, "10+"  # R12.1


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
    return [started, Dealt(deal(rules, seed)), *deal_cards(rules, seats, seed)]


def deal_cards(rules: Rules, seats: Sequence[Player], seed: bytes) -> list[Event]:
    """R15.1: the deck, shuffled by the seed alone (decision D26), and each player's hand from its top; [] without Intrigue."""
    if not rules.deck:
        return []
    numbers = [str(number) for number in sorted(rules.deck)]
    deck = tuple(map(int, dice.shuffled(seed, "intrigue", numbers)))
    told: list[Event] = [DeckShuffled(rules.deck_name, len(deck), deck)]
    for place, player in enumerate(seats):
        hand = deck[place * rules.hand_size : (place + 1) * rules.hand_size]
        told.append(CardsDrawn(player, len(hand), hand))
    return told


def deal(rules: Rules, seed: bytes) -> dict[Name, Card]:
    """R1.2, R1.4, R18.2: every Politician of the game where he begins."""
    return rules.deal(rules, seed)


def at_random(rules: Rules, seed: bytes) -> dict[Name, Card]:
    """R1.2: all but the first Party Chief shuffled."""
    return seated(rules, dice.shuffled(seed, "deal", others(rules)))


def others(rules: Rules) -> list[Name]:
    """All but the first Party Chief."""
    return [letter for letter in rules.cards if letter != rules.first_chief]


def seated(rules: Rules, order: Sequence[Name]) -> dict[Name, Card]:
    """R1.2: the first Party Chief, sick; twelve in this order on the other slots; the rest are the People."""
    places = [*board.SLOTS[1:], *[board.PEOPLE] * len(order)]
    cards = {rules.first_chief: Card(rules.cards[rules.first_chief].age, "PC", crosses=SICK)}
    for letter, place in zip(order, places, strict=False):
        cards[letter] = Card(rules.cards[letter].age, place)
    return {letter: cards[letter] for letter in sorted(cards)}


def sheet_faults(rules: Rules, state: State, sheet: Mapping[Name, int]) -> list[str]:
    """R1.3, R1.5: what is missing or wrong on a sheet, one short sentence each; [] for a full one."""
    return rules.sheet_faults(rules, state, sheet)


def may_get_none(rules: Rules, state: State, sheet: Mapping[Name, int]) -> list[str]:
    """R1.3, R12.1: whoever is on the sheet and may not be."""
    return [f"{rules.cards[n].surname} may get none" for n in sorted(sheet) if not rules.may_hold(state, n)]


def each_number_once(rules: Rules, state: State, sheet: Mapping[Name, int]) -> list[str]:
    """R1.3, R12.1: each number of the sheet on another Politician."""
    faults, given = may_get_none(rules, state, sheet), sorted(sheet.values(), reverse=True)
    missing = [number for number in rules.sheet if number not in given]
    strange = sorted({number for number in given if number not in rules.sheet or given.count(number) > 1})
    if missing:
        faults.append(f"still to give: {_points(rules, missing)}")
    if strange:
        most, least = _points(rules, [max(rules.sheet)]), min(rules.sheet)
        faults.append(f"each of {most} to {least} once, not {_points(rules, strange)}")
    return faults


def _points(rules: Rules, numbers: Sequence[int]) -> str:
    """R12.1: as they stand on a sheet; where it has an eleven, that is "10+"."""
    return ", ".join(TEN_PLUS if n == ELEVEN and n in rules.sheet else str(n) for n in numbers)


def record(sheets: Mapping[Player, Mapping[Name, int]], salts: Mapping[Player, str]) -> list[Event]:
    """R1.3: all sheets at once, and the players' salts made public (decision D26)."""
    recorded: list[Event] = [InfluenceRecorded(player, dict(sheet)) for player, sheet in sheets.items()]
    return [*recorded, SaltsPublished(dict(salts))] if salts else recorded
