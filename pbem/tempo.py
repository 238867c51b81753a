"""Tempos: which phases share a deadline (experience.md E1, E2), and how long a game takes at one.  Data, and no clock.

A *session* is a run of phases with one deadline.  Each of its phases is still resolved by itself, in order.
"""

import math
from collections.abc import Mapping
from datetime import timedelta

import msgspec

from pbem.deadlines import DeadlineError, Schedule
from pbem.engine import board

WEEK = timedelta(weeks=1)
#: Games to be planned for: a usual one, and one that goes on to year 11 (7 % of 20,000 simulated games; E1).
USUAL_YEARS, MOST_YEARS = 6, 10
#: In what part of the years a phase waits for the players (D1): figures of the same simulation where E1 gives them
#: (a sick member 98 %, the Party Chief's post vacant 33 %), else estimates.  Health waits only with intrigue.
WAITS: Mapping[str, float] = {
    "cure": 0.98,
    "purge": 1.0,
    "spy": 1.0,
    "health": 0.0,
    "funeral": 0.33,
    "replacement": 1.0,
    "rehabilitation": 0.8,
    "parade": 0.95,
}
#: Before the first year's sessions: the sheets, and the first Cure Phase by itself (the first Party Chief is Sick).
OPENING_DEADLINES = 2


class Tempo(msgspec.Struct, frozen=True):
    """`sessions`: the year's phases, grouped, in the order in which a game meets them; `deadline`: the usual schedule.

    A session that runs over the year's end holds phases of two turns.
    """

    name: str
    about: str
    sessions: tuple[tuple[str, ...], ...]
    deadline: str
    ready: bool = True


_EACH = tuple((phase,) for phase in board.PHASES)
_SPRING, _AUTUMN = ("purge", "spy", "health"), ("funeral", "replacement")
_WINTER = ("rehabilitation", "parade", "cure")
_CLASSIC = (("purge",), ("spy", "health"), ("funeral",), ("replacement",), _WINTER)
_EVENINGS = "Tue 20:00, Fri 20:00"

TEMPOS: Mapping[str, Tempo] = {
    tempo.name: tempo
    for tempo in (
        Tempo(
            "club", "three deadlines a year: Spring, Autumn, Winter", (_SPRING, _AUTUMN, _WINTER), _EVENINGS
        ),
        Tempo("phase", "every phase its own deadline", _EACH, "72h"),
        Tempo("classic", "five deadlines a year", _CLASSIC, _EVENINGS, ready=False),
        Tempo("year", "one deadline a year", ((*_SPRING, *_AUTUMN, *_WINTER),), "Fri 20:00", ready=False),
        Tempo("live", "one evening, with pauses of ten minutes", _EACH, "10m", ready=False),
    )
}
DEFAULT_TEMPO = "club"


def tempo_named(name: str) -> Tempo:
    """A tempo that games can be played at.  DeadlineError for others."""
    found = TEMPOS.get(name.strip().casefold())
    if found is not None and found.ready:
        return found
    choice = " or ".join(tempo.name for tempo in TEMPOS.values() if tempo.ready)
    wrong = "there is no tempo" if found is None else "not built yet is the tempo"
    raise DeadlineError(f"{wrong} {name!r}; choose {choice}")


def session(tempo: str, phase: str) -> tuple[str, ...]:
    """The phases from this one to the end of its session; `setup` stands alone.  DeadlineError for unknown words."""
    known = TEMPOS.get(tempo)
    if known is None:
        raise DeadlineError(f"there is no tempo {tempo!r}; there are {', '.join(TEMPOS)}")
    if phase == "setup":
        return ("setup",)
    for phases in known.sessions:
        if phase in phases:
            return phases[phases.index(phase) :]
    raise DeadlineError(f"there is no phase {phase!r}; there are setup, {', '.join(board.PHASES)}")


def expected(tempo: str, schedule: Schedule, years: int = USUAL_YEARS) -> tuple[int, int]:
    """(deadlines, weeks) that a game of so many years takes, if every deadline is used to the end.

    `club` with its usual evenings: 20 and 10 for six years, 32 and 16 for ten (E1).
    """
    a_year = sum(1 - math.prod(1 - WAITS[phase] for phase in phases) for phases in TEMPOS[tempo].sessions)
    deadlines = round(OPENING_DEADLINES + years * a_year)
    return deadlines, max(1, math.ceil(deadlines * schedule.interval / WEEK))
