"""What there is to know of one event of a journal, for one reader (E22): what settles a dispute.

A reader is the moderator, a player, or the table; whoever it is, every fact comes through `seen_by`.  What only the program knows, as the
complete list of options, is for the moderator alone: it is found by playing the phase again along its journal.
"""

from collections.abc import Sequence
from functools import cached_property
from typing import NamedTuple

from pbem.engine import events, view
from pbem.engine.events import MODERATOR, Event, Player
from pbem.engine.journal import in_force
from pbem.engine.questions import Ask, Window
from pbem.engine.state import State, evolve, fold
from pbem.report import told_alone
from pbem.report.naming import names_of

from . import numbering
from .record import Record
from .replaying import Replay, replay

#: On either side of an event so many others are shown: of what was announced, and where nothing was.
MOST_AROUND, NEAR = 24, 4
#: With these something new begins.
_BEGINS = (events.PhaseOpened, events.Acting)
_STEPS = frozenset(("vote", "pass"))
#: They come about by the rules alone, whatever was asked before.
_BY_RULES = (
    events.HealthRolled,
    events.Died,
    events.Acting,
    events.PhaseOpened,
    events.PhaseClosed,
    events.ParadeRolled,
    events.Waved,
    events.NobodyWaved,
    events.Retired,
    events.GameEnded,
    events.Ruled,
    events.Decreed,
    events.Rewound,
)


class Told(NamedTuple):
    """An event in words.  `number`: in the journal, 0 for a player; `shown`: as the table counts it, 0 if it does not see it."""

    number: int
    shown: int
    words: str
    here: bool = False


class Die(NamedTuple):
    """`check`: what its label and the seed give, in words."""

    label: str
    value: int
    check: str


class Story:
    """One journal as one reader sees it, up to one event of it.

    `number`: of that event in the journal.
    """

    def __init__(self, record: Record, viewer: Player, number: int) -> None:
        self.record, self.viewer, self.number = record, viewer, number
        self.journal = record.events()
        self.counted = numbering.numbers(record, self.journal)
        self.names = names_of(record.rules, record.seats)
        #: numbers of the events that were in force then, up to this one, and of those that followed before anything was undone
        self.line = in_force(self.journal[:number])

    @cached_property
    def event(self) -> Event:
        """As the reader may see it.  KeyError where it is secret."""
        face = self.face(self.number)
        if face is None:
            raise KeyError(self.number)
        return face

    @property
    def full(self) -> bool:
        return self.viewer == MODERATOR

    @property
    def me(self) -> Player | None:
        """As the chronicle knows him."""
        return self.viewer if self.viewer in self.record.seat_rows else None

    def face(self, number: int) -> Event | None:
        """The event as the reader may see it."""
        return self.journal[number - 1].seen_by(self.viewer)

    def shown(self, number: int) -> int:
        return self.counted[number - 1]

    @cached_property
    def opened(self) -> int:
        """The number of the opening of its phase; 0: before the first."""
        openings = [n for n in self.line if isinstance(self.journal[n - 1], events.PhaseOpened)]
        return openings[-1] if openings else 0

    @cached_property
    def phase(self) -> list[int]:
        """The events of its phase up to it, in order."""
        return [number for number in self.line if number > self.opened]

    @cached_property
    def following(self) -> list[int]:
        """What was written behind it before anything was undone."""
        after = self.journal[self.number :]
        undone = next((at for at, event in enumerate(after) if isinstance(event, events.Rewound)), len(after))
        return list(range(self.number + 1, self.number + undone + 1))

    @cached_property
    def is_in_force(self) -> bool:
        return self.number in in_force(self.journal)

    def state_before(self, number: int) -> State:
        """The position before one of the events of `line`, as the reader saw it."""
        story = [self.journal[n - 1] for n in self.line if n < number]
        return fold(view.see(self.viewer, story))

    @cached_property
    def before(self) -> State:
        return self.state_before(self.number)

    # --- what stands around it ---

    @cached_property
    def begins(self) -> int:
        """Where the matter begins that it belongs to: an announcement, or the phase."""
        for number in reversed(self.phase):
            event = self.journal[number - 1]
            if isinstance(event, _BEGINS) or (
                isinstance(event, events.Announced) and event.action not in _STEPS
            ):
                return number
        return self.opened or self.line[0]

    @cached_property
    def matter(self) -> list[tuple[int, Event]]:
        """The events of the matter that the reader may see, with their numbers; not too many on either side."""
        before = [number for number in self.line if self.begins <= number < self.number]
        after: list[int] = []
        for number in self.following:
            event = self.journal[number - 1]
            ends = isinstance(event, (*_BEGINS, events.PhaseClosed))
            if ends or (isinstance(event, events.Announced) and event.action not in _STEPS):
                break
            after.append(number)
        earlier, later = self._seen(before), self._seen(after)
        most = MOST_AROUND if isinstance(self.journal[self.begins - 1], events.Announced) else NEAR
        return [*earlier[-most:], (self.number, self.event), *later[:most]]

    def _seen(self, numbers: Sequence[int]) -> list[tuple[int, Event]]:
        return [(number, face) for number in numbers if (face := self.face(number)) is not None]

    def around(self) -> list[Told]:
        """The matter in words."""
        state = self.state_before(self.matter[0][0])
        found = []
        for number, face in self.matter:
            found.append(self.told(number, face, state))
            state = evolve(state, face)
        return found

    def told(self, number: int, face: Event, state: State) -> Told:
        words = told_alone.alone(self.names, state, face, self.me)
        return Told(number if self.full else 0, self.shown(number), words, number == self.number)

    # --- where it comes from ---

    @cached_property
    def replayed(self) -> Replay:
        """For the moderator alone."""
        if not self.opened or not self.full:
            return Replay([], {})
        base = fold([self.journal[n - 1] for n in self.line if n <= self.opened])
        return replay(self.record, base, [self.journal[n - 1] for n in self.phase])

    def doer(self) -> Player | None:
        """Whose doing it is, as everybody knows; None: nobody's."""
        own: Player | None = getattr(self.event, "player", None)
        if own is not None or isinstance(self.event, _BY_RULES):
            return own
        first = self.journal[self.begins - 1]
        return first.player if isinstance(first, events.Announced) else None

    def answer(self) -> int | None:
        """The number of the `Answered` or `Claimed` that led to it; None: it follows from the rules, or from what the reader may not see."""
        if isinstance(self.event, events.Answered | events.Claimed):
            return self.number
        if isinstance(self.event, _BY_RULES) or (not self.full and self.doer() != self.viewer):
            return None
        declared = isinstance(self.event, events.InfluenceDeclared | events.CardPlayed)
        mine = set(told_alone.concerned(self.before, self.event))
        for number, face in reversed(self._seen(self.phase[:-1])):
            if declared and isinstance(face, events.Claimed):
                return number
            if not declared and isinstance(face, events.Answered) and mine & set(_of(self.before, face)):
                return number
        return None

    def options(self, number: int) -> Ask | None:
        """The question that this `Answered` answers, with all that was legal; None where that is not known."""
        place = self.phase.index(number)
        asked = (question for at, question in self.replayed.asked if at == place)
        return next((question for question in asked if isinstance(question, Ask)), None)

    def windows(self) -> tuple[int, int]:
        """How many rounds of windows there were in the matter up to this event, and in how many of them nobody wished anything."""
        tape = [self.journal[number - 1] for number in self.phase]
        first = self.phase.index(self.begins) if self.begins in self.phase else 0
        places = [
            at for at, asked in self.replayed.asked if isinstance(asked, Window) and first <= at < len(tape)
        ]
        return len(places), sum(not isinstance(tape[at], events.Claimed) for at in places)

    @cached_property
    def dice(self) -> list[Die]:
        """Those of the matter; where nothing was announced, those right before it."""
        rolled = [(number, face) for number, face in self.matter if isinstance(face, events.Rolled)]
        if not isinstance(self.journal[self.begins - 1], events.Announced):
            own = self.number
            for number, _ in reversed([one for one in rolled if one[0] < self.number]):
                own = number if number == own - 1 else own
            rolled = [one for one in rolled if own <= one[0] <= self.number]
        return [Die(face.label, face.value, self._check(face)) for _, face in rolled]

    def _check(self, die: events.Rolled) -> str:
        """E22: players may check when the seed is opened, the moderator now."""
        over = self.record.state.over
        if die.label.endswith(" ruled"):
            return "the moderator has ruled it"
        stem, _, again = die.label.partition(" again ")
        said = f"generation {again}, rolled anew after a ruling or an undo; " if again else ""
        if not self.full and not over:
            return f"{said}sealed until the end, when its label and the opened seed give it"
        sides = self.replayed.sides.get(stem, 20)
        given = self.record.dice()(die.label, sides)
        return f"{said}label and seed give {given} (d{sides}): {'right' if given == die.value else 'NOT the same'}"

    def house(self) -> list[events.HouseRuled]:
        """The house rulings used in the matter."""
        return [face for _, face in self.matter if isinstance(face, events.HouseRuled)]

    # --- what came later ---

    def later(self) -> list[Told]:
        """Rulings, undos and protests that touch it, as the reader may see them."""
        found = []
        mine = set(told_alone.concerned(self.before, self.event))
        labels = {die.label.partition(" again ")[0] for die in self.dice}
        for number in range(self.number + 1, len(self.journal) + 1):
            face = self.face(number)
            if face is not None and self._touches(number, face, mine, labels):
                state = fold(
                    view.see(self.viewer, [self.journal[n - 1] for n in in_force(self.journal[: number - 1])])
                )
                found.append(self.told(number, face, state))
        return found

    def _touches(self, number: int, face: Event, mine: set[str], labels: set[str]) -> bool:
        if isinstance(face, events.Rewound):
            gone = in_force(self.journal[: number - 1])
            return self.number in gone and self.number not in in_force(self.journal[:number])
        if isinstance(face, events.Decreed):
            return face.act == "protest" and f"[{self.shown(self.number)}]" in f"{face.words} {face.private}"
        if not isinstance(face, events.Ruled):
            return False
        named = {name for fact in face.facts for name in told_alone.concerned(self.before, fact)}
        ruled = {f.label.partition(" again ")[0] for f in face.facts if isinstance(f, events.DieRuled)}
        house = {one.ruling for one in self.house()}
        readings = {f.ruling for f in face.facts if isinstance(f, events.ReadingRuled)}
        same_phase = not any(
            isinstance(self.journal[n - 1], events.PhaseClosed) for n in self.following if n < number
        )
        return bool((mine & named and same_phase) or ruled & labels or readings & house)


def _of(state: State, event: events.Answered) -> Sequence[str]:
    return [event.actor, *(told_alone.concerned(state, event.choice) if event.choice else ())]
