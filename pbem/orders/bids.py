"""DECLARE, HOLD, TAKE and PROTECT: what each player bids in a round of a window (R2.6)."""

from collections.abc import Iterator, Mapping, Sequence

from pbem.engine.events import Announced, Claim, Name, Player
from pbem.engine.influence import takes_influence
from pbem.engine.questions import Window
from pbem.engine.run import Views
from pbem.engine.state import State

from .conditions import Context, fires, holds, letters, meant
from .lines import Group, Line
from .standing import WINDOW_VERBS, Key, Standing, alive, plain, waits_for_growth
from .wishes import HARMFUL


class Bids:
    """The window lines of all players, and what has become of them."""

    def __init__(
        self,
        lists: Mapping[Player, Sequence[Standing]],
        used: dict[Key, set[int]],
        notes: dict[Key, str],
        born: Mapping[Key, int],
    ) -> None:
        self._lists = {p: [s for s in own if s.line.verb in WINDOW_VERBS] for p, own in lists.items()}
        self._lists = {player: own for player, own in self._lists.items() if own}
        self._gains = {p: [s for s in own if s.line.verb == "gain"] for p, own in lists.items()}
        self._used, self._notes, self._born = used, notes, born
        self._number = 0
        self._announced: Announced | None = None
        #: plain lines -> the window that is theirs
        self._seen: dict[Key, int] = {}
        self._mine: dict[Player, frozenset[Name]] = {}
        #: what PROTECT has answered: the player declines that action of that actor for the rest of the phase (E8)
        self.declined: dict[Player, set[tuple[Name, str, Name]]] = {}

    @property
    def spent(self) -> set[Key]:
        """Lines that have done their work, or had their window."""
        return set(self._used) | set(self._seen)

    def open(self, announced: Announced, views: Views, told: int) -> None:
        """A new window: it is the one that plain lines have waited for; MINE means whom I control now.

        `told`: how many events the phase had told; a line that was not yet given then still waits.
        """
        self._number += 1
        self._announced = announced
        for player, own in self._lists.items():
            state = views(player)
            if any(isinstance(who, Group) for s in own for who in _names(s.line)):
                self._mine[player] = frozenset(n for n in state.declared if state.controller(n) == player)
            for standing in own:
                if plain(standing.line) and alive(standing, state.turn):
                    late = self._born.get((player, standing.number), 0) > told
                    if late or self._waits(standing, player, state):
                        continue
                    self._seen.setdefault((player, standing.number), self._number)

    def _waits(self, standing: Standing, player: Player, state: State) -> bool:
        """D13: a total that is not recorded yet waits while a GAIN stands on that Politician."""
        line, gains = standing.line, self._gains.get(player)
        if not gains or line.number is None or not waits_for_growth(line, [one.line for one in gains]):
            return False
        at = Context(player, state)
        return plain(line) and all(state.written(player, n) < line.number for n in letters(line.who[0], at))

    def used_up(self, claim: Claim) -> None:
        """DECLARE and TAKE act once; HOLD and PROTECT go on."""
        standing = next(
            (s for s in self._lists.get(claim.player, ()) if s.number == claim.line),
            None,
        )
        if standing is not None and standing.line.verb in ("declare", "declare now", "take"):
            self._used.setdefault((claim.player, standing.number), set()).add(0)
        if standing is not None and standing.line.verb == "protect" and self._announced is not None:
            threat = (claim.politician, self._announced.action, self._announced.target or "")
            self.declined.setdefault(claim.player, set()).add(threat)
        if standing is not None:
            self._notes[claim.player, standing.number] = "used"

    def claims(self, question: Window, views: Views) -> tuple[Claim, ...]:
        """Everybody's bids for this round."""
        return tuple(
            claim
            for player, own in self._lists.items()
            for standing in own
            if (player, standing.number) not in self._used
            if question.round == 1 or not plain(standing.line)  # plain ones are one round (decision D7)
            for claim in self._bid(standing, player, question.announced, views(player))
        )

    def _bid(self, standing: Standing, player: Player, announced: Announced, state: State) -> Iterator[Claim]:
        line = standing.line
        if (
            not alive(standing, state.turn)
            or self._waits(standing, player, state)
            or self._seen.get((player, standing.number), self._number) != self._number
        ):
            return
        at = Context(player, state, announced.actor or None, self._mine.get(player))
        if line.when is not None and not fires(line.when, announced, at):
            return
        if not holds(line.condition, at):
            self._notes.setdefault((player, standing.number), "its condition did not hold")
            return
        for name in _targets(line, announced, at):
            points = self._points(standing, player, name, state)
            if points:
                yield Claim(player, name, points, standing.number, line.text)

    def _points(self, standing: Standing, player: Player, name: Name, state: State) -> int | None:
        """The total to declare, or None for no bid."""
        line, written, shown = (
            standing.line,
            state.written(player, name),
            state.shown(player, name),
        )
        if name in state.locked:
            self._notes.setdefault((player, standing.number), _locked(state.locked[name], player))
            return None
        if line.verb in ("declare", "declare now"):
            wanted = written if line.number is None else line.number
            if not shown < wanted <= written:
                self._notes[player, standing.number] = _no_total(wanted, shown, written)
                return None
            # R2.3, HR-4: the engine refuses a plain one on somebody off the board, and says so
            return wanted if plain(line) or takes_influence(state, name) else None
        return self._least(standing, player, name, state)

    def _least(self, standing: Standing, player: Player, name: Name, state: State) -> int | None:
        """HOLD, TAKE, PROTECT: the least that gives control, within the limit."""
        holder, key = state.controller(name), (player, standing.number)
        if holder == player:
            self._notes.setdefault(key, "its Politician was yours already")
            return None
        if not takes_influence(state, name):
            self._notes.setdefault(key, "its Politician had left the board")
            return None
        top = max((stake.points for stake in state.declared.get(name, {}).values()), default=0)
        written, number = state.written(player, name), standing.line.number
        limit = written if number is None else min(number, written)
        if top < limit:
            return top + 1
        self._notes[key] = _no_control(holder, top, number, written)
        return None


def _locked(holder: Player, player: Player) -> str:
    """R15.6, "10+", in words."""
    return f"{'you have' if holder == player else f'{holder} has'} its Politician for good (10+)"


def _no_total(wanted: int, shown: int, written: int) -> str:
    """Why DECLARE showed nothing, in words."""
    if not written:
        return "you recorded nothing there"
    return f"your total there is {shown} already" if wanted <= shown else f"you recorded only {written} there"


def _no_control(holder: Player | None, top: int, number: int | None, written: int) -> str:
    """Why HOLD, TAKE and PROTECT bid nothing, in words."""
    if not written:
        return "you recorded nothing on the Politician whom it would have taken"
    if number is not None and number < written:
        return f"{holder or 'nobody'} was at {top}, your limit was {number}"
    return f"{holder or 'nobody'} was at {top}, and you recorded {written}"


def _names(line: Line) -> Iterator[object]:
    """Everything in a line that may mean MINE."""
    yield from line.who
    if line.when is not None:
        yield from (line.when.of, line.when.by, line.when.on)


def _targets(line: Line, announced: Announced, at: Context) -> tuple[Name, ...]:
    """On whom to bid; PROTECT bids on the one who threatens."""
    if line.verb != "protect":
        return letters(line.who[0], at)
    threatened = (announced.target, announced.other)
    if announced.action not in HARMFUL or not any(meant(who, t, at) for who in line.who for t in threatened):
        return ()
    return (announced.actor,)
