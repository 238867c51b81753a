"""By which clauses an event came about (E22).  Which of them the game has, and what they say, the rulebook knows."""

from collections.abc import Callable, Mapping

from pbem.engine import board, events
from pbem.engine.events import Event
from pbem.engine.state import State

#: The clauses of a phase, for what is asked and done in it.
PHASES: Mapping[str, str] = {
    "setup": "R1.6",
    "cure": "R3.1",
    "purge": "R4.1",
    "spy": "R5.1",
    "health": "R6.1",
    "funeral": "R7.1",
    "replacement": "R8.1",
    "rehabilitation": "R9.1",
    "parade": "R9.2",
}
_ACTIONS: Mapping[str, tuple[str, ...]] = {
    "cure": ("R3.1",),
    "purge": ("R4.1", "R2.6"),
    "trial": ("R5.1", "R5.2"),
    "condemnation": ("R5.1", "R5.3"),
    "investigation": ("R5.4",),
    "closing": ("R5.5",),
    "nomination": ("R7.1",),
    "shift": ("R8.1",),
    "swap": ("R8.1",),
    "demotion": ("R8.2",),
    "release": ("R9.1",),
    "parade": ("R9.2",),
    "growth": ("R15.6",),
}
_PASSES = {"purge": "R4.4", "spy": "R5.6"}
_AGED = {
    "purge": "R4.3",
    "failed purge": "R4.3",
    "acquittal": "R5.2",
    "condemnation": "R5.3",
    "investigation": "R5.4",
    "closing": "R5.5",
    "defeated nomination": "R7.4",
    "release": "R9.1",
    "parade": "R9.2",
    "promotion": "R8.2",
    "demotion": "R8.2",
}
_MOVED = {"shift": "R8.1", "demotion": "R8.2", "election": "R7.3", "release": "R9.1"}
_CAME_BACK = {"order": "R3.1", "healthy": "R3.2", "uncontrolled": "HR-1"}
_EXILE = {"purge": "R4.3", "trial": "R5.2", "condemnation": "R5.3"}
_WITHDRAWN = {"card": "R15.2a", "promise": "R15.7"}
#: Rank of the slot that somebody moves to -> promoting it, and progress by age.
_LEVELS = {1: ("R8.2", "R8.3"), 2: ("R8.4", "R8.5"), 3: ("R8.6", "R8.7")}


def clauses(event: Event, state: State) -> tuple[str, ...]:
    """The numbers of its clauses, the nearest first.  `state`: the position before it."""
    known = _BY_TYPE.get(type(event))
    if known is None:
        return ()
    return known if isinstance(known, tuple) else known(event, state)


def _announced(event: events.Announced, state: State) -> tuple[str, ...]:
    if event.action == "pass":
        return (_PASSES.get(state.phase, PHASES.get(state.phase, "R2.6")), "R2.6")
    if event.action == "vote":
        return _vote(event, state)
    if event.action == "promotion":
        return (_rising(event.to or "", 0), "R2.6")
    return _ACTIONS.get(event.action, ("R2.6",))


def _vote(event: Event, state: State) -> tuple[str, ...]:
    """R2.8, and what is voted on."""
    nomination = state.ballot is not None and state.ballot.matter == "nomination"
    return ("R2.8", "R7.2") if nomination else ("R2.8", "R5.2")


def _rising(slot: str, how: int) -> str:
    level = board.level(slot) if slot in board.SLOTS else 3
    return _LEVELS.get(level, _LEVELS[3])[how]


def _moved(event: events.Moved, state: State) -> tuple[str, ...]:
    if event.how in ("promotion", "age"):
        old = ("R8.9",) if event.how == "age" else ()
        first = "R7.6" if event.to == "PC" else _rising(event.to, event.how == "age")
        return (first, *old, "R2.5")
    return (_MOVED.get(event.how, "R15.2"), "R2.5")


def _aged(event: events.Aged, state: State) -> tuple[str, ...]:
    if state.phase == "cure":
        return ("R3.3",)
    return (_AGED.get(event.reason, "R15.2"),)


def _card(event: events.CardPlayed, state: State) -> tuple[str, ...]:
    return (f"Card {event.card}", "R15.2", *(("R15.3",) if event.start else ()))


_BY_TYPE: Mapping[type[Event], tuple[str, ...] | Callable[..., tuple[str, ...]]] = {
    events.GameStarted: ("R1.1",),
    events.Dealt: ("R1.2",),
    events.InfluenceRecorded: ("R1.3", "HR-29"),
    events.PhaseOpened: lambda event, state: (PHASES.get(event.phase, "R1.6"),),
    events.Acting: ("R0.3", "R0.5"),
    events.Announced: _announced,
    events.Withdrawn: lambda event, state: (_WITHDRAWN.get(event.why, "R2.7"),),
    events.Finished: ("R2.6",),
    events.Rolled: ("R0.7",),
    events.InfluenceDeclared: ("R2.1", "R2.2", "R2.6"),
    events.Claimed: ("R2.6",),
    events.Bulletin: ("R2.1", "R2.2"),
    events.TieBroken: ("HR-3", "R2.2"),
    events.TieOpened: ("R13.1",),
    events.TieResolved: ("R13.2", "R13.3"),
    events.Supported: ("R13.1",),
    events.InfluenceLost: ("R2.4",),
    events.InfluenceGrown: ("R15.6",),
    events.TenPlus: ("R15.6",),
    events.WentToSanatorium: ("R3.1",),
    events.CameBack: lambda event, state: (_CAME_BACK.get(event.why, "R15.2"),),
    events.Aged: _aged,
    events.PurgeRolled: ("R4.1", "R0.2", "R4.2"),
    events.SentToSiberia: lambda event, state: (_EXILE.get(event.how, "R4.8"), "R4.8", "R2.4"),
    events.BallotOpened: lambda event, state: ("R7.2",) if event.matter == "nomination" else ("R5.2",),
    events.VoteFixed: _vote,
    events.Acquitted: ("R5.2",),
    events.Convicted: ("R5.2",),
    events.Suspected: ("R5.4",),
    events.Cleared: ("R5.5",),
    events.HealthRolled: ("R6.1",),
    events.Died: ("R6.1",),
    events.NominationDefeated: ("R7.4",),
    events.Moved: _moved,
    events.Swapped: ("R8.1", "R2.5"),
    events.ParadeRolled: ("R9.2",),
    events.Waved: ("R9.2", "R9.3"),
    events.NobodyWaved: ("R9.3",),
    events.Retired: ("R10.1",),
    events.GameEnded: lambda event, state: (event.clause,),
    events.CardPlayed: _card,
    events.Blackmailed: ("R15.2a",),
    events.CardSpent: ("R15.2a", "HR-36"),
    events.CardsDrawn: ("R15.1", "R15.6"),
    events.CardsDiscarded: ("R15.2",),
    events.CardsHanded: ("R15.7",),
    events.CardsAside: ("HR-30",),
    events.CardsTakenUp: ("HR-30",),
    events.InForce: ("R15.2",),
    events.HealthChanged: ("R15.2",),
    events.Absolved: ("R15.2", "HR-38"),
    events.TrialDropped: ("HR-38",),
    events.Offered: ("R15.7",),
    events.OfferAccepted: ("R15.7",),
    events.OfferClosed: ("R15.7",),
    events.Bound: ("R15.7",),
    events.PromiseKept: ("R15.7",),
    events.HouseRuled: lambda event, state: (event.ruling,),
    events.Conceded: ("HR-33",),
}
