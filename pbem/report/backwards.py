"""A position told backwards, for stories that begin where nobody wrote down how things stood."""

from collections.abc import Iterable

from pbem.engine import board, events
from pbem.engine.events import Event
from pbem.engine.state import State, replace


def rewound(view: State, story: Iterable[Event]) -> State:
    """Where the story began, as far as it can be told backwards from where it ended: places, ages, waves.

    For briefs without `before`.
    """
    people = dict(view.people)
    waves = list(view.waves)
    for event in reversed(list(story)):
        match event:
            case (
                events.Moved(politician, origin)
                | events.Died(politician, origin)
                | events.Retired(politician, origin)
            ):
                people[politician] = replace(people[politician], place=origin)
            case events.SentToSiberia(politician, _, origin):
                people[politician] = replace(people[politician], place=origin)
            case events.Swapped(one, two):
                here, there = people[one].place, people[two].place
                people[one] = replace(people[one], place=there)
                people[two] = replace(people[two], place=here)
            case events.Aged(politician, years):
                people[politician] = replace(people[politician], stress=people[politician].stress - years)
            case events.HealthRolled(politician, _, change):
                crosses = max(0, min(2, people[politician].crosses - change))
                people[politician] = replace(people[politician], crosses=crosses)
            case events.HealthChanged(politician, change):
                crosses = max(0, min(2, people[politician].crosses - change))
                people[politician] = replace(people[politician], crosses=crosses)
            case events.Waved() | events.NobodyWaved():
                waves and waves.pop()
    slots = {p.place: p.letter for p in people.values() if p.place in board.SLOTS}
    return replace(view, people=people, slots=slots, waves=tuple(waves), over=False, winners=(), ended_by="")
