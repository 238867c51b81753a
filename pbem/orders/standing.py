"""A line in a player's list, and how long it lives (docs/orders.md, "How long an order lives")."""

from collections.abc import Iterable, Mapping

import msgspec

from .lines import Line
from .papers import ONE_LINE


class Standing(msgspec.Struct, frozen=True, omit_defaults=True):
    """A line in a player's list.

    `number`: counts his own lines; `asleep`: the turn in which it has already done its work; `overdue`: its turn is over, and it
    lives to the end of a session that spans two turns (E13).
    """

    number: int
    line: Line
    asleep: int = 0
    overdue: bool = False


#: Names a line in a game: numbers count for each player by himself.
Key = tuple[str, int]

#: Verbs that act in windows (R2.6) instead of answering questions.
WINDOW_VERBS = frozenset(("declare", "declare now", "hold", "take", "protect"))

#: Verbs of the Advanced Game that act in windows; OFFER only with WHEN, ACCEPT only with ANY.
CARD_VERBS = frozenset(("play", "discard", "offer", "accept"))
#: Verbs that wait for the end of turns 3, 6 and 9 (D13), and those turns (R15.6).
GROWTH_VERBS = frozenset(("gain", "draw"))
GROWTH_TURNS = frozenset((3, 6, 9))

#: The phase that an order waits for.  A vote's phase depends on the vote.
PHASE_OF: Mapping[str, str] = {
    "cure": "cure",
    "work": "cure",
    "purge": "purge",
    "try": "spy",
    "condemn": "spy",
    "investigate": "spy",
    "close": "spy",
    "nominate": "funeral",
    "shift": "replacement",
    "swap": "replacement",
    "promote": "replacement",
    "demote": "replacement",
    "move": "replacement",
    "release": "rehabilitation",
}
LAST_PHASE = "parade"


def phase_of(line: Line) -> str | None:
    """The phase a line waits for; None for lines that act in windows, and for PASS."""
    if line.verb == "vote":
        return "spy" if line.vote in ("guilty", "innocent") else "funeral"
    return PHASE_OF.get(line.verb)


def immediate(line: Line) -> bool:
    """About a bribe, and done as soon as the letter comes: it never joins the list (D11)."""
    if line.verb == "offer":
        return line.when is None
    return line.verb in ("refuse", "withdraw offer") or (line.verb == "accept" and line.to != "any")


def listed(line: Line) -> bool:
    """Does it join the list of standing orders?"""
    if line.verb in CARD_VERBS:
        return not immediate(line)
    known = line.verb in WINDOW_VERBS or line.verb in GROWTH_VERBS or phase_of(line) is not None
    return known or line.verb in ("pass", "support", "keep cards", *ONE_LINE)


def growth_turn(turn: int) -> int | None:
    """The next turn at whose end influence can grow, this one included; None: there is none any more."""
    return min((one for one in GROWTH_TURNS if one >= turn), default=None)


def waits_for_growth(line: Line, others: Iterable[Line]) -> bool:
    """D13: does a GAIN on the same Politician stand beside this DECLARE?  (It counts only for totals not yet recorded.)"""
    return line.verb == "declare" and any(one.verb == "gain" and one.who == line.who for one in others)


def plain(line: Line) -> bool:
    """A DECLARE or TAKE without WHEN or IF is done at the next window, unless a bulletin comes first."""
    return line.verb in ("declare", "declare now", "take") and line.when is None and line.condition is None


def alive(standing: Standing, turn: int) -> bool:
    """May it act in this turn?  IN TURN n delays it; an EACH TURN line sleeps once it has acted."""
    return standing.line.turn in (None, turn) and standing.asleep < turn


def after_phase(
    standing: Iterable[Standing],
    spent: Iterable[int],
    turn: int,
    phase: str,
    session_ends: bool = True,
) -> tuple[list[Standing], list[Standing]]:
    """Who lives on when a phase has closed, and who dies.

    `spent`: the numbers of window lines that have done their work.  `session_ends`: no further phase is resolved at this
    deadline; a session that spans two turns keeps what lives to the end of a turn until the session's end (E13).
    """
    used = set(spent)
    kept: list[Standing] = []
    dead: list[Standing] = []
    standing = list(standing)
    growing = [one.line for one in standing if one.line.verb == "gain" and _grows_on(one, turn, phase)]
    for one in standing:
        if one.line.verb in ONE_LINE:  # they wait for a report, not for a phase
            kept.append(one)
            continue
        waits = plain(one.line) and one.number not in used and waits_for_growth(one.line, growing)
        if not waits and not _lives_on(one, one.number in used, turn, phase, session_ends):
            dead.append(one)
            continue
        tired = one.line.each_turn and one.number in used
        ends_with_turn = phase == LAST_PHASE and not one.line.each_turn and one.line.turn in (None, turn)
        changed = {
            "asleep": turn if tired else one.asleep,
            "overdue": one.overdue or ends_with_turn,
        }
        kept.append(msgspec.structs.replace(one, **changed))
    return kept, dead


def _lives_on(one: Standing, used: bool, turn: int, phase: str, session_ends: bool) -> bool:
    line = one.line
    if line.each_turn or (line.turn is not None and line.turn > turn):
        return True
    if line.turn is not None and line.turn < turn:
        return False
    waits_for = phase_of(line)
    if waits_for is not None:
        return phase != waits_for
    if line.verb == "pass":
        return not session_ends
    if line.verb in GROWTH_VERBS:
        return _grows_on(one, turn, phase)
    if used and line.verb not in _SERVE_ON:
        return False
    if line.verb == "keep cards":
        return True
    return not (session_ends and (one.overdue or phase == LAST_PHASE))


#: What acts again and again until its time is over.
_SERVE_ON = frozenset(("support", "accept"))


def _grows_on(one: Standing, turn: int, phase: str) -> bool:
    """GAIN and DRAW end with the growth they waited for, used or not (D13)."""
    if one.line.each_turn or (one.line.turn is not None and one.line.turn > turn):
        return True
    return phase != LAST_PHASE or turn not in GROWTH_TURNS
