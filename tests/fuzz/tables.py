"""Which rules are fuzzed: every preset at every number of seats that changes it, every switch by itself, and any mixture.

A name is a preset, switches behind plus signs, and the number of seats behind a stroke: "advanced/3", "basic+intrigue+bribes".
"""

from functools import cache
from random import Random
from typing import NamedTuple

from pbem.engine.rules import Rules
from pbem.engine.variants import PRESETS, SWITCHES, UnknownRules, rules_for

PRESET_TABLES = ("basic", "advanced/3", "advanced/4", "advanced/5", "advanced/6", "swiss", "swiss-ah")
SINGLE_TABLES = (
    "basic+ties",
    "basic+strengths",
    "basic+intrigue",
    "basic+intrigue+bribes",
    "basic+growth",
    "basic+by_age",
    "basic+free_allocation",
    "basic+three_player",
    "basic+nestor",
    "basic+revolution=contemporary",
    "basic+revolution=historical",
    "basic+revolution=mixed",
    "basic+intrigue+deck=revolution",
    "basic+intrigue+deck=both",
    "basic+chart=swiss-1986",
    "swiss+swiss_tie=nobody",
)
#: Stands for a mixture that the seed draws.
ANY = "any"
TABLES = (*PRESET_TABLES, *SINGLE_TABLES, ANY)


class Named(NamedTuple):
    """What a name says.  `seats`: None where any number will do."""

    preset: str
    options: tuple[tuple[str, str], ...]
    seats: int | None

    @property
    def least_and_most(self) -> tuple[int, int]:
        """R1.1, R12: how many can play it."""
        if self.seats is not None:
            return self.seats, self.seats
        on = dict(self.options)
        if on.get("three_player", "false") == "true":
            return 3, 3
        return (4, 6) if on.get("nestor", "false") == "true" else (3, 6)


@cache
def parse(name: str) -> Named:
    said, _, seats = name.partition("/")
    preset, *switches = said.split("+")
    options = tuple((switch.partition("=")[0], switch.partition("=")[2] or "true") for switch in switches)
    return Named(preset, options, int(seats) if seats else None)


@cache
def the_rules(name: str, seats: int | None = None) -> Rules:
    named = parse(name)
    return rules_for(named.preset, dict(named.options), seats=seats if seats is not None else named.seats)


def mixture(seed: int) -> str:
    """Any preset with any switches that go together, at any number of seats."""
    rng = Random(f"mixture {seed}")
    while True:
        name = rng.choice(PRESETS)
        for switch in SWITCHES.values():
            if rng.random() < 0.35:
                value = rng.choice(switch.values or ("true", "true", "false"))
                name += f"+{switch.name}={value}"
        name += f"/{rng.randint(3, 6)}"
        try:
            the_rules(name)
        except UnknownRules:
            continue
        return name
