"""What must be true of every game, after every event: the laws that the fuzzer and the property tests check.

`check` looks at one event between two positions; `Watch` stands between the engine and any answerer, and checks a whole game.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from pbem.engine import board, events, influence, view
from pbem.engine.events import MODERATOR, Claim, Event, Player
from pbem.engine.questions import Ask, Window
from pbem.engine.rules import Rules
from pbem.engine.run import Answers, Reply, Views
from pbem.engine.state import Politician, State, evolve, fold

FULL_SHEET = 55
LEVY_OF_AGE = frozenset(
    ("purge", "trial", "condemnation", "investigation", "promotion", "demotion", "release")
)
AFTER_THE_END = (events.Retired, events.HouseRuled, events.PhaseClosed)
OFF_THE_BOARD = (board.WALL, board.RETIRED)


class Broken(AssertionError):
    """A law was broken; the text names it, and the event."""


def _law(holds: bool, law: str, event: Event) -> None:
    if not holds:
        raise Broken(f"{law}: {event}")


def check(before: State, event: Event, after: State, rules: Rules) -> None:
    """Everything that one event must leave in order."""
    if after.people is not before.people:
        _people(before, event, after)
    if after.declared is not before.declared or after.recorded is not before.recorded:
        _influence(before, event, after)
    if before.over:
        _law(isinstance(event, AFTER_THE_END), "a finished game goes no further", event)
    _law(after.turn <= board.LAST_TURN, "turn 11 is the last", event)
    own = _CHECKS.get(type(event))
    if own is not None:
        own(before, event, after, rules)


def _people(before: State, event: Event, after: State) -> None:
    """Nobody gets younger, appears or disappears; and if somebody moved, everybody is looked at."""
    people, old = after.people, before.people
    if not old:
        _places(event, after)
        return
    _law(people.keys() == old.keys(), "no Politician appears or disappears", event)
    moved = after.slots is not before.slots
    for name, person in people.items():
        was = old[name]
        if person is not was:
            _person(person, event)
            _law(person.stress >= was.stress, "SP never fall", event)
            _law(person.printed == was.printed, "printed ages stay", event)
            moved = moved or person.place != was.place
    if moved:
        _places(event, after)


def _person(person: Politician, event: Event) -> None:
    _law(person.place in board.RANK, "everybody is in a place that there is", event)
    _law(0 <= person.crosses <= 3, "0 to 3 Red Crosses", event)
    _law(0 <= person.fresh <= person.suspicion, 'a "?" of this year is a "?"', event)
    _law(not person.cure or person.place in board.POLITBURO, "only members are at the Sanatorium", event)
    _law(person.place != board.WALL or person.crosses == 3, "only the dead lie in the Wall", event)


def _places(event: Event, after: State) -> None:
    """R0.1: thirteen slots hold one at most, and the index of slots says who."""
    seated = {
        person.place: name for name, person in after.people.items() if person.place in board.PURGE_NUMBER
    }
    _law(seated == after.slots, "slots and places agree, and no slot holds two", event)


def _influence(before: State, event: Event, after: State) -> None:
    """R2.1: declared is never more than recorded; recorded points go only to Siberia and with the retired."""
    for name, stakes in after.declared.items():
        if stakes is not before.declared.get(name):
            for player, stake in stakes.items():
                written = after.written(player, name)
                _law(0 < stake.points <= written, f"{player} declared {stake.points} of {written}", event)
    for player, sheet in after.recorded.items():
        was = before.recorded.get(player)
        if sheet is was or sheet is None or was is None:
            continue
        lost = sum(was.values()) - sum(sheet.values())
        gone = 0
        if isinstance(event, events.InfluenceLost) and event.player == player:
            gone = event.points
        elif isinstance(event, events.Retired):
            gone = was.get(event.politician, 0)
        _law(lost == gone, f"{player} lost {lost} recorded points, not {gone}", event)


Check = Callable[[State, Any, State, Rules], None]
_CHECKS: dict[type[Event], Check] = {}


def _of(kind: type[Event]) -> Callable[[Check], Check]:
    def register(own: Check) -> Check:
        _CHECKS[kind] = own
        return own

    return register


def _in_office(state: State, name: str) -> bool:
    person = state.people[name]
    return person.place in board.POLITBURO and not person.cure


@_of(events.InfluenceRecorded)
def _recorded(before: State, event: events.InfluenceRecorded, after: State, rules: Rules) -> None:
    _law(event.sheet is not None and sum(event.sheet.values()) == sum(rules.sheet), "a full sheet", event)


@_of(events.Announced)
def _announced(before: State, event: events.Announced, after: State, rules: Rules) -> None:
    """R0.5, R0.6, R10.2: who acts is active, his controller speaks, and at 96 he starts nothing that would age him."""
    _law(event.player == before.controller(event.actor), "the controller announces", event)
    if event.action in ("cure", "work"):
        _law(before.people[event.actor].place in board.POLITBURO, "only members choose", event)
    elif event.action == "parade":
        _law(
            before.slots.get("PC") == event.actor and _in_office(before, event.actor),
            "the Party Chief waves",
            event,
        )
    else:
        _law(_in_office(before, event.actor), "nobody acts while inactive", event)
    if event.action in LEVY_OF_AGE:
        _law(before.people[event.actor].age < board.RETIREMENT_AGE, "R10.2", event)
    for name in before.declared:
        _law(len(influence.first_at_top(before, name)) == 1, f"one controller of {name}", event)


@_of(events.Acting)
def _acting(before: State, event: events.Acting, after: State, rules: Rules) -> None:
    _law(_in_office(before, event.politician), "who holds a power is active", event)


@_of(events.VoteFixed)
def _voted(before: State, event: events.VoteFixed, after: State, rules: Rules) -> None:
    _law(_in_office(before, event.voter), "who votes is active", event)
    _law(before.ballot is not None and event.voter not in before.ballot.votes, "nobody votes twice", event)
    _law(event.player == before.controller(event.voter), "the controller votes", event)


@_of(events.PurgeRolled)
def _purged(before: State, event: events.PurgeRolled, after: State, rules: Rules) -> None:
    _law(
        _in_office(before, event.purger) and before.acting == event.purger, "the acting member purges", event
    )
    _law(event.needed == board.PURGE_NUMBER[before.people[event.victim].place], "R0.2", event)


@_of(events.SentToSiberia)
def _exiled(before: State, event: events.SentToSiberia, after: State, rules: Rules) -> None:
    _law(
        before.people[event.politician].place == event.origin != board.PEOPLE, "from a slot to Siberia", event
    )


@_of(events.InfluenceDeclared)
def _declared(before: State, event: events.InfluenceDeclared, after: State, rules: Rules) -> None:
    legal = influence.may_declare(before, event.player, event.politician, event.points)
    _law(legal, "only legal claims are declared", event)
    _law(rules.may_hold(before, event.politician), "R1.3", event)


@_of(events.Moved)
def _moved(before: State, event: events.Moved, after: State, rules: Rules) -> None:
    _law(before.people[event.politician].place == event.origin, "he leaves the place where he is", event)
    _law(event.to == board.PEOPLE or event.to not in before.slots, "into a vacancy", event)
    _law(
        (event.origin == board.SIBERIA) == (event.how == "release"),
        "only a release leads back from Siberia",
        event,
    )
    _law(event.origin not in OFF_THE_BOARD, "nobody comes back from the Wall", event)
    if event.sponsor is not None:
        _law(_in_office(before, event.sponsor), "nobody sponsors while inactive", event)


@_of(events.Waved)
def _waved(before: State, event: events.Waved, after: State, rules: Rules) -> None:
    _law(event.player == before.controller(event.politician), "a wave is the controller's", event)
    _tally(before, event, after, rules)


@_of(events.NobodyWaved)
def _tally(before: State, event: events.Waved | events.NobodyWaved, after: State, rules: Rules) -> None:
    years = [wave.turn for wave in after.waves]
    _law(event.turn == before.turn and years == list(range(1, before.turn + 1)), "one entry a year", event)


@_of(events.PhaseOpened)
def _opened(before: State, event: events.PhaseOpened, after: State, rules: Rules) -> None:
    if event.turn == board.LAST_TURN:
        phase = board.PHASES.index(event.phase)
        _law(phase <= board.PHASES.index("funeral"), "a game ends by the funeral of turn 11", event)


@_of(events.PhaseClosed)
def _closed(before: State, event: events.PhaseClosed, after: State, rules: Rules) -> None:
    old = [
        p.letter
        for p in after.people.values()
        if p.age >= board.RETIREMENT_AGE and p.place not in OFF_THE_BOARD
    ]
    _law(not old, f"R10.1: {old} should have retired", event)
    _law(after.ballot is None or after.over, "no vote is left open", event)
    _law((event.turn, event.phase) == (before.turn, before.phase), "the open phase closes", event)


class Watch:
    """Between the engine and an answerer: keeps the journal, and checks each event and, after each phase, every view."""

    def __init__(self, rules: Rules, answers: Answers | None = None) -> None:
        self.rules = rules
        self.answers = answers
        self.state = State()
        self.journal: list[Event] = []
        self.views: dict[Player, State] = {}
        self.waves: dict[Player | None, int] = {}
        self._seen = 0
        self._retired = 0

    def take(self, event: Event) -> None:
        """One more event."""
        before, self.state = self.state, evolve(self.state, event)
        self.journal.append(event)
        check(before, event, self.state, self.rules)
        if isinstance(event, events.Waved):
            self.waves[event.player] = self.waves.get(event.player, 0) + 1
        elif isinstance(event, events.Retired):
            self._retired += 1
        elif isinstance(event, events.PhaseOpened):
            self._retired = 0
        elif isinstance(event, events.PhaseClosed):
            self.see()
            self._phase_closed(event)

    def take_all(self, several: Sequence[Event]) -> None:
        for event in several:
            self.take(event)

    def _phase_closed(self, event: events.PhaseClosed) -> None:
        """R9.3: waves are credited as they were waved; R8.7: nothing stays vacant while there are People."""
        for player in self.state.seats:
            _law(self.state.credited(player) == self.waves.get(player, 0), "waves credited match", event)
        if event.phase == "replacement":
            vacant = [slot for slot in board.SLOTS[1:] if slot not in self.state.slots]
            filled = not vacant or self._retired or not self.state.at(board.PEOPLE)
            _law(bool(filled), f"R8.7: {vacant} are vacant though there are People", event)

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

    # --- the answerer's face (pbem.engine.run.Answers) ---

    def ask(self, question: Ask, views: Views) -> Reply | None:
        assert self.answers is not None
        if not question.options or self.state.controller(question.actor) != question.player:
            raise Broken(f"a question has options, and the controller is asked: {question}")
        return self.answers.ask(question, views)

    def window(self, question: Window, views: Views) -> Sequence[Claim] | None:
        assert self.answers is not None
        return self.answers.window(question, views)

    def told(self, event: Event, views: Views) -> None:
        assert self.answers is not None
        self.take(event)
        self.answers.told(event, views)

    def passed(self, question: Window, views: Views) -> None:
        assert self.answers is not None
        self.answers.passed(question, views)


def conserved(state: State, journal: Sequence[Event], rules: Rules) -> None:
    """R2.4, R10.1: what each player recorded is still on his sheet but for what the journal says he lost."""
    full = sum(rules.sheet)
    left: dict[Player, int] = {p: sum((sheet or {}).values()) for p, sheet in state.recorded.items()}
    sheets: dict[Player, Mapping[str, int]] = {}
    for event in journal:
        if isinstance(event, events.InfluenceRecorded):
            sheets[event.player] = dict(event.sheet or {})
        elif isinstance(event, events.InfluenceLost):
            sheet = dict(sheets[event.player])
            sheet[event.politician] -= event.points
            sheets[event.player] = sheet
            left[event.player] += event.points
        elif isinstance(event, events.Retired):
            for player, sheet in sheets.items():
                left[player] += sheet.get(event.politician, 0)
    for player, number in left.items():
        if number != full:
            raise Broken(f"{player} recorded {number} points in all, not {full}")
