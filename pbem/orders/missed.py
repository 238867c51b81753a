"""Why a line was never asked for its decision: the words that its owner reads when it has died."""

from collections.abc import Mapping, Sequence

from pbem.engine.board import OFFICES
from pbem.engine.events import Acting, Answered, BallotOpened, Event, PhaseClosed, Player
from pbem.engine.run import Views

from .standing import Key, Standing, alive, phase_of
from .wishes import VERBS_FOR

#: Phases in which one member alone decides.
_ALONE = frozenset(("purge", "spy", "funeral"))


class Missed:
    """One phase, as it passes the lines by."""

    def __init__(self, lists: Mapping[Player, Sequence[Standing]]) -> None:
        self._lists = lists
        self._views: Views | None = None
        self._closed: PhaseClosed | None = None
        #: who held the power of the phase, and what he held then
        self._offices: dict[str, str] = {}
        self._asked: set[tuple[Player, str]] = set()
        self._ballots = 0

    def told(self, event: Event, views: Views) -> None:
        """Remember who was asked for what."""
        self._views = views
        if isinstance(event, PhaseClosed):
            self._closed = event
        elif isinstance(event, Acting):
            seat = next((p for p in self._lists), None)
            place = views(seat).people[event.politician].place if seat else ""
            self._offices[event.politician] = OFFICES.get(place, place)
        elif isinstance(event, Answered):
            self._asked.add((event.player, event.action))
        elif isinstance(event, BallotOpened):
            self._ballots += 1

    def reasons(self) -> dict[Key, str]:
        """For each line of this phase whose question was never put to its owner."""
        assert self._closed is not None
        phase, turn = self._closed.phase, self._closed.turn
        found: dict[Key, str] = {}
        for player, own in self._lists.items():
            for one in own:
                if phase_of(one.line) == phase and alive(one, turn):
                    why = self._why(player, one, phase)
                    if why:
                        found[player, one.number] = why
        return found

    def _why(self, player: Player, one: Standing, phase: str) -> str:
        verb = one.line.verb
        actions = [action for action, verbs in VERBS_FOR.items() if verb in verbs]
        if any((player, action) in self._asked for action in actions):
            return "" if one.line.actor is None else "its actor did not have to decide that"
        if verb == "vote":
            what = "trial" if phase == "spy" else "nomination"
            return "no Politician of yours had to vote" if self._ballots else f"there was no {what}"
        if phase in _ALONE:
            return self._alone(phase)
        return _OTHERS[phase]

    def _alone(self, phase: str) -> str:
        if self._offices:
            return f"you did not control the {' or the '.join(self._offices.values())}, who held the power"
        return "there was a Party Chief" if phase == "funeral" else "nobody held the power"


_OTHERS = {
    "cure": "its Politician was not asked: not sick or ill in the Politburo, or not yours",
    "replacement": "no member of yours could do that when the turn came",
    "rehabilitation": "no member of yours could release anybody",
}
