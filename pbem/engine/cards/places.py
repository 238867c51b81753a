"""When a card may be played, and on whom: what `when` and `on` of `data/intrigue.toml` mean (R15.2, R15.3)."""

from collections.abc import Callable

from .. import board
from ..events import Announced, Play
from ..state import Politician, State

#: Windows of one phase.
_PHASES = board.PHASES


def untimely(state: State, when: str, announced: Announced) -> str:
    """Why it cannot be played in this window, or ""."""
    if any(_timely(state, part.strip(), announced) for part in when.split(" or ")):
        return ""
    if "start:" in when and state.start_card:
        return "a card for the start of this phase has been played already (R15.3)"
    return f"it is played in these windows: {spoken(when)}"


def _timely(state: State, when: str, announced: Announced) -> bool:
    if when == "any":
        return True
    if when.startswith("start:"):  # R15.3, decision D18
        return state.phase == when.removeprefix("start:") and not state.underway and not state.start_card
    if when in ("trial", "nomination"):
        held = state.ballot is not None and state.ballot.matter == when
        return held or (state.ballot is None and announced.action == when and _stands(state, announced))
    return state.phase == when


def _stands(state: State, announced: Announced) -> bool:
    """Decision D9: nothing in this round has cancelled the announcement, or taken either of the two away."""
    both = (announced.actor, announced.target or "")
    return not state.cancelled and all(state.people[name].place in board.POLITBURO for name in both)


def spoken(when: str) -> str:
    """The windows in words."""
    return " or ".join(_SPOKEN.get(part.strip(), part.strip()) for part in when.split(" or "))


_SPOKEN = {
    "any": "any",
    **{phase: f"the {phase.capitalize()} Phase" for phase in _PHASES},
    **{
        f"start:{phase}": f"the start of the {phase.capitalize()} Phase, before a die or vote"
        for phase in _PHASES
    },
    "trial": "those of a trial, from its announcement to the last vote",
    "nomination": "those of a nomination, from its announcement to the last vote",
}


def _member(p: Politician) -> bool:
    return p.place in board.POLITBURO


#: `on`, where it is a Politician, and what he must be.
ON: dict[str, Callable[[Politician], bool]] = {
    "member": _member,
    "member at the Sanatorium": lambda p: _member(p) and p.cure,
    "Sick or Ill member at work": lambda p: _member(p) and not p.cure and p.crosses > 0,
    "member aged 70 or more": lambda p: _member(p) and p.age >= 70,
    "member of the first or second level": lambda p: p.place in (*board.FIRST_LEVEL, *board.SECOND_LEVEL),
    "Candidate": lambda p: p.place in board.CANDIDATES,
    "Politician on the board": lambda p: p.place in board.ON_BOARD,
    "Politician in Siberia": lambda p: p.place == board.SIBERIA,
}


def misplaced(state: State, on: str, play: Play) -> str:
    """What is wrong with whom it names, or ""."""
    wants_player = on.split(",")[0] == "player"
    who = on.partition(",")[2].strip() if wants_player else on
    if wants_player and play.against not in state.seats:
        return "it needs AGAINST and a player"
    if wants_player and play.against == play.player:
        return "it is played against another player"
    if who and len(play.on) != 1:
        return f"it needs ON and one {who}"
    if who and not _fits(who, state.people.get(play.on[0])):
        return f"it is played on a {who}" if who != "Politician" else "there is no such Politician"
    return ""


def _fits(who: str, politician: Politician | None) -> bool:
    test = ON.get(who)
    return politician is not None and (test is None or test(politician))
