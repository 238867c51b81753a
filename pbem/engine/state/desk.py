"""What rulings about dice and readings, an undo and a player who gives up do to the position."""

from .. import events
from .core import fold, on
from .position import State, Wave, replace


@on(events.Conceded)
def _conceded(state: State, event: events.Conceded) -> State:
    if event.player in state.conceded:
        return state
    return replace(state, conceded=(*state.conceded, event.player))


@on(events.TallyRuled)
def _tally(state: State, event: events.TallyRuled) -> State:
    entry = Wave(event.turn, event.politician, event.player)
    return replace(state, waves=tuple(entry if wave.turn == event.turn else wave for wave in state.waves))


@on(events.Voided)
def _voided(state: State, event: events.Voided) -> State:
    key = event.turn, event.phase, event.actor, event.action, event.target
    return replace(state, voided=state.voided | {key})


@on(events.DieRuled)
def _die(state: State, event: events.DieRuled) -> State:
    """A face holds for its label; a new roll is the label's next generation."""
    if event.value is not None:
        return replace(state, fixed={**state.fixed, event.label: event.value})
    fixed = {label: value for label, value in state.fixed.items() if label != event.label}
    count = state.generations.get(event.label, 0) + 1
    return replace(state, fixed=fixed, generations={**state.generations, event.label: count})


@on(events.ReadingRuled)
def _reading(state: State, event: events.ReadingRuled) -> State:
    readings = {name: reading for name, reading in state.readings.items() if name != event.ruling}
    if event.reading:
        readings[event.ruling] = event.reading, event.once
    return replace(state, readings=readings)


@on(events.ReadingUsed)
def _used(state: State, event: events.ReadingUsed) -> State:
    return replace(
        state, readings={name: one for name, one in state.readings.items() if name != event.ruling}
    )


@on(events.Rewound)
def _rewound(state: State, event: events.Rewound) -> State:
    """Decision D27.  (The position itself goes back by `pbem.engine.journal.effective`.)"""
    if not event.seen:
        return state
    seen = {one.label: (one.player, one.words) for one in event.seen}
    return replace(state, reseen={**state.reseen, **seen})


@on(events.Bulletin)
def _bulletin(state: State, event: events.Bulletin) -> State:
    """E5: as if it had been shown in a window."""
    return fold(event.facts, state)
