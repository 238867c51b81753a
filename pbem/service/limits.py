"""How much one player may have written: lines in his list, and lines of one letter."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from pbem.engine.board import PHASES
from pbem.orders.lines import Line
from pbem.orders.reader import Reading
from pbem.orders.replacing import merge
from pbem.orders.standing import Standing, phase_of
from pbem.report.prose import listed

#: So many lines may stand in a player's list; nobody needs more, and every phase looks at all of them.
MOST_STANDING = 150
#: So many lines of a letter are read as orders.
MOST_READ = 300


def read_so_far(readings: Sequence[Reading]) -> list[Reading]:
    """The readings of a letter up to `MOST_READ` orders, rejected ones among them; what is left over is mentioned once."""
    kept = list(_within(readings))
    left = [reading for reading in readings[len(kept) :] if reading.kind in ("order", "held", "rejected")]
    if not left:
        return list(readings)
    count = sum(max(1, len(reading.lines)) for reading in left)
    error = f"A letter may hold {MOST_READ} orders. {_those(count)} went unread; please send them in another letter."
    return [*kept, Reading(left[0].text, left[0].number, "rejected", error=error)]


def _within(readings: Sequence[Reading]) -> Iterator[Reading]:
    count = 0
    for reading in readings:
        if reading.kind in ("order", "held", "rejected"):
            count += max(1, len(reading.lines))
            if count > MOST_READ:
                return
        yield reading


def given_way(
    new: Sequence[Line], standing: Mapping[int, Standing], turn: int
) -> tuple[list[int], list[int]]:
    """The numbers of older lines that these replace, and of those that they outrank (E7)."""
    numbers: list[Line | int] = [*standing]
    wrapped: list[Line | int] = [*new]
    _, replaced, outranked = merge(
        numbers, wrapped, lambda item: item if isinstance(item, Line) else standing[item].line, turn
    )
    return [n for n in replaced if isinstance(n, int)], [n for n in outranked if isinstance(n, int)]


def room_for(new: Sequence[Line], standing: Mapping[int, Standing], turn: int) -> list[Line]:
    """As many of these lines, from the first on, as his list has room for once others have given way."""
    taken = list(new)
    while (
        taken
        and (over := len(standing) - len(given_way(taken, standing, turn)[0]) + len(taken) - MOST_STANDING)
        > 0
    ):
        del taken[-over:]
    return taken


def full(left: int) -> str:
    """Why so many lines did not get into the list."""
    return (
        f"Your list may hold {MOST_STANDING} orders, and it is full. {_those(left)} of your letter did not get into it; CANCEL and "
        "the numbers of others make room."
    )


def _those(count: int) -> str:
    return "This line" if count == 1 else f"This line and the {count - 1} orders behind it"


def lacks(numbers: Sequence[int]) -> str:
    """`No orders of yours have the numbers 3 and 5 to 9.`; the numbers in rising order."""
    if len(numbers) == 1:
        return f"No order of yours has the number {numbers[0]}."
    runs: list[list[int]] = []
    for number in numbers:
        if runs and number == runs[-1][-1] + 1:
            runs[-1].append(number)
        else:
            runs.append([number])
    said = [part for run in runs for part in (map(str, run) if len(run) < 3 else [f"{run[0]} to {run[-1]}"])]
    return f"No orders of yours have the numbers {listed(said)}."


def turn_of_next(game: Any, line: Line) -> int:
    """The turn in which an order for a phase will be looked at next."""
    phase, waiting = phase_of(line), game.session.split()
    if phase is None or phase in waiting or not waiting or waiting[0] not in PHASES:
        crosses = "parade" in waiting and phase == "cure"
        return int(game.turn) + crosses
    return int(game.turn) + (PHASES.index(phase) < PHASES.index(waiting[0]))
