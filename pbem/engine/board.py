"""The printed board (R0.1–R0.3): slots, levels, Purge Numbers and orders of succession.  Data only.

A place is a short word: a slot code (`PC` … `SPO`, `C1` … `C5`) or an area (`people siberia wall retired`).
"""

POLITBURO = ("PC", "KGB", "FM", "DM", "IDE", "IND", "ECO", "SPO")  # in rank and voting order
FIRST_LEVEL = POLITBURO[1:4]
SECOND_LEVEL = POLITBURO[4:8]
CANDIDATES = ("C1", "C2", "C3", "C4", "C5")
SLOTS = POLITBURO + CANDIDATES

PEOPLE, SIBERIA, WALL, RETIRED = "people", "siberia", "wall", "retired"
AREAS = (PEOPLE, SIBERIA, WALL, RETIRED)
#: Where a Politician can be given influence (R2.3).
ON_BOARD = frozenset((*SLOTS, PEOPLE))

OFFICES = {
    "PC": "Party Chief",
    "KGB": "KGB Head",
    "FM": "Foreign Minister",
    "DM": "Defense Minister",
    "IDE": "Ideology Chief",
    "IND": "Industry Minister",
    "ECO": "Economy Minister",
    "SPO": "Sport Minister",
}

PHASES = ("cure", "purge", "spy", "health", "funeral", "replacement", "rehabilitation", "parade")
PHASE_NAMES = {
    "setup": "Set-up",
    "cure": "Cure Phase",
    "purge": "Purge Phase",
    "spy": "Spy Investigation Phase",
    "health": "Health Phase",
    "funeral": "Funeral Commission",
    "replacement": "Replacement Phase",
    "rehabilitation": "Rehabilitation Phase",
    "parade": "Parade Phase",
}

#: R0.2; the People cannot be purged.
PURGE_NUMBER = {
    "PC": 18,
    **dict.fromkeys(FIRST_LEVEL, 14),
    **dict.fromkeys(SECOND_LEVEL, 10),
    **dict.fromkeys(CANDIDATES, 6),
}

#: R0.3, the office itself first, then its alternates.
PURGE_SUCCESSION = ("KGB", "IDE", "PC", "IND")
SPY_SUCCESSION = ("DM", "FM", "KGB", "PC", "IND")
FUNERAL_SUCCESSION = ("FM", "IDE", "KGB", "IND", "ECO", "SPO", "DM")

RETIREMENT_AGE = 96
FIRST_YEAR = 1951
LAST_TURN = 11
WAVES_TO_WIN = 3


def year(turn: int) -> int:
    """The game year of a turn: turn 1 is 1951."""
    return FIRST_YEAR + turn - 1


def level(place: str) -> int:
    """0 Party Chief, 1 first level, 2 second level, 3 Candidates, 4 the People, 9 off the board."""
    return _LEVEL[place]


def slots_of(rank: int) -> tuple[str, ...]:
    """The slots of a level, in rank."""
    return _SLOTS_OF[rank]


_SLOTS_OF: dict[int, tuple[str, ...]] = {
    0: ("PC",),
    1: FIRST_LEVEL,
    2: SECOND_LEVEL,
    3: CANDIDATES,
    4: (PEOPLE,),
}
_LEVEL = {slot: rank for rank, slots in _SLOTS_OF.items() for slot in slots} | dict.fromkeys(AREAS[1:], 9)
#: Sorts places as the board shows them, from the Party Chief down.
RANK = {place: number for number, place in enumerate((*SLOTS, *AREAS))}
