"""`Watch` stands between the engine and any answerer, keeps the journal, and checks a whole game."""

from collections import Counter
from collections.abc import Sequence

from pbem.engine import board, codec, events, view
from pbem.engine.events import MODERATOR, Event, Player
from pbem.engine.questions import Ask, Heard, Window
from pbem.engine.rules import Rules
from pbem.engine.run import Answers, Reply, Views
from pbem.engine.state import State, evolve, fold
from tests.invariants import cards
from tests.invariants.law import Broken, law
from tests.invariants.table import check

#: Questions to a player, not to the controller of a Politician.
PERSONAL = frozenset(("gain", "draw", "change", "keep", "support"))


class Watch:
    """Between the engine and an answerer.

    `patience`: so many questions are answered, then one is left open; `closely`: every viewer's view is compared after every
    event of this phase; `known`: so many events of the phase are written, and will be told again; `reached`: what was met.
    """

    def __init__(self, rules: Rules, answers: Answers | None = None) -> None:
        self.rules = rules
        self.answers = answers
        self.state = State()
        self.journal: list[Event] = []
        self.views: dict[Player, State] = {}
        self.waves: dict[Player | None, int] = {}
        self.patience: int | None = None
        self.closely = False
        self.known = 0
        self.reached: Counter[tuple[str, str]] = Counter()
        self._bonds = cards.Bonds()
        self._seen = 0
        self._retired = 0
        self._ruled = False

    def take(self, event: Event) -> None:
        """One more event."""
        before, self.state = self.state, evolve(self.state, event)
        self.journal.append(event)
        check(before, event, self.state, self.rules)
        self._bonds.check(before, event)
        if isinstance(event, events.Waved):
            self.waves[event.player] = self.waves.get(event.player, 0) + 1
        elif isinstance(event, events.Retired):
            self._retired += 1
        elif isinstance(event, events.Ruled):
            self._ruled = True
        elif isinstance(event, events.PhaseOpened):
            self._retired, self._ruled, self.known = 0, False, 0
        elif isinstance(event, events.PhaseClosed):
            self._phase_closed(event)
        if self.closely or isinstance(event, events.PhaseClosed):
            self.see()

    def take_all(self, several: Sequence[Event]) -> None:
        for event in several:
            self.take(event)

    def _phase_closed(self, event: events.PhaseClosed) -> None:
        """R9.3: waves are credited as they were waved; R8.7: nothing stays vacant while there are People."""
        for player in self.state.seats:
            law(self.state.credited(player) == self.waves.get(player, 0), "waves credited match", event)
        if event.phase == "replacement" and not self._ruled and not self.rules.deck:
            vacant = [slot for slot in board.SLOTS[1:] if slot not in self.state.slots]
            filled = not vacant or self._retired or not self.state.at(board.PEOPLE)
            law(bool(filled), f"R8.7: {vacant} are vacant though there are People", event)

    def see(self) -> None:
        """Every viewer's own fold of what he may read is the position with the unknown as None."""
        if not self.views:
            self.views = dict.fromkeys((*self.state.seats, view.TABLE, MODERATOR), State())
        fresh = self.journal[self._seen :]
        self._seen = len(self.journal)
        for viewer, state in self.views.items():
            if viewer == MODERATOR and list(view.see(viewer, fresh)) == fresh:
                continue  # he sees all, so his fold is the position
            self.views[viewer] = state = fold(view.see(viewer, fresh), state)
            if state != view.position(viewer, self.state):
                raise Broken(f"{viewer} does not see what he should after {fresh[-1]}")

    def stored(self) -> None:
        """The journal as it lies on disk is the same game."""
        read = [codec.decode(codec.encode(event)) for event in self.journal]
        if read != self.journal or fold(read) != self.state:
            raise Broken("the journal does not survive the codec")

    # --- the answerer's face (pbem.engine.run.Answers) ---

    def _stops(self) -> bool:
        if self.patience is None:
            return False
        self.patience -= 1
        return self.patience < 0

    def ask(self, question: Ask, views: Views) -> Reply | None:
        assert self.answers is not None
        if question.player != MODERATOR:
            if not question.options:
                raise Broken(f"a question has options: {question}")
            if question.action not in PERSONAL and self.state.controller(question.actor) != question.player:
                raise Broken(f"the controller is asked: {question}")
        self._bonds.asked(self.state, question)
        return None if self._stops() else self.answers.ask(question, views)

    def window(self, question: Window, views: Views) -> Heard | None:
        assert self.answers is not None
        said = question.announced
        self.reached["window", f"{said.action} {said.choice}" if said.action == "start" else said.action] += 1
        return None if self._stops() else self.answers.window(question, views)

    def told(self, event: Event, views: Views) -> None:
        """What is written already is told once more after a resumption."""
        assert self.answers is not None
        if self.known:
            self.known -= 1
        else:
            self.take(event)
        self.answers.told(event, views)

    def passed(self, question: Window, views: Views) -> None:
        assert self.answers is not None
        self.answers.passed(question, views)
