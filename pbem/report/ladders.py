"""Players who bid each other up on one Politician, round after round in one window: told in two sentences, not in forty."""

from collections.abc import Iterator, Sequence
from itertools import takewhile
from typing import NamedTuple

from pbem.engine.events import Event, InfluenceDeclared, Name, Player, TieOpened
from pbem.engine.influence import at_top
from pbem.engine.state import State, evolve

from .chronicle import FOLDED, Narrator, public
from .prose import listed

#: So many rounds at least make a ladder.
_LEAST = 3


class Ladder(NamedTuple):
    """What was bid on one Politician: `places` in the story, and what each showed in each of the rounds."""

    places: tuple[int, ...]
    rounds: tuple[dict[Player, int], ...]

    @property
    def players(self) -> tuple[Player, ...]:
        return tuple(dict.fromkeys(player for shown in self.rounds for player in shown))


def ladder(story: Sequence[Event], start: int) -> Ladder | None:
    """The ladder that begins with this declaration: nothing else that all can see happens on the way, but on other Politicians."""
    first = story[start]
    assert isinstance(first, InfluenceDeclared)
    places: list[int] = []
    rounds: dict[int, dict[Player, int]] = {}
    among: set[Player] = set()
    for place, event in _run(story, start, first.politician):
        if isinstance(event, InfluenceDeclared):
            if event.round not in rounds and len(rounds) > 1 and not among:
                among = {player for shown in rounds.values() for player in shown}
            if among and event.player not in among:
                _without(rounds.pop(event.round, None), event.round, story, places)
                break
            rounds.setdefault(event.round, {})[event.player] = event.points
        places.append(place)
    found = Ladder(tuple(places), tuple(rounds.values()))
    return found if len(rounds) >= _LEAST and len(found.players) > 1 else None


def _without(gone: object, number: int, story: Sequence[Event], places: list[int]) -> None:
    """A round in which somebody else joins is told for itself: take back what of it was counted."""
    if gone is None:
        return
    places[:] = [
        at for at in places if not (isinstance(e := story[at], InfluenceDeclared) and e.round == number)
    ]


def _run(
    story: Sequence[Event], start: int, name: Name
) -> Iterator[tuple[int, InfluenceDeclared | TieOpened]]:
    """Declarations and new ties on him, up to the first event of another kind."""
    for place in range(start, len(story)):
        event = story[place]
        if type(event) in FOLDED or not public(event):
            continue
        if not isinstance(event, InfluenceDeclared | TieOpened):
            return
        if event.politician == name:
            yield place, event


def tell(n: Narrator, name: Name, found: Ladder) -> None:
    """From what to what, how, and who has him when it is over."""
    state = n.state
    for place in found.places:
        state = evolve(state, n.story[place])
    who = listed([n.who(player) for player in found.players])
    n.add(n.word("ladder", players=who, him=n.titled(name), shown=_shown(n, found)))
    n.add(n.word("ladder ends", end=_end(n, name, state, found)))


def _shown(n: Narrator, found: Ladder) -> str:
    """`in the same breath each time Boris and Dora from 3 to 8 point by point; then Boris 9`."""
    even = list(takewhile(lambda shown: len(shown) == len(found.players), found.rounds))
    rest = found.rounds[len(even) :] if len(even) > 1 else found.rounds
    told = [f"in the same breath each time {_steps(n, found.players, even)}"] if len(even) > 1 else []
    if rest and all(len(shown) == 1 for shown in rest):
        told.append(f"{'' if len(rest) == 1 else 'in turn '}{_steps(n, found.players, rest)}")
    elif rest:
        told.append(f"round by round {'; '.join(_steps(n, found.players, [shown]) for shown in rest)}")
    return "; then ".join(told)


def _steps(n: Narrator, players: Sequence[Player], rounds: Sequence[dict[Player, int]]) -> str:
    """What each showed in these rounds; those who showed the same together."""
    alike: dict[str, list[str]] = {}
    for player in players:
        if points := [shown[player] for shown in rounds if player in shown]:
            alike.setdefault(_numbers(points), []).append(n.who(player))
    return listed([f"{listed(who)} {numbers}" for numbers, who in alike.items()])


def _numbers(points: Sequence[int]) -> str:
    """`3 to 9 point by point`, `3, 5 and 8`."""
    if len(points) > 3 and list(points) == list(range(points[0], points[-1] + 1)):
        return f"from {points[0]} to {points[-1]} point by point"
    return listed([str(number) for number in points])


def _end(n: Narrator, name: Name, state: State, found: Ladder) -> str:
    holder, top = state.controller(name), at_top(state, name)
    final = listed([f"{n.who(player)} {state.shown(player, name)}" for player in found.players])
    if not n.sure:
        return final
    most = f" ({state.shown(holder, name)})" if holder is not None and holder not in found.players else ""
    kept = f"{n.who(holder)}{most} has control"
    if len(top) > 1 and isinstance(n.story[found.places[-1]], TieOpened):
        kept = f"a tie, and for the moment {kept}"
    return f"{final}; {kept}"
