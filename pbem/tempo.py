"""Tempos: which phases share a deadline (experience.md E1, E2), and how long a game takes at one.  Data, and no clock.

A *session* is a run of phases with one deadline.  Each of its phases is still resolved by itself, in order.
"""

import math
from collections.abc import Collection, Mapping
from datetime import timedelta
from difflib import get_close_matches
from typing import NamedTuple

import msgspec

from pbem.deadlines import DeadlineError, Schedule
from pbem.engine import board

WEEK = timedelta(weeks=1)


class Length(NamedTuple):
    """Deadlines of a game, the sheets included: one game in ten has no more than `least`, half have `usual`, one in ten has `most` or more."""

    least: int
    usual: int
    most: int


_PHASE: Mapping[str, Length] = {
    "basic": Length(20, 41, 63),
    "advanced": Length(22, 44, 74),
    "swiss": Length(22, 46, 63),
    "swiss-ah": Length(20, 45, 63),
}
#: Measured on 30 November 2026 on 400 games of the program's own bots by each of these rules, three to six players by chance, the
#: sessions opened as `service.resolving.go_on` opens them: where somebody may act.  Half of the games ended by turn 6 (advanced), 7
#: (basic) or 8 (swiss), more than one in ten went to turn 11.  In 150 games at each number of seats, half of the advanced games of three
#: ended within 16 deadlines at `club`, half of those of six within 26.  A Cure Phase is a session of its own where nobody can act in
#: Rehabilitation and Parade before it; Health waits with Intrigue cards only.  `classic` and `year` by `python -m bench.tempos` on 200 games of
#: basic, advanced and swiss each; `swiss-ah` is taken to be as long as `swiss`.  `live` meets the phases as `phase` does.
MEASURED: Mapping[str, Mapping[str, Length]] = {
    "club": {
        "basic": Length(13, 22, 32),
        "advanced": Length(11, 20, 33),
        "swiss": Length(13, 25, 32),
        "swiss-ah": Length(12, 25, 33),
    },
    "phase": _PHASE,
    "live": _PHASE,
    "classic": {
        "basic": Length(18, 27, 47),
        "advanced": Length(15, 33, 48),
        "swiss": Length(18, 37, 47),
        "swiss-ah": Length(16, 37, 47),
    },
    "year": {
        "basic": Length(5, 10, 12),
        "advanced": Length(6, 11, 13),
        "swiss": Length(5, 10, 12),
        "swiss-ah": Length(5, 10, 12),
    },
}
#: Pauses in half of the games or more; the first purge of a session stops it where there are Intrigue cards.  (`python -m bench.tempos`.)
PAUSES: Mapping[str, int] = {"basic": 5, "advanced": 8, "swiss": 6, "swiss-ah": 5}
#: With Intrigue cards any game takes as long as the first of these, and the first without them as long as the second.
_WITH_CARDS, _WITHOUT = "advanced", "basic"


class Tempo(msgspec.Struct, frozen=True):
    """`sessions`: the year's phases, grouped, in the order in which a game meets them; `deadline`: the usual schedule.

    A session that runs over the year's end holds phases of two turns.
    """

    name: str
    about: str
    sessions: tuple[tuple[str, ...], ...]
    deadline: str


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
        Tempo("classic", "five deadlines a year", _CLASSIC, _EVENINGS),
        Tempo("year", "one deadline a year", ((*_SPRING, *_AUTUMN, *_WINTER),), "Fri 20:00"),
        Tempo("live", "one evening, with pauses of ten minutes", _EACH, "10m"),
    )
}
DEFAULT_TEMPO = "club"


def tempo_named(name: str) -> Tempo:
    """The tempo of this name.  DeadlineError if there is none."""
    found = TEMPOS.get(name.strip().casefold())
    if found is not None:
        return found
    near = get_close_matches(name.strip().casefold(), TEMPOS, 1, 0.6)
    meant = f"did you mean {near[0]}?" if near else f"choose one of {', '.join(TEMPOS)}"
    raise DeadlineError(f"there is no tempo {name!r}; {meant}")


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


class Expected(NamedTuple):
    """What to plan for, if every deadline is used to the end: half of the games take less.  `pauses` for ballots (E3) come on top."""

    deadlines: int
    weeks: int
    between: tuple[int, int]
    pauses: int = 0


def expected(tempo: str, schedule: Schedule, preset: str, switches: Collection[str] = ()) -> Expected:
    """How long a game takes.  `switches`: what is on, as `Rules.switches` has it."""
    like = _WITH_CARDS if "intrigue" in switches else _WITHOUT if preset == _WITH_CARDS else preset
    length = MEASURED[tempo][like]
    weeks = max(1, math.ceil(length.usual * schedule.interval / WEEK))
    return Expected(length.usual, weeks, (length.least, length.most), PAUSES[like])
