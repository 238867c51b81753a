"""How order lines answer the engine's questions.

Orders never execute: they wait.  The book below is asked what each player decides; it looks through his lines in their order
and gives the first that is legal then and whose conditions hold (docs/orders.md).  It counts used lines from the journal's own
events, so that a resumed phase goes on exactly where it stopped.
"""

from collections.abc import Iterator, Mapping, Sequence

from pbem.engine.events import (
    MODERATOR,
    Announced,
    Answered,
    Choice,
    Claimed,
    Event,
    Name,
    PhaseClosed,
    Player,
    Withdrawn,
)
from pbem.engine.questions import Ask, Heard, Window
from pbem.engine.rules import Rules
from pbem.engine.run import Reply, Views

from . import barred as forbidden
from . import wishes
from .bids import Bids
from .conditions import Context, fires, holds, meant
from .missed import Missed
from .plays import Plays
from .standing import CARD_VERBS, WINDOW_VERBS, Key, Standing, alive

#: PASS is about what Politicians could do.
_NEVER_PASSED = wishes.PERSONAL | {"vote", "cure"}


class OrderBook:
    """Everybody's standing lines, as an answerer (`pbem.engine.run.Answers`).

    `rules`: of the game, if it has cards; without them no PLAY, DISCARD or OFFER is served.  `born`: of lines that
    were given while the phase stood open, how many events it had told by then: the windows before that were not theirs.
    """

    def __init__(
        self,
        lists: Mapping[Player, Sequence[Standing]],
        rules: Rules | None = None,
        born: Mapping[Key, int] | None = None,
    ) -> None:
        self.lists = {player: tuple(standing) for player, standing in lists.items()}
        self._by_number = {(p, s.number): s for p, own in self.lists.items() for s in own}
        self._deciding = {
            p: [s for s in own if s.line.verb not in WINDOW_VERBS | CARD_VERBS]
            for p, own in self.lists.items()
        }
        self._passes = {p: [s for s in own if s.line.verb == "pass"] for p, own in self.lists.items()}
        self._gated = [(p, s) for p, own in self._deciding.items() for s in own if s.line.when is not None]
        #: line -> entries of it that are used; line -> what became of it, in words
        self.used: dict[Key, set[int]] = {}
        self.notes: dict[Key, str] = {}
        self._opened: dict[Key, int] = {}
        self._announcements = 0
        self._last: dict[Name, tuple[Key, int]] = {}
        self._told = 0
        self._bids = Bids(self.lists, self.used, self.notes, born or {})
        self._plays = Plays(self.lists, self.notes, rules)
        self._missed = Missed(self._deciding)

    def spent(self, player: Player) -> set[int]:
        """His window lines that have done their work, or had the window that was theirs."""
        return {number for owner, number in self._bids.spent | self._plays.spent if owner == player}

    # --- the engine asks ---

    def ask(self, question: Ask, views: Views) -> Reply | None:
        """The first line that fits; else he declines, or the default holds.  No order answers for the moderator."""
        if question.player == MODERATOR:
            return None
        at = Context(question.player, views(question.player), question.actor)
        barred: list[str] = []
        passing = next(
            (s for s in self._passes.get(question.player, ()) if question.optional and self._open(s, at)),
            None,
        )
        if passing is not None and question.action not in _NEVER_PASSED:
            return Reply(None, passing.number, 0, passing.line.text)
        for standing in self._relevant(question):
            if not self._open(standing, at):
                continue
            found = self._fit(standing, question, at, barred)
            if found is not None:
                return Reply(
                    found[0],
                    standing.number,
                    found[1],
                    standing.line.text,
                    tuple(barred),
                )
        return Reply(None, because="no order", barred=tuple(barred))

    def _relevant(self, question: Ask) -> Iterator[Standing]:
        """His lines for this kind of question, in list order; PROTECT votes, too (E8)."""
        verbs = wishes.VERBS_FOR[question.action]
        for standing in self.lists.get(question.player, ()):
            if standing.line.verb in verbs:
                yield standing

    def _open(self, standing: Standing, at: Context) -> bool:
        """May it serve now: its actor, its trigger, its conditions?"""
        line = standing.line
        if not alive(standing, at.state.turn) or (
            line.actor is not None and not meant(line.actor, at.actor, at)
        ):
            return False
        if line.when is not None and (at.player, standing.number) not in self._opened:
            return False
        if holds(line.condition, at) and holds(line.during, at):
            return True
        self.notes.setdefault((at.player, standing.number), "its condition did not hold")
        return False

    def _fit(
        self, standing: Standing, question: Ask, at: Context, barred: list[str]
    ) -> tuple[Choice, int] | None:
        """The choice that this line makes here, and by which of its entries."""
        rulings = dict(question.barred)
        for entry, wish in wishes.of(standing.line, question, at, self._taken(at.player, standing)):
            if wish in question.options:
                if (
                    question.actor,
                    wish.action,
                    wish.target,
                ) in self._bids.declined.get(at.player, ()):
                    continue
                return wish, entry
            if wish in rulings:
                barred.append(rulings[wish])
                self.notes[at.player, standing.number] = forbidden.note(rulings[wish], wish.action)
            else:
                self.notes.setdefault((at.player, standing.number), "it was not legal when its time came")
        return None

    def _taken(self, player: Player, standing: Standing) -> set[int]:
        """Entries that have had their turn.  A PURGE list never goes back: who could not be purged was passed over."""
        used = self.used.get((player, standing.number), set())
        return set(range(max(used) + 1)) if used and standing.line.verb == "purge" else used

    # --- the engine opens a window ---

    def window(self, question: Window, views: Views) -> Heard | None:
        self.passed(question, views)
        plays, bribes = self._plays.plays(question, views), self._plays.bribes(question, views)
        return Heard(self._bids.claims(question, views), plays, bribes)

    def passed(self, question: Window, views: Views) -> None:
        """Keep count; where the journal already tells what was declared here, that is all there is to do."""
        if question.round == 1:
            self._open_gates(question.announced, views)
            self._plays.open()
            self._bids.open(question.announced, views, self._told)

    # --- the engine tells what happened ---

    def told(self, event: Event, views: Views) -> None:
        self._told += 1
        self._missed.told(event, views)
        self._plays.told(event)
        if isinstance(event, PhaseClosed):
            for key, why in self._missed.reasons().items():
                self.notes.setdefault(key, why)
        elif isinstance(event, Answered):
            self._answered(event)
        elif isinstance(event, Claimed):
            for claim in event.claims:
                self._bids.used_up(claim)
        elif isinstance(event, Withdrawn):
            self._withdrawn(event)

    def _answered(self, event: Answered) -> None:
        self._last.pop(event.actor, None)
        if event.line is None:
            return
        line = self._by_number.get((event.player, event.line))
        if line is None:
            return
        key = event.player, event.line
        if event.choice is not None and wishes.spends(line.line, event.entry):
            self.used.setdefault(key, set()).add(event.entry)
            self._last[event.actor] = key, event.entry
        else:
            self.notes[key] = "used"

    def _withdrawn(self, event: Withdrawn) -> None:
        """Decision D8: a cancelled announcement leaves its line unused, and counts as never made."""
        line, entry = self._last.pop(event.actor, (None, 0))
        if line is not None:
            self.used[line].discard(entry)
        self._opened = {n: made for n, made in self._opened.items() if made != self._announcements}

    def _open_gates(self, announced: Announced, views: Views) -> None:
        """WHEN on an order of a phase: not before such an announcement was made in this phase."""
        self._announcements += 1
        for player, standing in self._gated:
            trigger = standing.line.when
            assert trigger is not None
            at = Context(player, views(player), announced.actor)
            if (player, standing.number) not in self._opened and fires(trigger, announced, at):
                self._opened[player, standing.number] = self._announcements
