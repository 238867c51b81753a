"""Decision D27: dice that were seen before an undo.  The same order gets the same die again; whoever has thought better of it gets another.

A die has generations: "1953/purge purge K #0", then "1953/purge purge K #0 again 1" and so on, each with its own value from the seed.
"""

from collections.abc import Callable, Iterator, Sequence

from . import bonds
from .events import (
    Announced,
    Answered,
    CardPlayed,
    Claimed,
    Event,
    PhaseOpened,
    Player,
    Rewound,
    Rolled,
    Seen,
)
from .journal import in_force
from .state import State

#: Whose order asked for a die, and its words.
Asker = tuple[Player, str]
NOBODY: Asker = ("", "")
#: Dice that nobody's order asks for: a tie, and the order of cards.  Those of a Politician alone (health, the parade) are no more.
_UNASKED = ("tie ", "first to play ")
_RULED = " ruled"


def generation(state: State, label: str, told: Callable[[], Sequence[Event]]) -> str:
    """The label of the first generation that nobody has seen, or that was rolled for the very order that asks now.

    `told`: what the open phase has told so far, the newest last.
    """
    count, asking = state.generations.get(label, 0), NOBODY
    while True:
        name = full(label, count)
        if name not in state.reseen:
            return name
        asking = asking if asking != NOBODY else asker(label, told())
        if asking != NOBODY and state.reseen[name] == asking:
            return name
        count += 1


def asker(label: str, told: Sequence[Event]) -> Asker:
    """Whose order asked for the die that is rolled after these events; NOBODY if no order did."""
    purpose = label.partition(" ")[2].rpartition(" #")[0]
    if " " not in purpose or purpose.startswith(_UNASKED):
        return NOBODY
    kind = Announced if purpose.startswith("purge ") else CardPlayed
    for at in reversed(range(len(told))):
        event = told[at]
        if isinstance(event, kind):
            return next((who for one in reversed(told[:at]) if (who := _wanted(event, one))), NOBODY)
        if isinstance(event, PhaseOpened):
            break
    return NOBODY


def _wanted(said: Event, event: Event) -> Asker | None:
    """The order behind what was announced or played, if this is where it came in."""
    if isinstance(said, Announced) and isinstance(event, Answered):
        same = event.player == said.player and event.actor == said.actor
        return (event.player, event.because) if same and event.choice == bonds.choice_of(said) else None
    if isinstance(said, CardPlayed) and isinstance(event, Claimed):
        mine = [p for p in event.plays if (p.player, p.card) == (said.player, said.card) and not p.discard]
        return (mine[0].player, mine[0].because) if mine else None
    return None


def seen(journal: Sequence[Event], after: int, renew: bool = False) -> tuple[Seen, ...]:
    """The dice that an undo to event number `after` (from 1) has shown already: all that were rolled since, in undone parts, too.

    `renew`: they belong to no order, so that each gets a new value whatever is ordered.
    """
    found: dict[str, Seen] = {}
    for event, before in _with_story(journal, after):
        if isinstance(event, Rewound):
            found |= {one.label: one for one in event.seen}
        elif isinstance(event, Rolled) and not event.label.endswith(_RULED):
            who = asker(base(event.label), before)
            found[event.label] = Seen(event.label, *who)
    return tuple(Seen(one.label) if renew else one for one in found.values())


def kept(journal: Sequence[Event], after: int) -> tuple[Seen, ...]:
    """What an undo to event `after` has to keep in mind so that all dice come again as they came last: the generations before those."""
    found: dict[str, Seen] = {}
    for number in in_force(journal):
        event = journal[number - 1]
        if number > after and isinstance(event, Rolled):
            label, _, count = event.label.partition(" again ")
            for one in range(int(count) if count else 0):
                found[full(label, one)] = Seen(full(label, one))
    return tuple(found.values())


def renewed(kept: Sequence[Seen], seen: Sequence[Seen], label: str) -> tuple[Seen, ...]:
    """What is kept in mind, and every generation of this die that was seen: it is nobody's any more, so that it is rolled anew."""
    if not label:
        return tuple(kept)
    mine = [Seen(one.label) for one in (*seen, *kept) if base(one.label) == label]
    return (*(one for one in kept if base(one.label) != label), *dict.fromkeys(mine))


def full(label: str, generation: int) -> str:
    """The label of a die with its generation."""
    return f"{label} again {generation}" if generation else label


def base(label: str) -> str:
    """The label of a die without its generation."""
    return label.partition(" again ")[0].removesuffix(_RULED)


def _with_story(journal: Sequence[Event], after: int) -> Iterator[tuple[Event, Sequence[Event]]]:
    """Each event after number `after`, and the events in force before it."""
    story: list[tuple[int, Event]] = []
    kept: dict[int, list[tuple[int, Event]]] = {}
    wanted = {event.to for event in journal if isinstance(event, Rewound)}
    for number, event in enumerate(journal, 1):
        if isinstance(event, Rewound):
            story = list(kept.get(event.to, ()))
        if number > after:
            yield event, [one for _, one in story[-400:]]
        story.append((number, event))
        if number in wanted:
            kept[number] = list(story)
