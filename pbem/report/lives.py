"""How long an order lives, in words (E13, docs/orders.md "How long an order lives")."""

from collections.abc import Iterable, Sequence

from pbem.engine import board
from pbem.engine.state import State
from pbem.orders.papers import ONE_LINE
from pbem.orders.standing import (
    GROWTH_VERBS,
    LAST_PHASE,
    Standing,
    growth_turn,
    phase_of,
    plain,
    waits_for_growth,
)

from .naming import following_turn, year
from .prose import HELD

_SHORT = {"funeral": "Funeral Commission", "parade": "parade"}


def phase_in(phase: str, turn: int) -> str:
    """`the Purge Phase of 1953`."""
    return f"the{HELD}{_SHORT.get(phase) or board.PHASE_NAMES[phase]} of{HELD}{year(turn)}"


def life(one: Standing, view: State, session: Sequence[str], others: Iterable[Standing] = ()) -> str:
    """`until the parade of 1953`; what `standing.after_phase` does, said beforehand.

    `others`: the rest of the list, for a DECLARE beside a GAIN (D13).
    """
    line = one.line
    now = max(1, following_turn(view, session, session[0]) if session else view.turn)
    if line.each_turn:
        asleep = f", next in {year(one.asleep + 1)}" if one.asleep >= now else ""
        return f"every year until you cancel it{asleep}"
    waits_for = phase_of(line)
    if waits_for is not None:
        coming = max(1, following_turn(view, session, waits_for))
        return f"until{HELD}{phase_in(waits_for, max(line.turn or 0, coming))}"
    if line.verb == "pass":
        return "for this session only"
    if plain(line) and waits_for_growth(line, (other.line for other in others)):
        end = growth_turn(now)
        return f"once, at the next window, or when influence has grown at the end of{HELD}{year(end or now)}"
    if line.verb in GROWTH_VERBS:
        end = growth_turn(max(now, line.turn or 0))
        return f"until influence grows at the end of {year(end)}" if end else "of no use any more"
    if line.verb == "keep cards":
        return "until it is used"
    if line.verb in ONE_LINE:
        return "until the next parade" if line.verb == "slogan" else "until the next report, which prints it"
    if line.verb == "declare now":
        return "once, in the next bulletin or at the next window, whichever comes first"
    if plain(line):
        when = f" of {year(line.turn)}" if line.turn and line.turn > now else ""
        return f"once, at the next window{when}"
    if line.turn is not None and line.turn > now:
        return f"in {year(line.turn)}, until its parade"
    return _to_the_turns_end(one, view, session, now)


def _to_the_turns_end(one: Standing, view: State, session: Sequence[str], now: int) -> str:
    """A session that spans two turns keeps it to the session's end."""
    if one.overdue or (LAST_PHASE in session and session[-1] != LAST_PHASE):
        last = session[-1] if session else LAST_PHASE
        turn = now if one.overdue or last == LAST_PHASE else now + 1
        if last == LAST_PHASE or one.overdue:
            return f"until{HELD}{phase_in(last, turn)}, the end of this session"
        through = f", and through {phase_in(last, turn)}, which the same deadline resolves"
        return f"until{HELD}{phase_in(LAST_PHASE, now)}{through}"
    return f"until{HELD}{phase_in(LAST_PHASE, now)}"
